"""Where tiles lie when they are drawn: none overlapping, halves that match beside each other, corners turned."""

from itertools import combinations

import pytest

from muggins.scorer import GameStarted, HandEnd, Layout, load_ruleset
from muggins.scorer.reports.svg_placement import PlacedTile, place_tiles
from muggins.scorer.simulation.random_games import random_game


def overlap(one: PlacedTile, other: PlacedTile) -> bool:
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    return a < g and e < c and b < h and f < d


def layouts(rules: str, seeds: range, **options) -> list[Layout]:
    """The layouts at the end of the hands of some random games."""
    games = [random_game(GameStarted(rules, ("Ann", "Bob"), target=15, **options), seed) for seed in seeds]
    return [step.match.hand.layout for game in games for step in game.standing() if isinstance(step.event, HandEnd)]


@pytest.mark.parametrize("rules", ["five-up", "muggins", "cross", "double-cross", "block"])
@pytest.mark.parametrize("size", [(26, 16), (12, 8)])
def test_tiles_never_overlap_and_lie_beside_their_hosts(rules, size):
    for layout in layouts(rules, range(6)):
        laid = place_tiles(layout, *size, rules=load_ruleset(rules))
        assert [one.tile for one in laid] == list(layout.tiles)
        assert not any(overlap(one, other) for one, other in combinations(laid, 2))
        places = {one.tile: one for one in laid}
        for placement in layout.placements[1:]:
            one, host = places[placement.tile], places[placement.on]
            left, top, right, bottom = one.box
            a, b, c, d = host.box
            assert one.bridge or (max(left, a) <= min(right, c) and max(top, b) <= min(bottom, d))


@pytest.mark.parametrize("size", [9, 12])
def test_larger_sets_find_room_too(size):
    for layout in layouts("double-cross", range(3), set=size):
        laid = place_tiles(layout)
        assert not any(overlap(one, other) for one, other in combinations(laid, 2))


def test_matching_halves_meet():
    laid = {str(one.tile): one for one in place_tiles(Layout.parse("6-4, 6-1>6-4, 4-2>6-4"))}
    assert laid["6-4"].pips == (6, 4)
    assert laid["6-1"].pips[0] == 6
    assert laid["4-2"].pips[0] == 4
    assert laid["6-1"].centres[0][0] == laid["6-4"].centres[0][0] - 2
    assert laid["4-2"].centres[0][0] == laid["6-4"].centres[1][0] + 2


def test_doubles_lie_across():
    laid = {str(one.tile): one for one in place_tiles(Layout.parse("6-4, 6-6>6-4, 6-1>6-6, 6-2>6-6, 6-3>6-6"))}
    assert laid["6-6"].is_upright
    assert not laid["6-4"].is_upright
    assert not laid["6-1"].is_upright
    assert laid["6-2"].is_upright
    assert laid["6-3"].is_upright


def test_a_long_line_turns_its_corners_within_the_limits():
    """A line of nearly all the tiles of a double-six set."""
    line = max(layouts("block", range(30), options={"tiles": "2:14"}), key=len)
    boxes = [one.box for one in place_tiles(line, width=16, height=12, rules=load_ruleset("block"))]
    assert max(box[2] for box in boxes) - min(box[0] for box in boxes) <= 32
    assert max(box[3] for box in boxes) - min(box[1] for box in boxes) <= 24


def test_a_tile_laid_stays_where_it_is():
    layout = layouts("five-up", range(1))[0]
    whole = place_tiles(layout)
    for length in range(len(layout)):
        assert place_tiles(Layout(layout.placements[:length])) == whole[:length]


def test_a_misplay_on_a_covered_half_lies_beside_it():
    laid = place_tiles(Layout.parse("6-4, 6-1>6-4, 6-2>6-4, 6-3>6-4, 6-5>6-4, 6-0>6-4"))
    assert not any(overlap(one, other) for one, other in combinations(laid, 2))
    assert any(one.bridge for one in laid)
