"""`muggins eval`: measures the reader on labelled photos."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from muggins.texts import lazy_gettext
from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.runner import Outputs, evaluate
from muggins.vision.evaluation.worse import evaluate_worse
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.reading.reader import Reader


def evaluate_reader(
    folders: Sequence[Path],
    highest: int | None,
    outputs: Outputs,
    floors: Path | None,
    on_worse: bool = False,
    is_single: bool = False,
) -> int:
    """Evaluates the reader for the set up to the double of `highest`; returns 1 where a value misses its floor.

    With None each photo tells its set, as in `muggins read`. With `on_worse` the photos are made worse as well, and
    only a table is printed. With `is_single` both models reckon in single precision.
    """
    reader = Reader(
        set=highest, detector=TileDetector(is_single=is_single), pip_reader=PipClassifier(is_single=is_single)
    )
    if on_worse:
        return evaluate_worse(reader.read, folders, outputs.form)
    return evaluate(reader.read, folders, outputs, floors)


def parse_highest(text: str) -> int:
    """The highest pips of a half, from `12` or, as other commands write it, `set=12`. ValueError for anything else."""
    number = text.removeprefix("set=")
    if not number.isdecimal():
        raise ValueError(
            lazy_gettext("--set: expected the most pips of a half, 6, 9 or 12, got %(text)s", text=repr(text))
        )
    return int(number)
