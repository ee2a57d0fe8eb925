"""Clips of plays: the seconds around each, where the host wants them."""

import io

import numpy as np
import pytest
from jpegs import broken
from PIL import Image

from muggins.scorer.tiles import Tile
from muggins.vision.capture.frames import Frame
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.events import Played
from muggins.webapp.camera.clips import ClipRecorder
from muggins.webapp.camera.table_watcher import CLIP_WIDTH
from muggins.webapp.camera.watch_thread import Follower
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store


@pytest.fixture
def session(tmp_path, start):
    session = GameSession(Store(str(tmp_path / "games.sqlite")))
    session.start_game(start())
    session.choose_clips(True)
    return session


class SeesOnePlay:
    """A watcher that sees 5-5 laid at ten seconds."""

    state, is_idle, unread = None, False, ""

    def update(self, frame, expected):
        return [Played(frame.time, Tile(5, 5), None)] if frame.time == 10.0 else []

    def glance(self, frame):
        pass


def film(seconds, per_second=8):
    """Grey frames of 1280 x 720, each as bright as it is late."""
    for number in range(1, seconds * per_second + 1):
        time = number / per_second
        yield Frame(number, time, np.full((720, 1280, 3), int(10 * time), np.uint8))


def watch(session, seconds):
    clips = ClipRecorder(session)
    follower = Follower(session, lambda _: SeesOnePlay(), clips=clips)
    for frame in film(seconds):
        follower.take([frame])
    clips.close()


def brightness(webp):
    """How bright each picture of a clip is, and for how many milliseconds it is shown. Equal ones are one."""
    with Image.open(io.BytesIO(webp)) as clip:
        assert clip.size == (CLIP_WIDTH, 270)
        shown = []
        for place in range(clip.n_frames):
            clip.seek(place)
            shown.append((int(np.asarray(clip.convert("L")).mean()), clip.info["duration"]))
    return shown


def test_a_clip_shows_the_seconds_before_and_after_the_play(session):
    watch(session, 20)
    (number,) = session.store.numbers_with_clip(1)
    assert session.snapshot.game.record[number - 1].tile == Tile(5, 5)
    shown = brightness(session.store.clip(1, number))
    assert shown[0][0] == pytest.approx(40, abs=10), "four seconds: six before the play"
    assert shown[-1][0] == pytest.approx(120, abs=10), "twelve: two after it"
    assert sum(milliseconds for _, milliseconds in shown) == pytest.approx(8000, abs=500)


def test_a_film_that_ends_with_the_play_has_a_clip_too(session):
    watch(session, 10)
    (number,) = session.store.numbers_with_clip(1)
    assert brightness(session.store.clip(1, number))[-1][0] == pytest.approx(100, abs=10)


def test_where_others_open_the_pictures_a_broken_one_ends_no_watching(session):
    """The program that serves a hall opened the pictures of a table that keeps clips, and a broken one stopped it."""
    shut, made = Jpeg(broken(), "The phone", is_opened=False), []
    clips = ClipRecorder(session, lambda pictures: made.append(list(pictures)) or b"a clip")
    clips.add(Frame(1, 1.0, shut))
    clips.want(1, 1, 1.0)
    clips.close()
    assert made == [[shut]]
    assert session.store.clip(1, 1) == b"a clip"


def test_no_clip_is_kept_unless_it_is_asked_for(session):
    session.choose_clips(False)
    watch(session, 20)
    assert session.store.numbers_with_clip(1) == []
    assert session.store.numbers_with_picture(1), "the still is kept"


def test_the_choice_outlives_a_restart(session):
    assert GameSession(session.store).keeps_clips
    session.choose_clips(False)
    assert not GameSession(session.store).keeps_clips


def test_a_deleted_game_takes_its_clips_with_it_and_gets_no_further_one(session):
    watch(session, 20)
    session.delete_game(1)
    assert session.store.numbers_with_clip(1) == []
    clips = ClipRecorder(session)
    clips.add(Frame(1, 1.0, np.zeros((90, 160, 3), np.uint8)))
    clips.want(1, 3, 1.0)
    clips.close()
    assert session.store.numbers_with_clip(1) == []
