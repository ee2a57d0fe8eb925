"""Tiles that people named by hand keep that name when a camera sees the layout anew and misreads them again."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from muggins.scorer.events import Correct, Play
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile

from .current_hand import find_play


def named_by_hand(game: Game) -> tuple[Tile, ...]:
    """The tiles of the layout that a person named, by a play or by a correction, in the order of play."""
    statements = (event.said if isinstance(event, Correct) else event for event in game.record if event.is_by_person)
    named = {statement.tile for statement in statements if isinstance(statement, Play)}
    return tuple(tile for tile in game.layout.tiles if tile in named)


def relabel(game: Game, layout: Layout, candidates: Collection[Tile] | None = None) -> Layout:
    """`layout`, as a camera sees it for the first time, with the tiles that people named under those names.

    A misread tile is found by its place: it lies against the same half of the same neighbour as the named tile does in
    the record. `candidates` are the tiles that may be misread; by default all that people have named.
    """
    recorded = game.layout
    named = named_by_hand(game) if candidates is None else candidates
    for tile in [tile for tile in named if tile in recorded and tile not in layout]:
        misread = _misread_as(game, tile, recorded, layout)
        if misread is not None:
            # A neighbour that does not match the new name shows that it is another tile after all.
            with suppress(ValueError):
                layout = Layout(tuple(_with_tile(placement, misread, tile) for placement in layout.placements))
    return layout


def _with_tile(placement: Placement, old: Tile, new: Tile) -> Placement:
    """The placement with one tile replaced. Which halves join follows from the new tile."""
    if old not in (placement.tile, placement.on):
        return placement
    return Placement(new if placement.tile == old else placement.tile, new if placement.on == old else placement.on)


def _misread_as(game: Game, tile: Tile, recorded: Layout, layout: Layout) -> Tile | None:
    """The unrecorded tile that lies where the record has `tile`; None where that is not certain."""
    if len(recorded.tiles) == len(layout.tiles) == 1:
        return layout.tiles[0]
    earlier_names = _earlier_names(game, tile)
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


def _earlier_names(game: Game, tile: Tile) -> set[Tile]:
    """What a tile of the hand was taken for until a person named it, and its name."""
    found = find_play(game, tile)
    if found is None:
        return set()
    number, _ = found
    corrections = [event.said for event in game.record if isinstance(event, Correct) and event.of == number]
    return {event.tile for event in (game.record[number - 1], *corrections) if isinstance(event, Play)}


def _contacts(layout: Layout) -> list[tuple[Tile, tuple[Tile, int]]]:
    """Every tile with each neighbour and the half of that neighbour that it touches."""
    joins = [(placed.tile, placed.on, placed.joined) for placed in layout.placements if placed.on is not None]
    return [(tile, (host, half)) for tile, host, (_, half) in joins] + [
        (host, (tile, half)) for tile, host, (half, _) in joins
    ]
