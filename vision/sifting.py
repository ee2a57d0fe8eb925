"""Which readings can be tiles that lie on this table: all of one size, apart from each other, and in the picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from .geometry import TablePlane, areas, find_plane
from .looking import SAME_GROUND, Image
from .overlap import those_apart
from .table import Detection, TileReading

# Less than this of a tile in the picture, and it is not read: more of it may be cut off and no pip with it.
WHOLE = 0.65
# Corners farther than this from those of a tile of the size of the others, in tile lengths: it is something else.
MISSHAPEN = 0.22
# So many tiles tell what size the others must have.
SIZE_KNOWN = 4


def of_one_size(
    readings: Sequence[TileReading], beside: Sequence[Detection]
) -> tuple[TablePlane | None, list[TileReading]]:
    """The readings without those that are not as large as tiles are on this table; and the table that all lie on.

    Few tiles tell neither.
    """
    if len(readings) + len(beside) < SIZE_KNOWN or not readings:
        return None, list(readings)
    corners = np.array([one.corners for one in readings] + [one.corners for one in beside])
    plane = find_plane(corners)
    misfit = plane.poses(corners).misfit[: len(readings)]
    return plane, [reading for reading, off in zip(readings, misfit, strict=True) if off < MISSHAPEN]


def apart(readings: Sequence[TileReading]) -> list[TileReading]:
    """The readings without those that lie over a surer one."""
    ordered = sorted(readings, key=lambda one: -one.confidence)
    return [ordered[number] for number in those_apart([one.corners for one in ordered], SAME_GROUND)]


def in_picture(readings: Sequence[TileReading], image: Image) -> list[TileReading]:
    """The readings of tiles that are not cut off by the edge of the picture."""
    if not readings:
        return []
    height, width = image.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    corners = np.array([reading.corners for reading in readings])
    beyond = np.any((corners < 0) | (corners > [width, height]), axis=(1, 2))
    grounds = areas(corners)
    return [
        reading
        for number, reading in enumerate(readings)
        if not beyond[number] or cv2.intersectConvexConvex(corners[number], frame)[0] >= WHOLE * grounds[number]
    ]
