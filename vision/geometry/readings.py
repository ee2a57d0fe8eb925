"""Where a reading lies and which way round it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..types import TileReading
from .quads import turn_round


def turned_round(reading: TileReading) -> TileReading:
    """The same reading with its halves in the other order."""
    turned = np.ones(1, bool)
    return replace(
        reading,
        corners=turn_round(reading.corners[None], turned)[0],
        ends=turn_round(reading.ends[None], turned)[0],
        pips=turn_round(reading.pips[None], turned)[0],
        halves=None if reading.halves is None else (reading.halves[1], reading.halves[0]),
    )


def likelier_order(reading: TileReading, halves: tuple[int, int]) -> tuple[int, int]:
    """The pips of a tile's halves in the order in which a reading more likely shows them."""
    first, second = halves
    straight = reading.pips[0, first] * reading.pips[1, second]
    return halves if straight >= reading.pips[0, second] * reading.pips[1, first] else (second, first)


def aligned(reading: TileReading, with_reading: TileReading) -> TileReading:
    """A reading with its halves in the order in which another reading of the same tile has them."""
    straight = np.linalg.norm(reading.ends - with_reading.ends)
    crossed = np.linalg.norm(reading.ends[::-1] - with_reading.ends)
    return turned_round(reading) if crossed < straight else reading
