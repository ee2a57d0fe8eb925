"""Knock Out: two tiles with twelve pips between them go."""

from random import Random

import pytest

from muggins.scorer import Tile, full_set, load_ruleset
from muggins.scorer.knockout import KnockOut, pairs


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def test_the_booklets_example():
    """The 6-2 and the 3-1 total twelve pips."""
    assert pairs(tiles("6-2 3-1 5-5")) == (tiles("6-2 3-1"),)


def test_the_double_six_goes_with_the_double_blank_alone():
    assert [pair for pair in pairs(full_set(6)) if Tile(6, 6) in pair] == [(Tile(0, 0), Tile(6, 6))]


def test_a_pair_is_replaced_from_the_stock():
    game = KnockOut.begin(tiles("6-2 3-1 5-5 4-4 0-0 1-0"))
    assert (game.stock, game.is_won, game.is_lost) == (22, False, False)
    after = game.discard(Tile(3, 1), Tile(6, 2), tiles("6-6 6-5"))
    assert after.shown == tiles("5-5 4-4 0-0 1-0 6-6 6-5")
    assert (after.stock, after.discarded) == (20, tiles("3-1 6-2"))


def test_without_a_pair_the_game_is_lost():
    assert KnockOut.begin(tiles("0-0 1-0 1-1 2-0 2-1 3-0")).is_lost


def test_some_game_is_won():
    """Played at random until one is won, which takes every tile of the set."""
    random = Random(5)
    for _ in range(3000):
        stock = list(full_set(6))
        random.shuffle(stock)
        game = KnockOut.begin(tuple(stock.pop() for _ in range(6)))
        while game.pairs:
            pair = random.choice(game.pairs)
            game = game.discard(*pair, tuple(stock.pop() for _ in range(min(2, len(stock)))))
        assert game.is_won != game.is_lost
        if game.is_won:
            assert len(game.discarded) == 28
            return
    pytest.fail("no game was won")


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        ("6-2 3-1", "6 tiles are expected face up, not 2"),
        ("6-2 6-2 5-5 4-4 0-0 1-0", "each tile of the set is there once"),
        ("9-2 3-1 5-5 4-4 0-0 1-0", "each tile of the set is there once"),
    ],
)
def test_tiles_that_cannot_lie_there(shown, why):
    with pytest.raises(ValueError, match=why):
        KnockOut.begin(tiles(shown))


def test_what_is_no_pair_stays():
    game = KnockOut.begin(tiles("6-2 3-1 5-5 4-4 0-0 1-0"))
    with pytest.raises(ValueError, match="5-5 with 4-4 cannot be discarded; the pairs of 12 pips are: 6-2 with 3-1"):
        game.discard(Tile(5, 5), Tile(4, 4), ())


def test_a_larger_set_has_its_own_sum():
    rules = load_ruleset("knock-out", {"set": 9, "pair": 18})
    game = KnockOut.begin(tiles("9-9 0-0 9-8 1-0 5-5 5-4"), rules)
    assert game.pairs == (tiles("9-9 0-0"), tiles("9-8 1-0"))
