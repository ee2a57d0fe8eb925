"""An evening at the dashboard on three sizes of screen, while a phone's camera films the recorded game.

Set-up, plays that the camera sees, a claim, a doubt, Muggins, a correction, undo, a restart, replay, export. The game
is filmed once: every button is tried on each size of screen before it is tapped. Screenshots of each page at each size
are kept where MUGGINS_SCREENSHOTS says.
"""

import json
import os
from pathlib import Path

import pytest
from filming import FilmCamera
from playwright.sync_api import expect
from serving import Served, launch

from muggins.vision.capture.open_source import LiveSource
from muggins.webapp import create_app
from muggins.webapp.camera.watch_thread import WatchThread, watcher_for
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.hosting.tls import own_certificate
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store

SIZES = {"phone": (390, 844), "laptop": (1024, 768), "projector": (1920, 1080)}
KEY = "a-phone-key"
ONE, TWO, THREE, FOUR = 4.4, 8.0, 11.6, 15.4
"""Seconds of the film at which one, two, three and four tiles lie on the table, and nobody reaches in."""
THIRD_TILE = (748, 325, 804, 359)
"""Left, top, right and bottom of the upper part of the half of the third tile that nothing touches, in pixels of the
film. What is left of the six below it leaves open what the half shows."""


class FilmedTable(Served):
    """A table over TLS whose camera is a phone; what the camera sees is read and scored."""

    def start(self):
        self.store = Store(str(self.record))
        self.live = GameSession(self.store)
        self.camera = LiveSource("phone")
        self.watch_thread = WatchThread(self.camera, self.live, watcher_for, KEY)
        self.watch_thread.start()
        app = create_app(self.live, self.watch_thread, access=self.access)
        self.server = DashboardServer(app, "127.0.0.1", self.port, own_certificate(self.record.parent))
        self.access.addresses = (self.server.address,)
        self.server.start()

    def stop(self):
        self.server.stop()
        self.watch_thread.stop()
        self.store.close()


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return FilmCamera(tmp_path_factory.mktemp("film") / "camera.y4m")


@pytest.fixture(scope="module")
def browser(browser, film):
    """Chromium with the film before its camera; it has been told to trust this machine."""
    filming = launch(
        browser.browser_type, "--ignore-certificate-errors", f"--use-file-for-fake-video-capture={film.path}"
    )
    yield filming
    filming.close()


@pytest.fixture
def served(tmp_path):
    table = FilmedTable(tmp_path / "games.sqlite")
    yield table
    table.stop()


@pytest.fixture
def keep():
    """Keeps a screenshot of a page at each of some sizes, where MUGGINS_SCREENSHOTS names a folder for them."""
    folder = os.environ.get("MUGGINS_SCREENSHOTS")

    def screenshots(page, name, sizes=tuple(SIZES)):
        for size in sizes if folder else ():
            resize(page, size)
            page.screenshot(path=Path(folder) / f"{name}-{size}.png", animations="disabled", full_page=True)

    return screenshots


def resize(page, size):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def tap_on_each_size(page, target):
    """Taps once, on the last size of screen, after the same tap was tried on the others: visible, and not covered."""
    *others, last = SIZES
    for size in others:
        resize(page, size)
        target.click(trial=True)
    resize(page, last)
    target.click()


class Evening:
    """The host's page, which is looked at on every size of screen, and the phones of the camera and of a player."""

    def __init__(self, served, film, visit, keep):
        self.served, self.film, self.visit, self.keep = served, film, visit, keep
        self.camera = visit(f"/camera?key={KEY}", SIZES["phone"])
        self.camera.get_by_role("button", name="Start the camera").click()
        expect(self.camera.locator("#camera")).to_contain_text("Pictures sent")
        self.page = visit("/new", SIZES["laptop"])

    def tap(self, name):
        tap_on_each_size(self.page, self.page.get_by_role("button", name=name, exact=True))

    def exported(self, form):
        with self.page.expect_download() as saved:
            tap_on_each_size(self.page, self.page.get_by_role("link", name=form, exact=True))
        return Path(saved.value.path()).read_text(encoding="utf-8")

    def shows(self, **texts):
        """Waits until the elements with these ids show these texts; `bob` is Bob's score."""
        for name, text in texts.items():
            bobs = self.page.locator(".lane", has_text="Bob").locator(".score")
            expect(bobs if name == "bob" else self.page.locator(f"#{name}")).to_have_text(text)

    def set_up(self):
        expect(self.page.locator("#sight")).to_contain_text("Turn a few face up")
        expect(self.page.get_by_role("button", name="Ann sits at the bottom")).to_be_visible()
        tap_on_each_size(self.page, self.page.get_by_text("More games"))
        tap_on_each_size(self.page, self.page.get_by_text("Fives and Threes", exact=True))
        tap_on_each_size(self.page, self.page.get_by_text("must be claimed"))
        self.keep(self.page, "1-set-up")
        self.tap("Start the game")
        self.shows(turn="Lay the first tile")

    def play_and_claim(self):
        """Two plays that the camera sees, and a claim from the player's own phone."""
        phone = self.visit(f"/join/{self.served.access.keys.code}", SIZES["phone"])
        phone.get_by_role("button", name="Bob").click()
        self.film.play_until(ONE)
        self.shows(count="7")
        self.film.play_until(TWO)
        self.shows(count="5", turn="Ann to play")
        phone.get_by_role("button", name="Claim", exact=True).click()
        self.keep(phone, "2-claim", ["phone"])
        phone.get_by_role("group", name="How many points?").get_by_role("button", name="5", exact=True).click()
        self.shows(said="Five points for Bob.", bob="5")

    def answer_a_doubt(self):
        """A tile that is not seen clearly is asked about."""
        self.film.smeared = THIRD_TILE
        self.film.play_until(THREE)
        question = self.page.locator("#questions .question")
        expect(question).to_contain_text("Is this")
        expect(question.locator("img")).to_be_visible()
        self.keep(self.page, "3-doubt")
        offered = [tile.get_attribute("aria-label") for tile in question.locator(".tile").all()]
        self.page.keyboard.press(str(1 + offered.index("6 and 2")))
        expect(question).to_be_hidden()
        self.shows(count="9")

    def call_muggins(self):
        """Ann has not claimed her nine points."""
        self.tap("Muggins!")
        self.shows(said="Muggins! Ann missed nine; it goes to Bob.", bob="14")
        self.keep(self.page, "4-table")

    def correct_and_take_back(self):
        tap_on_each_size(self.page, self.page.locator("#plays li:has(.tile) button").first)
        expect(self.page.locator(".stills figcaption")).to_have_text(["Before", "After"])
        self.keep(self.page, "5-correction")
        tap_on_each_size(self.page, self.page.get_by_role("dialog").get_by_role("button", name="2 and 1"))
        self.tap("Put it right")
        self.shows(count="4")
        self.tap("Take back")
        self.shows(count="9")

    def restart(self):
        """The program is stopped and started again; the phone and the pages go on by themselves."""
        self.served.stop()
        expect(self.page.get_by_role("alert")).to_be_visible()
        self.film.smeared = None
        self.film.show()
        self.served.start()
        self.film.play_until(FOUR)
        self.shows(count="15", bob="14")
        self.visit.complaints.clear()  # the browser notes that nobody answered for a while
        self.camera.close()

    def look_back(self):
        """The pages of the game afterwards: its chart, its exports, its replay and its scoresheet."""
        self.page.goto(f"{self.served.server.address}games/1")
        expect(self.page.locator("#chart .line")).to_have_count(2)
        self.keep(self.page, "6-game")
        assert "6-6" in self.exported("CSV")
        lines = [json.loads(line) for line in self.exported("JSON Lines").splitlines()]
        plays = [(line["player"], line["tile"], line.get("on")) for line in lines if line["event"] == "play"]
        assert plays[:2] == [("Ann", "5-2", None), ("Bob", "5-3", "5-2")]
        assert plays[-1] == ("Bob", "6-6", "6-2")
        tap_on_each_size(self.page, self.page.get_by_role("link", name="Replay", exact=True))
        expect(self.page.locator("#where")).to_be_visible()
        self.page.keyboard.press("End")
        self.shows(said="Bob 6-6 on 6-2")
        self.keep(self.page, "7-replay")
        self.page.goto(f"{self.served.server.address}api/games/1/scoresheet.html")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Not over yet")
        self.keep(self.page, "8-scoresheet")


def test_an_evening(served, film, visit, keep):
    evening = Evening(served, film, visit, keep)
    evening.set_up()
    evening.play_and_claim()
    evening.answer_a_doubt()
    evening.call_muggins()
    evening.correct_and_take_back()
    evening.restart()
    evening.look_back()
