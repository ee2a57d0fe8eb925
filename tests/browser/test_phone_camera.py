"""The phone's page in a real browser, from its camera to the score on the table's page, and all that can go wrong."""

import base64

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect
from quiet_table import a_quiet_minute, due
from serving import (
    TIMEOUT_MILLISECONDS,
    BlindWatcher,
    PatientCamera,
    free_port,
    score,
    shows,
    state_with,
    wait_until_ready,
)
from stories import Story

from muggins.scorer.layout import Placement
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.tracking.events import Played
from muggins.webapp import create_app
from muggins.webapp.camera.phone import Addresses
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.hosting.phone_server import create_plain_app
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.hosting.tls import own_certificate
from muggins.webapp.session.session import GameSession

PHONE = (390, 844)
KEY = "a-phone-key"
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
FILMS = """
const film = Object.assign(document.createElement("canvas"), {width: 640, height: 360});
const brush = film.getContext("2d");
window.film = async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    brush.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0); };
setInterval(() => brush.drawImage(film, 0, 0), 50);
navigator.mediaDevices.getUserMedia = async () => film.captureStream();
"""
"""A camera that films what a test hands to it, twenty times a second."""


class KnowingWatcher(BlindWatcher):
    """A watcher that knows some pictures, whatever a camera and JPEG have made of them, and what is played in each."""

    def __init__(self, known):
        self.known = known
        """Pairs of a picture and the tiles that are played in it, which are told once."""

    def update(self, frame, expected):
        _, plays = min(self.known, key=lambda each: cv2.absdiff(each[0], frame.image).mean())
        seen, plays[:] = [Placement.parse(play) for play in plays], []
        return [Played(frame.time, play.tile, play.on) for play in seen]


class PhoneTable:
    """A table whose camera is a phone: the dashboard over TLS, and the page on plain HTTP. It may be started again."""

    def __init__(self, folder, game):
        self.folder, self.game, self.port = folder, game, free_port()
        self.watcher = BlindWatcher()
        self.start()

    def start(self):
        self.session = GameSession()
        self.session.start_game(self.game)
        self.source = PatientCamera("phone")
        watch = WatchThread(self.source, self.session, lambda _: self.watcher, KEY)
        self.secure = DashboardServer(
            create_app(self.session, watch), "127.0.0.1", self.port, own_certificate(self.folder)
        )
        self.plain = DashboardServer(create_plain_app(self.session, watch), "127.0.0.1", 0)
        self.addresses = Addresses(f"{self.secure.address}camera?key={KEY}", f"{self.plain.address}?key={KEY}")
        watch.phone.addresses = self.addresses
        watch.start()
        self.secure.start()
        self.plain.start()

    def stop(self):
        self.secure.stop()
        self.plain.stop()

    def assert_pictures_come(self):
        """Waits for a picture that is sent from now on."""
        last = self.source.last
        assert self.source.newest(last.number if last else 0, TIMEOUT_MILLISECONDS / 1000) is not None


@pytest.fixture
def table(tmp_path, start, monkeypatch):
    # On a slow machine five seconds may pass between two pictures, and then another phone might take over by itself.
    monkeypatch.setattr("muggins.webapp.camera.phone.LOST_SECONDS", TIMEOUT_MILLISECONDS)
    table = PhoneTable(tmp_path, start(seats={"Ann": "bottom", "Bob": "top"}))
    yield table
    table.stop()


@pytest.fixture
def open_phone(browser, table):
    """Opens the phone's page, or another; each time as another phone, which has been told to trust this machine."""
    contexts = []

    def open_page(address=None, script=""):
        size = {"width": PHONE[0], "height": PHONE[1]}
        context = browser.new_context(viewport=size, has_touch=True, ignore_https_errors=True)
        context.add_init_script(REMEMBERS + script)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MILLISECONDS)
        contexts.append(context)
        page.goto(address or table.addresses.secure)
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


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_phone_films_two_plays_and_the_table_scores_them(table, open_phone, lay):
    """A camera in a browser, pictures over TLS, plays told, the score on the table's page."""
    story = Story("5-2, 5-3>5-2")
    pictures = [story.picture(story.rest(1, lying=lying).now) for lying in ((), ("5-2",), ("5-2", "5-3"))]
    table.watcher = KnowingWatcher(list(zip(pictures, ([], ["5-2"], ["5-3>5-2"]), strict=True)))
    phone, screen = open_phone(script=FILMS), open_phone(table.secure.address)
    says(phone, "Put the phone where it sees the whole table")

    def film(picture):
        phone.evaluate("(encoded) => film(encoded)", base64.b64encode(encode_jpeg(picture, 90)).decode())

    film(pictures[0])
    begin(phone)
    says(phone, "Pictures sent")
    assert fits(phone)
    assert phone.locator("#camera").bounding_box()["y"] < PHONE[1]
    expect(phone.get_by_role("link", name="To the table")).to_be_hidden()
    table.watcher.state = state_with(lay("5-2: 0 0 0"))
    film(pictures[1])
    shows(screen, "count", "7")
    film(pictures[2])
    shows(screen, "count", "5")
    expect(score(screen, "Bob")).to_have_text("1")
    # "To the table" ended the camera: what is read, and the scores, are seen where the camera is.
    expect(phone.locator("#scores")).to_have_text("Ann 0 and Bob 1")
    expect(phone.locator("#read text")).to_have_text("5-2")
    plays = [line for line in table.session.snapshot.game.lines() if line["event"] == "play"]
    assert [(play["player"], play["tile"], play.get("on")) for play in plays] == [
        ("Ann", "5-2", None),
        ("Bob", "5-3", "5-2"),
    ]


def test_a_phone_goes_on_by_itself_whatever_happens_to_it(table, open_phone, monkeypatch):
    """It is locked, leaves the network, is turned, and the program is started again; the screens tell of it."""
    monkeypatch.setattr("muggins.vision.capture.tuning.TURNED_SECONDS", TIMEOUT_MILLISECONDS)
    phone, screen = open_phone(script=NOTES_WAKE_LOCKS), open_phone(table.secure.address)
    begin(phone)
    says(phone, "Pictures sent")
    phone.evaluate(HIDES, True)
    says(screen, "The phone is locked or shows another page")
    phone.evaluate(HIDES, False)
    has_said(phone, "The phone was locked or showed another page")
    expect(screen.locator("#camera")).not_to_contain_text("locked")
    table.assert_pictures_come()
    assert phone.evaluate("locks.map(([kind]) => kind)") == ["screen", "screen"]
    phone.evaluate("locks[1][1].dispatchEvent(new Event('release'))")
    phone.wait_for_function("() => locks.length === 3")

    phone.context.set_offline(True)
    says(phone, "The phone is on no network")
    phone.context.set_offline(False)
    table.assert_pictures_come()
    says(phone, "Pictures sent")

    phone.evaluate(TURNS)
    has_said(phone, "The phone was turned")
    says(screen, "The picture was turned")

    table.stop()
    says(phone, "The program does not answer. Is it running")
    table.start()
    table.assert_pictures_come()
    says(phone, "Pictures sent")


def test_while_nothing_changes_a_phone_sends_as_few_pictures_as_those_of_the_bench(table, open_phone):
    pictures = a_quiet_minute()
    encoded = [base64.b64encode(cv2.imencode(".png", picture)[1].tobytes()).decode() for picture in pictures]
    page = open_phone(table.secure.address + "camera-code")
    assert page.evaluate(LOOKS_AT_ALL, encoded) == due(pictures)

    # The code on the table's screen leads to the phone's page.
    expect(page.locator("img.code").first).to_have_js_property("complete", True)
    page.wait_for_function("() => [...document.images].every((image) => image.naturalWidth > 0)")
    assert fits(page)
    page.get_by_role("link", name="Use this device's own camera").click()
    expect(page.get_by_role("button", name="Start the camera")).to_be_visible()


def test_of_two_phones_one_is_the_camera_and_either_may_be(table, open_phone):
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
    table.assert_pictures_come()
    expect(second.get_by_role("button", name="Use this phone instead")).to_be_hidden()


def test_a_phone_that_cannot_watch_says_what_to_do(table, open_phone):
    refusing = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); };"
    page = open_phone(script=refusing)
    begin(page)
    says(page, "The camera cannot be used (NotAllowedError). Allow it in the browser's settings")
    page = open_phone(table.secure.address + "camera")
    begin(page)
    says(page, "scan the code on the table's screen once more")
    assert table.source.last is None

    no_lock = "Object.defineProperty(navigator, 'wakeLock', {value: undefined});"
    page, screen = open_phone(script=PAINTS_BLACK + no_lock), open_phone(table.secure.address)
    begin(page)
    expect(page.locator("#advice")).to_contain_text("set its auto-lock to never")
    says(screen, "It is too dark to tell pips: switch on a light")
    expect(page.locator("#table-says")).to_contain_text("It is too dark to tell pips: switch on a light")


def test_single_pictures_are_sent_over_plain_http(table, open_phone, tmp_path):
    page = open_phone(table.addresses.plain)
    expect(page.get_by_role("link", name="Go on to the camera")).to_be_visible()
    assert fits(page)
    page.wait_for_function("() => [...document.images].every((image) => image.naturalWidth > 0)")
    photo = tmp_path / "photo.jpg"
    cv2.imwrite(str(photo), np.random.default_rng(2).integers(0, 255, (1500, 3000, 3), np.uint8))
    page.set_input_files("#photo", photo)
    says(page, "The picture has arrived")
    assert table.source.last.image.shape[:2] == (960, 1920)
    (tmp_path / "notes.jpg").write_text("6-4 on 6-1")
    page.set_input_files("#photo", tmp_path / "notes.jpg")
    says(page, "This picture cannot be opened here")
