"""Watching a source for a session: frames in, scored events out."""

import threading
from itertools import count
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from muggins.scorer.events import HandStarted, Play
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.capture import tuning
from muggins.vision.capture.open_source import Frame, LiveSource
from muggins.vision.tracking.events import Played, Settled
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import TableState
from muggins.webapp.camera import health
from muggins.webapp.camera import watch_thread as watching
from muggins.webapp.camera.table_watcher import WatcherLostError
from muggins.webapp.camera.watch_thread import Follower, WatchThread, follow
from muggins.webapp.hall.floor.glance import glance_at
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store, StoreError


class Film:
    """A source of this many grey frames, one a second, each handed out once."""

    is_lost = is_over = False

    def __init__(self, frames):
        numbers = range(1, frames + 1)
        self.frames = [Frame(number, float(number), np.full((90, 160, 3), number, np.uint8)) for number in numbers]

    def newest(self, after=0, wait=None):
        return next((frame for frame in self.frames if frame.number > after), None)

    def since(self, after=0, wait=None):
        return tuple(frame for frame in self.frames if frame.number == after + 1)


class Scripted:
    """A watcher that sees tiles played at given seconds: {2: "5-5"}."""

    def __init__(self, plays):
        self.plays = plays
        self.state = None
        self.is_idle = False
        self.unread = ""
        self.expected = []
        self.layout = Layout()

    def update(self, frame, expected):
        self.expected.append(expected)
        self.state = TableState(frame.time, (), self.layout, (), ())
        tile = self.plays.get(frame.number)
        if tile is None:
            return []
        return [Settled(self.state), Played(frame.time, Tile.parse(tile.split(">")[0]), *_host(tile))]

    def glance(self, frame):
        self.glanced = [*getattr(self, "glanced", []), frame.number]


def tile_of(told):
    """The tile that was played; None for another event."""
    return str(told.event.tile) if isinstance(told.event, Play) else None


def _host(text):
    _, _, host = text.partition(">")
    return (Tile.parse(host) if host else None,)


def test_each_play_is_recorded_with_the_films_own_seconds(start):
    session = GameSession()
    session.start_game(start("all-fives"))
    told = follow(Film(6), session, lambda _: Scripted({2: "6-4", 5: "4-1>6-4"}))
    lines = [told.step.to_json() for told in told]
    assert [(line["event"], line.get("t"), line.get("count")) for line in lines] == [
        ("hand", 2.0, None),
        ("play", 2.0, 10),
        ("play", 5.0, 7),
    ]
    assert [line["player"] for line in lines[1:]] == ["Ann", "Bob"]


def test_frames_pass_by_until_a_game_has_begun():
    session, made = GameSession(), []
    assert list(follow(Film(3), session, made.append)) == []
    assert made == []


def test_another_game_is_watched_with_another_watcher(start):
    """It may be played with a larger set, by others on other seats."""
    session, made = GameSession(), []
    session.start_game(start())

    def make(watched):
        made.append(watched.snapshot.game.players)
        return Scripted({1: "5-5", 3: "6-4"})

    events = follow(Film(3), session, make)
    assert [type(next(events).event), type(next(events).event)] == [HandStarted, Play]
    session.start_game(start(players="Cid Dee"))
    assert [getattr(told.event, "player", None) for told in events] == [None, "Cid"]
    assert made == [("Ann", "Bob"), ("Cid", "Dee")]


def test_the_networks_are_loaded_once_however_many_games_an_evening_has(start, monkeypatch):
    """With the second game of an evening 30 MB more were held, and a second of the table was missed."""
    loaded = []

    class Blind:
        def __init__(self, set, remembers):
            self.set = set
            loaded.append(set)

        def read(self, image, time):
            return TableState(time, (), Layout(), (), ())

    monkeypatch.setattr(watching, "Reader", Blind)
    session, source = GameSession(), Film(4)
    session.start_game(start())
    deal = source.since

    def since(after):
        if after == 2:
            session.start_game(start())
        return deal(after)

    monkeypatch.setattr(source, "since", since)
    assert list(follow(source, session)) == []
    assert loaded == [6]


def test_a_game_with_a_larger_set_is_read_with_it(start, monkeypatch):
    watchers, session = watching.WatcherFactory(), GameSession()
    loaded = []
    monkeypatch.setattr(
        watching, "Reader", lambda set, remembers: loaded.append(set) or SimpleNamespace(set=set, read=None)
    )
    for options in ({}, {"set": 9}, {"set": 9}):
        session.start_game(start(**options))
        watchers(session)
    assert loaded == [6, 9]


def test_every_frame_is_looked_at_and_the_newest_is_read(start):
    """Three frames come while one is read: an arm may be in them alone, but what is read must be new."""
    session, watcher = GameSession(), Scripted({4: "5-5", 3: "6-4"})
    session.start_game(start())
    camera = LiveSource("camera")
    for number in range(4):
        camera.show(np.full((90, 160, 3), number, np.uint8))
    told = follow(camera, session, lambda _: watcher)
    assert [tile_of(next(told)) for _ in range(2)] == [None, "5-5"]
    assert watcher.glanced == [1, 2, 3]
    camera.close()


def test_a_still_of_the_moment_is_kept_with_a_play(start, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    session = GameSession(store)
    session.start_game(start())
    list(follow(Film(2), session, lambda _: Scripted({2: "5-5"})))
    kept = cv2.imdecode(np.frombuffer(store.picture(1, 3), np.uint8), cv2.IMREAD_COLOR)
    assert kept.shape == (90, 160, 3)
    assert abs(int(kept.mean()) - 2) <= 1


def test_what_is_seen_while_the_record_cannot_be_written_is_recorded_later(start, tmp_path, monkeypatch):
    """A disk that was full for a moment ended the watching, and the evening went on unscored."""
    store = Store(str(tmp_path / "games.sqlite"))
    session = GameSession(store)
    session.start_game(start())
    watcher, frames = Scripted({1: "5-5", 2: "5-0>5-5"}), Film(4).frames
    follower = Follower(session, lambda _: watcher)

    def full(*_, **__):
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        for frame in frames[:2]:
            with pytest.raises(StoreError, match="the disk is full"):
                follower.take([frame])
    told = follower.take(frames[2:3])
    assert [tile_of(one) for one in told] == [None, "5-5", "5-0"]
    assert len(store.events(1)) == 4
    follower.take(frames[3:])
    # A record that was not told yet neither takes nor refuses anything.
    assert [expected and expected.layout for expected in watcher.expected] == [
        None,
        None,
        None,
        session.snapshot.game.layout,
    ]
    still = cv2.imdecode(np.frombuffer(store.picture(1, 3), np.uint8), cv2.IMREAD_COLOR)
    assert abs(int(still.mean()) - 1) <= 1


def test_an_error_of_the_program_ends_no_evening(start, caplog):
    session, entered, may_go_on = GameSession(), threading.Semaphore(0), threading.Event()
    session.start_game(start())
    heard = session.subscribe()

    class Fragile(Scripted):
        def update(self, frame, expected):
            entered.release()
            if frame.number == 4:
                may_go_on.wait()
            elif frame.number > 1:
                raise ZeroDivisionError
            return super().update(frame, expected)

    camera = LiveSource("camera")
    watching = WatchThread(camera, session, lambda _: Fragile({4: "5-5"}))
    watching._thread.start()
    for _ in range(4):
        camera.show(np.zeros((90, 160, 3), np.uint8))
        entered.acquire()
    assert str(watching.unread).startswith("An error in the program (ZeroDivisionError)")
    may_go_on.set()
    assert [heard.get().event.__class__.__name__ for _ in range(2)] == ["HandStarted", "Play"]
    watching.stop()
    assert watching.unread == ""
    assert len(caplog.records) == 1


def test_a_game_that_is_kept_by_hand_is_not_watched_and_its_tiles_can_be_tapped(start):
    """Where halves that touch have seven pips together, joins and open ends in the picture would be wrong."""
    session, shown = GameSession(), []
    session.start_game(start("matador"))
    live_image = SimpleNamespace(show=lambda state, *_: shown.append(state))
    watcher = Scripted({1: "5-5"})
    watcher.layout = Layout.parse("6-4, 6-1>6-4")
    assert Follower(session, lambda _: watcher, live_image).take(Film(1).frames) == []
    assert len(session.snapshot.game.record) == 1
    assert watcher.expected == [None]
    assert shown[0].layout.is_empty


def test_what_cannot_be_recorded_because_of_an_error_is_found_by_another_watcher(start, monkeypatch):
    """The watcher went on believing a tile that the record would never have."""
    session, made = GameSession(), []
    session.start_game(start())
    follower = Follower(session, lambda _: made.append(Scripted({1: "5-5", 2: "5-5"})) or made[-1])
    first, second = Film(2).frames
    with monkeypatch.context() as patch:
        patch.setattr(session, "on_table_event", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            follower.take([first])
    assert [tile_of(told) for told in follower.take([second])] == [None, "5-5"]
    assert len(made) == 2


def test_where_the_process_that_watched_died_another_watcher_goes_on(start):
    session, made = GameSession(), []
    session.start_game(start("all-fives"))

    class Mortal(Scripted):
        def update(self, frame, expected):
            if len(made) == 1 and frame.number == 3:
                raise WatcherLostError
            return super().update(frame, expected)

    def make(_):
        made.append(Mortal({2: "6-4", 5: "4-1>6-4"}))
        return made[-1]

    assert [tile_of(told) for told in follow(Film(6), session, make)] == [None, "6-4", "4-1"]
    assert len(made) == 2


class OutOfDateError(UnreadError):
    needs_help = True


def test_a_table_that_nothing_reads_for_now_says_why_and_resumes_by_itself(start, monkeypatch):
    """A reader of another version ended the watching for good, and the camera had to be chosen anew."""
    monkeypatch.setattr(health, "CHECK_SECONDS", 0.001)
    monkeypatch.setattr(tuning, "LOST_SECONDS", float("inf"))
    session, camera, is_updated = GameSession(), LiveSource("camera"), threading.Event()
    session.start_game(start())
    noise, seconds, is_examined = np.random.default_rng(11), count(), threading.Semaphore(0)

    def read(picture, time):
        if not is_updated.is_set():
            raise OutOfDateError("install the same muggins on every machine")
        return TableState(time, (), Layout(), (), ())

    class Examining(Watcher):
        def update(self, frame, expected):
            try:
                return super().update(frame, expected)
            finally:
                is_examined.release()

    def show_until(wanted):
        while session.snapshot.camera.state != wanted:
            picture = noise.integers(0, 12, (90, 160, 3)).astype(np.uint8)
            picture[20:50, 40:80] += np.uint8(200)
            camera.show(picture, next(seconds) / 10)
            is_examined.acquire()

    watching = WatchThread(camera, session, lambda _: Examining(read))
    watching.start()
    try:
        show_until("unread")
        assert str(session.snapshot.camera.says) == "install the same muggins on every machine"
        assert glance_at(1, session.snapshot).needs_help == session.snapshot.camera.says
        is_updated.set()
        show_until("live")
        assert watching.unread == ""
        assert watching.live_image.state is not None
    finally:
        watching.stop()
