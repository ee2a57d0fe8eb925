"""A tile that lies as it lay is not read again; one that has changed in any way is."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from muggins.vision.capture.images import load_picture
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.pips.crops import crop_to_picture, rectify_tiles
from muggins.vision.pips.remembering import RememberingClassifier
from muggins.vision.reading.reader import Reader
from muggins.webapp import bench

PICTURE = Path(bench.__file__).with_name("bench.jpg")
"""Twenty tiles of one set."""


class CountingClassifier:
    """The pip model, which counts the crops that it is shown."""

    def __init__(self):
        self.classifier, self.asked = PipClassifier(), 0

    def read(self, image, corners, rounds=2):
        self.asked += len(corners)
        return self.classifier.read(image, corners, rounds)


@pytest.fixture(scope="module")
def table():
    """A picture and its tiles: (20, 4, 2) outlines and (20, 2) pips."""
    picture = load_picture(PICTURE)
    readings = Reader().read(picture).readings
    return picture, np.array([reading.corners for reading in readings]), np.array([r.shows for r in readings])


@pytest.fixture(scope="module")
def counting():
    return CountingClassifier()


@pytest.fixture
def reader(counting):
    counting.asked = 0
    return RememberingClassifier(counting)


def named(reader, picture, outlines):
    """The pips of both halves of each tile, as they are most likely."""
    return reader.read(picture, outlines).pips.argmax(axis=2)


def with_tile_moved(picture, tile, place):
    """The picture with the tile of one outline at the place of another too."""
    crop = rectify_tiles(picture, tile[None], margin=4)[0]
    to_place = crop_to_picture(place[None], margin=4)[0]
    size = picture.shape[1], picture.shape[0]
    return cv2.warpPerspective(crop, to_place, size, dst=picture.copy(), borderMode=cv2.BORDER_TRANSPARENT)


def test_tiles_that_lie_as_they_lay_are_read_once(table, reader, counting):
    picture, outlines, pips = table
    for seed in range(4):
        noise = np.random.default_rng(seed).normal(0, 4, picture.shape)
        assert np.array_equal(named(reader, np.clip(picture + noise, 0, 255).astype(np.uint8), outlines), pips)
    assert counting.asked == len(outlines)


def test_an_outline_that_wavers_is_that_of_the_same_tile(table, reader, counting):
    picture, outlines, _ = table
    first = reader.read(picture, outlines)
    again = reader.read(picture, outlines + np.array([3, -2], np.float32))
    assert np.array_equal(first.corners, again.corners)
    assert counting.asked == len(outlines)


@pytest.mark.parametrize("light", [1.0, 0.1])
def test_whatever_tile_takes_its_place_is_read(light, table, reader):
    picture, outlines, pips = table
    picture = (picture * light).astype(np.uint8)
    place = outlines[:1]
    for tile, shown in zip(outlines[1:], pips[1:], strict=True):
        named(reader, picture, place)
        assert named(reader, with_tile_moved(picture, tile, place[0]), place).tolist() == [shown.tolist()]


def test_a_bare_place_is_read_once_after_the_tile_is_gone(table, reader, counting):
    picture, outlines, _ = table
    cloth = np.full_like(picture, (70, 110, 40))
    likely = [reader.read(shown, outlines[:1]).is_faceup[0] for shown in (picture, cloth, cloth)]
    assert [lies > 0.5 for lies in likely] == [True, False, False]
    assert counting.asked == 2


def test_what_was_not_read_clearly_is_read_again(table, reader, counting):
    picture, outlines, _ = table
    straddle = outlines[:1] + (outlines[0, 3] - outlines[0, 0]) / 3
    read = [reader.read(picture, straddle, 1).is_faceup[0] for _ in range(2)]
    assert 0.03 < read[0] < 0.97
    assert counting.asked == 2


def test_tiles_are_told_in_the_order_in_which_they_were_asked_about(table, reader, counting):
    picture, outlines, pips = table
    assert np.array_equal(named(reader, picture, outlines[1::2]), pips[1::2])
    assert np.array_equal(named(reader, picture, outlines[::-1]), pips[::-1])
    assert counting.asked == len(outlines)


def test_no_tiles_are_nothing_to_remember(table, reader):
    assert reader.read(table[0], np.zeros((0, 4, 2), np.float32)).pips.shape == (0, 2, 13)
