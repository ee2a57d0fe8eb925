"""The rules of fives-family dominoes: tiles, layouts, rule sets, and games folded from the record of their events."""

from .events import (
    Claim,
    Correct,
    Draw,
    Event,
    GameStarted,
    HandEnd,
    HandStarted,
    Muggins,
    Pass,
    Play,
    TakeBack,
)
from .layout import Layout, OpenEnd, Placement
from .tiles import Tile, full_set

__all__ = [
    "Claim",
    "Correct",
    "Draw",
    "Event",
    "GameStarted",
    "HandEnd",
    "HandStarted",
    "Layout",
    "Muggins",
    "OpenEnd",
    "Pass",
    "Placement",
    "Play",
    "TakeBack",
    "Tile",
    "full_set",
]
