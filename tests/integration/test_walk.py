"""An evening at the dashboard on three sizes of screen, while a phone's camera films the recorded game.

Set-up, plays that the camera sees, a claim, a doubt, Muggins, a correction, undo, a restart, replay, export. The game
is filmed once: every button is tried on each size of screen before it is tapped. Screenshots of each page at each size
lie where MUGGINS_SCREENSHOTS says, else in the test's folder.
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
THIRD_TILE = (748, 325, 804, 384)
"""Left, top, right and bottom of the half of the third tile that nothing touches, in pixels of the film."""


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
def keep(tmp_path):
    """Keeps a screenshot of a page at each of some sizes."""
    folder = Path(os.environ.get("MUGGINS_SCREENSHOTS", tmp_path))

    def screenshots(page, name, sizes=tuple(SIZES)):
        for size in sizes:
            resize(page, size)
            path = folder / f"{name}-{size}.png"
            page.screenshot(path=path, animations="disabled", full_page=True)
            assert path.stat().st_size > 5_000

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


def test_an_evening(served, film, visit, keep):
    def tap(name):
        tap_on_each_size(page, page.get_by_role("button", name=name, exact=True))

    def score(side):
        return page.locator(".lane", has_text=side).locator(".score")

    def exported(form):
        with page.expect_download() as saved:
            tap_on_each_size(page, page.get_by_role("link", name=form, exact=True))
        return Path(saved.value.path()).read_text(encoding="utf-8")

    def says(words):
        return expect(page.locator("#said")).to_have_text(words)

    film.rewind()
    camera = visit(f"/camera?key={KEY}", SIZES["phone"])
    camera.get_by_role("button", name="Start the camera").click()
    expect(camera.locator("#camera")).to_contain_text("Pictures sent")

    # Set-up.
    page = visit("/new", SIZES["laptop"])
    expect(page.locator("#sight")).to_contain_text("Turn a few face up")
    expect(page.get_by_role("button", name="Ann sits at the bottom")).to_be_visible()
    tap_on_each_size(page, page.get_by_text("More games"))
    tap_on_each_size(page, page.get_by_text("Fives and Threes", exact=True))
    tap_on_each_size(page, page.get_by_text("must be claimed"))
    keep(page, "1-set-up")
    tap("Start the game")
    expect(page.locator("#turn")).to_have_text("Lay the first tile")

    # Two plays, and a claim from the player's own phone.
    phone = visit(f"/join/{served.access.keys.code}", SIZES["phone"])
    phone.get_by_role("button", name="Bob").click()
    film.play_until(ONE)
    expect(page.locator("#count")).to_have_text("7")
    film.play_until(TWO)
    expect(page.locator("#count")).to_have_text("5")
    expect(page.locator("#turn")).to_have_text("Ann to play")
    phone.get_by_role("button", name="Claim", exact=True).click()
    keep(phone, "2-claim", ["phone"])
    phone.get_by_role("group", name="How many points?").get_by_role("button", name="5", exact=True).click()
    says("Five points for Bob.")
    expect(score("Bob")).to_have_text("5")

    # A tile that is not seen clearly is asked about.
    film.smeared = THIRD_TILE
    film.play_until(THREE)
    question = page.locator("#questions .question")
    expect(question).to_contain_text("Is this")
    expect(question.locator("img")).to_be_visible()
    keep(page, "3-doubt")
    offered = [tile.get_attribute("aria-label") for tile in question.locator(".tile").all()]
    page.keyboard.press(str(1 + offered.index("6 and 2")))
    expect(question).to_be_hidden()
    expect(page.locator("#count")).to_have_text("9")

    # A score that nobody claims.
    tap("Muggins!")
    says("Muggins! Ann missed nine; it goes to Bob.")
    expect(score("Bob")).to_have_text("14")
    keep(page, "4-table")

    # A play put right, and the correction taken back.
    tap_on_each_size(page, page.locator("#plays li:has(.tile) button").first)
    expect(page.locator(".stills figcaption")).to_have_text(["Before", "After"])
    keep(page, "5-correction")
    tap_on_each_size(page, page.get_by_role("dialog").get_by_role("button", name="2 and 1"))
    tap("Put it right")
    expect(page.locator("#count")).to_have_text("4")
    tap("Take back")
    expect(page.locator("#count")).to_have_text("9")

    # The program is stopped and started again; the phone and the pages go on by themselves.
    served.stop()
    expect(page.get_by_role("alert")).to_be_visible()
    film.smeared = None
    film.show()
    served.start()
    film.play_until(FOUR)
    expect(page.locator("#count")).to_have_text("15")
    expect(score("Bob")).to_have_text("14")
    visit.complaints.clear()  # the browser notes that nobody answered for a while
    camera.close()

    # Afterwards.
    page.goto(f"{served.server.address}games/1")
    expect(page.locator("#chart .line")).to_have_count(2)
    keep(page, "6-game")
    csv, lines = exported("CSV"), exported("JSON Lines")
    assert "6-6" in csv
    plays = [line for line in map(json.loads, lines.splitlines()) if line["event"] == "play"]
    told = [(play["player"], play["tile"], play.get("on")) for play in plays]
    assert told[:2] == [("Ann", "5-2", None), ("Bob", "5-3", "5-2")]
    assert told[-1] == ("Bob", "6-6", "6-2")
    tap_on_each_size(page, page.get_by_role("link", name="Replay", exact=True))
    expect(page.locator("#where")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#said")).to_have_text("Bob 6-6 on 6-2")
    keep(page, "7-replay")
    page.goto(f"{served.server.address}api/games/1/scoresheet.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not over yet")
    keep(page, "8-scoresheet")
