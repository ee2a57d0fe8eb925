"""The runs of the bench: each has a hall of its own, phones that play films to it, and a page at each table."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from muggins.scorer.events import GameStarted, Play

from ...bench.spectators import SEED, events_of_game
from ..floor.load import FULL_SECONDS, WINDOW_SECONDS
from ..serving.hall import Hall, HallOptions, open_hall
from ..watching.pool import ReaderKind, WatchingPool
from .figures import HallFigures, SpectatorFigures, judge
from .films import FPS, PacedFilm
from .meter import Meter, stolen_seconds
from .phones import BenchTable, Phones

AFTER_FILMS_SECONDS = 60.0
"""How long phones show tables at rest after the last film until all is told. What is told by then is late, not lost."""
READ_SECONDS = 120.0
"""How long a table's camera may remain unread before that is an error."""
CATCH_UP_SECONDS = 30.0
"""How long the films wait for a hall that is late because all its tables have begun at once."""
ASK_SECONDS = 0.1
LOAD_SECONDS = 1.0
"""Seconds between two looks at what the desk says about this machine."""
EVENTS_A_SECOND = 10.0
"""Events in a hall whose spectators are measured: as many as 25 tables have with a play every 2.5 s."""
SPECTATOR_EVENTS = 200
LAST_REST_SECONDS = 2.0
"""How long the tables rest after the last play. What is told then was never played."""


@dataclass(frozen=True)
class Setting:
    """What is run."""

    films: Sequence[PacedFilm]
    make_pool: Callable[[Path], WatchingPool]
    """Makes what watches the tables; given a folder for what its readers keep."""
    readers: ReaderKind
    record: str | None = None
    """An empty database; None for a file of SQLite, which is deleted afterwards."""
    every_picture: bool = False
    """The phones send ten pictures a second even while nothing changes."""


def play_films(setting: Setting, tables: int) -> HallFigures:
    """Plays films at the tables, each a little later than the one before, as no two tables play in step.

    RuntimeError where a phone was not answered.
    """
    meter = Meter("Ray" if setting.readers == "ray" else "rest")
    with TemporaryDirectory(prefix="muggins-bench-") as name:
        pool = meter.pool = setting.make_pool(Path(name))
        with _running(tables, name, pool, setting.record) as hall:
            places = _seat(hall, setting.films)
            with closing(Phones(hall.port, places, 1, setting.films, setting.every_picture)) as phones:
                _wait_until_read(hall)
                _wait_until_caught_up(hall)
                return _measure(hall, phones, meter, setting, places)


def watch_spectators(tables: int, spectators: int, most_events: int = SPECTATOR_EVENTS) -> SpectatorFigures:
    """Tells the tables of a hall events in turn, while the same number of pages is open at each.

    The hall reads no pictures meanwhile.
    """
    events = [events_of_game(1 + most_events // tables, SEED + table) for table in range(1, tables + 1)]
    told_at: dict[tuple[int, int], float] = {}
    pages = max(1, spectators // tables)
    with TemporaryDirectory(prefix="muggins-bench-") as name, _running(tables, name, WatchingPool()) as hall:
        held = hall.context.tables.held()
        for table, (started, *_) in enumerate(events, 1):
            assert isinstance(started, GameStarted)
            held[table].session.start_game(started)
        with closing(Phones(hall.port, [BenchTable(table) for table in held], pages)) as phones:
            begins = phones.start()
            for number in range(1, min(map(len, events))):
                for table, record in enumerate(events, 1):
                    time.sleep(max(0.0, begins + len(told_at) / EVENTS_A_SECOND - time.perf_counter()))
                    told_at[table, number + 1] = time.perf_counter()
                    held[table].session.tell(record[number])
            load, heard = os.getloadavg()[0], phones.stop(_last_events(hall))
    pages_of: dict[tuple[int, int], list[float]] = {key: [] for key in told_at}
    for table, told in heard.told:
        if (table, told.number) in pages_of:
            pages_of[table, told.number].append(told.at)
    delays = tuple(max(pages_of[key]) - at for key, at in told_at.items() if len(pages_of[key]) == pages)
    return SpectatorFigures(tables, pages * tables, delays, len(told_at) - len(delays), load)


def _seat(hall: Hall, films: Sequence[PacedFilm]) -> list[BenchTable]:
    """Begins a game at every table, and says which film is played there and when."""
    tables = hall.context.tables.held()
    places = []
    for place, (number, table) in enumerate(sorted(tables.items())):
        film = place % len(films)
        table.session.start_game(films[film].started)
        places.append(BenchTable(number, table.phone_key, film, films[film].pace / FPS * place / len(tables)))
    return places


def _wait(until: Callable[[], bool], seconds: float) -> bool:
    """Whether something becomes so within so many seconds."""
    ends = time.perf_counter() + seconds
    while not (is_so := until()) and time.perf_counter() < ends:
        time.sleep(ASK_SECONDS)
    return is_so


def _wait_until_read(hall: Hall) -> None:
    """Returns once every table has been watched: readers do their first work slowly. RuntimeError."""
    if not _wait(lambda: all(table.seen_at for table in hall.context.tables.held().values()), READ_SECONDS):
        raise RuntimeError(f"not every table was read within {READ_SECONDS:.0f} s")


def _wait_until_caught_up(hall: Hall) -> None:
    """Returns once no table is late from the start of the hall, or after CATCH_UP_SECONDS; the desk judges anew."""
    tables = hall.context.tables.held().values()
    _wait(lambda: all(table.lag < FULL_SECONDS for table in tables), CATCH_UP_SECONDS)
    hall.context.load.forget()


def _wait_until_told(hall: Hall, setting: Setting, places: Sequence[BenchTable]) -> None:
    """Returns LAST_REST_SECONDS after every play is in the record, or after AFTER_FILMS_SECONDS."""
    tables = hall.context.tables.held()

    def is_told(place: BenchTable) -> bool:
        game, film = tables[place.table].session.snapshot.game, setting.films[place.film]
        return game is not None and sum(isinstance(event, Play) for event in game.record) >= len(film.plays)

    _wait(lambda: all(map(is_told, places)), AFTER_FILMS_SECONDS)
    time.sleep(LAST_REST_SECONDS)


def _last_events(hall: Hall) -> dict[int, int]:
    """The number of the newest event at each table where anything has happened since the game began."""
    games = {number: table.session.snapshot.game for number, table in hall.context.tables.held().items()}
    return {number: len(game.record) for number, game in games.items() if game is not None and len(game.record) > 1}


def _measure(hall: Hall, phones: Phones, meter: Meter, setting: Setting, places: Sequence[BenchTable]) -> HallFigures:
    begins = phones.start()
    ends = begins + max(place.delay + len(setting.films[place.film].frames) / FPS for place in places)
    time.sleep(max(0.0, begins - time.perf_counter()))
    before, began, full, stolen = meter.spent(phones.pid), time.perf_counter(), "", stolen_seconds()
    while (now := time.perf_counter()) < ends:
        time.sleep(min(LOAD_SECONDS, ends - now))
        if now - begins > WINDOW_SECONDS:  # a full window of films
            full = full or str(hall.context.load.says)
    spent, taken, load = meter.spent(phones.pid).since(before), time.perf_counter() - began, os.getloadavg()[0]
    stolen = (stolen_seconds() - stolen) / taken / (os.cpu_count() or 1)
    _wait_until_told(hall, setting, places)
    heard = phones.stop(_last_events(hall))
    return HallFigures(
        tables=len(places),
        readers=setting.readers,
        pace=setting.films[0].pace / FPS,
        plays=judge(begins, places, setting.films, heard.told),
        seconds=taken,
        spent=spent,
        phones_cpu=heard.cpu_seconds,
        pictures=heard.sent,
        skipped=heard.skipped,
        events=len(heard.told),
        full=full,
        load=load,
        stolen=stolen,
    )


@contextmanager
def _running(tables: int, folder: str, pool: WatchingPool, record: str | None = None) -> Iterator[Hall]:
    hall = open_hall(HallOptions(tables, record, port=0, folder=Path(folder), pool=pool))
    try:
        hall.start()
        yield hall
    finally:
        hall.stop()
