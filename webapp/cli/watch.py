"""`muggins watch`: a game told as it happens, line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from muggins.scorer.events import GameStarted
from muggins.vision.capture.status import SourceStatus

from ..camera.watch_thread import watch
from ..session.questions import Question

Line = Mapping[str, Any]


def report(source: str, started: GameStarted, log: Path | None, as_json: bool) -> int:
    """Prints each scored event of the game at `source`, and writes it to the file `log` as JSON."""
    with ExitStack() as stack:
        written: TextIO | None = None
        for line in watch(source, started, on_question=_tell_doubt, camera=_tell_camera):
            text = json.dumps(line, ensure_ascii=False)
            print(text if as_json else sentence(line), flush=True)
            if log is not None:
                # Opened with the first event: a source that is not there must not empty the log of the game before.
                written = written or stack.enter_context(_opened(log))
                print(text, file=written, flush=True)
    return 0


def sentence(line: Line) -> str:
    """A scored event as a player reads it: when, what was done, what came of it."""
    told = [_deed(line)]
    if line["event"] == "play":
        told.append(f"count {line['count']}")
        if line.get("points"):
            told.append(_points(line["points"]))
    if line.get("fault"):
        told.append(f"fault: {line['fault']}")
    if missed := line.get("missed"):
        to = f"to {missed['to']}" if missed["to"] else "lost"
        told.append(f"{missed['player']} missed {missed['points']}, {to}")
    if line.get("winner"):
        told.append(f"{line['winner']} won")
    scores = ", ".join(f"{side} {score}" for side, score in line["scores"].items())
    return f"{_clock(line.get('t')):>9}  {'; '.join(told)}  [{scores}]"


def _deed(line: Line) -> str:
    event, player = line["event"], line.get("player")
    if event == "game":
        return f"{line['rules']}: {', '.join(line['players'])}"
    if event == "hand":
        return f"a hand, set by {line['setter']}"
    if event == "play":
        return f"{player} plays {line['tile']} on {line['on']}" if line.get("on") else f"{player} sets {line['tile']}"
    if event == "claim":
        return f"{player} claims {_points(line['points'])}"
    if event == "muggins":
        return f"{player} calls Muggins"
    if event == "draw":
        return f"{player} draws {line.get('tiles', 1)}"
    if event == "pass":
        return f"{player} passes"
    if event == "take_back":
        return "the last play is taken back"
    if event == "correct":
        return f"event {line['of']} is corrected"
    if untold := line.get("untold"):
        return f"the hand is over; its points wait for the tiles left with {' and '.join(untold)}"
    gained = ", ".join(f"{side} gains {points}" for side, points in line.get("gained", {}).items() if points)
    return f"the hand is over{': ' + gained if gained else ''}"


def _tell_doubt(question: Question) -> None:
    """Beside the events, which stand without it."""
    print(f"{_clock(question.time):>9}  in doubt: {question.text}", file=sys.stderr, flush=True)


def _tell_camera(condition: SourceStatus) -> None:
    if condition.says:
        print(f"{'camera':>9}  {condition.says}", file=sys.stderr, flush=True)


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}"


def _opened(log: Path) -> TextIO:
    try:
        return log.open("w", encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{log}: cannot be written ({error.strerror}); name a file you may write") from None
