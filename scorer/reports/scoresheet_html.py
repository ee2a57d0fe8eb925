"""The scoresheet as an HTML page without other files, which prints on one sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from muggins.texts import Text, Whole, all_of, gettext, language, pgettext

from ..game import Game
from ..outcomes import has_part
from ..rules.rulesets import RuleSet
from .gains import bonus_text, signed
from .summary import HandSummary, summarise
from .svg import draw_hand, draw_layout
from .wording import (
    PLAYER_HEADS,
    heading,
    missing_points_sentence,
    notes,
    partners_in_words,
    player_rows,
    side_heads,
    side_rows,
    status_text,
    title_of,
)

MIN_FELT_SIZE = (480, 120)
"""The smallest width and height of a felt, in SVG units. Without it a hand of two tiles is drawn huge."""
CHART_SIZE = (960, 210)
"""The width and height of the chart of the scores, in SVG units."""
LABEL_GAP = 14
"""The smallest vertical distance between two labels in the chart, in SVG units."""


def scoresheet_html(game: Game) -> str:
    """A page to print: the winner, a chart of the scores, each hand with its layout, and tables of all players."""
    summary, sides = summarise(game), game.sides
    title = gettext("%(sides)s: %(game)s", sides=all_of(sides), game=title_of(game.rules))
    missing = missing_points_sentence(game)
    remarks = [note for hand in summary.hands for note in notes(hand)]
    is_pairs = bool(game.rules.pair)
    tables = [_table((pgettext("heading of a column", "Side"), *side_heads(game.rules)[1:]), side_rows(game, summary))]
    if not game.rules.is_rounds:
        heads = (pgettext("heading of a column", "Player"), *PLAYER_HEADS[1:])
        tables.append(_table(heads, player_rows(summary)))
    return f"""<!DOCTYPE html>
<html lang="{language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_style()}</style>
</head>
<body>
<header>
<h1>{_name(status_text(game))}</h1>
<p class="quiet">{escape(heading(game))}</p>
{f'<p class="missing">{escape(missing)}</p>' if missing else ""}
{"" if is_pairs else _scores(game)}
</header>
<main>
{_score_chart(game, summary.hands) if len(summary.hands) > 1 and not is_pairs else ""}
<h2>{escape(gettext("Rounds") if game.rules.is_rounds else gettext("Hands"))}</h2>
<section class="hands hands-{_columns(len(summary.hands))}">
{_hands(game, summary.hands)}
</section>
<h2>{escape(gettext("Sides and players"))}</h2>
<section class="tables">{"".join(tables)}</section>
{_notes(remarks)}
</main>
</body>
</html>
"""


def _scores(game: Game) -> str:
    sides = [
        f'<li class="side-{place}{" won" if side == game.winner else ""}"><span>{_name(side)}</span>'
        f"<strong>{Whole(game.scores[side])}</strong></li>"
        for place, side in enumerate(game.sides, 1)
    ]
    return f'<ul class="scores">{"".join(sides)}</ul>'


def _score_chart(game: Game, hands: Sequence[HandSummary]) -> str:
    """A chart with a line for each side's score, hand by hand."""
    wide, high = CHART_SIZE
    left, right, top, bottom = 30, wide - 120, 10, high - 24
    goal = game.rules.target if game.rules.round_count is None else 1
    most = max(goal, *game.scores.values())

    def at(hand: int, score: int) -> tuple[float, float]:
        x = left + (right - left) * hand / len(hands)
        return round(x, 1), round(bottom - (bottom - top) * max(score, 0) / most, 1)

    parts = [f'<line x1="{left}" y1="{bottom}" x2="{right}" y2="{bottom}"/>']
    if game.rules.round_count is None:
        target = at(0, game.rules.target)[1]
        parts += [f'<line class="target" x1="{left}" y1="{target}" x2="{right}" y2="{target}"/>']
        parts += [f'<text x="{left - 6}" y="{target + 4}" text-anchor="end">{Whole(game.rules.target)}</text>']
    every = -(-len(hands) // 20)
    parts += [
        f'<text x="{at(hand, 0)[0]}" y="{high - 6}" text-anchor="middle">{hand}</text>'
        for hand in range(every, len(hands) + 1, every)
    ]
    label = float(bottom + LABEL_GAP)
    for side in sorted(game.sides, key=lambda side: game.scores[side]):
        place = game.sides.index(side) + 1
        points = [at(0, 0), *(at(number, hand.scores[side]) for number, hand in enumerate(hands, 1))]
        line = " ".join(f"{x},{y}" for x, y in points)
        x, y = points[-1]
        label = min(label - LABEL_GAP, y + 4)
        parts.append(
            f'<g class="side-{place}"><polyline points="{line}"/><circle cx="{x}" cy="{y}" r="3.5"/>'
            f'<text class="name" x="{x + 9}" y="{label}">{_name(side)} {Whole(game.scores[side])}</text></g>'
        )
    is_rounds = game.rules.is_rounds
    course = (
        gettext("The course of the scores, round by round")
        if is_rounds
        else gettext("The course of the scores, hand by hand")
    )
    title = f"<title>{escape(course)}</title>"
    head = f"<h2>{escape(pgettext('the course of the scores', 'Course'))}</h2>"
    return f'{head}<svg class="course" viewBox="0 0 {wide} {high}" role="img">{title}{"".join(parts)}</svg>'


def _hands(game: Game, hands: Sequence[HandSummary]) -> str:
    drawings = [_drawn(hand, game.rules) for hand in hands]
    sizes = [_size(drawing) for drawing in drawings if drawing]
    wide, high = (max(lengths) for lengths in zip(MIN_FELT_SIZE, *sizes, strict=True))
    return "\n".join(
        _hand(game, hand, _framed(drawing, wide, high)) for hand, drawing in zip(hands, drawings, strict=True)
    )


def _columns(hands: int) -> int:
    """The number of hands printed side by side, so that a game fills one sheet of paper."""
    return 2 if hands <= 4 else 3 if hands <= 9 else 4 if hands <= 20 else 5


def _hand(game: Game, hand: HandSummary, felt: str) -> str:
    sides = [
        f'<li class="side-{place}{" won" if has_part(side, hand.winner) else ""}"><span>{_name(side)}</span>'
        f'<span class="gain"><strong>{Whole(hand.scores[side])}</strong> {signed(hand.points[side])}</span></li>'
        for place, side in enumerate(game.sides, 1)
    ]
    points = "" if game.rules.pair else f"<ul>{''.join(sides)}</ul>"
    unknown = gettext("Without the tiles left with %(players)s.", players=all_of(hand.unknown_players))
    missing = f'<p class="missing">{_name(unknown)}</p>' if hand.unknown_players else ""
    bonuses = "".join(f'<p class="quiet">{_name(bonus_text(bonus))}</p>' for bonus in hand.bonuses)
    pairs = partners_in_words(hand.steps[0].match)
    partners = f'<p class="quiet">{escape(pairs)}</p>' if pairs else ""
    head = f"<header>{_hand_head(hand)}</header>{partners}"
    return f'<article class="hand">{head}{felt}{points}{bonuses}{missing}</article>'


def _hand_head(hand: HandSummary) -> str:
    if not hand.setter:
        return f"<strong>{escape(gettext('Round %(number)s', number=hand.number))}</strong>"
    setter = _name(gettext("set by %(player)s", player=hand.setter))
    return (
        f'<strong>{escape(gettext("Hand %(number)s", number=hand.number))}</strong><span class="quiet">{setter}</span>'
    )


def _drawn(hand: HandSummary, rules: RuleSet) -> str:
    """The layout at the end of the hand, or the tiles left in the hands of a round, as SVG; "" without tiles."""
    if hand.left:
        return draw_hand(hand.left)
    return "" if hand.layout.is_empty else draw_layout(hand.layout, rules=rules)


def _size(drawing: str) -> tuple[int, int]:
    """The width and height of a drawing, in SVG units."""
    found = re.search(r'width="(\d+)" height="(\d+)"', drawing)
    assert found is not None
    return int(found[1]), int(found[2])


def _framed(drawing: str, wide: int, high: int) -> str:
    """A drawing in the middle of a felt of `wide` by `high` SVG units."""
    if not drawing:
        return ""
    own_wide, own_high = _size(drawing)
    middle = f"translate({(wide - own_wide) // 2} {(high - own_high) // 2})"
    return f'<svg class="felt" viewBox="0 0 {wide} {high}"><g transform="{middle}">{drawing}</g></svg>'


def _table(heads: tuple[Text | str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    head = "".join(
        f'<th{_number(place)} scope="col">{escape(_capital(str(name)))}</th>' for place, name in enumerate(heads)
    )
    body = "".join(
        "<tr>" + "".join(f"<td{_number(place)}>{_name(cell)}</td>" for place, cell in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _notes(notes: Sequence[str]) -> str:
    if not notes:
        return ""
    lines = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return f'<h2>{escape(gettext("Missed scores and faults"))}</h2><ul class="notes">{lines}</ul>'


def _number(place: int) -> str:
    return ' class="number"' if place else ""


def _name(side: str) -> str:
    """The name of a side, escaped, with spaces around the + of a team."""
    return escape(side).replace("+", " + ")


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


@cache
def _style() -> str:
    return (files(__package__) / "scoresheet.css").read_text(encoding="utf-8")
