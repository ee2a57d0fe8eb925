"""Work shared among processes that end with the process that started them."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from .stages import Report

Item = TypeVar("Item")


def for_each(work: Callable[[Item], object], items: Sequence[Item], workers: int, report: Report) -> None:
    """Calls `work` with each item, in `workers` processes, and reports the share that is done.

    `work` can be pickled. Raises what it raises, and BrokenProcessPool where a process was killed.
    """
    # Processes are spawned: those that are forked after torch or OpenVINO started threads may hang.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_end_with_parent) as pool:
        try:
            for done, finished in enumerate(as_completed([pool.submit(work, item) for item in items]), 1):
                finished.result()
                report(done / len(items))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _end_with_parent() -> None:
    """Lets this process end when its parent is killed; otherwise it would wait for work for ever."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
