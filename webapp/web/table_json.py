"""The game being played as JSON, for the pages and for programs that use the API."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict
from urllib.parse import quote

from muggins.scorer.events import Claim, Event, Play, Score
from muggins.scorer.game import Game, Step
from muggins.scorer.hand import Hand
from muggins.scorer.hand_scoring import pips_of
from muggins.scorer.json_types import FromOne, Keywords, PlayerName, Scores, TileText
from muggins.scorer.layout import OpenEndJson, SpinnerEnds
from muggins.scorer.outcomes import HandEndOutcome, OutcomeJson, PlayOutcome
from muggins.scorer.reports.summary import summarise
from muggins.scorer.reports.svg import draw_layout
from muggins.scorer.reports.wording import Place, describe_event, title_of
from muggins.scorer.rules.rulesets import Claims, RuleSet, Scored, Unable, Wins
from muggins.scorer.tiles import full_set
from muggins.scorer.undo import can_redo
from muggins.vision.capture.status import CameraState

from ..session.event_log import LoggedEvent
from ..session.hand_end import is_for_host
from ..session.questions import Question, QuestionKind
from ..session.session import Snapshot
from ..speech.announce import announce, caption
from ..speech.sounds import SoundPack
from .language import texts_in

HIGHEST_COUNT = 60
"""The highest count for which a page offers points to claim."""
MAX_CACHED_TEXTS = 8
"""Announcements kept as text. Listeners of one language get the same text, so one encoding serves them all."""

Json = dict[str, Any]


class _NumberedLine(TypedDict):
    number: FromOne
    """Number of the event in the record."""
    text: NotRequired[str]
    """The event in a few words, as lists of events show it beside the player's name; empty for an event that lists
    leave out. Absent in the record itself."""
    gain: NotRequired[int]
    """The points that lists show with the event. Where scores are claimed, a claim shows them and the play does not.
    Absent in the record itself."""


EventJson = Annotated[Json, (Event,)]
"""An event as `parse_event` reads it."""
LineJson = Annotated[
    Json,
    Keywords(title="Line"),
    (_NumberedLine, Event, OutcomeJson),
    "An event with its outcome. Scores and winner are absent only where the record can no longer be scored.",
]


class ToldJson(TypedDict):
    """The events that a request added to the record."""

    told: list[LineJson]


class _ChoiceJson(TypedDict):
    text: str
    tile: TileText | None
    host_only: bool
    """Whether the host alone may choose it: it ends the hand, or takes back what others have played."""


class QuestionJson(TypedDict):
    """A question to the people at the table."""

    id: int
    kind: QuestionKind
    text: str
    tile: TileText | None
    choices: list[_ChoiceJson]


class CameraJson(TypedDict):
    """How the camera is."""

    bumped: bool
    paused: bool
    state: CameraState
    says: str
    """The camera's state in a sentence; empty where all is well."""


class RulesJson(TypedDict):
    """The rules of a game."""

    id: str
    name: str
    target: int
    claims: Claims
    scores: bool
    """Whether plays score."""


class RulesInPlayJson(RulesJson):
    """The rules of the game being played."""

    set: int
    """The highest double."""
    points: list[int]
    """The points that one play can score."""
    unable: Unable
    joined_sum: int | None
    """The pips that two halves which touch have together; null if they show the same number."""
    matadors: bool
    spinner_ends: SpinnerEnds
    is_kept_by_hand: bool
    """Whether people enter every play, and the camera none."""
    scored: Scored
    """In a game of rounds only the tiles left in the hands are recorded."""
    rounds: int | None
    """The rounds of a game of rounds; null where a total ends it."""
    each_double: bool
    """Whether there is a round for each double of the set."""
    wins: Wins
    """The total that wins."""
    pips_left: dict[TileText, int]
    """What each tile of the set counts when it is left in a hand."""


class _LastJson(TypedDict):
    player: PlayerName
    tile: TileText
    points: int | None
    """What it scored; null while that may be claimed."""
    to: str | None
    """Who has the points: the player, partners who rotate, or the side that a missed score went to; null where they are
    lost."""


class HandInPlayJson(TypedDict):
    """The hand in play, or the last one until the next begins."""

    count: int | None
    """Null while the score of the last play may be claimed: players find it by themselves."""
    to_play: str | None
    setter: PlayerName
    is_over: bool
    last: _LastJson | None
    layout: str
    """For example 5-5, 5-3>5-5."""
    tiles: list[TileText]
    open: list[OpenEndJson]
    either_way: list[TileText]
    """The doubles whose side or end the next tile may touch, and those that may lie either way themselves."""
    drawing: str
    """The layout as an SVG element."""


class _EndingJson(TypedDict):
    """How a game ended."""

    winner: str
    skunked: Sequence[str]
    """The sides that lost by a skunk."""
    decided_by: str
    """The event that won the game, in words."""


class GameInPlayJson(TypedDict):
    """The game being played."""

    rules: RulesInPlayJson
    players: Sequence[PlayerName]
    sides: Sequence[str]
    side_of: Mapping[str, str]
    """The side of each player."""
    partners: list[tuple[PlayerName, ...]]
    """Who plays with whom in the hand in play, or else in the next one; empty unless partners rotate."""
    seats: Mapping[str, str]
    scores: Scores
    pegs: dict[str, tuple[int, int]]
    """For each side its score before its last gain, and its score."""
    hand_points: list[Scores]
    """The points of each side in each hand; empty where plays score, or rounds are played."""
    winner: str | None
    ending: _EndingJson | None
    """Null while the game goes on."""
    can_redo: bool
    """Whether the event taken back last can be brought back."""
    next_setter: str | None
    """Who sets the next hand; null where the tiles decide it."""
    hand: HandInPlayJson | None


class TableJson(TypedDict):
    """Everything that the table page shows."""

    id: int
    number: int
    """Number of the last event."""
    questions: list[QuestionJson]
    camera: CameraJson
    notice: str
    """A sentence for everybody at the table; empty where there is none."""
    game: GameInPlayJson | None
    needed: Mapping[str, int]
    """What each side that two plays may bring to the target needs; empty where people do not want it told."""
    lines: NotRequired[list[LineJson]]
    """The events that stand, with their words in the list."""
    say: NotRequired[str]
    """The last sentence to speak."""
    words: NotRequired[str]
    """The last sentence to show: it also names the player and the tile."""


class SentencesJson(TypedDict):
    """An event with the sentences about it."""

    id: int
    number: int
    line: LineJson
    say: str
    words: str
    reworks: bool
    """Whether lines that were shown before read otherwise from now on."""


class AnnouncementJson(SentencesJson):
    """An event as the stream tells it, with the table after it."""

    sound: str | None
    """The address of a sound that is heard in place of the sentence; null where there is none."""
    table: TableJson


class TableEncoder:
    """The state of a game as JSON. Each state is computed and encoded once, however many listeners there are."""

    def __init__(self) -> None:
        self.sounds: SoundPack | None = None
        """The sounds that are heard in place of the voice."""
        self._lock = threading.RLock()
        self._last_game: Game | None = None
        self._last_game_json: dict[str, GameInPlayJson] = {}
        self._lines: dict[str, dict[tuple[int, bool], tuple[Step, LineJson]]] = {}
        self._texts: deque[tuple[tuple[Any, ...], str]] = deque(maxlen=MAX_CACHED_TEXTS)

    def table_json(self, snapshot: Snapshot, language: str = "en") -> TableJson:
        """Everything that a page shows except the list of events. `game` is null before the first game."""
        with texts_in(language):
            return self._table_json(snapshot, language)

    def _table_json(self, snapshot: Snapshot, language: str) -> TableJson:
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
            "needed": snapshot.game.needed if snapshot.game and snapshot.tells_needed else {},
        }

    def lines_json(self, game: Game | None, language: str) -> list[LineJson]:
        """The events that stand after all corrections, each with its number, its outcome and its words in the list.

        Those whose steps are still what they were are not written anew.
        """
        with self._lock, texts_in(language):
            was, lines = self._lines.get(language, {}), {}
            covered = game.covered_play if game else None
            for step in game.standing() if game else ():
                key = id(step), covered is not None and step.number >= covered
                lines[key] = was.get(key) or (step, line_json(step, is_covered=key[1]))
            self._lines[language] = lines
            return [line for _, line in lines.values()]

    def announcement_text(
        self, logged: LoggedEvent, snapshot: Snapshot, language: str, talk: bool, voice: str = ""
    ) -> str:
        """An event and the state after it as the text of one JSON object, as listeners of a language receive it."""
        game = snapshot.game_id, len(snapshot.game.record) if snapshot.game else 0
        seen = snapshot.questions, snapshot.is_bumped, snapshot.is_paused, snapshot.camera, snapshot.notice
        rest = *seen, snapshot.tells_needed
        key = (logged.game_id, logged.number, language, talk, voice, game, rest)
        with self._lock:
            text = next((text for cached_key, text in self._texts if cached_key == key), None)
            if text is None:
                message: AnnouncementJson = {
                    **announcement_json(logged, language, talk, voice, snapshot.tells_needed),
                    "sound": self._sound_of(logged.step),
                    "table": self.table_json(snapshot, language),
                }
                text = json.dumps(message, ensure_ascii=False)
                self._texts.append((key, text))
            return text

    def _sound_of(self, step: Step) -> str | None:
        name = self.sounds.file_for(step) if self.sounds is not None else None
        return f"/api/sounds/{quote(name)}" if name else None

    def _cached_game_json(self, game: Game, language: str) -> GameInPlayJson:
        with self._lock:
            if self._last_game is not game:
                self._last_game, self._last_game_json = game, {}
            if language not in self._last_game_json:
                self._last_game_json[language] = _game_json(game)
            return self._last_game_json[language]


def line_json(step: Step, place: Place = "list", is_covered: bool = False) -> LineJson:
    """An event with its number, its outcome, and its words and points in a place; without a count that `is_covered`."""
    outcome = step.to_json(is_covered)
    return {"number": step.number, **outcome, "text": describe_event(step, place), "gain": _gain(step)}


def logged_line_json(logged: LoggedEvent) -> LineJson:
    """A logged event as everybody may know it by now."""
    return line_json(logged.step, is_covered=logged.game.covered_play is not None)


def _gain(step: Step) -> int:
    event, outcome = step.event, step.outcome
    if isinstance(outcome, PlayOutcome):
        return outcome.points if step.match.rules.claims == "auto" else 0
    if isinstance(outcome, HandEndOutcome):
        if step.match.rules.counted == "own":
            return 0  # everybody scores, and the text says what
        return outcome.won
    if isinstance(event, Claim | Score) and not outcome.faults:
        return event.points
    return sum(bonus.points for bonus in outcome.bonuses)


def announcement_json(
    logged: LoggedEvent, language: str, talk: bool = False, voice: str = "", tells_needed: bool = False
) -> SentencesJson:
    """A logged event with the sentences about it: `say` to speak, in the language `voice`, and `words` to show."""
    voice = voice or language
    with texts_in(voice):
        say = announce(logged.game, voice, talk, tells_needed)
    with texts_in(language):
        return {
            "id": logged.game_id,
            "number": logged.number,
            "line": logged_line_json(logged),
            "say": say,
            "words": caption(logged.game, language, talk, tells_needed),
            "reworks": logged.changes_earlier_lines,
        }


def _game_json(game: Game) -> GameInPlayJson:
    rules = game.rules
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
            "joined_sum": rules.joined_sum,
            "matadors": rules.matadors,
            "spinner_ends": rules.spinner_ends,
            "is_kept_by_hand": rules.is_kept_by_hand,
            "scored": rules.scored,
            "rounds": rules.round_count,
            "each_double": rules.each_double,
            "wins": rules.wins,
            "pips_left": {str(tile): pips_of((tile,), rules) for tile in full_set(rules.set)},
        },
        "players": game.players,
        "sides": game.sides,
        "side_of": {player: game.side_of(player) for player in game.players},
        "partners": rotating_pairs(game),
        "seats": game.seats,
        "scores": game.scores,
        "pegs": list(pegs_after(game.standing()))[-1],
        "hand_points": _hand_points(game),
        "winner": game.winner,
        "ending": _ending_json(game),
        "can_redo": can_redo(game.record),
        "next_setter": game.match.next_setter if game.match else None,
        "hand": _hand_json(game, game.hand) if game.hand else None,
    }


def rotating_pairs(game: Game) -> list[tuple[str, ...]]:
    """Who plays with whom in the hand in play, or else in the next one; empty unless partners rotate."""
    match = game.match
    if match is None or match.rules.partners != "rotating":
        return []
    is_between = game.hand_in_play is None and game.winner is None
    return [*match.sides_of_hand(match.hands + is_between).values()]


def _hand_points(game: Game) -> list[Scores]:
    if game.rules.scores_in_play or game.rules.is_rounds:
        return []
    # Where games are won in a row, the winner of a hand takes away what others had.
    return [{side: max(0, points) for side, points in hand.points.items()} for hand in summarise(game).hands]


def _ending_json(game: Game) -> _EndingJson | None:
    last = next((step for step in game.standing() if step.outcome.winner), None)
    if last is None or game.winner is None:
        return None
    return {
        "winner": game.winner,
        "skunked": last.outcome.skunked,
        "decided_by": describe_event(last, "caption"),
    }


def _hand_json(game: Game, hand: Hand) -> HandInPlayJson:
    last = hand.plays[-1] if hand.plays else None
    return {
        "count": hand.count if game.covered_play is None else None,
        "to_play": hand.to_play,
        "setter": hand.setter,
        "is_over": hand.is_over,
        "last": _last_json(game, last) if last else None,
        "layout": str(hand.layout),
        "tiles": [str(tile) for tile in hand.layout.tiles],
        "open": [end.to_json() for end in hand.open_ends],
        "either_way": [
            str(tile) for tile in hand.pack if tile.is_double and hand.layout.may_be_either(tile, hand.rules)
        ],
        "drawing": draw_layout(hand.layout, last.tile if last else None, rules=hand.rules, ends=hand.open_ends),
    }


def _last_json(game: Game, last: Play) -> _LastJson:
    steps = game.standing()
    place, points = max(
        (at, step.outcome.points) for at, step in enumerate(steps) if isinstance(step.outcome, PlayOutcome)
    )
    missed = next((step.outcome.missed for step in steps[place + 1 :] if step.outcome.missed), None)
    return {
        "player": last.player,
        "tile": str(last.tile),
        "points": points if game.covered_play is None else None,
        "to": missed.to if missed else "+".join(game.scorers_of(last.player)),
    }


def pegs_after(steps: Iterable[Step]) -> Iterator[dict[str, tuple[int, int]]]:
    """Each side's two pegs after each of the events: its score before its last gain, and its score now."""
    pegs: dict[str, tuple[int, int]] = {}
    for step in steps:
        for side, score in step.outcome.scores.items():
            before = pegs.get(side, (0, 0))
            pegs[side] = before if before[1] == score else (before[1], score)
        yield dict(pegs)


def _possible_points(rules: RuleSet) -> list[int]:
    """The points that one play can score, in rising order; near the target it may be one point."""
    by_count = {rules.worth(count) for count in range(HIGHEST_COUNT + 1)}
    by_ends = {0, rules.level_ends, rules.level_double}
    near = {1} if rules.near_target and rules.scores_in_play else set()
    return sorted(({points + more for points in by_count for more in by_ends} | near) - {0})


def _question_json(question: Question) -> QuestionJson:
    return {
        "id": question.id,
        "kind": question.kind,
        "text": str(question.text),
        "tile": str(question.tile) if question.tile else None,
        "choices": [
            {
                "text": str(choice.text),
                "tile": str(choice.tile) if choice.tile else None,
                "host_only": is_for_host(choice),
            }
            for choice in question.choices
        ],
    }
