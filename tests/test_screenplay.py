"""Hands timed to be filmed: who lays what where and when, and what is said."""

import numpy as np
import pytest

from muggins.datasets.screenplay import RATE, film_hand, first_hand
from muggins.scorer import Claim, Game, GameStarted, Layout, Placement, Play

NOTHING = np.zeros((0, 2))
SEATS = {"Ann": "bottom", "Bob": "top"}


def hand_of(seed, rules="five-up", claims="call", bounds=(12.0, 8.0)):
    return film_hand(GameStarted(rules, ("Ann", "Bob"), seats=SEATS, claims=claims), seed, 2.0, NOTHING, bounds)


def test_the_truth_is_what_the_scorer_makes_of_the_hand():
    hand = hand_of(217)
    game = Game().apply(hand.started)
    for event in hand.events:
        game = game.apply(event)
    truth = hand.truth()
    plays = [event for event in hand.events if isinstance(event, Play)]
    assert [(play["tile"], play.get("on")) for play in truth["plays"]] == [
        (str(play.tile), play.on and str(play.on)) for play in plays
    ]
    assert truth["plays"][-1]["count"] == Layout(tuple(Placement(p.tile, p.on) for p in plays)).count()
    assert [play["player"] for play in truth["plays"]] == [play.player for play in plays]
    assert truth["seats"] == SEATS
    assert truth["fps"] == RATE


@pytest.mark.parametrize("seed", range(5))
def test_tiles_are_laid_one_after_another_each_by_an_arm_that_comes_and_goes(seed):
    hand = hand_of(seed)
    assert hand is not None
    frame = 0
    for move in hand.moves:
        assert frame < move.enters < move.reaches < move.acts < move.leaves
        frame = move.leaves
    assert frame < hand.frames


def test_a_claim_comes_after_its_play_was_laid_and_before_the_next_hand_reaches_in():
    hand = hand_of(217)
    assert any(isinstance(event, Claim) for _, event in hand.said)
    starts = [move.enters / RATE for move in hand.moves] + [hand.frames / RATE]
    clears = [move.leaves / RATE for move in hand.moves]
    for second, _ in hand.said:
        last = max(number for number, clear in enumerate(clears) if clear < second)
        assert clears[last] + 0.5 < second < starts[last + 1]


def test_the_same_seed_gives_the_same_hand():
    assert hand_of(3).truth() == hand_of(3).truth()
    assert first_hand(hand_of(3).started, 3) == hand_of(3).events


def test_a_hand_for_which_the_table_is_too_small_is_none():
    assert hand_of(217, bounds=(2.5, 2.5)) is None
