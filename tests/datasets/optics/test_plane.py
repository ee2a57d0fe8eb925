"""Flat shapes are turned and moved."""

import numpy as np

from muggins.datasets.optics.plane import place_flat

TILE = np.array([(2.0, 0.5), (2.0, -0.5), (-2.0, -0.5)])


def test_a_quarter_turn_points_the_end_of_a_tile_along_the_second_axis():
    assert np.allclose(place_flat(TILE, np.pi / 2, (0, 0)), [(-0.5, 2), (0.5, 2), (0.5, -2)])


def test_a_tile_is_turned_before_it_is_moved():
    assert np.allclose(place_flat(TILE, np.pi, (10, 1)), [(8, 0.5), (8, 1.5), (12, 1.5)])
