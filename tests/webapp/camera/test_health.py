"""How the camera is, on every screen: each trouble in a sentence, and the game goes on by hand."""

from queue import SimpleQueue

import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.vision.capture import tuning
from muggins.vision.capture.open_source import LiveSource
from muggins.vision.types import TableState
from muggins.webapp.camera import health
from muggins.webapp.camera.health import STRANGE_SECONDS, Health
from muggins.webapp.camera.phone import Phone
from muggins.webapp.session.session import GameSession

GENERATOR = np.random.default_rng(11)


def table():
    """A table in front of a camera, with a camera's noise; no dominoes on it."""
    picture = GENERATOR.integers(0, 12, (120, 160, 3)).astype(np.uint8)
    picture[30:60, 40:80] += np.uint8(200)
    return picture


class World:
    """A camera, a live table with a game, and a clock that a test moves."""

    def __init__(self, start, name):
        self.now = 100.0
        self.state, self.unread = None, ""
        self.session = GameSession()
        self.session.start_game(start())
        self.source = LiveSource(name)
        self.phone = Phone(self.source, "key", lambda: self.now) if name == "phone" else None
        self.health = Health(
            self.source,
            self.session,
            self.phone,
            lambda: self.state,
            lambda: self.now,
            unread=self._unread_checked,
        )
        self.checks = SimpleQueue()
        """One entry for each check."""

    def _unread_checked(self):
        self.checks.put(self.unread)
        return self.unread

    def read(self, *readings):
        self.state = TableState(self.now, readings, Layout(), (), ())

    @property
    def found(self):
        return self.health.check().state


@pytest.fixture
def world(start, monkeypatch):
    """Makes a world in which no camera is lost because a test takes long."""
    monkeypatch.setattr(tuning, "LOST_SECONDS", float("inf"))

    def make(name="camera 0"):
        made.append(World(start, name))
        return made[-1]

    made = []
    yield make
    for each in made:
        each.source.close()


def test_every_screen_hears_how_the_camera_is_once_for_each_change(world, monkeypatch):
    monkeypatch.setattr(health, "CHECK_SECONDS", 0.001)
    here = world()
    queue = here.session.subscribe()
    here.health.start()
    assert here.session.snapshot.camera.state == "waiting"
    assert queue.get().what == "camera"
    here.source.show(table())
    assert queue.get().what == "camera"
    assert here.session.snapshot.camera.state == "live"
    here.source.show(table())
    for _ in range(here.checks.qsize() + 2):
        here.checks.get()
    assert queue.empty()
    here.source.close()
    here.health.stop()


def test_a_film_of_something_else_is_reported_after_a_while(world):
    here = world()
    here.source.show(table())
    assert here.found == "live"
    here.now += STRANGE_SECONDS + 1
    here.read()
    assert "does the camera look at the table?" in str(here.health.check().says)
    here.session.pause(True)
    assert here.found == "live"


def test_dominoes_that_are_seen_now_and_then_are_a_table(world, lay):
    here = world()
    here.source.show(table())
    for _ in range(5):
        here.read(*lay("6-4: 0 0 90"))
        here.now += STRANGE_SECONDS - 1
        assert here.found == "live"
        assert here.found == "live"


def test_pictures_that_nothing_reads_are_reported_while_that_lasts(world):
    here = world()
    here.source.show(table())
    here.unread = "a reader of another version was refused"
    here.now += STRANGE_SECONDS + 1
    assert (here.found, str(here.health.check().says)) == ("unread", here.unread)
    here.unread = ""
    assert here.found == "live"
    here.source.show(table() // 8)
    here.unread = "a reader of another version was refused"
    assert here.found == "dark"


def test_what_the_phone_knows_of_itself_comes_first(world):
    here = world("phone")
    here.source.show(table())
    assert here.found == "live"
    here.phone._is_away = True
    assert here.found == "away"


def test_what_is_wrong_with_the_picture_is_said_before_whose_it_is(world):
    here = world("phone")
    here.source.show(table())
    here.phone._taken_over_at = here.phone._clock()
    assert here.found == "taken-over"
    here.source.show(table() // 8)
    assert here.found == "dark"


def test_the_game_goes_on_by_hand_whatever_the_camera_does(world, tell):
    here = world()
    for _ in range(3):
        here.source.fail("camera 0: expected a JPEG picture, got text.")
    here.session.set_camera_status(here.health.check())
    here.session.tell(tell("Ann 5-5"))
    here.session.tell(tell("Bob 5-0>5-5"))
    assert dict(here.session.snapshot.game.scores) == {"Ann": 2, "Bob": 2}
