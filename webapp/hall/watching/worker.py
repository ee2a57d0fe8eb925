"""A watching process: one thread that watches several tables and reads their pictures, the urgent ones first."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

import cv2

from muggins.texts import text_of
from muggins.vision.motion.arms import SIDES
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import HoldsImage, Image, TableState

from ..readers.pool import Readers, TableReading
from ..readers.pooled import OwnReaders
from .messages import Answer, Begin, Command, End, Glance, Read, Spent, Watch, Watched

IDLE_SHARE = 0.15
"""Share of the time spent on tables where nothing has happened: however many there are, plays are read at once."""

READERS_AGAIN_SECONDS = 10.0
"""Seconds until readers that could not be had are asked for again: Ray may start later than this process."""


def work(pipe: Connection, make: Callable[[], Readers] = OwnReaders) -> None:
    """Watches until the other end of the pipe is closed, or its process has died. `make` gives what reads pictures."""
    # Ctrl+C reaches all processes of a terminal; this one ends with the tables.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)  # the process works for one core
    readers = AwaitedReaders(make)
    readers.try_to_make()
    with contextlib.suppress(EOFError, OSError):
        Worker(pipe, readers).run()


class AwaitedReaders:
    """Readers that may not be there yet. Until they are, each picture is answered with why not."""

    def __init__(self, make: Callable[[], Readers], clock: Callable[[], float] = time.monotonic) -> None:
        """`make` raises ValueError, a sentence, where the readers cannot be had."""
        self._make = make
        self._clock = clock
        self._readers: Readers | None = None
        self._error = ValueError()
        self._again_from = 0.0

    def try_to_make(self) -> None:
        """Makes the readers where they are not there, at most every READERS_AGAIN_SECONDS."""
        if self._readers is None and self._clock() >= self._again_from:
            try:
                self._readers = self._make()
            except ValueError as error:
                self._error, self._again_from = error, self._clock() + READERS_AGAIN_SECONDS

    def read(self, picture: Image | HoldsImage, deadline: float, set: int = 6) -> TableState:
        """See `Readers.read`. Raises ValueError where there are no readers."""
        self.try_to_make()
        if self._readers is None:
            raise self._error
        return self._readers.read(picture, deadline, set)

    def close(self) -> None:
        """See `Readers.close`."""
        if self._readers is not None:
            self._readers.close()


@dataclass(frozen=True)
class _Table:
    """A table that is watched here, and how its pictures are read."""

    watcher: Watcher
    reading: TableReading

    def watched(self, *events: TableEvent, is_read: bool) -> Watched:
        """What came of a frame."""
        watcher = self.watcher
        return Watched(events, watcher.is_idle, watcher.unread, self.reading.tally, watcher.state if is_read else None)


class Worker:
    """Takes messages and answers them.

    Motion comes first: a glance takes milliseconds, and a table whose motion is missed loses a play. Then one picture
    is read, of the table that has waited longest among those where something may have happened.
    """

    def __init__(self, pipe: Connection, readers: Readers, clock: Callable[[], float] = time.monotonic) -> None:
        self._pipe = pipe
        self._clock = clock
        self._readers = readers
        self._tables: dict[int, _Table] = {}
        """By the numbers of their watchers."""
        self._urgent: deque[Watch | Read] = deque()
        self._idle: deque[Watch] = deque()
        self._idle_from = 0.0
        """The time of the clock until which tables where nothing has happened are not read."""
        self._reading_seconds = 0.0

    @property
    def has_work(self) -> bool:
        """Whether pictures wait to be read."""
        return bool(self._urgent or self._idle)

    def run(self) -> None:
        """Works for ever. EOFError or OSError where the other end is gone."""
        while True:
            self.step()

    def step(self) -> None:
        """Takes all messages that have come, waiting for one where there is nothing to do, and reads one picture."""
        while not self.has_work or self._pipe.poll():
            self._take(self._pipe.recv())
            if not self._pipe.poll():
                break
        if self.has_work:
            self._read_next()

    def _take(self, message: Command) -> None:
        if isinstance(message, Begin):
            self._tables[message.watcher] = self._begin(message)
        elif isinstance(message, Read):
            self._urgent.append(message)
        elif isinstance(message, End):
            self._tables.pop(message.watcher, None)
            self._urgent = deque(each for each in self._urgent if _asker(each) != message.watcher)
            self._idle = deque(each for each in self._idle if each.watcher != message.watcher)
        elif (table := self._tables.get(message.watcher)) is not None:
            self._tell(table, message)

    def _begin(self, message: Begin) -> _Table:
        reading = TableReading(self._readers, message.set, is_urgent=lambda: watcher.is_urgent)
        watcher = Watcher(reading, message.sides or SIDES)
        return _Table(watcher, reading)

    def _tell(self, table: _Table, message: Glance | Watch) -> None:
        watcher = table.watcher
        if isinstance(message, Watch):
            watcher.expect(message.expected)
        watcher.glance(message.frame)
        if isinstance(message, Watch):
            if not watcher.is_due(message.frame):
                self._answer(message.watcher, table.watched(is_read=False))
            else:
                (self._urgent if watcher.is_urgent else self._idle).append(message)

    def _read_next(self) -> None:
        """Reads one picture, and passes over the tables where nothing has happened: their next frames are as good."""
        if self._urgent:
            self._read_and_answer(self._urgent.popleft())
        elif self._clock() >= self._idle_from:
            began = self._clock()
            self._read_and_answer(self._idle.popleft())
            self._idle_from = self._clock() + (self._clock() - began) * (1 / IDLE_SHARE - 1)
        while self._idle:
            message = self._idle.popleft()
            self._answer(message.watcher, self._tables[message.watcher].watched(is_read=False))

    def _read_and_answer(self, first: Watch | Read) -> None:
        began = time.thread_time()
        try:
            answer = self._look(first) if isinstance(first, Watch) else self._read(first)
        except (ValueError, UnreadError) as error:
            self._answer(_asker(first), None, error)
        else:
            self._reading_seconds += time.thread_time() - began
            self._answer(_asker(first), answer)

    def _look(self, message: Watch) -> Watched:
        table = self._tables[message.watcher]
        read_before = table.reading.tally.read
        events = table.watcher.look(message.frame)
        return table.watched(*events, is_read=table.reading.tally.read > read_before)

    def _read(self, message: Read) -> TableState:
        return TableReading(self._readers, message.set)(message.image, 0.0)

    def _answer(
        self, to: int, found: Watched | TableState | None, error: ValueError | UnreadError | None = None
    ) -> None:
        why = text_of(error) if error is not None else ""
        is_unread = isinstance(error, UnreadError)
        self._pipe.send(Answer(to, found, why, is_unread, Spent(self._reading_seconds, time.process_time())))


def _asker(message: Watch | Read) -> int:
    return message.watcher if isinstance(message, Watch) else message.asker
