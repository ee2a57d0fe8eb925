"""What is seen on a table: tiles detected, tiles read, how they join, and what is in doubt."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.texts import Text

TileKind = Literal["faceup", "facedown", "standing"]
"""How a tile lies. A standing tile is in somebody's hand."""
KINDS: tuple[TileKind, ...] = get_args(TileKind)
"""In the order of the models' outputs."""

DoubtKind = Literal["value", "twice", "join", "misplay", "edge", "faint", "foreign"]
"""What is in doubt.

- value: the pips are unsure.
- twice: the tile is seen twice.
- join: whether tiles are joined is unsure.
- misplay: the tile lies against a half that does not match.
- edge: the tile is cut off by the edge of the picture.
- faint: something like the tile was seen, too faintly to be sure, in part, or in a colour that the set does not have.
- foreign: the tile is not of the set that is played with.
"""
DOUBTS: tuple[DoubtKind, ...] = get_args(DoubtKind)
ABOUT_UNREAD: tuple[DoubtKind, ...] = ("edge", "faint", "foreign")
"""The kinds of a doubt about what was not read."""
ABOUT_TILES: tuple[DoubtKind, ...] = ("value", "twice", *ABOUT_UNREAD)
"""The kinds of a doubt about which tiles lie there. The others are about how they join."""

Link = tuple[Tile, Tile]
"""Two tiles that are joined."""
Image = NDArray[np.uint8]
"""(height, width, 3), blue green red."""


class HoldsImage(Protocol):
    """A picture that is decoded once it is looked at, for example a JPEG from the network."""

    @property
    def image(self) -> Image: ...


@dataclass(frozen=True, eq=False)
class CloseUp:
    """A part of a picture, so large that no tile fills it."""

    image: Image


def image_of(picture: Image | HoldsImage) -> Image:
    """The picture itself, decoded where it is not yet."""
    return picture if isinstance(picture, np.ndarray) else picture.image


def _checked(name: str, array: object, shape: tuple[int | None, ...], dtype: type) -> NDArray[Any]:
    """A read-only copy with the given dtype; ValueError unless it is finite and of the shape (None: any length)."""
    checked: NDArray[Any] = np.array(array, dtype=dtype)
    fits = checked.ndim == len(shape) and all(n in (None, m) for n, m in zip(shape, checked.shape, strict=True))
    if not fits or not np.isfinite(checked).all():
        wanted = "x".join("any" if n is None else str(n) for n in shape)
        raise ValueError(f"{name}: expected {wanted} finite numbers, got shape {checked.shape}")
    checked.setflags(write=False)
    return checked


@dataclass(frozen=True, eq=False)
class Detection:
    """A tile found in a picture, not yet read.

    Raises ValueError where `corners` has another shape or `kind` is unknown.
    """

    corners: NDArray[np.float32]
    """(4, 2) pixels, clockwise as seen. From corners[0] to corners[1] is one end, a short edge."""
    kind: TileKind = "faceup"
    """Standing tiles are never read, as a hand is private."""
    confidence: float = 1.0
    """The probability that such a tile lies there."""
    printed: float = 0.0
    """The probability that this is a printed picture of a tile, as far as the detection alone tells."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "corners", _checked("corners", self.corners, (4, 2), np.float32))
        if self.kind not in KINDS:
            raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {self.kind!r}")

    @property
    def looks_printed(self) -> bool:
        """Whether it is rather a printed picture of a tile."""
        return self.printed > 0.5


@dataclass(frozen=True, eq=False)
class TileReading:
    """A face-up tile and what its halves show.

    Raises ValueError where an array has another shape, a row of `pips` does not add up to 1, or `halves` are not in
    the set.
    """

    corners: NDArray[np.float32]
    """(4, 2) pixels, clockwise as seen. corners[0] and corners[1] bound the half of pips[0]."""
    ends: NDArray[np.float32]
    """(2, 2) pixels: the centre of each half."""
    pips: NDArray[np.float64]
    """(2, set + 1): for each half the probability of every pip count. Each row adds up to 1."""
    confidence: float = 1.0
    """The probability that a face-up tile lies here at all."""
    halves: tuple[int, int] | None = None
    """The pips that each half is taken to show. By default they are the likeliest of `pips`; the rest of the table may
    say otherwise."""

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
        """The same as `halves`, which is never None after construction."""
        assert self.halves is not None
        return self.halves

    @cached_property  # asked for 120 times a tile while a table is joined
    def tile(self) -> Tile:
        """The tile that it is taken for."""
        return Tile(max(self.shows), min(self.shows))

    @cached_property  # asked for with every pair of tiles that may be one
    def centre(self) -> NDArray[np.float32]:
        """(2,) px: the mean of its corners."""
        return np.asarray(self.corners.sum(axis=0) / 4, np.float32)

    @cached_property
    def width(self) -> float:
        """The mean length of its two ends, in pixels."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners.tolist()
        return (math.hypot(ax - bx, ay - by) + math.hypot(cx - dx, cy - dy)) / 2

    @property
    def probability(self) -> float:
        """The probability that both halves show what they are taken to show."""
        first, second = self.shows
        return float(self.pips[0, first] * self.pips[1, second])

    @property
    def likelihood(self) -> float:
        """The probability that a face-up tile lies here and shows what it is taken to show."""
        return self.confidence * self.probability

    def likely(self, at_least: float = 0.02) -> tuple[tuple[Tile, float], ...]:
        """The tiles that this may be, each with a probability of `at_least` or more, the likeliest first."""
        ordered = np.outer(self.pips[0], self.pips[1])
        # Either half may show the higher number.
        either = ordered + np.tril(ordered.T, -1) + np.triu(ordered.T, 1)
        high, low = np.nonzero(np.tril(either) >= at_least)
        tiles = [(Tile(int(h), int(lo)), float(either[h, lo])) for h, lo in zip(high, low, strict=True)]
        return tuple(sorted(tiles, key=lambda pair: (-pair[1], str(pair[0]))))

    @property
    def outline(self) -> tuple[float, ...]:
        """x and y of the four corners, as a doubt names them."""
        return tuple(map(float, self.corners.flat))

    def read_as(self, halves: tuple[int, int]) -> TileReading:
        """The same tile in the same place, taken to show `halves`."""
        return replace(self, halves=halves)


@dataclass(frozen=True)
class Doubt:
    """Something that people should be asked about. Raises ValueError where `kind` is unknown."""

    kind: DoubtKind
    text: Text | str
    """The question."""
    tile: Tile | None = None
    """The tile in question."""
    likely: tuple[tuple[Tile, float], ...] = ()
    """The answers with their probabilities. With `join` and `misplay` they are what the tile can be joined to,
    with the other kinds what it can be."""
    outline: tuple[float, ...] = ()
    """x and y in pixels of the four corners of what was not read; empty where readings show what is in doubt."""

    def __post_init__(self) -> None:
        if self.kind not in DOUBTS:
            raise ValueError(f"kind: expected one of {', '.join(DOUBTS)}, got {self.kind!r}")


@dataclass(frozen=True, eq=False)
class TableState:
    """What lies on the table, as one picture or several show it."""

    time: float
    """Seconds; for a video, from its beginning."""
    readings: tuple[TileReading, ...]
    """The face-up tiles."""
    layout: Layout
    """The largest chain; if only one face-up tile lies on the table, that tile."""
    links: tuple[Link, ...]
    """Every pair of joined tiles, in smaller chains too."""
    loose: tuple[Tile, ...]
    """The face-up tiles that are joined to nothing and are not the layout."""
    facedown: tuple[Detection, ...] = ()
    standing: tuple[Detection, ...] = ()
    unlikely: tuple[Detection, ...] = ()
    """What may be tiles that lie face up, too unlikely to be read."""
    parts: tuple[TileReading, ...] = ()
    """The tiles of which only a part can be seen, as something lies over them. They are not among `readings`."""
    settled: bool = True
    """False while the picture still moves or frames disagree."""
    doubts: tuple[Doubt, ...] = ()

    def part_asked_about(self, doubt: Doubt) -> TileReading | None:
        """The tile that a doubt is about, where only a part of it can be seen; None with any other doubt."""
        return next((part for part in self.parts if part.outline == doubt.outline), None)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The values of the face-up tiles, in the order of `readings`."""
        return tuple(reading.tile for reading in self.readings)

    def reading(self, tile: Tile) -> TileReading | None:
        """The reading of a tile, the surest where it was seen twice; None where it was not seen."""
        readings: Iterable[TileReading] = (reading for reading in self.readings if reading.tile == tile)
        return max(readings, key=lambda reading: reading.probability, default=None)
