"""Hints that something new is stored: PostgreSQL's notifications, with a slow poll as the safety net.

A hint may come late, twice, or not at all: the numbers of the events are the truth. Whoever gets one reads the record
from the last number that is known.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...session.store import CHANNEL, Store

POLL_SECONDS = 3.0
"""Seconds between two looks at the record when no hint comes."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A row that was stored."""

    table: str
    """The table of the database: `events` or `tournament_events`."""
    of: int
    """The game, or the tournament."""
    number: int
    """The number of the event."""


def parse_hint(text: str) -> Hint | None:
    """The hint of a notification; None where it is not one of ours."""
    table, *numbers = text.split(" ")
    if len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        return None
    return Hint(table, int(numbers[0]), int(numbers[1]))


class HintListener:
    """Calls back with each hint, and with None when it is time to look at the record without one.

    It has a connection of its own, and a thread. While the database is away it keeps calling with None. With SQLite
    there are no hints, only the poll.
    """

    def __init__(self, hall: Store, on_hint: Callable[[Hint | None], None], poll: float = POLL_SECONDS) -> None:
        self._url = hall.url
        self._on_hint = on_hint
        self._poll = poll
        self._stopped = threading.Event()
        self.is_listening = threading.Event()
        """Set while the connection stands: what is stored from now on is announced."""
        self._thread = threading.Thread(target=self._run, name="hints", daemon=True)

    def start(self) -> None:
        """Begins to listen."""
        self._thread.start()

    def close(self) -> None:
        """Stops, once the wait in progress ends."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._on_hint(None)
            if self._url.get_backend_name() != "postgresql":
                self._stopped.wait(self._poll)
            elif not self._listen():
                self._stopped.wait(min(1.0, self._poll))

    def _listen(self) -> bool:
        """Whether the connection stood until the end; False where it broke or could not be made."""
        import psycopg

        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                self.is_listening.set()
                # Whatever was stored before the connection stood was not announced to it.
                self._on_hint(None)
                while not self._stopped.is_set():
                    self._wait(connection)
                return True
        except psycopg.Error:
            return False
        finally:
            self.is_listening.clear()

    def _wait(self, connection: Any) -> None:
        """Passes on the hints of one poll, or None where none has come."""
        heard = False
        for note in connection.notifies(timeout=self._poll, stop_after=1):
            heard = True
            if (hint := parse_hint(note.payload)) is not None:
                self._on_hint(hint)
        if not heard and not self._stopped.is_set():
            self._on_hint(None)
