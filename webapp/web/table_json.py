"""The game being played as JSON, for the pages and for programs that use the API."""

from __future__ import annotations

import json
import threading
from collections import deque
from typing import Any

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game, Step
from muggins.scorer.hand import Hand
from muggins.scorer.reports.svg import draw_layout
from muggins.scorer.reports.wording import Place, describe_event, title_of
from muggins.scorer.rules.rulesets import RuleSet
from muggins.scorer.undo import can_redo

from ..session.event_log import LoggedEvent
from ..session.hand_end import states_hands
from ..session.questions import Question
from ..session.session import Snapshot
from ..speech.announce import announce, caption
from .language import texts_in

HIGHEST_COUNT = 60
"""The highest count for which a page offers points to claim."""
MAX_CACHED_TEXTS = 8
"""Announcements kept as text. Listeners of one language get the same text, so one encoding serves them all."""

Json = dict[str, Any]


class TableEncoder:
    """The state of a game as JSON. Each state is computed and encoded once, however many listeners there are."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._last_game: Game | None = None
        self._last_game_json: dict[str, Json] = {}
        self._texts: deque[tuple[tuple[Any, ...], str]] = deque(maxlen=MAX_CACHED_TEXTS)

    def table_json(self, snapshot: Snapshot, language: str = "en") -> Json:
        """Everything that a page shows except the list of events. `game` is null before the first game."""
        with texts_in(language):
            return self._table_json(snapshot, language)

    def _table_json(self, snapshot: Snapshot, language: str) -> Json:
        return {
            "id": snapshot.game_id,
            "number": len(snapshot.game.record) if snapshot.game else 0,
            "questions": [_question_json(question) for question in snapshot.questions],
            "camera": {
                "bumped": snapshot.is_bumped,
                "paused": snapshot.is_paused,
                "state": snapshot.camera.state,
                "says": str(snapshot.camera.says),
            },
            "notice": str(snapshot.notice),
            "game": self._cached_game_json(snapshot.game, language) if snapshot.game else None,
        }

    def announcement_text(
        self, logged: LoggedEvent, snapshot: Snapshot, language: str, talk: bool, voice: str = ""
    ) -> str:
        """An event and the state after it as the text of one JSON object, as listeners of a language receive it."""
        game = snapshot.game_id, len(snapshot.game.record) if snapshot.game else 0
        rest = snapshot.questions, snapshot.is_bumped, snapshot.is_paused, snapshot.camera, snapshot.notice
        key = (logged.game_id, logged.number, language, talk, voice, game, rest)
        with self._lock:
            text = next((text for cached_key, text in self._texts if cached_key == key), None)
            if text is None:
                message = announcement_json(logged, language, talk, voice) | {
                    "table": self.table_json(snapshot, language)
                }
                text = json.dumps(message, ensure_ascii=False)
                self._texts.append((key, text))
            return text

    def _cached_game_json(self, game: Game, language: str) -> Json:
        with self._lock:
            if self._last_game is not game:
                self._last_game, self._last_game_json = game, {}
            if language not in self._last_game_json:
                self._last_game_json[language] = _game_json(game)
            return self._last_game_json[language]


def lines_json(game: Game | None) -> list[Json]:
    """The events that stand after all corrections, each with its number, its outcome and its words in the list."""
    if game is None:
        return []
    return [line_json(step) for step in game.standing()]


def line_json(step: Step, place: Place = "list") -> Json:
    """An event with its number, its outcome and its words in a place."""
    return {"number": step.number, **step.to_json(), "text": describe_event(step, place)}


def announcement_json(logged: LoggedEvent, language: str, talk: bool = False, voice: str = "") -> Json:
    """A logged event with the sentences about it: `say` to speak, in the language `voice`, and `words` to show."""
    voice = voice or language
    with texts_in(voice):
        say = announce(logged.game, voice, talk)
    with texts_in(language):
        return {
            "id": logged.game_id,
            "number": logged.number,
            "line": line_json(logged.step),
            "say": say,
            "words": caption(logged.game, language, talk),
            "reworks": logged.changes_earlier_lines,
        }


def _game_json(game: Game) -> Json:
    started, rules = game.record[0], game.rules
    assert isinstance(started, GameStarted)
    return {
        "rules": {
            "id": rules.id,
            "name": str(title_of(rules)),
            "target": rules.target,
            "claims": rules.claims,
            "set": rules.set,
            "scores": rules.scores_in_play,
            "points": _possible_points(rules),
            "unable": rules.unable,
            "scored": rules.scored,
            "rounds": rules.round_count,
            "each_double": rules.each_double,
            "wins": rules.wins,
            "double_blank": rules.double_blank,
            "count_doubles_once": rules.count_doubles_once,
        },
        "players": game.players,
        "sides": game.sides,
        "seats": started.seats or {},
        "scores": game.scores,
        "pegs": _pegs(game),
        "winner": game.winner,
        "can_redo": can_redo(game.record),
        "next_setter": game.match.next_setter if game.match else None,
        "hand": _hand_json(game.hand) if game.hand else None,
    }


def _hand_json(hand: Hand) -> Json:
    last = hand.plays[-1] if hand.plays else None
    return {
        "count": hand.count,
        "to_play": hand.to_play,
        "setter": hand.setter,
        "is_over": hand.is_over,
        "last": {"player": last.player, "tile": str(last.tile)} if last else None,
        "layout": str(hand.layout),
        "tiles": [str(tile) for tile in hand.layout.tiles],
        "open": [end.to_json() for end in hand.open_ends],
        "drawing": draw_layout(hand.layout, last=last.tile if last else None, ends=hand.open_ends),
    }


def _pegs(game: Game) -> dict[str, tuple[int, int]]:
    """Each side's two pegs: its score before its last gain, and its score now."""
    pegs: dict[str, tuple[int, int]] = {}
    for step in game.standing():
        for side, score in step.outcome.scores.items():
            before = pegs.get(side, (0, 0))
            pegs[side] = before if before[1] == score else (before[1], score)
    return pegs


def _possible_points(rules: RuleSet) -> list[int]:
    """The points that one play can score, in rising order."""
    by_count = {rules.worth(count) for count in range(1, HIGHEST_COUNT + 1)}
    return sorted({*by_count, rules.level_ends, rules.level_double} - {0})


def _question_json(question: Question) -> Json:
    return {
        "id": question.id,
        "kind": question.kind,
        "text": str(question.text),
        "tile": str(question.tile) if question.tile else None,
        "choices": [
            {
                "text": str(choice.text),
                "tile": str(choice.tile) if choice.tile else None,
                "host_only": choice.then is not None and states_hands(choice.then),
            }
            for choice in question.choices
        ],
    }
