"""Which examples each batch shows. The seed and the number of a batch decide it, so any batch can be made anew.

A training that was stopped therefore goes on with the batches that it would have seen.
"""

from __future__ import annotations

import queue
import threading
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar

import numpy as np

Item = TypeVar("Item")
_ORDER, _CHOICE, _BATCH = range(3)
"""What a seed is used for, so that no two uses draw the same numbers."""


@dataclass(frozen=True)
class Mixing:
    """How the examples of a set's files are shuffled."""

    member: str
    """The array in each file with one row for each example."""
    files: int
    """Files whose examples are shuffled together, as many as fit into memory."""
    times: int
    """How often each example is shown while its file is in memory."""


@dataclass(frozen=True)
class Group:
    """Files that are read together, and what the batches made of them show."""

    paths: tuple[Path, ...]
    first: int
    """The number of the first batch."""
    batches: np.ndarray
    """(batches, size) int: the examples of each batch, counted over all files of the group."""


def groups(seed: int, paths: Sequence[Path], mixing: Mixing, size: int, first: int = 0) -> Iterator[Group]:
    """Endless groups of batches of `size` examples, from batch number `first` on.

    Raises ValueError where the files hold less than one batch.
    """
    counts = [_rows_in(path, mixing.member) for path in paths]
    number = 0
    for epoch in count():
        order = np.random.default_rng([seed, _ORDER, epoch]).permutation(len(paths))
        begun = number
        for start in range(0, len(order), mixing.files):
            chosen = order[start : start + mixing.files]
            examples = sum(counts[k] for k in chosen)
            batches = examples * mixing.times // size
            skipped = min(max(first - number, 0), batches)
            if skipped < batches:
                rng = np.random.default_rng([seed, _CHOICE, epoch, start])
                shown = rng.permutation(examples * mixing.times)[: batches * size] % examples
                numbered = shown.reshape(batches, size)[skipped:]
                yield Group(tuple(paths[k] for k in chosen), number + skipped, numbered)
            number += batches
        if number == begun:
            raise ValueError(f"{paths[0].parent}: expected at least {size} examples in a set, found {sum(counts)}")


def batches_of(
    group: Group, make: Callable[[np.random.Generator, np.ndarray], Item], seed: int, workers: int
) -> Iterator[Item]:
    """The batches of a group in order, each made by `make` from a generator of its own and the examples it shows."""
    with ThreadPoolExecutor(workers) as pool:
        rngs = [np.random.default_rng([seed, _BATCH, group.first + k]) for k in range(len(group.batches))]
        yield from pool.map(make, rngs, group.batches)


def _rows_in(path: Path, member: str) -> int:
    """The length of an array in an .npz file, without reading the array."""
    with zipfile.ZipFile(path) as archive, archive.open(f"{member}.npy") as file:
        np.lib.format.read_magic(file)
        shape, _, _ = np.lib.format.read_array_header_1_0(file)
    return int(shape[0])


def prefetch(make: Callable[[], Iterator[Item]], depth: int = 6) -> Iterator[Item]:
    """Runs an endless iterator in a thread, `depth` items ahead. An exception in the thread is raised here.

    The thread ends soon after this iterator is closed.
    """
    waiting: queue.Queue[Item | Exception] = queue.Queue(depth)
    closed = threading.Event()
    threading.Thread(target=partial(_fill, waiting, closed, make), daemon=True).start()
    try:
        while True:
            item = waiting.get()
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        closed.set()


def _fill(waiting: queue.Queue[Item | Exception], closed: threading.Event, make: Callable[[], Iterator[Item]]) -> None:
    def put(item: Item | Exception) -> None:
        while not closed.is_set():
            try:
                waiting.put(item, timeout=1.0)
            except queue.Full:
                continue
            return

    try:
        for item in make():
            put(item)
            if closed.is_set():
                return
    except Exception as error:
        put(error)
