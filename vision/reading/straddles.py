"""A tile that the tile model made of the halves of two neighbours, as it may where no bar tells where tiles end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..types import Detection

# What is less likely than this to be a whole tile may be two halves. So likely as TRULY are then the tiles half a tile
# on: both of them, or one of them if it is itself no more likely than RATHER.
WHOLE, TRULY, RATHER = 0.9, 0.95, 0.5


def straddle_candidates(tile: Detection, corners: NDArray[np.float32]) -> tuple[Detection, Detection]:
    """The two tiles whose halves would lie in the (4, 2) corners of a tile, an end first, if it lay astride them."""
    half = (corners[2] - corners[1] + corners[3] - corners[0]) / 4
    return replace(tile, corners=corners - half), replace(tile, corners=corners + half)


def resolve_straddle(is_whole: float, are_whole: tuple[float, float]) -> list[int]:
    """Which of the two half a tile on, 0 and 1, lie there in place of a tile; none where it is one.

    Given is how likely it and those two are to be whole tiles face up.
    """
    sure = [number for number, one in enumerate(are_whole) if one >= TRULY]
    return sure if is_whole < WHOLE and len(sure) > (is_whole >= RATHER) else []
