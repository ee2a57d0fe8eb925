"""Which of the tiles newly seen on a table were played, on what, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from .belief import Belief
from .reconstruct import reconstruct
from .table import Detection, Doubt, Link, TileReading
from .voting import Sighting, grown, width_of

ALONE = 0.15
"""Widths of a tile that must be free around the set: one that touches tiles face down is of the boneyard."""


@dataclass(frozen=True, eq=False)
class NewTile:
    """A tile that was played, as it was seen."""

    tile: Tile
    on: Tile | None
    sighting: Sighting
    reading: TileReading


@dataclass(frozen=True, eq=False)
class Found:
    """What lies on the table beside the believed layout."""

    plays: tuple[NewTile, ...]
    """Each after its host."""
    loose: tuple[NewTile, ...]
    """Face-up tiles that are joined to nothing that counts."""
    doubts: tuple[Doubt, ...]


def find_plays(
    belief: Belief, fresh: Sequence[Sighting], facedown: Sequence[Detection], lying: Iterable[Tile]
) -> Found:
    """The tiles that were played among those newly seen; `lying` are face-up tiles that lay about before."""
    named = _named_apart(belief, fresh)
    if not named:
        return Found((), (), ())
    believed = [laid.certain() for laid in belief.tiles]
    _, links, _, doubts = reconstruct(believed + [new.reading for new in named], facedown)
    joined = _joined(belief, named, links)
    if not belief.tiles:
        joined = _set_first(named, links, facedown, frozenset(lying))
    played = {new.tile for new in joined}
    return Found(tuple(joined), tuple(new for new in named if new.tile not in played), tuple(doubts))


def _named_apart(belief: Belief, fresh: Sequence[Sighting]) -> list[NewTile]:
    """Each new tile with its likeliest value that no other tile has, the surest first."""
    taken = {laid.tile for laid in belief.tiles}
    named = []
    for sighting in sorted(fresh, key=lambda one: -one.reading.probability):
        for tile, _ in sighting.reading.likely(1e-9):
            if tile not in taken:
                taken.add(tile)
                high, low = tile.halves
                pips = sighting.reading.pips
                straight = pips[0, high] * pips[1, low] >= pips[0, low] * pips[1, high]
                reading = sighting.reading.read_as((high, low) if straight else (low, high))
                named.append(NewTile(tile, None, sighting, reading))
                break
    return sorted(named, key=lambda new: (new.sighting.since, -new.reading.probability))


def _neighbours(tile: Tile, links: Sequence[Link]) -> list[Tile]:
    return [b if a == tile else a for a, b in links if tile in (a, b)]


def _joined(belief: Belief, named: Sequence[NewTile], links: Sequence[Link]) -> list[NewTile]:
    """The new tiles that hang on the believed layout, directly or over each other, each after its host."""
    layout = belief.layout
    left = list(named)
    found: list[NewTile] = []
    while True:
        for new in left:
            hosts = [
                host for host in _neighbours(new.tile, links) if host in layout and _is_open(layout, host, new.tile)
            ]
            if hosts:
                found.append(replace(new, on=hosts[0]))
                layout = layout.place(new.tile, hosts[0])
                left.remove(new)
                break
        else:
            return found


def _is_open(layout: Layout, host: Tile, tile: Tile) -> bool:
    pips = tile.shared(host)
    return pips is not None and layout.is_open(host, pips)


def _set_first(
    named: Sequence[NewTile], links: Sequence[Link], facedown: Sequence[Detection], lying: frozenset[Tile]
) -> list[NewTile]:
    """On an empty table: the set, alone or with what was played on it already."""
    chains = [_chain_from(new, named, links) for new in named]
    longest = max(chains, key=len)
    if len(longest) > 1:
        return longest
    alone = [new for new in named if new.tile not in lying and not any(_touch(new.reading, one) for one in facedown)]
    # Several that lie about and are joined to nothing are tiles turned over, not a set.
    return alone if len(alone) == 1 else []


def _chain_from(first: NewTile, named: Sequence[NewTile], links: Sequence[Link]) -> list[NewTile]:
    """All that hangs on `first`, each after its host."""
    by_tile = {new.tile: new for new in named}
    layout = Layout().place(first.tile)
    chain = [first]
    for host in chain:
        for tile in _neighbours(host.tile, links):
            if tile in by_tile and tile not in layout and _is_open(layout, host.tile, tile):
                layout = layout.place(tile, host.tile)
                chain.append(replace(by_tile[tile], on=host.tile))
    return chain


def _touch(reading: TileReading, other: Detection) -> bool:
    """Whether another tile touches or overlaps a tile."""
    area, _ = cv2.intersectConvexConvex(grown(reading.corners, 1 + 2 * ALONE), other.corners)
    return bool(area > 0.02 * width_of(reading) ** 2)
