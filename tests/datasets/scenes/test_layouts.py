"""Layouts as datasets lays them: legal, in one piece, never one tile over another."""

import numpy as np
import pytest

from muggins.datasets.scenes import layouts
from muggins.scorer import full_set


@pytest.mark.parametrize("seed", range(12))
def test_a_laid_game_is_a_legal_layout_of_distinct_tiles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    laid, layout = layouts.random_game(rng, full_set(6), 20, 2.0, (7.0, 5.0), 0.5)
    assert [one.tile for one in laid] == list(layout.tiles)
    assert len(set(layout.tiles)) == len(layout.tiles)
    for placement in layout.placements[1:]:
        assert placement.on is not None
        assert placement.tile.shared(placement.on) is not None


@pytest.mark.parametrize("seed", range(12))
def test_the_halves_that_join_lie_side_by_side_and_show_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    laid, layout = layouts.random_game(rng, full_set(6), 16, 2.0, (7.0, 5.0), 1.0)
    where = {one.tile: one for one in laid}
    for placement in layout.placements[1:]:
        assert placement.on is not None
        tile, host = where[placement.tile], where[placement.on]
        joined = placement.tile.shared(placement.on)
        nearest = min(
            float(np.hypot(*np.subtract(a, b)))
            for a, pips in halves(tile)
            for b, shown in halves(host)
            if pips == shown == joined
        )
        # Crosswise on a double the joining half is half a width off the middle of the double, else a width away.
        assert nearest < 1.25, f"{placement}: halves {nearest:.2f} widths apart"


@pytest.mark.parametrize("seed", range(12))
def test_no_tile_lies_over_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    laid, _ = layouts.random_game(rng, full_set(6), 24, 2.0, (7.0, 5.0), 0.3)
    middles = [(k, middle) for k, one in enumerate(laid) for middle, _ in halves(one)]
    for k, a in middles:
        for other, b in middles:
            if k != other:
                assert np.hypot(*np.subtract(a, b)) > 0.75


def test_the_same_seed_lays_the_same_game() -> None:
    one, other = (
        layouts.random_game(np.random.default_rng(5), full_set(6), 14, 2.0, (7.0, 5.0), 0.5)[0] for _ in range(2)
    )
    assert one == other


def halves(one: layouts.LaidTile) -> list[tuple[tuple[float, float], int]]:
    reach = 0.5
    along = np.cos(one.angle) * reach, np.sin(one.angle) * reach
    return [((one.x - along[0], one.y - along[1]), one.first), ((one.x + along[0], one.y + along[1]), one.second)]
