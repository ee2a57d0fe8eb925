"""Finished and running games as JSON: the list, the review of a game, its replay, and players over all games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NotRequired, TypedDict

from muggins.scorer.game import Game, Step
from muggins.scorer.json_types import PlayerName, Scores, TileText
from muggins.scorer.layout import Layout, OpenEnd, OpenEndJson
from muggins.scorer.record import event_to_json
from muggins.scorer.reports.review import Career, GameReview, GameSummary, Moment, result_in_words
from muggins.scorer.reports.summary import HandSummary, PlayerSummary
from muggins.scorer.reports.svg import draw_hand, draw_layout
from muggins.scorer.reports.wording import describe_event, title_of
from muggins.scorer.rounds import RoundsMatch
from muggins.scorer.rules.rulesets import RuleSet

from ..session.archive import KeptGame
from ..speech.announce import announce
from .table_json import EventJson, LineJson, RulesJson, line_json, pegs_after


class ListedGameJson(TypedDict):
    """A game as the list of games shows it."""

    id: int
    started: str | None
    """Start of the game, ISO 8601."""
    events: int
    is_on_table: bool
    trouble: str | None
    """Why its record can no longer be scored."""
    result: str | None
    rules: RulesJson | None
    players: Sequence[PlayerName]
    scores: Scores
    winner: str | None
    hands: int
    plays: int


class MomentJson(TypedDict):
    """A play worth remembering."""

    number: int
    hand: int
    player: PlayerName
    tile: TileText
    on: TileText | None
    count: int
    points: int
    to: NotRequired[str | None]
    """The side that got the missed points."""
    game: NotRequired[int]


class TallyJson(TypedDict):
    """A player's figures in a game."""

    player: PlayerName
    plays: int
    draws: int
    passes: int
    points: int
    muggins: int
    missed: int
    faults: int


class PlayedHandJson(TypedDict):
    """A hand of a game in review. A round of a game of rounds is one too."""

    number: int
    setter: str
    """Empty in a game of rounds."""
    layout: str
    is_over: bool
    winner: str | None
    brought: Scores
    scores: Scores
    untold: list[PlayerName]


class _ProgressJson(TypedDict):
    number: int
    hand: int
    event: EventJson
    text: str
    """The event in a few words, with the player's name."""
    scores: Scores


class GameLookedBackOnJson(ListedGameJson):
    """A review of a game."""

    is_short_of_points: bool
    """True while the tiles left in some hand are not known."""
    tallies: list[TallyJson]
    best: list[MomentJson]
    missed: list[MomentJson]
    played: list[PlayedHandJson]
    progress: list[_ProgressJson]
    """The scores after every event that stands."""


class _ReplayedHandJson(TypedDict):
    number: int
    setter: str
    """Empty in a game of rounds."""
    drawing: str
    """All tiles of the hand, as an SVG element."""


class _LaidJson(TypedDict):
    count: int
    open: list[OpenEndJson]
    tiles: list[TileText]
    layout: str
    to_play: str | None


class _MoveJson(_LaidJson):
    hand: int
    line: LineJson
    caption: str
    """The move in a few words, with the player's name."""
    say: str
    scores: Scores
    pegs: dict[str, tuple[int, int]]
    """For each side its score before its last gain, and its score."""
    has_picture: bool
    has_clip: bool


class ReplayJson(TypedDict):
    """A game move by move."""

    rules: RulesJson
    sides: Sequence[str]
    hands: list[_ReplayedHandJson]
    moves: list[_MoveJson]


class _NamedRulesJson(TypedDict):
    id: str
    name: str


class PlayerRecordJson(TypedDict):
    """A player's figures over all games of one set of rules."""

    rules: _NamedRulesJson
    games: int
    finished: int
    won: int
    hands: int
    plays: int
    points: int
    """Points made in play."""
    average: float
    """Average points made in play per hand."""
    muggins: int
    missed: int
    best: MomentJson | None


class _RivalJson(TypedDict):
    player: PlayerName
    finished: int
    """Finished games with both on different sides."""
    won: int
    lost: int
    """Games that the rival's side won."""


class _MonthJson(TypedDict):
    month: str
    """For example 2026-11."""
    finished: int
    won: int
    average: float
    """Points made in play, per hand, by the rules of the first record."""


class PlayerJson(TypedDict):
    """A player, with figures over all games."""

    player: PlayerName
    games: int
    finished: int
    won: int
    records: list[PlayerRecordJson]
    """One entry for each rule set, since points compare within one rule set only."""
    rivals: list[_RivalJson]
    """The one met most often first."""
    months: list[_MonthJson]
    """In their order."""


def game_json(kept: KeptGame) -> ListedGameJson:
    """A game as the list of games shows it."""
    summary = kept.summary
    return {
        "id": kept.id,
        "started": _iso_time(kept.started),
        "events": kept.events,
        "is_on_table": kept.is_on_table,
        "trouble": str(kept.trouble) or None,
        "result": result_in_words(summary) if summary else None,
        "rules": _rules_json(summary) if summary else None,
        "players": summary.players if summary else [],
        "scores": summary.scores if summary else {},
        "winner": summary.winner if summary else None,
        "hands": summary.hands if summary else 0,
        "plays": summary.plays if summary else 0,
    }


def review_json(kept: KeptGame, review: GameReview) -> GameLookedBackOnJson:
    """A review of a game: hands, players, best plays, missed points, and the scores after each event."""
    summary = review.summary
    return {
        **game_json(kept),
        "is_short_of_points": summary.is_short_of_points,
        "tallies": [_tally_json(tally) for tally in summary.tallies],
        "best": [moment_json(moment) for moment in summary.best],
        "missed": [{**moment_json(missed.play), "to": missed.to} for missed in summary.missed],
        "played": [_hand_json(hand) for hand in review.hands],
        "progress": [
            {
                "number": step.number,
                "hand": hand,
                "event": event_to_json(step.event),
                "text": describe_event(step, "chart"),
                "scores": step.match.scores,
            }
            for hand, step in review.steps
        ],
    }


def replay_json(
    game: Game, review: GameReview, pictured: Sequence[int], clips: Sequence[int], language: str
) -> ReplayJson:
    """A game move by move, as it stands after all corrections.

    A hand's drawing holds all its tiles and a frame around every half. A move names the tiles laid so far in `tiles`
    and the frames to show in `open`, so no tile changes place while the replay runs.
    """
    so_far = Game()
    moves: list[_MoveJson] = []
    for (hand, step), pegs in zip(review.steps, pegs_after(step for _, step in review.steps), strict=True):
        record, outcomes = (*so_far.record, step.event), (*so_far.outcomes, step.outcome)
        so_far = Game(record, outcomes, step.match)
        moves.append(
            {
                "hand": hand,
                "line": line_json(step, "replay"),
                "caption": describe_event(step, "caption"),
                "say": announce(so_far, language),
                "scores": step.match.scores,
                "pegs": pegs,
                **_table_json(step),
                "has_picture": step.number in pictured,
                "has_clip": step.number in pictured and step.number in clips,
            }
        )
    drawings: list[_ReplayedHandJson] = [
        {
            "number": hand.number,
            "setter": hand.setter,
            "drawing": draw_hand(hand.left) if hand.left else _draw_with_frames(hand.layout, game.rules),
        }
        for hand in review.hands
    ]
    return {"rules": _rules_json(review.summary), "sides": game.sides, "hands": drawings, "moves": moves}


def _table_json(step: Step) -> _LaidJson:
    """The table after an event: the layout, or in a game of rounds the tiles of the hands that are entered."""
    state, match = step.match.hand, step.match
    if state is None:
        entered = match.round.hands if isinstance(match, RoundsMatch) and match.round else {}
        tiles = [str(tile) for hand in entered.values() for tile in hand]
        return {"count": 0, "open": [], "tiles": tiles, "layout": "", "to_play": None}
    return {
        "count": state.count,
        "open": [end.to_json() for end in state.open_ends],
        "tiles": [str(tile) for tile in state.layout.tiles],
        "layout": str(state.layout),
        "to_play": state.to_play,
    }


def _draw_with_frames(layout: Layout, rules: RuleSet) -> str:
    halves = [OpenEnd(tile, pips, True) for tile in layout.tiles for pips in dict.fromkeys(tile.halves)]
    return draw_layout(layout, rules=rules, ends=halves)


def career_json(career: Career) -> PlayerJson:
    """A player's figures over all games, for each set of rules."""
    records: list[PlayerRecordJson] = [
        {
            "rules": {"id": record.rules.id, "name": str(title_of(record.rules))},
            "games": record.games,
            "finished": record.finished,
            "won": record.won,
            "hands": record.hands,
            "plays": record.plays,
            "points": record.points,
            "average": round(record.average, 2),
            "muggins": record.muggins,
            "missed": record.missed,
            "best": {**moment_json(record.best), "game": record.best_in} if record.best and record.best_in else None,
        }
        for record in career.records
    ]
    return {
        "player": career.player,
        "games": career.games,
        "finished": career.finished,
        "won": career.won,
        "records": records,
        "rivals": [
            {"player": each.rival, "finished": each.finished, "won": each.won, "lost": each.lost}
            for each in career.rivals
        ],
        "months": [
            {"month": each.month, "finished": each.finished, "won": each.won, "average": round(each.average, 2)}
            for each in career.months
        ],
    }


def moment_json(moment: Moment) -> MomentJson:
    """A play worth remembering: who laid which tile, and what it counted and scored."""
    return {
        "number": moment.number,
        "hand": moment.hand,
        "player": moment.player,
        "tile": str(moment.tile),
        "on": str(moment.on) if moment.on else None,
        "count": moment.count,
        "points": moment.points,
    }


def _rules_json(summary: GameSummary) -> RulesJson:
    rules = summary.rules
    return {
        "id": rules.id,
        "name": str(title_of(rules)),
        "target": rules.target,
        "claims": rules.claims,
        "scores": rules.scores_in_play,
    }


def _tally_json(tally: PlayerSummary) -> TallyJson:
    return {
        "player": tally.player,
        "plays": tally.plays,
        "draws": tally.draws,
        "passes": tally.passes,
        "points": tally.points,
        "muggins": tally.muggins,
        "missed": tally.missed,
        "faults": tally.faults,
    }


def _hand_json(hand: HandSummary) -> PlayedHandJson:
    return {
        "number": hand.number,
        "setter": hand.setter,
        "layout": str(hand.layout),
        "is_over": hand.is_over,
        "winner": hand.winner,
        "brought": hand.points,
        "scores": hand.scores,
        "untold": list(hand.unknown_players),
    }


def _iso_time(seconds: float | None) -> str | None:
    """Seconds since 1970 as ISO 8601 in UTC."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
