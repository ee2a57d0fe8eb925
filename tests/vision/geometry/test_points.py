"""Directions and homographies."""

import numpy as np
import pytest

from muggins.vision.geometry.points import apply_homography, cross, perpendicular, unit_square_to_quads

SLANTED = np.array([[10, 90], [20, 10], [80, 20], [120, 110]], np.float64)
SQUARE = np.array([[0, 1], [0, 0], [1, 0], [1, 1]], np.float64)


def test_the_unit_square_is_mapped_to_the_corners_of_each_tile():
    homographies = unit_square_to_quads(np.stack([SLANTED, SLANTED + 7]))
    assert apply_homography(homographies, SQUARE) == pytest.approx(np.stack([SLANTED, SLANTED + 7]))


def test_one_homography_maps_points_of_any_shape():
    (homography,) = unit_square_to_quads(SLANTED[None])
    assert apply_homography(homography, SQUARE) == pytest.approx(SLANTED)
    assert apply_homography(homography, SQUARE.reshape(2, 2, 2)) == pytest.approx(SLANTED.reshape(2, 2, 2))


def test_a_quarter_turn_is_clockwise_as_seen():
    right = np.array([1.0, 0.0])
    assert perpendicular(right).tolist() == [0, 1]
    assert cross(right, perpendicular(right)) == 1
