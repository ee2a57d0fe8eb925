"""The order of a tile's corners, its halves, length and area."""

import itertools

import numpy as np
import pytest
from tabletop import camera, seen, tiles

from muggins.vision.geometry.quads import (
    areas,
    canonical_corners,
    clockwise,
    half_centres,
    lengths_from_area,
    order_corners,
    scale_about_centre,
    starts_at_other_end,
    starts_at_second_end,
    turn_round,
)

# Clockwise as seen, y downwards: an upright tile, its upper end first.
UPRIGHT = np.array([[100, 50], [140, 50], [140, 130], [100, 130]], np.float32)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_points_in_any_order_get_canonical_order(order):
    assert canonical_corners(UPRIGHT[list(order)]).tolist() == UPRIGHT.tolist()


def test_a_lying_tile_starts_at_its_left_end():
    lying = np.array([[0, 0], [80, 0], [80, 40], [0, 40]])
    assert canonical_corners(lying).tolist() == [[0, 40], [0, 0], [80, 0], [80, 40]]


def test_known_ends_stay_ends_where_foreshortening_makes_them_long():
    """A tile that points away from a low camera looks wider than long, so its shape does not show its ends."""
    squat = np.array([[0, 0], [40, 0], [42, 30], [-2, 30]])
    assert order_corners(squat[None])[0].tolist() == squat.tolist()
    assert order_corners(squat[None, [3, 2, 1, 0]])[0].tolist() == squat.tolist()
    assert canonical_corners(squat).tolist() != squat.tolist()


def test_three_points_are_no_tile():
    with pytest.raises(ValueError, match="expected 4 points"):
        canonical_corners(UPRIGHT[:3])


def test_halves_lie_where_perspective_puts_them():
    """The far half of a slanted tile looks shorter, so its centre is not at a quarter of the outline."""
    projection = camera(40, distance=8)
    flat, _ = tiles(np.random.default_rng(5), 12, spread=1.5)
    along = (flat[:, 2] + flat[:, 3] - flat[:, 0] - flat[:, 1]) / 2
    middles = flat.mean(axis=1)
    true = np.stack([seen(middles - along / 4, projection), seen(middles + along / 4, projection)], axis=1)
    assert np.abs(half_centres(seen(flat, projection)) - true).max() < 0.05


def test_areas_do_not_depend_on_the_order():
    assert areas(np.array([UPRIGHT, UPRIGHT[::-1]])) == pytest.approx([3200, 3200])


def test_a_quadrilateral_that_runs_anticlockwise_is_turned_over_and_keeps_its_first_end():
    assert clockwise(np.stack([UPRIGHT[[1, 0, 3, 2]], UPRIGHT])).tolist() == [UPRIGHT.tolist()] * 2


def test_turning_a_tile_round_exchanges_its_ends_and_its_halves():
    turned = np.array([True, False])
    assert turn_round(np.stack([UPRIGHT, UPRIGHT]), turned).tolist() == [
        UPRIGHT[[2, 3, 0, 1]].tolist(),
        UPRIGHT.tolist(),
    ]
    assert turn_round(np.array([[6, 4], [6, 4]]), turned).tolist() == [[4, 6], [6, 4]]


def test_corners_that_start_at_the_second_end_are_known():
    assert starts_at_second_end(np.stack([UPRIGHT, UPRIGHT[[2, 3, 0, 1]]])).tolist() == [False, True]


def test_the_end_at_which_labels_start_is_known_from_corners_found_close_to_them():
    labels = np.array([[(0, 10), (0, 0), (20, 0), (20, 10)]] * 2, np.float32)
    found = turn_round(labels, np.array([False, True])) + np.array((1, -2))
    assert starts_at_other_end(labels, found).tolist() == [False, True]


def test_a_tile_is_scaled_about_its_centre():
    scaled = scale_about_centre(UPRIGHT, 2.0)
    assert np.ptp(scaled, axis=0).tolist() == [80, 160]
    assert scaled.mean(axis=0).tolist() == UPRIGHT.mean(axis=0).tolist()


def test_a_tile_twice_as_long_as_wide_has_the_length_of_its_longer_edge():
    assert lengths_from_area(UPRIGHT[None]) == pytest.approx([80])
