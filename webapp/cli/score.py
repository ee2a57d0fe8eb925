"""`muggins score`: a record replayed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Literal

from muggins.scorer.events import ADDED, Event, RecordError
from muggins.scorer.game import Game
from muggins.scorer.record import EVENT_NAMES, parse_event
from muggins.scorer.reports.outlook import outlook
from muggins.scorer.reports.scoresheet import scoresheet_csv, scoresheet_html, scoresheet_text
from muggins.scorer.reports.wording import result

from ..speech.announce import announcements


def replay_file(name: str) -> Game:
    """The game recorded in a file, or in what comes in for `-`. ValueError names the file and the wrong line."""
    if name == "-":
        return replay_lines(sys.stdin, "what came in")
    try:
        with Path(name).open(encoding="utf-8-sig") as lines:
            return replay_lines(lines, name)
    except FileNotFoundError:
        raise ValueError(f"{name}: no such file; expected a record of a game, one event a line as JSON") from None
    except IsADirectoryError:
        raise ValueError(f"{name}: a folder; expected the file of one game's record") from None
    except UnicodeDecodeError:
        raise ValueError(f"{name}: not a text file; expected a record of a game, one event a line as JSON") from None
    except OSError as error:
        raise ValueError(f"{name}: cannot be opened ({error.strerror}); check that you may read it") from None


def replay_lines(lines: Iterable[str], name: str) -> Game:
    """The game that lines of JSON record; empty lines are passed over. ValueError names the line that is wrong."""
    game = Game()
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                game = game.apply(_event_on(line))
            except RecordError as error:
                raise ValueError(f"{name}: line {number}: {error}") from None
    if not game.record:
        raise ValueError(f"{name}: no events; expected one a line as JSON, the first a game event")
    return game


def now(game: Game) -> str:
    """Who stands where, and what everybody at the table may know of the hand in play."""
    return f"{result(game)}\n\n{outlook(game)}"


def told(game: Game, language: str, talk: bool) -> str:
    """What is said aloud after each event of a game, with its number; where nothing is said, nothing is printed."""
    said = enumerate(announcements(game, language, talk), 1)
    return "\n".join(f"{number:>4}  {sentences}" for number, sentences in said if sentences)


def scored(game: Game, form: Literal["text", "json", "csv", "html"]) -> str:
    """What the scorer says of a game."""
    if form == "json":
        return "\n".join(json.dumps(line, ensure_ascii=False) for line in game.lines())
    write = {"text": scoresheet_text, "csv": scoresheet_csv, "html": scoresheet_html}[form]
    return write(game).rstrip("\n")


def _event_on(line: str) -> Event:
    """The event on a line, also on one that was scored before: what the scorer said then is worked out anew."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return parse_event(line)
    if isinstance(told, dict) and "scores" in told and told.get("event") in EVENT_NAMES:
        carries = {field.name for field in fields(EVENT_NAMES[told["event"]])}
        added = (*ADDED, "number")
        return parse_event({key: value for key, value in told.items() if key in carries or key not in added})
    return parse_event(line)
