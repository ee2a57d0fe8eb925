"""`muggins score`: replays the record of a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path

from muggins.scorer.events import EVENT_NAMES, Event, GameStarted, RecordError
from muggins.scorer.game import Game, replay
from muggins.scorer.outcomes import ADDED
from muggins.scorer.record import parse_event
from muggins.scorer.reports.hints import hints_text
from muggins.scorer.reports.scoresheet import scoresheet_csv, scoresheet_html, scoresheet_text
from muggins.scorer.reports.wording import result
from muggins.texts import lazy_gettext, text_of

from ..speech.announce import announcements
from .game_args import played_by


def print_score(
    record: str, form: str, language: str = "en", rules: str | None = None, settings: Sequence[str] = ()
) -> int:
    """Prints the game that a file records, as `score_text` writes it; by other rules where some are named."""
    game = replay_file(record)
    if rules is not None or settings:
        started, *events = game.record
        assert isinstance(started, GameStarted)
        game = replay([played_by(started, rules, settings), *events])
    print(score_text(game, form, language))
    return 0


def score_text(game: Game, form: str, language: str = "en") -> str:
    """A game as `text`, `csv`, `html`, `json`, `now`, `say` or `talk`; `say` and `talk` are in `language`."""
    forms: Mapping[str, Callable[[Game], str]] = {
        "text": scoresheet_text,
        "csv": scoresheet_csv,
        "html": scoresheet_html,
        "json": _as_json,
        "now": _now,
        "say": partial(_spoken, language=language, talk=False),
        "talk": partial(_spoken, language=language, talk=True),
    }
    return forms[form](game).rstrip("\n")


def replay_file(name: str) -> Game:
    """The game recorded in a file, or on standard input for `-`. ValueError names the file and the wrong line."""
    if name == "-":
        return replay_lines(sys.stdin, "standard input")
    try:
        with Path(name).open(encoding="utf-8-sig") as lines:
            return replay_lines(lines, name)
    except FileNotFoundError:
        raise ValueError(
            lazy_gettext("%(name)s: no such file; expected a record of a game, one event a line as JSON", name=name)
        ) from None
    except IsADirectoryError:
        raise ValueError(
            lazy_gettext("%(name)s: a folder; expected the file of one game's record", name=name)
        ) from None
    except UnicodeDecodeError:
        raise ValueError(
            lazy_gettext("%(name)s: not a text file; expected a record of a game, one event a line as JSON", name=name)
        ) from None
    except OSError as error:
        raise ValueError(
            lazy_gettext(
                "%(name)s: cannot be opened (%(reason)s); check that you may read it",
                name=name,
                reason=error.strerror,
            )
        ) from None


def replay_lines(lines: Iterable[str], name: str) -> Game:
    """The game that lines of JSON record; empty lines are skipped. ValueError names the line that is wrong."""
    game = Game()
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                game = game.apply(_event_on(line))
            except RecordError as error:
                raise ValueError(
                    lazy_gettext("%(name)s: line %(number)s: %(error)s", name=name, number=number, error=text_of(error))
                ) from None
    if not game.record:
        raise ValueError(
            lazy_gettext("%(name)s: no events; expected one a line as JSON, the first a game event", name=name)
        )
    return game


def _event_on(line: str) -> Event:
    """The event on a line. What the scorer has added to it is dropped: it is worked out anew."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return parse_event(line)
    if isinstance(found, dict) and "scores" in found and found.get("event") in EVENT_NAMES:
        carries = {field.name for field in fields(EVENT_NAMES[found["event"]])}
        if "hand" in found:
            carries.remove("points")  # those of a hand that is named tile by tile are worked out too
        added = (*ADDED, "number", "text", "gain")
        return parse_event({key: value for key, value in found.items() if key in carries or key not in added})
    return parse_event(line)


def _as_json(game: Game) -> str:
    """Each event with what the scorer adds to it, one a line."""
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in game.lines())


def _now(game: Game) -> str:
    """The scores, and what all players may know of the hand in play."""
    return f"{result(game)}\n\n{hints_text(game)}"


def _spoken(game: Game, language: str, talk: bool) -> str:
    """The sentences that are spoken after each event, with the event's number; silent events are left out."""
    spoken = enumerate(announcements(game, language, talk), 1)
    return "\n".join(f"{number:>4}  {sentences}" for number, sentences in spoken if sentences)
