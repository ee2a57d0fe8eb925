"""Whose tiles are turned up at the end of a hand: they lie in front of their player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from muggins.scorer.tiles import Tile

from ..motion.arms import SIDES, Side, closest_border
from ..types import TileReading
from .tuning import TrackingTuning


def is_surely_up(reading: TileReading, tuning: TrackingTuning) -> bool:
    """Whether a tile surely lies there face up, so that players may be asked whether the hand is over."""
    is_blank = reading.tile.high == 0  # a white square of a cloth reads as a blank tile however surely
    return reading.confidence >= tuning.surely_detected or (reading.probability >= tuning.surely_read and not is_blank)


def are_hands_up(loose: Iterable[TileReading], tuning: TrackingTuning) -> bool:
    """Whether the tiles beside the layout are hands turned up."""
    return sum(is_surely_up(reading, tuning) for reading in loose) >= tuning.several_up


def hands_turned_up(
    loose: Sequence[TileReading], size: tuple[int, int], sides: tuple[Side, ...] = SIDES
) -> Mapping[str, tuple[Tile, ...]]:
    """The face-up tiles by the side that they lie nearest to; `size` is the picture's width and height in pixels."""
    hands: dict[str, tuple[Tile, ...]] = {}
    for reading in sorted(loose, key=lambda each: str(each.tile), reverse=True):
        x, y = reading.centre / size
        side = closest_border(float(x), float(y), sides)
        hands[side] = (*hands.get(side, ()), reading.tile)
    return hands
