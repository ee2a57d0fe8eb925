"""Outlines that overlap, and which of them are the same tile."""

import numpy as np
import pytest

from muggins.vision.geometry.overlap import box_iou, intersection_over_min, intersections_over_min, nms

UPRIGHT = np.array([(0, 0), (10, 0), (10, 20), (0, 20)], np.float32)
RIGHT = np.float32((10, 0))


def strewn(count, seed=0):
    """(N, 4, 2) outlines of tiles thrown on a table so small that they lie over each other."""
    rng = np.random.default_rng(seed)
    angles = rng.uniform(0, 2 * np.pi, count)
    turns = np.stack([np.cos(angles), np.sin(angles), -np.sin(angles), np.cos(angles)], axis=1).reshape(-1, 2, 2)
    sizes = rng.uniform(0.5, 2, (count, 1, 1))
    return ((UPRIGHT - 10) * sizes @ turns + rng.uniform(0, 80, (count, 1, 2))).astype(np.float32)


def test_an_overlap_is_a_share_of_the_smaller_outline():
    assert intersection_over_min(UPRIGHT, UPRIGHT + RIGHT / 2) == pytest.approx(0.5)
    assert intersection_over_min(UPRIGHT, (UPRIGHT - 5) * 2) == pytest.approx(1.0)
    assert intersection_over_min(UPRIGHT, UPRIGHT + 3 * RIGHT) == 0.0


def test_the_overlap_of_boxes_is_a_share_of_both_together():
    """Two tiles that lie a quarter of their length apart, and two that only touch."""
    box = np.array([0, 0, 10, 20], np.float32)
    others = box + np.float32([(0, 0, 0, 0), (0, 5, 0, 5), (10, 0, 10, 0), (30, 30, 30, 30)])
    assert box_iou(box, others) == pytest.approx([1.0, 0.6, 0.0, 0.0])


def test_a_tile_found_twice_is_kept_once_and_its_neighbour_stays():
    """Touching tiles share an edge but no area, so both are kept."""
    assert nms([UPRIGHT, UPRIGHT + 2, UPRIGHT + RIGHT], 0.5) == [0, 2]


def test_an_outline_that_overlaps_only_a_dropped_one_is_kept():
    """The third outline overlaps only the second, which is dropped because it overlaps the first."""
    assert nms([UPRIGHT, UPRIGHT + RIGHT * 0.4, UPRIGHT + RIGHT * 0.8], 0.5) == [0, 2]


def test_tiles_side_by_side_at_a_slant_are_two_tiles():
    """Their upright boxes overlap widely, which once made box suppression drop every second tile."""
    turn = np.array([(0.7071, 0.7071), (-0.7071, 0.7071)], np.float32)
    assert nms([UPRIGHT @ turn, (UPRIGHT + RIGHT * 1.05) @ turn], 0.5) == [0, 1]


@pytest.mark.parametrize("most", [0.1, 0.35, 0.5])
def test_the_shortcuts_for_speed_change_nothing(most):
    """Upright boxes save most of the work. The result is the same as for each pair by itself."""
    outlines = strewn(60)
    kept: list[int] = []
    for number, outline in enumerate(outlines):
        if all(intersection_over_min(outline, outlines[other]) < most for other in kept):
            kept.append(number)
    assert nms(outlines, most) == kept
    assert 3 < len(kept) < 57


def test_shares_below_the_floor_may_be_zero():
    outlines = strewn(40, seed=1)
    exact, coarse = (intersections_over_min(outlines[0], outlines[1:], least) for least in (0.0, 0.3))
    assert (exact[exact >= 0.3] == coarse[exact >= 0.3]).all()
    assert (coarse <= exact).all()


def test_no_outlines_are_none():
    assert nms([], 0.5) == []
    assert len(intersections_over_min(UPRIGHT, [])) == 0
