"""`muggins bench`: how fast muggins reads and scores on this machine."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from muggins.scorer.tiles import full_set
from muggins.vision.annotate import draw
from muggins.vision.capture.images import load_picture
from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.thresholds import SPEED, load_thresholds, violations
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.reading.reader import Reader

from .comparison import NEEDS_CHECKOUT, WARM_UP_ROUNDS, OtherPrograms, benchmarks_folder, compare
from .live import LiveFigures, watch_live
from .pages import PageFigures, time_pages
from .spectators import CrowdFigures, watch_crowd
from .speeds import milliseconds_for_layout, plays_per_second

PICTURE = Path(__file__).with_name("bench.jpg")
"""1920x1080, a table with 20 tiles face up, rendered by the project (datasets/scenes/render.py, seed 834)."""
READING_ROUNDS = 30
TIMED_SETS = (6, 12)
"""The sets whose layout is timed, by their highest double."""
OPEN_PHOTO = "open the photo"
FIND_TILES = "find tiles"
READ_HALVES = "read halves"
READ_WHOLE = "read, all stages"
DRAW = "draw the overlay"
TIMED_STAGES = (OPEN_PHOTO, FIND_TILES, READ_HALVES, READ_WHOLE, DRAW)
SHIPPED_ENGINE = "onnxruntime"
"""What ultralytics uses for the model file that is shipped."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


@dataclass(frozen=True)
class ReadFigures:
    """How long each stage of reading a picture takes."""

    size: tuple[int, int]
    """Width and height of the picture in pixels."""
    tiles: int
    """Tiles that were read."""
    cores: int | None
    python: str
    median_ms: Mapping[str, float]
    """Milliseconds by stage."""

    def to_json(self) -> dict[str, object]:
        return {
            "picture": list(self.size),
            "tiles": self.tiles,
            "cores": self.cores,
            "python": self.python,
            "median_ms": dict(self.median_ms),
        }

    def to_text(self) -> str:
        """A heading and a line for each stage, for people to read."""
        wide, high = self.size
        heading = f"{self.tiles} tiles on a picture of {wide} x {high}, {self.cores} cores, median of {READING_ROUNDS}:"
        return "\n".join([heading, *(f"  {stage:<18}{taken:>8.1f} ms" for stage, taken in self.median_ms.items())])


@dataclass(frozen=True)
class BenchFigures:
    """Speeds of the reader, the scorer and the dashboard on this machine."""

    reading: ReadFigures
    layout_ms: Mapping[int, float]
    """Milliseconds to name and join all tiles of a set, by the number of tiles."""
    plays_per_second: int
    others: OtherPrograms
    live: LiveFigures
    crowd: CrowdFigures
    pages: PageFigures
    peak_memory_mb: int | None

    def to_json(self) -> dict[str, object]:
        return {
            **self.reading.to_json(),
            "layout_ms": dict(self.layout_ms),
            "plays_per_second": self.plays_per_second,
            **self.others.to_json(),
            "live": self.live.to_json(),
            "crowd": self.crowd.to_json(),
            "pages": self.pages.to_json(),
            "peak_memory_mb": self.peak_memory_mb,
        }

    def to_text(self, can_compare: bool) -> str:
        """The figures for people to read; where `can_compare` is false, a line says what a comparison needs."""
        layouts = self.layout_ms.items()
        lines = [
            self.reading.to_text(),
            *(f"layout of {tiles} tiles, named and joined: {taken:.1f} ms" for tiles, taken in layouts),
            f"scorer: {self.plays_per_second:,} plays a second, with legality, count, score and record",
            self.others.to_text() if can_compare else NEEDS_CHECKOUT,
            self.live.to_text(),
            self.crowd.to_text(),
            self.pages.to_text(),
        ]
        if self.peak_memory_mb is not None:
            lines.append(f"peak memory: {self.peak_memory_mb} MB")
        return "\n".join(lines)

    def speeds(self) -> dict[str, float]:
        """The figures that a floor may be set for: milliseconds, and how many predictions take as long as one read.

        `first_page_ms` is that of the slowest language.
        """
        figures = {"read_ms": self.reading.median_ms[READ_WHOLE], "photo_answered_ms": self.pages.photo_answered_ms}
        if self.pages.photo_shown_ms is not None:
            figures["photo_shown_ms"] = self.pages.photo_shown_ms
        if self.pages.first_page_ms:
            figures["first_page_ms"] = max(self.pages.first_page_ms.values())
        compared = self.others.beside_ultralytics
        if compared is not None and SHIPPED_ENGINE in compared.predictions_ms:
            figures["read_in_predictions"] = compared.read_in_predictions(SHIPPED_ENGINE)
        return figures


def bench(as_json: bool, floors: Path | None = None) -> int:
    """Prints what `measure` finds; returns 1 where muggins is slower here than the file `floors` allows.

    Times mean something only on a quiet machine, so no test and no automatic check compares them with a floor.
    """
    wanted = load_thresholds(floors).get(SPEED, {}) if floors is not None else {}
    benchmarks = benchmarks_folder()
    found = measure(benchmarks)
    print(json.dumps(found.to_json()) if as_json else found.to_text(can_compare=benchmarks is not None))
    figures = found.speeds()
    for name in wanted.keys() - figures.keys():
        print(f"muggins: {SPEED}: {name} has a floor, but could not be measured here", file=sys.stderr)
    under = list(violations(SPEED, figures, {name: floor for name, floor in wanted.items() if name in figures}))
    for line in under:
        print(f"muggins: {line}", file=sys.stderr)
    return 1 if under else 0


def measure(benchmarks: Path | None) -> BenchFigures:
    """Measures everything, and the programs in the folder `benchmarks` in comparison."""
    reading, read = _time_stages()
    return BenchFigures(
        reading,
        {len(full_set(highest)): round(milliseconds_for_layout(highest), 1) for highest in TIMED_SETS},
        round(plays_per_second()),
        compare(benchmarks, PICTURE, read),
        watch_live(PICTURE),
        watch_crowd(),
        time_pages(PICTURE, benchmarks),
        _peak_memory_mb(),
    )


def _time_stages() -> tuple[ReadFigures, Callable[[], object]]:
    """Median milliseconds of each stage of reading PICTURE, and one read of it to compare with.

    The stages are timed from outside, in the one reader that everybody uses.
    """
    stopwatch = _Stopwatch()
    detector, classifier = TileDetector(), PipClassifier()
    detector.detect = stopwatch.timed(FIND_TILES, detector.detect)  # type: ignore[method-assign]
    classifier.read = stopwatch.timed(READ_HALVES, classifier.read)  # type: ignore[method-assign]
    load = stopwatch.timed(OPEN_PHOTO, load_picture)
    read = stopwatch.timed(READ_WHOLE, Reader(detector=detector, pip_reader=classifier).read)
    show = stopwatch.timed(DRAW, draw)
    rounds = []
    for _ in range(WARM_UP_ROUNDS + READING_ROUNDS):
        stopwatch.taken_ms.clear()
        image = load(PICTURE)
        state = read(image)
        show(image, state)
        rounds.append(dict(stopwatch.taken_ms))
    medians = {
        stage: round(statistics.median(taken.get(stage, 0.0) for taken in rounds[WARM_UP_ROUNDS:]), 1)
        for stage in TIMED_STAGES
    }
    name_and_join = round(medians[READ_WHOLE] - medians[FIND_TILES] - medians[READ_HALVES], 1)
    size = image.shape[1], image.shape[0]
    median_ms = medians | {"name and join": name_and_join}
    found = ReadFigures(size, len(state.readings), os.cpu_count(), platform.python_version(), median_ms)
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
