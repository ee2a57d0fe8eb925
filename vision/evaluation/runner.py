"""`muggins eval`: reads labelled photos, prints how often the readings are right, and shows where they are not."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from ..capture.images import Image, load_picture
from ..labels.loader import read_labelled
from ..labels.truth import LabelledPhoto
from ..types import TableState
from .calibration import Calibration, calibration, reliability_plot
from .conditions import AS_TAKEN, Condition, moved
from .metrics import Metric, PhotoResult, compare, compute_metrics
from .mistakes_page import mistakes_page
from .thresholds import SPEED, WEIGHTS, Thresholds, load_thresholds, violations, weights

INTERVALS = (
    "Intervals hold the true value 95 times in 100: of shares of photos they are Wilson's, of shares of tiles they\n"
    "come from drawing the photos anew 2,000 times (Wilson's too where nothing, or everything, went wrong)."
)
ALL = "all"
"""The name of all folders together in a file of floors."""
MARKDOWN_HEAD = "| on | figure | found | 95 % interval | of |\n|---|---|---|---|---|"

Form = Literal["text", "json", "markdown"]
"""How metrics are printed."""
Read = Callable[[Image], TableState]
"""Reads one photo, as Reader.read does."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The results on the photos of one folder."""

    name: str
    results: tuple[PhotoResult, ...]

    @cached_property
    def metrics(self) -> dict[str, Metric]:
        """By name."""
        return compute_metrics(self.results)

    @cached_property
    def halves(self) -> Calibration:
        """Whether the probabilities of halves hold."""
        return calibration(self.results)

    @property
    def values(self) -> dict[str, float]:
        """All values that may have a floor or a ceiling, by name."""
        values = {name: metric.value for name, metric in self.metrics.items()}
        return values | ({"calibration_error": self.halves.expected_error} if len(self.halves) else {})

    @property
    def sizes(self) -> Mapping[str, int]:
        """The number of photos, and of the tiles that a reader is to find."""
        tiles = sum(len(result.photo.asked) for result in self.results)
        return {"photos": len(self.results), "tiles": tiles}


@dataclass(frozen=True)
class Outputs:
    """What `muggins eval` prints and writes."""

    form: Form = "text"
    page: Path | None = None
    """The page of the worst photos."""
    plot: Path | None = None
    """The reliability plot."""
    most: int = 60
    """The worst photos on the page at most."""


def evaluate(read: Read, folders: Sequence[Path], outputs: Outputs, floors: Path | None = None) -> int:
    """Prints the metrics of each folder and writes what is asked for; returns 1 if a value misses its floor.

    ValueError, a sentence that names the file, if labels, photos or floors cannot be read.
    """
    names = names_of(folders)
    thresholds = _load_thresholds_of(names, floors)
    labelled = [read_labelled(folder) for folder in folders]
    show = FORMATS[outputs.form]
    if outputs.form == "markdown":
        print(MARKDOWN_HEAD)
    evaluations = []
    for name, photos in zip(names, labelled, strict=True):
        evaluations.append(Evaluation(name, tuple(read_photos(read, name, photos))))
        print(show(evaluations[-1]), flush=True)
    together = Evaluation(ALL, tuple(result for each in evaluations for result in each.results))
    if outputs.form != "json":
        if len(evaluations) > 1 and len(together.halves):
            print(_calibration_of_all(together.halves, outputs.form))
        print(INTERVALS)
    _write_files(outputs, evaluations, together)
    missed = [
        line
        for each in (*evaluations, together)
        for line in violations(each.name, each.values, thresholds.get(each.name, {}))
    ]
    missed += violations(WEIGHTS, weights(), thresholds.get(WEIGHTS, {}))
    for line in missed:
        print(f"muggins: {line}", file=sys.stderr)
    return 1 if missed else 0


def as_line(evaluation: Evaluation) -> dict[str, Any]:
    """The metrics for programs: each value by its name, and its interval."""
    metrics, halves = evaluation.metrics, evaluation.halves
    line: dict[str, Any] = {"folder": evaluation.name, **evaluation.sizes}
    line |= {name: round(metric.value, 4) for name, metric in metrics.items()}
    if len(halves):
        line["calibration_error"] = round(halves.expected_error, 4)
    line["intervals"] = {name: [round(metric.low, 4), round(metric.high, 4)] for name, metric in metrics.items()}
    return line


def as_text(evaluation: Evaluation) -> str:
    """The metrics for people."""
    sizes, halves = evaluation.sizes, evaluation.halves
    lines = [f"{evaluation.name}: {sizes['photos']} photos, {sizes['tiles']} tiles"]
    for metric in evaluation.metrics.values():
        name = metric.name.replace("_", " ")
        lines.append(f"  {name:<20}{metric.value:>7.4f}   {metric.low:.3f} to {metric.high:.3f}   of {metric.of}")
    if len(halves):
        lines.append(f"  {'calibration error':<20}{halves.expected_error:>7.4f}   of {len(halves)} halves")
    return "\n".join(lines)


def as_markdown(evaluation: Evaluation) -> str:
    """The metrics as rows of a table for the model card."""
    begin = f"| `{evaluation.name}`"
    rows = [
        f"{begin} | {metric.name} | {metric.value:.3f} | {metric.low:.3f} to {metric.high:.3f} | {metric.of} |"
        for metric in evaluation.metrics.values()
    ]
    if len(halves := evaluation.halves):
        rows.append(f"{begin} | calibration_error | {halves.expected_error:.4f} | | {len(halves)} halves |")
    return "\n".join(rows)


FORMATS: Mapping[Form, Callable[[Evaluation], str]] = {
    "text": as_text,
    "json": lambda evaluation: json.dumps(as_line(evaluation)),
    "markdown": as_markdown,
}
"""How metrics are printed."""


def _load_thresholds_of(names: Sequence[str], floors: Path | None) -> Mapping[str, Thresholds]:
    """The thresholds of a file; ValueError if it names folders that are not evaluated."""
    if floors is None:
        return {}
    thresholds = load_thresholds(floors)
    unknown = [name for name in thresholds if name not in (*names, ALL, WEIGHTS, SPEED)]
    if unknown:
        raise ValueError(f"{floors}: expected folders {', '.join(names)}, got floors for {', '.join(unknown)} as well")
    return thresholds


def _calibration_of_all(halves: Calibration, form: Form) -> str:
    error = f"{halves.expected_error:.4f}"
    if form == "markdown":
        return f"| {ALL} | calibration_error | {error} | | {len(halves)} halves |\n"
    return f"{ALL}: calibration error {error} of {len(halves)} halves"


def _write_files(outputs: Outputs, evaluations: Sequence[Evaluation], together: Evaluation) -> None:
    """Writes the page and the plot, and prints where they are: beside the metrics only if those are for people."""
    stream = sys.stdout if outputs.form == "text" else sys.stderr
    if outputs.page is not None:
        _write(outputs.page, mistakes_page([(each.name, each.results) for each in evaluations], outputs.most))
        print(f"The worst photos: {outputs.page}", file=stream)
    if outputs.plot is not None:
        _write(outputs.plot, reliability_plot(together.halves))
        print(f"How far probabilities can be believed: {outputs.plot}", file=stream)


def names_of(folders: Sequence[Path]) -> list[str]:
    """The last part of each path; the whole path where that is not unique."""
    names = [folder.resolve().name for folder in folders]
    return [name if names.count(name) == 1 else str(folder) for name, folder in zip(names, folders, strict=True)]


def read_photos(
    read: Read, name: str, photos: Sequence[LabelledPhoto], condition: Condition = AS_TAKEN
) -> Iterator[PhotoResult]:
    """Yields the result on each photo under a condition, and shows on a terminal how many are left."""
    began = time.monotonic()
    for number, photo in enumerate(photos, 1):
        image = load_picture(photo.path)
        yield compare(photo, _read_under(condition, read, image), (image.shape[1], image.shape[0]))
        if sys.stderr.isatty():
            left = (time.monotonic() - began) / number * (len(photos) - number)
            progress = f"\r\x1b[K{name}: {number} of {len(photos)} photos, {left:.0f} s left"
            sys.stderr.write(progress if number < len(photos) else "\r\x1b[K")
            sys.stderr.flush()


def _read_under(condition: Condition, read: Read, image: Image) -> TableState:
    """What is read on a photo made worse, with its tiles where they lie on the photo itself."""
    if condition is AS_TAKEN:
        return read(image)
    worse, back = condition.applied(image)
    return moved(read(worse), back)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path}: cannot be written ({error.strerror}); name a file you may write") from None
