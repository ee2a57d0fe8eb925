"""What would score now, and what is still out."""

import pytest

from muggins.scorer import Game, Tile
from muggins.scorer.reports.hints import ScoringMove, chances, suits, tiles_out


@pytest.fixture
def hand(tell, start):
    """The hand after some plays."""

    def play(*told, rules="five-up"):
        game = Game().apply(start(rules)).apply(tell("Ann sets"))
        for event in told:
            game = game.apply(tell(event))
        return game.hand

    return play


def test_what_would_score_as_the_set(hand):
    found = chances(hand())
    assert {str(chance.tile) for chance in found} == {"6-4", "5-5", "4-1", "3-2", "5-0"}
    assert found[0].points == 2
    assert found[-1] == ScoringMove(Tile(5, 0), None, 5, 1)


def test_what_would_score_at_each_open_end(hand):
    """6-4 lies there: 6-1 gives 4+1, 4-4 gives 6+8 and nothing, 6-6 gives 12+4 and nothing."""
    assert chances(hand("Ann 6-4")) == (ScoringMove(Tile(6, 1), Tile(6, 4), 5, 1),)


def test_a_double_can_be_played_on_either_of_two_equal_ends(hand):
    found = chances(hand("Ann 6-1", "Bob 6-3>6-1", "Ann 3-1>6-3"))
    assert {chance.on for chance in found if chance.tile == Tile(4, 1)} == {Tile(6, 1), Tile(3, 1)}


def test_every_chance_scores_when_it_is_played(hand, tell):
    now = hand("Ann 5-5", "Bob 5-0>5-5", "Ann 5-3>5-5")
    for chance in chances(now):
        after, made = now.play(tell(f"Bob {chance.tile}>{chance.on}"))
        assert (made.count, made.points, made.faults) == (chance.count, chance.points, ())
        assert after.count == chance.count


def test_nothing_scores_in_block(hand):
    assert chances(hand("Ann 6-4", rules="block")) == ()


def test_suits_of_seven(hand):
    now = hand("Ann 5-5", "Bob 5-0>5-5")
    counted = suits(now)
    assert [suit.played for suit in counted] == [1, 0, 0, 0, 0, 2, 0]
    assert [len(suit.out) for suit in counted] == [6, 7, 7, 7, 7, 5, 7]
    assert counted[5].out == tuple(map(Tile.parse, ("5-1", "5-2", "5-3", "5-4", "6-5")))
    assert len(tiles_out(now)) == 26
