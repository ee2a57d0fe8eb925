"""Corners in their one order, and the table found from the tiles that lie on it."""

import itertools

import numpy as np
import pytest
from tabletop import camera, seen, tiles

from muggins.vision.geometry.quads import areas, canonical_corners, estimate_table_plane, half_centres, order_corners

# Clockwise as seen, y downwards: an upright tile, its upper end first.
UPRIGHT = np.array([[100, 50], [140, 50], [140, 130], [100, 130]], np.float32)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_points_in_any_order_become_the_one_order(order):
    assert canonical_corners(UPRIGHT[list(order)]).tolist() == UPRIGHT.tolist()


def test_a_lying_tile_starts_at_its_left_end():
    lying = np.array([[0, 0], [80, 0], [80, 40], [0, 40]])
    assert canonical_corners(lying).tolist() == [[0, 40], [0, 0], [80, 0], [80, 40]]


def test_known_ends_stay_ends_where_foreshortening_makes_them_long():
    """A tile that points away from a low camera looks wider than long: its shape does not tell its ends."""
    squat = np.array([[0, 0], [40, 0], [42, 30], [-2, 30]])
    assert order_corners(squat[None])[0].tolist() == squat.tolist()
    assert order_corners(squat[None, [3, 2, 1, 0]])[0].tolist() == squat.tolist()
    assert canonical_corners(squat).tolist() != squat.tolist()


def test_three_points_are_no_tile():
    with pytest.raises(ValueError, match="expected 4 points"):
        canonical_corners(UPRIGHT[:3])


def test_halves_lie_where_perspective_puts_them():
    """The far half of a slanted tile is shorter, so that its middle is not at a quarter of the outline."""
    projection = camera(40, distance=8)
    flat, _ = tiles(np.random.default_rng(5), 12, spread=1.5)
    along = (flat[:, 2] + flat[:, 3] - flat[:, 0] - flat[:, 1]) / 2
    middles = flat.mean(axis=1)
    true = np.stack([seen(middles - along / 4, projection), seen(middles + along / 4, projection)], axis=1)
    assert np.abs(half_centres(seen(flat, projection)) - true).max() < 0.05


def test_areas_do_not_mind_the_order():
    assert areas(np.array([UPRIGHT, UPRIGHT[::-1]])) == pytest.approx([3200, 3200])


@pytest.mark.parametrize("elevation", [90, 65, 40])
def test_the_table_is_found_from_its_tiles(elevation):
    """Distances between tiles come out in tile widths, whatever the slant."""
    flat, middles = tiles(np.random.default_rng(elevation), 15)
    corners = seen(flat, camera(elevation))
    plane = estimate_table_plane(corners)
    places = plane.places(corners).mean(axis=1)
    true = np.linalg.norm(middles[:, None] - middles[None], axis=-1)
    found = np.linalg.norm(places[:, None] - places[None], axis=-1)
    assert plane.length == pytest.approx(2.0, abs=0.05)
    assert np.abs(found - true).max() < 0.05 * true.max()
    assert plane.poses(corners).misfit.max() < 0.03


def test_a_single_tile_gives_a_table_too():
    plane = estimate_table_plane(UPRIGHT[None])
    pose = plane.poses(UPRIGHT[None])
    assert plane.length == pytest.approx(2.0, abs=0.05)
    assert pose.along[0] == pytest.approx([0, 1], abs=0.01)
    assert np.linalg.norm(np.diff(plane.places([[100, 50], [140, 50]]), axis=0)) == pytest.approx(1, abs=0.02)


def test_something_of_another_size_does_not_bend_the_table():
    """A phone boxed as a tile among eight tiles is told by its misfit, and the tiles keep theirs."""
    flat, _ = tiles(np.random.default_rng(3), 9)
    flat[4] = flat[4].mean(axis=0) + 2.5 * (flat[4] - flat[4].mean(axis=0))
    misfit = estimate_table_plane(seen(flat, camera(55))).poses(seen(flat, camera(55))).misfit
    assert misfit[4] > 0.4
    assert np.delete(misfit, 4).max() < 0.06


def test_corners_found_roughly_still_give_the_table():
    """Corners that stray by 4 % of a tile's length leave neighbours where they are to a sixth of a width."""
    rng = np.random.default_rng(11)
    flat, middles = tiles(rng, 20)
    corners = seen(flat + rng.normal(0, 0.08, flat.shape), camera(45))
    poses = estimate_table_plane(corners).poses(corners)
    near = [(a, b) for a, b in itertools.combinations(range(20), 2) if np.linalg.norm(middles[a] - middles[b]) < 3]
    true = [np.linalg.norm(middles[a] - middles[b]) for a, b in near]
    found = [np.linalg.norm(poses.centres[a] - poses.centres[b]) for a, b in near]
    assert np.sqrt(np.mean(np.square(np.subtract(true, found)))) < 1 / 6


def test_no_tiles_give_no_table():
    with pytest.raises(ValueError, match="N at least 1"):
        estimate_table_plane(np.zeros((0, 4, 2)))


@pytest.mark.parametrize("elevation", [30, 45, 60, 80])
def test_tiles_tell_how_high_the_camera_stands(elevation):
    corners, _ = tiles(np.random.default_rng(3), 14)
    picture = seen(corners, camera(elevation))
    ordered = order_corners(picture)
    there = seen(np.zeros((1, 2)), camera(elevation))
    assert estimate_table_plane(ordered).elevations(there)[0] == pytest.approx(elevation, abs=4)


def test_straight_down_is_all_but_upright():
    corners, _ = tiles(np.random.default_rng(3), 14)
    ordered = order_corners(seen(corners, camera(89.9)))
    assert estimate_table_plane(ordered).elevations(ordered.mean(axis=1)).min() > 80
