"""An evening at the dashboard on three sizes of screen, from set-up to the scoresheet.

Set-up, plays that the camera sees, a wrong claim and a right one, a doubt, Muggins, a correction, undo, a camera that
is lost and comes back, a restart, a winner, a rematch, replay, export. The camera shows a story frame by frame: what is
read in each is stored in the story, and the next comes once it has been watched.
The evening is played once: every button is tried on each size of screen before it is tapped. Screenshots of each page
at each size are kept where MUGGINS_SCREENSHOTS says.
"""

import json
import os
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect
from serving import TIMEOUT_MILLISECONDS, PatientCamera, Served, resize
from stories import STEP, Story

from muggins.scorer.layout import Layout
from muggins.vision.types import Detection, TableState
from muggins.webapp import create_app
from muggins.webapp.camera.table_watcher import PictureWork
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store

SIZES = {"phone": (390, 844), "laptop": (1024, 768), "projector": (1920, 1080)}
FACE_DOWN = TableState(0.0, (), Layout(), (), (), (Detection(Story("0-0").places["0-0"].corners, "facedown"),))
"""What is read before the game: a tile that nobody has turned up."""
SMEARED = {"6-2": ("2-0", 0.55)}
"""A tile that is hardly read, and what it is taken for."""


def evening():
    """The story of the evening, and how many of its frames have passed at the end of each part."""
    story, ends = Story("5-2, 5-3>5-2, 6-2>5-2, 6-6>6-2").rest(1, misread=SMEARED), []
    for tell in (
        lambda: story.lay("bottom", "5-2"),
        lambda: story.lay("top", "5-3"),
        lambda: story.lay("bottom", "6-2").rest(10),
        lambda: story.rest(),  # the doubt has been answered
        lambda: story.rest(),  # the tile has been put right, wrongly
        lambda: story.rest(),  # that has been taken back
        lambda: story.rest(30).lay("top", "6-6"),
    ):
        tell()
        ends.append(len(story.shots))
    return story, ends


class StepCamera(PatientCamera):
    """A camera that shows the next frame once the last one has been watched."""

    def __init__(self):
        super().__init__("camera")
        self._is_watched = threading.Event()

    def step(self, picture, time):
        self._is_watched.clear()
        self.show(picture, time)
        assert self._is_watched.wait(TIMEOUT_MILLISECONDS / 1000)

    def since(self, after=0, wait=None):
        # Only who watches waits for ever; the pages ask for pictures too.
        if wait is None and self.last is not None and after == self.last.number:
            self._is_watched.set()
        return super().since(after, wait)


class FilmedTable(Served):
    """A table whose camera shows the evening."""

    def __init__(self, record):
        self.story, self._ends = evening()
        self._shown = 0
        super().__init__(record)

    def start(self):
        self.store = Store(str(self.record))
        self.session = GameSession(self.store)
        self.camera = StepCamera()
        watch = WatchThread(self.camera, self.session, self._watcher, work=PictureWork(lambda picture: FACE_DOWN))
        self.cameras = watch
        watch.start()
        last = max(0, self._shown - 1)
        self.camera.step(self.story.picture(self.story.shots[last]), last * STEP)
        self.server = DashboardServer(create_app(self.session, watch, access=self.access), port=self.port)
        self.access.addresses = (self.server.address,)
        self.server.start()

    def _watcher(self, session):
        return self.story.make_watcher(sides=tuple(session.snapshot.game.record[0].seats.values()))

    def play_on(self):
        """Shows the next part of the evening."""
        frames = list(self.story.frames())
        for frame in frames[self._shown : self._ends[0]]:
            self.camera.step(frame.image, frame.time)
        self._shown = self._ends.pop(0)


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
            resize(page, SIZES[size])
            page.screenshot(path=Path(folder) / f"{name}-{size}.png", animations="disabled", full_page=True)

    return screenshots


def tap_on_each_size(page, target):
    """Taps once, on the last size of screen, after the same tap was tried on the others: visible, and not covered."""
    *others, last = SIZES
    for size in others:
        resize(page, SIZES[size])
        target.click(trial=True)
    resize(page, SIZES[last])
    target.click()


class Evening:
    """The host's page, which is looked at on every size of screen, and the phone of a player."""

    def __init__(self, served, visit, keep):
        self.served, self.visit, self.keep = served, visit, keep
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
        for number, name in enumerate(("Ann", "Bob"), 1):
            self.page.get_by_role("textbox", name=f"Player {number}").fill(name)
        expect(self.page.get_by_role("button", name="Ann sits at the bottom")).to_be_visible()
        tap_on_each_size(self.page, self.page.get_by_text("More games"))
        tap_on_each_size(self.page, self.page.get_by_text("Fives and Threes", exact=True))
        tap_on_each_size(self.page, self.page.get_by_text("must be claimed"))
        self.page.get_by_label("Won at").fill("25")
        self.keep(self.page, "1-set-up")
        self.tap("Start the game")
        self.shows(turn="Lay the first tile")

    def play_and_claim(self):
        """Two plays that the camera sees, and a wrong claim and a right one from the player's own phone."""
        self.phone = phone = self.visit(f"/join/{self.served.access.keys.code}", SIZES["phone"])
        phone.get_by_role("button", name="Bob").click()
        self.served.play_on()
        self.shows(count="?", turn="Bob to play")
        self.served.play_on()
        self.shows(count="?", turn="Ann to play")
        self.claim("6")
        # The others may still claim: what the play is worth stays covered.
        self.shows(said="Bob claims six points: that is wrong. Nothing is scored.", bob="0", count="?")
        self.claim("5")
        self.shows(said="Five points for Bob.", bob="5", count="5")

    def claim(self, points):
        """Bob claims on his phone."""
        self.phone.get_by_role("button", name="Claim", exact=True).click()
        self.keep(self.phone, f"2-claim-{points}", ["phone"])
        self.phone.get_by_role("group", name="How many points?").get_by_role("button", name=points, exact=True).click()

    def answer_a_doubt(self):
        """A tile that is not seen clearly is asked about."""
        self.served.play_on()
        self.shows(count="?", turn="Bob to play")
        question = self.page.locator("#questions .question")
        expect(question).to_contain_text("Is this 2-0 or 6-2?")
        expect(question.locator("img")).to_be_visible()
        self.keep(self.page, "3-doubt")
        offered = [tile.get_attribute("aria-label") for tile in question.locator(".tile").all()]
        self.page.keyboard.press(str(1 + offered.index("6 and 2")))
        expect(question).to_be_hidden()
        self.served.play_on()

    def call_muggins(self):
        """Ann has not claimed her nine points."""
        self.tap("Muggins!")
        self.shows(said="Muggins! Ann missed nine points; they go to Bob.", bob="14", count="9")
        self.keep(self.page, "4-table")

    def correct_and_take_back(self):
        tap_on_each_size(self.page, self.page.locator("#plays li:has(.tile) button").first)
        expect(self.page.locator(".stills figcaption")).to_have_text(["Before", "After"])
        self.keep(self.page, "5-correction")
        tap_on_each_size(self.page, self.page.get_by_role("dialog").get_by_role("button", name="2 and 1"))
        self.tap("Put it right")
        self.shows(count="?")
        self.served.play_on()
        self.tap("Take back")
        self.shows(count="9")
        self.served.play_on()

    def lose_camera(self):
        """The camera is lost: its last picture is dimmed on every size of screen until it is back."""
        picture = self.page.locator("#picture")
        self.served.camera.is_lost = True
        expect(picture).not_to_have_attribute("data-stale", "")
        self.keep(self.page, "6-camera-lost")
        self.served.camera.is_lost = False
        expect(picture).to_have_attribute("data-stale", "")

    def restart(self):
        """The program is stopped and started again; the pages go on by themselves."""
        self.visit.provokes("net::ERR_")
        self.served.stop()
        expect(self.page.get_by_role("alert")).to_be_visible()
        self.served.start()
        self.served.play_on()
        self.shows(count="?", turn="Ann to play", bob="14")

    def win_and_begin_again(self):
        """The phone is still Bob's after the restart; its claim wins, and the next game begins with one tap."""
        self.claim("15")
        ending = self.page.locator("#ending")
        expect(ending.get_by_role("heading")).to_have_text("Bob won")
        self.keep(self.page, "7-ending")
        self.tap("Rematch")
        expect(ending).to_be_hidden()
        self.shows(turn="Lay the first tile", bob="0")

    def look_back(self):
        """The pages of the game afterwards: its chart, its exports, its replay and its scoresheet."""
        self.page.goto(f"{self.served.server.address}games/1")
        expect(self.page.locator("#chart .line")).to_have_count(2)
        self.keep(self.page, "8-game")
        assert "6-6" in self.exported("CSV")
        lines = [json.loads(line) for line in self.exported("JSON Lines").splitlines()]
        plays = [(line["player"], line["tile"], line.get("on")) for line in lines if line["event"] == "play"]
        assert plays[:2] == [("Ann", "5-2", None), ("Bob", "5-3", "5-2")]
        assert plays[-1] == ("Bob", "6-6", "6-2")
        tap_on_each_size(self.page, self.page.get_by_role("link", name="Replay", exact=True))
        expect(self.page.locator("#where")).to_be_visible()
        self.page.keyboard.press("End")
        self.shows(said="Bob claims 15")
        self.keep(self.page, "9-replay")
        self.page.goto(f"{self.served.server.address}api/games/1/scoresheet.html")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Bob won")
        self.keep(self.page, "10-scoresheet")


def test_an_evening(served, visit, keep):
    evening = Evening(served, visit, keep)
    evening.set_up()
    evening.play_and_claim()
    evening.answer_a_doubt()
    evening.call_muggins()
    evening.correct_and_take_back()
    evening.lose_camera()
    evening.restart()
    evening.win_and_begin_again()
    evening.look_back()
