"""Small pictures compared: light and noise are no change, and a tile is one."""

from functools import partial

import cv2
import numpy as np
import pytest
from painted import SIZE, noisy, table, with_tile

from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.motion.change import change_mask, is_shifted, patched, small_copy
from muggins.vision.motion.tuning import MOTION_TUNING

change_mask = partial(change_mask, tuning=MOTION_TUNING)
is_shifted = partial(is_shifted, tuning=MOTION_TUNING)
patched = partial(patched, tuning=MOTION_TUNING)
small_copy = partial(small_copy, tuning=MOTION_TUNING)


def test_white_balance_and_a_light_that_slopes_across_the_table_are_no_movement():
    slope = np.linspace(0.8, 1.15, SIZE[0], dtype=np.float32)[None, :, None]
    warm = np.array((0.9, 1.0, 1.08), np.float32)
    later = np.clip(table().astype(np.float32) * slope * warm, 0, 255).astype(np.uint8)
    assert not change_mask(small_copy(table()), small_copy(later)).any()


def test_a_single_tile_laid_down_changes_the_table():
    mask = change_mask(small_copy(table()), small_copy(with_tile(table())))
    row, column = np.argwhere(mask).mean(axis=0) * SIZE[0] / 160
    assert abs(column - 322) < 8
    assert abs(row - 231) < 8


def test_a_camera_moved_a_little_explains_the_edges_that_changed_and_a_tile_does_not():
    before = small_copy(table())
    moved = small_copy(
        cv2.warpAffine(table(), np.float32([[1, 0, 8], [0, 1, -6]]), SIZE, borderMode=cv2.BORDER_REFLECT)
    )
    assert is_shifted(before, moved, change_mask(before, moved))
    laid = small_copy(with_tile(table()))
    assert not is_shifted(before, laid, change_mask(before, laid))


def test_a_view_is_patched_where_the_table_has_changed_and_keeps_its_light():
    before, laid = small_copy(table()), small_copy(with_tile(table()))
    now = small_copy(noisy(with_tile(table()), 1, gain=0.8, sigma=0.0))
    where = change_mask(before, now)
    assert where.any()
    view = patched(before, now, where)
    assert not change_mask(view, now).any()
    assert np.abs(view - laid).mean() < 2


def overexposed(image, gain, seed=0):
    """The picture on a cloth with orange squares, whose red the camera cuts off where it is too bright for it."""
    lit = image.astype(np.float32)
    for x, y in ((200, 20), (20, 220), (460, 210)):
        lit[y : y + 100, x : x + 120] = (20, 100, 300)
    return small_copy(noisy(np.clip(lit * gain, 0, 255).astype(np.uint8), seed, sigma=8.0))


def test_squares_whose_red_was_cut_off_are_the_same_squares_in_a_shorter_exposure():
    """They passed for an arm over the right half of the table, and the first tile of a game was not seen there."""
    bright = overexposed(table(), 1.0)
    assert not change_mask(bright, overexposed(table(), 0.75, seed=1)).any()
    assert not change_mask(bright, overexposed(table(), 1.25, seed=1)).any()


def test_a_view_that_is_patched_in_a_shorter_exposure_fits_a_longer_one_again():
    bright, dim = overexposed(table(), 1.0), overexposed(with_tile(table()), 0.75, seed=1)
    view = patched(bright, dim, change_mask(bright, dim))
    assert not change_mask(view, overexposed(with_tile(table()), 1.0, seed=2)).any()
    assert not change_mask(view, overexposed(with_tile(table()), 0.75, seed=3)).any()


@pytest.mark.parametrize("gain", [0.75, 1.0, 1.25])
def test_an_arm_over_a_square_that_was_cut_off_is_a_change(gain):
    reaching = overexposed(table(), gain, seed=1)
    reaching[10:25, 55:65] = np.array((110, 60, 40), np.float32) * gain
    assert change_mask(overexposed(table(), 1.0), reaching)[12:23, 57:63].all()


@pytest.mark.parametrize(("size", "opened"), [((1280, 720), "quarter"), ((640, 360), "quarter"), ((320, 180), "image")])
def test_the_small_copy_of_a_jpeg_is_that_of_the_whole_picture(size, opened):
    whole = cv2.resize(with_tile(table()), size, interpolation=cv2.INTER_AREA)
    jpeg = Jpeg(cv2.imencode(".jpg", whole)[1].tobytes(), "the camera")
    assert np.abs(small_copy(jpeg) - small_copy(cv2.imdecode(np.frombuffer(jpeg.content, np.uint8), 1))).max() <= 2
    assert opened in vars(jpeg)
