"""The tables of a hall."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from ...session.event_log import Changed, Message
from ...session.pubsub import Broker
from .glance import TableGlance
from .hall_table import HallTable
from .messages import HallMessage, NoticeChanged, TableChanged

OpenTable = Callable[[int, Callable[[Message], None]], HallTable]
"""Makes a table, given its number and what to call with its messages."""


class Floor:
    """The tables of a hall. Methods may be called from any thread."""

    def __init__(self, numbers: Sequence[int], broker: Broker[HallMessage], open_table: OpenTable) -> None:
        """What changes is published to `broker`."""
        self.numbers = tuple(numbers)
        self._broker = broker
        self._open_table = open_table
        self._held: dict[int, HallTable] = {}
        self._outdated: set[int] = set()
        self._opening = threading.Lock()

    def held(self) -> Mapping[int, HallTable]:
        """The tables that are open, by number: all but those that are just opened anew."""
        return dict(self._held)

    def glance(self, number: int) -> TableGlance:
        """A table of the hall. KeyError where there is none of that number."""
        if number not in self.numbers:
            raise KeyError(number)
        table = self._held.get(number)
        return table.glance() if table is not None else TableGlance(number)

    def open(self) -> None:
        """Opens the tables that are not open, or are outdated. StoreError."""
        with self._opening:
            outdated, self._outdated = self._outdated, set()
            self._close(outdated & set(self._held))
            for number in self.numbers:
                if number not in self._held:
                    self._open(number)

    def open_anew(self) -> None:
        """Has the next `open` open each table as the record has it then."""
        self._outdated = set(self.numbers)

    def stop(self) -> None:
        """Closes all tables."""
        with self._opening:
            self._close(set(self._held))

    def _close(self, numbers: set[int]) -> None:
        tables = [self._held.pop(number) for number in numbers]
        with ThreadPoolExecutor(max(1, len(tables))) as together:
            # Each waits for the picture that it is reading, so all wait at the same time.
            list(together.map(HallTable.close, tables))

    def _open(self, number: int) -> None:
        table = self._open_table(number, lambda message: self._pass_on(number, message))
        table.start()
        self._held[number] = table
        self._broker.publish(TableChanged(number))

    def _pass_on(self, number: int, message: Message) -> None:
        self._broker.publish(TableChanged(number))
        if message == Changed("notice"):
            self._broker.publish(NoticeChanged(number))
