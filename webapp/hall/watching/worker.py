"""A watching process: one thread that watches several tables and reads their pictures, the urgent ones first."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection

import cv2

from muggins.scorer.language import text_of
from muggins.vision.motion.arms import SIDES
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import HoldsImage, Image, TableState, image_of

from ..readers.pooled import PooledReader, ReadsSets
from .messages import Answer, Begin, Believe, Confirm, End, Glance, Look, Message, Read, Seen, Spent

IDLE_SHARE = 0.15
"""Share of the time for reading tables where nothing has happened: however many there are, plays are read at once."""


def work(pipe: Connection, make: Callable[[], ReadsSets] = PooledReader) -> None:
    """Watches until the other end of the pipe is closed, or its process has died."""
    # Ctrl+C reaches all processes of a terminal; this one ends with the tables.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)  # the process works for one core
    try:
        reader = make()
    except ValueError as error:
        reader = _NoReader(error)
    with contextlib.suppress(EOFError, OSError):
        Worker(pipe, reader).run()


class _NoReader:
    """Stands for a reader that cannot be had: each picture is answered with why, and nothing is started anew."""

    def __init__(self, error: ValueError) -> None:
        self._error = error

    def read(self, image: Image, set: int) -> TableState:
        """Raises the error."""
        raise self._error


class Worker:
    """Takes messages and answers them.

    Motion comes first: a glance takes milliseconds, and a table whose motion is missed loses a play. Then one picture
    is read, of the table that has waited longest among those where something may have happened.
    """

    def __init__(self, pipe: Connection, reader: ReadsSets, clock: Callable[[], float] = time.monotonic) -> None:
        self._pipe = pipe
        self._clock = clock
        self._reader = reader
        self._watchers: dict[int, Watcher] = {}
        self._urgent: deque[Look | Read] = deque()
        self._idle: deque[Look] = deque()
        self._idle_from = 0.0
        """A time of the clock: until then tables where nothing has happened are not read."""
        self._reading_seconds = 0.0

    @property
    def has_work(self) -> bool:
        """Whether pictures wait to be read."""
        return bool(self._urgent or self._idle)

    def run(self) -> None:
        """Returns never; EOFError or OSError where the other end is gone."""
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

    def _take(self, message: Message) -> None:
        if isinstance(message, Begin):
            read = partial(self._read, set=message.set)
            self._watchers[message.watcher] = Watcher(read, message.sides or SIDES)
        elif isinstance(message, Read):
            self._urgent.append(message)
        elif isinstance(message, End):
            self._watchers.pop(message.watcher, None)
            self._urgent = deque(each for each in self._urgent if _asker(each) != message.watcher)
            self._idle = deque(each for each in self._idle if each.watcher != message.watcher)
        elif (watcher := self._watchers.get(message.watcher)) is not None:
            self._tell(watcher, message)

    def _tell(self, watcher: Watcher, message: Glance | Look | Believe | Confirm) -> None:
        if isinstance(message, Glance | Look):
            watcher.glance(message.frame)
        if isinstance(message, Look):
            if not watcher.is_due(message.frame):
                self._answer(message.watcher, _unseen_by(watcher))
            else:
                (self._urgent if watcher.is_urgent else self._idle).append(message)
        elif isinstance(message, Believe):
            watcher.believe(message.was, message.now)
        elif isinstance(message, Confirm):
            watcher.confirm(message.tile)

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
            self._answer(message.watcher, _unseen_by(self._watchers[message.watcher]))

    def _read_and_answer(self, first: Look | Read) -> None:
        began = time.thread_time()
        try:
            answer = self._look(first) if isinstance(first, Look) else self._reader.read(first.image, first.set)
        except ValueError as error:
            self._answer(_asker(first), None, error)
        else:
            self._reading_seconds += time.thread_time() - began
            self._answer(_asker(first), answer)

    def _look(self, message: Look) -> Seen:
        watcher = self._watchers[message.watcher]
        events = watcher.look(message.frame)
        return Seen(tuple(events), watcher.is_idle, watcher.unread, (watcher.state, watcher.layout))

    def _read(self, picture: Image | HoldsImage, at: float, set: int) -> TableState:
        """A Watcher's `read`."""
        return replace(self._reader.read(image_of(picture), set), time=at)

    def _answer(self, to: int, seen: Seen | TableState | None, error: ValueError | None = None) -> None:
        why = text_of(error) if error is not None else ""
        self._pipe.send(Answer(to, seen, why, Spent(self._reading_seconds, time.process_time())))


def _unseen_by(watcher: Watcher) -> Seen:
    """The answer where a frame was not read."""
    return Seen(is_idle=watcher.is_idle, unread=watcher.unread)


def _asker(message: Look | Read) -> int:
    return message.watcher if isinstance(message, Look) else message.asker
