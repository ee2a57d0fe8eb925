"""Layouts as datasets lays them: legal, in one piece, never one tile over another."""

import numpy as np
import pytest

from muggins.datasets.scenes import layouts
from muggins.scorer import Layout, full_set


@pytest.fixture(scope="module", params=range(9), ids=lambda seed: f"seed {seed}")
def game(request) -> tuple[list[layouts.LaidTile], Layout]:
    """A game laid carelessly, as usual, or neatly."""
    neat = (0.3, 0.5, 1.0)[request.param % 3]
    return layouts.random_game(np.random.default_rng(request.param), full_set(6), 20, 2.0, (7.0, 5.0), neat)


def test_a_laid_game_is_a_legal_layout_of_distinct_tiles(game) -> None:
    laid, layout = game
    assert [one.tile for one in laid] == list(layout.tiles)
    assert len(set(layout.tiles)) == len(layout.tiles)
    for placement in layout.placements[1:]:
        assert placement.on is not None
        assert placement.tile.shared(placement.on) is not None


def test_the_halves_that_join_lie_side_by_side_and_show_the_same(game) -> None:
    laid, layout = game
    where = {one.tile: one for one in laid}
    for placement in layout.placements[1:]:
        tile, host = where[placement.tile], where[placement.on]
        joined = placement.tile.shared(placement.on)
        nearest = min(
            float(np.hypot(*np.subtract(a, b)))
            for a, pips in halves(tile)
            for b, shown in halves(host)
            if pips == shown == joined
        )
        # Crosswise on a double the joining half is half a width off the middle of the double, else a width away.
        assert nearest < 1.3, f"{placement}: halves {nearest:.2f} widths apart"


def test_no_tile_lies_over_another(game) -> None:
    middles = np.array([[middle for middle, _ in halves(one)] for one in game[0]])
    for k, tile in enumerate(middles[1:], 1):
        assert np.linalg.norm(tile[:, None] - middles[:k].reshape(-1, 2), axis=2).min() > 0.75


def test_the_same_seed_lays_the_same_game() -> None:
    one, other = (
        layouts.random_game(np.random.default_rng(5), full_set(6), 14, 2.0, (7.0, 5.0), 0.5)[0] for _ in range(2)
    )
    assert one == other


def halves(one: layouts.LaidTile) -> list[tuple[tuple[float, float], int]]:
    reach = 0.5
    along = np.cos(one.angle) * reach, np.sin(one.angle) * reach
    return [((one.x - along[0], one.y - along[1]), one.first), ((one.x + along[0], one.y + along[1]), one.second)]
