"""The watching processes of a hall, started as tables need them, and replaced where they die."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from muggins.texts import Text
from muggins.vision.capture.frames import Frame
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState, image_of

from ...camera.table_watcher import WatcherLostError
from ..readers.pool import BUSY, CLOSED, PictureTally, ReaderLostError
from .messages import Answer, Begin, Command, End, Glance, Read, Spent, Watch, Watched
from .worker import work

Work = Callable[[Connection], None]


class WatchingPool:
    """Watches any number of tables, each in one of a few processes. It also reads single pictures, as `Readers` do.

    Methods may be called from any thread.
    """

    def __init__(
        self, number: int | None = None, work: Work = work, on_close: Callable[[], None] = lambda: None
    ) -> None:
        """At most `number` processes, by default one for each core that this process may use.

        `on_close` is called once they have ended.
        """
        self._most = number or _cores()
        self._work = work
        self._on_close = on_close
        self._lock = threading.Lock()
        self._processes: list[_Process] = []
        self._numbers = itertools.count(1)
        self._is_closed = False

    def watch(self, set: int, sides: tuple[str, ...] = ()) -> PooledWatcher:
        """Watches one more table, where the fewest are watched. UnreadError once the pool is closed."""
        while True:
            with self._lock:
                process = self._least_busy()
                watcher = PooledWatcher(next(self._numbers), process)
                process.watched.add(watcher.number)
            with contextlib.suppress(WatcherLostError):  # it has just died, and another is started
                process.send(Begin(watcher.number, set, sides))
                return watcher

    def read(self, picture: Image | HoldsImage, deadline: float, set: int = 6) -> TableState:
        """See `Readers.read`."""
        with self._lock:
            process, number = self._least_busy(), next(self._numbers)
        try:
            answer = process.ask(Read(number, image_of(picture), set), number, deadline - time.monotonic())
        except WatcherLostError as error:
            raise ReaderLostError(str(error)) from error
        if not isinstance(answer, TableState):
            raise UnreadError(BUSY)
        return answer

    def close(self) -> None:
        """Ends the processes. From then on `watch` and `read` raise UnreadError."""
        with self._lock:
            self._is_closed = True
            processes, self._processes = self._processes, []
        for process in processes:
            process.close()
        self._on_close()

    @property
    def spent(self) -> dict[int, Spent]:
        """What each living process has spent, by its number."""
        with self._lock:
            return {process.pid: process.spent for process in self._processes}

    def _least_busy(self) -> _Process:
        """The process with the fewest tables: a new one until there are enough. The lock is held."""
        if self._is_closed:
            raise UnreadError(CLOSED)
        self._processes = [process for process in self._processes if process.lives]
        if len(self._processes) < self._most and all(process.watched for process in self._processes):
            self._processes.append(_Process(self._work))
        return min(self._processes, key=lambda process: len(process.watched))


class PooledWatcher:
    """A table that is watched in another process. One thread at a time may call its methods.

    All of them raise WatcherLostError once that process has died.
    """

    def __init__(self, number: int, process: _Process) -> None:
        self.number = number
        self.state: TableState | None = None
        """See `Watcher.state`."""
        self.is_idle = False
        """See `Watcher.is_idle`."""
        self.unread: Text | str = ""
        """See `Watcher.unread`."""
        self.tally = PictureTally()
        """How the pictures fared."""
        self.seen_at = 0.0
        """The time, in seconds of the source, of the last frame that was dealt with."""
        self._process = process

    def update(self, frame: Frame, expected: Expected | None) -> list[TableEvent]:
        """See `Watcher.update`."""
        found = self._process.ask(Watch(self.number, frame, expected), self.number)
        assert isinstance(found, Watched)
        self.is_idle, self.unread = found.is_idle, found.unread
        self.seen_at, self.tally = frame.time, found.tally
        if found.state is not None:
            self.state = found.state
        return list(found.events)

    def glance(self, frame: Frame) -> None:
        """See `Watcher.glance`."""
        self._process.send(Glance(self.number, frame))

    def close(self) -> None:
        """Ends watching."""
        self._process.forget(self.number)


class _Process:
    """One watching process, its pipe, and a thread that hands out its answers."""

    def __init__(self, work: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), name="muggins-watching", daemon=True)
        self._process.start()
        theirs.close()
        self.watched: set[int] = set()
        """The watchers of this process."""
        self.spent = Spent()
        self.lives = True
        self._sending = threading.Lock()
        self._answers: dict[int, queue.SimpleQueue[Answer | None]] = {}
        threading.Thread(target=self._listen, name="answers", daemon=True).start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def send(self, message: Command) -> None:
        """WatcherLostError where the process has died."""
        try:
            with self._sending:
                self._pipe.send(message)
        except OSError as error:
            self.lives = False
            raise WatcherLostError from error

    def ask(self, message: Watch | Read, number: int, patience: float | None = None) -> Watched | TableState | None:
        """The answer to the asker of that number; None where it does not come within `patience` seconds.

        WatcherLostError where the process has died; UnreadError where the picture was passed over, and ValueError
        where it could not be read.
        """
        answers = self._answers[number] = queue.SimpleQueue()
        try:
            if not self.lives:
                raise WatcherLostError
            self.send(message)
            answer = answers.get(timeout=None if patience is None else max(0.0, patience))
        except queue.Empty:
            return None
        finally:
            del self._answers[number]
        if answer is None:
            raise WatcherLostError
        if answer.why:
            raise (UnreadError if answer.is_unread else ValueError)(answer.why)
        return answer.found

    def forget(self, watcher: int) -> None:
        self.watched.discard(watcher)
        with contextlib.suppress(WatcherLostError):
            self.send(End(watcher))

    def close(self) -> None:
        self.lives = False
        self._process.kill()  # it holds nothing; one that is joined to Ray writes a page about SIGTERM
        self._process.join()
        self._pipe.close()

    def _listen(self) -> None:
        try:
            while True:
                answer: Answer = self._pipe.recv()
                self.spent = answer.spent
                if (answers := self._answers.get(answer.to)) is not None:
                    answers.put(answer)
        except (EOFError, OSError):
            self.lives = False
            for answers in list(self._answers.values()):
                answers.put(None)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
