"""The recorded game from end to end: video to tiles to plays to claims to scores."""

import json
import statistics

from muggins.vision.capture.open_source import open_source
from muggins.webapp.camera.watch_thread import follow
from muggins.webapp.demo import Recording
from muggins.webapp.session.session import GameSession


def watched():
    """The game as it was watched, frame by frame, with its players' claims at their times."""
    recording = Recording.load()
    session = GameSession()
    session.start_game(recording.started)
    source = open_source(str(recording.video), realtime=False)
    for _ in follow(source, session, recording.watcher_for):
        pass
    return session.snapshot.game


def test_the_recorded_game_is_seen_and_scored_as_it_was_played():
    truth = json.loads(Recording.load().video.with_suffix(".json").read_text())
    game = watched()
    plays = [line for line in game.lines() if line["event"] == "play"]

    def told(*names):
        return [[play.get(name) for name in names] for play in plays]

    def true(*names):
        return [[play.get(name) for name in names] for play in truth["plays"]]

    assert told("tile", "on") == true("tile", "on")
    assert told("player") == true("player")
    assert told("count", "points") == true("count", "points")

    assert game.scores == truth["plays"][-1]["scores"]
    kinds = [line["event"] for line in game.lines()]
    assert kinds.count("claim") == sum(event["event"] == "claim" for event in truth["said"])
    assert "muggins" in kinds
    assert any("missed" in line for line in game.lines())

    late = [play["t"] - played["second_clear"] for play, played in zip(plays, truth["plays"], strict=True)]
    assert statistics.median(late) <= 0.8
    assert max(late) <= 1.5
