"""Tiles seen too faintly to be read; people are asked about them."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from muggins.vision.pips.classifier import PipPredictions
from muggins.vision.reading.doubts import doubts_for_rejected
from muggins.vision.reading.reader import Reader
from muggins.vision.reading.tuning import READING_TUNING
from muggins.vision.types import Detection

doubts_for_rejected = partial(doubts_for_rejected, tuning=READING_TUNING)


@pytest.fixture
def faintly(lay):
    """Readings of laid tiles with that confidence."""

    def seen(text, confidence):
        return [replace(reading, confidence=confidence) for reading in lay(text)]

    return seen


def test_a_possible_tile_is_asked_about(lay, faintly):
    read = lay("6-4: 0 0 0, 6-1: 0 2.05 90")
    (doubt,) = doubts_for_rejected(faintly("2-1: 6 0 0", 0.2), read, ())
    assert (doubt.kind, str(doubt.tile)) == ("faint", "2-1")
    assert [str(tile) for tile, _ in doubt.likely] == ["2-1"]
    assert "2-1" in str(doubt.text)


def test_a_hardly_visible_tile_is_not_asked_about(lay, faintly):
    assert doubts_for_rejected(faintly("2-1: 6 0 0", 0.01), lay("6-4: 0 0 0"), ()) == ()


def test_nothing_is_asked_about_where_a_tile_was_read_or_lies_face_down(lay, faintly):
    faint = faintly("2-1: 0.1 0 0", 0.2)
    assert doubts_for_rejected(faint, lay("6-4: 0 0 0"), ()) == ()
    assert doubts_for_rejected(faint, (), [Detection(faint[0].corners, "facedown")]) == ()
    assert len(doubts_for_rejected(faint, (), ())) == 1


def test_there_are_two_questions_at_most(lay, faintly):
    faint = faintly("2-1: 0 0 0, 3-1: 4 0 0, 5-1: 8 0 0, 6-1: 12 0 0", 0.2)
    assert len(doubts_for_rejected(faint, (), ())) == READING_TUNING.max_questions


def test_all_further_tiles_that_the_pip_model_is_sure_of_are_asked_about_together(lay, faintly):
    """Of six real tiles that looked printed only two were asked about."""
    row = "2-1: 0 0 0, 3-1: 4 0 0, 5-1: 8 0 0, 6-1: 12 0 0, 4-4: 16 0 0, 5-5: 20 0 0, 6-6: 24 0 0, 3-3: 28 0 0"
    seen = faintly(row, 0.2)
    *_, together = doubts_for_rejected(seen[:4], (), (), sure=seen)
    assert str(together.text) == "Do 5-1 and 6-1 lie there, or are they printed?"
    *_, together = doubts_for_rejected(seen, (), (), sure=seen)
    among = "among them 5-1, 6-1, 4-4 and 5-5"
    assert str(together.text) == f"More tiles were seen that may be printed, {among}. Do they lie there?"
    assert [str(tile) for tile, _ in together.likely] == ["5-1", "6-1", "4-4", "5-5", "6-6", "3-3"]


class Faint:
    """A detector that sees a 6-4 clearly and something else faintly."""

    def __init__(self, confidence):
        clear = np.array([[100, 140], [100, 100], [180, 100], [180, 140]], np.float32)
        self.seen = [Detection(clear, "faceup", 0.9), Detection(clear + 200, "faceup", confidence)]

    def detect(self, image):
        return self.seen


class Halves:
    """A pip model that reads a 6-4, a second tile with that probability and those halves, and nothing elsewhere."""

    def __init__(self, second=0.99, halves=(6, 4)):
        self.second = second
        self.halves = halves

    def read(self, image, corners, rounds=3):
        pips = np.full((len(corners), 2, 13), 1e-4)
        off = np.abs(np.mean(corners, axis=1)[:, None] - [[140, 120], [340, 320]]).max(axis=2).min(axis=1)
        is_second = np.mean(corners, axis=(1, 2)) > 200
        for each, second in zip(pips, is_second, strict=True):
            each[[0, 1], self.halves if second else (6, 4)] = 1 - 12e-4
        faceup = np.where(off < 2, np.where(is_second, self.second, 0.99), 1e-4)
        return PipPredictions(pips, faceup, np.asarray(corners, np.float32))


@pytest.mark.parametrize(("confidence", "read", "asked"), [(0.3, 2, 0), (0.2, 1, 1), (0.01, 1, 0)])
def test_a_tile_too_faint_to_be_read_is_asked_about(confidence, read, asked):
    """Photos were once read wrong without a doubt where a tile had been detected too faintly."""
    state = Reader(detector=Faint(confidence), pip_reader=Halves()).read(np.zeros((480, 640, 3), np.uint8))
    assert len(state.readings) == read
    assert sum(doubt.kind == "faint" for doubt in state.doubts) == asked


@pytest.mark.parametrize(("second", "read", "asked"), [(0.5, 2, 0), (0.05, 1, 1), (0.005, 1, 0)])
def test_a_tile_that_only_one_model_sees_is_asked_about(second, read, asked):
    """A 6-6 that the tile model was sure of was once dropped without a doubt, as the pip model saw no tile."""
    detector, halves = Faint(0.8), Halves(second)
    state = Reader(detector=detector, pip_reader=halves).read(np.zeros((480, 640, 3), np.uint8))
    assert len(state.readings) == read
    assert sum(doubt.kind == "faint" for doubt in state.doubts) == asked


@pytest.mark.parametrize(("halves", "beside", "asked"), [((6, 4), True, 1), ((0, 0), True, 0), ((0, 0), False, 1)])
def test_nobody_is_asked_about_a_blank_among_tiles_face_down(halves, beside, asked):
    """A back shows as little as the double-blank: “Does 0-0 lie there?” was asked about the boneyard."""
    detector = Faint(0.8)
    if beside:
        detector.seen.append(Detection(np.add(detector.seen[0].corners, (300, 0)), "facedown", 0.9))
    state = Reader(detector=detector, pip_reader=Halves(0.05, halves)).read(np.zeros((480, 640, 3), np.uint8))
    assert sum(doubt.kind == "faint" for doubt in state.doubts) == asked
