"""An evening compressed: what it is made of, and what is counted."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from muggins.scorer.tiles import Tile
from muggins.vision.happenings import Played
from muggins.webapp import soak


class Playing:
    """A watcher that sees the set laid in its third frame, and nothing more."""

    state = None

    def __init__(self, live):
        self.seen = 0

    def update(self, frame):
        self.seen += 1
        return [Played(frame.time, Tile.parse("5-5"), None)] if self.seen == 3 else []


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
    assert [hour.events for hour in held] == [3, 3]
    assert held[0].memory > 10
    assert held[0].files == held[1].files
