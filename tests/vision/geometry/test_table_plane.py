"""The plane of the table, estimated from the tiles on it."""

import itertools

import numpy as np
import pytest
from tabletop import camera, seen, tiles

from muggins.vision.geometry.quads import order_corners
from muggins.vision.geometry.table_plane import estimate_table_plane

# Clockwise as seen, y downwards: an upright tile, its upper end first.
UPRIGHT = np.array([[100, 50], [140, 50], [140, 130], [100, 130]], np.float32)


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
    """A phone detected as a tile among eight tiles has a large misfit; the misfits of the tiles stay small."""
    flat, _ = tiles(np.random.default_rng(3), 9)
    flat[4] = flat[4].mean(axis=0) + 2.5 * (flat[4] - flat[4].mean(axis=0))
    misfit = estimate_table_plane(seen(flat, camera(55))).poses(seen(flat, camera(55))).misfit
    assert misfit[4] > 0.4
    assert np.delete(misfit, 4).max() < 0.06


def test_corners_found_roughly_still_give_the_table():
    """With corner noise of 4 % of a tile's length, distances between neighbours are right to a sixth of a width."""
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
def test_the_tiles_show_how_high_the_camera_stands(elevation):
    corners, _ = tiles(np.random.default_rng(3), 14)
    picture = seen(corners, camera(elevation))
    ordered = order_corners(picture)
    there = seen(np.zeros((1, 2)), camera(elevation))
    assert estimate_table_plane(ordered).elevations(there)[0] == pytest.approx(elevation, abs=4)


def test_straight_down_is_nearly_ninety_degrees():
    corners, _ = tiles(np.random.default_rng(3), 14)
    ordered = order_corners(seen(corners, camera(89.9)))
    assert estimate_table_plane(ordered).elevations(ordered.mean(axis=1)).min() > 80
