"""What the record says lies on the table: a watcher is told with each frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile

from .events import Cleared, LayoutFound, Played, Reread, TableEvent, TakenBack


@dataclass(frozen=True)
class Expected:
    """What the record says of the hand in play."""

    layout: Layout | None = None
    """What lies there, in the order of play. None between hands, when the record does not say."""
    hand: int = 0
    """The number of the hand."""
    named: Mapping[Tile, frozenset[Tile]] = field(default_factory=dict)
    """The tiles of the layout that people named themselves, each with all names it ever had in the record."""

    @property
    def lying(self) -> Layout:
        """The layout; an empty one where the record does not say."""
        return Layout() if self.layout is None else self.layout

    def after(self, event: TableEvent) -> Expected:
        """What the record says once it has taken an event."""
        layout = self.lying
        match event:
            case Played():
                layout = layout.place(event.tile, event.on, event.joins)
            case TakenBack():
                layout = Layout(tuple(placed for placed in layout.placements if placed.tile != event.tile))
            case Reread():
                layout = with_other_name(layout, event.was, event.tile)
            case LayoutFound():
                layout = event.layout
            case Cleared():
                layout = Layout()
            case _:
                return self
        return replace(self, layout=layout)

    def is_misplay(self, tile: Tile) -> bool:
        """Whether a tile of the layout lies where none may be played: the halves differ, or that end was not open."""
        number = self.lying.tiles.index(tile)
        placed = self.lying.placements[number]
        if placed.on is None:
            return False
        pips = tile.shared(placed.on)
        before = Layout(self.lying.placements[:number])
        return placed.joins is not None or pips is None or not before.is_open(placed.on, pips)


def neighbours_of(layout: Layout, tile: Tile) -> list[Placement]:
    """The placements that join a tile to its host and to what was played on it."""
    return [placed for placed in layout.placements if placed.on is not None and tile in (placed.tile, placed.on)]


def with_other_name(layout: Layout, was: Tile, tile: Tile) -> Layout:
    """A layout with another name for a tile. Which halves join follows from it; ValueError where none match."""
    names = {was: tile}

    def renamed(placed: Placement) -> Placement:
        if was not in (placed.tile, placed.on):
            return placed
        return Placement(names.get(placed.tile, placed.tile), placed.on and names.get(placed.on, placed.on))

    return Layout(tuple(map(renamed, layout.placements)))
