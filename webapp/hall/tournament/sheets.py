"""Pairings and standings as plain text, to print or to read in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from muggins.texts import gettext, ngettext

from .events import Meeting
from .formats import Metric
from .results import Status, Verdict, verdict
from .standings import StandingsLine, final_places, standings
from .state import MatchPlace, PairedRound, Tournament


def pairings_text(tournament: Tournament, each: PairedRound) -> str:
    """A round as lines: a table, who meets there, and what is known of the result."""
    rows = [
        (
            str(meeting.table),
            *(tournament.side_name(side) for side in meeting.sides),
            result_text(verdict(tournament, MatchPlace(each.stage, each.number, meeting.table)), tournament, meeting),
        )
        for meeting in each.meetings
    ]
    lines = _columns(rows)
    lines += [gettext("Bye: %(name)s", name=tournament.entries[number].name) for number in each.byes]
    lines += [gettext("Waits: %(name)s", name=tournament.entries[number].name) for number in each.waiting]
    return "\n".join(lines)


def result_text(known: Verdict, tournament: Tournament, meeting: Meeting) -> str:
    """What is known of the result of a match, as a word or the points of its games."""
    if known.status is Status.DISPUTED:
        return gettext("the sides tell different results")
    if known.result is None:
        return gettext("no result yet")
    points = ", ".join(f"{ours}:{theirs}" for ours, theirs in known.result.games)
    absent = [tournament.side_name(meeting.sides[number - 1]) for number in known.result.forfeit]
    if len(absent) == 2:
        given_up = gettext("given up by both sides")
    else:
        given_up = gettext("given up by %(name)s", name=absent[0]) if absent else ""
    told = "; ".join(filter(None, (points, given_up)))
    if known.stands:
        return told
    waiting = " & ".join(tournament.side_name(meeting.sides[number - 1]) for number in known.missing)
    return gettext("%(result)s, to be confirmed by %(name)s", result=told, name=waiting)


def standings_text(tournament: Tournament, stage: int) -> str:
    """The standings of a stage as lines: the place, the name, and the amounts that they are ordered by."""
    metrics = tournament.stages[stage - 1].metrics
    return "\n".join(_columns([_line(tournament, row, metrics) for row in standings(tournament, stage)]))


def final_text(tournament: Tournament) -> str:
    """The places over all stages as lines."""
    return "\n".join(
        _columns([(str(row.rank), tournament.entries[row.tally.entry].name) for row in final_places(tournament)])
    )


def _line(tournament: Tournament, row: StandingsLine, metrics: Sequence[Metric]) -> tuple[str, ...]:
    entry = tournament.entries[row.tally.entry]
    amounts = [_amount(metric, row) for metric in metrics if metric not in ("head_to_head", "among_tied", "lasted")]
    remarks = [gettext("withdrawn")] * entry.has_withdrawn + [gettext("placed by the desk")] * row.is_by_hand
    return (str(row.rank), entry.name, *amounts, *remarks)


def _amount(metric: Metric, row: StandingsLine) -> str:
    """An amount with its unit."""
    amount = row.tally.value(metric)
    if metric == "match_points":
        return ngettext("%(number)s match point", "%(number)s match points", amount)
    if metric == "wins":
        return ngettext("%(number)s win", "%(number)s wins", amount)
    if metric == "difference":
        return f"{amount:+d}"
    if metric == "points_for":
        return ngettext("%(number)s point", "%(number)s points", amount)
    if metric == "skunks":
        return ngettext("%(number)s skunk", "%(number)s skunks", amount)
    if metric == "games":
        return gettext("%(number)s in games", number=f"{amount:+d}")
    return gettext("%(number)s of the opponents", number=amount)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines whose columns stand below one another."""
    width = max((len(row) for row in rows), default=0)
    widths = [max((len(row[index]) for row in rows if index < len(row)), default=0) for index in range(width)]
    return ["  ".join(text.ljust(widths[index]) for index, text in enumerate(row)).rstrip() for row in rows]
