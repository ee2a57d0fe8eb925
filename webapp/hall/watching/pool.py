"""The workers of a hall, started as tables need them, and replaced where they die."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Literal, Protocol

from muggins.texts import Text, lazy_gettext
from muggins.vision.capture.frames import Frame
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.status import WELL, SourceStatus
from muggins.vision.motion.arms import Side
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState

from ...camera.table_watcher import WatcherLostError
from .messages import Answer, Begin, Command, End, Glance, Judge, MakeClip, Read, Ready, Spent, Watch, Watched
from .worker import version, work

ReaderKind = Literal["local", "ray", "simulated"]
"""Where workers are: on this machine, in a Ray cluster, or as if on other machines, which only the bench has."""
READING_SECONDS = 2.0
"""How long a single picture may wait to be read."""
JUDGING_SECONDS = 0.5
"""How long one may wait until a worker says how the camera is."""
CLIP_SECONDS = 60.0
"""How long the pictures of a clip may wait to be made one: nobody looks at it yet."""
CLOSED = lazy_gettext("The readers were closed.")
BUSY = lazy_gettext("All readers are busy with other tables; a newer picture is read in a moment.")


class Link(Protocol):
    """A worker somewhere, and the way to it."""

    def send(self, message: Command) -> None:
        """OSError where the worker is gone. Any thread may call it."""

    def answers(self) -> Iterator[Ready | Answer]:
        """What the worker says, until it is gone."""

    def close(self) -> None:
        """Ends the worker."""


class ProcessLink:
    """The `Link` to a worker in a process of this machine."""

    def __init__(self, work: Callable[[Connection], None] = work) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), name="muggins-watching", daemon=True)
        self._process.start()
        theirs.close()
        self._sending = threading.Lock()

    def send(self, message: Command) -> None:
        with self._sending:
            self._pipe.send(message)

    def answers(self) -> Iterator[Ready | Answer]:
        with contextlib.suppress(EOFError, OSError):
            while True:
                yield self._pipe.recv()

    def close(self) -> None:
        self._process.kill()  # it holds nothing
        self._process.join()
        self._pipe.close()


class WatchingPool:
    """Watches any number of tables, each in one of a few workers. It also reads single pictures.

    Methods may be called from any thread.
    """

    def __init__(
        self,
        number: int | None = None,
        start: Callable[[], Link] = ProcessLink,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        """At most `number` workers, by default one for each core that this process may use; `start` starts one.

        `on_close` is called once they have ended.
        """
        self._most = number or _cores()
        self._start = start
        self._on_close = on_close
        self._lock = threading.Lock()
        self._workers: list[_Worker] = []
        self._numbers = itertools.count(1)
        self._is_closed = False

    def watch(self, set: int, sides: tuple[Side, ...] = ()) -> PooledWatcher:
        """Watches one more table, where the fewest are watched. UnreadError once the pool is closed."""
        while True:
            with self._lock:
                worker = self._least_busy()
                watcher = PooledWatcher(next(self._numbers), worker, self)
                worker.watched.add(watcher.number)
            with contextlib.suppress(WatcherLostError):  # it has just died, and another is started
                worker.send(Begin(watcher.number, set, sides))
                return watcher

    def read(self, picture: Image | HoldsImage, set: int = 6) -> TableState:
        """What lies on a table in a picture. UnreadError where no worker has the time; ValueError as Reader does."""
        with self._lock:
            worker, number = self._least_busy(), next(self._numbers)
        with contextlib.suppress(WatcherLostError):
            answer = worker.ask(Read(number, picture, set), number, READING_SECONDS)
            if isinstance(answer, TableState):
                return answer
        raise UnreadError(BUSY)

    def judge(self, picture: Jpeg) -> SourceStatus:
        """How a camera is by a picture; well where no worker has the time to say."""
        try:
            with self._lock:
                worker, number = self._least_busy(), next(self._numbers)
            status = worker.ask(Judge(number, picture), number, JUDGING_SECONDS)
        except (UnreadError, WatcherLostError, ValueError):  # where no worker can read, the watcher says so
            return WELL
        return status if isinstance(status, SourceStatus) else WELL

    def make_clip(self, pictures: Sequence[Image | Jpeg]) -> bytes:
        """The clip of these pictures; empty where no worker has the time to make one."""
        try:
            with self._lock:
                worker, number = self._least_busy(), next(self._numbers)
            clip = worker.ask(MakeClip(number, pictures), number, CLIP_SECONDS)
        except (UnreadError, WatcherLostError, ValueError):
            return b""
        return clip if isinstance(clip, bytes) else b""

    def has_room_elsewhere(self, worker: _Worker) -> bool:
        """Whether another worker has at least two tables less: one that has just replaced another has none."""
        with self._lock:
            others = [len(each.watched) for each in self._workers if each.is_ready]
        return min(others, default=len(worker.watched)) + 2 <= len(worker.watched)

    def close(self) -> None:
        """Ends the workers. From then on `watch` and `read` raise UnreadError."""
        with self._lock:
            self._is_closed = True
            workers, self._workers = self._workers, []
        for worker in workers:
            worker.close()
        self._on_close()

    @property
    def spent(self) -> dict[int, Spent]:
        """What each worker that is ready has spent, by the number of its process."""
        with self._lock:
            return {worker.spent.process: worker.spent for worker in self._workers if worker.is_ready}

    def _least_busy(self) -> _Worker:
        """The worker with the fewest tables, of those that are ready if any is. The lock is held.

        Another is started until there are enough.
        """
        if self._is_closed:
            raise UnreadError(CLOSED)
        self._workers = [worker for worker in self._workers if worker.lives or worker.why_not]
        if len(self._workers) < self._most and all(worker.watched for worker in self._workers):
            self._workers.append(_Worker(self._start()))
        ready = [worker for worker in self._workers if worker.is_ready]
        return min(ready or self._workers, key=lambda worker: len(worker.watched))


class PooledWatcher:
    """A table that is watched by a worker. One thread at a time may call its methods.

    All of them raise WatcherLostError once the worker has died.
    """

    def __init__(self, number: int, worker: _Worker, pool: WatchingPool) -> None:
        self.number = number
        self.state: TableState | None = None
        """See `Watcher.state`."""
        self.is_idle = False
        """See `Watcher.is_idle`."""
        self.unread: Text | str = ""
        """See `Watcher.unread`."""
        self.camera = WELL
        """How the camera is by the last frame."""
        self.stored = b""
        """The JPEG that is stored with what was seen in the last frame, if anything was."""
        self.seen_at = 0.0
        """The time, in seconds of the source, of the last frame that was dealt with."""
        self._worker = worker
        self._pool = pool

    def update(self, frame: Frame, expected: Expected | None) -> list[TableEvent]:
        """See `Watcher.update`. WatcherLostError as well where a table at rest is better watched elsewhere."""
        if self.is_idle and self._pool.has_room_elsewhere(self._worker):
            raise WatcherLostError
        found = self._worker.ask(Watch(self.number, frame, expected), self.number)
        assert isinstance(found, Watched)
        self.is_idle, self.unread, self.seen_at = found.is_idle, found.unread, frame.time
        self.camera, self.stored = found.camera, found.stored
        if found.state is not None:
            self.state = found.state
        return list(found.events)

    def glance(self, frame: Frame) -> None:
        """See `Watcher.glance`."""
        self._worker.send(Glance(self.number, frame))

    def close(self) -> None:
        """Ends watching."""
        self._worker.forget(self.number)


class _Worker:
    """A worker as the pool knows it, and a thread that hands out its answers."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.watched: set[int] = set()
        """The watchers of this worker."""
        self.spent = Spent()
        self.lives = True
        self.is_ready = False
        self.why_not: Text | str = ""
        """Why it cannot read, a sentence. It is not replaced: another would fail alike."""
        self._answers: dict[int, queue.SimpleQueue[Answer | None]] = {}
        self._listening = threading.Thread(target=self._listen, name="worker", daemon=True)
        self._listening.start()

    def send(self, message: Command) -> None:
        """WatcherLostError where the worker has died."""
        if self.why_not:
            return
        if not self.lives:
            raise WatcherLostError
        try:
            self._link.send(message)
        except OSError as error:
            self.lives = self.is_ready = False
            raise WatcherLostError from error

    def ask(
        self, message: Watch | Read | Judge | MakeClip, number: int, patience: float | None = None
    ) -> Watched | TableState | SourceStatus | bytes | None:
        """The answer to the asker of that number; None where it does not come within `patience` seconds.

        WatcherLostError where the worker has died; ValueError where the picture could not be read.
        """
        answers = self._answers[number] = queue.SimpleQueue()
        try:
            self.send(message)
            answer = answers.get(timeout=patience) if self.lives else None
        except queue.Empty:
            return None
        finally:
            del self._answers[number]
        if why_not := self.why_not or (answer is not None and answer.why_not):
            raise ValueError(why_not)
        if answer is None:
            raise WatcherLostError
        return answer.found

    def forget(self, watcher: int) -> None:
        self.watched.discard(watcher)
        with contextlib.suppress(WatcherLostError):
            self.send(End(watcher))

    def close(self) -> None:
        self.lives = self.is_ready = False
        self._link.close()
        self._listening.join(READING_SECONDS)

    def _listen(self) -> None:
        for answer in self._link.answers():
            self.spent = answer.spent
            if isinstance(answer, Ready):
                self.why_not = answer.why_not or _why_not(answer.version)
                self.is_ready = not self.why_not
                if self.why_not:
                    break
            elif (answers := self._answers.get(answer.to)) is not None:
                answers.put(answer)
        self.lives = self.is_ready = False
        for answers in list(self._answers.values()):
            answers.put(None)


def _why_not(theirs: str) -> Text | str:
    """Why nothing that a worker of this version reads can be compared with what is read here."""
    if theirs == version():
        return ""
    return lazy_gettext(
        "A reader of version %(theirs)s was refused, as this program is of version %(ours)s: "
        "install the same muggins on every machine.",
        theirs=theirs,
        ours=version(),
    )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
