"""Tiles seen too faintly to be read: the table is asked rather than told nothing."""

from dataclasses import replace

import numpy as np
import pytest

from muggins.vision.pips.classifier import PipPredictions
from muggins.vision.reading.doubts import MAX_QUESTIONS, doubts_for_rejected
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Detection


@pytest.fixture
def faintly(lay):
    """Tiles as laid, seen so faintly."""

    def seen(text, confidence):
        return [replace(reading, confidence=confidence) for reading in lay(text)]

    return seen


def test_what_may_be_a_tile_is_asked_about(lay, faintly):
    read = lay("6-4: 0 0 0, 6-1: 0 2.05 90")
    (doubt,) = doubts_for_rejected(faintly("2-1: 6 0 0", 0.2), read, ())
    assert (doubt.kind, str(doubt.tile)) == ("faint", "2-1")
    assert [str(tile) for tile, _ in doubt.likely] == ["2-1"]
    assert "2-1" in doubt.text


def test_what_is_hardly_there_is_not(lay, faintly):
    assert doubts_for_rejected(faintly("2-1: 6 0 0", 0.01), lay("6-4: 0 0 0"), ()) == ()


def test_what_lies_where_something_was_read_or_seen_face_down_is_that(lay, faintly):
    faint = faintly("2-1: 0.1 0 0", 0.2)
    assert doubts_for_rejected(faint, lay("6-4: 0 0 0"), ()) == ()
    assert doubts_for_rejected(faint, (), [Detection(faint[0].corners, "facedown")]) == ()
    assert len(doubts_for_rejected(faint, (), ())) == 1


def test_two_questions_say_that_the_picture_is_bad(lay, faintly):
    faint = faintly("2-1: 0 0 0, 3-1: 4 0 0, 5-1: 8 0 0, 6-1: 12 0 0", 0.2)
    assert len(doubts_for_rejected(faint, (), ())) == MAX_QUESTIONS


class Faint:
    """A detector that sees a 6-4 clearly and something else faintly."""

    def __init__(self, confidence):
        clear = np.array([[100, 140], [100, 100], [180, 100], [180, 140]], np.float32)
        self.seen = [Detection(clear, "faceup", 0.9), Detection(clear + 200, "faceup", confidence)]

    def detect(self, image):
        return self.seen


class Halves:
    """Takes the two tiles for a 6-4, the second so likely for one face up, and what lies elsewhere for none."""

    def __init__(self, second=0.99):
        self.second = second

    def read(self, image, corners, rounds=3):
        pips = np.full((len(corners), 2, 13), 1e-4)
        pips[:, 0, 6] = pips[:, 1, 4] = 1 - 12e-4
        off = np.abs(np.mean(corners, axis=1)[:, None] - [[140, 120], [340, 320]]).max(axis=2).min(axis=1)
        is_second = np.mean(corners, axis=(1, 2)) > 200
        faceup = np.where(off < 2, np.where(is_second, self.second, 0.99), 1e-4)
        return PipPredictions(pips, faceup, np.asarray(corners, np.float32))


@pytest.mark.parametrize(("confidence", "read", "asked"), [(0.3, 2, 0), (0.2, 1, 1), (0.01, 1, 0)])
def test_a_tile_too_faint_to_be_read_is_asked_about(confidence, read, asked):
    """Photos were read wrong without a doubt where a tile had been seen, but not clearly enough to be told of."""
    state = Reader(detector=Faint(confidence), pip_reader=Halves()).read(np.zeros((480, 640, 3), np.uint8))
    assert len(state.readings) == read
    assert sum(doubt.kind == "faint" for doubt in state.doubts) == asked


@pytest.mark.parametrize(("second", "read", "asked"), [(0.5, 2, 0), (0.05, 1, 1), (0.005, 1, 0)])
def test_what_one_model_clearly_takes_for_a_tile_and_the_other_does_not_is_asked_about(second, read, asked):
    """A 6-6 that the tile model was sure of was dropped without a word, as the pip model took it for none."""
    detector, halves = Faint(0.8), Halves(second)
    state = Reader(detector=detector, pip_reader=halves).read(np.zeros((480, 640, 3), np.uint8))
    assert len(state.readings) == read
    assert sum(doubt.kind == "faint" for doubt in state.doubts) == asked
