"""The points at the end of a hand, and the faults that the tiles left in hand prove."""

import pytest

from muggins.scorer import (
    Tile,
    load_ruleset,
)
from muggins.scorer.hand_scoring import nearest_five, score_hand


def left(text: str) -> dict[str, tuple[Tile, ...]]:
    """The tiles left in each hand, from a text like `Ann 6-6 1-0, Bob`."""
    hands = (hand.split() for hand in text.split(","))
    return {player: tuple(map(Tile.parse, tiles)) for player, *tiles in hands}


def gain(rules: str, hands: str, teams: bool = False, **options: object) -> tuple[str | None, int]:
    tiles = left(hands)
    sides = {"Ann+Cid": ("Ann", "Cid"), "Bob+Dee": ("Bob", "Dee")} if teams else {player: (player,) for player in tiles}
    end = score_hand(load_ruleset(rules, options), sides, tiles)
    return end.side, end.points


def test_nearest_five_rounds_one_and_two_down_and_three_and_four_up():
    assert [nearest_five(pips) for pips in (0, 2, 3, 5, 7, 8, 10, 12, 17, 18)] == [0, 0, 5, 5, 5, 10, 10, 10, 15, 20]


@pytest.mark.parametrize(
    ("rules", "hands", "won"),
    [
        # the club's examples: 18 pips left give 4 points, 17 give 3
        ("club", "Ann, Bob 6-5 5-2", ("Ann", 4)),
        ("club", "Ann, Bob 6-5 5-1", ("Ann", 3)),
        # Cramer's examples: 5, 7, 8, 12 and 18 pips
        ("five-up", "Ann, Bob 5-0", ("Ann", 1)),
        ("five-up", "Ann, Bob 5-2", ("Ann", 1)),
        ("five-up", "Ann, Bob 5-3", ("Ann", 2)),
        ("five-up", "Ann, Bob 6-6", ("Ann", 2)),
        ("five-up", "Ann 6-6, Bob, Cid 6-0", ("Bob", 4)),
        ("five-up", "Ann 4-3, Bob, Cid 4-3", ("Bob", 3)),
        ("all-fives", "Ann 4-3, Bob, Cid 6-1", ("Bob", 10)),
        ("fives-and-threes", "Ann 4-3, Bob, Cid 6-1", ("Bob", 14)),
        ("fives-and-threes-league", "Ann 4-3, Bob, Cid 6-1", ("Bob", 1)),
        ("block", "Ann 6-6, Bob, Cid 1-0", ("Bob", 13)),
        ("cross", "Ann 6-6, Bob, Cid 1-0", ("Bob", 13)),
        ("block-and-draw", "Ann 6-6, Bob, Cid 1-0", ("Bob", 13)),
    ],
)
def test_the_points_for_going_out(rules, hands, won):
    assert gain(rules, hands) == won


@pytest.mark.parametrize(
    ("rules", "hands", "won"),
    [
        ("club", "Ann 2-2, Bob 6-6", ("Ann", 2)),  # the club's example: 12 less 4 is 8, rounded to 10
        ("five-up", "Ann 2-2, Bob 6-6", ("Ann", 2)),
        ("five-up", "Ann 2-2, Bob 6-6, Cid 3-3", ("Ann", 4)),
        ("all-fives", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 15)),  # 8 is rounded to 10, 3 to 5
        ("fives-and-threes", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 11)),
        ("fives-and-threes-league", "Ann 2-2, Bob 6-6", (None, 0)),
        ("block", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 19)),
        ("draw", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 19)),
        ("cross", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 11)),
        ("pub-block", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 11)),
        ("block-and-draw", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 15)),
    ],
)
def test_the_points_of_a_blocked_game(rules, hands, won):
    assert gain(rules, hands) == won


def test_block_may_take_the_winners_own_pips_off():
    assert gain("block", "Ann 2-2, Bob 6-6, Cid 6-1", blocked="pips-less-own") == ("Ann", 15)


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("Ann 5-1 1-0, Bob 4-3", "Ann"),  # both have 7 pips; Ann holds the 1-0
        ("Ann 4-3, Bob 5-1 1-0, Cid 0-0 6-6", "Bob"),  # Cid's 0-0 is lighter, but Cid is not level
        ("Ann 4-3, Bob 5-2", None),
    ],
)
def test_a_tie_in_block_goes_to_the_lightest_single_tile(hands, winner):
    assert gain("block", hands)[0] == winner


def test_a_tie_in_other_games_scores_nothing():
    assert gain("pub-block", "Ann 5-1 1-0, Bob 4-3") == (None, 0)


def test_a_teams_hands_are_counted_together_and_a_partners_tiles_are_not_scored():
    assert gain("five-up", "Ann, Bob 6-4, Cid 6-6, Dee 5-0", teams=True) == ("Ann+Cid", 3)
    assert gain("pub-block", "Ann 6-6, Bob 5-1, Cid 0-0, Dee 4-3", teams=True) == ("Ann+Cid", 1)


def test_a_double_left_in_hand_may_count_one_half():
    assert gain("block", "Ann, Bob 6-6 5-0") == ("Ann", 17)
    assert gain("block", "Ann, Bob 6-6 5-0", **{"count-doubles-once": True}) == ("Ann", 11)
