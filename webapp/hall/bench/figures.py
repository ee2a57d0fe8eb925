"""What a bench of the hall has found, for people and for programs."""

from __future__ import annotations

import math
import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...bench.listeners import Told
from ..watching.pool import ReaderKind
from .films import FPS, PacedFilm
from .meter import PARTS, ResourceUse
from .phones import BenchTable

LATE_PLAY_SECONDS = 1.0
"""A play is late where its points reach the page later than this after the hand is gone."""


@dataclass(frozen=True)
class Plays:
    """How the plays of the films fared, as one page at each table was told them."""

    delays: tuple[float, ...]
    """Seconds from the hand being gone to the page having the play, for each play that was told."""
    lost: int
    """Plays that were never told."""
    wrong: int
    """Plays that were told with other points."""
    untrue: int
    """Plays that were told and never made."""

    @property
    def late(self) -> int:
        return sum(delay > LATE_PLAY_SECONDS for delay in self.delays)


@dataclass(frozen=True)
class HallFigures:
    """One run: tables to which phones play films, with a page open at each."""

    tables: int
    readers: ReaderKind
    pace: float
    """Seconds from play to play at a table."""
    plays: Plays
    seconds: float
    """How long the measurement took."""
    spent: ResourceUse
    phones_cpu: float
    """Processor seconds of the phones and pages, which are no part of the hall."""
    pictures: int
    skipped: int
    """Pictures that a phone left out because the one before was not answered yet."""
    events: int
    """Events that reached pages."""
    full: str
    """What the desk said about this machine; "" where it kept up."""
    load: float
    """Mean number of processes that wanted a core of this machine in the last minute, the hall's among them."""
    stolen: float = 0.0
    """Share of the processor time that other machines of the same host took: a run with much of it says nothing."""

    @property
    def cpu_a_table_minute(self) -> float:
        """Processor seconds that the hall spends on one table in a minute."""
        return sum(self.spent.seconds.values()) / self.tables / self.seconds * 60

    def to_json(self) -> dict[str, Any]:
        delays = self.plays.delays
        return {
            "tables": self.tables,
            "readers": self.readers,
            "pace": self.pace,
            "plays": {
                "told": len(delays),
                "late": self.plays.late,
                "lost": self.plays.lost,
                "wrong": self.plays.wrong,
                "untrue": self.plays.untrue,
            },
            "delay": {"median": quantile(delays, 0.5), "p95": quantile(delays, 0.95)},
            "cpu_seconds_per_table_minute": {
                part: round(self.spent.seconds[part] / self.tables / self.seconds * 60, 2) for part in PARTS
            }
            | {"all": round(self.cpu_a_table_minute, 2)},
            "phones_cpu_per_table_minute": round(self.phones_cpu / self.tables / self.seconds * 60, 2),
            "memory_mb": round(self.spent.megabytes),
            "events_per_second": round(self.events / self.seconds, 2),
            "pictures_per_second": round(self.pictures / self.seconds, 1),
            "pictures_skipped": self.skipped,
            "seconds": round(self.seconds, 1),
            "full": self.full,
            "load": round(self.load, 1),
            "stolen": round(self.stolen, 3),
        }


@dataclass(frozen=True)
class SpectatorFigures:
    """How soon all spectators of a table have an event."""

    tables: int
    spectators: int
    delays: tuple[float, ...]
    """Seconds from an event to the last page of its table, for each event."""
    lost: int
    """Events that some page never had."""
    load: float
    """See HallFigures."""

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": self.tables,
            "spectators": self.spectators,
            "events": len(self.delays),
            "lost": self.lost,
            "last_page": {"median": quantile(self.delays, 0.5), "p95": quantile(self.delays, 0.95)},
            "load": round(self.load, 1),
        }

    def to_text(self) -> str:
        """A line for people to read."""
        median, most = (1000 * (quantile(self.delays, share) or 0) for share in (0.5, 0.95))
        return (
            f"{self.spectators} spectators over {self.tables} tables: from an event to the last page of its table "
            f"{median:.0f} ms, {most:.0f} ms at the 95th of {len(self.delays)}; {self.lost} lost; load {self.load:.1f}"
        )


def judge(
    begins: float, places: Sequence[BenchTable], films: Sequence[PacedFilm], told: Sequence[tuple[int, Told]]
) -> Plays:
    """Compares what pages were told, each with its table, with the truth of the films: the first began at `begins`."""
    delays, lost, wrong, untrue = [], 0, 0, 0
    for place in places:
        film = films[place.film]
        left = {play.tile: number for number, play in enumerate(film.plays, 1)}
        for table, each in told:
            if table != place.table or each.line["event"] != "play":
                continue
            number = left.pop(str(each.line["tile"]), None)
            if number is None:
                untrue += 1
                continue
            delays.append(each.at - begins - place.delay - number * film.pace / FPS)
            wrong += each.line["points"] != film.plays[number - 1].points
        lost += len(left)
    return Plays(tuple(delays), lost, wrong, untrue)


def to_markdown(runs: Sequence[HallFigures]) -> str:
    """Two tables in Markdown: the plays, and what they cost."""
    plays = [
        (
            *(each.tables, each.readers, f"{each.pace:g} s", f"{len(each.plays.delays)}", each.plays.late),
            *(each.plays.lost, each.plays.wrong, each.plays.untrue),
            *(_seconds(quantile(each.plays.delays, share)) for share in (0.5, 0.95)),
            *(each.skipped, "yes" if each.full else "no", f"{each.load:.1f}"),
            f"{each.stolen:.0%}",
        )
        for each in runs
    ]
    costs = [
        (
            *(each.tables, each.readers, f"{each.pace:g} s", f"{each.cpu_a_table_minute:.1f}"),
            *(f"{each.spent.seconds[part] / each.tables / each.seconds * 60:.2f}" for part in PARTS),
            f"{each.phones_cpu / each.tables / each.seconds * 60:.2f}",
            f"{each.pictures / each.tables / each.seconds:.1f}",
            *(f"{each.spent.megabytes:.0f}", f"{each.events / each.seconds:.1f}"),
        )
        for each in runs
    ]
    names = ("tables", "readers", "a play every")
    of_plays = (
        *("told", "late", "lost", "wrong points", "untrue", "median", "95th"),
        *("pictures skipped", "full", "load", "stolen"),
    )
    of_costs = (
        "CPU s a table-minute",
        *PARTS,
        "(phones)",
        "pictures a second of a table",
        "memory MB",
        "events a second",
    )
    heading = f"{os.cpu_count()} cores, Python {platform.python_version()}; late is more than {LATE_PLAY_SECONDS:g} s."
    return "\n\n".join([heading, _table((*names, *of_plays), plays), _table((*names, *of_costs), costs)])


def quantile(values: Sequence[float], share: float) -> float | None:
    """The smallest value that at least this share of all do not exceed, to the millisecond; None without values."""
    if not values:
        return None
    if share == 0.5:
        return round(statistics.median(values), 3)
    return round(sorted(values)[max(0, math.ceil(share * len(values)) - 1)], 3)


def _table(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2f} s"
