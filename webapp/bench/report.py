"""`muggins bench`: how fast muggins reads and scores on this machine."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from muggins.scorer.tiles import full_set
from muggins.vision.annotate import draw
from muggins.vision.capture.images import load_picture
from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.thresholds import SPEED, load_floors, short_of
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.reading.reader import Reader

from . import live as bench_live
from . import other_engine, other_predictor
from . import spectators as bench_crowd
from .layout_speed import milliseconds_for_layout
from .scorer_speed import plays_per_second

PICTURE = Path(__file__).with_name("bench.jpg")
"""1920x1080, a table with 20 tiles face up, rendered by the project (datasets/render.py, seed 834)."""
ROUNDS = 30
WARM_UP = 3

Given = ParamSpec("Given")
Result = TypeVar("Result")


def bench(as_json: bool, floors: Path | None = None) -> int:
    """Prints what `measure` finds; 1 where it is slower than `floors` allow.

    Only a quiet machine tells: no test and nothing automatic holds a time to a floor.
    """
    wanted = load_floors(floors).get(SPEED, {}) if floors is not None else {}
    found = measure()
    print(json.dumps(found) if as_json else _as_text(found))
    told = speeds(found)
    for name in wanted.keys() - told.keys():
        print(f"muggins: {SPEED}: {name} has a floor, but could not be measured here", file=sys.stderr)
    under = list(short_of(SPEED, told, {name: floor for name, floor in wanted.items() if name in told}))
    for line in under:
        print(f"muggins: {line}", file=sys.stderr)
    return 1 if under else 0


def speeds(found: dict[str, Any]) -> dict[str, float]:
    """What a floor may be set for: milliseconds of a read, and how many bare predictions of ultralytics that is.

    ultralytics takes onnxruntime for the model as it is shipped; that counts.
    """
    told = {"read_ms": float(found["median_ms"]["read, all stages"])}
    compared = found["beside_ultralytics"]
    if compared is not None and "onnxruntime" in compared["predictions_ms"]:
        told["read_in_predictions"] = compared["read_ms"] / compared["predictions_ms"]["onnxruntime"]
    return told


def measure() -> dict[str, Any]:
    """Median milliseconds of each stage of reading PICTURE, plays that the scorer takes in a second, peak memory.

    The stages are timed from outside, in the one reader that everybody uses.
    """
    watch = _Stopwatch()
    finder, half_reader = TileDetector(), PipClassifier()
    finder.detect = watch.timed("find tiles", finder.detect)  # type: ignore[method-assign]
    half_reader.read = watch.timed("read halves", half_reader.read)  # type: ignore[method-assign]
    load = watch.timed("open the photo", load_picture)
    read = watch.timed("read, all stages", Reader(detector=finder, pip_reader=half_reader).read)
    show = watch.timed("draw the overlay", draw)
    rounds = []
    for _ in range(WARM_UP + ROUNDS):
        watch.taken.clear()
        image = load(PICTURE)
        state = read(image)
        show(image, state)
        rounds.append(dict(watch.taken))
    medians = {
        stage: round(statistics.median(taken.get(stage, 0.0) for taken in rounds[WARM_UP:]), 1)
        for stage in ("open the photo", "find tiles", "read halves", "read, all stages", "draw the overlay")
    }
    compared = other_predictor.compare(PICTURE, lambda: read(image))
    name_and_join = medians["read, all stages"] - medians["find tiles"] - medians["read halves"]
    return {
        "picture": [image.shape[1], image.shape[0]],
        "tiles": len(state.readings),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "median_ms": medians | {"name and join": round(name_and_join, 1)},
        "layout_ms": {len(full_set(highest)): round(milliseconds_for_layout(highest), 1) for highest in (6, 12)},
        "plays_per_second": round(plays_per_second()),
        "dominoes_plays_per_second": None if (theirs := other_engine.plays_per_second()) is None else round(theirs),
        "beside_ultralytics": None if compared is None else asdict(compared),
        "live": bench_live.watch_live(PICTURE).as_json(),
        "crowd": bench_crowd.watch_crowd().as_json(),
        "peak_memory_mb": _peak_memory_mb(),
    }


class _Stopwatch:
    """How long each stage took, all its calls together."""

    def __init__(self) -> None:
        self.taken: defaultdict[str, float] = defaultdict(float)
        """Milliseconds."""

    def timed(self, stage: str, work: Callable[Given, Result]) -> Callable[Given, Result]:
        """The same work, counted for a stage."""

        def work_and_time(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            began = time.perf_counter()
            result = work(*args, **kwargs)
            self.taken[stage] += (time.perf_counter() - began) * 1000
            return result

        return work_and_time


def _peak_memory_mb() -> int | None:
    """Megabytes that this process has held at most; None where the system does not tell (Windows)."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak // (1024 * 1024 if sys.platform == "darwin" else 1024))


def _as_text(found: dict[str, Any]) -> str:
    wide, high = found["picture"]
    lines = [f"{found['tiles']} tiles on a picture of {wide} x {high}, {found['cores']} cores, median of {ROUNDS}:"]
    lines += [f"  {stage:<18}{taken:>8.1f} ms" for stage, taken in found["median_ms"].items()]
    layouts = found["layout_ms"].items()
    lines += [f"layout of {tiles} tiles, named and joined: {taken:.1f} ms" for tiles, taken in layouts]
    compared = found["beside_ultralytics"]
    lines.append(other_predictor.as_text(None if compared is None else other_predictor.Compared(**compared)))
    lines.append(f"scorer: {found['plays_per_second']:,} plays a second, with legality, count, score and record")
    theirs = found["dominoes_plays_per_second"]
    told = "not installed here" if theirs is None else f"{theirs:,} plays a second, two ends of a line and no record"
    lines.append(f"`dominoes` from PyPI, to compare: {told}")
    lines.append(bench_live.as_text(found["live"]))
    lines.append(bench_crowd.as_text(found["crowd"]))
    if found["peak_memory_mb"] is not None:
        lines.append(f"peak memory: {found['peak_memory_mb']} MB")
    return "\n".join(lines)
