"""The tiles that lie face down: how many there are, and which of them were taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..motion.arms import Picture, side_distances
from ..motion.motion import Motion
from ..types import Detection
from .tracks import SideOf

STEADY_LOOKS = 6
"""Looks at the table at rest that must show a tile face down before it can be missed."""
GONE_LOOKS = 3
"""A tile is gone if so many looks in a row do not show it."""
GONE_SHARE = 0.5
"""Share of a tile's place that must look different once it is gone."""
STRAY_WIDTHS = 0.35
"""Widths that the centre of a tile may stray between looks."""
HAND_SHARE = 0.2
"""Tiles face down within this share of the picture along a player's side belong to that player's hand."""


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
    side: str | None = None
    """The side whose arm was there before the tile was first missed."""


@dataclass(frozen=True, eq=False)
class Boneyard:
    """The tiles that lie face down, as several looks at the table at rest showed them."""

    tiles: tuple[_FaceDown, ...] = ()

    def __len__(self) -> int:
        """Returns the number of tiles that are surely there."""
        return sum(tile.seen >= STEADY_LOOKS for tile in self.tiles)

    @property
    def is_new(self) -> bool:
        """Whether a few more looks may show that a tile surely lies there."""
        return any(tile.seen < STEADY_LOOKS for tile in self.tiles)

    @property
    def misses_a_tile(self) -> bool:
        """Whether a few more looks may show that a tile was taken: an arm was there, and it has not been seen since."""
        return any(tile.side is not None and 0 < tile.missed < GONE_LOOKS for tile in self.tiles)

    def update(
        self, facedown: Sequence[Detection], motion: Motion, size: tuple[int, int], side_of: SideOf
    ) -> tuple[Boneyard, list[tuple[str, int]]]:
        """Returns the boneyard after one more look, and for each side how many tiles an arm from there has taken.

        `size` is the picture's width and height. A tile that was pushed, covered or not detected is not taken: its
        place must look different, an arm must have been there, and no other tile may have come.
        """
        free = list(facedown)
        kept: list[_FaceDown] = []
        gone: list[_FaceDown] = []
        for tile in self.tiles:
            here = min(free, key=lambda detection: _distance(detection.corners, tile.corners), default=None)
            if here is not None and _distance(here.corners, tile.corners) < STRAY_WIDTHS * _width(tile.corners):
                free = [detection for detection in free if detection is not here]
                kept.append(_FaceDown(here.corners, tile.seen + 1, 0, motion.picture))
            elif motion.covered(tile.corners, size):
                kept.append(tile)
            elif tile.seen < STEADY_LOOKS:
                continue
            elif tile.missed + 1 < GONE_LOOKS or not _looks_different(tile, motion, size):
                side = tile.side or side_of(tile.corners.mean(axis=0))
                kept.append(replace(tile, missed=tile.missed + 1, side=side))
            else:
                gone.append(tile)
        fresh = [_FaceDown(detection.corners, 1, 0, motion.picture) for detection in free]
        # Tiles that come where others go were only pushed about.
        is_pushed = bool(fresh) or any(tile.seen < STEADY_LOOKS for tile in kept)
        return Boneyard((*kept, *fresh)), [] if is_pushed else _taken(gone, size)


def _taken(gone: Sequence[_FaceDown], size: tuple[int, int]) -> list[tuple[str, int]]:
    """Returns for each side how many of the tiles its arm has taken from the boneyard."""
    sides = [tile.side for tile in gone if tile.side is not None and not _is_in_hand(tile, tile.side, size)]
    return [(side, sides.count(side)) for side in dict.fromkeys(sides)]


def _is_in_hand(tile: _FaceDown, side: str, size: tuple[int, int]) -> bool:
    """Returns whether a tile lay so near to the side of the player who took it that it was in the hand already."""
    x, y = tile.corners.mean(axis=0) / size
    return bool(side_distances(x, y)[side] < HAND_SHARE)


def _looks_different(tile: _FaceDown, motion: Motion, size: tuple[int, int]) -> bool:
    return tile.there is not None and motion.share_changed(tile.there, tile.corners, size) > GONE_SHARE


def _distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))


def _width(corners: NDArray[np.float32]) -> float:
    return float(min(np.linalg.norm(corners[0] - corners[1]), np.linalg.norm(corners[1] - corners[2])))
