"""The tiles face down: how many lie there, and which of them were taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..motion.motion import Motion, Picture
from ..types import Detection
from .belief import share_changed
from .tracks import SideOf

STEADY = 6
"""Looks at the table at rest that must show a tile face down before it can be missed."""
GONE = 3
"""Looks in a row that must not show it."""
LOOKS_OTHERWISE = 0.5
"""Share of its place that must look otherwise than with the tile there."""
STRAY = 0.35
"""Widths that its centre may stray between looks."""
OWN = 0.2
"""Share of the picture along a player's side where tiles face down are of that player's hand."""


@dataclass(frozen=True, eq=False)
class _FaceDown:
    corners: NDArray[np.float32]
    seen: int = 1
    missed: int = 0
    there: Picture | None = None
    """A small picture of the table with the tile, as it was last seen."""
    side: str | None = None
    """Whence the arm came that was there before it was first missed."""


@dataclass(frozen=True, eq=False)
class Boneyard:
    """The tiles that lie face down, as several looks at a table at rest showed them."""

    tiles: tuple[_FaceDown, ...] = ()

    def __len__(self) -> int:
        """Those that are surely there."""
        return sum(tile.seen >= STEADY for tile in self.tiles)

    def after(
        self, facedown: Sequence[Detection], motion: Motion, size: tuple[int, int], side_of: SideOf
    ) -> tuple[Boneyard, list[tuple[str, int]]]:
        """The boneyard after one more look, and how many tiles were taken by an arm from which side.

        `size` is the picture's width and height. Tiles that were only pushed, covered or not found are not taken:
        their place must look otherwise, an arm must have been there, and no other tile may have come.
        """
        free = list(facedown)
        kept: list[_FaceDown] = []
        gone: list[_FaceDown] = []
        for tile in self.tiles:
            here = min(free, key=lambda one: _apart(one.corners, tile.corners), default=None)
            if here is not None and _apart(here.corners, tile.corners) < STRAY * _width(tile.corners):
                free = [one for one in free if one is not here]
                kept.append(_FaceDown(here.corners, tile.seen + 1, 0, motion.picture))
            elif motion.covered(tile.corners, size):
                kept.append(tile)
            elif tile.seen < STEADY:
                continue
            elif tile.missed + 1 < GONE or not _is_otherwise(tile, motion, size):
                side = tile.side or side_of(tile.corners.mean(axis=0))
                kept.append(replace(tile, missed=tile.missed + 1, side=side))
            else:
                gone.append(tile)
        fresh = [_FaceDown(one.corners, 1, 0, motion.picture) for one in free]
        # Where tiles have come besides, they were only pushed about.
        is_pushed = bool(fresh) or any(tile.seen < STEADY for tile in kept)
        return Boneyard((*kept, *fresh)), [] if is_pushed else _taken(gone, size)


def _taken(gone: Sequence[_FaceDown], size: tuple[int, int]) -> list[tuple[str, int]]:
    """Whose arm took how many."""
    sides = [tile.side for tile in gone if tile.side is not None and not _is_own(tile, tile.side, size)]
    return [(side, sides.count(side)) for side in dict.fromkeys(sides)]


def _is_own(tile: _FaceDown, side: str, size: tuple[int, int]) -> bool:
    """Whether a tile lay so near to the side of the player who took it that it was in the hand already."""
    x, y = tile.corners.mean(axis=0) / size
    return bool({"bottom": 1 - y, "top": y, "left": x, "right": 1 - x}[side] < OWN)


def _is_otherwise(tile: _FaceDown, motion: Motion, size: tuple[int, int]) -> bool:
    return tile.there is not None and share_changed(tile.there, motion.picture, tile.corners, size) > LOOKS_OTHERWISE


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))


def _width(corners: NDArray[np.float32]) -> float:
    return float(min(np.linalg.norm(corners[0] - corners[1]), np.linalg.norm(corners[1] - corners[2])))
