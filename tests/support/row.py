"""Up to four tiles of a layout in a row with their places, and tracks of tiles that are seen."""

import numpy as np

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.place import Place
from muggins.vision.tracking.tracks import Track
from muggins.vision.types import TileReading


def reading(tile, x, y=100.0, sure=0.95, shift=(0, 0), turn=0.0):
    """The reading of a tile of 20 x 40 pixels around x, y, with its higher half to the left."""
    along = np.array([np.cos(turn), np.sin(turn)]) * 20
    across = np.array([-along[1], along[0]]) / 2
    middle = np.array([x, y], float) + shift
    ends = np.array([middle - along, middle + along])
    corners = np.array([ends[0] + across, ends[0] - across, ends[1] - across, ends[1] + across])
    pips = np.full((2, 7), (1 - sure) / 7)
    pips[(0, 1), Tile.parse(tile).halves] += sure
    return TileReading(corners, np.array([middle - along / 2, middle + along / 2]), pips)


AT = {"6-4": 100, "4-1": 141, "6-0": 59, "5-1": 182}
LAYOUT = "6-4, 4-1>6-4, 6-0>6-4"


def expected(text=LAYOUT, **named):
    return Expected(Layout.parse(text), **named)


def places(text=LAYOUT):
    return tuple(Place(tile, reading(str(tile), AT[str(tile)])) for tile in Layout.parse(text).tiles)


def seen(*readings, frames=8):
    return [Track(one, 0.0, seen=frames, weight=float(frames)) for one in readings]
