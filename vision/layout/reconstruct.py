"""The layout that lies on a table, from the tiles read there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile
from muggins.texts import lazy_gettext

from ..types import Detection, Doubt, Link, TileReading
from .joins import Join, Joined, find_joins
from .tuning import LayoutTuning

Chain = list[tuple[int, int | None]]
"""Indices of tiles that are joined, each with that of its host, which comes before it; the first has none."""


class Reconstruction(NamedTuple):
    """What lies on a table."""

    layout: Layout = Layout()
    """The largest chain; the only tile of a table with one."""
    links: tuple[Link, ...] = ()
    """Every pair of tiles that are joined, in smaller chains too."""
    loose: tuple[Tile, ...] = ()
    """The tiles that are joined to nothing."""
    doubts: tuple[Doubt, ...] = ()


def reconstruct(
    readings: Sequence[TileReading],
    tuning: LayoutTuning,
    others: Sequence[Detection] = (),
    joined: Joined | None = None,
) -> Reconstruction:
    """The layout of tiles whose values are assigned.

    `others` are the face-down tiles: they show how the table slants and how much lies there by accident. `joined` is
    what `find_joins` gives for the same tiles; without it, it is worked out here.
    """
    if not readings:
        return Reconstruction()
    joins, doubts = find_joins(readings, tuning, others) if joined is None else joined
    tiles = [reading.tile for reading in readings]
    links = tuple((tiles[join.first], tiles[join.second]) for join in joins)
    chains = chains_of(tiles, joins)
    chained = {index for chain in chains for index, _ in chain}
    loose = tuple(tile for index, tile in enumerate(tiles) if index not in chained)
    return Reconstruction(_layout(tiles, chains), links, loose, (*doubts, *_doubts_about_chains(tiles, chains)))


def chains_of(tiles: Sequence[Tile], joins: Sequence[Join]) -> list[Chain]:
    """The chains, the largest first, each from the tile with most neighbours outwards.

    The only tile of a table with one is a chain.
    """
    if len(tiles) == 1:
        return [[(0, None)]]
    neighbours: dict[int, list[int]] = {}
    for join in joins:
        neighbours.setdefault(join.first, []).append(join.second)
        neighbours.setdefault(join.second, []).append(join.first)
    starts = sorted(
        neighbours,
        key=lambda tile: (-len(neighbours[tile]), not tiles[tile].is_double, -tiles[tile].total, tile),
    )
    chains: list[Chain] = []
    visited: set[int] = set()
    for start in starts:
        if start in visited:
            continue
        chain: Chain = [(start, None)]
        visited.add(start)
        for tile, _ in chain:
            fresh = [other for other in neighbours[tile] if other not in visited]
            visited.update(fresh)
            chain.extend((other, tile) for other in fresh)
        chains.append(chain)
    return sorted(chains, key=len, reverse=True)


def _layout(tiles: Sequence[Tile], chains: Sequence[Chain]) -> Layout:
    """The largest chain. A tile that is seen twice lies in it once, as a layout is made of tiles of one set."""
    placements: dict[Tile, Placement] = {}
    laid: set[int] = set()
    for index, host in chains[0] if chains else ():
        if tiles[index] not in placements and (host is None or host in laid):
            placements[tiles[index]] = Placement(tiles[index], None if host is None else tiles[host])
            laid.add(index)
    return Layout(tuple(placements.values()))


def _doubts_about_chains(tiles: Sequence[Tile], chains: Sequence[Chain]) -> list[Doubt]:
    """Doubts about further chains: a game has one layout, so a tile between two chains may have been missed."""
    doubts = []
    for chain in chains[1:]:
        apart, largest = tiles[chain[0][0]], tiles[chains[0][0][0]]
        text = lazy_gettext(
            "The tiles at %(apart)s and those at %(largest)s are not joined. Was a tile between them not seen?",
            apart=apart,
            largest=largest,
        )
        doubts.append(Doubt("join", text, apart))
    return doubts
