"""A process that keeps tables of a hall: `python tests/support/table_process.py ADDRESS NAME TABLES FOLDER LEASE BEAT`.

Its leases last LEASE seconds, and its heart beats every BEAT seconds. At each table that it keeps it goes on with the
record, an event every few milliseconds, and writes down in a file of the folder what was stored.
`kill_table_process.py` kills it.
"""

import sys
import threading
from pathlib import Path

from muggins.webapp.hall.records import leases
from muggins.webapp.hall.records.leases import Heartbeat, TableKeeper
from muggins.webapp.hall.records.table_store import TableStore
from muggins.webapp.session.store import ConflictError, Store, StoreError

PAUSE_SECONDS = 0.05


class Table:
    """A table whose game goes on while this process keeps it."""

    def __init__(self, hall, number, confirmed):
        self.store = TableStore(hall, number)
        self.confirmed = confirmed
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.play, daemon=True)
        self.thread.start()

    def play(self):
        game = number = None
        while not self.stopped.wait(PAUSE_SECONDS):
            try:
                if number is None:
                    games = self.store.games()
                    game = games[0].id if games else self.store.add_game()
                    number = len(self.store.events(game))
                self.store.append(game, number + 1, {"event": "pass", "player": "Ann", "t": number + 1})
            except ConflictError:
                number = None  # somebody else has gone on: read the record again
            except StoreError:
                continue
            else:
                number += 1
                self.confirmed.write(f"{game} {number}\n")
                self.confirmed.flush()

    def close(self):
        self.stopped.set()
        self.thread.join()


def main():
    address, name, tables, folder, lease, beat = sys.argv[1:]
    leases.LEASE_SECONDS = float(lease)
    hall, kept = Store(address, patience=10), {}
    confirmed = (Path(folder) / f"{name}.txt").open("w")

    def gain(number):
        kept[number] = Table(hall, number, confirmed)

    def lose(number):
        kept.pop(number).close()

    heartbeat = Heartbeat(TableKeeper(hall, name, range(1, int(tables) + 1), gain, lose), float(beat))
    heartbeat.start()
    sys.stdin.read()  # until whoever started it goes
    heartbeat.close()


if __name__ == "__main__":
    main()
