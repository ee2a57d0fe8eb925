"""Games of rounds: the tiles left in the hands are entered one after another, and nothing else is recorded."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_games import GAMES

from muggins.scorer import (
    Correct,
    GameStarted,
    RecordError,
    RoundHand,
    Tile,
    event_to_json,
    load_ruleset,
    parse_event,
    replay,
    ruleset_names,
)
from muggins.scorer.rounds.rounds import Round
from muggins.scorer.simulation.random_games import random_game
from muggins.scorer.undo import redo_event, undo_event

ROUNDS = [name for name in ruleset_names() if load_ruleset(name).is_rounds]


def left(text):
    """The event of `Ann 6-4 3-0`, `Ann out` or `Ann 34`."""
    player, *rest = text.split()
    if rest == ["out"]:
        return RoundHand(player, ())
    return (
        RoundHand(player, points=int(rest[0])) if rest[0].isdigit() else RoundHand(player, tuple(map(Tile.parse, rest)))
    )


@pytest.fixture
def rounds(played, start):
    """A game of rounds after these hands."""

    def play(*hands, rules="by-hands", players="Ann Bob", **options):
        return played(start(rules, players, **options), *map(left, hands))

    return play


def test_a_hand_adds_its_pips_to_the_total_of_its_player(rounds):
    game = rounds("Ann 6-4 3-0", "Bob out")
    assert game.scores == {"Ann": 13, "Bob": 0}
    assert game.outcomes[1] == {"points": 13, "round": 1, "scores": {"Ann": 13, "Bob": 0}, "winner": None}


def test_the_hands_of_a_round_come_in_any_order_and_the_next_begins_another(rounds):
    game = rounds("Bob 5-5", "Ann out", "Ann 1-0")
    assert game.match.round == Round(2, {"Ann": 1}, {"Ann": (Tile(1, 0),)})
    assert [outcome.get("round") for outcome in game.outcomes] == [None, 1, 1, 2]


def test_a_hand_may_be_entered_as_points_alone(rounds):
    assert rounds("Ann 34").scores["Ann"] == 34


@pytest.mark.parametrize(("value", "scored"), [("0", 2), ("25", 27), ("50", 52)])
def test_the_double_blank_counts_what_the_rules_say(rounds, value, scored):
    assert rounds("Ann 0-0 1-1", options={"double-blank": value}).scores["Ann"] == scored


def test_a_blank_left_in_a_hand_counts_in_a_game_on_a_layout_too(played, start):
    game = played(start("block", options={"double-blank": "10"}), "Ann sets", "Ann 6-6", "left Ann:, Bob: 0-0 1-0")
    assert game.scores == {"Ann": 11, "Bob": 0}


@pytest.mark.parametrize(("set", "number"), [(6, 7), (9, 10), (12, 13)])
def test_mexican_train_has_a_round_for_each_double(set, number):
    assert load_ruleset("mexican-train", {"set": set}).round_count == number


def test_the_lowest_total_wins_at_the_end_of_the_round_in_which_the_target_is_reached(rounds):
    game = rounds("Ann 60", "Bob 20", "Ann 45", target=100)
    assert game.winner is None  # Bob's tiles are not counted yet
    assert game.apply(left("Bob 30")).winner == "Bob"


def test_the_highest_total_wins_where_the_rules_say_so(rounds):
    assert rounds("Ann 60", "Bob 20", options={"wins": "highest", "rounds": "1"}).winner == "Ann"


def test_level_totals_are_played_off(rounds):
    game = rounds("Ann 20", "Bob 20", options={"rounds": "1"})
    assert game.winner is None
    assert game.outcomes[-1]["play_off"] == ["Ann", "Bob"]
    assert rounds("Ann 20", "Bob 20", "Ann 3", "Bob 4", options={"rounds": "1"}).winner == "Ann"


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (("Ann 6-4", "Ann 6-4"), "the hand of Ann in round 1 is entered already, with 10 points; correct that entry"),
        (("Ann 6-4", "Bob 6-4"), "6-4 cannot be in the hand of Bob, since it is in the hand of Ann"),
        (("Ann 6-4 4-6",), "6-4 is named twice"),
        (("Ann 9-4",), "9-4 is not in a set up to 6-6"),
        (("Zoe 6-4",), "Zoe does not play; the players are Ann, Bob"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_nothing_is_lost(rounds, hands, why):
    before = rounds(*hands[:-1])
    with pytest.raises(RecordError, match=why):
        before.apply(left(hands[-1]))
    assert before == rounds(*hands[:-1])


@pytest.mark.parametrize("event", [RoundHand("Ann"), RoundHand("Ann", (Tile(1, 0),), 1)])
def test_a_hand_has_either_tiles_or_points(rounds, event):
    with pytest.raises(RecordError, match="either hand, the tiles left, or points"):
        rounds().apply(event)


def test_the_events_of_a_layout_have_no_place_here_nor_have_rounds_there(rounds, refused, start, tell):
    with pytest.raises(RecordError, match="in Mexican Train only the tiles left are entered"):
        rounds(rules="mexican-train").apply(tell("Ann sets"))
    assert "Five-Up is played on a layout" in refused(start(), left("Ann 6-4"))


def test_a_correction_replaces_a_hand_and_everything_after_it_is_computed_again(rounds):
    game = rounds("Ann 6-4", "Bob out", "Ann 5-5").apply(Correct(2, left("Ann 6-5")))
    assert game.scores == {"Ann": 21, "Bob": 0}


def test_striking_a_hand_that_later_rounds_rest_on_is_refused(rounds):
    game = rounds("Ann 6-4", "Bob out", "Bob 5-5")
    with pytest.raises(RecordError, match="with that, event 4 cannot stand: the hand of Bob in round 1"):
        game.apply(Correct(2, None))


def test_undo_and_redo_take_the_last_hand_back_and_bring_it_again(rounds):
    game = rounds("Ann 6-4", "Bob 5-5")
    undone = game.apply(undo_event(game.record))
    assert undone.scores == {"Ann": 10, "Bob": 0}
    assert undone.apply(redo_event(undone.record)).scores == game.scores


@st.composite
def games(draw, name):
    """A whole game with any players and set, and any value of the options for games of rounds."""
    highest = draw(st.sampled_from([6, 9, 12]))
    allowed = sorted(load_ruleset(name, {"set": highest}).tiles)
    players = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")[: draw(st.integers(2, allowed[-1]))]
    options = {
        "double-blank": draw(st.sampled_from(["0", "25", "50"])),
        "wins": draw(st.sampled_from(["lowest", "highest"])),
        "rounds": draw(st.sampled_from(["0", "1", "7"])),
    }
    start = GameStarted(name, players, set=highest, options=options if draw(st.booleans()) else {})
    return random_game(start, draw(st.integers(0, 10**9)))


@pytest.mark.parametrize("rules", ROUNDS)
@settings(max_examples=GAMES, deadline=None, derandomize=True)
@given(data=st.data())
def test_random_games_keep_the_invariants(rules, data):
    """Each player has a hand in each round; totals are their sums; the winner's is the best, and nobody else's."""
    game = data.draw(games(rules))
    points = [(step.event.player, step.line()["points"]) for step in game.standing()[1:]]
    assert game.scores == {player: sum(each for who, each in points if who == player) for player in game.players}
    best = (min if game.rules.wins == "lowest" else max)(game.scores.values())
    assert [player for player, score in game.scores.items() if score == best] == [game.winner]
    in_round = Counter((step.line()["round"], step.event.player) for step in game.standing()[1:])
    rounds = game.standing()[-1].line()["round"]
    assert in_round == Counter((number, player) for number in range(1, rounds + 1) for player in game.players)
    for step in game.standing()[1:]:
        blank = game.rules.double_blank if Tile(0, 0) in step.event.hand else 0
        assert step.line()["points"] == sum(tile.total for tile in step.event.hand) + blank
    assert replay(parse_event(event_to_json(event)) for event in game.record) == game
