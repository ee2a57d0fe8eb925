"""`muggins eval`: reads labelled photos, says how often it was right, and shows where it was not."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..capture.images import load_picture
from ..labels.loader import read_labelled
from ..labels.truth import LabelledPhoto
from ..reading.reader import Reader
from .calibration import Calibration, calibration
from .metrics import Metric, PhotoResult, compare, figures
from .mistakes_page import mistakes_page
from .reliability_plot import reliability_plot
from .thresholds import SPEED, WEIGHTS, load_floors, short_of, weights

INTERVALS = (
    "Intervals hold the true value 95 times in 100: of shares of photos they are Wilson's, of shares of tiles they\n"
    "come from drawing the photos anew 2,000 times (Wilson's too where nothing, or everything, went wrong)."
)
ALL = "all"
"""What all folders together are called in a file of floors."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What was found on the photos of one folder."""

    name: str
    outcomes: tuple[PhotoResult, ...]

    @property
    def figures(self) -> dict[str, Metric]:
        return figures(self.outcomes)

    @property
    def halves(self) -> Calibration:
        return calibration(self.outcomes)

    @property
    def values(self) -> dict[str, float]:
        """All that a floor may be set for."""
        told = {name: figure.value for name, figure in self.figures.items()}
        return told | ({"calibration_error": self.halves.expected_error} if len(self.halves) else {})


def evaluate(
    folders: Sequence[Path],
    page: Path | None,
    plot: Path | None = None,
    floors: Path | None = None,
    most: int = 60,
    highest: int = 6,
    form: str = "text",
) -> int:
    """Prints the figures of each folder and writes the pages asked for; 1 where a figure is under its floor.

    `most` is how many of the worst photos are shown, `highest` the most pips of a half.
    """
    wanted = load_floors(floors) if floors is not None else {}
    names = _names_of(folders)
    unknown = [name for name in wanted if name not in (*names, ALL, WEIGHTS, SPEED)]
    if unknown:
        raise ValueError(f"{floors}: expected folders {', '.join(names)}, got floors for {', '.join(unknown)} as well")
    labelled = [read_labelled(folder) for folder in folders]
    reader = Reader(set=highest)
    told = {"text": as_text, "json": lambda one: json.dumps(as_line(one)), "markdown": as_markdown}[form]
    if form == "markdown":
        print("| on | figure | found | 95 % interval | of |\n|---|---|---|---|---|")
    found = []
    for name, photos in zip(names, labelled, strict=True):
        evaluation = Evaluation(name, tuple(_outcomes(reader, name, photos)))
        found.append(evaluation)
        print(told(evaluation), flush=True)
    together = Evaluation(ALL, tuple(outcome for one in found for outcome in one.outcomes))
    if form != "json":
        halves = together.halves
        if len(found) > 1 and len(halves):
            error = f"{halves.expected_error:.4f}"
            of_all = {
                "text": f"{ALL}: calibration error {error} of {len(halves)} halves",
                "markdown": f"| {ALL} | calibration_error | {error} | | {len(halves)} halves |\n",
            }
            print(of_all[form])
        print(INTERVALS)
    if page is not None:
        _write(page, mistakes_page([(one.name, one.outcomes) for one in found], most))
        print(f"The worst photos: {page}", file=sys.stdout if form == "text" else sys.stderr)
    if plot is not None:
        _write(plot, reliability_plot(together.halves))
        print(f"How far probabilities can be believed: {plot}", file=sys.stdout if form == "text" else sys.stderr)
    under = [line for one in (*found, together) for line in short_of(one.name, one.values, wanted.get(one.name, {}))]
    under += short_of(WEIGHTS, weights(), wanted.get(WEIGHTS, {}))
    for line in under:
        print(f"muggins: {line}", file=sys.stderr)
    return 1 if under else 0


def as_line(evaluation: Evaluation) -> dict[str, Any]:
    """The figures for programs: each value by its name, and its interval."""
    found = evaluation.figures
    told: dict[str, Any] = {"folder": evaluation.name, **_sizes(evaluation)}
    told |= {name: round(figure.value, 4) for name, figure in found.items()}
    if len(evaluation.halves):
        told["calibration_error"] = round(evaluation.halves.expected_error, 4)
    told["intervals"] = {name: [round(figure.low, 4), round(figure.high, 4)] for name, figure in found.items()}
    return told


def as_text(evaluation: Evaluation) -> str:
    """The same for people to read."""
    sizes = _sizes(evaluation)
    lines = [f"{evaluation.name}: {sizes['photos']} photos, {sizes['tiles']} tiles"]
    for figure in evaluation.figures.values():
        name = figure.name.replace("_", " ")
        lines.append(f"  {name:<20}{figure.value:>7.4f}   {figure.low:.3f} to {figure.high:.3f}   of {figure.of}")
    if len(evaluation.halves):
        halves = evaluation.halves
        lines.append(f"  {'calibration error':<20}{halves.expected_error:>7.4f}   of {len(halves)} halves")
    return "\n".join(lines)


def as_markdown(evaluation: Evaluation) -> str:
    """The same as rows of a table for the model card."""
    begin = f"| `{evaluation.name}`"
    rows = [
        f"{begin} | {figure.name} | {figure.value:.3f} | {figure.low:.3f} to {figure.high:.3f} | {figure.of} |"
        for figure in evaluation.figures.values()
    ]
    if len(halves := evaluation.halves):
        rows.append(f"{begin} | calibration_error | {halves.expected_error:.4f} | | {len(halves)} halves |")
    return "\n".join(rows)


def _sizes(evaluation: Evaluation) -> Mapping[str, int]:
    tiles = sum(len(outcome.photo.asked) for outcome in evaluation.outcomes)
    return {"photos": len(evaluation.outcomes), "tiles": tiles}


def _names_of(folders: Sequence[Path]) -> list[str]:
    names = [folder.resolve().name for folder in folders]
    return [name if names.count(name) == 1 else str(folder) for name, folder in zip(names, folders, strict=True)]


def _outcomes(reader: Reader, name: str, photos: Sequence[LabelledPhoto]) -> Iterable[PhotoResult]:
    began = time.monotonic()
    for number, photo in enumerate(photos, 1):
        image = load_picture(photo.path)
        yield compare(photo, reader.read(image), (image.shape[1], image.shape[0]))
        if sys.stderr.isatty():
            left = (time.monotonic() - began) / number * (len(photos) - number)
            at = f"\r\x1b[K{name}: {number} of {len(photos)} photos, {left:.0f} s left"
            sys.stderr.write(at if number < len(photos) else "\r\x1b[K")
            sys.stderr.flush()


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path}: cannot be written ({error.strerror}); name a file you may write") from None
