"""Where a reading lies and which way round it is."""

import numpy as np
import pytest

from muggins.vision.geometry.readings import aligned, turned_round


def test_a_reading_turned_round_shows_the_same_tile_with_its_halves_exchanged(lay):
    (six_four,) = lay("6-4: 0 0 0")
    turned = turned_round(six_four)
    assert turned.shows == six_four.shows[::-1]
    assert turned.tile == six_four.tile
    assert (turned.ends == six_four.ends[::-1]).all()
    assert (turned.corners == six_four.corners[[2, 3, 0, 1]]).all()


def test_a_reading_is_aligned_with_an_earlier_one_of_the_same_tile(lay):
    (six_four,) = lay("6-4: 0 0 0")
    assert aligned(turned_round(six_four), six_four).shows == six_four.shows
    assert aligned(six_four, six_four) is six_four


def test_place_and_width_are_in_pixels(lay):
    (six_four,) = lay("6-4: 0 0 0")
    edges = np.linalg.norm(six_four.corners[[0, 2]] - six_four.corners[[1, 3]], axis=1)
    assert six_four.width == pytest.approx(edges.mean())
    assert six_four.centre == pytest.approx(six_four.corners.mean(axis=0))
