"""The place of a tile of the layout, and what a reading says of the tile that lies there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..geometry.readings import aligned, likelier_order
from ..motion.arms import Picture
from ..types import TileReading
from .tracks import Track, same_place
from .tuning import TrackingTuning

PlaceDoubt = Literal["", "asked", "settled"]


def probability_of(reading: TileReading, tile: Tile) -> float:
    """The probability that a reading shows `tile`, whichever way round it lies."""
    pips, (high, low) = reading.pips, tile.halves
    if high >= pips.shape[1]:
        return 0.0
    straight = float(pips[0, high] * pips[1, low])
    return straight if tile.is_double else straight + float(pips[0, low] * pips[1, high])


def named(reading: TileReading, tile: Tile) -> TileReading:
    """A reading with the value `tile`, the likelier way round."""
    return reading.read_as(likelier_order(reading, tile.halves))


def certain(reading: TileReading) -> TileReading:
    """A reading with nearly all probability on the value that it is taken for."""
    pips = np.full(reading.pips.shape, 0.001 / reading.pips.shape[1])
    pips[(0, 1), reading.shows] += 0.999
    return replace(reading, pips=pips, halves=reading.shows)


@dataclass(frozen=True, eq=False)
class Place:
    """Where a tile of the layout was last seen."""

    tile: Tile
    reading: TileReading
    """The tile there, with its value in the record. What a person has named is read as nothing else."""
    before: Picture | None = None
    """The bare table before it lay there; None if the camera has moved since, or the picture does not tell the two."""
    doubt: PlaceDoubt = ""
    """Whether people were asked what it is: "asked"; "settled" once the table has answered; "" otherwise."""
    is_presumed: bool = False
    """Whether it was out of view and no look since has clearly shown its tile: another one may lie there."""

    def seen_at(self, track: Track | None, is_named: bool, tuning: TrackingTuning) -> Place:
        """The place after a reading; without a track it stays where it was."""
        if track is None:
            return self
        reading, was = track.reading, self.reading
        before = self.before if same_place(reading, was, tuning.gating_widths) else None
        if is_named and same_place(reading, was, stray=tuning.stayed_widths):
            reading = replace(aligned(reading, was), pips=was.pips, halves=was.halves)
        else:
            reading = named(reading, self.tile)
            reading = certain(reading) if is_named else reading
        return replace(self, reading=reading, before=before, is_presumed=self.is_presumed and track.shown != self.tile)

    def renamed(self, tile: Tile) -> Place:
        """The place under another name for its tile."""
        return replace(self, tile=tile, reading=named(self.reading, tile), doubt="")

    def shifted(self, warp: NDArray[np.float64], camera: tuple[int, int] | None = None) -> Place:
        """The place moved by a (2, 3) matrix on pixels.

        `camera` is the size of the picture if the camera has moved, and the bare table with it; None if the layout has.
        """
        before = None if self.before is None or camera is None else _warped(self.before, warp, camera)
        return replace(self, reading=warped(self.reading, warp), before=before)


def warped(reading: TileReading, warp: NDArray[np.float64]) -> TileReading:
    """A reading moved by a (2, 3) matrix on pixels."""
    corners, ends = (points @ warp[:, :2].T + warp[:, 2] for points in (reading.corners, reading.ends))
    return replace(reading, corners=np.asarray(corners, np.float32), ends=np.asarray(ends, np.float32))


def warp_between(was: TileReading, now: TileReading) -> NDArray[np.float64]:
    """The (2, 3) matrix, turning, scaling and shifting, that moves one reading of a tile onto another."""
    (from_x, from_y), (to_x, to_y) = was.ends.T.astype(np.float64), aligned(now, was).ends.T.astype(np.float64)
    old, new = from_x + 1j * from_y, to_x + 1j * to_y
    turn = (new[1] - new[0]) / (old[1] - old[0])
    shift = new[0] - turn * old[0]
    return np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag]])


def _warped(picture: Picture, warp: NDArray[np.float64], size: tuple[int, int]) -> Picture:
    """A small picture moved by a matrix on the pixels of the whole picture of `size`."""
    width, height = picture.shape[1::-1]
    small = warp.copy()
    small[:, 2] *= (width / size[0], height / size[1])
    return np.asarray(cv2.warpAffine(picture, small, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def lies_on(a: TileReading, b: TileReading, tuning: TrackingTuning) -> bool:
    """Whether a tile seems to lie over a good part of another. Tiles do not, so one of them is misread."""
    area, _ = cv2.intersectConvexConvex(a.corners, b.corners)
    smaller = min(cv2.contourArea(a.corners), cv2.contourArea(b.corners))
    return bool(area > tuning.overlap_share * smaller)
