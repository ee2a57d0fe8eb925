"""What the record says lies on the table: a watcher is told with each frame."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile


@dataclass(frozen=True)
class Expected:
    """What the record says of the hand in play."""

    layout: Layout | None = None
    """What lies there, in the order of play. None between hands, when the record does not say."""
    hand: int = 0
    """The number of the hand."""
    named: Mapping[Tile, frozenset[Tile]] = field(default_factory=dict)
    """The tiles of the layout that people named themselves, each with all names that it ever had in the record."""


def relabel(expected: Expected, layout: Layout, candidates: Collection[Tile]) -> Layout:
    """`layout`, as a camera sees it for the first time, with tiles that people named under those names.

    A misread tile is found by its place: it lies against the same half of the same neighbour as the named tile does in
    the record. `candidates` are the named tiles that may be misread.
    """
    recorded = expected.layout or Layout()
    for tile in [tile for tile in candidates if tile in recorded and tile not in layout]:
        misread = _misread_as(tile, expected.named[tile], recorded, layout)
        if misread is not None:
            # A neighbour that does not match the new name shows that it is another tile after all.
            with suppress(ValueError):
                layout = renamed_in(layout, {misread: tile})
    return layout


def renamed_in(layout: Layout, names: Mapping[Tile, Tile]) -> Layout:
    """A layout with other names for tiles. ValueError where a neighbour does not match."""
    return Layout(tuple(_renamed(placement, names) for placement in layout.placements))


def _renamed(placement: Placement, names: Mapping[Tile, Tile]) -> Placement:
    """The placement under other names. Which halves join follows from them."""
    tile, on = names.get(placement.tile, placement.tile), placement.on and names.get(placement.on, placement.on)
    return placement if (tile, on) == (placement.tile, placement.on) else Placement(tile, on)


def _misread_as(tile: Tile, earlier_names: Collection[Tile], recorded: Layout, layout: Layout) -> Tile | None:
    """The unrecorded tile that lies where the record has `tile`; None where that is not certain."""
    if len(recorded.tiles) == len(layout.tiles) == 1:
        return layout.tiles[0]
    recorded_contacts, seen_contacts = _contacts(recorded), _contacts(layout)
    found: list[Tile] = []
    for place in (place for name, place in recorded_contacts if name == tile):
        unrecorded = [name for name, where in seen_contacts if where == place and name not in recorded]
        missing = {name for name, where in recorded_contacts if where == place and name not in layout}
        # Several tiles may lie against a double. Then `tile` must be the only one missing there, or be read under a
        # name that it had before.
        as_before = [name for name in unrecorded if name in earlier_names]
        found += as_before if as_before or len(missing) > 1 else unrecorded
    return found[0] if len(set(found)) == 1 else None


def _contacts(layout: Layout) -> list[tuple[Tile, tuple[Tile, int]]]:
    """Every tile with each neighbour and the half of that neighbour that it touches."""
    joins = [(placed.tile, placed.on, placed.joined) for placed in layout.placements if placed.on is not None]
    return [(tile, (host, half)) for tile, host, (_, half) in joins] + [
        (host, (tile, half)) for tile, host, (half, _) in joins
    ]
