"""Whose the tiles are that are turned up at the end of a hand: they lie before their player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muggins.scorer.tiles import Tile

from ..geometry.readings import centre_of
from ..motion.motion import SIDES
from ..types import TileReading

FAINT = 0.25
"""How sure it must be that a tile lies there at all, or"""
READ = 0.5
"""how sure what it shows: grain in the cloth is neither."""


def is_surely_up(reading: TileReading) -> bool:
    """Whether a tile surely lies there face up, so that somebody may be asked whether the hand is over."""
    return reading.confidence >= FAINT or reading.probability >= READ


def hands_turned_up(
    loose: Sequence[TileReading], size: tuple[int, int], sides: tuple[str, ...] = SIDES
) -> Mapping[str, tuple[Tile, ...]]:
    """For each of `sides` where one lies the face-up tiles nearest to it; `size` is the picture's width and height."""
    hands: dict[str, tuple[Tile, ...]] = {}
    for reading in sorted(loose, key=lambda one: str(one.tile), reverse=True):
        x, y = centre_of(reading) / size
        far = {"bottom": 1 - y, "top": y, "left": x, "right": 1 - x}
        side = min(sides, key=lambda one: float(far[one]))
        hands[side] = (*hands.get(side, ()), reading.tile)
    return hands
