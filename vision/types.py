"""What was seen on a table: tiles found, tiles read, how they join, and what is in doubt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

KINDS = ("faceup", "facedown", "standing")
DOUBTS = ("value", "twice", "join", "misplay", "edge", "faint")

MIN_CONFIDENCE = 0.25
"""Fainter detections than this are not read; they may be asked about."""

Link = tuple[Tile, Tile]
Image = NDArray[np.uint8]
"""(height, width, 3), blue green red."""


def _checked(name: str, array: object, shape: tuple[int | None, ...], dtype: type) -> NDArray[Any]:
    """A read-only array of the given shape (None: any length) and dtype; ValueError for any other shape."""
    checked: NDArray[Any] = np.array(array, dtype=dtype)
    fits = checked.ndim == len(shape) and all(n in (None, m) for n, m in zip(shape, checked.shape, strict=True))
    if not fits or not np.isfinite(checked).all():
        wanted = "x".join("any" if n is None else str(n) for n in shape)
        raise ValueError(f"{name}: expected {wanted} finite numbers, got shape {checked.shape}")
    checked.setflags(write=False)
    return checked


@dataclass(frozen=True, eq=False)
class Detection:
    """A tile found in a picture, not yet read."""

    corners: NDArray[np.float32]
    """(4, 2) pixels, clockwise as seen; corners[0] to corners[1] is one end, a short edge."""
    kind: str = "faceup"
    """One of KINDS; a standing tile stands in a hand and is never read."""
    confidence: float = 1.0
    printed: float = 0.0
    """How likely it is that no tile lies there, but the picture of one, as far as it can be told by this one alone."""

    @property
    def looks_printed(self) -> bool:
        """Whether it is rather the picture of a tile."""
        return self.printed > 0.5

    def __post_init__(self) -> None:
        object.__setattr__(self, "corners", _checked("corners", self.corners, (4, 2), np.float32))
        if self.kind not in KINDS:
            raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {self.kind!r}")


@dataclass(frozen=True, eq=False)
class TileReading:
    """A face-up tile and what its halves show."""

    corners: NDArray[np.float32]
    """(4, 2) pixels, clockwise as seen; corners[0] and corners[1] bound the half that pips[0] speaks of."""
    ends: NDArray[np.float32]
    """(2, 2) pixels: the centre of each half."""
    pips: NDArray[np.float64]
    """(2, set + 1): for each half the probability of every pip count; each row adds up to 1."""
    confidence: float = 1.0
    """That a face-up tile lies here at all."""
    halves: tuple[int, int] | None = None
    """What each half is taken to show; the likeliest of pips, unless the whole table says otherwise."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "corners", _checked("corners", self.corners, (4, 2), np.float32))
        object.__setattr__(self, "ends", _checked("ends", self.ends, (2, 2), np.float32))
        pips = _checked("pips", self.pips, (2, None), np.float64)
        if (pips < 0).any() or (np.abs(pips.sum(axis=1) - 1.0) > 1e-3).any():
            raise ValueError(f"pips: expected two rows of probabilities that add up to 1, got sums {pips.sum(axis=1)}")
        object.__setattr__(self, "pips", pips)
        if self.halves is None:
            object.__setattr__(self, "halves", (int(pips[0].argmax()), int(pips[1].argmax())))
        elif not all(0 <= half < pips.shape[1] for half in self.halves):
            raise ValueError(f"halves: expected pips from 0 to {pips.shape[1] - 1}, got {self.halves}")

    @property
    def shows(self) -> tuple[int, int]:
        """`halves`, which are never missing once the reading is made."""
        assert self.halves is not None
        return self.halves

    @property
    def tile(self) -> Tile:
        return Tile(max(self.shows), min(self.shows))

    @property
    def probability(self) -> float:
        """That both halves show what they are taken to show."""
        one, other = self.shows
        return float(self.pips[0, one] * self.pips[1, other])

    def likely(self, at_least: float = 0.02) -> tuple[tuple[Tile, float], ...]:
        """The tiles this can be, likeliest first, with their probabilities; those under `at_least` are left out."""
        both = np.outer(self.pips[0], self.pips[1])
        either = both + np.tril(both.T, -1) + np.triu(both.T, 1)
        high, low = np.nonzero(np.tril(either) >= at_least)
        found = [(Tile(int(h), int(lo)), float(either[h, lo])) for h, lo in zip(high, low, strict=True)]
        return tuple(sorted(found, key=lambda pair: (-pair[1], str(pair[0]))))

    def read_as(self, halves: tuple[int, int]) -> TileReading:
        """The same tile in the same place, taken to show `halves`."""
        return replace(self, halves=halves)


@dataclass(frozen=True)
class Doubt:
    """Something the table should be asked about."""

    kind: str
    """value: its pips are unsure. twice: seen twice. join: whether it is joined is unsure. misplay: it lies against a
    half that does not match. edge: it is cut off by the edge of the picture. faint: something like it was seen,
    too faintly to be sure."""
    text: str
    tile: Tile | None = None
    likely: tuple[tuple[Tile, float], ...] = ()
    """With `value`, `twice` and `faint` what the tile can be; with `join` and `misplay` what it can be joined to."""

    def __post_init__(self) -> None:
        if self.kind not in DOUBTS:
            raise ValueError(f"kind: expected one of {', '.join(DOUBTS)}, got {self.kind!r}")


@dataclass(frozen=True, eq=False)
class TableState:
    """What lies on the table, as one picture or several of them show it."""

    time: float
    """Seconds; of a video its own."""
    readings: tuple[TileReading, ...]
    layout: Layout
    """The largest chain; with a single face-up tile on the table, that tile."""
    links: tuple[Link, ...]
    """Every join seen, those of smaller chains too."""
    loose: tuple[Tile, ...]
    """Face-up tiles that are joined to none and are not the layout."""
    facedown: tuple[Detection, ...] = ()
    standing: tuple[Detection, ...] = ()
    settled: bool = True
    """False while the picture still moves or frames disagree."""
    doubts: tuple[Doubt, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(reading.tile for reading in self.readings)

    def reading(self, tile: Tile) -> TileReading | None:
        """The reading of `tile`, the surest where it was seen twice; None where it was not seen."""
        seen: Iterable[TileReading] = (reading for reading in self.readings if reading.tile == tile)
        return max(seen, key=lambda reading: reading.probability, default=None)
