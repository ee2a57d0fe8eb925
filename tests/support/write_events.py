"""Measures how many events a second a PostgreSQL server takes: `python tests/support/write_events.py [--writers 16]`.

Each writer is a thread with a store of its own, as a process of a hall has, and writes one game after the other.
"""

from __future__ import annotations

import argparse
import os
import threading
import time

from find_postgres import Server

from muggins.webapp.hall.records.migrate import upgrade
from muggins.webapp.hall.records.table_store import TableStore
from muggins.webapp.session.store import Store

PLAY = {"event": "play", "player": "Ann", "tile": "5-5", "t": 1234.5}
GAME = 100
"""Events of a game."""
PICTURE_BYTES = 40_000
"""Of the JPEG that is kept with an event."""


class Writer(threading.Thread):
    """A table whose plays follow one another at once."""

    def __init__(self, address: str, table: int, ends: float) -> None:
        super().__init__()
        self._hall = Store(address, patience=60)
        self._store = TableStore(self._hall, table)
        self._ends = ends
        self._picture = os.urandom(PICTURE_BYTES)
        self.seconds: list[float] = []
        """That each event took."""

    def run(self) -> None:
        number = GAME
        while (began := time.monotonic()) < self._ends:
            if number == GAME:
                game, number = self._store.add_game(), 0
            number += 1
            self._store.append(game, number, PLAY, picture=self._picture)
            self.seconds.append(time.monotonic() - began)
        self._hall.close()


def main() -> None:
    """Write for as long as asked, and print how many events were stored and how long one took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    server = Server()
    try:
        server.start()
        address = server.new_database()
        store = Store(address)
        upgrade(store)
        store.close()
        ends = time.monotonic() + asked.seconds
        writers = [Writer(address, table, ends) for table in range(1, asked.writers + 1)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
    finally:
        server.close()
    taken = sorted(seconds for writer in writers for seconds in writer.seconds)
    late = taken[int(0.95 * len(taken))]
    print(
        f"{asked.writers} writers: {len(taken) / asked.seconds:.0f} events a second, each with a picture of "
        f"{PICTURE_BYTES // 1000} kB; one took {1000 * taken[len(taken) // 2]:.0f} ms, {1000 * late:.0f} at the 95th"
    )


if __name__ == "__main__":
    main()
