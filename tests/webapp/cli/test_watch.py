"""`muggins watch`: the lines it prints, and its log."""

import json
from itertools import accumulate

import pytest

from muggins.scorer.events import GameStarted, Play
from muggins.scorer.game import Game, Step
from muggins.scorer.outcomes import Missed, PlayOutcome
from muggins.scorer.record import parse_event
from muggins.scorer.tiles import Tile
from muggins.vision.capture.frames import LiveSource
from muggins.webapp.camera import watch_thread as watching
from muggins.webapp.cli import watch as reporting
from muggins.webapp.cli.score import replay_file
from muggins.webapp.cli.watch import as_text, report
from muggins.webapp.session.questions import Question

STARTED = GameStarted(rules="five-up", players=("Ann", "Bob"))
RECORD = [
    '{"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "call"}',
    '{"event": "hand", "setter": "Ann", "t": 1.0}',
    '{"event": "play", "player": "Ann", "tile": "6-4", "t": 3.5}',
    '{"event": "claim", "player": "Ann", "points": 2, "t": 5.0}',
    '{"event": "play", "player": "Bob", "tile": "6-1", "on": "6-4", "t": 63.26}',
    '{"event": "muggins", "player": "Ann", "t": 65.0}',
    '{"event": "pass", "player": "Ann", "t": 70}',
    '{"event": "draw", "player": "Ann", "tiles": 1, "t": 71}',
    '{"event": "take_back", "t": 72}',
    '{"event": "correct", "of": 3, "said": {"event": "play", "player": "Ann", "tile": "6-5"}, "t": 74}',
    '{"event": "hand_end", "hands": {"Ann": ["6-6"], "Bob": ["1-0"]}, "t": 600}',
]


@pytest.fixture
def steps():
    return [game.last for game in accumulate(map(parse_event, RECORD), Game.apply, initial=Game()) if game.record]


def test_each_event_is_a_sentence(steps):
    assert [as_text(step).partition("  [")[0].strip() for step in steps[:6]] == [
        "five-up: Ann, Bob",
        "0:01.0  a hand, set by Ann",
        "0:03.5  Ann sets 6-4; count 10; 2 points",
        "0:05.0  Ann claims 2 points",
        "1:03.3  Bob plays 6-1 on 6-4; count 5; 1 point",
        "1:05.0  Ann calls Muggins; Bob missed 1, to Ann",
    ]
    assert as_text(steps[3]).endswith("[Ann 2, Bob 0]")


def test_no_kind_of_event_is_left_without_words(steps):
    told = [as_text(step) for step in steps]
    for words in ("Ann passes", "Ann draws 1", "last play is taken back", "event 3 is corrected", "the hand is over"):
        assert any(words in text for text in told)


def test_a_lost_score_a_fault_and_the_winner_are_printed():
    outcome = PlayOutcome(
        {"Ann": 1, "Bob": 61}, "Bob", ("misplay",), Missed("Ann", 3, None), count=5, points=0, open=()
    )
    assert as_text(Step(1, Play("Bob", Tile(6, 1), Tile(5, 4)), outcome, match=None)).strip() == (
        "Bob plays 6-1 on 5-4; count 5; fault: misplay; Ann missed 3, lost; Bob won  [Ann 1, Bob 61]"
    )


def test_the_log_is_a_record_that_can_be_scored(steps, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reporting, "watch", lambda source, started, **_: iter(steps))
    log = tmp_path / "game.jsonl"
    assert report("game.mp4", STARTED, log, as_json=False) == 0
    assert capsys.readouterr().out.splitlines() == [as_text(step) for step in steps]
    lines = [step.to_json() for step in steps]
    assert replay_file(str(log)).lines() == lines
    assert report("game.mp4", STARTED, None, as_json=True) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == lines


def test_doubts_are_printed_beside_the_events_and_not_among_them(steps, monkeypatch, capsys):
    question = Question("value", "Is this 6-4 or 6-5?", tile=Tile.parse("6-4"), id=1, time=61.5)

    def watch(source, started, on_question, on_status):
        on_question(question)
        return iter(steps[:1])

    monkeypatch.setattr(reporting, "watch", watch)
    assert report("game.mp4", STARTED, None, as_json=True) == 0
    said = capsys.readouterr()
    assert said.err == "   1:01.5  in doubt: Is this 6-4 or 6-5?\n"
    assert len(said.out.splitlines()) == 1


def test_a_source_that_is_not_there_leaves_the_log_of_the_game_before(tmp_path):
    log = tmp_path / "game.jsonl"
    log.write_text("the game before")
    with pytest.raises(ValueError, match="no such file"):
        report(str(tmp_path / "no.mp4"), STARTED, log, as_json=False)
    assert log.read_text() == "the game before"


def test_a_log_that_cannot_be_written(steps, tmp_path, monkeypatch):
    monkeypatch.setattr(reporting, "watch", lambda source, started, **_: iter(steps))
    with pytest.raises(ValueError, match=r"cannot be written \(Is a directory\); name a file you may write"):
        report("game.mp4", STARTED, tmp_path, as_json=False)


def test_a_lost_camera_is_reported_beside_the_events(capsys, monkeypatch):
    source = LiveSource("rtsp://10.0.0.2/main")
    monkeypatch.setattr(watching, "open_source", lambda name, realtime: source)
    source.fail("rtsp://10.0.0.2/main: does not answer.")
    monkeypatch.setattr(watching, "follow", lambda *given, **more: iter(()))
    assert report("rtsp://10.0.0.2/main", STARTED, None, as_json=False) == 0
    said = capsys.readouterr()
    assert said.err == "   camera  rtsp://10.0.0.2/main: does not answer.\n"
    assert said.out.count("\n") == 1


def test_a_game_that_is_kept_by_hand_is_not_watched():
    with pytest.raises(ValueError, match="cyprus is kept by hand"):
        report("film.mp4", GameStarted(rules="cyprus", players=("Ann", "Bob", "Cid", "Dee")), None, False)
