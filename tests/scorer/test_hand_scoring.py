"""The points at the end of a hand, and the faults that the tiles left in hand prove."""

import pytest

from muggins.scorer import (
    Correct,
    Draw,
    Game,
    HandEnd,
    HandStarted,
    Layout,
    Pass,
    Play,
    RecordError,
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


# Faults that the tiles left prove


@pytest.fixture
def ended(tell, start):
    """The game after a hand with these tiles left."""

    def end(rules, *events, hands):
        game = Game().apply(start(rules)).apply(HandStarted("Ann"))
        for event in events:
            game = game.apply(tell(event))
        return game.apply(HandEnd(left(hands)))

    return end


def test_tiles_left_in_hand_prove_that_a_player_drew_although_able(ended):
    """Six tiles that Bob played or has left fit the 6-4, and only one of them can be the tile that he drew."""
    events = "Ann 6-4", "Bob draws 1", "Bob 6-1>6-4"
    game = ended("five-up", *events, hands="Ann, Bob 6-2 6-3 4-2 4-3 4-4")
    outcome = game.outcomes[-1]
    assert outcome["able"] == [{"player": "Bob", "of": 4, "fault": "drew-although-able"}]
    assert "drew-although-able" in (outcome["fault"], *outcome.get("faults", []))


def test_an_honest_draw_is_no_fault(ended):
    """The only tile that fits is one that Bob had just drawn."""
    events = "Ann 6-4", "Bob draws 3", "Bob 6-1>6-4"
    game = ended("five-up", *events, hands="Ann, Bob 1-0 1-1 2-0 2-1 2-2 3-0 3-1")
    assert "able" not in game.outcomes[-1]


def test_a_player_whose_tiles_do_not_add_up_is_not_judged(ended):
    """The camera may have missed a draw, and an honest player would look guilty."""
    events = "Ann 6-4", "Bob draws 1", "Bob 6-1>6-4"
    assert "able" not in ended("five-up", *events, hands="Ann, Bob 6-2 6-3 4-2 4-3 4-4 5-4").outcomes[-1]


def test_tiles_left_in_hand_prove_that_a_player_passed_although_able(ended):
    hands = "Ann 5-5 5-1 5-2 5-3 5-0 3-3, Bob 6-2 1-0 1-1 2-0 2-1 2-2 3-0"
    outcome = ended("block", "Ann 6-4", "Bob passes", hands=hands).outcomes[-1]
    assert outcome["able"] == [{"player": "Bob", "of": 4, "fault": "passed-although-able"}]
    assert outcome["faults"] == ["not-blocked", "passed-although-able"]


def test_a_hand_that_ends_while_a_tile_could_be_played_is_not_blocked(ended):
    assert ended("block", "Ann 6-4", hands="Ann 1-0, Bob 6-1").outcomes[-1]["fault"] == "not-blocked"
    assert "fault" not in ended("block", "Ann 6-4", hands="Ann 1-0, Bob 2-1").outcomes[-1]


def test_tiles_drawn_after_a_pass_do_not_disprove_it(start):
    """Bob passed too soon, which is a different fault, and drew the tile that fits afterwards."""
    game = Game().apply(start()).apply(HandStarted("Ann")).apply(Play("Ann", Tile(6, 4)))
    game = game.apply(Pass("Bob")).apply(Play("Ann", Tile(6, 1), Tile(6, 4))).apply(Draw("Bob", 1))
    game = game.apply(HandEnd(left("Ann, Bob 4-2 0-0 2-2 3-3 5-5 5-2")))
    assert "able" not in game.outcomes[-1]


def test_tiles_that_complete_an_under_drawn_hand_do_not_disprove_an_earlier_pass(start):
    """Bob passed with four tiles instead of seven. The three tiles that he draws afterwards fit."""
    game = Game().apply(start("block")).apply(HandStarted("Ann", drawn={"Bob": 4})).apply(Play("Ann", Tile(6, 4)))
    game = game.apply(Pass("Bob")).apply(Draw("Bob", 3))
    game = game.apply(HandEnd(left("Ann, Bob 6-1 6-2 6-3 0-0 1-1 2-2 3-3")))
    assert "able" not in game.outcomes[-1]


def test_nobody_is_judged_in_a_hand_recorded_from_its_middle(start):
    """The record does not have the draws before it began, so those tiles would seem to have been held all along."""
    game = Game().apply(start("block")).apply(HandStarted("Bob", layout=Layout.parse("6-4"))).apply(Pass("Bob"))
    game = game.apply(HandEnd(left("Ann, Bob 6-1 6-2 6-3 0-0 1-1 2-2 3-3")))
    assert "able" not in game.outcomes[-1]


# Unknown tiles


def test_a_hand_with_unknown_tiles_scores_nothing_and_names_the_player(played, start):
    game = played(start(), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?")
    assert game.outcomes[-1] == {
        "untold": ["Bob"],
        "hand_winner": "Ann",
        "scores": {"Ann": 0, "Bob": 0},
        "winner": None,
    }
    assert (game.pending_hand_ends, game.hand.is_over) == ((4,), True)
    assert "hand_winner" not in played(start(), "Ann sets", "Ann 6-3", "left Ann: ?, Bob: ?").outcomes[-1]


def test_the_tiles_left_can_be_named_after_the_next_hand_has_begun(played, tell, start):
    late = played(start(), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?", "Bob sets", "Bob 5-5")
    named = late.apply(Correct(4, tell("left Ann:, Bob: 6-6 3-3")))
    assert named.match == played(start(), "Ann sets", "Ann 6-3", "left Ann:, Bob: 6-6 3-3", "Bob sets", "Bob 5-5").match
    assert (late.scores, named.scores, named.pending_hand_ends) == ({"Ann": 0, "Bob": 2}, {"Ann": 4, "Bob": 2}, ())


@pytest.mark.parametrize(
    ("rules", "target", "events"),
    [("five-up", 4, ["Bob sets", "Bob 6-6", "Ann 6-5>6-6"]), ("club", 2, ["Bob sets", "Bob 6-6", "Ann 6-5>6-6"])],
)
def test_tiles_named_late_may_show_that_the_game_was_already_won(played, tell, start, rules, target, events):
    late = played(start(rules, target=target), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?", *events)
    assert late.winner is None
    game = late.apply(Correct(4, tell("left Ann:, Bob: 5-5 4-4 2-0")))
    assert (game.winner, game.scores) == ("Ann", {"Ann": 4, "Bob": 0})
    assert [step.number for step in game.standing()] == [1, 2, 3, 4]
    assert game.apply(game.undo_event()).match == late.match


def test_tiles_named_late_may_let_a_later_play_win_the_game(played, tell, start):
    events = "Bob sets", "Bob 6-3", "Ann 6-6>6-3", "Bob 3-3>6-3"
    late = played(start(target=6), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?", *events)
    assert (late.scores, late.winner) == ({"Ann": 3, "Bob": 0}, None)
    game = late.apply(Correct(4, tell("left Ann:, Bob: 6-6 3-3")))
    assert (game.scores, game.winner) == ({"Ann": 7, "Bob": 0}, "Ann")
    assert str(game.hand.layout) == "6-3, 6-6>6-3"


def test_a_hand_with_unknown_tiles_wins_no_game_and_names_no_setter(played, start):
    """The club compares the scores with the target at the end of the hand, when the tiles left are known."""
    game = played(start("club", target=2), "Ann sets", "Ann 5-5", "left Ann: ?, Bob: ?")
    assert (game.scores["Ann"], game.winner) == (2, None)
    winner_sets = start(options={"first": "winner"})
    assert played(winner_sets, "Ann sets", "Ann 5-5", "left Ann: 6-1, Bob: ?").match.next_setter is None
    assert played(winner_sets, "Ann sets", "Ann 5-5", "left Ann:, Bob: ?").match.next_setter == "Ann"


def test_the_known_tiles_are_checked_while_others_are_unknown(played, start):
    events = "Ann sets", "Ann 6-4", "Bob passes", "left Ann: ?, Bob: 6-2 1-0 1-1 2-0 2-1 2-2 3-0"
    assert played(start("block"), *events).outcomes[-1]["fault"] == "passed-although-able"
    with pytest.raises(RecordError, match="since it is on the table"):
        played(start(), "Ann sets", "Ann 6-4", "left Ann: ?, Bob: 6-4")
    with pytest.raises(RecordError, match="null if it is unknown; these came: Bob"):
        played(start(), "Ann sets", "Ann 6-4", "left Bob: ?")
    assert "not-blocked" not in str(played(start("block"), "Ann sets", "Ann 6-4", "left Ann: 6-1, Bob: ?").outcomes)
