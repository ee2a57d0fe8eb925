"""A tile and the sets it comes from."""

import pytest

from muggins.scorer import Tile, full_set


def test_a_tile_reads_the_same_either_way_round() -> None:
    assert Tile.parse("4-6") == Tile.parse("6-4") == Tile.parse(" 6-4 ") == Tile(6, 4)
    assert str(Tile.parse("4-6")) == "6-4"


def test_the_repr_of_a_tile_can_be_pasted_back() -> None:
    assert eval(repr(Tile(6, 4))) == Tile(6, 4)


@pytest.mark.parametrize("text", ["", "6", "6-", "6-4-2", "six-four", "-6-4", "6/4", "1-19", "²-1", "6-4 on 6-6"])
def test_a_text_that_names_no_tile_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(ValueError, match=r"a tile is written like 6-4|a half shows 0 to 18") as refusal:
        Tile.parse(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("halves", [(4, 6), (6, -1), (6.0, 4), (True, 0), ("6", "4")])
def test_a_tile_has_two_whole_halves_the_higher_first(halves: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="halves are whole numbers, the higher first"):
        Tile(*halves)


def test_a_tile_is_read_from_text_only() -> None:
    with pytest.raises(ValueError, match="not 64"):
        Tile.parse(64)  # type: ignore[arg-type]


def test_a_double_shows_one_number_twice() -> None:
    assert Tile(5, 5).is_double
    assert not Tile(5, 0).is_double
    assert Tile(5, 5).total == 10


def test_a_tile_knows_its_halves() -> None:
    tile = Tile(6, 1)
    assert tile.has(6)
    assert tile.has(1)
    assert not tile.has(5)
    assert (tile.other(6), tile.other(1)) == (1, 6)
    with pytest.raises(ValueError, match="6-1 has no half with 5 pips"):
        tile.other(5)


def test_two_tiles_share_one_number_at_most() -> None:
    tiles = full_set(6)
    for first in tiles:
        for second in tiles:
            common = {first.high, first.low} & {second.high, second.low}
            assert first.shared(second) in (common or {None})
            assert first == second or len(common) <= 1


@pytest.mark.parametrize(("highest", "size", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)])
def test_a_set_holds_each_tile_once(highest: int, size: int, pips: int) -> None:
    tiles = full_set(highest)
    assert len(set(tiles)) == len(tiles) == size
    assert sum(tile.total for tile in tiles) == pips
    assert list(tiles) == sorted(tiles)
