"""Who sets a hand."""

import pytest

from muggins.scorer import Tile, load_ruleset
from muggins.scorer.simulation.first_set import drawn_by_lot, set_by_tiles


def tiles(text: str) -> list[Tile]:
    return list(map(Tile.parse, text.split()))


def test_by_lot_the_heaviest_tile_sets():
    drawn = dict(zip(("Ann", "Bob", "Cid"), tiles("4-1 6-3 5-2"), strict=True))
    assert drawn_by_lot(drawn) == ("Bob",)


def test_a_tie_by_lot_is_broken_by_drawing_anew():
    assert drawn_by_lot(dict(zip(("Ann", "Bob", "Cid"), tiles("6-3 4-1 5-4"), strict=True))) == ("Ann", "Cid")
    assert drawn_by_lot({}) == ()


@pytest.mark.parametrize(
    ("first", "ann", "bob", "sets"),
    [
        ("highest-double", "6-5 1-1", "2-2 0-0", ("Bob", "2-2")),
        ("highest-double", "6-5 1-0", "6-4 3-2", None),  # all draw again
        ("heaviest", "6-5 1-1", "6-4 3-2", ("Ann", "1-1")),  # a double goes before any single
        ("heaviest", "5-4 1-0", "6-3 3-2", ("Bob", "6-3")),
        ("heaviest", "6-5 1-0", "6-4 3-2", ("Ann", "6-5")),
        ("lot", "6-6 1-0", "6-4 3-2", None),
        ("winner", "6-6 1-0", "6-4 3-2", None),
    ],
)
def test_tiles_that_decide_who_sets(first, ann, bob, sets):
    rules = load_ruleset("five-up", {"first": first})
    found = set_by_tiles(rules, {"Ann": tiles(ann), "Bob": tiles(bob)})
    assert found == (sets and (sets[0], Tile.parse(sets[1])))
