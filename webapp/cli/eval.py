"""`muggins eval`: measures the reader on labelled photos."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from muggins.vision.evaluation.runner import Outputs, evaluate
from muggins.vision.reading.reader import Reader


def evaluate_reader(folders: Sequence[Path], highest: int, outputs: Outputs, floors: Path | None) -> int:
    """Evaluates the reader for the set up to the double of `highest`; returns 1 where a value misses its floor."""
    return evaluate(Reader(set=highest).read, folders, outputs, floors)
