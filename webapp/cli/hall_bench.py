"""`muggins bench hall`: what the tables of a hall cost on this machine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from muggins.texts import lazy_gettext

from ..hall.bench.figures import to_markdown
from ..hall.bench.films import paced_films
from ..hall.bench.recalled import recalled_pool
from ..hall.bench.run import Setting, play_films, watch_spectators
from ..hall.watching.pool import WatchingPool
from .hall import MOST_TABLES, ReaderOptions, make_pool

NUMBERS = (1, 2, 4, 8, 16)
SPECTATED_TABLES = 8
SHORTEST_PACE = 2.0
"""Seconds from play to play at least: an arm that lays a tile is in the picture for up to two."""


@dataclass(frozen=True)
class BenchOptions:
    """What is measured."""

    tables: tuple[int, ...] = ()
    """How many tables play, one run for each; NUMBERS where none is named."""
    pace: float = 2.5
    """Seconds from play to play at a table."""
    plays: int | None = None
    """The most plays of a film; None for all."""
    films: Path | None = None
    """A folder; None for the recorded game."""
    spectators: int | None = None
    """Spectators whose pages are measured, instead of films being played; None where films are."""
    record: str | None = None
    """A database; None for files of SQLite."""
    as_json: bool = False
    every_picture: bool = False
    """Phones send ten pictures a second even while nothing changes."""


def bench(options: BenchOptions, readers: ReaderOptions) -> int:
    """Prints what each run finds. ValueError, a sentence, where nothing can be measured like that."""
    _check(options)
    if options.spectators is not None:
        for tables in options.tables or (SPECTATED_TABLES,):
            crowd = watch_spectators(tables, options.spectators)
            print(json.dumps(crowd.to_json()) if options.as_json else crowd.to_text(), flush=True)
        return 0
    films = paced_films(options.films, options.pace, options.plays)

    def pool(folder: Path) -> WatchingPool:
        if readers.kind == "simulated":
            return recalled_pool(films, readers.number, folder)
        return make_pool(readers, folder)

    setting = Setting(films, pool, readers.kind, options.record, options.every_picture)
    runs = []
    for tables in options.tables or NUMBERS:
        runs.append(play_films(setting, tables))
        if options.as_json:
            print(json.dumps(runs[-1].to_json()), flush=True)
    if not options.as_json:
        print(to_markdown(runs))
    return 0


def _check(options: BenchOptions) -> None:
    for number in options.tables:
        if not 1 <= number <= MOST_TABLES:
            raise ValueError(
                lazy_gettext("--tables: expected 1 to %(most)s, got %(number)s", most=MOST_TABLES, number=number)
            )
    if options.pace < SHORTEST_PACE:
        raise ValueError(
            lazy_gettext(
                "--pace: expected at least %(least)s seconds, got %(seconds)s",
                least=f"{SHORTEST_PACE:g}",
                seconds=f"{options.pace:g}",
            )
        )
    for name, given in (("--plays", options.plays), ("--spectators", options.spectators)):
        if given is not None and given < 1:
            raise ValueError(lazy_gettext("%(option)s: expected at least 1, got %(number)s", option=name, number=given))
