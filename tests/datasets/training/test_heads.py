"""Corners against oriented boxes: what each can outline, and how both are measured."""

from pathlib import Path

import numpy as np
import pytest

from muggins.datasets.evaluation import heads
from muggins.datasets.training.oriented import box_corners, quads, rectangles
from muggins.scorer import Tile
from muggins.vision.labels.truth import LabelledPhoto, TrueTile, upright_box
from muggins.vision.types import Detection

FLAT = np.array([(10, 50), (10, 10), (90, 10), (90, 50)], np.float32)
SLANTED = np.array([(10, 50), (30, 10), (90, 10), (100, 50)], np.float32)


def turned(quad, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = quad.mean(axis=0)
    return ((quad - middle) @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)


@pytest.mark.parametrize("degrees", [0, 20, 45, 90, 134, 180, 250])
def test_a_tile_seen_straight_down_is_its_own_oriented_box(degrees):
    tile = turned(FLAT, degrees)
    box = rectangles(tile[None])
    assert box[0, 2:4] == pytest.approx((80, 40), abs=0.01)
    assert -np.pi / 4 - 1e-6 <= box[0, 4] <= 3 * np.pi / 4 + 1e-6
    assert heads.alike(quads(box)[0], tile) == pytest.approx(1, abs=0.001)
    assert heads.off_by(quads(box)[0], tile) == pytest.approx(0, abs=0.001)


def test_no_oriented_box_follows_the_corners_of_a_slanted_tile():
    box = quads(rectangles(SLANTED[None]))[0]
    assert heads.alike(box, SLANTED) < 0.9
    assert heads.off_by(box, SLANTED) > 0.05


def test_an_oriented_box_runs_clockwise_and_begins_with_an_end():
    box = quads(rectangles(turned(FLAT, 30)[None]))[0]
    assert np.linalg.norm(box[1] - box[0]) == pytest.approx(40, abs=0.01)
    (ax, ay), (bx, by) = box[2] - box[0], box[3] - box[1]
    assert ax * by - ay * bx > 0


def test_the_corners_of_an_upright_box_are_around_it():
    (corners,) = box_corners(np.array([(10.0, 20.0, 50.0, 40.0)]))
    assert upright_box(corners) == (10, 20, 50, 40)


def a_photo(*tiles):
    return LabelledPhoto(Path("a.jpg"), tiles)


def a_tile(quad, is_cut=False):
    return TrueTile(Tile(6, 4), "faceup", upright_box(quad), quad, is_cut)


def test_one_of_two_tiles_found_and_one_thing_that_is_none():
    found = [Detection(FLAT, "faceup", 0.9), Detection(FLAT + 300, "faceup", 0.6)]
    got = heads.compare([(a_photo(a_tile(FLAT), a_tile(FLAT + 100)), found)])
    assert (got.tiles, got.recall, got.precision, got.average_precision) == (2, 0.5, 0.5, 0.5)
    assert got.grounds == pytest.approx([1])
    assert got.offs == pytest.approx([0])


def test_what_is_false_but_fainter_costs_no_average_precision():
    sure, faint = Detection(FLAT, "faceup", 0.9), Detection(FLAT + 300, "faceup", 0.02)
    assert heads.compare([(a_photo(a_tile(FLAT)), [sure, faint])]).average_precision == 1
    swapped = [Detection(FLAT + 300, "faceup", 0.9), Detection(FLAT, "faceup", 0.02)]
    assert heads.compare([(a_photo(a_tile(FLAT)), swapped)]).average_precision == 0.5


def test_what_lies_on_a_tile_that_is_cut_off_is_passed_over():
    got = heads.compare([(a_photo(a_tile(FLAT, is_cut=True)), [Detection(FLAT, "faceup", 0.9)])])
    assert (got.tiles, len(got.confidences)) == (0, 0)


def test_boxes_come_back_in_the_pixels_of_the_photo(monkeypatch):
    """A photo of 1280 x 960 is looked at half as large."""
    answer = np.zeros((1, 8, 2), np.float32)
    answer[0, :, 0] = (100, 50, 80, 40, 0.9, 0.0, 0.0, 0.0)
    answer[0, :, 1] = (100, 50, 79, 40, 0.8, 0.0, 0.0, 0.0)

    class Answers:
        def __init__(self, path):
            pass

        def __call__(self, pictures):
            return answer

    monkeypatch.setattr(heads, "Network", Answers)
    (found,) = heads.BoxDetector(Path("boxes.onnx"), 0.1).detect(np.zeros((960, 1280, 3), np.uint8))
    assert (found.kind, found.confidence) == ("faceup", pytest.approx(0.9))
    assert upright_box(found.corners) == pytest.approx((120, 60, 280, 140), abs=1)
