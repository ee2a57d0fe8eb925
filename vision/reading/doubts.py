"""Tiles that may lie on the table, but were seen too faintly to be read: worth a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..geometry.overlap import Outlines
from ..types import Detection, Doubt, TileReading

# So clear it must be that such a tile lies there: that something does, face up, and shows what it seems to. Where one
# of the two models sees a tile and the other hardly does, neither is taken at its word: the mean of both counts.
WORTH_ASKING = 0.15
# More of it than this under what was read, and it is that.
SAME = 0.2
MOST = 2
"""Questions in one picture: where much is faint, the picture is bad, and that is said by two as well."""


def doubts_for_rejected(
    left_out: Iterable[TileReading], read: Sequence[TileReading], beside: Sequence[Detection]
) -> tuple[Doubt, ...]:
    """Doubts about readings that were left out, the likeliest first; none over what was read or lies `beside`."""
    asked = sorted(left_out, key=lambda one: -_clearness(one))
    if not asked:
        return ()
    corners = [*(one.corners for one in asked), *(one.corners for one in read), *(tile.corners for tile in beside)]
    outlines, known = Outlines(np.array(corners)), np.arange(len(corners)) >= len(asked)
    doubts: list[Doubt] = []
    for number, reading in enumerate(asked):
        if _clearness(reading) < WORTH_ASKING or len(doubts) == MOST:
            break
        if (outlines.intersection_over_min(number, known, SAME) < SAME).all():
            text = f"Does {reading.tile} lie there? Something like it was seen too faintly to be sure."
            doubts.append(Doubt("faint", text, reading.tile, reading.likely()[:3]))
            known[number] = True
    return tuple(doubts)


def _clearness(reading: TileReading) -> float:
    """The confidence of a reading is the product of what both models give; this is their geometric mean."""
    return float(np.sqrt(max(reading.confidence, 0.0))) * reading.probability
