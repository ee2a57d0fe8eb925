"""The summary of a game: each player's points, misses and averages."""

from muggins.scorer import Game, summarise


def test_each_players_points_and_misses(short_game):
    ann, bob = summarise(short_game).players
    assert (ann.plays, ann.points, ann.missed, ann.draws, ann.faults) == (3, 2, 0, 1, 1)
    assert (bob.plays, bob.points, bob.missed, bob.passes) == (3, 2, 2, 1)
    assert ann.average(1) == 2.0
    assert bob.average(0) == 0.0


def test_averages_cover_hands_played_to_their_end(short_game):
    assert summarise(short_game).averages() == {"Ann": 7.0, "Bob": 0.0}


def test_points_taken_by_muggins_are_counted(tell, start):
    game = Game().apply(start(claims="call", players="Ann Bob Cid"))
    for event in ("Ann sets", "Ann 5-5", "Cid calls Muggins"):
        game = game.apply(tell(event))
    assert [player.muggins for player in summarise(game).players] == [0, 0, 2]
    assert [player.missed for player in summarise(game).players] == [2, 0, 0]
