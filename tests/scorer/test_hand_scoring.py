"""What a hand is worth at its end, and what the tiles left in hand give away."""

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
    """Tiles left in hand, told as `Ann 6-6 1-0, Bob`."""
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
        # the club's own examples: 18 left gives 4, 17 gives 3
        ("club", "Ann, Bob 6-5 5-2", ("Ann", 4)),
        ("club", "Ann, Bob 6-5 5-1", ("Ann", 3)),
        # Cramer's: 5, 7, 8, 12, 18
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
def test_going_out(rules, hands, won):
    assert gain(rules, hands) == won


@pytest.mark.parametrize(
    ("rules", "hands", "won"),
    [
        ("club", "Ann 2-2, Bob 6-6", ("Ann", 2)),  # the club's example: 12 less 4 is 8, nearest 10
        ("five-up", "Ann 2-2, Bob 6-6", ("Ann", 2)),
        ("five-up", "Ann 2-2, Bob 6-6, Cid 3-3", ("Ann", 4)),
        ("all-fives", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 15)),  # 8 is near 10, 3 is near 5
        ("fives-and-threes", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 11)),
        ("fives-and-threes-league", "Ann 2-2, Bob 6-6", (None, 0)),
        ("block", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 19)),
        ("draw", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 19)),
        ("cross", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 11)),
        ("pub-block", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 11)),
        ("block-and-draw", "Ann 2-2, Bob 6-6, Cid 6-1", ("Ann", 15)),
    ],
)
def test_nobody_can_play(rules, hands, won):
    assert gain(rules, hands) == won


def test_block_may_take_the_winners_own_pips_off():
    assert gain("block", "Ann 2-2, Bob 6-6, Cid 6-1", blocked="pips-less-own") == ("Ann", 15)


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("Ann 5-1 1-0, Bob 4-3", "Ann"),  # both 7; Ann holds the 1-0
        ("Ann 4-3, Bob 5-1 1-0, Cid 0-0 6-6", "Bob"),  # Cid's 0-0 is lighter, but Cid is not level
        ("Ann 4-3, Bob 5-2", None),
    ],
)
def test_a_tie_in_block_goes_to_the_lightest_single_tile(hands, winner):
    assert gain("block", hands)[0] == winner


def test_a_tie_elsewhere_goes_to_nobody():
    assert gain("pub-block", "Ann 5-1 1-0, Bob 4-3") == (None, 0)


def test_a_team_is_counted_together_and_a_partners_tiles_cost_the_others_nothing():
    assert gain("five-up", "Ann, Bob 6-4, Cid 6-6, Dee 5-0", teams=True) == ("Ann+Cid", 3)
    assert gain("pub-block", "Ann 6-6, Bob 5-1, Cid 0-0, Dee 4-3", teams=True) == ("Ann+Cid", 1)


def test_a_double_may_count_one_half():
    assert gain("block", "Ann, Bob 6-6 5-0") == ("Ann", 17)
    assert gain("block", "Ann, Bob 6-6 5-0", **{"count-doubles-once": True}) == ("Ann", 11)


# What the tiles give away


@pytest.fixture
def ended(tell, start):
    """The game after a hand with these tiles left."""

    def end(rules, *told, hands):
        game = Game().apply(start(rules)).apply(HandStarted("Ann"))
        for event in told:
            game = game.apply(tell(event))
        return game.apply(HandEnd(left(hands)))

    return end


def test_who_drew_although_able_is_found_out_when_the_tiles_come_to_light(ended):
    """Bob drew one tile on 6-4, yet of the five tiles that he must have held since, six could have been played."""
    told = "Ann 6-4", "Bob draws 1", "Bob 6-1>6-4"
    game = ended("five-up", *told, hands="Ann, Bob 6-2 6-3 4-2 4-3 4-4")
    outcome = game.outcomes[-1]
    assert outcome["able"] == [{"player": "Bob", "of": 4, "fault": "drew-although-able"}]
    assert "drew-although-able" in (outcome["fault"], *outcome.get("faults", []))


def test_an_honest_draw_is_not_suspected(ended):
    """The one tile that could be played is the one just drawn."""
    told = "Ann 6-4", "Bob draws 3", "Bob 6-1>6-4"
    game = ended("five-up", *told, hands="Ann, Bob 1-0 1-1 2-0 2-1 2-2 3-0 3-1")
    assert "able" not in game.outcomes[-1]


def test_nobody_is_judged_whose_tiles_do_not_add_up(ended):
    """A draw that the camera did not see would make an honest player look guilty."""
    told = "Ann 6-4", "Bob draws 1", "Bob 6-1>6-4"
    assert "able" not in ended("five-up", *told, hands="Ann, Bob 6-2 6-3 4-2 4-3 4-4 5-4").outcomes[-1]


def test_who_passed_although_able_is_found_out(ended):
    hands = "Ann 5-5 5-1 5-2 5-3 5-0 3-3, Bob 6-2 1-0 1-1 2-0 2-1 2-2 3-0"
    outcome = ended("block", "Ann 6-4", "Bob passes", hands=hands).outcomes[-1]
    assert outcome["able"] == [{"player": "Bob", "of": 4, "fault": "passed-although-able"}]
    assert outcome["faults"] == ["not-blocked", "passed-although-able"]


def test_a_hand_that_ends_while_a_tile_could_be_played_is_not_blocked(ended):
    assert ended("block", "Ann 6-4", hands="Ann 1-0, Bob 6-1").outcomes[-1]["fault"] == "not-blocked"
    assert "fault" not in ended("block", "Ann 6-4", hands="Ann 1-0, Bob 2-1").outcomes[-1]


def test_tiles_drawn_after_a_pass_are_not_held_against_it(start):
    """Bob passed with the boneyard untouched, which is a fault of its own, and then drew the tile that fits."""
    game = Game().apply(start()).apply(HandStarted("Ann")).apply(Play("Ann", Tile(6, 4)))
    game = game.apply(Pass("Bob")).apply(Play("Ann", Tile(6, 1), Tile(6, 4))).apply(Draw("Bob", 1))
    game = game.apply(HandEnd(left("Ann, Bob 4-2 0-0 2-2 3-3 5-5 5-2")))
    assert "able" not in game.outcomes[-1]


def test_tiles_that_complete_a_hand_drawn_too_small_are_not_held_against_a_pass(start):
    """Bob passed with four tiles where seven are dealt, and the three he drew then fit."""
    game = Game().apply(start("block")).apply(HandStarted("Ann", drawn={"Bob": 4})).apply(Play("Ann", Tile(6, 4)))
    game = game.apply(Pass("Bob")).apply(Draw("Bob", 3))
    game = game.apply(HandEnd(left("Ann, Bob 6-1 6-2 6-3 0-0 1-1 2-2 3-3")))
    assert "able" not in game.outcomes[-1]


def test_nobody_is_judged_in_a_hand_that_was_not_seen_from_its_set(start):
    """Tiles drawn before the record began are not known, and would be taken for tiles held all along."""
    game = Game().apply(start("block")).apply(HandStarted("Bob", layout=Layout.parse("6-4"))).apply(Pass("Bob"))
    game = game.apply(HandEnd(left("Ann, Bob 6-1 6-2 6-3 0-0 1-1 2-2 3-3")))
    assert "able" not in game.outcomes[-1]


# Tiles that nobody has told yet


def test_a_hand_whose_tiles_are_not_told_brings_nothing_and_says_so(played, start):
    game = played(start(), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?")
    assert game.outcomes[-1] == {
        "untold": ["Bob"],
        "hand_winner": "Ann",
        "scores": {"Ann": 0, "Bob": 0},
        "winner": None,
    }
    assert (game.pending_hand_ends, game.hand.is_over) == ((4,), True)
    assert "hand_winner" not in played(start(), "Ann sets", "Ann 6-3", "left Ann: ?, Bob: ?").outcomes[-1]


def test_the_next_hand_is_played_and_the_tiles_are_told_later(played, tell, start):
    late = played(start(), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?", "Bob sets", "Bob 5-5")
    told = late.apply(Correct(4, tell("left Ann:, Bob: 6-6 3-3")))
    assert told.match == played(start(), "Ann sets", "Ann 6-3", "left Ann:, Bob: 6-6 3-3", "Bob sets", "Bob 5-5").match
    assert (late.scores, told.scores, told.pending_hand_ends) == ({"Ann": 0, "Bob": 2}, {"Ann": 4, "Bob": 2}, ())


@pytest.mark.parametrize(
    ("rules", "target", "told"),
    [("five-up", 4, ["Bob sets", "Bob 6-6", "Ann 6-5>6-6"]), ("club", 2, ["Bob sets", "Bob 6-6", "Ann 6-5>6-6"])],
)
def test_points_told_late_may_show_that_the_game_was_won_before(played, tell, start, rules, target, told):
    late = played(start(rules, target=target), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?", *told)
    assert late.winner is None
    game = late.apply(Correct(4, tell("left Ann:, Bob: 5-5 4-4 2-0")))
    assert (game.winner, game.scores) == ("Ann", {"Ann": 4, "Bob": 0})
    assert [step.number for step in game.standing()] == [1, 2, 3, 4]
    assert game.apply(game.undo_event()).match == late.match


def test_points_told_late_may_let_a_later_play_win_the_game(played, tell, start):
    told = "Bob sets", "Bob 6-3", "Ann 6-6>6-3", "Bob 3-3>6-3"
    late = played(start(target=6), "Ann sets", "Ann 6-3", "left Ann:, Bob: ?", *told)
    assert (late.scores, late.winner) == ({"Ann": 3, "Bob": 0}, None)
    game = late.apply(Correct(4, tell("left Ann:, Bob: 6-6 3-3")))
    assert (game.scores, game.winner) == ({"Ann": 7, "Bob": 0}, "Ann")
    assert str(game.hand.layout) == "6-3, 6-6>6-3"


def test_a_hand_that_is_not_told_decides_no_game_and_names_no_setter(played, start):
    """The club looks at the target when the hand is over, and that is known when its tiles are."""
    game = played(start("club", target=2), "Ann sets", "Ann 5-5", "left Ann: ?, Bob: ?")
    assert (game.scores["Ann"], game.winner) == (2, None)
    winner_sets = start(options={"first": "winner"})
    assert played(winner_sets, "Ann sets", "Ann 5-5", "left Ann: 6-1, Bob: ?").match.next_setter is None
    assert played(winner_sets, "Ann sets", "Ann 5-5", "left Ann:, Bob: ?").match.next_setter == "Ann"


def test_the_tiles_that_are_told_are_looked_at_all_the_same(played, start):
    told = "Ann sets", "Ann 6-4", "Bob passes", "left Ann: ?, Bob: 6-2 1-0 1-1 2-0 2-1 2-2 3-0"
    assert played(start("block"), *told).outcomes[-1]["fault"] == "passed-although-able"
    with pytest.raises(RecordError, match="since it is on the table"):
        played(start(), "Ann sets", "Ann 6-4", "left Ann: ?, Bob: 6-4")
    with pytest.raises(RecordError, match="null where it is not told yet; these came: Bob"):
        played(start(), "Ann sets", "Ann 6-4", "left Bob: ?")
    assert "not-blocked" not in str(played(start("block"), "Ann sets", "Ann 6-4", "left Ann: 6-1, Bob: ?").outcomes)
