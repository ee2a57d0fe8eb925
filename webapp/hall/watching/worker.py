"""A worker: one thread that watches several tables and reads their pictures, the urgent ones first."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import math
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import metadata
from multiprocessing.connection import Connection
from typing import Protocol

import cv2

from muggins.models import PIPS, TILES
from muggins.texts import text_of
from muggins.vision.capture.frames import Frame
from muggins.vision.capture.status import WELL, SourceStatus, status_by
from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.motion.arms import SIDES
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.pips.remembering import RememberingClassifier
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import HoldsImage, Image, TableState

from ...camera.table_watcher import as_webp, encode_stored, is_pictured
from .messages import Answer, Begin, Command, End, Glance, Judge, MakeClip, Read, Ready, Spent, Watch, Watched

JUDGED_SECONDS = 0.5
"""Seconds between two looks at how a camera is that is well."""
IDLE_SHARE = 0.15
"""Share of the time spent on tables where nothing has happened: however many there are, plays are read at once."""


class PooledReader:
    """Both networks, loaded once for all sets of tiles, with one OpenVINO stream on one thread each.

    Many tables are read side by side, so a second thread for one picture would only wait for a core.
    """

    def __init__(self) -> None:
        self._detector = TileDetector(threads=1)
        self._pip_reader = RememberingClassifier(PipClassifier(threads=1))
        self._readers: dict[int, Reader] = {}

    def read(self, picture: Image | HoldsImage, set: int) -> TableState:
        """What lies on the table. Raises ValueError as Reader does."""
        if set not in self._readers:
            self._readers[set] = Reader(set, self._detector, self._pip_reader)
        return self._readers[set].read(picture)


class ReadsSets(Protocol):
    """One reader of tiles of any set. One thread at a time may call it."""

    def read(self, picture: Image | HoldsImage, set: int) -> TableState: ...


MakeReader = Callable[[], ReadsSets]
"""Loads a reader. ValueError, a sentence, where it cannot."""


@functools.cache
def version() -> str:
    """What a worker and its hub must have in common: the program and both networks."""
    networks = hashlib.sha256(TILES.read_bytes() + PIPS.read_bytes()).hexdigest()[:12]
    try:
        program = metadata.version("muggins")
    except metadata.PackageNotFoundError:  # run from its folder, not installed
        program = "source"
    return f"{program}-{networks}"


def work(pipe: Connection, make: MakeReader = PooledReader) -> None:
    """Works until the other end of the pipe is closed, or its process has died."""
    # Ctrl+C reaches all processes of a terminal; this one ends with the hub.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        for answer in answers(pipe.recv, pipe.poll, make):
            pipe.send(answer)


def answers(receive: Callable[[], Command], has_more: Callable[[], bool], make: MakeReader) -> Iterator[Ready | Answer]:
    """What a worker says, for ever: first that it is ready, or why it never will be."""
    cv2.setNumThreads(1)  # a worker has one core
    try:
        worker = Worker(receive, has_more, make())
    except ValueError as error:
        yield Ready(version(), text_of(error))
        return
    yield Ready(version(), spent=worker.spent)
    while True:
        yield from worker.step()


class _Table:
    """A table that is watched here, and how its pictures are read."""

    def __init__(self, reader: ReadsSets, begin: Begin) -> None:
        self._reader = reader
        self._set = begin.set
        self.watcher = Watcher(self._read, begin.sides or SIDES)
        self._camera = WELL
        self._judged_at = -math.inf

    def watched(self, *events: TableEvent, is_read: bool, stored: bytes = b"") -> Watched:
        """What came of a frame."""
        watcher, state = self.watcher, self.watcher.state if is_read else None
        return Watched(events, watcher.is_idle, watcher.unread, state, self._camera, stored)

    def judge(self, frame: Frame) -> None:
        """Notes how the camera is, a few times a second."""
        if not 0 <= frame.time - self._judged_at < JUDGED_SECONDS or self._camera != WELL:
            self._judged_at, self._camera = frame.time, status_by(frame.picture)

    def _read(self, picture: Image | HoldsImage, time: float) -> TableState:
        return replace(self._reader.read(picture, self._set), time=time)


class Worker:
    """Takes messages and answers them.

    Motion comes first: a glance takes milliseconds, and a table whose motion is missed loses a play. Then one picture
    is read, of the table that has waited longest among those where something may have happened.
    """

    def __init__(
        self,
        receive: Callable[[], Command],
        has_more: Callable[[], bool],
        reader: ReadsSets,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`receive` waits for the next message, and `has_more` says whether one is there."""
        self._receive = receive
        self._has_more = has_more
        self._reader = reader
        self._clock = clock
        self._tables: dict[int, _Table] = {}
        """By the numbers of their watchers."""
        self._urgent: deque[Watch | Read | MakeClip] = deque()
        self._idle: deque[Watch] = deque()
        self._idle_from = 0.0
        """The time of the clock until which tables where nothing has happened are not read."""
        self._reading_seconds = 0.0

    @property
    def has_work(self) -> bool:
        """Whether pictures wait to be read."""
        return bool(self._urgent or self._idle)

    @property
    def spent(self) -> Spent:
        """What this process has spent so far."""
        return Spent(self._reading_seconds, time.process_time(), os.getpid())

    def step(self) -> Iterator[Answer]:
        """Takes all messages that have come, waiting for one where there is nothing to do, and reads one picture."""
        while not self.has_work or self._has_more():
            yield from self._take(self._receive())
            if not self._has_more():
                break
        if self.has_work:
            yield from self._read_next()

    def _take(self, message: Command) -> Iterator[Answer]:
        if isinstance(message, Begin):
            self._tables[message.watcher] = _Table(self._reader, message)
        elif isinstance(message, Read | MakeClip):
            self._urgent.append(message)
        elif isinstance(message, Judge):
            yield self._answer(message.asker, status_by(message.picture))
        elif isinstance(message, End):
            self._tables.pop(message.watcher, None)
            self._urgent = deque(each for each in self._urgent if _asker(each) != message.watcher)
            self._idle = deque(each for each in self._idle if each.watcher != message.watcher)
        elif (table := self._tables.get(message.watcher)) is not None:
            yield from self._tell(table, message)

    def _tell(self, table: _Table, message: Glance | Watch) -> Iterator[Answer]:
        watcher = table.watcher
        if isinstance(message, Watch):
            watcher.expect(message.expected)
            table.judge(message.frame)
        try:
            watcher.glance(message.frame)
            is_broken = False
        except ValueError:  # nobody has opened it before
            is_broken = True
        if isinstance(message, Watch):
            if is_broken or not watcher.is_due(message.frame):
                yield self._answer(message.watcher, table.watched(is_read=False))
            else:
                (self._urgent if watcher.is_urgent else self._idle).append(message)

    def _read_next(self) -> Iterator[Answer]:
        """Reads one picture, and passes over the tables where nothing has happened: their next frames are as good."""
        if self._urgent:
            yield self._read_and_answer(self._urgent.popleft())
        elif self._clock() >= self._idle_from:
            began = self._clock()
            yield self._read_and_answer(self._idle.popleft())
            self._idle_from = self._clock() + (self._clock() - began) * (1 / IDLE_SHARE - 1)
        while self._idle:
            message = self._idle.popleft()
            yield self._answer(message.watcher, self._tables[message.watcher].watched(is_read=False))

    def _read_and_answer(self, first: Watch | Read | MakeClip) -> Answer:
        began = time.thread_time()
        try:
            answer = self._found(first)
        except ValueError as error:
            return Answer(_asker(first), why_not=text_of(error), spent=self.spent)
        self._reading_seconds += time.thread_time() - began
        return self._answer(_asker(first), answer)

    def _found(self, message: Watch | Read | MakeClip) -> Watched | TableState | bytes:
        if isinstance(message, MakeClip):
            return as_webp(message.pictures)
        return self._look(message) if isinstance(message, Watch) else self._reader.read(message.picture, message.set)

    def _look(self, message: Watch) -> Watched:
        table = self._tables[message.watcher]
        state_before = table.watcher.state
        events = table.watcher.look(message.frame)
        stored = encode_stored(message.frame) if any(map(is_pictured, events)) else b""
        return table.watched(*events, is_read=table.watcher.state is not state_before, stored=stored)

    def _answer(self, to: int, found: Watched | TableState | SourceStatus | bytes) -> Answer:
        return Answer(to, found, spent=self.spent)


def _asker(message: Watch | Read | MakeClip) -> int:
    return message.watcher if isinstance(message, Watch) else message.asker
