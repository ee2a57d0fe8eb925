"""The places of tiles in a drawing: no tiles overlap, matching halves meet, and long lines turn corners."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from muggins.scorer import GameStarted, HandEnd, Layout, Placement, load_ruleset
from muggins.scorer.random_games import random_game
from muggins.scorer.reports.svg_placement import PlacedTile, place_tiles


def overlap(first: PlacedTile, second: PlacedTile) -> bool:
    left, top, right, bottom = first.box
    second_left, second_top, second_right, second_bottom = second.box
    return left < second_right and second_left < right and top < second_bottom and second_top < bottom


@cache
def layouts(rules: str, games: int, set: int | None = None, tiles: str | None = None) -> list[Layout]:
    """The layouts at the end of the hands of some random games."""
    start = GameStarted(rules, ("Ann", "Bob"), target=15, set=set, options={"tiles": tiles} if tiles else {})
    games = [random_game(start, seed) for seed in range(games)]
    return [step.match.hand.layout for game in games for step in game.standing() if isinstance(step.event, HandEnd)]


@pytest.mark.parametrize("rules", ["five-up", "muggins", "cross", "double-cross", "block"])
@pytest.mark.parametrize("size", [(26, 16), (12, 8)])
def test_tiles_never_overlap_and_lie_beside_their_hosts(rules, size):
    for layout in layouts(rules, 6):
        laid = place_tiles(layout, *size, rules=load_ruleset(rules))
        assert [placed.tile for placed in laid] == list(layout.tiles)
        assert not any(overlap(first, second) for first, second in combinations(laid, 2))
        places = {placed.tile: placed for placed in laid}
        for placement in layout.placements[1:]:
            placed, host = places[placement.tile], places[placement.on]
            left, top, right, bottom = placed.box
            a, b, c, d = host.box
            assert placed.bridge or (max(left, a) <= min(right, c) and max(top, b) <= min(bottom, d))


@pytest.mark.parametrize("size", [9, 12])
def test_larger_sets_find_room_too(size):
    for layout in layouts("double-cross", 3, set=size):
        laid = place_tiles(layout)
        assert not any(overlap(first, second) for first, second in combinations(laid, 2))


def test_matching_halves_meet():
    laid = {str(placed.tile): placed for placed in place_tiles(Layout.parse("6-4, 6-1>6-4, 4-2>6-4"))}
    assert laid["6-4"].pips == (6, 4)
    assert laid["6-1"].pips[0] == 6
    assert laid["4-2"].pips[0] == 4
    assert laid["6-1"].centres[0][0] == laid["6-4"].centres[0][0] - 2
    assert laid["4-2"].centres[0][0] == laid["6-4"].centres[1][0] + 2


def test_doubles_lie_across():
    laid = {str(placed.tile): placed for placed in place_tiles(Layout.parse("6-4, 6-6>6-4, 6-1>6-6, 6-2>6-6, 6-3>6-6"))}
    assert laid["6-6"].is_upright
    assert not laid["6-4"].is_upright
    assert not laid["6-1"].is_upright
    assert laid["6-2"].is_upright
    assert laid["6-3"].is_upright


def test_a_double_that_lies_endwise_is_drawn_lengthwise_and_takes_tiles_at_its_sides():
    rules = load_ruleset("sniff", {"spinner-ends": "any-time"})
    text = "6-4, 4-4>6-4^, 4-1>4-4^, 4-2>4-4, 4-3>4-4"
    laid = {str(placed.tile): placed for placed in place_tiles(Layout.parse(text), rules=rules)}
    assert {name for name, placed in laid.items() if placed.is_upright} == {"4-2", "4-3"}
    assert [laid[name].centres[0][0] for name in ("6-4", "4-4", "4-1")] == [-1, 3, 7]
    assert {laid[name].centres[0] for name in ("4-2", "4-3")} == {(4, 2), (4, -2)}


def test_a_tile_lies_at_the_end_of_a_double_whose_sides_are_free():
    rules = load_ruleset("sniff", {"spinner-ends": "any-time"})
    end, side = (place_tiles(Layout.parse(f"4-4, 4-1>4-4{how}"), rules=rules)[1] for how in ("^", ""))
    assert end.centres[0][0] == 0
    assert side.centres[0][1] == 0


def seen(text: str) -> dict[str, PlacedTile]:
    """The drawing of tiles that a camera saw: `4-1>6-4 90` is a tile whose free half points down in the picture."""
    layout = Layout()
    for each in text.split(", "):
        name, *angle = each.split()
        layout = layout.lay(replace(Placement.parse(name), angle=int(angle[0]) if angle else None))
    return {str(placed.tile): placed for placed in place_tiles(layout, rules=load_ruleset("five-up"))}


RIGHT, DOWN, LEFT, UP = (1, 0), (0, 1), (-1, 0), (0, -1)


@pytest.mark.parametrize("tilted", [-40, 0, 40])
@pytest.mark.parametrize(
    ("angle", "ways"), [(0, (LEFT, UP)), (90, (UP, RIGHT)), (180, (RIGHT, DOWN)), (270, (DOWN, LEFT))]
)
def test_the_drawing_lies_and_turns_as_the_picture_of_the_camera(angle, ways, tilted):
    """A line stood upright in the picture, lay in the drawing, and turned its corner to the other side."""
    way, corner = ((angle + turn + tilted) % 360 for turn in (180, 270))
    laid = seen(f"6-4 {(angle + tilted) % 360}, 4-1>6-4 {way}, 1-1>4-1 {way}, 3-1>1-1 {way}, 3-2>3-1 {corner}")
    assert laid["6-4"].pips == (6, 4)
    assert [laid[tile].towards for tile in ("6-4", "4-1", "3-1", "3-2")] == [ways[0], ways[0], ways[0], ways[1]]
    assert laid["1-1"].is_upright == (ways[0] in (LEFT, RIGHT))


def test_the_first_tile_on_a_double_lies_on_the_side_where_the_camera_saw_it():
    for way, towards in ((0, RIGHT), (180, LEFT)):
        laid = seen(f"5-5 90, 5-2>5-5 {way}")
        assert (laid["5-5"].is_upright, laid["5-2"].towards) == (True, towards)
    for way, towards in ((90, DOWN), (270, UP)):
        laid = seen(f"5-5 180, 5-2>5-5 {way}")
        assert (laid["5-5"].is_upright, laid["5-2"].towards) == (False, towards)


def test_a_tile_entered_by_hand_finds_its_place_in_a_layout_that_was_seen():
    laid = seen("6-4 270, 4-1>6-4 90, 6-6>6-4, 6-5>6-6")
    assert [laid[tile].towards for tile in ("6-4", "4-1", "6-5")] == [DOWN, DOWN, UP]


def test_a_long_line_turns_its_corners_within_the_limits():
    """A line of nearly all the tiles of a double-six set."""
    line = max(layouts("block", 30, tiles="2:14"), key=len)
    boxes = [placed.box for placed in place_tiles(line, width=16, height=12, rules=load_ruleset("block"))]
    assert max(box[2] for box in boxes) - min(box[0] for box in boxes) <= 32
    assert max(box[3] for box in boxes) - min(box[1] for box in boxes) <= 24


def test_a_placed_tile_keeps_its_place():
    layout = layouts("five-up", 6)[0]
    whole = place_tiles(layout)
    for length in range(len(layout)):
        assert place_tiles(Layout(layout.placements[:length])) == whole[:length]


def test_a_misplay_on_a_covered_half_lies_beside_it():
    laid = place_tiles(Layout.parse("6-4, 6-1>6-4, 6-2>6-4, 6-3>6-4, 6-5>6-4, 6-0>6-4"))
    assert not any(overlap(first, second) for first, second in combinations(laid, 2))
    assert any(placed.bridge for placed in laid)


def test_a_star_has_four_arms_at_its_sides_and_ends_and_four_that_lines_lead_to():
    """The eight arms of Cyprus."""
    rules = load_ruleset("cyprus")
    star = Layout.parse("9-9, " + ", ".join(f"9-{pips}>9-9" for pips in range(8)))
    arms = place_tiles(star, rules=rules)[1:]
    assert [arm.bridge is not None for arm in arms] == [False] * 4 + [True] * 4
    assert {arm.bridge[0] for arm in arms[4:]} == {(-1, -2), (1, -2), (-1, 2), (1, 2)}
    for seed in range(4):
        layout = random_game(GameStarted("cyprus", tuple("ABCDEFGHIJ")), seed, 1).hand.layout
        assert not any(overlap(*pair) for pair in combinations(place_tiles(layout, rules=rules), 2))


def test_halves_that_have_seven_together_meet_and_doubles_lie_lengthwise():
    line = Layout.parse("6-4, 3-1>6-4:3/4, 6-6>3-1:6/1")
    laid = place_tiles(line, rules=load_ruleset("matador"))
    assert [(placed.pips, placed.is_upright) for placed in laid] == [((6, 4), False), ((3, 1), False), ((6, 6), False)]
    assert [placed.centres[0][0] for placed in laid[1:]] == [placed.centres[1][0] + 2 for placed in laid[:-1]]
