"""`muggins bench`: how fast muggins reads and scores on this machine."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from muggins.scorer.speed import plays_per_second
from muggins.vision.detector import TileDetector
from muggins.vision.draw import draw
from muggins.vision.pictures import load_picture
from muggins.vision.pips import PipReader
from muggins.vision.reader import Reader

PICTURE = Path(__file__).with_name("bench.jpg")
"""1920x1080, a rendered table with 20 tiles face up."""
ROUNDS = 30
WARM_UP = 3

Given = ParamSpec("Given")
Result = TypeVar("Result")


def bench(as_json: bool) -> int:
    """Prints what `measure` finds."""
    found = measure()
    print(json.dumps(found) if as_json else _as_text(found))
    return 0


def measure(rounds: int = ROUNDS) -> dict[str, object]:
    """Median milliseconds of each stage of reading PICTURE, plays that the scorer takes in a second, peak memory.

    The stages are timed from outside, in the one reader that everybody uses.
    """
    times: dict[str, list[float]] = {}
    finder, half_reader = TileDetector(), PipReader()
    finder.detect = _timed(finder.detect, times.setdefault("find tiles", []))  # type: ignore[method-assign]
    half_reader.read = _timed(half_reader.read, times.setdefault("read halves", []))  # type: ignore[method-assign]
    load = _timed(load_picture, times.setdefault("open the photo", []))
    read = _timed(Reader(detector=finder, pip_reader=half_reader).read, times.setdefault("read, all stages", []))
    show = _timed(draw, times.setdefault("draw the overlay", []))
    for _ in range(WARM_UP + rounds):
        image = load(PICTURE)
        state = read(image)
        show(image, state)
    medians = {stage: round(statistics.median(taken[WARM_UP:]), 1) for stage, taken in times.items()}
    name_and_join = medians["read, all stages"] - medians["find tiles"] - medians["read halves"]
    return {
        "picture": [image.shape[1], image.shape[0]],
        "tiles": len(state.readings),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "median_ms": medians | {"name and join": round(name_and_join, 1)},
        "plays_per_second": round(plays_per_second()),
        "peak_memory_mb": _peak_memory_mb(),
    }


def _timed(work: Callable[Given, Result], times: list[float]) -> Callable[Given, Result]:
    """The same work, its milliseconds added to `times`."""

    def work_and_time(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        began = time.perf_counter()
        result = work(*args, **kwargs)
        times.append((time.perf_counter() - began) * 1000)
        return result

    return work_and_time


def _peak_memory_mb() -> int | None:
    """Megabytes that this process has held at most; None where the system does not tell (Windows)."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak // (1024 * 1024 if sys.platform == "darwin" else 1024))


def _as_text(found: dict[str, object]) -> str:
    wide, high = found["picture"]  # type: ignore[misc]
    lines = [f"{found['tiles']} tiles on a picture of {wide} x {high}, {found['cores']} cores, median of {ROUNDS}:"]
    lines += [f"  {stage:<18}{taken:>8.1f} ms" for stage, taken in found["median_ms"].items()]  # type: ignore[attr-defined]
    lines.append(f"scorer: {found['plays_per_second']:,} plays a second")
    if found["peak_memory_mb"] is not None:
        lines.append(f"peak memory: {found['peak_memory_mb']} MB")
    return "\n".join(lines)
