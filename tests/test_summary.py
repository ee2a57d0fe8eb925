"""A game looked back on: each player's points, misses and averages."""

import pytest

from muggins.scorer import Correct, Game, Play, Tile, summarise


@pytest.fixture
def game(tell, start) -> Game:
    """A short game with a missed score, a wrong claim, a correction and a hand's end."""
    game = Game().apply(start(claims="call", target=20))
    told = ["Ann sets", "Ann 5-5", "Ann claims 2", "Bob 5-0>5-5", "Ann draws 1", "Ann 5-4>5-5", "Bob 4-3>5-4"]
    told += [Correct(6 + 2, Play("Bob", Tile(4, 4), Tile(5, 4))), "Ann 6-4>4-4", "Ann claims 3", "Bob passes"]
    told += ["left Ann:, Bob: 6-6 3-2", "Bob sets", "Bob 6-4", "Bob claims 2"]
    for event in told:
        game = game.apply(tell(event) if isinstance(event, str) else event)
    return game


def test_each_players_points_and_misses(game):
    ann, bob = summarise(game).players
    assert (ann.plays, ann.points, ann.missed, ann.draws, ann.faults) == (3, 2, 0, 1, 1)
    assert (bob.plays, bob.points, bob.missed, bob.passes) == (3, 2, 2, 1)
    assert ann.average(1) == 2.0
    assert bob.average(0) == 0.0


def test_averages_are_of_hands_played_to_their_end(game):
    assert summarise(game).averages() == {"Ann": 7.0, "Bob": 0.0}


def test_points_taken_by_muggins(tell, start):
    game = Game().apply(start(claims="call", players="Ann Bob Cid"))
    for told in ("Ann sets", "Ann 5-5", "Cid calls Muggins"):
        game = game.apply(tell(told))
    assert [player.muggins for player in summarise(game).players] == [0, 0, 2]
    assert [player.missed for player in summarise(game).players] == [2, 0, 0]
