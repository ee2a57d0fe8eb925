"""Pictures of nearly dark rooms."""

from functools import partial

import numpy as np
import pytest

from muggins.vision.detection.exposure import brighten_if_dark
from muggins.vision.detection.tuning import DETECTION_TUNING

brighten_if_dark = partial(brighten_if_dark, tuning=DETECTION_TUNING)


def room(table, tile):
    """A picture of a table with a tile on it, at these levels of 255."""
    image = np.full((480, 640, 3), table, np.uint8)
    image[200:280, 200:360] = tile
    return image


def test_a_picture_by_daylight_stays_as_it_is():
    image = room(90, 200)
    assert brighten_if_dark(image) is image


def test_in_a_dark_room_tiles_become_brighter():
    seen = brighten_if_dark(room(8, 30))
    assert seen[240, 280].tolist() == [DETECTION_TUNING.bright_level] * 3
    assert seen[10, 10, 0] == pytest.approx(8 / 30 * DETECTION_TUNING.bright_level, abs=1)


def test_a_black_picture_is_not_made_of_noise():
    assert brighten_if_dark(room(1, 2)).max() <= 2 * DETECTION_TUNING.max_gain


def test_a_lamp_in_the_picture_does_not_hide_that_the_room_is_dark():
    image = room(8, 30)
    image[:40, :40] = 255
    assert brighten_if_dark(image)[240, 280, 0] == DETECTION_TUNING.bright_level
