"""The recorded game from end to end: video to tiles to plays to claims to scores."""

import json
import statistics

import pytest

from muggins.vision.capture.open_source import open_source
from muggins.webapp.camera.watch_thread import follow
from muggins.webapp.demo.recording import Recording
from muggins.webapp.session.session import GameSession


@pytest.fixture(scope="module")
def truth():
    return json.loads(Recording.load().video.with_suffix(".json").read_text())


@pytest.fixture(scope="module")
def game():
    """The game as it was watched, frame by frame, with its players' claims at their times."""
    recording = Recording.load()
    session = GameSession()
    session.start_game(recording.started)
    source = open_source(str(recording.video), realtime=False)
    for _ in follow(source, session, recording.watcher_for):
        pass
    return session.snapshot.game


@pytest.fixture(scope="module")
def plays(game):
    return [line for line in game.lines() if line["event"] == "play"]


def test_every_play_is_seen_in_order_and_nothing_else(plays, truth):
    assert [(play["tile"], play.get("on")) for play in plays] == [
        (play["tile"], play.get("on")) for play in truth["plays"]
    ]


def test_every_play_is_given_to_the_player_whose_arm_it_was(plays, truth):
    assert [play["player"] for play in plays] == [play["player"] for play in truth["plays"]]


def test_every_play_counts_what_it_should(plays, truth):
    assert [(play["count"], play["points"]) for play in plays] == [
        (play["count"], play["points"]) for play in truth["plays"]
    ]


def test_claims_misses_and_calls_give_the_scores_they_should(game, truth):
    assert game.scores == truth["plays"][-1]["scores"]
    kinds = [line["event"] for line in game.lines()]
    assert kinds.count("claim") == sum(event["event"] == "claim" for event in truth["said"])
    assert "muggins" in kinds
    assert any("missed" in line for line in game.lines())


def test_nobody_waits_long_for_a_play_to_be_told(plays, truth):
    late = [play["t"] - told["second_clear"] for play, told in zip(plays, truth["plays"], strict=True)]
    assert statistics.median(late) <= 0.8
    assert max(late) <= 1.5
