"""Kills workers while films are played to a hall: `python tests/support/kill_worker.py FILMS [--readers ray]`.

Prints how many plays were told, told twice or with other points, and how long a table stood still after a kill.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import threading
import time
from pathlib import Path

from muggins.webapp.cli.hall import ReaderOptions, make_pool
from muggins.webapp.hall.bench import run as bench
from muggins.webapp.hall.bench.figures import HallFigures
from muggins.webapp.hall.bench.films import PacedFilm, paced_films
from muggins.webapp.hall.serving.hall import Hall
from muggins.webapp.hall.watching.pool import WatchingPool

TABLES = 4
PACE_SECONDS = 8.0
"""From play to play: a new process has loaded its networks before the next."""
PAUSE_SECONDS = 6.0
"""The longest time from one kill, once all tables go on, to the next."""
POLL_SECONDS = 0.05
GIVE_UP_SECONDS = 60.0


class Killer(threading.Thread):
    """Kills a process of the pool now and then, while films are played."""

    def __init__(self, hall: Hall, pool: WatchingPool, lot: random.Random, most: int) -> None:
        super().__init__(daemon=True)
        self.stopped = threading.Event()
        self.stills: list[float] = []
        """For each kill the seconds until all tables were watched again."""
        self._hall, self._pool, self._lot, self._most = hall, pool, lot, most

    def run(self) -> None:
        while len(self.stills) < self._most and not self.stopped.wait(self._lot.uniform(0, PAUSE_SECONDS)):
            os.kill(self._lot.choice(list(self._pool.spent)), signal.SIGKILL)
            killed, shown = time.monotonic(), self._shown()
            while any(self._seen_at(table) <= shown[table] for table in shown):
                if self.stopped.is_set():  # the films are over, and the hall has closed
                    return
                if time.monotonic() - killed > GIVE_UP_SECONDS:
                    raise AssertionError(f"a table was not watched again within {GIVE_UP_SECONDS:.0f} s")
                time.sleep(POLL_SECONDS)
            self.stills.append(time.monotonic() - killed)

    def _shown(self) -> dict[int, float]:
        """The time of the newest picture of each table, by its camera's clock."""
        threads = {number: table.cameras.watch_thread for number, table in self._hall.context.tables.held().items()}
        frames = {number: thread.live_image.frame for number, thread in threads.items() if thread is not None}
        return {number: frame.time for number, frame in frames.items() if frame is not None}

    def _seen_at(self, table: int) -> float:
        """The time of the newest picture that was dealt with."""
        held = self._hall.context.tables.held().get(table)
        return held.seen_at if held is not None else 0.0


def play(
    films: list[PacedFilm], readers: ReaderOptions, folder: Path, lot: random.Random, most: int
) -> tuple[HallFigures, list[float]]:
    """Plays films to a hall whose workers are killed at most so many times; how long tables stood still.

    In `folder` lies the token of a Ray cluster, which a process reads only once.
    """
    killers, wait_until_read = list[Killer](), bench._wait_until_read

    def begin(hall: Hall) -> None:
        wait_until_read(hall)
        killers.append(Killer(hall, hall.options.pool, lot, most))
        killers[0].start()

    bench._wait_until_read = begin
    try:
        pool = make_pool(readers, folder)
        figures = bench.play_films(bench.Setting(films, lambda _: pool, readers.kind), TABLES)
    finally:
        bench._wait_until_read = wait_until_read
    killers[0].stopped.set()
    killers[0].join()
    return figures, killers[0].stills


def main() -> None:
    """Play films until there were as many kills as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("films", type=Path)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--readers", choices=("local", "ray"), default="local")
    asked = parser.parse_args()
    readers = ReaderOptions(asked.readers)
    films, lot = paced_films(asked.films, PACE_SECONDS, None), random.Random(0)
    stills: list[float] = []
    told = lost = wrong = untrue = 0
    with tempfile.TemporaryDirectory() as folder:
        while len(stills) < asked.times:
            figures, more = play(films, readers, Path(folder), lot, asked.times - len(stills))
            stills += more
            plays = figures.plays
            told, lost = told + len(plays.delays), lost + plays.lost
            wrong, untrue = wrong + plays.wrong, untrue + plays.untrue
            print(f"{len(stills)} kills: {told} plays told, {lost} lost, {wrong} with other points, {untrue} untrue")
    stills.sort()
    print(f"all tables watched again after {stills[len(stills) // 2]:.1f} s, longest {stills[-1]:.1f} s")


if __name__ == "__main__":
    main()
