"""The points of each play in each game, who gets them, and the outcomes that people see."""

import pytest
from notation import last

from muggins.scorer import Game, HandStarted, Play, RecordError, Score, Tile, load_ruleset

# The score of a play


def test_a_multiple_of_five_scores_for_its_player(played, start):
    game = played(start(), "Ann sets", "Ann 4-1", "Bob 1-1>4-1", "Ann 6-4>4-1")
    assert [outcome["points"] for outcome in game.outcomes[2:]] == [1, 0, 0]
    assert game.scores == {"Ann": 1, "Bob": 0}
    assert last(game) == {"count": 8, "points": 0, "open": [1, 6], "scores": {"Ann": 1, "Bob": 0}, "winner": None}


@pytest.mark.parametrize(
    ("rules", "points"),
    [("club", 3), ("all-fives", 15), ("fives-and-threes", 15), ("fives-and-threes-league", 8), ("pub-draw", 0)],
)
def test_the_points_for_a_count_of_fifteen_in_each_game(played, start, rules, points):
    game = played(start(rules), "Ann sets", "Ann 6-3", "Bob 6-6>6-3")
    assert (last(game)["count"], last(game)["points"]) == (15, points)


def test_a_count_of_zero_scores_nothing(played, start):
    assert last(played(start(), "Ann sets", "Ann 0-0"))["points"] == 0


def test_five_up_is_won_at_once(played, refused, start):
    events = "Ann sets", "Ann 5-5"
    game = played(start(target=2), *events)
    assert game.winner == "Ann"
    assert game.hand.to_play is None
    assert "the game is over: Ann has won it" in refused(start(target=2), *events, "Bob 5-0>5-5")


def test_a_club_game_is_won_only_at_the_end_of_a_hand(played, start):
    game = played(start("club", target=2), "Ann sets", "Ann 5-5", "Bob 5-0>5-5")
    assert game.winner is None
    assert played(start("club", target=2), "Ann sets", "Ann 5-5", "left Ann:, Bob: 2-1").winner == "Ann"


def test_past_the_target_the_higher_score_wins_and_a_tie_is_played_off(played, start):
    hand = "Ann sets", "Ann 5-5", "Bob 5-0>5-5"  # two points each
    tie = played(start("club", target=2), *hand, "left Ann: 1-0, Bob: 1-1")
    assert (last(tie)["play_off"], tie.winner) == (["Ann", "Bob"], None)
    again = tie.apply(HandStarted("Bob")).apply(Play("Bob", Tile(5, 0)))
    assert again.winner is None
    higher = played(start("club", target=2), *hand, "left Ann: 6-4, Bob:")
    assert (higher.winner, higher.scores) == ("Bob", {"Ann": 2, "Bob": 4})


def test_points_past_an_exact_target_do_not_count(played, start):
    events = "Ann sets", "Ann 5-5", "Bob 5-1>5-5", "Ann 5-4>5-5"
    game = played(start("five-up-exact", target=1), *events)
    past = game.outcomes[2]
    assert (past["points"], past["over"], past["scores"], past["winner"]) == (2, True, {"Ann": 0, "Bob": 0}, None)
    assert (last(game)["points"], game.winner) == (1, "Ann")


def test_a_loser_below_half_the_target_is_skunked(played, start):
    game = played(start(target=2), "Ann sets", "Ann 5-5")
    assert last(game)["skunked"] == ["Bob"]
    half_way = played(start(target=4), "Ann sets", "Ann 5-5", "Bob 5-0>5-5", "Ann 0-0>5-0")
    assert (half_way.winner, "skunked" in last(half_way)) == ("Ann", False)
    assert "skunked" not in last(played(start("all-fives", target=10), "Ann sets", "Ann 5-5"))


# Claims and Muggins


def test_a_score_waits_for_its_claim_in_a_game_with_claims(played, start):
    events = "Ann sets", "Ann 5-5"
    assert played(start(claims="call"), *events).hand.unclaimed == ("Ann", 2)
    game = played(start(claims="call"), *events, "Ann claims 2")
    assert (game.scores["Ann"], game.hand.unclaimed) == (2, None)


def test_a_wrong_claim_scores_nothing_and_the_score_may_still_be_claimed(played, start):
    game = played(start(claims="call"), "Ann sets", "Ann 5-5", "Ann claims 10")
    assert (last(game)["fault"], last(game)["count"], last(game)["due"]) == ("wrong-claim", 10, 2)
    assert game.scores["Ann"] == 0
    assert game.hand.unclaimed == ("Ann", 2)


@pytest.mark.parametrize("claim", ["Ann claims 2", "Bob claims 1"])
def test_a_claim_without_a_score_to_claim_is_false(played, start, claim):
    for events in (("Ann sets", "Ann 6-3"), ("Ann sets",), (), ("Ann sets", "Ann 5-5", "Ann claims 2")):
        assert last(played(start(claims="call"), *events, claim))["fault"] == "false-claim"


def test_a_partners_score_can_be_claimed_and_an_opponents_cannot(played, start):
    events = "Ann sets", "Ann 5-5"
    assert last(played(start(claims="call"), *events, "Bob claims 2"))["fault"] == "false-claim"
    teams = start(players="Ann Bob Cid Dee", teams=(("Ann", "Cid"), ("Bob", "Dee")), claims="call")
    assert played(teams, *events, "Cid claims 2").scores == {"Ann+Cid": 2, "Bob+Dee": 0}


@pytest.mark.parametrize(
    ("rules", "players", "to"),
    [("five-up", "Ann Bob", "Bob"), ("club", "Ann Bob", None), ("five-up", "Ann Bob Cid", "Bob")],
)
@pytest.mark.parametrize("next_event", ["Bob 5-1>5-5", "Bob draws 1", "Bob passes"])
def test_an_unclaimed_score_is_missed_at_the_next_event(played, start, rules, players, to, next_event):
    game = played(start(rules, players, claims="call"), "Ann sets", "Ann 5-5", next_event)
    assert last(game)["missed"] == {"player": "Ann", "points": 2, "to": to}
    assert sum(game.scores.values()) == (2 if to else 0)


def test_an_unclaimed_score_is_missed_at_the_end_of_the_hand(played, start):
    game = played(start(claims="call"), "Ann sets", "Ann 5-5", "left Ann:, Bob: 3-2")
    assert last(game)["missed"] == {"player": "Ann", "points": 2, "to": "Bob"}
    assert last(game)["gained"] == {"Ann": 1, "Bob": 0}
    assert game.scores == {"Ann": 1, "Bob": 2}


def test_the_first_player_to_call_muggins_gets_the_score(played, start):
    game = played(start(players="Ann Bob Cid", claims="call"), "Ann sets", "Ann 5-5", "Cid calls Muggins")
    assert last(game)["missed"] == {"player": "Ann", "points": 2, "to": "Cid"}
    assert game.scores == {"Ann": 0, "Bob": 0, "Cid": 2}
    assert last(game.apply(Play("Bob", Tile(5, 1), Tile(5, 5)))).get("missed") is None


def test_muggins_is_false_without_a_score_or_on_a_score_of_ones_own_side(played, start):
    for events in (("Ann sets", "Ann 6-3", "Bob calls Muggins"), ("Ann sets", "Ann 5-5", "Ann calls Muggins")):
        assert last(played(start(claims="call"), *events))["fault"] == "false-muggins"
    assert last(played(start(claims="call"), "Bob calls Muggins"))["fault"] == "false-muggins"


def test_a_game_won_by_a_missed_score_ends_before_the_play_that_shows_it(played, start):
    """If a missed score wins the game, the event after it, which shows that it was missed, does not count."""
    won = {"missed": {"player": "Ann", "points": 2, "to": "Bob"}, "skunked": ["Ann"], "winner": "Bob"}
    for event in ("Bob 5-0>5-5", "Bob passes", "left Ann:, Bob: 6-6"):
        game = played(start(claims="call", target=2), "Ann sets", "Ann 5-5", event)
        assert last(game) == {**won, "scores": {"Ann": 0, "Bob": 2}}


def test_a_missed_score_that_leads_past_an_exact_target_is_lost(played, start):
    events = "Ann sets", "Ann 5-5", "Bob 5-1>5-5"
    game = played(start("five-up-exact", claims="call", target=1), *events)
    assert last(game)["missed"] == {"player": "Ann", "points": 2, "to": None}
    assert game.scores == {"Ann": 0, "Bob": 0}


# The next setter


@pytest.mark.parametrize(
    ("first", "setter"), [("lot", "Bob"), ("highest-double", None), ("heaviest", None), ("winner", "Ann")]
)
def test_the_setter_of_the_next_hand(played, start, first, setter):
    game = played(start(options={"first": first}), "Ann sets", "Ann 5-5", "left Ann:, Bob: 6-6")
    assert game.match.next_setter == setter
    assert played(start(options={"first": first})).match.next_setter is None


def test_after_a_tie_the_player_of_the_last_play_sets(played, start):
    events = "Ann sets", "Ann 6-5", "Bob 5-1>6-5", "left Ann: 3-3, Bob: 4-2"
    assert played(start("pub-block", options={"first": "winner"}), *events).match.next_setter == "Bob"


# Impossible events


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"rules": "chess"}, "no rule set is called 'chess'"),
        ({"rules": "knock-out", "players": "Ann Bob"}, "knock-out is played by 1 player, not by 2"),
        ({"rules": "club", "players": "Ann Bob Cid"}, "club is played by 2 players, not by 3"),
        ({"players": "Ann Ann"}, "each needs a name of their own"),
        ({"players": "Ann+Bob Cid"}, "without +"),
        ({"rules": "club", "teams": (("Ann",), ("Bob",))}, "club is not played in teams"),
        ({"teams": (("Ann",), ("Bob",))}, "two teams of two are expected"),
        (
            {"players": "Ann Bob Cid Dee", "teams": (("Ann", "Bob"), ("Cid", "Dee"))},
            "partners sit opposite, so Ann with Cid and Bob with Dee are expected",
        ),
        ({"options": {"spinner": "some"}}, "spinner: may be none, first-double or every"),
        ({"target": 100_001}, "target: may be a whole number"),
    ],
)
def test_a_game_that_cannot_begin_says_why(start, options, why):
    with pytest.raises(RecordError) as refusal:
        Game().apply(start(**options))
    assert why in str(refusal.value)


@pytest.mark.parametrize(
    ("events", "why"),
    [
        (["Ann 6-4"], "no hand is in play"),
        (["Cid sets"], "Cid does not play; the players are Ann, Bob"),
        ([HandStarted("Ann", drawn={"Cid": 5})], "Cid does not play"),
        ([HandStarted("Ann", drawn={"Bob": 25})], "30 tiles cannot be drawn from a set of 28"),
        (["Ann sets", "Cid 6-4"], "Cid does not play"),
        (["Ann sets", "Ann 6-4", "Bob 6-4>6-4"], "6-4 lies on the table already"),
        (["Ann sets", "Ann 6-4", "Bob 6-1"], "6-1 needs the tile it was played on"),
        (["Ann sets", "Ann 6-4", "Bob 6-1>6-6"], "6-6, which is not on the table"),
        (["Ann sets", "Ann 6-4", "Bob 5-1>6-4:3/6"], "they have no such halves"),
        (["Ann sets", "Ann 9-4"], "9-4 is not in a set up to 6-6"),
        (["Ann sets", "left Ann:, Bob:"], "cannot end before its first play"),
        (["Ann sets", "Ann 6-4", "left Ann:, Bob:"], "two players cannot both have gone out"),
        (["Ann sets", "Ann 6-4", "left Ann:"], "a hand is expected for each of Ann, Bob"),
        (["Ann sets", "Ann 6-4", "left Ann:, Bob: 6-4"], "6-4 cannot be in Bob's hand, since it is on the table"),
        (["Ann sets", "Ann 6-4", "left Ann: 1-0, Bob: 1-0"], "since it is in Ann's hand"),
        (["Ann sets", "Ann 6-4", "left Ann: 7-0, Bob:"], "7-0 is not in a set"),
        (["Ann sets", "Ann 6-4", "left Ann:, Bob: 1-0", "Ann 4-4>6-4"], "no hand is in play"),
        (["Cid claims 2"], "Cid does not play"),
        (["Ann sets", "Cid calls Muggins"], "Cid does not play"),
        ([Score("Ann", 5)], "once a hand has begun"),
        (["Ann sets", Score("Cid", 5)], "Cid does not play"),
        (["Ann sets", Score("Ann", 0)], "Ann has 0, to which 0 cannot be added"),
        (["Ann sets", Score("Ann", 5), Score("Ann", -6)], "Ann has 5, to which -6 cannot be added"),
    ],
)
def test_an_impossible_event_says_why(refused, start, events, why):
    assert why in refused(start(), *events)


def test_a_record_begins_with_one_game_event(tell, start):
    with pytest.raises(RecordError, match="first event of a record is a game event"):
        Game().apply(tell("Ann sets"))
    with pytest.raises(RecordError, match="begun already"):
        Game().apply(start()).apply(start())


def test_a_double_twelve_set_has_larger_tiles(played, start):
    game = played(start(set=12), "Ann sets", "Ann 12-8", "Bob 12-2>12-8")
    assert last(game)["points"] == 2
    assert game.hand.boneyard == 91 - 10 - 2
    assert load_ruleset("five-up", {"set": 12}).set == 12


def test_people_peg_points_by_hand(played, start):
    game = played(start(), "Ann sets", "Ann 5-5", Score("Bob", 7), Score("Bob", -3))
    assert game.scores == {"Ann": 2, "Bob": 4}
    assert played(start(), "Ann sets", "Ann 5-5", Score("Bob", 7), "take back").scores == {"Ann": 0, "Bob": 7}
    assert played(start(target=10), "Ann sets", Score("Ann", 10)).winner == "Ann"
