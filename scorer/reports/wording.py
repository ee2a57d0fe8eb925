"""A game in words: descriptions of its events, their faults and misses, the result, and the rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from ..events import HandStarted
from ..game import Game, Step
from ..outcomes import HandEndOutcome, Missed, Outcome, PlayOutcome, WrongClaimOutcome
from .summary import HandSummary, Summary

Line = Mapping[str, Any]
Place = Literal["list", "replay", "caption", "chart", "terminal", "scoresheet"]
"""Where an event is described. The text leaves out what the place shows beside it:

- `list`: the list of events, beside the player's name and a drawing of the tile
- `replay`: the same list in a replay, without the faults and missed scores of plays
- `caption`: under a picture, with nothing beside it
- `chart`: over a point of the chart of scores, before the scores
- `terminal`: a line that `muggins watch` prints
- `scoresheet`: a row of the scoresheet, after the player's name
"""
SIDE_HEADS = ("", "hands", "won", "a hand", "score")
PLAYER_HEADS = ("", "plays", "drawn", "passes", "in play", "a hand", "Muggins", "missed", "faults")
"""The headings of `player_rows`; `in play` are points made in play, `a hand` their mean per hand."""


def heading(game: Game) -> str:
    """The game, its target, and how its scores are pegged."""
    rules = game.rules
    if rules.pair:
        return f"{rules.name} ({rules.id}), pairs of {rules.pair} pips"
    exactly = "exactly " if rules.exact else ""
    claims = "each score is claimed" if rules.claims == "call" else "scores peg themselves"
    return f"{rules.name} ({rules.id}), to {exactly}{rules.target}; {claims if rules.multiples else 'no score in play'}"


def status_text(game: Game) -> str:
    """The winner, or why there is none."""
    if game.winner:
        return f"{game.winner} won"
    lost = game.rules.pair and game.hand is not None and game.hand.is_over
    return "No pair was left" if lost else "Not over yet"


def result(game: Game) -> str:
    """The winner, all scores, and the points that the scores lack."""
    points = "" if game.rules.pair else f": {scores_text(game.scores)}"
    missing = missing_points(game)
    return f"{status_text(game)}{points}" + (f" ({missing})" if missing else "")


def missing_points(game: Game) -> str:
    """The points that the scores lack; "" if they are complete."""
    events = " and ".join(f"event {number}" for number in game.pending_hand_ends)
    return f"without the points of {events}, where the tiles left are unknown" if events else ""


def scores_text(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {score}" for side, score in scores.items())


def describe_event(line: Line, place: Place = "list") -> str:
    """The event in a few words; "" if the place does not show it.

    `line` is an event with its outcome as a JSON object, as in `Game.lines`. Without an outcome only the event is
    described.
    """
    return _DESCRIBED[place](line)


def report_event(line: Line) -> str:
    """The event, its outcome and the scores: `Ann sets 6-4; count 10; 2 points  [Ann 2, Bob 0]`."""
    parts = [describe_event(line, "terminal")]
    if line["event"] == "play":
        parts.append(f"count {line['count']}")
        if line.get("points"):
            parts.append(_points(line["points"]))
    if line.get("fault"):
        parts.append(f"fault: {line['fault']}")
    if missed := line.get("missed"):
        parts.append(_missed(Missed(missed["player"], missed["points"], missed["to"])))
    if line.get("winner"):
        parts.append(f"{line['winner']} won")
    return f"{'; '.join(parts)}  [{scores_text(line['scores'])}]"


def player_of(step: Step) -> str:
    """The player who acts in the event; "" if no single player does."""
    event = step.event
    return event.setter if isinstance(event, HandStarted) else getattr(event, "player", "")


def scoresheet_entry(step: Step) -> str:
    """The event in a row of a scoresheet, after the player's name."""
    return describe_event(step.line(), "scoresheet")


def remarks(outcome: Outcome) -> str:
    """The faults of an event, its missed score, and the points gained by it."""
    parts = [_fault(fault, outcome) for fault in outcome.faults]
    if isinstance(outcome, PlayOutcome) and outcome.barred:
        parts.append(f"no score: {_spaced(outcome.barred)}")
    if outcome.is_past_target:
        parts.append("past the target: does not count")
    if outcome.missed:
        parts.append(_missed(outcome.missed))
    if isinstance(outcome, HandEndOutcome):
        if outcome.unknown:
            parts.append(f"points missing: the tiles left with {' and '.join(outcome.unknown)} are unknown")
        parts += [f"{side} gains {points}" for side, points in (outcome.gained or {}).items() if points]
    return "; ".join(parts)


def notes(hand: HandSummary) -> list[str]:
    """The missed scores and faults of a hand, one sentence each."""
    return [
        f"Hand {hand.number}, event {step.number}: {f'{player_of(step)} {scoresheet_entry(step)}'.strip()}: "
        + remarks(step.outcome)
        for step in hand.steps
        if _is_notable(step.outcome)
    ]


def _is_notable(outcome: Outcome) -> bool:
    """Whether a list of misses and faults mentions the event."""
    is_barred = isinstance(outcome, PlayOutcome) and outcome.barred is not None
    is_short = isinstance(outcome, HandEndOutcome) and bool(outcome.unknown)
    return bool(outcome.missed or outcome.faults) or outcome.is_past_target or is_barred or is_short


def side_rows(game: Game, summary: Summary) -> list[tuple[str, ...]]:
    """One row for each side, with the columns of SIDE_HEADS."""
    averages, over = summary.averages(), [hand for hand in summary.hands if hand.is_over]
    rows: list[tuple[str, ...]] = []
    for side, score in game.scores.items():
        won = sum(hand.winner == side for hand in over)
        rows.append((side, str(len(over)), str(won), f"{averages.get(side, 0):.1f}", str(score)))
    return rows


def player_rows(summary: Summary) -> list[tuple[str, ...]]:
    """One row for each player, with the columns of PLAYER_HEADS."""
    hands = len(summary.hands)
    rows: list[tuple[str, ...]] = []
    for each in summary.players:
        counted = (each.plays, each.draws, each.passes, each.points, f"{each.average(hands):.1f}")
        rows.append((each.player, *map(str, (*counted, each.muggins, each.missed, each.faults))))
    return rows


def _list_entry(line: Line) -> str:
    """Beside the player's name and a drawing of the tile."""
    concluded = " (from the order of play)" if line.get("inferred") else ""
    missed = f" · {line['missed']['player']} missed {line['missed']['points']}" if line.get("missed") else ""
    match line["event"]:
        case "play":
            return _spaced(line["fault"]) if line.get("fault") else _replay_entry(line) + missed
        case "hand":
            return "to set"
        case "pass":
            return f"passes{concluded}{missed}"
        case "draw":
            return f"draws {line.get('tiles', 1)}{concluded}{missed}"
        case "claim":
            return f"claims {line['points']}: {_spaced(line['fault'])}" if line.get("fault") else _sheet_entry(line)
        case "score":
            return "by hand"
        case "muggins":
            return "calls Muggins: nothing missed" if line.get("fault") else f"calls Muggins{missed}"
        case "hand_end" if line.get("untold"):
            return f"hand over: points wait for the tiles of {' and '.join(line['untold'])}{missed}"
        case "hand_end":
            return f"hand to {line['hand_winner']}{missed}" if line.get("hand_winner") else "hand: nobody gains"
    return ""


def _replay_entry(line: Line) -> str:
    """As in the list, but a play without its faults and missed scores."""
    if line["event"] == "play":
        return f"on {line['on']}" if line.get("on") else "sets"
    return _list_entry(line)


def _caption(line: Line) -> str:
    """Under a picture, with nothing beside it."""
    if line["event"] == "play":
        return _with_player(line, line["tile"])
    return f"{line['setter']} to set" if line["event"] == "hand" else _after_player(line, _list_entry(line))


def _chart_label(line: Line) -> str:
    """Over a point of the chart of scores, before the scores."""
    if line["event"] == "hand_end":
        return "the hand is over"
    return _with_player(line, f"plays {line['tile']}") if line["event"] == "play" else _caption(line)


def _terminal_line(line: Line) -> str:
    match line["event"]:
        case "game":
            return f"{line['rules']}: {', '.join(line['players'])}"
        case "hand":
            return f"a hand, set by {line['setter']}"
        case "play":
            return _chart_label(line)
        case "claim":
            return f"{line['player']} claims {_points(line['points'])}"
        case "take_back":
            return "the last play is taken back"
        case "correct":
            return f"event {line['of']} is corrected"
        case "hand_end" if line.get("untold"):
            return f"the hand is over; its points wait for the tiles left with {' and '.join(line['untold'])}"
        case "hand_end":
            gained = ", ".join(f"{side} gains {points}" for side, points in line.get("gained", {}).items() if points)
            return f"the hand is over{': ' + gained if gained else ''}"
    return _after_player(line, _sheet_entry(line))


def _sheet_entry(line: Line) -> str:
    """After the player's name, without the outcome, which has its own columns in a scoresheet."""
    match line["event"]:
        case "play" if "left" in line:
            return f"{line['tile']} with {line['on']}"
        case "play":
            return f"{line['tile']} on {line['on']}" if line.get("on") else f"sets {line['tile']}"
        case "hand":
            return "sets"
        case "claim":
            return f"claims {line['points']}"
        case "score":
            return f"by hand {line['points']:+}"
        case "draw":
            return f"draws {line.get('tiles', 1)}"
        case "pass":
            return "passes"
        case "muggins":
            return "calls Muggins"
        case "hand_end":
            return "end: " + ", ".join(f"{player} {_left(tiles)}" for player, tiles in line["hands"].items())
    return ""


_DESCRIBED: Mapping[Place, Callable[[Line], str]] = {
    "list": _list_entry,
    "replay": _replay_entry,
    "caption": _caption,
    "chart": _chart_label,
    "terminal": _terminal_line,
    "scoresheet": _sheet_entry,
}


def _with_player(play: Line, tile: str) -> str:
    """A play with its player: `Ann 6-1 on 6-4`, or `Ann sets 6-4`."""
    return f"{play['player']} {tile} on {play['on']}" if play.get("on") else f"{play['player']} sets {play['tile']}"


def _after_player(line: Line, text: str) -> str:
    return f"{line.get('player', '')} {text}".strip()


def _missed(missed: Missed) -> str:
    return f"{missed.player} missed {missed.points}, {f'to {missed.to}' if missed.to else 'lost'}"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _spaced(name: str) -> str:
    """The name of a fault as words: `wrong-claim` gives "wrong claim"."""
    return name.replace("-", " ")


def _fault(fault: str, outcome: Outcome) -> str:
    """A fault in words, with the players whom the tiles convict of it, or the points that were due."""
    words = _spaced(fault)
    if isinstance(outcome, HandEndOutcome):
        proven = [f"{each.player} (event {each.of})" for each in outcome.proven if each.fault == fault]
        return f"{' and '.join(proven)} {words}".strip()
    return f"{words}: {outcome.due} due" if isinstance(outcome, WrongClaimOutcome) else words


def _left(tiles: Sequence[str] | None) -> str:
    """The tiles left in a hand, in words."""
    return "unknown" if tiles is None else " ".join(tiles) or "out"
