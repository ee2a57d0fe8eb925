"""The values of tiles and their joins, worked out together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from muggins.scorer.tiles import Tile

from ..geometry.table_plane import TablePlane
from ..layout.joins import Adjacency, Joined, adjacency_of, find_joins
from ..layout.value_assignment import assign_values
from ..types import Detection, Doubt, TileReading
from .tuning import ReadingTuning


@dataclass(frozen=True, eq=False)
class Assembly:
    """Tiles whose values were assigned together, and how they are joined."""

    readings: tuple[TileReading, ...] = ()
    value_doubts: tuple[Doubt, ...] = ()
    joined: Joined = field(default_factory=Joined)
    """Joins and the doubts about them; their tiles are indices of `readings`."""
    adjacency: Adjacency | None = None
    """How the tiles lie on the table; None where there are none."""

    @property
    def joined_tiles(self) -> frozenset[Tile]:
        """The values of the tiles that are joined to another."""
        ends = (index for join in self.joined.joins for index in (join.first, join.second))
        return frozenset(self.readings[index].tile for index in ends)


def assemble_readings(
    readings: Sequence[TileReading],
    facedown: Sequence[Detection],
    tuning: ReadingTuning,
    plane: TablePlane | None = None,
) -> Assembly:
    """The readings with the likeliest values for the whole table, in the same order, and their joins.

    `plane` is the plane estimated from the same tiles; without it, it is estimated here.
    """
    if not readings:
        return Assembly()
    adjacency = adjacency_of(readings, tuning.layout, facedown, plane)
    named, doubts = assign_values(readings, tuning.layout, facedown, adjacency)
    return Assembly(named, doubts, find_joins(named, tuning.layout, facedown, adjacency), adjacency)
