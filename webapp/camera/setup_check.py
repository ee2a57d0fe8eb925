"""How well a camera can read the table, checked before a game begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.texts import Text, lazy_gettext, lazy_ngettext
from muggins.vision.types import TableState

READABLE_LENGTH_PX = 36.0
"""The length of a tile from which it is seldom misread."""
READABLE_PROBABILITY = 0.9
"""The probability of a reading from which a tile counts as clear. Blurred, dark and shining tiles stay below."""


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
    if any(doubt.kind == "edge" for doubt in state.doubts):
        return lazy_gettext("A tile is cut off by the edge: move the camera until the whole table is seen.")
    if not state.readings and (state.facedown or state.standing):
        return lazy_gettext("Tiles are seen. Turn a few face up where you will play, the corners too.")
    if not state.readings:
        return lazy_gettext(
            "Lay a few tiles face up where you will play, the corners too, to see whether they are read."
        )
    shortest = min(_length_px(reading.corners) for reading in state.readings)
    if shortest < READABLE_LENGTH_PX:
        return lazy_gettext(
            "The tiles are small, %(pixels)s pixels: bring the camera nearer, or look down more steeply.",
            pixels=f"{shortest:.0f}",
        )
    if unsure := sum(reading.probability < READABLE_PROBABILITY for reading in state.readings):
        return lazy_ngettext(
            "One tile is not seen clearly: more light, less glare, or wipe the lens.",
            "%(number)s tiles are not seen clearly: more light, less glare, or wipe the lens.",
            unsure,
        )
    return None


def _length_px(corners: NDArray[np.floating[Any]]) -> float:
    """The length of the longest side."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(sides.max())
