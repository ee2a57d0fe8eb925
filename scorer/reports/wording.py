"""A game told in a few words: what was done, what the table should hear of it, who made what. For scoresheets."""

from __future__ import annotations

from collections.abc import Mapping

from ..events import Claim, Draw, HandEnd, HandStarted, Muggins, Pass, Play, Score
from ..game import Game, Step
from ..match import Outcome
from ..tiles import Tile
from .summary import HandSummary, Summary

SIDE_HEADS = ("", "hands", "won", "a hand", "score")
PLAYER_HEADS = ("", "plays", "drawn", "passes", "in play", "a hand", "Muggins", "missed", "faults")
"""What `player_rows` tells: tiles played and drawn, passes, points made in play, those in each hand, and so on."""


def heading(game: Game) -> str:
    """Which game it is, to how many points, and how its scores are pegged."""
    rules = game.rules
    if rules.pair:
        return f"{rules.name} ({rules.id}), pairs of {rules.pair} pips"
    exactly = "exactly " if rules.exact else ""
    claims = "each score is claimed" if rules.claims == "call" else "scores peg themselves"
    return f"{rules.name} ({rules.id}), to {exactly}{rules.target}; {claims if rules.multiples else 'no score in play'}"


def standing(game: Game) -> str:
    """Who has won, if anybody has."""
    if game.winner:
        return f"{game.winner} won"
    lost = game.rules.pair and game.hand is not None and game.hand.is_over
    return "No pair was left" if lost else "Not over yet"


def result(game: Game) -> str:
    """Who has won and all scores, with the points that are missing from them."""
    points = "" if game.rules.pair else f": {told_scores(game.scores)}"
    missing = missing_points(game)
    return f"{standing(game)}{points}" + (f" ({missing})" if missing else "")


def missing_points(game: Game) -> str:
    """Which points are missing from the scores; nothing where none are."""
    events = " and ".join(f"event {number}" for number in game.untold)
    return f"without the points of {events}, where tiles left are not told" if events else ""


def told_scores(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {score}" for side, score in scores.items())


def doer(step: Step) -> str:
    """The player whose event it is, if it is one player's."""
    event = step.event
    return event.setter if isinstance(event, HandStarted) else getattr(event, "player", "")


def describe_event(step: Step) -> str:
    """What was done."""
    event = step.event
    if isinstance(event, Play) and "left" in step.outcome:
        return f"{event.tile} with {event.on}"
    if isinstance(event, Play):
        return f"{event.tile} on {event.on}" if event.on else f"sets {event.tile}"
    if isinstance(event, Claim):
        return f"claims {event.points}"
    if isinstance(event, Score):
        return f"by hand {event.points:+}"
    if isinstance(event, Draw):
        return f"draws {event.tiles}"
    if isinstance(event, HandEnd):
        return "end: " + ", ".join(f"{player} {_left(tiles)}" for player, tiles in event.hands.items())
    return {Pass: "passes", Muggins: "calls Muggins", HandStarted: "sets"}.get(type(event), "")


def remarks(outcome: Outcome) -> str:
    """What the table should hear of an event: faults, scores that were missed, what was gained."""
    told = [_fault(fault, outcome) for fault in outcome.get("faults", [outcome["fault"]] if "fault" in outcome else [])]
    told += [f"no score: {outcome['barred'].replace('-', ' ')}"] if "barred" in outcome else []
    told += ["past the target: does not count"] if "over" in outcome else []
    if missed := outcome.get("missed"):
        to = f"to {missed['to']}" if missed["to"] else "lost"
        told.append(f"{missed['player']} missed {missed['points']}, {to}")
    if untold := outcome.get("untold"):
        told.append(f"points missing: the tiles left with {' and '.join(untold)} are not told")
    told += [f"{side} gains {points}" for side, points in outcome.get("gained", {}).items() if points]
    return "; ".join(told)


def notes(hand: HandSummary) -> list[str]:
    """Missed scores and faults of a hand, told one by one."""
    return [
        f"Hand {hand.number}, event {step.number}: "
        f"{doer(step)} {describe_event(step)}: {remarks(step.outcome)}".replace("  ", " ")
        for step in hand.steps
        if step.outcome.keys() & {"missed", "fault", "untold", "barred", "over"}
    ]


def side_rows(game: Game, summary: Summary) -> list[tuple[str, ...]]:
    """For each side what SIDE_HEADS name."""
    averages, over = summary.averages(), [hand for hand in summary.hands if hand.is_over]
    rows: list[tuple[str, ...]] = []
    for side, score in game.scores.items():
        won = sum(hand.winner == side for hand in over)
        rows.append((side, str(len(over)), str(won), f"{averages.get(side, 0):.1f}", str(score)))
    return rows


def player_rows(summary: Summary) -> list[tuple[str, ...]]:
    """For each player what PLAYER_HEADS name."""
    hands = len(summary.hands)
    rows: list[tuple[str, ...]] = []
    for one in summary.players:
        counted = (one.plays, one.draws, one.passes, one.points, f"{one.average(hands):.1f}")
        rows.append((one.player, *map(str, (*counted, one.muggins, one.missed, one.faults))))
    return rows


def _fault(fault: str, outcome: Outcome) -> str:
    """A fault in words, with who was found out and what was due."""
    words = fault.replace("-", " ")
    proven = [f"{each['player']} (event {each['of']})" for each in outcome.get("able", []) if each["fault"] == fault]
    if proven:
        return f"{' and '.join(proven)} {words}"
    return f"{words}: {outcome['due']} due" if "due" in outcome else words


def _left(tiles: tuple[Tile, ...] | None) -> str:
    """The tiles left in a hand."""
    return "not told" if tiles is None else " ".join(map(str, tiles)) or "out"
