"""A game and its events in words."""

from typing import get_args

import pytest

from muggins.scorer import Game, HandStarted, Score, Tile, scoresheet_text, summarise
from muggins.scorer.events import Correct, Draw, HandEnd, Pass, Play, TakeBack
from muggins.scorer.game import Step
from muggins.scorer.outcomes import HandEndOutcome, Outcome, PlayOutcome
from muggins.scorer.reports.wording import Place, describe_event, heading, notes, report_event, result, status_text


def step_of(event, outcome=None):
    return Step(1, event, outcome or Outcome({}), match=None)


def test_a_proven_fault_names_the_player(tell, start):
    game = Game().apply(start("block"))
    for event in ("Ann sets", "Ann 6-4", "Bob passes", "left Ann: 6-1, Bob: 6-2 1-0 1-1 2-0 2-1 2-2 3-0"):
        game = game.apply(tell(event))
    assert "not blocked; Bob (event 4) passed although able" in scoresheet_text(game)
    assert [player.faults for player in summarise(game).players] == [0, 1]


def test_the_reason_why_a_score_was_not_given_is_shown(tell, start):
    events = [HandStarted("Ann", drawn={"Ann": 6}), "Ann 5-5", "Bob 5-1>5-5"]
    game = Game().apply(start("club"))
    for event in events:
        game = game.apply(tell(event) if isinstance(event, str) else event)
    assert "Hand 1, set by Ann: over draw" in scoresheet_text(game)
    assert "no score: over draw" in scoresheet_text(game)
    exact = Game().apply(start("five-up-exact", target=1)).apply(tell("Ann sets")).apply(tell("Ann 5-5"))
    (note,) = notes(summarise(exact).hands[0])
    assert note == "Hand 1, event 3: Ann sets 5-5: past the target: does not count for Ann"


def test_the_heading_and_the_result_of_a_game(tell, start):
    game = Game().apply(start(target=2, claims="call"))
    assert heading(game) == "Five-Up (five-up), to 2; each score is claimed"
    assert (status_text(game), result(game)) == ("Not over yet", "Not over yet: Ann 0, Bob 0")
    for event in ("Ann sets", "Ann 5-5", "Ann claims 2"):
        game = game.apply(tell(event))
    assert (status_text(game), result(game)) == ("Ann won", "Ann won: Ann 2, Bob 0")
    assert heading(Game().apply(start("five-up-exact"))).endswith("to exactly 61; scores peg themselves")
    assert heading(Game().apply(start("block"))).endswith("to 100; no score in play")


@pytest.mark.parametrize(
    ("place", "texts"),
    [
        (
            "list",
            "|to set|sets|claims 2|on 6-4|passes · nobody claimed: 1 to Ann|claims 3: false claim|draws 2|by hand"
            "|hand to Bob",
        ),
        (
            "replay",
            "|to set|sets|claims 2|on 6-4|passes · nobody claimed: 1 to Ann|claims 3: false claim|draws 2|by hand"
            "|hand to Bob",
        ),
        (
            "caption",
            "|Ann to set|Ann sets 6-4|Ann claims 2|Bob 6-1 on 6-4|Ann passes · nobody claimed: 1 to Ann"
            "|Ann claims 3: false claim|Bob draws 2|Ann by hand -1|hand to Bob",
        ),
        (
            "chart",
            "|Ann to set|Ann sets 6-4|Ann claims 2|Bob plays 6-1 on 6-4|Ann passes"
            "|Ann claims 3|Bob draws 2|Ann by hand -1"
            "|the hand is over",
        ),
        (
            "terminal",
            "five-up: Ann, Bob|a hand, set by Ann|Ann sets 6-4|Ann claims 2 points|Bob plays 6-1 on 6-4|Ann passes"
            "|Ann claims 3 points|Bob draws 2|Ann by hand -1|the hand is over: Bob gains 2",
        ),
        (
            "scoresheet",
            "|sets|sets 6-4|claims 2|6-1 on 6-4|passes|claims 3|draws 2|by hand -1|end: Ann 6-6, Bob 1-0",
        ),
    ],
)
def test_each_place_describes_the_events_of_a_hand_in_its_own_words(place, texts, played, start):
    hand = ["Ann sets", "Ann 6-4", "Ann claims 2", "Bob 6-1>6-4", "Ann passes", "Ann claims 3", "Bob draws 2"]
    game = played(start(claims="call"), *hand, Score("Ann", -1), "left Ann: 6-6, Bob: 1-0")
    assert "|".join(describe_event(step, place) for step in game.standing()) == texts


def test_every_place_describes_a_play():
    step = step_of(Play("Ann", Tile(6, 4)))
    assert all("sets" in describe_event(step, place) for place in get_args(Place))


def test_a_list_shows_the_fault_of_a_play_and_the_missed_score_before_it(played, start):
    steps = played(start(claims="call"), "Ann sets", "Ann 5-5", "Bob 5-1>5-5", "Bob 3-0>5-1").standing()
    assert [describe_event(step) for step in steps[2:]] == ["sets", "on 5-5 · nobody claimed: 2 to Bob", "misplay"]
    assert [describe_event(step, "replay") for step in steps[3:]] == ["on 5-5", "on 5-1"]
    assert report_event(steps[3]) == "Bob plays 5-1 on 5-5; count 11; Ann missed 2, to Bob  [Ann 0, Bob 2]"


def test_inferred_draws_and_passes_are_marked():
    assert describe_event(step_of(Pass("Bob", inferred=True))) == "passes (from the order of play)"
    assert describe_event(step_of(Draw("Bob", inferred=True))) == "draws 1 (from the order of play)"


def test_a_call_of_muggins_names_the_missed_score(played, start):
    game = played(start(claims="call"), "Ann sets", "Ann 5-5", "Bob calls Muggins", "Bob calls Muggins")
    right, false = game.standing()[-2:]
    assert describe_event(right) == "calls Muggins · Ann missed 2"
    assert describe_event(false, "caption") == "Bob calls Muggins: nothing missed"
    assert report_event(right) == "Bob calls Muggins; Ann missed 2, to Bob  [Ann 0, Bob 2]"


def test_a_hand_with_unknown_tiles_waits_for_points_and_a_tie_gains_nothing():
    pending = step_of(HandEnd({"Ann": (), "Bob": None}), HandEndOutcome({"Ann": 0}, unknown=("Bob",)))
    assert describe_event(pending) == "hand over: points wait for the tiles of Bob"
    assert describe_event(pending, "scoresheet") == "end: Ann out, Bob unknown"
    assert report_event(pending) == "the hand is over; its points wait for the tiles left with Bob  [Ann 0]"
    tie = step_of(HandEnd({"Ann": (Tile(1, 0),), "Bob": (Tile(2, 0),)}), HandEndOutcome({}, gained={"Ann": 0}))
    assert describe_event(tie) == "hand: nobody gains"
    assert describe_event(tie, "terminal") == "the hand is over"


def test_take_backs_and_corrections_are_shown_in_the_terminal_only():
    take_back, correct = step_of(TakeBack()), step_of(Correct(of=3, said=None))
    assert describe_event(take_back, "terminal") == "the last play is taken back"
    assert describe_event(correct, "terminal") == "event 3 is corrected"
    assert {
        describe_event(step, place) for step in (take_back, correct) for place in ("list", "caption", "scoresheet")
    } == {""}


def test_a_discarded_pair_is_described_by_both_tiles():
    outcome = PlayOutcome({}, count=12, points=0, open=(), tiles_left=26)
    assert describe_event(step_of(Play("Ann", Tile(6, 6), Tile(0, 0)), outcome), "scoresheet") == "6-6 with 0-0"


def test_a_play_that_came_after_the_game_was_won_is_reported_without_a_count(played, start):
    """The missed score before it has won. The report once ended with a KeyError."""
    game = played(start(claims="call", target=2), "Ann sets", "Ann 5-5", "Bob 5-1>5-5")
    assert report_event(game.last) == "Bob plays 5-1 on 5-5; Ann missed 2, to Bob; Bob won  [Ann 0, Bob 2]"
