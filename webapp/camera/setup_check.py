"""How well a camera can read the table, checked before a game begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.texts import Text, lazy_gettext, lazy_ngettext
from muggins.vision.geometry.table_plane import estimate_table_plane
from muggins.vision.types import DoubtKind, TableState

READABLE_LENGTH_PX = 40.0
"""The length of a tile from which it is seldom misread."""
READABLE_DEGREES = 32.0
"""Degrees above the table below which far tiles are missed. The sides of tiles make an angle seem 3 degrees lower."""
FEWEST_SEEN = 2
"""Tiles that tell from which angle the camera sees them, or, where none is read, that they are too small to be."""
READABLE_PROBABILITY = 0.9
"""The probability of a reading from which a tile counts as clear. Blurred, dark and shining tiles stay below."""
UNCLEAR: tuple[DoubtKind, ...] = ("value", "twice", "faint")
"""The doubts that a game asks about since a tile is not seen clearly. Which set is played with is not chosen yet."""


@dataclass(frozen=True)
class SetupCheck:
    """Whether the camera can read the table."""

    is_good: bool
    says: Text | str
    """A sentence on what to do, or that all is well."""


def check_setup(state: TableState) -> SetupCheck:
    """Whether the tiles on the table are whole, large, sharp and bright enough to be read."""
    if (problem := _problem(state)) is not None:
        return SetupCheck(False, problem)
    well = lazy_ngettext(
        "The tile that lies there is read reliably.",
        "All %(number)s tiles that lie there are read reliably.",
        len(state.readings),
    )
    return SetupCheck(True, well)


def _problem(state: TableState) -> Text | None:
    """What keeps tiles from being read, and what to do; None where nothing does."""
    lying = np.array([*(tile.corners for tile in state.readings), *(tile.corners for tile in state.facedown)])
    if len(lying) >= FEWEST_SEEN and (degrees := _degrees_above(lying)) < READABLE_DEGREES:
        return lazy_gettext(
            "The camera stands low, %(degrees)s degrees above the table: raise it until it looks down more steeply.",
            degrees=f"{degrees:.0f}",
        )
    if any(doubt.kind == "edge" for doubt in state.doubts):
        return lazy_gettext("A tile is cut off by the edge: move the camera until the whole table is seen.")
    if (shortest := _shortest_px(state)) is not None and shortest < READABLE_LENGTH_PX:
        return lazy_gettext(
            "The tiles are small, %(pixels)s pixels: bring the camera nearer, or look down more steeply.",
            pixels=f"{shortest:.0f}",
        )
    unsure = [reading.tile for reading in state.readings if reading.probability < READABLE_PROBABILITY]
    # Of a tile that fingers hold, more is seen once they let go of it.
    doubted = [doubt for doubt in state.doubts if doubt.kind in UNCLEAR and state.part_asked_about(doubt) is None]
    if unclear := {*unsure, *(doubt.tile for doubt in doubted)}:
        return lazy_ngettext(
            "One tile is not seen clearly: make more light, move a lamp that tiles reflect, or wipe the lens.",
            "%(number)s tiles are not seen clearly: make more light, move a lamp that tiles reflect, or wipe the lens.",
            len(unclear),
        )
    if not state.readings and (state.facedown or state.standing):
        return lazy_gettext(
            "Tiles are seen. Turn a few face up where you will play, the corners too. "
            "If some are, move the camera nearer or higher, or make more light."
        )
    if not state.readings:
        return lazy_gettext(
            "Lay a few tiles face up where you will play, the corners too. "
            "If some lie there, move the camera nearer or higher, or make more light."
        )
    return None


def _degrees_above(lying: NDArray[np.floating[Any]]) -> float:
    """How high the camera stands above a table with tiles at (N, 4, 2) px corners, in degrees."""
    return float(np.median(estimate_table_plane(lying).elevations(lying.mean(axis=1))))


def _shortest_px(state: TableState) -> float | None:
    """The length in pixels of the smallest tile that lies there; where none does, of most that may be tiles or stand.

    None where there are not even such.
    """
    lying = [*(tile.corners for tile in state.readings), *(tile.corners for tile in state.facedown)]
    if lying:
        return min(map(_length_px, lying))
    others = [_length_px(tile.corners) for tile in (*state.unlikely, *state.standing)]
    return float(np.median(others)) if len(others) >= FEWEST_SEEN else None


def _length_px(corners: NDArray[np.floating[Any]]) -> float:
    """The length of the longest side."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(sides.max())
