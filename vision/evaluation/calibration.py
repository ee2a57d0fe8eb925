"""How far the probabilities of halves can be believed: of halves read with 0.9, nine in ten should be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..types import TileReading
from .metrics import PhotoResult

BINS = 15
"""Of equal width, from 0 to 1."""


@dataclass(frozen=True, eq=False)
class Calibration:
    """The likeliest pip count of N halves: how likely it was said to be, and whether it was right."""

    said: NDArray[np.float64]
    """(N,) probabilities."""
    right: NDArray[np.bool_]
    """(N,)."""

    def __len__(self) -> int:
        return len(self.said)

    @property
    def bins(self) -> list[tuple[float, float, int]]:
        """Of each bin with halves in it: what was said on average, the share that was right, and how many halves."""
        number = np.minimum((self.said * BINS).astype(np.int64), BINS - 1)
        inside = [number == k for k in range(BINS)]
        return [(float(self.said[k].mean()), float(self.right[k].mean()), int(k.sum())) for k in inside if k.any()]

    @property
    def expected_error(self) -> float:
        """Expected calibration error: how far what was said is from what was right, on average over the halves."""
        return sum(abs(said - right) * many for said, right, many in self.bins) / max(len(self), 1)


def calibration(outcomes: Iterable[PhotoResult]) -> Calibration:
    """Of the readings whose true tile is known: by its place, or because one tile lies there and one was read."""
    said: list[float] = []
    right: list[bool] = []
    for outcome in outcomes:
        for true, reading in _known(outcome):
            for shown, half in zip(true_halves(true, reading), reading.pips, strict=True):
                said.append(float(half.max()))
                right.append(int(half.argmax()) == shown)
    return Calibration(np.array(said, np.float64), np.array(right, bool))


def true_halves(true: Tile, reading: TileReading) -> tuple[int, int]:
    """What the halves of a reading truly show, in its order: of both ways round the likelier, as labels tell none."""
    one, other = true.halves
    if max(one, other) >= reading.pips.shape[1]:
        return one, other
    straight = reading.pips[0, one] * reading.pips[1, other] >= reading.pips[0, other] * reading.pips[1, one]
    return (one, other) if straight else (other, one)


def _known(outcome: PhotoResult) -> list[tuple[Tile, TileReading]]:
    if outcome.photo.is_boxed and outcome.photo.is_named:
        return [*((reading.tile, reading) for reading in outcome.right), *outcome.misread]
    asked, read = outcome.photo.asked, outcome.state.readings
    if len(asked) == len(read) == 1 and asked[0].tile is not None:
        return [(asked[0].tile, read[0])]
    return []
