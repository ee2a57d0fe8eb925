"""The scoresheet of a game: as text, as CSV, and as a page of HTML to print."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from .drawing import draw_layout
from .events import Claim, Draw, HandEnd, HandStarted, Muggins, Pass, Play
from .game import Game, Step
from .rulesets import RuleSet
from .summary import HandSummary, Summary, summarise
from .tiles import Tile

_STYLE = """
body { font: 11pt/1.35 system-ui, sans-serif; margin: 2em auto; max-width: 60em; color: #1b1b1b; background: #fff }
h1 { font-size: 1.5em; margin: 0 } p { margin: .3em 0 }
table { border-collapse: collapse; width: 100%; margin: 1em 0 }
th, td { border: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
td svg { max-width: 22em; max-height: 9em; width: auto; height: auto; background: #3c6e57; border-radius: 4px }
tr { break-inside: avoid } tr.total td { font-weight: bold }
ul { columns: 2; font-size: .9em }
@media print {
  body { margin: 0; max-width: none; font-size: 8.5pt }
  th, td { padding: .1em .4em }
  table { margin: .6em 0 }
  td svg { max-height: 5em; -webkit-print-color-adjust: exact; print-color-adjust: exact }
}
@page { margin: 10mm }
"""


def scoresheet_text(game: Game) -> str:
    """Every event with its count, points and faults, hand by hand, and the scores so far."""
    summary, sides = summarise(game), game.sides
    lines = [_heading(game), ""]
    for hand in summary.hands:
        rows = [("", "", "count", "points", *sides, "")]
        rows += [_row(step, sides) for step in hand.steps if not isinstance(step.event, (HandStarted, HandEnd))]
        ends = [_row(step, sides) for step in hand.steps if isinstance(step.event, HandEnd)]
        lines += [f"Hand {hand.number}, set by {hand.setter}", *_columns(rows)]
        lines += [f"  {row[1]}{'; ' if row[-1] else ''}{row[-1]}; {_scores(hand.scores)}" for row in ends]
        lines.append("")
    lines += _columns([("", "hands", "won", "a hand", "score"), *_side_rows(game, summary)])
    lines += ["", *_columns([("", "plays", "drawn", "passes", "in play", "Muggins", "missed"), *_player_rows(summary)])]
    return "\n".join([*lines, "", _result(game), ""])


def scoresheet_csv(game: Game) -> str:
    """One row for each event that stands, with a column for each side's score."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    known = ("hand", "event", "player", "did", "tile", "on", "count", "points", "fault")
    missed = ("missed_by", "missed_points", "missed_to")
    writer.writerow([*known, *missed, *(_cell(f"score {side}") for side in game.sides)])
    for hand in summarise(game).hands:
        for step in hand.steps:
            event, outcome = step.event, step.outcome
            play = event if isinstance(event, Play) else None
            points = event.points if isinstance(event, Claim) else outcome.get("points")
            lost = outcome.get("missed") or {}
            row: list[Any] = [hand.number, step.number, _player(step), deed(step)]
            row += [play and play.tile, play and play.on, outcome.get("count"), points, outcome.get("fault")]
            row += [lost.get("player"), lost.get("points"), lost.get("to")]
            writer.writerow([_cell(cell) for cell in [*row, *(step.match.scores[side] for side in game.sides)]])
    return out.getvalue()


def scoresheet_html(game: Game) -> str:
    """A page to print: each hand with its layout drawn, what it brought and the scores after it."""
    summary, sides = summarise(game), game.sides
    heads = "".join(f'<th class="number" colspan="2">{escape(side)}</th>' for side in sides)
    rows = "".join(_hand_html(hand, sides, game.rules) for hand in summary.hands)
    notes = "".join(f"<li>{escape(note)}</li>" for hand in summary.hands for note in _notes(hand))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(", ".join(sides))}: {escape(game.rules.name)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(game.rules.name)}: {escape(", ".join(sides))}</h1>
<p>{escape(_heading(game))}</p>
<p><strong>{escape(_result(game))}</strong></p>
<table>
<thead><tr><th>Hand</th><th>Set by</th><th>Layout</th>{heads}</tr></thead>
<tbody>{rows}</tbody>
</table>
{_table_html(("Side", "Hands", "Won", "Points a hand", "Score"), _side_rows(game, summary))}
{_table_html(("Player", "Plays", "Drawn", "Passes", "Points in play", "Muggins", "Missed"), _player_rows(summary))}
{f"<h2>Missed scores and faults</h2><ul>{notes}</ul>" if notes else ""}
</body>
</html>
"""


def deed(step: Step) -> str:
    """What was done, in a few words."""
    event = step.event
    if isinstance(event, Play) and "left" in step.outcome:
        return f"{event.tile} with {event.on}"
    if isinstance(event, Play):
        return f"{event.tile} on {event.on}" if event.on else f"sets {event.tile}"
    if isinstance(event, Claim):
        return f"claims {event.points}"
    if isinstance(event, Draw):
        return f"draws {event.tiles}"
    if isinstance(event, HandEnd):
        return "end: " + ", ".join(f"{player} {_left(tiles)}" for player, tiles in event.hands.items())
    return {Pass: "passes", Muggins: "calls Muggins", HandStarted: "sets"}.get(type(event), "")


def _left(tiles: tuple[Tile, ...] | None) -> str:
    """The tiles left in a hand."""
    return "not told" if tiles is None else " ".join(map(str, tiles)) or "out"


def _heading(game: Game) -> str:
    rules = game.rules
    exactly = "exactly " if rules.exact else ""
    claims = "each score is claimed" if rules.claims == "call" else "scores peg themselves"
    return f"{rules.name} ({rules.id}), to {exactly}{rules.target}; {claims if rules.multiples else 'no score in play'}"


def _result(game: Game) -> str:
    stands = f"{game.winner} won" if game.winner else "Not over yet"
    missing = [f"event {number}" for number in game.untold]
    told = f" (without the points of {' and '.join(missing)}, where tiles left are not told)" if missing else ""
    return f"{stands}: {_scores(game.scores)}{told}"


def _scores(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {score}" for side, score in scores.items())


def _player(step: Step) -> str:
    event = step.event
    return event.setter if isinstance(event, HandStarted) else getattr(event, "player", "")


def _row(step: Step, sides: tuple[str, ...]) -> tuple[str, ...]:
    outcome = step.outcome
    told = [*outcome.get("faults", [outcome["fault"]] if "fault" in outcome else [])]
    if missed := outcome.get("missed"):
        to = f"to {missed['to']}" if missed["to"] else "lost"
        told.append(f"{missed['player']} missed {missed['points']}, {to}")
    if untold := outcome.get("untold"):
        told.append(f"points missing: the tiles left with {' and '.join(untold)} are not told")
    if gained := {side: points for side, points in outcome.get("gained", {}).items() if points}:
        told += [f"{side} gains {points}" for side, points in gained.items()]
    scores = (str(step.match.scores[side]) for side in sides)
    count, points = outcome.get("count", ""), outcome.get("points", "") if isinstance(step.event, Play) else ""
    return _player(step), deed(step), str(count), str(points), *scores, "; ".join(told)


def _side_rows(game: Game, summary: Summary) -> list[tuple[str, ...]]:
    averages, over = summary.averages(), [hand for hand in summary.hands if hand.is_over]
    return [
        (
            side,
            str(len(over)),
            str(sum(hand.winner == side for hand in over)),
            f"{averages.get(side, 0):.1f}",
            str(score),
        )
        for side, score in game.scores.items()
    ]


def _player_rows(summary: Summary) -> list[tuple[str, ...]]:
    return [
        (one.player, *map(str, (one.plays, one.draws, one.passes, one.points, one.muggins, one.missed)))
        for one in summary.players
    ]


def _columns(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows of cells set in columns; names and deeds to the left, numbers to the right."""
    table = [tuple(row) for row in rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    lines = []
    for row in table:
        is_head = row is table[0]
        cells = [
            cell.rjust(width) if is_head or cell.replace(".", "").isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def _notes(hand: HandSummary) -> list[str]:
    """Missed scores and faults of a hand, told one by one."""
    rows = ((step, _row(step, ())) for step in hand.steps)
    return [
        f"Hand {hand.number}, event {step.number}: {row[0]} {row[1]}: {row[4]}".replace("  ", " ")
        for step, row in rows
        if step.outcome.keys() & {"missed", "fault", "untold"}
    ]


def _hand_html(hand: HandSummary, sides: tuple[str, ...], rules: RuleSet) -> str:
    numbers = "".join(
        f'<td class="number">+{hand.brought[side]}</td><td class="number">{hand.scores[side]}</td>' for side in sides
    )
    drawing = "" if hand.layout.is_empty else draw_layout(hand.layout, width=30, height=9, rules=rules)
    return f"<tr><td>{hand.number}</td><td>{escape(hand.setter)}</td><td>{drawing}</td>{numbers}</tr>"


def _table_html(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    head = "".join(f"<th{' class=number' if place else ''}>{name}</th>" for place, name in enumerate(heads))
    body = "".join(
        f"<tr><td>{escape(name)}</td>" + "".join(f'<td class="number">{cell}</td>' for cell in numbers) + "</tr>"
        for name, *numbers in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    """A cell of CSV; a name that a spreadsheet would take for a formula is kept a name."""
    text = "" if value is None else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
