"""Windows around small tiles, and quadrants of a picture."""

from functools import partial

import numpy as np
import pytest
from detected import tile

from muggins.vision.detection.tuning import DETECTION_TUNING, DetectionTuning
from muggins.vision.detection.windows import is_cut, is_inside, is_shown, plan_windows, quadrants

plan_windows = partial(plan_windows, tuning=DETECTION_TUNING)
quadrants = partial(quadrants, tuning=DETECTION_TUNING)


@pytest.mark.parametrize("length", [40, 60, 90])
def test_windows_hold_every_tile_whole_and_stay_in_the_picture(length):
    found = [tile(x, y, length) for x in (60, 900, 1850) for y in (60, 1000)]
    windows = plan_windows(found, 1920, 1080)
    for one in found if windows else ():
        low, high = one.corners.min(axis=0), one.corners.max(axis=0)
        held = [low[0] >= w[0] and low[1] >= w[1] and high[0] <= w[2] and high[1] <= w[3] for w in windows]
        assert any(held)
    for left, top, right, bottom in windows:
        assert 0 <= left < right <= 1920
        assert 0 <= top < bottom <= 1080


def test_quadrants_overlap_and_cover_the_picture():
    windows = quadrants(1920, 1080)
    shown = np.zeros((1080, 1920), int)
    for left, top, right, bottom in windows:
        shown[top:bottom, left:right] += 1
    assert len(windows) == 4
    assert shown.min() == 1
    assert (shown[:, 960] >= 2).all()
    assert (shown[540] >= 2).all()


def test_a_picture_no_larger_than_the_input_has_no_quadrants():
    assert quadrants(640, 480) == []


def test_a_policy_with_longer_small_tiles_plans_windows_where_the_usual_one_does_not():
    found = [tile(x, 300, 150) for x in (300, 500, 700)]
    assert plan_windows(found, 1920, 1080) == []
    assert len(plan_windows(found, 1920, 1080, tuning=DetectionTuning(small_length_px=60))) == 1


def test_a_tile_is_cut_by_the_edge_of_a_window_and_not_by_that_of_the_picture():
    size, window = (1920, 1080), (0, 0, 500, 400)
    beyond, at_the_border = tile(490, 200), tile(10, 200)
    assert is_cut(beyond, window, size)
    assert not is_cut(at_the_border, window, size)
    assert is_inside(beyond, window)
    assert [is_shown(one, window, size) for one in (beyond, at_the_border, tile(900, 200))] == [False, True, False]


def test_windows_of_a_large_layout_show_its_tiny_tiles_large_enough_to_be_sure_of():
    found = [tile(x, y, 20) for x in range(100, 1200, 60) for y in range(100, 900, 60)]
    windows = plan_windows(found, 1280, 960)
    longest = max(max(right - left, bottom - top) for left, top, right, bottom in windows)
    assert 20 * 640 / longest >= 0.9 * DETECTION_TUNING.shown_length_px
    for one in found:
        low, high = one.corners.min(axis=0), one.corners.max(axis=0)
        assert any(((low >= w[:2]) & (high <= w[2:])).all() for w in windows)
