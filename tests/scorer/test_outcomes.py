"""The outcome of an event is a typed value, and a JSON object outside the scorer."""

import json

from muggins.scorer import Claim, Muggins, Score, Tile
from muggins.scorer.outcomes import (
    ADDED,
    HandEndOutcome,
    Missed,
    Outcome,
    PlayOutcome,
    ProvenFault,
    RevisedOutcome,
    WrongClaimOutcome,
    outcome_to_json,
)

SCORES = {"Ann": 3, "Bob": 0}


def test_each_kind_of_event_has_its_own_type_of_outcome(played, start):
    event_texts = ["Ann sets", "Ann 5-5", Claim("Ann", 3), Muggins("Bob"), Score("Ann", 4), "Bob 5-4>5-5", "take back"]
    game = played(start(claims="call"), *event_texts, "left Ann: 0-0, Bob: ?")
    assert [type(result) for result in game.outcomes[:7]] == [
        *(Outcome, Outcome, PlayOutcome, WrongClaimOutcome),
        *(Outcome, Outcome, PlayOutcome),
    ]
    assert [type(result) for result in game.outcomes[7:]] == [RevisedOutcome, HandEndOutcome]
    assert game.outcomes[4].missed == Missed("Ann", 2, "Bob")


def test_changing_the_json_of_an_outcome_leaves_the_game_as_it_was(played, start):
    game = played(start(), "Ann sets", "Ann 5-5")
    assert outcome_to_json(game.outcomes[-1]) == {
        "count": 10,
        "points": 2,
        "open": [5, 5],
        "scores": {"Ann": 2, "Bob": 0},
        "winner": None,
    }
    outcome_to_json(game.outcomes[-1])["scores"]["Ann"] = 99
    game.last.to_json()["scores"]["Ann"] = 99
    assert game.outcomes[-1].scores == game.scores == {"Ann": 2, "Bob": 0}


def test_a_play_is_written_with_the_missed_score_and_the_reason_it_is_barred():
    faults, missed = ("misplay", "out-of-turn"), Missed("Bob", 2, None)
    outcome = PlayOutcome(SCORES, None, faults, missed, count=5, points=0, open=(1, 4), barred="exposed")
    assert list(outcome_to_json(outcome).items()) == [
        ("count", 5),
        ("points", 0),
        ("open", [1, 4]),
        ("missed", {"player": "Bob", "points": 2, "to": None}),
        ("barred", "exposed"),
        ("fault", "misplay"),
        ("faults", ["misplay", "out-of-turn"]),
        ("scores", SCORES),
        ("winner", None),
    ]


def test_the_end_of_a_hand_is_written_with_its_winner_which_is_null_in_a_tie():
    tie = HandEndOutcome(SCORES, gained={"Ann": 0, "Bob": 0}, play_off=("Ann", "Bob"))
    written = {"play_off": ["Ann", "Bob"], "gained": {"Ann": 0, "Bob": 0}, "hand_winner": None}
    assert outcome_to_json(tie) == {**written, "scores": SCORES, "winner": None}
    pending = HandEndOutcome(SCORES, unknown=("Bob",), proven=(ProvenFault("Ann", 4, "passed-although-able"),))
    able = [{"player": "Ann", "of": 4, "fault": "passed-although-able"}]
    assert outcome_to_json(pending) == {"untold": ["Bob"], "able": able, "scores": SCORES, "winner": None}
    pairs = HandEndOutcome(SCORES, gained={"Ann": 0}, pairs=((Tile(6, 6), Tile(0, 0)),))
    assert outcome_to_json(pairs)["pairs"] == [["6-6", "0-0"]]


def test_a_skunk_and_points_past_an_exact_target_are_written():
    assert outcome_to_json(Outcome(SCORES, "Ann", skunked=("Bob",)))["skunked"] == ["Bob"]
    assert outcome_to_json(Outcome(SCORES, past_target=("Ann",)))["over"] is True


def test_every_key_that_is_written_is_listed_in_added(short_game):
    written = list(map(outcome_to_json, short_game.outcomes))
    assert {key for outcome in written for key in outcome} <= set(ADDED)
    assert json.loads(json.dumps(written)) == written
