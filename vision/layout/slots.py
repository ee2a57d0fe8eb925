"""Where tiles would lie that are joined to those already read: places worth a second look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import intersections_over_min
from ..geometry.points import Floats
from ..types import Detection, TileReading
from .contacts import ENDS, HALF, MIDDLES
from .joins import Adjacency, Join, contacts_of

# More of a place than this under another tile, and no tile lies there.
TAKEN = 0.3


@dataclass(frozen=True, eq=False)
class Slot:
    """Where a tile would lie that is joined."""

    outline: NDArray[np.float32]
    """(4, 2) pixels, an end first."""
    shows: int
    """The pips that one of its halves would show."""

    def is_as(self, other: Slot) -> bool:
        """Whether both are nearly the same place."""
        width = float(np.linalg.norm(self.outline[0] - self.outline[1]))
        return self.shows == other.shows and float(np.abs(self.outline - other.outline).max()) < width / 4


def open_slots(
    readings: Sequence[TileReading],
    joins: Sequence[Join],
    beside: Sequence[Detection],
    size: tuple[int, int],
    touching: Adjacency | None = None,
) -> list[Slot]:
    """Where in a picture of that size a tile would lie against an open half, and nothing lies yet.

    Tiles that are joined to nothing are passed over where there are more than three. `touching` is what `contacts_of`
    gives, worked out here where it is not known.
    """
    if not readings:
        return []
    corners = np.array([one.corners for one in readings] + [one.corners for one in beside])
    touching = contacts_of(readings, beside) if touching is None else touching
    plane, poses = touching.plane, touching.poses
    back = np.linalg.inv(plane.matrix)
    joined = {join.first for join in joins} | {join.second for join in joins}
    taken = {(tile, place) for join in joins for tile, place in _ends_of(join)}
    found: list[Slot] = []
    for tile, reading in enumerate(readings):
        if tile not in joined and len(readings) > 3:
            continue
        along = poses.along[tile]
        across = np.array([-along[1], along[0]])
        for half, (forward, side, lengthwise) in _shifts(reading, tile, taken, plane.length):
            middle = poses.centres[tile] + forward * along + side * across
            flat = _outline(middle, along if lengthwise else across, plane.length)
            solid = np.concatenate([flat, np.ones((4, 1))], axis=1) @ back.T
            seen = (solid[:, :2] / solid[:, 2:]).astype(np.float32)
            in_view = (solid[:, 2] > 0).all() and (seen >= 0).all() and (seen < size).all()
            if in_view and (intersections_over_min(seen, corners, TAKEN) < TAKEN).all():
                found.append(Slot(seen, reading.shows[half]))
    return found


def _ends_of(join: Join) -> tuple[tuple[int, int], tuple[int, int]]:
    return (join.first, join.places[0]), (join.second, join.places[1])


def _shifts(
    reading: TileReading, tile: int, taken: set[tuple[int, int]], length: float
) -> list[tuple[int, tuple[float, float, bool]]]:
    """For each place where a neighbour may lie: the half it touches, how far its middle is along and across the tile,
    and whether it lies lengthwise to it."""
    places = {place for other, place in taken if other == tile}
    first, second = reading.shows
    found: list[tuple[int, tuple[float, float, bool]]] = []
    if first == second:
        for place, side in ((MIDDLES.start, -1), (MIDDLES.start + 1, 1)):
            if place not in places:
                found.append((0, (0.0, side * (0.5 + length / 2), False)))
        for place, way in ((ENDS.start, -1), (ENDS.start + 1, 1)):
            if place not in places:
                found.append((0, (way * length, 0.0, True)))
        return found
    for half, way in ((0, -1), (1, 1)):
        if any(int(HALF[place]) == half for place in places):
            continue
        found.append((half, (way * length, 0.0, True)))
        found.append((half, (way * (length / 2 + 0.5), 0.0, False)))
        for side in (-1, 1):
            found.append((half, (way * (length / 2 + 0.5), side * length / 4, False)))
            found.append((half, (way * length / 4, side * (0.5 + length / 2), False)))
    return found


def _outline(middle: Floats, along: Floats, length: float) -> Floats:
    """(4, 2) on the table: a tile, clockwise as seen, an end first."""
    forward, across = along * length / 2, np.array([-along[1], along[0]]) / 2
    corners: Floats = middle + np.array([across - forward, -across - forward, forward - across, forward + across])
    return corners
