"""A live camera is watched while the dashboard is open, and what is kept up with is counted."""

import pytest

from muggins.scorer.layout import Layout
from muggins.vision.capture import tuning
from muggins.vision.types import TableState
from muggins.webapp.bench import live
from muggins.webapp.bench.report import PICTURE


class EmptyTableReader:
    """A reader that sees an empty table at once: what is left is the watching itself."""

    def __init__(self, remembers):
        assert remembers

    def read(self, image, time):
        assert image.shape == (180, 320, 3)
        return TableState(time, (), Layout(), (), ())


def test_a_live_camera_is_watched_with_the_dashboard_open(monkeypatch):
    """Where every frame is kept until it is looked at, none is missed on the slowest machine."""
    monkeypatch.setattr(live, "Reader", EmptyTableReader)
    monkeypatch.setattr(live, "CAMERA_SIZE", (320, 180))
    monkeypatch.setattr(tuning, "MOST_KEPT", None)
    found = live.watch_live(PICTURE, frames=12)
    assert found.examined == found.shown >= 12
    assert found.pictures_a_second > 0


def test_reads_of_one_rest_are_counted_and_the_pauses_between_rests_are_not():
    assert live._reads_a_second([0.0, 0.1, 0.2, 3.0, 3.1]) == pytest.approx(10)
    assert live._reads_a_second([1.0]) == 0
