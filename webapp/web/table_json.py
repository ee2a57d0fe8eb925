"""The live table as JSON, for pages and for whoever builds on them."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Mapping
from typing import Any

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game
from muggins.scorer.hand import Hand
from muggins.scorer.record import event_to_json
from muggins.scorer.reports.svg import draw_layout
from muggins.scorer.rules.rulesets import RuleSet
from muggins.scorer.undo import can_redo

from ..session.event_log import LoggedEvent
from ..session.questions import Question
from ..session.session import Snapshot
from ..speech.announce import announce, written

HIGHEST_COUNT = 60
MOST_WRITTEN = 8
"""Messages that are kept as text: those of the events told last, in each language that is heard."""
Json = dict[str, Any]


class Tables:
    """The live table as JSON; it is worked out and written once, however many listen."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._last: tuple[Game, Json] | None = None
        self._written: deque[tuple[tuple[Any, ...], str]] = deque(maxlen=MOST_WRITTEN)

    def as_json(self, snapshot: Snapshot) -> Json:
        """All that a page shows beside the list of plays; `game` is null before the first."""
        return {
            "id": snapshot.game_id,
            "number": len(snapshot.game.record) if snapshot.game else 0,
            "questions": [_question(question) for question in snapshot.questions],
            "camera": {
                "bumped": snapshot.is_bumped,
                "paused": snapshot.is_paused,
                "state": snapshot.camera.state,
                "says": snapshot.camera.says,
            },
            "game": self._worked_out(snapshot.game) if snapshot.game else None,
        }

    def written(self, told: LoggedEvent, snapshot: Snapshot, language: str, talk: bool) -> str:
        """What listeners of a language hear of an event, with the table as it is: text of a JSON object."""
        now = snapshot.game_id, len(snapshot.game.record) if snapshot.game else 0
        shown = snapshot.questions, snapshot.is_bumped, snapshot.is_paused, snapshot.camera
        key = (told.game_id, told.number, language, talk, now, shown)
        with self._lock:
            known = next((text for of, text in self._written if of == key), None)
            if known is None:
                message = told_as_json(told, language, talk) | {"table": self.as_json(snapshot)}
                known = json.dumps(message, ensure_ascii=False)
                self._written.append((key, known))
            return known

    def _worked_out(self, game: Game) -> Json:
        with self._lock:
            if self._last is None or self._last[0] is not game:
                self._last = game, _game(game)
            return self._last[1]


def lines_as_json(game: Game | None) -> list[Json]:
    """The events that stand, each with its number and what the scorer says of it after all corrections."""
    if game is None:
        return []
    return [{"number": step.number, **event_to_json(step.event), **step.outcome} for step in game.standing()]


def told_as_json(told: LoggedEvent, language: str, talk: bool = False) -> Json:
    """An event as it is announced."""
    return {
        "id": told.game_id,
        "number": told.number,
        "line": {"number": told.number, **told.line},
        "say": announce(told.game, told.line, language, talk),
        "words": written(told.game, told.line, language, talk),
        "reworks": told.changes_earlier_lines,
    }


def _game(game: Game) -> Json:
    started, rules = game.record[0], game.rules
    assert isinstance(started, GameStarted)
    return {
        "rules": {
            "id": rules.id,
            "name": rules.name,
            "target": rules.target,
            "claims": rules.claims,
            "set": rules.set,
            "scores": bool(rules.multiples),
            "points": _possible_points(rules),
            "unable": rules.unable,
        },
        "players": game.players,
        "sides": game.sides,
        "seats": started.seats or {},
        "scores": game.scores,
        "pegs": _pegs(game),
        "winner": game.winner,
        "can_redo": can_redo(game.record),
        "hand": _hand(game.hand) if game.hand else None,
    }


def _hand(hand: Hand) -> Json:
    last = hand.plays[-1] if hand.plays else None
    return {
        "count": hand.count,
        "to_play": hand.to_play,
        "setter": hand.setter,
        "is_over": hand.is_over,
        "last": {"player": last.player, "tile": str(last.tile)} if last else None,
        "layout": str(hand.layout),
        "tiles": [str(tile) for tile in hand.layout.tiles],
        "open": [{"tile": str(end.tile), "pips": end.pips, "counts": end.counts} for end in hand.open_ends],
        "drawing": draw_layout(hand.layout, last=last.tile if last else None, ends=hand.open_ends),
    }


def _pegs(game: Game) -> dict[str, tuple[int, int]]:
    """Where each side's two pegs stand: its score before its last gain, and its score."""
    pegs: dict[str, tuple[int, int]] = {}
    for step in game.standing():
        scores: Mapping[str, int] = step.outcome["scores"]
        for side, score in scores.items():
            before = pegs.get(side, (0, 0))
            pegs[side] = before if before[1] == score else (before[1], score)
    return pegs


def _possible_points(rules: RuleSet) -> list[int]:
    """What a play can score, for whoever claims."""
    return sorted({rules.worth(count) for count in range(1, HIGHEST_COUNT + 1)} - {0})


def _question(question: Question) -> Json:
    return {
        "id": question.id,
        "kind": question.kind,
        "text": question.text,
        "tile": str(question.tile) if question.tile else None,
        "choices": [
            {"text": choice.text, "tile": str(choice.tile) if choice.tile else None} for choice in question.choices
        ],
    }
