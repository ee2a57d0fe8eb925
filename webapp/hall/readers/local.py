"""Readers in this process, which all its tables share. It is the default: nothing is started and nothing travels."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable
from typing import Protocol
from weakref import WeakKeyDictionary

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState, image_of

from .pool import BUSY, CLOSED


class ReadsSets(Protocol):
    """One reader of tiles of any set. One thread at a time may call it."""

    def read(self, image: Image, set: int) -> TableState: ...


class PooledReader:
    """Both networks, loaded once for all sets of tiles, with one OpenVINO stream on one thread each.

    Many tables are read side by side, so a second thread for one picture would only wait for a core.
    """

    def __init__(self) -> None:
        self._detector = TileDetector(threads=1)
        self._pip_reader = PipClassifier(threads=1)
        self._readers: dict[int, Reader] = {}

    def read(self, image: Image, set: int) -> TableState:
        """What lies on the table. Raises ValueError as Reader does."""
        if set not in self._readers:
            self._readers[set] = Reader(set, self._detector, self._pip_reader)
        return self._readers[set].read(image)


class LocalReaders:
    """A pool of readers in this process.

    Where tables wait for a reader, the next is the one that was read longest ago: a full machine is late at all tables
    alike, and lost at none.
    """

    def __init__(self, number: int | None = None, make: Callable[[], ReadsSets] = PooledReader) -> None:
        """Loads `number` readers, by default one for each core that this process may use."""
        number = len(os.sched_getaffinity(0)) if number is None and hasattr(os, "sched_getaffinity") else number
        self._idle = [make() for _ in range(number or os.cpu_count() or 1)]
        """The reader that was used last is used again: its memory is still near the core."""
        self._is_closed = False
        self._lock = threading.Lock()
        self._waiting: list[_Turn] = []
        self._turns = itertools.count(1)
        self._last_turns: WeakKeyDictionary[threading.Thread, int] = WeakKeyDictionary()
        """When each table was read last. A table asks from a thread of its own."""

    def read(self, picture: Image | HoldsImage, deadline: float, set: int = 6) -> TableState:
        """See `Readers.read`."""
        if self._is_closed:
            raise UnreadError(CLOSED)
        reader = self._take(deadline)
        try:
            return reader.read(image_of(picture), set)
        finally:
            self._give_back(reader)

    def close(self) -> None:
        """See `Readers.close`."""
        self._is_closed = True

    def _take(self, deadline: float) -> ReadsSets:
        """An idle reader, for this thread alone. UnreadError where none is idle by the deadline."""
        me = threading.current_thread()
        with self._lock:
            if self._idle:
                self._last_turns[me] = next(self._turns)
                return self._idle.pop()
            turn = _Turn(self._last_turns.get(me, 0))
            self._waiting.append(turn)
        turn.has_come.wait(max(0.0, deadline - time.monotonic()))
        with self._lock:
            if turn.reader is None:
                self._waiting.remove(turn)
                raise UnreadError(BUSY)
            self._last_turns[me] = next(self._turns)
            return turn.reader

    def _give_back(self, reader: ReadsSets) -> None:
        """Hands a reader over to the table that was read longest ago, or lays it down where none waits."""
        with self._lock:
            if not self._waiting:
                self._idle.append(reader)
                return
            turn = min(self._waiting, key=lambda each: each.last)
            self._waiting.remove(turn)
            turn.reader = reader
            turn.has_come.set()


class _Turn:
    """A table that waits for a reader."""

    def __init__(self, last: int) -> None:
        self.last = last
        """Its last turn; 0 where it had none."""
        self.reader: ReadsSets | None = None
        self.has_come = threading.Event()
