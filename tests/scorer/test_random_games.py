"""Random players keep the rules, and the same seed plays the same game."""

import pytest

from muggins.scorer import GameStarted, HandEnd, HandStarted, Play, Tile, load_ruleset, ruleset_names
from muggins.scorer.random_games import random_game, setter_by_tiles


def parse_tiles(text: str) -> list[Tile]:
    return list(map(Tile.parse, text.split()))


def test_the_same_seed_plays_the_same_game():
    start = GameStarted("five-up", ("Ann", "Bob", "Cid"), claims="call")
    assert random_game(start, 7) == random_game(start, 7)
    assert random_game(start, 7).record != random_game(start, 8).record


@pytest.mark.parametrize("rules", [name for name in ruleset_names() if not load_ruleset(name).pair])
def test_a_game_of_every_rule_set_is_played_to_its_end(rules):
    """Six games in a row are seldom won at random, so such a game is played to one."""
    options = load_ruleset(rules)
    players = ("Ann", "Bob", "Cid", "Dee")[: min(options.tiles)]
    game = random_game(GameStarted(rules, players, target=None if options.tally == "sum" else 1), 1)
    assert game.winner in game.sides


def test_a_game_may_be_played_for_a_few_hands_only():
    game = random_game(GameStarted("puerto-rican", ("Ann", "Bob", "Cid", "Dee")), 1, hands=2)
    assert [type(event) for event in game.record].count(HandStarted) == 2
    assert game.winner is None


def test_the_winner_sets_the_later_hands_and_the_highest_double_the_first_and_after_a_tie():
    seen = set()
    for seed in range(12):
        game = random_game(GameStarted("latin", ("Ann", "Bob", "Cid", "Dee")), seed, hands=6)
        ends = [None, *(step for step in game.standing() if isinstance(step.event, HandEnd))]
        sets = [event for event in game.record if isinstance(event, Play) and event.on is None]
        for before, first in zip(ends, sets, strict=False):
            won = before is not None and before.outcome.hand_winner is not None
            assert first.player == before.match.last_winner if won else first.tile.is_double
            seen.add(won)
    assert seen == {True, False}


def test_three_cut_throats_play_without_the_double_blank():
    game = random_game(GameStarted("cut-throat", ("Ann", "Bob", "Cid")), 3, hands=3)
    ends = [step for step in game.standing() if isinstance(step.event, HandEnd)]
    tiles = [set(step.match.hand.layout.tiles).union(*step.event.hands.values()) for step in ends]
    assert tiles == [set(game.rules.pack(3))] * 3
    assert len(tiles[0]) == 27


def test_the_highest_double_is_set_by_its_holder():
    game = random_game(GameStarted("cross", ("Ann", "Bob"), target=60), 3)
    sets = [event for event in game.record if isinstance(event, Play) and event.on is None]
    assert all(event.tile.is_double for event in sets)


def test_without_a_double_the_heaviest_tile_is_set_by_its_holder():
    """With two tiles each, about half the deals have no double."""
    start = GameStarted("block", ("Ann", "Bob"), options={"first": "heaviest", "tiles": "2"})
    for seed in range(20):
        game = random_game(start, seed)
        sets = [event for event in game.record if isinstance(event, Play) and event.on is None]
        setters = [event.setter for event in game.record if isinstance(event, HandStarted)]
        assert [event.player for event in sets] == setters


def test_right_wrong_and_missed_claims_all_occur():
    game = random_game(GameStarted("all-fives", ("Ann", "Bob", "Cid"), claims="call"), 2)
    results = {outcome.fault or ("missed" if outcome.missed else "fine") for outcome in game.outcomes}
    assert results >= {"wrong-claim", "missed", "fine"}


@pytest.mark.parametrize(
    ("first", "ann", "bob", "sets"),
    [
        ("highest-double", "6-5 1-1", "2-2 0-0", ("Bob", "2-2")),
        ("highest-double", "6-5 1-0", "6-4 3-2", None),  # all draw again
        ("heaviest", "6-5 1-1", "6-4 3-2", ("Ann", "1-1")),  # any double is set before a single
        ("heaviest", "5-4 1-0", "6-3 3-2", ("Bob", "6-3")),
        ("heaviest", "6-5 1-0", "6-4 3-2", ("Ann", "6-5")),
        ("lot", "6-6 1-0", "6-4 3-2", None),
        ("winner", "6-6 1-0", "6-4 3-2", None),
    ],
)
def test_the_tiles_decide_who_sets(first, ann, bob, sets):
    rules = load_ruleset("five-up", {"first": first})
    found = setter_by_tiles(rules, {"Ann": parse_tiles(ann), "Bob": parse_tiles(bob)})
    assert found == (sets and (sets[0], Tile.parse(sets[1])))
