"""Games of rounds: the tiles left in the hands are entered one after another, and nothing else is recorded."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_games import GAMES

from muggins.scorer import (
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
from muggins.scorer.random_games import random_game
from muggins.scorer.undo import redo_event, undo_event

ROUNDS = [name for name in ruleset_names() if load_ruleset(name).is_rounds]


@pytest.mark.parametrize(("set", "number"), [(6, 7), (9, 10), (12, 13), (15, 16)])
def test_mexican_train_has_a_round_for_each_double(set, number):
    assert load_ruleset("mexican-train", {"set": set}).round_count == number


@pytest.mark.parametrize("event", [RoundHand("Ann"), RoundHand("Ann", (Tile(1, 0),), 1)])
def test_a_hand_has_either_tiles_or_points(played, start, event):
    with pytest.raises(RecordError, match="either hand, the tiles left, or points"):
        played(start("by-hands"), event)


def test_undo_and_redo_take_the_last_hand_back_and_bring_it_again(played, start):
    game = played(start("by-hands"), "Ann holds 6-4", "Bob holds 5-5")
    undone = game.apply(undo_event(game.record))
    assert undone.scores == {"Ann": 10, "Bob": 0}
    assert undone.apply(redo_event(undone.record)).scores == game.scores


@st.composite
def games(draw, name):
    """A whole game with any players and set, and any value of the options for games of rounds."""
    highest = draw(st.sampled_from([6, 9, 12, 15]))
    allowed = sorted(load_ruleset(name, {"set": highest}).tiles)
    players = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")[: draw(st.integers(2, allowed[-1]))]
    options = {
        "double-blank": draw(st.sampled_from(["0", "25", "50"])),
        "wins": draw(st.sampled_from(["lowest", "highest"])),
        "rounds": draw(st.sampled_from(["0", "1", "7"])),
    }
    start = GameStarted(name, players, set=highest, options=options if draw(st.booleans()) else {})
    return random_game(start, draw(st.integers(0, 10**9)))


@pytest.mark.parametrize("rules", ROUNDS)
@settings(max_examples=GAMES)
@given(data=st.data())
def test_random_games_keep_the_invariants(rules, data):
    """Each player has a hand in each round; totals are their sums; the winner's is the best, and nobody else's."""
    game = data.draw(games(rules))
    points = [(step.event.player, step.outcome.points) for step in game.standing()[1:]]
    assert game.scores == {player: sum(each for who, each in points if who == player) for player in game.players}
    best = (min if game.rules.wins == "lowest" else max)(game.scores.values())
    assert [player for player, score in game.scores.items() if score == best] == [game.winner]
    in_round = Counter((step.outcome.round, step.event.player) for step in game.standing()[1:])
    rounds = game.last.outcome.round
    assert in_round == Counter((number, player) for number in range(1, rounds + 1) for player in game.players)
    for step in game.standing()[1:]:
        blank = game.rules.double_blank if Tile(0, 0) in step.event.hand else 0
        assert step.outcome.points == sum(tile.total for tile in step.event.hand) + blank
    assert replay(parse_event(event_to_json(event)) for event in game.record) == game


@pytest.mark.parametrize("rules", ROUNDS)
def test_ten_play_with_the_sets_that_have_tiles_for_ten(rules):
    """A family of ten with a double-fifteen had to leave two out."""
    for highest in (9, 12, 15):
        tiles = load_ruleset(rules, {"set": highest}).tiles
        assert max(tiles) == 10
        assert all(players * each <= (highest + 1) * (highest + 2) // 2 for players, each in tiles.items())
