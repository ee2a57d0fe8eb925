"""Processor time and memory of a hall by part, as Linux counts them."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from muggins.texts import lazy_gettext

from ..watching.pool import WatchingPool

Part = Literal["reading", "watching", "server", "Ray", "rest"]
PARTS: tuple[Part, ...] = get_args(Part)
THREADS: Mapping[str, Part] = {
    "watching": "watching",
    "worker": "watching",
    "server": "server",
    "answer": "server",
    "streams": "server",
}
"""The part to which the work of a thread is counted, by the beginning of its name."""


@dataclass(frozen=True)
class ResourceUse:
    """Processor seconds by part, and memory."""

    seconds: Mapping[Part, float]
    megabytes: float
    """Resident memory of the hall and all its processes together."""

    def since(self, before: ResourceUse) -> ResourceUse:
        """What was spent after `before`."""
        return ResourceUse({part: self.seconds[part] - before.seconds[part] for part in PARTS}, self.megabytes)


@dataclass
class Meter:
    """Counts what the hall in this process spends. ValueError where this is no Linux."""

    native: Part = "reading"
    """The part of the threads that are not Python's own."""
    pool: WatchingPool | None = None
    """The hall's workers, which clock themselves."""

    def __post_init__(self) -> None:
        if sys.platform != "linux":
            raise ValueError(
                lazy_gettext(
                    "muggins bench hall counts processor time as Linux does; this is %(here)s", here=sys.platform
                )
            )

    def spent(self, apart: int) -> ResourceUse:
        """What was spent so far, without the process of the number `apart`, whose work is not the hall's."""
        seconds: dict[Part, float] = dict.fromkeys(PARTS, 0.0)
        names = {thread.native_id: thread.name for thread in threading.enumerate()}
        by_thread = dict(_seconds_by_thread())
        for number, taken in by_thread.items():
            name = names.get(number)
            seconds[self.native if name is None else _part_of(name)] += taken
        # What threads spent that have ended.
        seconds["rest"] += max(0.0, time.process_time() - sum(by_thread.values()))
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
