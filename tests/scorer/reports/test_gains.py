"""Bonuses and lost scores in words, on the scoresheet and in the lists of events."""

import pytest

from muggins.scorer import Game, GameStarted, HandEnd, HandStarted, Pass, Play, Tile, scoresheet_html, scoresheet_text
from muggins.scorer.outcomes import Bonus
from muggins.scorer.reports.gains import BONUS_NAMES, bonus_text, gains, side_gains
from muggins.scorer.reports.summary import summarise
from muggins.scorer.reports.wording import describe_event, heading, report_event

PLAYERS = ("Ann", "Bob", "Cid", "Dee")


def dominican(*events, **options):
    game = Game().apply(GameStarted("dominican", PLAYERS, **options)).apply(HandStarted("Dee"))
    for event in (Play("Dee", Tile(6, 6)), *events):
        game = game.apply(event)
    return game


def test_an_opening_pass_is_told_with_the_pass_that_brings_it():
    game = dominican(Pass("Cid"))
    assert describe_event(game.last) == "passes · opening pass: Bob & Dee gains 25"
    assert report_event(game.last) == "Cid passes; opening pass: Bob & Dee gains 25  [Ann+Cid 0, Bob+Dee 25]"
    assert "opening pass: Bob & Dee gains 25" in scoresheet_text(game)
    assert "opening pass: Bob &amp; Dee gains 25" in scoresheet_html(game)
    assert [bonus.kind for bonus in summarise(game).hands[0].bonuses] == ["opening-pass"]


def test_a_gain_at_the_end_of_a_hand_says_which_part_of_it_are_bonuses():
    bonuses = (Bonus("hand", 75, "Ann"), Bonus("capicua", 100, "Ann"))
    assert gains({"Ann": 201, "Bob": 0}, bonuses) == [
        "Ann gains 201, of it 75 for hand bonus and 100 for capicúa",
    ]
    assert bonus_text(bonuses[1]) == "capicúa: Ann gains 100"


def test_a_side_that_goes_back_to_none_loses_its_score():
    assert side_gains("Bob", -3) == "Bob loses 3"
    game = Game().apply(GameStarted("jamaican", PLAYERS, options={"tiles": "4:1"}))
    left = {"Ann": (Tile(1, 0),), "Bob": (Tile(2, 0),), "Cid": (Tile(3, 0),), "Dee": (Tile(4, 0),)}
    for out in ("Dee", "Dee", "Ann"):
        game = game.apply(HandStarted(out)).apply(Play(out, Tile(6, 6))).apply(HandEnd({**left, out: ()}))
    assert report_event(game.last) == "the hand is over: Bob+Dee loses 2  [Ann+Cid 0, Bob+Dee 0]"
    assert "</strong> -2</span>" in scoresheet_html(game)


def test_a_game_where_level_ends_score_has_scores_in_play():
    assert heading(Game().apply(GameStarted("bergen", ("Ann", "Bob")))) == (
        "Bergen (bergen), to 15; scores peg themselves"
    )


@pytest.mark.parametrize("kind", BONUS_NAMES)
def test_every_bonus_has_a_name(kind):
    assert bonus_text(Bonus(kind, 25, "Ann")).endswith(": Ann gains 25")
