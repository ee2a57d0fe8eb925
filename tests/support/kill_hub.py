"""Kills the program that serves a hall, while another stands by: `python tests/support/kill_hub.py [--times 50]`."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
from find_postgres import Server

from muggins.webapp.hall.records.table_store import TableStore
from muggins.webapp.session.store import Store

TABLES = 4
PATIENCE = 600.0
"""Seconds that a step may take on a machine that does other work as well."""
PAUSE_SECONDS = 0.02
GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "auto", "target": 9999}
HAND = {"event": "hand", "setter": "Ann"}
PEG = {"event": "score", "player": "Ann", "points": 1}


class Hub:
    """A program of a hall: it serves it, or stands by."""

    def __init__(self, record: str, folder: Path) -> None:
        script = Path(__file__).with_name("hall_process.py")
        command = [sys.executable, str(script), record, str(folder), str(TABLES)]
        self._running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def says(self) -> str:
        """What it says next: that it stands by, or its address."""
        assert self._running.stdout is not None
        return self._running.stdout.readline().strip()

    def kill(self) -> None:
        """Ends it as a power cut does."""
        self._running.kill()
        self._running.communicate()


class Table(threading.Thread):
    """Somebody at a table, who pegs one point after the other; what is not answered is not told again."""

    def __init__(self, number: int) -> None:
        super().__init__(daemon=True)
        self.number = number
        self.address = ""
        """That of the hub."""
        self.sent = self.stored = 0
        """Events that were sent, and the number of the newest that was answered."""
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(PAUSE_SECONDS):
            with suppress(httpx.HTTPError):
                self.sent += 1
                answer = httpx.post(f"{self.address}table/{self.number}/api/events", json=PEG, timeout=PATIENCE)
                self.stored = answer.raise_for_status().json()["told"][-1]["number"]


class Hall:
    """A hub at work, with another that stands by, and somebody at each table."""

    def __init__(self, record: str, folder: Path) -> None:
        self._record, self._folder = record, folder
        self._hub = Hub(record, folder)
        address = self._hub.says()
        self._standby: Hub | None = None
        self.stand_by()
        self._tables = [Table(number) for number in range(1, TABLES + 1)]
        for table in self._tables:
            table.address = address
            for path, body in (("games", GAME), ("events", HAND)):
                answer = httpx.post(f"{address}table/{table.number}/api/{path}", json=body, timeout=PATIENCE)
                answer.raise_for_status()
            table.start()

    def kill_hub(self) -> float:
        """The seconds from the kill until every table goes on, in the program that stood by."""
        assert self._standby is not None
        self._hub.kill()
        killed, before = time.monotonic(), [table.stored for table in self._tables]
        self._hub, self._standby = self._standby, None
        address = self._hub.says()
        for table in self._tables:
            table.address = address
        while any(table.stored <= was for table, was in zip(self._tables, before, strict=True)):
            assert time.monotonic() - killed < PATIENCE, "some tables did not go on"
            time.sleep(PAUSE_SECONDS)
        return time.monotonic() - killed

    def stand_by(self) -> None:
        """Starts another program, which stands by."""
        self._standby = Hub(self._record, self._folder)
        assert self._standby.says() == "stands by"

    def faults(self) -> list[str]:
        """Ends all. What was answered and is lost, and what is there twice."""
        for table in self._tables:
            table.stopped.set()
            table.join()
        self.close()
        hall, found = Store(self._record), []
        for table in self._tables:
            (game,) = TableStore(hall, table.number).games()
            if not table.stored <= game.events <= table.sent + 2:  # game and hand
                found.append(f"table {table.number}: {table.stored} answered, {game.events} there, {table.sent} sent")
        hall.close()
        return found

    def close(self) -> None:
        """Ends both programs."""
        for program in filter(None, (self._standby, self._hub)):
            program.kill()


def main() -> None:
    """Kill as often as asked, and print what was lost or doubled, and how long tables stood still."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    asked = parser.parse_args()
    lot, server = random.Random(0), Server()
    try:
        server.start()
        with tempfile.TemporaryDirectory() as folder:
            hall = Hall(server.new_database(), Path(folder))
            waited = []
            for _ in range(asked.times):
                time.sleep(lot.random())
                waited.append(hall.kill_hub())
                hall.stand_by()
            faults = hall.faults()
    finally:
        server.close()
    waited.sort()
    print(f"{asked.times} kills: {len(faults)} tables with an event lost or doubled")
    print(f"seconds until all tables went on: median {waited[len(waited) // 2]:.1f}, longest {waited[-1]:.1f}")


if __name__ == "__main__":
    main()
