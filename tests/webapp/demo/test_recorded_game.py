"""The recorded game from end to end: video to tiles to plays to claims to scores."""

import json
import statistics

import pytest

from muggins.scorer import HandEnd, Tile
from muggins.vision.capture.open_source import open_source
from muggins.webapp.camera.watch_thread import follow
from muggins.webapp.demo import Recording
from muggins.webapp.session.session import GameSession


@pytest.fixture(scope="module")
def watched():
    """The record of the game as it was watched, frame by frame, with what its players said, and what was asked."""
    recording, asked = Recording.load(), []
    session = GameSession(on_question=asked.append)
    session.start_game(recording.started)
    source = open_source(str(recording.video), realtime=False)
    for _ in follow(source, session, recording.watcher_for):
        pass
    assert session.snapshot.questions == ()
    return session.snapshot.game, asked


def test_the_recorded_game_is_seen_and_scored_as_it_was_played(watched):
    game, truth = watched[0], json.loads(Recording.load().video.with_suffix(".json").read_text())
    plays = [line for line in game.lines() if line["event"] == "play"]

    def told(*names):
        return [[play.get(name) for name in names] for play in plays]

    def true(*names):
        return [[play.get(name) for name in names] for play in truth["plays"]]

    assert told("tile", "on") == true("tile", "on")
    assert told("player") == true("player")
    assert told("count", "points") == true("count", "points")
    assert game.scores == truth["plays"][-1]["scores"]

    late = [play["t"] - played["second_clear"] for play, played in zip(plays, truth["plays"], strict=True)]
    assert statistics.median(late) <= 0.8
    assert max(late) <= 1.5


def test_it_comes_to_a_question_a_miss_the_end_of_a_hand_and_a_winner(watched):
    game, asked = watched
    assert [question.kind for question in asked] == ["value", "hand-end"]
    assert str(asked[0].tile) == "4-2"
    kinds = [line["event"] for line in game.lines()]
    assert kinds.count("claim") == 7
    assert kinds.count("muggins") == 2
    assert [line["missed"]["to"] for line in game.lines() if "missed" in line] == ["Bob", "Ann", "Bob"]
    [end] = [event for event in game.record if isinstance(event, HandEnd)]
    assert end.known_hands == {"Ann": (Tile(5, 3), Tile(2, 2)), "Bob": ()}
    assert (game.winner, dict(game.scores)) == ("Bob", {"Ann": 10, "Bob": 12})
