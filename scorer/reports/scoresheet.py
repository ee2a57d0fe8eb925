"""The scoresheet of a game as text and as CSV; `scoresheet_html` has the page to print."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from muggins.texts import Whole, gettext, pgettext

from ..events import Claim, HandEnd, HandStarted, Play, Score
from ..game import Game, Step
from ..outcomes import Outcome, PlayOutcome, RoundHandOutcome, WrongClaimOutcome
from .faults import remarks
from .scoresheet_html import scoresheet_html
from .summary import HandSummary, summarise
from .wording import (
    PLAYER_HEADS,
    describe_event,
    heading,
    partners_in_words,
    player_of,
    player_rows,
    result,
    scores_text,
    side_heads,
    side_rows,
)

NUMBER = re.compile(r"\d[\d.,\s]*")
"""A number as some language writes it."""

__all__ = ["scoresheet_csv", "scoresheet_html", "scoresheet_text"]


def scoresheet_text(game: Game) -> str:
    """Every event with its count, points and faults, hand by hand, and the scores after it."""
    summary, sides = summarise(game), game.sides
    lines = [heading(game), ""]
    for hand in summary.hands:
        count, points = pgettext("heading of a column", "count"), pgettext("heading of a column", "points")
        rows = [("", "", count, points, *sides, "")]
        rows += [_row(step, sides) for step in hand.steps if not isinstance(step.event, (HandStarted, HandEnd))]
        lines += [_hand_heading(hand), *_columns(rows)]
        for step in hand.steps:
            if isinstance(step.event, HandEnd):
                parts = [describe_event(step, "scoresheet"), remarks(step.outcome), scores_text(hand.scores)]
                lines.append("  " + "; ".join(filter(None, parts)))
        lines.append("")
    lines += [*_columns([tuple(map(str, side_heads(game.rules))), *side_rows(game, summary)]), ""]
    if not game.rules.is_rounds:
        lines += [*_columns([tuple(map(str, PLAYER_HEADS)), *player_rows(summary)]), ""]
    return "\n".join([*lines, result(game), ""])


def _hand_heading(hand: HandSummary) -> str:
    """The number and the setter of a hand, partners who rotate, and the faults of its deal; of a round its number."""
    if not hand.setter:
        return gettext("Round %(number)s", number=hand.number)
    start, who = hand.steps[0], {"number": hand.number, "player": hand.setter}
    if faults := "; ".join(filter(None, (partners_in_words(start.match), remarks(start.outcome)))):
        return gettext("Hand %(number)s, set by %(player)s: %(remarks)s", remarks=faults, **who)
    return gettext("Hand %(number)s, set by %(player)s", **who)


def scoresheet_csv(game: Game) -> str:
    """One row for each event that stands, with a column for each side's score after it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    # The names of columns are a format, as the names of events and faults are: programs read them.
    columns = ("hand", "event", "player", "did", "tile", "on", "count", "points", "fault")
    missed_columns = ("missed_by", "missed_points", "missed_to")
    writer.writerow([*columns, *missed_columns, *(_cell(f"score {side}") for side in game.sides), "remarks"])
    for hand in summarise(game).hands:
        for step in hand.steps:
            event, outcome = step.event, step.outcome
            play = event if isinstance(event, Play) else None
            points = event.points if isinstance(event, (Claim, Score)) else _points(outcome)
            missed = outcome.missed
            row: list[Any] = [hand.number, step.number, player_of(step.event), describe_event(step, "scoresheet")]
            row += [play and play.tile, play and play.on, _count(outcome), points, outcome.fault]
            row += [missed and missed.player, missed and missed.points, missed and missed.to]
            row += [*(step.match.scores[side] for side in game.sides), remarks(outcome)]
            writer.writerow(map(_cell, row))
    return out.getvalue()


def _row(step: Step, sides: tuple[str, ...]) -> tuple[str, ...]:
    outcome = step.outcome
    numbers = ("" if number is None else str(Whole(number)) for number in (_count(outcome), _points(outcome)))
    scores = (str(Whole(step.match.scores[side])) for side in sides)
    return player_of(step.event), describe_event(step, "scoresheet"), *numbers, *scores, remarks(outcome)


def _count(outcome: Outcome) -> int | None:
    return outcome.count if isinstance(outcome, (PlayOutcome, WrongClaimOutcome)) else None


def _points(outcome: Outcome) -> int | None:
    return outcome.points if isinstance(outcome, (PlayOutcome, RoundHandOutcome)) else None


def _columns(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows of cells as aligned lines: text to the left, numbers to the right."""
    table = [tuple(row) for row in rows]
    widths = [max(_width(row[place]) for row in table) for place in range(len(table[0]))]
    lines = []
    for row in table:
        is_head = row is table[0]
        cells = []
        for cell, width in zip(row, widths, strict=True):
            blanks = " " * (width - _width(cell))
            cells.append(blanks + cell if is_head or NUMBER.fullmatch(cell) else cell + blanks)
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """The columns of a terminal that a text takes: a Chinese letter takes two, and an accent of its own none."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text
    )


def _cell(value: Any) -> str:
    """A cell of CSV. A quote keeps a spreadsheet from reading a name as a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
