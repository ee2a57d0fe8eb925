"""A tile that the tile model made of the halves of two neighbours, as it may where no bar tells where tiles end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .table import Detection

# What is less likely than this to be a whole tile may be two halves. So likely as TRULY are then the tiles half a tile
# on: both of them, or one of them if it is itself no more likely than RATHER.
WHOLE, TRULY, RATHER = 0.9, 0.95, 0.5


def half_a_tile_on(tile: Detection, corners: NDArray[np.float32]) -> tuple[Detection, Detection]:
    """The two tiles whose halves would lie in the (4, 2) corners of a tile, an end first, if it lay astride them."""
    half = (corners[2] - corners[1] + corners[3] - corners[0]) / 4
    return replace(tile, corners=corners - half), replace(tile, corners=corners + half)


def lies_astride(is_whole: float, are_whole: tuple[float, float]) -> bool:
    """Whether a tile is two halves, given how likely it and the two half a tile on are to be whole tiles face up."""
    sure = sum(one >= TRULY for one in are_whole)
    return is_whole < WHOLE and sure > (is_whole >= RATHER)
