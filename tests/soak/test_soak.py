"""An evening of several hours in one run: what happens in it, and what is counted."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
import soak

from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import Cleared, Played


class Playing:
    """A watcher that sees the first tile in its third frame, and nothing more."""

    state = None

    def __init__(self, live):
        self.seen = 0

    def update(self, frame, expected):
        self.seen += 1
        return [Played(frame.time, Tile.parse("5-5"), None)] if self.seen == 3 else []


class PlayingOn(Playing):
    """A watcher that sees ten times an hour that the first tile is laid and the table cleared."""

    def update(self, frame, expected):
        self.seen += 1
        seen = {0: [Played(frame.time, Tile.parse("5-5"), None)], 1: [Cleared(frame.time)]}
        return seen.get(self.seen % 48, [])


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    """Three seconds of a grey table."""
    path = tmp_path_factory.mktemp("film") / "grey.mp4"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), 10, (64, 36))
    for _ in range(30):
        writer.write(np.full((36, 64, 3), 120, np.uint8))
    writer.release()
    return path


def test_an_hour_takes_less_than_an_hour_and_time_never_goes_back(video):
    frames = list(soak.hour_of_table(video, 1))
    assert all(b.time > a.time and b.number == a.number + 1 for a, b in pairwise(frames))
    assert 3600 < frames[0].time < frames[-1].time <= 2 * 3600
    assert min(frame.image.mean() for frame in frames) == 0  # the camera was lost


def test_each_hour_says_what_the_program_holds(video, tmp_path):
    held = list(soak.soak(2, tmp_path / "games.sqlite", make_watcher=Playing, video=video))
    assert [hour.hour for hour in held] == [1, 2]
    assert held[1].frames == 2 * held[0].frames
    assert [hour.events for hour in held] == [2, 2]
    assert held[0].memory > 10
    assert held[1].files <= held[0].files  # what another test left open may be closed meanwhile


def test_hours_in_which_no_hand_begins_are_named(video, tmp_path):
    """Nothing was recorded from the third hour on, and the soak ended as if all was well."""
    first, second = soak.soak(2, tmp_path / "games.sqlite", make_watcher=Playing, video=video)
    assert (first.hands, second.hands) == (1, 1)
    assert soak.halted_hours([first, second]) == [2]
    assert soak.halted_hours([first, replace(second, hands=2)]) == []


def test_the_players_end_their_hands_and_begin_another_game_when_one_is_won(video, tmp_path, monkeypatch):
    recording = soak.Recording.load()
    short = replace(recording, started=replace(recording.started, target=6))
    monkeypatch.setattr(soak.Recording, "load", lambda: short)
    monkeypatch.setattr(soak, "LEFT", {"Ann": (), "Bob": (Tile(0, 0),)})
    (held,) = soak.soak(1, tmp_path / "games.sqlite", make_watcher=PlayingOn, video=video)
    # Nobody claims the two points of a first tile, so they go to the other player, who sets the next hand: five hands.
    assert (held.hands, held.games) == (9, 1)


def test_asked_which_tiles_are_left_the_players_say_so(watched):
    seen = watched(seats={"Ann": "bottom", "Bob": "top"})
    seen.see("5-5", "5-0>5-5")
    assert soak.tell_tiles_left(seen.session) == (), "nobody has asked"
    seen.see("cleared")
    (entry,) = soak.tell_tiles_left(seen.session)
    assert entry.event.known_hands == soak.LEFT
    assert seen.game.hand.is_over
