"""Finished and running games as JSON: the list, the review of a game, its replay, and players over all games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from muggins.scorer.game import Game, Step
from muggins.scorer.layout import Layout, OpenEnd
from muggins.scorer.record import event_to_json
from muggins.scorer.reports.review import Career, GameReview, GameSummary, Moment, result_in_words
from muggins.scorer.reports.summary import HandSummary, PlayerSummary
from muggins.scorer.reports.svg import draw_hand, draw_layout
from muggins.scorer.reports.wording import describe_event, title_of
from muggins.scorer.rounds import RoundsMatch
from muggins.scorer.rules.rulesets import RuleSet

from ..session.archive import KeptGame
from ..speech.announce import announce
from .table_json import Json, line_json


def game_json(kept: KeptGame) -> Json:
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


def review_json(kept: KeptGame, review: GameReview) -> Json:
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


def replay_json(game: Game, review: GameReview, pictured: Sequence[int], language: str) -> Json:
    """A game move by move, as it stands after all corrections.

    A hand's drawing holds all its tiles and a frame around every half. A move names the tiles laid so far in `tiles`
    and the frames to show in `open`, so no tile changes place while the replay runs.
    """
    so_far = Game()
    moves = []
    for hand, step in review.steps:
        record, outcomes = (*so_far.record, step.event), (*so_far.outcomes, step.outcome)
        so_far = Game(record, outcomes, step.match, (*so_far.standing(), step))
        moves.append(
            {
                "hand": hand,
                "line": line_json(step, "replay"),
                "caption": describe_event(step, "caption"),
                "say": announce(so_far, language),
                "scores": step.match.scores,
                **_table_json(step),
                "has_picture": step.number in pictured,
            }
        )
    drawings = [
        {
            "number": hand.number,
            "setter": hand.setter,
            "drawing": draw_hand(hand.left) if hand.left else _draw_with_frames(hand.layout, game.rules),
        }
        for hand in review.hands
    ]
    return {"rules": _rules_json(review.summary), "sides": game.sides, "hands": drawings, "moves": moves}


def _table_json(step: Step) -> Json:
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


def career_json(career: Career) -> Json:
    """A player's figures over all games, for each set of rules."""
    records = [
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
            "best": moment_json(record.best) | {"game": record.best_in} if record.best else None,
        }
        for record in career.records
    ]
    totals = {"games": career.games, "finished": career.finished, "won": career.won}
    return {"player": career.player, **totals, "records": records}


def moment_json(moment: Moment) -> Json:
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


def _rules_json(summary: GameSummary) -> Json:
    rules = summary.rules
    return {
        "id": rules.id,
        "name": str(title_of(rules)),
        "target": rules.target,
        "claims": rules.claims,
        "scores": rules.scores_in_play,
    }


def _tally_json(tally: PlayerSummary) -> Json:
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


def _hand_json(hand: HandSummary) -> Json:
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
