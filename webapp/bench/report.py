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
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from muggins.scorer.tiles import full_set
from muggins.vision.annotate import draw
from muggins.vision.capture.images import load_picture
from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.thresholds import SPEED, load_thresholds, violations
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.reading.reader import Reader

from . import comparison, live, spectators
from .checkout import benchmarks_folder
from .layout_speed import milliseconds_for_layout
from .scorer_speed import plays_per_second

PICTURE = Path(__file__).with_name("bench.jpg")
"""1920x1080, a table with 20 tiles face up, rendered by the project (datasets/scenes/render.py, seed 834)."""
ROUNDS = 30
WARM_UP_ROUNDS = 3
SETS = (6, 12)
"""The sets whose layout is timed, by their highest double."""
STAGES = ("open the photo", "find tiles", "read halves", "read, all stages", "draw the overlay")

Given = ParamSpec("Given")
Result = TypeVar("Result")


def bench(as_json: bool, floors: Path | None = None) -> int:
    """Prints what `measure` finds; returns 1 where muggins is slower here than the file `floors` allows.

    Times mean something only on a quiet machine, so no test and no automatic check compares them with a floor.
    """
    wanted = load_thresholds(floors).get(SPEED, {}) if floors is not None else {}
    benchmarks = benchmarks_folder()
    found = measure(benchmarks)
    print(json.dumps(found) if as_json else as_text(found, can_compare=benchmarks is not None))
    figures = speeds(found)
    for name in wanted.keys() - figures.keys():
        print(f"muggins: {SPEED}: {name} has a floor, but could not be measured here", file=sys.stderr)
    under = list(violations(SPEED, figures, {name: floor for name, floor in wanted.items() if name in figures}))
    for line in under:
        print(f"muggins: {line}", file=sys.stderr)
    return 1 if under else 0


def speeds(found: dict[str, Any]) -> dict[str, float]:
    """The figures that a floor may be set for: milliseconds of a read, and its length in predictions of ultralytics.

    The predictions are those with onnxruntime, which ultralytics uses for the model file that is shipped.
    """
    figures = {"read_ms": float(found["median_ms"]["read, all stages"])}
    compared = found["beside_ultralytics"]
    if compared is not None and "onnxruntime" in compared["predictions_ms"]:
        figures["read_in_predictions"] = compared["read_ms"] / compared["predictions_ms"]["onnxruntime"]
    return figures


def measure(benchmarks: Path | None) -> dict[str, Any]:
    """Speeds of the reader, the scorer and the dashboard, and the comparisons in the folder `benchmarks`."""
    reading, read = _time_stages()
    return reading | {
        "layout_ms": {len(full_set(highest)): round(milliseconds_for_layout(highest), 1) for highest in SETS},
        "plays_per_second": round(plays_per_second()),
        **comparison.comparison_as_json(benchmarks, PICTURE, read),
        "live": live.watch_live(PICTURE).as_json(),
        "crowd": spectators.watch_crowd().as_json(),
        "peak_memory_mb": _peak_memory_mb(),
    }


def _time_stages() -> tuple[dict[str, Any], Callable[[], object]]:
    """Median milliseconds of each stage of reading PICTURE, and one read of it to compare with.

    The stages are timed from outside, in the one reader that everybody uses.
    """
    stopwatch = _Stopwatch()
    detector, classifier = TileDetector(), PipClassifier()
    detector.detect = stopwatch.timed("find tiles", detector.detect)  # type: ignore[method-assign]
    classifier.read = stopwatch.timed("read halves", classifier.read)  # type: ignore[method-assign]
    load = stopwatch.timed("open the photo", load_picture)
    read = stopwatch.timed("read, all stages", Reader(detector=detector, pip_reader=classifier).read)
    show = stopwatch.timed("draw the overlay", draw)
    rounds = []
    for _ in range(WARM_UP_ROUNDS + ROUNDS):
        stopwatch.taken_ms.clear()
        image = load(PICTURE)
        state = read(image)
        show(image, state)
        rounds.append(dict(stopwatch.taken_ms))
    medians = {
        stage: round(statistics.median(taken.get(stage, 0.0) for taken in rounds[WARM_UP_ROUNDS:]), 1)
        for stage in STAGES
    }
    name_and_join = medians["read, all stages"] - medians["find tiles"] - medians["read halves"]
    found = {
        "picture": [image.shape[1], image.shape[0]],
        "tiles": len(state.readings),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "median_ms": medians | {"name and join": round(name_and_join, 1)},
    }
    return found, lambda: read(image)


class _Stopwatch:
    """Sums the time of all calls of a stage."""

    def __init__(self) -> None:
        self.taken_ms: defaultdict[str, float] = defaultdict(float)

    def timed(self, stage: str, work: Callable[Given, Result]) -> Callable[Given, Result]:
        """`work` with its time added to the stage."""

        def timed_work(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            began = time.perf_counter()
            result = work(*args, **kwargs)
            self.taken_ms[stage] += (time.perf_counter() - began) * 1000
            return result

        return timed_work


def _peak_memory_mb() -> int | None:
    """The most megabytes that this process has held so far; None on Windows, which has no `resource`."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak // (1024 * 1024 if sys.platform == "darwin" else 1024))


def as_text(found: dict[str, Any], can_compare: bool) -> str:
    """What `measure` found, for people to read."""
    wide, high = found["picture"]
    lines = [f"{found['tiles']} tiles on a picture of {wide} x {high}, {found['cores']} cores, median of {ROUNDS}:"]
    lines += [f"  {stage:<18}{taken:>8.1f} ms" for stage, taken in found["median_ms"].items()]
    layouts = found["layout_ms"].items()
    lines += [f"layout of {tiles} tiles, named and joined: {taken:.1f} ms" for tiles, taken in layouts]
    lines.append(f"scorer: {found['plays_per_second']:,} plays a second, with legality, count, score and record")
    if can_compare:
        lines.append(comparison.predictions_as_text(found["beside_ultralytics"]))
        lines.append(comparison.plays_as_text(found["dominoes_plays_per_second"]))
    else:
        lines.append(comparison.NEEDS_CHECKOUT)
    lines.append(live.as_text(found["live"]))
    lines.append(spectators.as_text(found["crowd"]))
    if found["peak_memory_mb"] is not None:
        lines.append(f"peak memory: {found['peak_memory_mb']} MB")
    return "\n".join(lines)
