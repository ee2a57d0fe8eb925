"""Tiles laid on a table as players would: joined where the layout says, apart everywhere else."""

from functools import partial

import numpy as np
import pytest

from muggins.datasets.videos.tile_placement import place_tiles
from muggins.scorer import Layout
from muggins.vision.layout.reconstruct import reconstruct
from muggins.vision.layout.tuning import LAYOUT_TUNING
from muggins.vision.types import TileReading

reconstruct = partial(reconstruct, tuning=LAYOUT_TUNING)

BRANCHING = "5-5, 5-3>5-5, 5-0>5-5, 5-4>5-5, 5-1>5-5, 3-3>5-3, 3-1>3-3, 4-4>5-4, 4-2>4-4, 2-1>4-2"
BOUNDS = (9.0, 6.0)


def lay(text, seed, neat=0.6, taken=()):
    places = Layout.parse(text).placements
    return place_tiles(np.random.default_rng(seed), places, 2.0, BOUNDS, np.array(taken).reshape(-1, 2), neat)


def reading(one, scale=40.0):
    """A tile as a camera straight above would read it; y points down in pictures."""
    along = np.array([np.cos(one.angle), -np.sin(one.angle)]) * scale
    across = np.array([-along[1], along[0]]) / 2
    middle = np.array([600 + one.x * scale, 400 - one.y * scale])
    corners = np.array(
        [middle - along + across, middle - along - across, middle + along - across, middle + along + across]
    )
    pips = np.full((2, 7), 0.001)
    pips[(0, 1), (one.first, one.second)] = 0.994
    return TileReading(corners, np.array([middle - along / 2, middle + along / 2]), pips)


@pytest.mark.parametrize("seed", range(8))
def test_what_was_laid_reads_as_the_layout_it_was_laid_as(seed):
    laid = lay(BRANCHING, seed)
    assert laid is not None
    _, links, loose, _ = reconstruct([reading(one) for one in laid])
    wanted = {frozenset((p.tile, p.on)) for p in Layout.parse(BRANCHING).placements if p.on}
    assert {frozenset(link) for link in links} == wanted
    assert not loose


@pytest.mark.parametrize("seed", range(8))
def test_everything_stays_on_its_part_of_the_table(seed):
    for one in lay(BRANCHING, seed):
        assert abs(one.x) <= BOUNDS[0]
        assert abs(one.y) <= BOUNDS[1]


def test_doubles_lie_across():
    host, double = lay("6-4, 4-4>6-4", 0, neat=1.0)
    assert np.cos(host.angle - double.angle) == pytest.approx(0, abs=1e-6)


def test_nothing_is_laid_on_tiles_that_lie_there_already():
    taken = [(4.0, y) for y in np.linspace(-6, 6, 13)]
    for seed in range(8):
        for one in lay("6-4, 4-1>6-4, 6-0>6-4, 3-1>4-1, 5-3>3-1", seed, taken=taken) or ():
            assert abs(one.x - 4) > 0.5


def test_where_there_is_no_room_nothing_is_laid():
    places = Layout.parse(BRANCHING).placements
    assert place_tiles(np.random.default_rng(0), places, 2.0, (1.5, 1.5), np.zeros((0, 2)), 1.0) is None
