"""The phone's page in a real browser, from its camera to the score on the table's page, and all that can go wrong."""

import base64

import cv2
import numpy as np
import pytest
from filming import FilmCamera
from playwright.sync_api import expect
from quiet_table import a_quiet_minute, due
from serving import TIMEOUT_MILLISECONDS, BlindWatcher, launch, wait_until_ready

from muggins.vision.capture.open_source import LiveSource
from muggins.webapp import create_app
from muggins.webapp.camera.phone import Addresses
from muggins.webapp.camera.watch_thread import WatchThread, watcher_for
from muggins.webapp.hosting.phone_server import create_plain_app
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.hosting.tls import own_certificate
from muggins.webapp.session.session import GameSession

SET_SECONDS = 4.4
"""Of the recorded game: the set lies and the arm is gone."""
FILMED_SECONDS = 8.0
"""Of the recorded game: the second tile lies too."""
TRUSTS = "--ignore-certificate-errors"

NOTES_WAKE_LOCKS = """
window.locks = [];
Object.defineProperty(navigator, 'wakeLock', {value: {request: async (kind) => {
    const lock = new EventTarget(); window.locks.push([kind, lock]); return lock; }}});
"""
HIDES = """(hidden) => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange')); }"""
TURNS = """() => { const video = document.getElementById('video');
    const [wide, high] = [video.videoWidth, video.videoHeight];
    Object.defineProperty(video, 'videoWidth', {value: high});
    Object.defineProperty(video, 'videoHeight', {value: wide}); }"""
REMEMBERS = """
window.said = [];
addEventListener("DOMContentLoaded", () => {
    const camera = document.getElementById("camera");
    if (camera) new MutationObserver(() => said.push(camera.textContent)).observe(camera, {childList: true}); });
"""
LOOKS_AT_ALL = """async (pictures) => {
    const {PicturePace} = await import("/static/lib/picture_pace.js");
    const pace = new PicturePace(), due = [];
    for (const [number, encoded] of pictures.entries()) {
        const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        due.push(pace.isDue(image, 100 * number));
        if (due.at(-1)) pace.noteSent(100 * number);
    }
    return due; }"""
PAINTS_BLACK = """
CanvasRenderingContext2D.prototype.drawImage = function () {
    this.fillRect(0, 0, this.canvas.width, this.canvas.height); };
"""


class PhoneTable:
    """A table whose camera is a phone: the dashboard over TLS, and the page on plain HTTP."""

    def __init__(self, folder, start, make_watcher=lambda _: BlindWatcher()):
        self.session = GameSession()
        self.session.start_game(start(seats={"Ann": "bottom", "Bob": "top"}))
        self.source = LiveSource("phone")
        self.watch_thread = WatchThread(self.source, self.session, make_watcher)
        self.secure = DashboardServer(
            create_app(self.session, self.watch_thread), "127.0.0.1", 0, own_certificate(folder)
        )
        self.plain = DashboardServer(create_plain_app(self.session, self.watch_thread), "127.0.0.1", 0)
        key = self.watch_thread.phone.key
        self.watch_thread.phone.addresses = Addresses(
            f"{self.secure.address}camera?key={key}", f"{self.plain.address}?key={key}"
        )
        self.watch_thread.start()
        self.secure.start()
        self.plain.start()

    def stop(self):
        self.secure.stop()
        self.plain.stop()


@pytest.fixture
def table(tmp_path, start):
    table = PhoneTable(tmp_path, start)
    yield table
    table.stop()


@pytest.fixture(scope="module")
def trusting(browser):
    """A browser that has been told once to trust this machine."""
    trusting = launch(browser.browser_type, TRUSTS)
    yield trusting
    trusting.close()


@pytest.fixture
def open_phone(trusting, table):
    """Opens the phone's page, or another; each time as another phone."""
    contexts = []

    def open_page(address=None, script="", **options):
        context = trusting.new_context(viewport={"width": 390, "height": 844}, **options)
        context.add_init_script(REMEMBERS + script)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MILLISECONDS)
        contexts.append(context)
        page.goto(address or table.watch_thread.phone.addresses.secure)
        wait_until_ready(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


def begin(page):
    page.get_by_role("button", name="Start the camera").click()


def says(page, words):
    expect(page.locator("#camera")).to_contain_text(words)


def has_said(page, words):
    """Waits for what a page says for a few seconds and then no more: a slow machine looks too late."""
    page.wait_for_function("(words) => said.some((text) => text.includes(words))", arg=words)


def test_a_phone_sends_its_pictures_one_after_the_other(table, open_phone):
    page = open_phone()
    says(page, "Put the phone where it sees the whole table")
    begin(page)
    says(page, "Pictures sent")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#camera").bounding_box()["y"] < 844
    assert table.source.newest(table.source.last.number, 20).image.shape[2] == 3
    assert table.session.snapshot.camera.state in ("live", "waiting")


def test_while_nothing_changes_a_phone_sends_as_few_pictures_as_those_of_the_bench(open_phone):
    pictures = a_quiet_minute()
    encoded = [base64.b64encode(cv2.imencode(".jpg", picture)[1].tobytes()).decode() for picture in pictures]
    assert open_phone().evaluate(LOOKS_AT_ALL, encoded) == due(pictures)


def test_the_code_on_the_tables_screen_leads_to_the_phones_page(table, open_phone):
    screen = open_phone(table.secure.address + "camera-code")
    expect(screen.locator("img.code").first).to_have_js_property("complete", True)
    screen.wait_for_function("() => [...document.images].every((image) => image.naturalWidth > 0)")
    assert screen.evaluate("document.documentElement.scrollWidth") <= 390
    screen.get_by_role("link", name="Use this device's own camera").click()
    expect(screen.get_by_role("button", name="Start the camera")).to_be_visible()


def test_of_two_phones_one_is_the_camera_and_either_may_be(table, open_phone, monkeypatch):
    # On a slow machine five seconds may pass between two pictures, and then the other phone might take over by itself.
    monkeypatch.setattr("muggins.webapp.camera.phone.LOST_SECONDS", 60)
    first, second = open_phone(), open_phone()
    begin(first)
    says(first, "Pictures sent")
    begin(second)
    says(second, "Another phone is this table's camera")
    screen = open_phone(table.secure.address)
    says(screen, "Two phones send pictures for this table")
    second.get_by_role("button", name="Use this phone instead").click()
    says(first, "Another phone is this table's camera")
    first.close()
    sent = table.source.last.number
    assert table.source.newest(sent, 30) is not None
    expect(second.get_by_role("button", name="Use this phone instead")).to_be_hidden()


def test_a_locked_phone_is_told_on_every_screen_and_stays_awake_on_return(table, open_phone):
    phone, screen = open_phone(script=NOTES_WAKE_LOCKS), open_phone(table.secure.address)
    begin(phone)
    says(phone, "Pictures sent")
    phone.evaluate(HIDES, True)
    says(screen, "The phone is locked or shows another page")
    sent = table.source.last.number
    phone.evaluate(HIDES, False)
    has_said(phone, "The phone was locked or showed another page")
    expect(screen.locator("#camera")).not_to_contain_text("locked")
    assert table.source.newest(sent, 20) is not None
    assert phone.evaluate("locks.map(([kind]) => kind)") == ["screen", "screen"]
    phone.evaluate("locks[1][1].dispatchEvent(new Event('release'))")
    phone.wait_for_function("() => locks.length === 3")


def test_a_browser_that_cannot_keep_the_phone_awake_says_what_to_do(open_phone):
    page = open_phone(script="Object.defineProperty(navigator, 'wakeLock', {value: undefined});")
    begin(page)
    expect(page.locator("#advice")).to_contain_text("set its auto-lock to never")


def test_a_phone_that_loses_the_network_says_so_and_goes_on_by_itself(table, open_phone):
    page = open_phone()
    begin(page)
    says(page, "Pictures sent")
    page.context.set_offline(True)
    says(page, "The phone is on no network")
    sent = table.source.last.number
    page.context.set_offline(False)
    assert table.source.newest(sent, 30) is not None
    says(page, "Pictures sent")


def test_a_phone_that_is_turned_is_told(table, open_phone, monkeypatch):
    """The screen was looked at when the sentence, which stands there for five seconds, had gone again."""
    monkeypatch.setattr("muggins.vision.capture.status.TURNED_SECONDS", TIMEOUT_MILLISECONDS)
    page, screen = open_phone(), open_phone(table.secure.address)
    begin(page)
    says(page, "Pictures sent")
    page.evaluate(TURNS)
    has_said(page, "The phone was turned")
    says(screen, "The picture was turned")


def test_low_light_is_told_on_the_phone_and_on_every_screen(table, open_phone):
    page, screen = open_phone(script=PAINTS_BLACK), open_phone(table.secure.address)
    begin(page)
    says(screen, "It is too dark to tell pips: switch on a light")
    expect(page.locator("#table-says")).to_contain_text("It is too dark to tell pips: switch on a light")


def test_a_camera_that_may_not_be_used_is_told(open_phone):
    refusing = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); };"
    page = open_phone(script=refusing)
    begin(page)
    says(page, "The camera cannot be used (NotAllowedError). Allow it in the browser's settings")


def test_a_phone_that_has_not_scanned_the_code_is_told_to(table, open_phone):
    page = open_phone(table.secure.address + "camera")
    begin(page)
    says(page, "scan the code on the table's screen once more")
    assert table.source.last is None


def test_single_pictures_are_sent_over_plain_http(table, open_phone, tmp_path):
    page = open_phone(table.watch_thread.phone.addresses.plain)
    expect(page.get_by_role("link", name="Go on to the camera")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.wait_for_function("() => [...document.images].every((image) => image.naturalWidth > 0)")
    photo = tmp_path / "photo.jpg"
    cv2.imwrite(str(photo), np.random.default_rng(2).integers(0, 255, (1500, 3000, 3), np.uint8))
    page.set_input_files("#photo", photo)
    says(page, "The picture has arrived")
    assert table.source.last.image.shape[:2] == (960, 1920)
    (tmp_path / "notes.jpg").write_text("6-4 on 6-1")
    page.set_input_files("#photo", tmp_path / "notes.jpg")
    says(page, "This picture cannot be opened here")


def test_a_phone_films_a_hand_and_the_table_scores_it(browser, tmp_path, start):
    """All of it: a camera in a browser, pictures over TLS, tiles read, plays told, the score on the table's page."""
    film = FilmCamera(tmp_path / "hand.y4m")
    table = PhoneTable(tmp_path, start, watcher_for)
    filming = launch(browser.browser_type, TRUSTS, f"--use-file-for-fake-video-capture={film.path}")
    try:
        phone = filming.new_page()
        phone.goto(table.watch_thread.phone.addresses.secure)
        begin(phone)
        says(phone, "Pictures sent")
        screen = filming.new_page()
        screen.goto(table.secure.address)
        film.play_until(SET_SECONDS)
        expect(screen.locator("#plays li", has_text="Ann").first).to_be_visible(timeout=TIMEOUT_MILLISECONDS)
        film.play_until(FILMED_SECONDS)
        expect(screen.locator("#plays li", has_text="Bob").first).to_be_visible(timeout=TIMEOUT_MILLISECONDS)
        expect(screen.locator(".lane", has_text="Bob").locator(".score")).to_have_text(
            "1", timeout=TIMEOUT_MILLISECONDS
        )
    finally:
        filming.close()
        table.stop()
    plays = [line for line in table.session.snapshot.game.lines() if line["event"] == "play"]
    assert [(play["player"], play["tile"], play.get("on")) for play in plays[:2]] == [
        ("Ann", "5-2", None),
        ("Bob", "5-3", "5-2"),
    ]
