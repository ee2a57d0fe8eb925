"""The tiles that lie face down: how many there are, and which of them were taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..motion.arms import Picture, Side, side_distances
from ..motion.motion import Motion
from ..types import Detection
from .tracks import SideOf
from .tuning import TrackingTuning


@dataclass(frozen=True, eq=False)
class _FaceDown:
    corners: NDArray[np.float32]
    """(4, 2) pixels."""
    seen: int = 1
    """Looks that showed it."""
    missed: int = 0
    """Looks in a row that did not show it."""
    there: Picture | None = None
    """A small picture of the table that last showed the tile."""
    side: Side | None = None
    """The side whose arm was there before the tile was first missed."""


@dataclass(frozen=True, eq=False)
class Boneyard:
    """The tiles that lie face down, as several looks at the table at rest showed them."""

    tiles: tuple[_FaceDown, ...] = ()

    def is_new(self, tuning: TrackingTuning) -> bool:
        """Whether a few more looks may show that a tile surely lies there."""
        return any(tile.seen < tuning.steady_looks for tile in self.tiles)

    def misses_a_tile(self, tuning: TrackingTuning) -> bool:
        """Whether a few more looks may show that a tile was taken: an arm was there, and it has not been seen since."""
        return any(tile.side is not None and 0 < tile.missed < tuning.gone_looks for tile in self.tiles)

    def update(
        self,
        facedown: Sequence[Detection],
        motion: Motion,
        size: tuple[int, int],
        side_of: SideOf,
        tuning: TrackingTuning,
    ) -> tuple[Boneyard, list[tuple[Side, int]]]:
        """The boneyard after one more look, and how many tiles an arm of each side has taken.

        `size` is the picture's width and height. A tile that was pushed, covered or not detected is not taken: its
        place must look different, an arm must have been there, and no other tile may have come.
        """
        free = list(facedown)
        kept: list[_FaceDown] = []
        gone: list[_FaceDown] = []
        for tile in self.tiles:
            here = min(free, key=lambda detection: _distance(detection.corners, tile.corners), default=None)
            if here is not None and _distance(here.corners, tile.corners) < tuning.stray_widths * _width(tile.corners):
                free = [detection for detection in free if detection is not here]
                kept.append(_FaceDown(here.corners, tile.seen + 1, 0, motion.picture))
            elif motion.covered(tile.corners, size):
                kept.append(tile)
            elif tile.seen < tuning.steady_looks:
                continue
            elif tile.missed + 1 < tuning.gone_looks or not _looks_different(tile, motion, size, tuning):
                side = tile.side or side_of(tile.corners.mean(axis=0))
                kept.append(replace(tile, missed=tile.missed + 1, side=side))
            else:
                gone.append(tile)
        fresh = [_FaceDown(detection.corners, 1, 0, motion.picture) for detection in free]
        # Tiles that come where others go were only pushed about.
        is_pushed = bool(fresh) or any(tile.seen < tuning.steady_looks for tile in kept)
        return Boneyard((*kept, *fresh)), [] if is_pushed else _taken(gone, size, tuning)


def _taken(gone: Sequence[_FaceDown], size: tuple[int, int], tuning: TrackingTuning) -> list[tuple[Side, int]]:
    """How many of the tiles an arm of each side has taken from the boneyard."""
    sides = [tile.side for tile in gone if tile.side is not None and not _is_in_hand(tile, tile.side, size, tuning)]
    return [(side, sides.count(side)) for side in dict.fromkeys(sides)]


def _is_in_hand(tile: _FaceDown, side: Side, size: tuple[int, int], tuning: TrackingTuning) -> bool:
    """Whether a tile lay near enough to the side of the player who took it to be of the hand already."""
    x, y = tile.corners.mean(axis=0) / size
    return bool(side_distances(x, y)[side] < tuning.hand_share)


def _looks_different(tile: _FaceDown, motion: Motion, size: tuple[int, int], tuning: TrackingTuning) -> bool:
    return tile.there is not None and motion.share_changed(tile.there, tile.corners, size) > tuning.gone_share


def _distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))


def _width(corners: NDArray[np.float32]) -> float:
    return float(min(np.linalg.norm(corners[0] - corners[1]), np.linalg.norm(corners[1] - corners[2])))
