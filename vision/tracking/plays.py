"""Which of the tiles newly seen on a table were played, on what, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..geometry.quads import scale_about_centre
from ..geometry.readings import width_of
from ..layout.reconstruct import reconstruct
from ..layout.value_assignment import assign_values
from ..types import Detection, Doubt, Link, TableState, TileReading
from .belief import Belief, probability_of
from .belief import named as read_as
from .tracks import Track

FRAMES = 3
"""Frames at rest that must show a tile before it is believed; more where it is hard to read."""
DOUBTFUL_FRAMES = 6
"""The same where its value is in doubt."""
VAGUE_FRAMES = 12
VAGUE = 0.3
"""A reading less probable than that is taken after VAGUE_FRAMES only."""
MISPLAY_FRAMES = 10
"""Frames for a tile that lies where none may be played: a tile misread, or put down for a moment, looks so too."""
ALONE = 0.15
"""Widths of a tile that must be free around the set: one that touches tiles face down is of the boneyard."""
UNDECIDED_FRAMES = 15
"""For so many frames several tiles that may each be the set are looked at: what is seen now and then only is none."""
MISPLAY_SURE = 0.8
"""How probable the values of a tile and its host must be where they do not fit: else one of them is misread."""


@dataclass(frozen=True, eq=False)
class NewTile:
    """A tile that is no part of the believed layout, as it was seen."""

    tile: Tile
    on: Tile | None
    sighting: Track
    reading: TileReading
    """Its halves as they are likeliest for the whole table."""
    doubt: Doubt | None
    """Where its value is in doubt."""
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that lie together, where they differ."""
    is_misplay: bool = False
    """It lies where it may not be played: the halves differ, or that end is not open."""

    @property
    def frames(self) -> int:
        """At rest that must show it before it is believed."""
        frames = FRAMES if self.doubt is None else DOUBTFUL_FRAMES
        if self.reading.probability < VAGUE:
            frames = VAGUE_FRAMES
        return max(frames, MISPLAY_FRAMES) if self.is_misplay else frames


@dataclass(frozen=True, eq=False)
class Found:
    """What lies on the table beside the believed layout."""

    plays: tuple[NewTile, ...]
    """Each after its host."""
    loose: tuple[NewTile, ...]
    """Face-up tiles that are joined to nothing that counts."""
    doubts: tuple[Doubt, ...]
    """Of joins, and of tiles that seem to lie there twice."""
    is_undecided: bool = False
    """Several tiles may each be the set, and a few frames more may tell which."""


def find_plays(
    belief: Belief,
    fresh: Sequence[Track],
    facedown: Sequence[Detection],
    lying: Iterable[Tile],
    left_over: Iterable[Tile] = (),
) -> Found:
    """The tiles that were played among those newly seen; `lying` are face-up tiles that lay about before.

    `left_over` are those of them that were left in the hands when the layout was cleared away.
    """
    if not fresh:
        return Found((), (), ())
    believed = [laid.certain() for laid in belief.tiles]
    named, twice = _name(believed, fresh, facedown)
    _, links, _, doubts = reconstruct(believed + [new.reading for new in named], facedown)
    undecided: list[NewTile] = []
    if belief.tiles:
        joined = _joined(belief, named, links)
        joined += _misplayed(
            belief, [new for new in named if all(new.tile != one.tile for one in joined)], links, doubts
        )
    else:
        joined, undecided = _set_first(named, links, facedown, frozenset(lying), frozenset(left_over))
    played = {new.tile for new in joined}
    loose = tuple(new for new in named if new.tile not in played)
    beside = {new.tile for new in loose}
    left = (
        doubt
        for doubt in doubts
        if not (doubt.kind == "misplay" and doubt.tile in played)
        # Of tiles that lie together in a hand that was turned up nobody need be asked.
        and not (doubt.kind == "join" and belief.tiles and {doubt.tile, *(tile for tile, _ in doubt.likely)} <= beside)
    )
    is_undecided = any(new.sighting.seen < UNDECIDED_FRAMES for new in undecided)
    return Found(tuple(joined), loose, (*twice, *left), is_undecided)


def state_of(belief: Belief, aside: Belief, beside: Iterable[TileReading], seen: TableState) -> TableState:
    """What was read, as it is believed to be; `aside` are tiles taken back by hand, `beside` what else lies there."""
    loose = [laid.certain() for laid in aside.tiles if laid.tile not in belief]
    loose += [one for one in beside if one.tile not in belief and one.tile not in aside]
    return replace(
        seen,
        readings=(*(laid.certain() for laid in belief.tiles), *loose),
        layout=belief.layout,
        links=belief.links,
        loose=tuple(one.tile for one in loose),
    )


def _name(
    believed: list[TileReading], fresh: Sequence[Track], facedown: Sequence[Detection]
) -> tuple[list[NewTile], list[Doubt]]:
    """Each new tile with the value that fits best with all others, and doubts of those that others seem to be."""
    settled, doubts = assign_values(believed + [one.reading for one in fresh], facedown)
    value = {doubt.tile: doubt for doubt in doubts if doubt.kind == "value"}
    taken = {reading.tile for reading in believed}
    named: list[NewTile] = []
    for sighting, reading in sorted(
        zip(fresh, settled[len(believed) :], strict=True), key=lambda pair: (pair[0].since, -pair[1].probability)
    ):
        if reading.tile not in taken:
            taken.add(reading.tile)
            named.append(NewTile(reading.tile, None, sighting, reading, value.get(reading.tile)))
    return named, [doubt for doubt in doubts if doubt.kind == "twice"]


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


def _misplayed(
    belief: Belief, left: Sequence[NewTile], links: Sequence[Link], doubts: Sequence[Doubt]
) -> list[NewTile]:
    """The new tiles that surely lie where they may not be played: against another number, or where no end is open."""
    believed = {laid.tile: laid.reading for laid in belief.tiles}
    sure = {tile for tile, reading in believed.items() if probability_of(reading, tile) >= MISPLAY_SURE}
    against = {doubt.tile: doubt.likely[0][0] for doubt in doubts if doubt.kind == "misplay"}
    found = []
    for new in left:
        if new.doubt is not None or new.reading.probability < MISPLAY_SURE:
            continue
        closed = [host for host in _neighbours(new.tile, links) if host in sure]
        if closed:
            found.append(replace(new, on=closed[0], is_misplay=True))
        elif against.get(new.tile) in sure:
            host = against[new.tile]
            joins = _touching_halves(new.reading, read_as(believed[host], host))
            found.append(replace(new, on=host, joins=joins, is_misplay=True))
    return found


def _touching_halves(one: TileReading, other: TileReading) -> tuple[int, int]:
    """What the halves show by which two tiles lie together."""
    apart = np.linalg.norm(one.ends[:, None] - other.ends[None], axis=2)
    here, there = np.unravel_index(apart.argmin(), apart.shape)
    return one.shows[here], other.shows[there]


def _is_open(layout: Layout, host: Tile, tile: Tile) -> bool:
    pips = tile.shared(host)
    return pips is not None and layout.is_open(host, pips)


def _set_first(
    named: Sequence[NewTile],
    links: Sequence[Link],
    facedown: Sequence[Detection],
    lying: frozenset[Tile],
    left_over: frozenset[Tile],
) -> tuple[list[NewTile], list[NewTile]]:
    """On an empty table: the set, alone or with what was played on it already; and tiles that may each be the set."""
    chains = [_chain_from(new, named, links) for new in named]
    # A hand that was turned up may lie together as if it had been played.
    longest = max((chain for chain in chains if not {new.tile for new in chain} <= left_over), key=len, default=[])
    if len(longest) > 1:
        return longest, []
    alone = [new for new in named if new.tile not in lying and not any(touches(new.reading, one) for one in facedown)]
    most = max((new.sighting.seen for new in alone), default=0)
    alone = [new for new in alone if 2 * new.sighting.seen > most]
    # Several that lie about and are joined to nothing are tiles turned over, not a set.
    return (alone, []) if len(alone) == 1 else ([], alone)


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


def touches(reading: TileReading, other: Detection) -> bool:
    """Whether another tile touches or overlaps a tile."""
    area, _ = cv2.intersectConvexConvex(scale_about_centre(reading.corners, 1 + 2 * ALONE), other.corners)
    return bool(area > 0.02 * width_of(reading) ** 2)
