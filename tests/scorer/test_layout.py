"""The layout, its open ends and its count, with the examples of the rule texts."""

import pytest

from muggins.scorer import Layout, OpenEnd, Placement, Tile, load_ruleset

NO_SPINNER = load_ruleset("muggins")
FIRST_DOUBLE = load_ruleset("muggins-spinner")
EVERY_DOUBLE = load_ruleset("five-up")


@pytest.mark.parametrize(
    ("table", "count"),
    [
        ("", 0),
        ("6-4", 10),
        ("5-5", 10),
        ("4-1", 5),
        ("6-4, 6-1>6-4", 5),
        ("5-3, 5-5>5-3", 13),
        ("5-3, 5-5>5-3, 5-1>5-5", 4),
        ("5-5, 5-0>5-5", 10),
        ("5-5, 5-0>5-5, 0-0>5-0", 10),
        ("6-3, 6-6>6-3", 15),
        ("5-5, 5-2>5-5, 5-4>5-5, 5-1>5-5, 5-0>5-5", 7),
        ("3-3, 6-3>3-3, 5-3>3-3, 4-3>3-3, 3-0>3-3", 15),
        ("5-5, 5-3>5-5, 5-0>5-5, 5-4>5-5", 7),
        ("3-3, 3-1>3-3, 6-3>3-3, 3-0>3-3, 0-0>3-0", 7),
        ("0-0", 0),
    ],
)
def test_the_count_of_a_layout(table: str, count: int) -> None:
    assert Layout.parse(table).count() == count


@pytest.mark.parametrize(
    ("table", "none", "first", "every"),
    [
        ("", [], [], []),
        ("6-4", [4, 6], [4, 6], [4, 6]),
        ("5-5", [5, 5], [5, 5], [5, 5]),
        ("5-5, 5-1>5-5", [1, 5], [1, 5], [1, 5]),
        ("5-5, 5-1>5-5, 5-2>5-5", [1, 2], [1, 2, 5, 5], [1, 2, 5, 5]),
        ("5-5, 5-1>5-5, 5-2>5-5, 5-3>5-5", [1, 2, 3], [1, 2, 3, 5], [1, 2, 3, 5]),
        ("5-1, 5-5>5-1, 5-2>5-5, 2-2>5-2, 4-2>2-2", [1, 4], [1, 4, 5, 5], [1, 2, 2, 4, 5, 5]),
    ],
)
def test_the_open_ends_depend_on_the_spinners(table: str, none: list[int], first: list[int], every: list[int]) -> None:
    layout = Layout.parse(table)
    for rules, pips in ((NO_SPINNER, none), (FIRST_DOUBLE, first), (EVERY_DOUBLE, every), (None, every)):
        assert layout.open_pips(rules) == pips
        assert sorted(end.pips for end in layout.open_ends(rules)) == pips
        for tile in layout.tiles:
            for half in {*tile.halves}:
                ends = [end for end in layout.open_ends(rules) if end.tile == tile and end.pips == half]
                assert layout.is_open(tile, half, rules) == bool(ends)


def test_the_ends_of_a_crossed_spinner_are_open_but_do_not_count() -> None:
    ends = Layout.parse("5-5, 5-1>5-5, 5-2>5-5").open_ends()
    assert OpenEnd(Tile(5, 5), 5, counts=False) in ends
    assert OpenEnd(Tile(5, 1), 1, counts=True) in ends


def test_a_tile_is_not_open_at_a_number_that_it_does_not_show() -> None:
    layout = Layout.parse("5-5, 5-1>5-5")
    assert not layout.is_open(Tile(5, 5), 3)
    assert not layout.is_open(Tile(5, 1), 3)


EITHER_WAY = load_ruleset("sniff", {"spinner-ends": "any-time"})


@pytest.mark.parametrize(
    ("table", "count", "pips"),
    [
        ("4-4", 8, [4, 4, 4, 4]),
        ("4-4, 4-1>4-4", 9, [1, 4, 4, 4]),
        ("4-4, 4-1>4-4^", 5, [1, 4, 4, 4]),
        ("4-4, 4-1>4-4^, 4-2>4-4^", 3, [1, 2, 4, 4]),
        ("4-4, 4-1>4-4^, 4-2>4-4", 7, [1, 2, 4, 4]),
        ("4-4, 4-1>4-4, 4-2>4-4", 11, [1, 2, 4, 4]),
        ("4-4, 4-1>4-4, 4-2>4-4, 4-3>4-4", 10, [1, 2, 3, 4]),
        ("4-4, 4-1>4-4^, 4-2>4-4, 4-3>4-4", 10, [1, 2, 3, 4]),
        ("6-4, 4-4>6-4", 14, [4, 4, 4, 6]),
        ("6-4, 4-4>6-4^", 10, [4, 4, 4, 6]),
        ("6-4, 4-4>6-4^, 6-6>6-4", 16, [4, 4, 4, 6]),
    ],
)
def test_a_spinner_whose_ends_are_open_at_once_counts_each_half_whose_end_is_free(table, count, pips):
    layout = Layout.parse(table)
    assert (layout.count(EITHER_WAY), layout.open_pips(EITHER_WAY)) == (count, pips)
    assert sorted(end.pips for end in layout.open_ends(EITHER_WAY)) == pips
    assert layout.misplayed(EITHER_WAY) is None
    assert str(layout) == table


def test_a_tile_lies_endwise_only_at_a_free_end_of_a_spinner():
    for table, wrong in (
        ("4-4, 4-1>4-4^, 4-2>4-4^, 4-3>4-4^", "4-3"),
        ("4-4, 4-1>4-4, 1-1>4-1^", "1-1"),
        ("4-4, 4-1>4-4, 1-1>4-1, 3-1>1-1^", "3-1"),
    ):
        assert str(Layout.parse(table).misplayed(EITHER_WAY)) == wrong
    before_the_sides = Layout.parse("4-4, 4-1>4-4^")
    assert before_the_sides.misplayed(FIRST_DOUBLE) == Tile(4, 1)
    assert before_the_sides.open_pips(FIRST_DOUBLE) == [1, 4, 4]
    crossed = Layout.parse("4-4, 4-1>4-4, 4-2>4-4, 4-3>4-4^")
    assert crossed.misplayed(FIRST_DOUBLE) is None
    assert crossed.open_pips(FIRST_DOUBLE) == Layout.parse("4-4, 4-1>4-4, 4-2>4-4, 4-3>4-4").open_pips(FIRST_DOUBLE)


def test_where_side_and_end_are_both_free_a_tile_may_be_played_in_both_ways():
    def ways(table, tile):
        return [str(laid) for laid in Layout.parse(table).plays_of(Tile.parse(tile), EITHER_WAY)]

    assert ways("4-4", "4-1") == ["4-1>4-4:4/4", "4-1>4-4^:4/4"]
    assert ways("6-4", "4-4") == ["4-4>6-4:4/4", "4-4>6-4^:4/4"]
    assert ways("4-4, 4-1>4-4, 4-2>4-4", "4-3") == ["4-3>4-4:4/4"]
    assert ways("4-4, 6-4>4-4", "6-6") == ["6-6>6-4:6/6"]


def test_the_cross_is_completed_before_any_other_tile_is_open() -> None:
    """In Cross the second to fifth tiles form a cross around the first double, its sides before its ends."""
    rules, layout = load_ruleset("cross"), Layout.parse("6-6")
    for played, pips in (("6-5", [6]), ("6-4", [6, 6]), ("6-3", [6]), ("6-1", [1, 3, 4, 5])):
        assert {end.tile for end in layout.open_ends(rules)} == {Tile(6, 6)}
        assert not any(layout.is_open(tile, tile.low, rules) for tile in layout.tiles[1:])
        layout = layout.place(Tile.parse(played), Tile(6, 6))
        assert layout.open_pips(rules) == pips


def test_further_doubles_are_spinners_in_double_cross_only() -> None:
    crossed = Layout.parse("6-6, 6-5>6-6, 6-4>6-6, 6-3>6-6, 6-1>6-6, 5-5>6-5, 5-2>5-5")
    assert crossed.open_pips(load_ruleset("cross")) == [1, 2, 3, 4]
    assert crossed.open_pips(load_ruleset("double-cross")) == [1, 2, 3, 4, 5, 5]


def test_a_layout_is_written_as_one_line_that_parses_back() -> None:
    text = "5-5, 5-3>5-5, 5-0>5-5, 6-1>5-3:6/3"
    layout = Layout.parse(text)
    assert str(layout) == text
    assert eval(repr(layout)) == layout
    assert Layout.parse("5-5,3-5 > 5-5") == Layout.parse("5-5, 5-3>5-5")
    assert str(Layout()) == ""
    assert Layout.parse("  ").is_empty


def test_placing_tiles_one_by_one_gives_the_same_layout() -> None:
    layout = Layout().place(Tile(5, 5)).place(Tile(5, 3), Tile(5, 5)).place(Tile(6, 1), Tile(5, 3), (6, 3))
    assert layout == Layout.parse("5-5, 5-3>5-5, 6-1>5-3:6/3")
    assert layout.joined == Layout.parse(str(layout)).joined
    assert (len(layout), Tile(5, 3) in layout, Tile(5, 4) in layout) == (3, True, False)
    assert layout.tiles == (Tile(5, 5), Tile(5, 3), Tile(6, 1))


def test_placing_a_tile_leaves_the_layout_as_it_was() -> None:
    before = Layout.parse("6-4, 6-1>6-4")
    before.place(Tile(4, 4), Tile(6, 4))
    assert before == Layout.parse("6-4, 6-1>6-4")
    assert before.count() == 5


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("6-4, 6-4>6-4", "6-4 lies on the table already"),
        ("6-4, 6-1", "6-1 needs the tile it was played on, since 6-4 is the set"),
        ("6-4, 5-1>5-5", "5-1 cannot lie on 5-5, which is not on the table"),
        ("6-4, 5-1>6-4", "5-1 and 6-4 share no number: name the halves"),
        ("6-4, 5-1>6-4:5/3", "5-1 on 6-4 cannot join at 5 and 3"),
        ("6-4, 5-1>6-4:5", "joined halves are written like"),
        ("6-4, 5-1>6-4:5/x", "joined halves are written like"),
        ("6-4, 6-1>6-4^", "6-1 cannot lie endwise on 6-4: neither is a double"),
        ("6-4, 6-6>6-4:6/6^", "joined halves are written like"),
        ("6-4,", "a tile is written like 6-4, not ''"),
    ],
)
def test_an_impossible_layout_is_refused(table: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("(", r"\(")):
        Layout.parse(table)


def test_a_misplay_covers_the_halves_that_touch() -> None:
    """The 6-1 lies with its 6 against the 3 of the 5-3. The 1 is free, and the 3 is covered."""
    assert Layout.parse("5-3, 6-1>5-3:6/3").count() == 6
    assert Layout.parse("5-3, 6-1>5-3:1/5").count() == 9


def test_the_set_has_no_joined_halves() -> None:
    with pytest.raises(ValueError, match="share no number"):
        _ = Placement(Tile(6, 4)).joined
    with pytest.raises(ValueError, match="6-6 cannot lie endwise: it is the set"):
        Layout().lay(Placement(Tile(6, 6), endwise=True))
