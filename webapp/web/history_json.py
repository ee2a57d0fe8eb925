"""Games that are kept, looked back on as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any

from muggins.scorer.game import Game
from muggins.scorer.layout import Layout, OpenEnd
from muggins.scorer.record import event_to_json
from muggins.scorer.reports.review import Career, GameSummary, Lookback, Moment, result_in_words
from muggins.scorer.reports.summary import HandSummary, PlayerSummary
from muggins.scorer.reports.svg import draw_layout
from muggins.scorer.rules.rulesets import RuleSet

from ..session.archive import KeptGame
from ..speech.announce import announce

Json = dict[str, Any]


def listed(kept: KeptGame) -> Json:
    """A game as the list of games shows it."""
    digest = kept.digest
    return {
        "id": kept.id,
        "started": _clock_time(kept.started),
        "events": kept.events,
        "is_on_table": kept.is_on_table,
        "trouble": kept.trouble or None,
        "result": result_in_words(digest) if digest else None,
        "rules": _rules(digest) if digest else None,
        "players": digest.players if digest else [],
        "scores": digest.scores if digest else {},
        "winner": digest.winner if digest else None,
        "hands": digest.hands if digest else 0,
        "plays": digest.plays if digest else 0,
    }


def looked_back_on(kept: KeptGame, lookback: Lookback) -> Json:
    """A game's page: its hands, its players, its best plays, what was missed, and the score after each event."""
    digest = lookback.digest
    return {
        **listed(kept),
        "is_short_of_points": digest.is_short_of_points,
        "tallies": [_tally(tally) for tally in digest.tallies],
        "best": [moment_as_json(moment) for moment in digest.best],
        "missed": [{**moment_as_json(missed.play), "to": missed.to} for missed in digest.missed],
        "played": [_hand(hand) for hand in lookback.hands],
        "progress": [
            {"number": step.number, "hand": hand, "event": event_to_json(step.event), "scores": step.match.scores}
            for hand, step in lookback.steps
        ],
    }


def replayed(game: Game, lookback: Lookback, pictured: Sequence[int], language: str) -> Json:
    """A game move by move, as it stands after all corrections.

    A hand's drawing shows all its tiles, each as an element of its own, so that none moves when another is laid; every
    half is framed in it, and a move's `open` tells which frames are to be seen.
    """
    told = Game()
    moves = []
    for hand, step in lookback.steps:
        told = Game((*told.record, step.event), (*told.outcomes, step.outcome), step.match)
        line = {"number": step.number, **event_to_json(step.event), **step.outcome}
        now = step.match.hand
        assert now is not None  # every event of a hand has one
        moves.append(
            {
                "hand": hand,
                "line": line,
                "say": announce(told, line, language),
                "scores": step.match.scores,
                "count": now.count,
                "open": [{"tile": str(end.tile), "pips": end.pips, "counts": end.counts} for end in now.open_ends],
                "tiles": [str(tile) for tile in now.layout.tiles],
                "layout": str(now.layout),
                "to_play": now.to_play,
                "has_picture": step.number in pictured,
            }
        )
    drawings = [
        {"number": hand.number, "setter": hand.setter, "drawing": _drawn(hand.layout, game.rules)}
        for hand in lookback.hands
    ]
    return {"rules": _rules(lookback.digest), "sides": game.sides, "hands": drawings, "moves": moves}


def _drawn(layout: Layout, rules: RuleSet) -> str:
    halves = [OpenEnd(tile, pips, True) for tile in layout.tiles for pips in dict.fromkeys(tile.halves)]
    return draw_layout(layout, rules=rules, ends=halves)


def career(one: Career) -> Json:
    """What a player made of all games."""
    records = [
        {
            "rules": {"id": record.rules.id, "name": record.rules.name},
            "games": record.games,
            "finished": record.finished,
            "won": record.won,
            "hands": record.hands,
            "plays": record.plays,
            "points": record.points,
            "average": round(record.average, 2),
            "muggins": record.muggins,
            "missed": record.missed,
            "best": moment_as_json(record.best) | {"game": record.best_in} if record.best else None,
        }
        for record in one.records
    ]
    return {"player": one.player, "games": one.games, "finished": one.finished, "won": one.won, "records": records}


def moment_as_json(moment: Moment) -> Json:
    return {
        "number": moment.number,
        "hand": moment.hand,
        "player": moment.player,
        "tile": str(moment.tile),
        "on": str(moment.on) if moment.on else None,
        "count": moment.count,
        "points": moment.points,
    }


def _rules(digest: GameSummary) -> Json:
    rules = digest.rules
    return {
        "id": rules.id,
        "name": rules.name,
        "target": rules.target,
        "claims": rules.claims,
        "scores": bool(rules.multiples),
    }


def _tally(tally: PlayerSummary) -> Json:
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


def _hand(hand: HandSummary) -> Json:
    return {
        "number": hand.number,
        "setter": hand.setter,
        "layout": str(hand.layout),
        "is_over": hand.is_over,
        "winner": hand.winner,
        "brought": hand.brought,
        "scores": hand.scores,
        "untold": list(hand.untold),
    }


def _clock_time(seconds: float | None) -> str | None:
    """As ISO 8601 writes it, in UTC."""
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="seconds")
