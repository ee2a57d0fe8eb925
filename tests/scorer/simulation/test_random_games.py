"""Random players keep the rules, and the same seed plays the same game."""

import pytest

from muggins.scorer import GameStarted, HandStarted, Play, Tile, load_ruleset, ruleset_names
from muggins.scorer.simulation.random_games import random_game, setter_by_tiles


def parse_tiles(text: str) -> list[Tile]:
    return list(map(Tile.parse, text.split()))


def test_the_same_seed_plays_the_same_game():
    start = GameStarted("five-up", ("Ann", "Bob", "Cid"), claims="call")
    assert random_game(start, 7) == random_game(start, 7)
    assert random_game(start, 7).record != random_game(start, 8).record


@pytest.mark.parametrize("rules", [name for name in ruleset_names() if not load_ruleset(name).pair])
def test_a_game_of_every_rule_set_is_played_to_its_end(rules):
    game = random_game(GameStarted(rules, ("Ann", "Bob")), 1)
    assert game.winner in game.sides


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
    results = {outcome.get("fault", "missed" if "missed" in outcome else "fine") for outcome in game.outcomes}
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
