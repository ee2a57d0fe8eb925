"""The layout that lies on a table, from the tiles read there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile

from ..types import Detection, Doubt, Link, TileReading
from .joins import Join, Joined, find_joins


class Reconstruction(NamedTuple):
    """What lies on the table."""

    layout: Layout = Layout()
    links: tuple[Link, ...] = ()
    loose: tuple[Tile, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def reconstruct(
    readings: Sequence[TileReading], beside: Sequence[Detection] = (), joined: Joined | None = None
) -> Reconstruction:
    """The layout, every link, the loose tiles, and what is in doubt, of tiles whose values are settled.

    `beside` are tiles face down: they tell how the table slants, and how much lies there by accident.
    `joined` is what `find_joins` gives for the same, found here where it is not known.
    """
    if not readings:
        return Reconstruction()
    joins, doubts = find_joins(readings, beside) if joined is None else joined
    tiles = [reading.tile for reading in readings]
    links = tuple((tiles[join.first], tiles[join.second]) for join in joins)
    chains = _chains(tiles, joins)
    chained = {number for chain in chains for number, _ in chain}
    loose = tuple(tile for number, tile in enumerate(tiles) if number not in chained)
    return Reconstruction(_layout(tiles, chains), links, loose, (*doubts, *_apart(tiles, chains)))


def _chains(tiles: Sequence[Tile], joins: Sequence[Join]) -> list[list[tuple[int, int | None]]]:
    """The chains, the largest first: numbers of tiles, each with its host, from the one with most neighbours outwards.

    The lone tile of a table with one is a chain.
    """
    if len(tiles) == 1:
        return [[(0, None)]]
    beside: dict[int, list[int]] = {}
    for join in joins:
        beside.setdefault(join.first, []).append(join.second)
        beside.setdefault(join.second, []).append(join.first)
    starts = sorted(beside, key=lambda tile: (-len(beside[tile]), not tiles[tile].is_double, -tiles[tile].total, tile))
    chains: list[list[tuple[int, int | None]]] = []
    seen: set[int] = set()
    for start in starts:
        if start in seen:
            continue
        chain: list[tuple[int, int | None]] = [(start, None)]
        seen.add(start)
        for tile, _ in chain:
            fresh = [other for other in beside[tile] if other not in seen]
            seen.update(fresh)
            chain.extend((other, tile) for other in fresh)
        chains.append(chain)
    return sorted(chains, key=len, reverse=True)


def _layout(tiles: Sequence[Tile], chains: Sequence[Sequence[tuple[int, int | None]]]) -> Layout:
    """The largest chain. A tile that is seen twice lies in it once: a layout is made of tiles of one set."""
    placements: dict[Tile, Placement] = {}
    laid: set[int] = set()
    for number, host in chains[0] if chains else ():
        if tiles[number] not in placements and (host is None or host in laid):
            placements[tiles[number]] = Placement(tiles[number], None if host is None else tiles[host])
            laid.add(number)
    return Layout(tuple(placements.values()))


def _apart(tiles: Sequence[Tile], chains: Sequence[Sequence[tuple[int, int | None]]]) -> list[Doubt]:
    """A game has one layout: of a further chain it is asked what joins it."""
    doubts = []
    for chain in chains[1:]:
        one, other = tiles[chain[0][0]], tiles[chains[0][0][0]]
        text = f"The tiles at {one} and those at {other} are not joined. Was a tile between them not seen?"
        doubts.append(Doubt("join", text, one))
    return doubts
