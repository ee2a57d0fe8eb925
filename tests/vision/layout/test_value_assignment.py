"""Values of all tiles assigned together; the rest of the table settles halves that are hard to read."""

import itertools
from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from muggins.datasets.scenes.layouts import random_game
from muggins.scorer.tiles import Tile, full_set
from muggins.vision.layout.tuning import LAYOUT_TUNING
from muggins.vision.layout.value_assignment import _cheapest, assign_values

assign_values = partial(assign_values, tuning=LAYOUT_TUNING)


def blur(readings, number, half, **chances):
    """The readings with one half made unsure: blur(readings, 0, 1, p4=0.6, p5=0.4)."""
    pips = np.array(readings[number].pips)
    pips[half] = 1e-4
    for name, chance in chances.items():
        pips[half, int(name[1:])] += chance
    pips[half] /= pips[half].sum()
    out = list(readings)
    out[number] = replace(readings[number], pips=pips, halves=None)
    return out


def names(readings):
    return " ".join(str(reading.tile) for reading in readings)


def test_clear_tiles_keep_their_names(lay):
    named, doubts = assign_values(lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 5 0", sure=0.999))
    assert names(named) == "6-4 4-1 5-5"
    assert doubts == ()


def test_an_unsure_half_against_a_4_becomes_a_4(lay):
    seen = blur(lay("6-4: 0 0 0, 4-1: 2.05 0 0"), 1, 0, p5=0.7, p4=0.3)
    assert names(seen) == "6-4 5-1"
    named, doubts = assign_values(seen)
    assert names(named) == "6-4 4-1"
    assert doubts == ()


def test_a_clear_half_keeps_its_value_against_another(lay):
    """A 5-1 laid against a 4 is a misplay; what it clearly shows stands."""
    named, _ = assign_values(lay("6-4: 0 0 0, 5-1: 2.05 0 0", sure=0.999))
    assert names(named) == "6-4 5-1"


def test_a_misplay_beside_it_does_not_turn_a_clear_blank_into_a_2(lay):
    """In a photo, the 2 of a 5-2 lies against a double-blank that is joined on two sides."""
    table = "0-0: 0 0 90, 5-2: 0 -2.03 90, 4-0: -1.55 0 0, 0-2: 0 2.03 90"
    seen = blur(lay(table, sure=0.999), 0, 0, p0=0.98, p2=0.01)
    assert names(assign_values(seen)[0]) == "0-0 5-2 4-0 2-0"


def test_an_unsure_tile_across_a_chain_becomes_a_double(lay):
    seen = blur(lay("6-4: 0 0 0, 4-4: 1.55 0 90, 4-1: 3.1 0 0"), 1, 1, p5=0.6, p4=0.4)
    assert names(assign_values(seen)[0]) == "6-4 4-4 4-1"


def test_of_two_tiles_that_read_alike_the_one_with_an_alternative_gives_way(lay):
    seen = blur(lay("6-4: 0 0 0, 6-4: 0 6 0", sure=0.9999), 1, 1, p4=0.8, p3=0.2)
    named, doubts = assign_values(seen)
    assert names(named) == "6-4 6-3"
    assert [str(doubt.text) for doubt in doubts] == ["Is this 6-3 or 6-4?"]


def test_giving_way_moves_on_where_that_tile_is_taken_too(lay):
    """Three tiles can have two values each; only one assignment gives each its own."""
    seen = lay("6-4: 0 0 0, 6-4: 0 6 0, 6-3: 6 6 0", sure=0.9999)
    seen = blur(seen, 1, 1, p4=0.7, p3=0.3)
    seen = blur(seen, 2, 1, p3=0.6, p2=0.4)
    assert names(assign_values(seen)[0]) == "6-4 6-3 6-2"


def test_two_tiles_that_both_clearly_show_6_4_keep_it_with_a_doubt(lay):
    named, doubts = assign_values(lay("6-4: 0 0 0, 4-6: 0 6 0", sure=0.9999))
    assert names(named) == "6-4 6-4"
    assert [(doubt.kind, doubt.tile) for doubt in doubts] == [("twice", Tile.parse("6-4"))]


def test_a_join_makes_up_no_value_that_was_hardly_seen(lay):
    """Far and low, a 1-0 became a 3-0 that nobody had seen, because a 3 lay beside it."""
    seen = blur(lay("6-3: 0 0 0, 1-0: 2.05 0 0"), 1, 0, p1=0.93, p3=0.04)
    named, _ = assign_values(seen)
    assert names(named) == "6-3 1-0"


@pytest.mark.parametrize("table", ["0-0: 0 0 0, 0-0: 0 6 0", "6-4: 0 0 0, 0-0: -2.05 0 0, 0-0: 0 6 0"])
def test_of_two_tiles_read_alike_none_gives_way_as_what_nobody_has_seen(lay, table):
    """One of two blanks became 1-0, or 6-0 where a 6 lay beside it."""
    named, doubts = assign_values(lay(table, sure=0.98))
    assert names(named).endswith("0-0 0-0")
    assert ("twice", Tile.parse("0-0")) in [(doubt.kind, doubt.tile) for doubt in doubts]


def test_where_sets_are_mixed_a_tile_is_believed_twice(lay):
    """With five clear pairs on the table, a further pair is more likely than a misread tile."""
    clear = ["6-6", "5-0", "3-2", "4-1", "2-2"]
    places = [f"{name}: {5 * k} {y} 0" for k, name in enumerate(clear) for y in (0, 5)]
    spread = lay(", ".join(places), sure=0.9999)
    pair = blur(lay("5-3: -6 0 0, 5-3: -6 5 0", sure=0.9999), 1, 1, p3=0.92, p2=0.08)
    assert names(assign_values(pair)[0]) == "5-3 5-2"
    assert names(assign_values(spread + pair)[0][-2:]) == "5-3 5-3"


def test_a_doubt_names_what_a_tile_can_be(lay):
    seen = blur(lay("6-4: 0 0 0, 5-5: 0 6 0", sure=0.9999), 0, 1, p4=0.6, p2=0.4)
    (doubt,) = assign_values(seen)[1]
    assert (doubt.kind, str(doubt.text)) == ("value", "Is this 6-4 or 6-2?")
    assert [str(tile) for tile, _ in doubt.likely] == ["6-4", "6-2"]
    assert [chance for _, chance in doubt.likely] == pytest.approx([0.6, 0.4], abs=0.02)


def test_a_tile_that_is_clear_elsewhere_is_no_alternative(lay):
    """A 6-4 lies on the table already, so nobody is asked about this 6-2."""
    seen = blur(lay("6-4: 0 0 0, 6-2: 0 6 0", sure=0.9999), 1, 1, p2=0.6, p4=0.4)
    named, doubts = assign_values(seen)
    assert names(named) == "6-4 6-2"
    assert doubts == ()


def test_an_empty_table_has_no_values():
    assert assign_values([]) == ((), ())


def test_a_game_names_four_in_five_of_its_misread_tiles(lay):
    """One half in twenty is misread, with the right pips as second choice; joins and the set correct most."""
    rng = np.random.default_rng(6)
    before = after = 0
    for _ in range(12):
        laid, _ = random_game(rng, full_set(6), 24, 2.0, (12.0, 8.0), 0.5)
        text = ", ".join(f"{one.first}-{one.second}: {one.x} {one.y} {np.degrees(one.angle)}" for one in laid)
        seen = lay(text, float(rng.uniform(40, 90)), 0.0, 0.015, rng, sure=0.995)
        for number, half in itertools.product(range(len(laid)), range(2)):
            if rng.random() < 0.05:
                true = (laid[number].first, laid[number].second)[half]
                wrong = f"p{(true + int(rng.integers(1, 7))) % 7}"
                seen = blur(seen, number, half, **{wrong: 0.7, f"p{true}": 0.3})
        named, _ = assign_values(seen)
        before += sum(one.tile != other.tile for one, other in zip(seen, laid, strict=True))
        after += sum(one.tile != other.tile for one, other in zip(named, laid, strict=True))
    assert before > 20
    assert after <= before / 5


@pytest.mark.parametrize("seed", range(8))
def test_rows_and_columns_are_paired_at_the_least_cost(seed):
    cost = np.random.default_rng(seed).uniform(0, 1, (5, 6))
    found = _cheapest(cost)
    best = min(sum(cost[row, column] for row, column in enumerate(way)) for way in itertools.permutations(range(6), 5))
    assert max(Counter(found.tolist()).values()) == 1
    assert cost[range(5), found].sum() == pytest.approx(best)
