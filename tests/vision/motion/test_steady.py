"""Small pictures of a shaking camera, shifted back onto a still."""

from functools import partial

import cv2
import numpy as np
import pytest
from painted import SIZE, noisy, table, with_arm, with_tile

from muggins.vision.motion.arms import find_arms
from muggins.vision.motion.change import change_mask, small_copy
from muggins.vision.motion.steady import find_shift, steadied
from muggins.vision.motion.tuning import MOTION_TUNING

change_mask = partial(change_mask, tuning=MOTION_TUNING)
find_shift = partial(find_shift, tuning=MOTION_TUNING)
small_copy = partial(small_copy, tuning=MOTION_TUNING)
steadied = partial(steadied, tuning=MOTION_TUNING)


def shaken(image, right, down):
    """The picture of a camera that has moved: everything lies so many pixels further to the right and below."""
    warp = np.float32([[1, 0, right], [0, 1, down]])
    return cv2.warpAffine(image, warp, SIZE, borderMode=cv2.BORDER_REFLECT)


@pytest.mark.parametrize(("right", "down"), [(3, 0), (-2, 5), (6, -6), (0.8, -0.4)])
def test_a_shift_is_found_to_a_tenth_of_a_small_pixel_whatever_the_exposure(right, down):
    now = noisy(shaken(table(), right, down), 1, gain=0.8)
    assert find_shift(small_copy(table()), small_copy(now)) == pytest.approx((right / 4, down / 4), abs=0.1)


def test_neither_an_arm_nor_a_new_tile_pulls_the_picture_along():
    now = shaken(with_arm(with_tile(table()), "bottom", (322, 231)), -4, 2)
    assert find_shift(small_copy(table()), small_copy(noisy(now, 1))) == pytest.approx((-1, 0.5), abs=0.1)


def test_a_steadied_picture_shows_the_arm_alone():
    reaching = with_arm(table(), "left", (150, 100))
    still, now = small_copy(table()), small_copy(shaken(reaching, -6, 4))
    true, seen = change_mask(still, small_copy(reaching)), change_mask(still, steadied(still, now))
    assert (seen ^ true).sum() < 0.1 * true.sum()
    assert [arm.side for arm in find_arms(seen, MOTION_TUNING)] == ["left"], "it still comes over the border"


def test_a_cloth_without_a_mark_is_not_shifted_after_an_arm():
    plain = np.full((360, 640, 3), (90, 110, 70), np.uint8)
    arms = [with_arm(plain, "top", (322, y)) for y in (100, 106)]
    assert find_shift(small_copy(noisy(plain, 1)), small_copy(noisy(arms[0], 2))) == pytest.approx((0, 0), abs=0.1)
    assert change_mask(small_copy(arms[0]), small_copy(arms[1])).any(), "the arm has moved, not the camera"


def test_a_camera_pushed_farther_than_it_shakes_has_moved():
    now = small_copy(shaken(table(), 18, -11))
    assert steadied(small_copy(table()), now) is now
