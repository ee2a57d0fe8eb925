"""Whether the probabilities of halves hold: of the halves read with 0.9, nine in ten should be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..geometry.readings import likelier_order
from ..types import TileReading
from .metrics import PhotoResult

BINS = 15
"""Bins of equal width, from 0 to 1."""


@dataclass(frozen=True, eq=False)
class Calibration:
    """For N halves the probability of the likeliest pip count, and whether it was right."""

    said: NDArray[np.float64]
    """(N,) probabilities of the likeliest pip count."""
    right: NDArray[np.bool_]
    """(N,): that pip count was right."""

    def __len__(self) -> int:
        return len(self.said)

    @property
    def bins(self) -> list[tuple[float, float, int]]:
        """For each bin with halves in it: the mean probability, the share that was right, and the number of halves."""
        number = np.minimum((self.said * BINS).astype(np.int64), BINS - 1)
        inside = [number == k for k in range(BINS)]
        return [(float(self.said[k].mean()), float(self.right[k].mean()), int(k.sum())) for k in inside if k.any()]

    @property
    def expected_error(self) -> float:
        """Expected calibration error: the mean distance, over the halves, of probability and share right."""
        return sum(abs(said - right) * many for said, right, many in self.bins) / max(len(self), 1)


def calibration(results: Iterable[PhotoResult]) -> Calibration:
    """The calibration over the readings whose true tile is known.

    It is known by its place, or because exactly one tile lies there and one was read.
    """
    said: list[float] = []
    right: list[bool] = []
    for result in results:
        for true, reading in _known(result):
            for shown, half in zip(true_halves(true, reading), reading.pips, strict=True):
                said.append(float(half.max()))
                right.append(int(half.argmax()) == shown)
    return Calibration(np.array(said, np.float64), np.array(right, bool))


def true_halves(true: Tile, reading: TileReading) -> tuple[int, int]:
    """What the halves of a reading truly show, in its order: the likelier way round, as labels name none."""
    is_in_set = true.high < reading.pips.shape[1]
    return likelier_order(reading, true.halves) if is_in_set else true.halves


def _known(result: PhotoResult) -> list[tuple[Tile, TileReading]]:
    """The readings of a photo whose true tile is known, with that tile."""
    if result.photo.is_boxed and result.photo.is_named:
        return [*((reading.tile, reading) for reading in result.right), *result.misread]
    asked, read = result.photo.asked, result.state.readings
    if len(asked) == len(read) == 1 and asked[0].tile is not None:
        return [(asked[0].tile, read[0])]
    return []
