"""Which tiles lie against each other, and how."""

import itertools
from functools import partial

import numpy as np
import pytest

from muggins.vision.geometry.table_plane import Poses
from muggins.vision.layout.contacts import HALF, find_contacts, near_pairs
from muggins.vision.layout.tuning import LAYOUT_TUNING

find_contacts = partial(find_contacts, tuning=LAYOUT_TUNING)

END_0, END_1, SIDES_0, SIDES_1, MIDDLES = 0, 1, (2, 3), (4, 5), (6, 7)


def poses(*places):
    """Tiles at (x, y, degrees) in tile widths."""
    x, y, degrees = np.array(places, float).T
    turns = np.radians(degrees)
    return Poses(np.stack([x, y], 1), np.stack([np.cos(turns), np.sin(turns)], 1), np.zeros(len(x)))


def contact(first, second):
    """The (8, 8) fits of two tiles."""
    (fit,) = find_contacts(poses(first, second), 2.0).fit
    return fit


@pytest.mark.parametrize("count", [1, 2, 28, 91])
def test_near_pairs_are_the_same_as_by_brute_force(count):
    points = np.random.default_rng(count).uniform(-9, 9, (count, 2))
    near = {(a, b) for a, b in itertools.combinations(range(count), 2) if np.hypot(*(points[a] - points[b])) < 2.7}
    first, second = near_pairs(points, 2.7)
    assert len(first) == len(near)
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == near


def test_one_more_tile_gives_one_more_pair():
    """Work grows with the number of tiles, not with its square: a chain of 91 tiles has 90 pairs."""
    chain = poses(*((2.05 * k, 0, 0) for k in range(91)))
    assert len(find_contacts(chain, 2.0)) == 90


def test_tiles_apart_are_in_no_contact():
    assert len(find_contacts(poses((0, 0, 0), (2.6, 0, 0)), 2.0)) == 0


@pytest.mark.parametrize(
    ("second", "here", "there"),
    [
        ((2.03, 0, 0), [END_1], [END_0]),
        ((2.03, 0, 180), [END_1], [END_1]),
        ((0.5, 1.53, 90), SIDES_1, [END_0]),
        ((1.53, 0.5, 90), [END_1], SIDES_0),
        ((1.53, 0, 90), [END_1], MIDDLES),
    ],
)
def test_the_spots_that_touch_fit_best(second, here, there):
    best = np.unravel_index(contact((0, 0, 0), second).argmax(), (8, 8))
    assert best[0] in here
    assert best[1] in there


def test_the_worse_tiles_lie_the_worse_they_fit():
    def end_to_end(x, y, degrees):
        return contact((0, 0, 0), (x, y, degrees))[END_1, END_0]

    neat = end_to_end(2.03, 0, 0)
    assert neat > 2
    assert neat > end_to_end(2.15, 0, 0) > end_to_end(2.45, 0, 0)
    assert neat > end_to_end(2.03, 0.2, 0) > end_to_end(2.03, 0.5, 0)
    assert neat > end_to_end(2.03, 0, 10) > end_to_end(2.03, 0, 25)


def test_it_does_not_matter_which_tile_comes_first_or_how_the_table_is_turned():
    one, other = (0.0, 0.0, 0.0), (2.1, 0.1, 7.0)
    turned = [(-y, x, degrees + 90) for x, y, degrees in (one, other)]
    assert contact(one, other) == pytest.approx(contact(other, one).T)
    assert contact(one, other) == pytest.approx(contact(*turned))


def test_rows_lie_side_by_side_or_end_to_end():
    beside = find_contacts(poses((0, 0, 0), (0, 1.2, 0)), 2.0).row[0]
    behind = find_contacts(poses((0, 0, 0), (2.3, 0, 0)), 2.0).row[0]
    crooked = find_contacts(poses((0, 0, 0), (2.3, 0.3, 30)), 2.0).row[0]
    assert min(beside, behind) > 2
    assert crooked < 0


def test_the_middle_of_a_side_belongs_to_both_halves():
    assert HALF.tolist() == [0, 1, 0, 0, 1, 1, -1, -1]


def test_tiles_do_not_touch_through_a_third():
    """Two tiles on either side of a crossed double, outlined a little too near each other, were once joined."""
    one, other, double = (0, -1.2, 90), (0, 1.2, 90), (0, 0, 0)
    found = find_contacts(poses(one, other, double), 2.0)
    fits = dict(zip(zip(found.first.tolist(), found.second.tolist(), strict=True), found.fit, strict=True))
    assert contact(one, other).max() > 0
    assert fits[0, 1].max() == -50
    assert fits[0, 2].max() > -50
    assert fits[1, 2].max() > -50


def test_a_tile_at_the_corner_of_two_that_touch_is_not_between_them():
    found = find_contacts(poses((0, 0, 0), (1.53, 0.5, 90), (0.3, 1.05, 0), (3.1, -0.02, 0)), 2.0)
    fits = dict(zip(zip(found.first.tolist(), found.second.tolist(), strict=True), found.fit, strict=True))
    assert fits[0, 1].max() == pytest.approx(contact((0, 0, 0), (1.53, 0.5, 90)).max())


def test_a_badly_found_outline_widens_the_densities():
    tiles = poses((0, 0, 0), (2.25, 0.28, 12))
    badly = Poses(tiles.centres, tiles.along, np.full(2, 0.09))
    assert find_contacts(badly, 2.0).fit.max() > find_contacts(tiles, 2.0).fit.max() + 0.4
