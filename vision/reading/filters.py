"""Which readings can be tiles on this table: of one size, apart from each other, in the picture, and clear enough."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from ..detection.multiscale import NMS_THRESHOLD
from ..geometry.overlap import nms
from ..geometry.quads import areas
from ..geometry.table_plane import TablePlane, estimate_table_plane
from ..types import Detection, Image, Link, TileReading

# Less than this of a tile in the picture, and it is not read: more of it may be cut off and no pip with it.
WHOLE = 0.65
# With this much of it in the picture it is asked about.
HALF_SEEN = 0.5
# Corners farther than this from those of a tile of the size of the others, in tile lengths: it is something else.
MISSHAPEN = 0.22
# So many tiles tell what size the others must have.
SIZE_KNOWN = 4
# A tile joined to none that is less likely than this to lie there and to show what it does is one of a hand, where any
# are seen; where none are it is none, if it is less likely than the second. Hands are rows: of one as near to a tile
# that stands as the fourth, in tile lengths, the third is asked.
FAINT, FAINTEST, IN_A_ROW, NEAR = 0.45, 0.12, 0.6, 0.3
# Where no tile is this likely to lie there and to show what it does, what is seen is no set, but cards or keys.
SURELY_A_SET = 0.25


def reject_size_outliers(
    readings: Sequence[TileReading], beside: Sequence[Detection]
) -> tuple[TablePlane | None, list[TileReading]]:
    """The readings without those that are not as large as tiles are on this table; and the table that all lie on.

    Few tiles tell neither.
    """
    if len(readings) + len(beside) < SIZE_KNOWN or not readings:
        return None, list(readings)
    corners = np.array([one.corners for one in readings] + [one.corners for one in beside])
    plane = estimate_table_plane(corners)
    misfit = plane.poses(corners).misfit[: len(readings)]
    return plane, [reading for reading, off in zip(readings, misfit, strict=True) if off < MISSHAPEN]


def nms_readings(readings: Sequence[TileReading]) -> list[TileReading]:
    """The readings without those that lie over a surer one."""
    ordered = sorted(readings, key=lambda one: -one.confidence)
    return [ordered[number] for number in nms([one.corners for one in ordered], NMS_THRESHOLD)]


def reject_truncated(readings: Sequence[TileReading], image: Image, share: float = WHOLE) -> list[TileReading]:
    """The readings of tiles of which the edge of the picture leaves this `share` at least."""
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
        if not beyond[number] or cv2.intersectConvexConvex(corners[number], frame)[0] >= share * grounds[number]
    ]


def reject_low_confidence(
    readings: tuple[TileReading, ...], links: Sequence[Link], standing: Sequence[Detection]
) -> tuple[TileReading, ...]:
    """The readings without those joined to none that are too unlikely to lie there and to show what they do.

    None where not one is sure.
    """
    joined = {tile for link in links for tile in link}

    def asked(reading: TileReading) -> float:
        return IN_A_ROW if _is_near(reading, standing) else FAINT if standing else FAINTEST

    kept = tuple(one for one in readings if one.tile in joined or one.confidence * one.probability >= asked(one))
    surest = max((one.confidence * one.probability for one in kept), default=0.0)
    return kept if surest >= SURELY_A_SET else ()


def _is_near(reading: TileReading, standing: Sequence[Detection]) -> bool:
    """Whether a tile lies as near to a standing one as those of a hand stand to each other."""
    if not standing:
        return False
    rows = np.array([tile.corners for tile in standing])
    apart = np.maximum(rows.min(axis=1) - reading.corners.max(axis=0), reading.corners.min(axis=0) - rows.max(axis=1))
    length = np.sqrt(2 * areas(reading.corners[None])[0])
    return bool((apart.max(axis=1) < NEAR * length).any())
