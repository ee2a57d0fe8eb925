"""What a player wants to know now."""

import pytest

from muggins.scorer import Game
from muggins.scorer.reports.outlook import outlook


@pytest.fixture
def told(tell, start):
    """The lines after some events."""

    def lines(*events, rules="five-up"):
        game = Game().apply(start(rules))
        for event in events:
            game = game.apply(tell(event))
        return outlook(game).splitlines()

    return lines


def test_for_each_open_end_the_tiles_that_would_score(told):
    """5 and 3 are open: 3-0 and 5-2 leave 5, 5-3 leaves 10, but 5-5 leaves 13."""
    lines = told("Ann sets", "Ann 6-5", "Bob 6-3>6-5")
    assert lines[:6] == [
        "Ann to play; count 8",
        "  layout  6-5, 6-3>6-5",
        "",
        "Would score now:",
        "  on 6-5: 5-2 for 1",
        "  on 6-3: 5-3 for 2, 3-0 for 1",
    ]


def test_which_numbers_are_played_and_which_tiles_are_out(told):
    lines = told("Ann sets", "Ann 6-5", "Bob 6-3>6-5")
    assert "   6  2 of 7  6-0 6-1 6-2 6-4 6-6" in lines
    assert "   1  0 of 7  1-0 1-1 2-1 3-1 4-1 5-1 6-1" in lines


def test_before_the_set_every_scoring_set_is_told(told):
    assert "  as the set: 5-5 for 2, 6-4 for 2, 3-2 for 1, 4-1 for 1, 5-0 for 1" in told("Ann sets")


def test_nothing_scores_on_a_bankers_set_or_where_nothing_scores_in_play(told):
    assert "  nothing" in told("Ann sets", "Ann 3-2")
    assert "Would score now:" not in told("Ann sets", "Ann 6-5", rules="block")


def test_between_hands_there_is_nothing_to_know(told):
    assert told() == told("Ann sets", "Ann 6-4", "left Ann:, Bob: 1-0") == ["No hand is in play."]
