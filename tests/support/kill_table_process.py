"""Kills processes that keep tables: `python tests/support/kill_table_process.py [--times 50] [--sqlite]`."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from find_postgres import Server
from sqlalchemy import select, update

from muggins.webapp.hall.records.leases import BEAT_SECONDS, LEASE_SECONDS
from muggins.webapp.hall.records.migrate import upgrade
from muggins.webapp.hall.records.schema import leases
from muggins.webapp.hall.records.schema import processes as living
from muggins.webapp.session.store import Store

TABLES = 4
LOOK_SECONDS = 0.05
GIVE_UP_SECONDS = 600


class Processes:
    """Two processes that keep the tables of a hall between them; one that was killed is replaced by a new one."""

    def __init__(self, address: str, folder: Path, lease: float, beat: float) -> None:
        self._arguments = (str(folder), str(lease), str(beat))
        self._address, self._folder = address, folder
        self._running: list[subprocess.Popen[bytes]] = []
        self._names = 0
        self.hall = Store(address)
        upgrade(self.hall)

    def start(self) -> None:
        """Start one more."""
        self._names += 1
        script = str(Path(__file__).with_name("table_process.py"))
        command = [sys.executable, script, self._address, f"process-{self._names}", str(TABLES), *self._arguments]
        self._running.append(subprocess.Popen(command, stdin=subprocess.PIPE))

    def kill(self, lot: random.Random) -> str:
        """Kill one of them, as a power cut does. Its name."""
        number = lot.randrange(len(self._running))
        name, victim = self._names_running()[number], self._running.pop(number)
        victim.kill()
        victim.communicate()
        return name

    def close(self) -> None:
        """End all."""
        for process in self._running:
            process.kill()
            process.communicate()
        self.hall.close()

    def counts(self) -> dict[int, int]:
        """The number of events of each game."""
        return {game.id: game.events for game in self.hall.games()}

    def wait_for_all_tables(self, counts: dict[int, int]) -> float:
        """The seconds until each table has a game with more events than it had."""
        began = time.monotonic()
        while time.monotonic() - began < GIVE_UP_SECONDS:
            now = self.counts()
            if len(now) == TABLES and all(number > counts.get(game, 0) for game, number in now.items()):
                return time.monotonic() - began
            time.sleep(LOOK_SECONDS)
        raise AssertionError(f"some tables did not go on within {GIVE_UP_SECONDS} s")

    def wait_until_shared(self) -> None:
        """Wait until each process keeps a table, so that whichever is killed is missed."""
        began = time.monotonic()
        holders = select(leases.c.holder).where(leases.c.holder.in_(self._names_running())).distinct()
        while time.monotonic() - began < GIVE_UP_SECONDS:
            with self.hall.connected() as connection:
                if len(connection.execute(holders).all()) == len(self._running):
                    return
            time.sleep(LOOK_SECONDS)
        raise AssertionError(f"the tables were not shared within {GIVE_UP_SECONDS} s")

    def _names_running(self) -> list[str]:
        return [str(process.args[3]) for process in self._running if isinstance(process.args, list)]

    def faults(self) -> list[str]:
        """Events that were confirmed and are lost, and events that are there twice."""
        found = []
        for game in self.counts():
            times = [event["t"] for event in self.hall.events(game)]
            if times != list(range(1, len(times) + 1)):
                found.append(f"game {game}: an event is missing or doubled")
        for path in self._folder.glob("*.txt"):
            lines = [line.split() for line in path.read_text().splitlines(keepends=True) if line.endswith("\n")]
            counts = self.counts()
            found += [
                f"game {game}: event {number} is lost" for game, number in lines if counts[int(game)] < int(number)
            ]
        return found


def end_leases(hall: Store, name: str) -> None:
    """The time of a process that was killed has run out: `name` is how its name begins."""
    with hall.connected() as connection:
        for table, holder in ((leases, leases.c.holder), (living, living.c.name)):
            connection.execute(update(table).where(holder.startswith(name, autoescape=True)).values(until=0.0))


@contextmanager
def running(
    address: str, folder: Path, lease: float = LEASE_SECONDS, beat: float = BEAT_SECONDS
) -> Iterator[Processes]:
    """Two processes at work: each table has its first event. `lease` and `beat` are in seconds."""
    processes = Processes(address, folder, lease, beat)
    try:
        processes.start()
        processes.start()
        processes.wait_for_all_tables({})
        yield processes
    finally:
        processes.close()


def kill_once(processes: Processes, lot: random.Random) -> float:
    """The seconds until all tables go on after one process was killed. Another one is started then."""
    processes.wait_until_shared()
    time.sleep(lot.random())
    processes.kill(lot)
    waited = processes.wait_for_all_tables(processes.counts())
    processes.start()
    return waited


def main() -> None:
    """Kill as often as asked, and print what was lost or doubled, and how long tables stood still."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--sqlite", action="store_true")
    asked = parser.parse_args()
    lot = random.Random(0)
    server = None if asked.sqlite else Server()
    try:
        if server:
            server.start()
        with tempfile.TemporaryDirectory() as folder:
            address = server.new_database() if server else f"{folder}/hall.sqlite"
            with running(address, Path(folder)) as processes:
                waited = sorted(kill_once(processes, lot) for _ in range(asked.times))
                faults = processes.faults()
    finally:
        if server:
            server.close()
    print(f"{asked.times} kills: {len(faults)} events lost or doubled")
    print(f"seconds until all tables went on: median {waited[len(waited) // 2]:.1f}, longest {waited[-1]:.1f}")


if __name__ == "__main__":
    main()
