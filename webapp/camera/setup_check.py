"""How well a table is seen before a game begins: what set-up says, and when its frame turns green."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from muggins.vision.types import TableState

SMALLEST_TILE = 36.0
"""Pixels along a tile: smaller ones are often misread."""
SURE = 0.9
"""That a tile is read right, by its own picture; blurred, dark and mirroring ones are less sure."""


@dataclass(frozen=True)
class SetupCheck:
    """What a camera makes of the table."""

    is_good: bool
    says: str
    """A sentence on what to do, or that all is well."""


def check_setup(state: TableState) -> SetupCheck:
    """By the tiles that lie there: whether they are whole, large, sharp and bright enough to be read."""
    if any(doubt.kind == "edge" for doubt in state.doubts):
        return SetupCheck(False, "A tile is cut off by the edge: move the camera until the whole table is seen.")
    seen = len(state.readings)
    if not seen and (state.facedown or state.standing):
        return SetupCheck(False, "Tiles are seen. Turn a few face up where you will play, the corners too.")
    if not seen:
        return SetupCheck(
            False, "Lay a few tiles face up where you will play, the corners too, to see whether they are read."
        )
    lengths = [_length(reading.corners) for reading in state.readings]
    if min(lengths) < SMALLEST_TILE:
        return SetupCheck(
            False, f"The tiles are small, {min(lengths):.0f} pixels: bring the camera nearer, or look down steeper."
        )
    unsure = sum(reading.probability < SURE for reading in state.readings)
    if unsure:
        what = "One tile is" if unsure == 1 else f"{unsure} tiles are"
        return SetupCheck(False, f"{what} not seen clearly: more light, less glare, or wipe the lens.")
    what = "The tile that lies there is" if seen == 1 else f"All {seen} tiles that lie there are"
    return SetupCheck(True, f"{what} read surely.")


def _length(corners: np.ndarray) -> float:
    """Of a tile's longer side, in pixels."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(sides.max())
