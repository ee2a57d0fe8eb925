"""Closer looks at places that have changed and where nothing was read."""

from functools import partial

import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.vision.motion.change import small_copy
from muggins.vision.motion.motion import Motion
from muggins.vision.motion.tuning import MOTION_TUNING
from muggins.vision.tracking.rescan import read_part, unexplained_places
from muggins.vision.tracking.tuning import TRACKING_TUNING
from muggins.vision.types import TableState, TileReading

read_part = partial(read_part, tuning=TRACKING_TUNING)
unexplained_places = partial(unexplained_places, tuning=TRACKING_TUNING)

small_copy = partial(small_copy, tuning=MOTION_TUNING)

SIZE = (1280, 720)


def table(*tiles):
    """A table with white tiles, each 50 x 100 pixels around its middle."""
    image = np.random.default_rng(1).integers(60, 90, (*SIZE[::-1], 3)).astype(np.uint8)
    for x, y in tiles:
        image[y - 25 : y + 25, x - 50 : x + 50] = 210
    return image


def corners(x, y):
    return np.array([(x - 50, y + 25), (x - 50, y - 25), (x + 50, y - 25), (x + 50, y + 25)], np.float32)


def places(before, now, known=()):
    return [place.part for place in unexplained_places(small_copy(before), Motion.start(now, 1.0), known, SIZE)]


def test_a_new_tile_that_was_not_read_is_looked_at_closer():
    (box,) = places(table((300, 300)), table((300, 300), (700, 400)), [corners(300, 300)])
    left, top, right, bottom = box
    assert left < 650
    assert right > 750
    assert top < 375
    assert bottom > 425
    assert right - left == bottom - top
    assert right - left < SIZE[1]


def test_a_new_tile_that_was_read_needs_no_closer_look():
    assert places(table(), table((700, 400)), [corners(700, 400)]) == []


def test_nothing_changed_nothing_to_look_at():
    assert places(table((300, 300)), table((300, 300))) == []


@pytest.mark.parametrize("middle", [(60, 40), (1220, 690)])
def test_near_the_edge_the_part_stays_within_the_picture(middle):
    (box,) = places(table(), table(middle))
    assert min(box) >= 0
    assert box[2] <= SIZE[0]
    assert box[3] <= SIZE[1]


def test_what_is_read_in_a_part_is_given_in_pixels_of_the_whole_picture():
    pips = np.full((2, 7), 1 / 7)
    in_part = TileReading(corners(160, 160), np.array([(135, 160), (185, 160)]), pips)
    at_edge = TileReading(corners(20, 160), np.array([(0, 160), (45, 160)]), pips)
    shapes = []

    def read(part, time):
        shapes.append(part.image.shape)
        return TableState(time, (in_part, at_edge), Layout(), (), ())

    (reading,) = read_part(read, table(), 2.0, (500, 300, 820, 620))
    assert shapes == [(320, 320, 3)]
    assert np.allclose(reading.corners, corners(660, 460))
    assert np.allclose(reading.ends, [(635, 460), (685, 460)])
