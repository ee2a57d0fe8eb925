"""Processor time and memory of a hall by part, as Linux counts them."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from muggins.texts import lazy_gettext
from muggins.vision.capture.jpeg import Jpeg

from ...camera import live_image
from ...session.store import Store
from ..watching.pool import WatchingPool

Part = Literal["reading", "watching", "JPEG", "server", "database", "Ray", "rest"]
PARTS: tuple[Part, ...] = get_args(Part)
THREADS: Mapping[str, Part] = {
    "watching": "watching",
    "worker": "watching",
    "server": "server",
    "answer": "server",
    "streams": "server",
    "hub": "database",
}
"""The part to which the work of a thread is counted unless it is clocked itself, by the beginning of its name."""
STORED = ("append", "add_game", "events", "setting", "set_setting")
"""The methods of a store that are clocked."""


@dataclass(frozen=True)
class ResourceUse:
    """Processor seconds by part, and memory."""

    seconds: Mapping[Part, float]
    megabytes: float
    """Resident memory of the hall and all its processes together."""

    def since(self, before: ResourceUse) -> ResourceUse:
        """What was spent after `before`."""
        return ResourceUse({part: self.seconds[part] - before.seconds[part] for part in PARTS}, self.megabytes)


class Meter:
    """Clocks the parts of the hall in this process. What one part calls of another counts for that one."""

    def __init__(self, native: Part = "reading") -> None:
        """`native` is the part of the threads that are not Python's own. ValueError where this is no Linux."""
        if sys.platform != "linux":
            raise ValueError(
                lazy_gettext(
                    "muggins bench hall counts processor time as Linux does; this is %(here)s", here=sys.platform
                )
            )
        self._native = native
        self._clocked: defaultdict[Part, float] = defaultdict(float)
        self._by_thread: defaultdict[int, float] = defaultdict(float)
        self._lock = threading.Lock()
        self._inner = threading.local()
        self.pool: WatchingPool | None = None
        """The hall's workers, which clock themselves."""

    @contextmanager
    def clocking(self) -> Iterator[None]:
        """JPEGs and the store are clocked until the block ends."""
        originals: list[tuple[Any, str, Any]] = []

        def clock(owner: Any, name: str, part: Part) -> None:
            original = owner.__dict__[name]
            originals.append((owner, name, original))
            setattr(owner, name, self.clocked(part, original))

        clock(Jpeg, "_decode", "JPEG")
        clock(Jpeg, "_decode_small", "JPEG")
        clock(live_image, "encode_jpeg", "JPEG")
        for name in STORED:
            clock(Store, name, "database")
        try:
            yield
        finally:
            for owner, name, original in originals:
                setattr(owner, name, original)

    def clocked(self, part: Part, work: Callable[..., Any]) -> Callable[..., Any]:
        """`work` with the processor time of its thread added to a part."""

        def clocked_work(*args: Any, **kwargs: Any) -> Any:
            began, outer = time.thread_time(), getattr(self._inner, "seconds", 0.0)
            self._inner.seconds = 0.0
            try:
                return work(*args, **kwargs)
            finally:
                taken = time.thread_time() - began
                own = taken - self._inner.seconds
                self._inner.seconds = outer + taken
                with self._lock:
                    self._clocked[part] += own
                    self._by_thread[threading.get_native_id()] += own

        return clocked_work

    def spent(self, apart: int) -> ResourceUse:
        """What was spent so far, without the process of the number `apart`, whose work is not the hall's."""
        with self._lock:
            seconds: dict[Part, float] = {part: self._clocked[part] for part in PARTS}
            by_thread = dict(self._by_thread)
        names = {thread.native_id: thread.name for thread in threading.enumerate()}
        for number, taken in _seconds_by_thread():
            name = names.get(number)
            part = self._native if name is None else _part_of(name)
            seconds[part] += max(0.0, taken - by_thread.get(number, 0.0))
        mine, watching = os.getpid(), self.pool.spent if self.pool is not None else {}
        megabytes = _megabytes(mine)
        for process in _descendants(mine, apart):
            taken = _seconds(Path(f"/proc/{process}"))
            reading = watching[process].reading if process in watching else 0.0
            seconds["reading"] += reading
            seconds[_part_of_process(process, watching)] += taken - reading
            megabytes += _megabytes(process)
        return ResourceUse(seconds, megabytes)


def stolen_seconds() -> float:
    """Processor seconds, since this machine began, that other machines of the same host took from it."""
    return int(Path("/proc/stat").read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")


def _part_of(name: str) -> Part:
    return next((part for start, part in THREADS.items() if name.startswith(start)), "rest")


def _part_of_process(process: int, watching: Mapping[int, object]) -> Part:
    if process in watching:
        return "watching"
    command = _command(process)
    return "Ray" if command.startswith(b"ray::") or b"-packages/ray/" in command else "rest"


def _seconds_by_thread() -> Iterator[tuple[int, float]]:
    for task in Path("/proc/self/task").iterdir():
        try:
            yield int(task.name), int((task / "schedstat").read_text().split()[0]) / 1e9
        except OSError:
            continue  # it has just ended


def _seconds(process: Path) -> float:
    """Processor seconds of a process, to the hundredth; 0 for one that has ended."""
    stat = _stat(process)
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK") if stat else 0.0


def _stat(process: Path) -> list[bytes]:
    """What Linux counts of a process, from its state on; nothing of one that has ended."""
    try:
        return (process / "stat").read_bytes().rpartition(b") ")[2].split()
    except OSError:
        return []


def _descendants(root: int, apart: int) -> list[int]:
    """All processes below `root`, but for `apart` and those below it."""
    stats = {int(process.name): _stat(process) for process in Path("/proc").iterdir() if process.name.isdigit()}
    parents = {process: int(stat[1]) for process, stat in stats.items() if stat}
    found, newest = [], [root]
    while newest:
        newest = [process for process, parent in parents.items() if parent in newest and process != apart]
        found += newest
    return found


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _megabytes(process: int) -> float:
    """Megabytes of resident memory; 0 for a process that has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0
