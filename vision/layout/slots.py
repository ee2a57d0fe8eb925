"""Slots: where a tile would lie that is joined to those already read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import intersections_over_min
from ..geometry.points import Floats, perpendicular
from ..types import Detection, TileReading
from .contacts import ENDS, HALF, MIDDLES
from .joins import Adjacency, Join, adjacency_of
from .tuning import LayoutTuning


@dataclass(frozen=True, eq=False)
class Slot:
    """Where a tile would lie that is joined."""

    outline: NDArray[np.float32]
    """(4, 2) px, clockwise as seen, an end first."""
    shows: int
    """The pips that one of its halves would show."""

    def is_as(self, other: Slot, tuning: LayoutTuning) -> bool:
        """Whether both are nearly the same slot."""
        width = float(np.linalg.norm(self.outline[0] - self.outline[1]))
        distance = float(np.abs(self.outline - other.outline).max())
        return self.shows == other.shows and distance < tuning.same_slot_widths * width


@dataclass(frozen=True)
class _Shift:
    """Where a slot lies from a tile."""

    half: int
    """The half of the tile that it touches."""
    along_widths: float
    """How far its centre lies from the tile's, along the tile."""
    across_widths: float
    """The same across the tile."""
    is_lengthwise: bool
    """Whether it lies in the tile's direction, and not across it."""


def open_slots(
    readings: Sequence[TileReading],
    joins: Sequence[Join],
    others: Sequence[Detection],
    size: tuple[int, int],
    tuning: LayoutTuning,
    adjacency: Adjacency | None = None,
) -> list[Slot]:
    """The slots against open halves that lie in a picture of that width and height and where nothing lies yet.

    `others` are the face-down tiles. `adjacency` is that of the readings and `others`; without it, it is worked out
    here.
    """
    if not readings:
        return []
    corners = np.array([reading.corners for reading in readings] + [tile.corners for tile in others])
    adjacency = adjacency_of(readings, tuning, others) if adjacency is None else adjacency
    plane, poses = adjacency.plane, adjacency.poses
    table_to_picture = np.linalg.inv(plane.matrix)
    joined = {join.first for join in joins} | {join.second for join in joins}
    taken = {end for join in joins for end in ((join.first, join.spots[0]), (join.second, join.spots[1]))}
    slots: list[Slot] = []
    for tile, reading in enumerate(readings):
        if tile not in joined and len(readings) > tuning.few_tiles:
            continue
        along = poses.along[tile]
        across = perpendicular(along)
        for shift in _shifts(reading, {spot for other, spot in taken if other == tile}, plane.length):
            centre = poses.centres[tile] + shift.along_widths * along + shift.across_widths * across
            flat = _outline(centre, along if shift.is_lengthwise else across, plane.length)
            mapped = np.concatenate([flat, np.ones((4, 1))], axis=1) @ table_to_picture.T
            outline = (mapped[:, :2] / mapped[:, 2:]).astype(np.float32)
            # A corner beyond the horizon has a negative third coordinate.
            in_view = (mapped[:, 2] > 0).all() and (outline >= 0).all() and (outline < size).all()
            if in_view and (intersections_over_min(outline, corners, tuning.slot_taken) < tuning.slot_taken).all():
                slots.append(Slot(outline, reading.shows[shift.half]))
    return slots


def _shifts(reading: TileReading, taken: set[int], length: float) -> Iterator[_Shift]:
    """Where neighbours may lie at a tile with neighbours at the spots `taken`; `length` is that of a tile."""
    first, second = reading.shows
    if first == second:
        for spot, side in ((MIDDLES.start, -1), (MIDDLES.start + 1, 1)):
            if spot not in taken:
                yield _Shift(0, 0.0, side * (0.5 + length / 2), False)
        for spot, end in ((ENDS.start, -1), (ENDS.start + 1, 1)):
            if spot not in taken:
                yield _Shift(0, end * length, 0.0, True)
        return
    for half, end in ((0, -1), (1, 1)):
        if any(int(HALF[spot]) == half for spot in taken):
            continue
        yield _Shift(half, end * length, 0.0, True)
        yield _Shift(half, end * (length / 2 + 0.5), 0.0, False)
        for side in (-1, 1):
            yield _Shift(half, end * (length / 2 + 0.5), side * length / 4, False)
            yield _Shift(half, end * length / 4, side * (0.5 + length / 2), False)


def _outline(centre: Floats, along: Floats, length: float) -> Floats:
    """(4, 2) tile widths: a tile on the table, clockwise as seen, an end first."""
    forward, across = along * length / 2, perpendicular(along) / 2
    corners: Floats = centre + np.array([across - forward, -across - forward, forward - across, forward + across])
    return corners
