"""Whose tiles are turned up at the end of a hand: they lie in front of their player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from muggins.scorer.tiles import Tile

from ..motion.arms import SIDES, closest_border
from ..types import TileReading

SURELY_DETECTED = 0.25
"""A detection at least this confident is a tile; the grain of a cloth is fainter."""
SURELY_READ = 0.5
"""A reading whose value is at least this probable is a tile, however faint its detection."""


SEVERAL_UP = 2
"""So many tiles that lie surely face up beside the layout are hands turned up. People misplay one tile."""


def is_surely_up(reading: TileReading) -> bool:
    """Returns whether a tile surely lies there face up, so that players may be asked whether the hand is over."""
    return reading.confidence >= SURELY_DETECTED or reading.probability >= SURELY_READ


def are_hands_up(loose: Iterable[TileReading]) -> bool:
    """Returns whether the tiles beside the layout are hands turned up."""
    return sum(map(is_surely_up, loose)) >= SEVERAL_UP


def hands_turned_up(
    loose: Sequence[TileReading], size: tuple[int, int], sides: tuple[str, ...] = SIDES
) -> Mapping[str, tuple[Tile, ...]]:
    """Returns for each of `sides` the face-up tiles that lie nearest to it; sides without tiles are left out.

    `size` is the picture's width and height.
    """
    hands: dict[str, tuple[Tile, ...]] = {}
    for reading in sorted(loose, key=lambda each: str(each.tile), reverse=True):
        x, y = reading.centre / size
        side = closest_border(float(x), float(y), sides)
        hands[side] = (*hands.get(side, ()), reading.tile)
    return hands
