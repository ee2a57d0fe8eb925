"""A hand in play: whose turn it is, how many tiles can be drawn, and which tiles can be played."""

import pytest

from muggins.scorer import Game, Hand, HandStarted, Tile


@pytest.fixture
def hand(tell, start):
    """The hand after some events."""

    def play(rules, *event_texts, players="Ann Bob") -> Hand:
        game = Game().apply(start(rules, players)).apply(HandStarted("Ann"))
        for event in event_texts:
            game = game.apply(tell(event))
        assert game.hand is not None
        return game.hand

    return play


def test_a_tile_can_be_played_if_it_matches_an_open_end(hand):
    assert hand("five-up").can_play(Tile(0, 0))
    now = hand("five-up", "Ann 6-4")
    assert now.can_play(Tile(6, 0))
    assert not now.can_play(Tile(5, 0))


def test_a_crossed_double_is_open_at_its_ends_only_where_it_spins(hand):
    event_texts = "Ann 6-6", "Bob 6-1>6-6", "Ann 6-2>6-6"
    assert hand("five-up", *event_texts).can_play(Tile(6, 5))
    assert not hand("muggins", *event_texts).can_play(Tile(6, 5))


def test_before_the_set_the_setter_is_to_play(hand):
    now = hand("five-up")
    assert (now.to_play, now.setter, now.count, now.open_ends, now.plays) == ("Ann", "Ann", 0, (), ())
    assert now.next_after("Bob") == "Ann"


def test_nobody_is_to_play_in_a_hand_that_is_over(hand, tell):
    now = hand("five-up", "Ann 6-4", "left Ann:, Bob: 1-0")
    assert now.is_over
    assert now.to_play is None
