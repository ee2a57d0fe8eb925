"""Which of the tiles newly seen on the table were played, on what, and in which order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..geometry.overlap import Outlined
from ..geometry.quads import scale_about_centre
from ..layout.reconstruct import reconstruct
from ..layout.value_assignment import assign_values
from ..types import Detection, Doubt, Link, TableState, TileReading
from .hands import are_hands_up, is_surely_up
from .place import Place, certain, named, probability_of
from .tracks import Track
from .tuning import TrackingTuning


@dataclass(frozen=True, eq=False)
class NewTile:
    """A tile that is no part of the layout."""

    tile: Tile
    on: Tile | None
    """The host, once it is known to be played."""
    track: Track
    reading: TileReading
    """The reading with the halves that are likeliest for the whole table."""
    doubt: Doubt | None
    """The doubt about its value, if there is one."""
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that lie together, where the two differ."""
    is_misplay: bool = False
    """It lies where it may not be played: the halves differ, or that end is not open."""

    @property
    def angle(self) -> int:
        """Where the tile points in the picture, as `Play` of the scorer says it."""
        touching = self.tile.low if self.on is None else self.tile.shared(self.on)
        begins = touching if self.joins is None else self.joins[0]
        first, second = self.reading.ends if self.reading.shows[0] == begins else self.reading.ends[::-1]
        right, down = second - first
        return round(math.degrees(math.atan2(down, right))) % 360

    def frames(self, tuning: TrackingTuning) -> int:
        """Frames at rest that must show it before it is told."""
        frames = tuning.steady_frames if self.doubt is None else tuning.doubted_frames
        if self.reading.probability < tuning.vague_probability:
            frames = tuning.vague_frames
        return max(frames, tuning.misplay_frames) if self.is_misplay else frames


@dataclass(frozen=True, eq=False)
class NewTiles:
    """What lies on the table beside the layout."""

    plays: tuple[NewTile, ...] = ()
    """Each after its host."""
    loose: tuple[NewTile, ...] = ()
    """Face-up tiles that are joined to nothing that counts."""
    doubts: tuple[Doubt, ...] = ()
    """About joins, and about tiles that seem to lie there twice."""
    is_undecided: bool = False
    """Several tiles may each be the set, and a few more frames may show which one is."""

    def without_plays_on(self, host: Tile) -> NewTiles:
        """The same without the plays on `host`, while people are asked what it is."""
        loose = tuple(play for play in self.plays if play.on == host)
        doubts = (
            doubt for doubt in self.doubts if doubt.kind != "misplay" or host not in [tile for tile, _ in doubt.likely]
        )
        plays = tuple(play for play in self.plays if play.on != host)
        return replace(self, plays=plays, loose=(*self.loose, *loose), doubts=tuple(doubts))


def find_plays(
    layout: Layout,
    places: Sequence[Place],
    fresh: Sequence[Track],
    facedown: Sequence[Detection],
    tuning: TrackingTuning,
    lying: Iterable[Tile] = (),
    left_over: Iterable[Tile] = (),
) -> NewTiles:
    """Which of the fresh tracks were played on the layout, and what else lies there.

    `places` are those of the tiles of the layout that are known. `lying` are face-up tiles that lay about before, and
    `left_over` the tiles among them that were left in the hands when the layout was cleared away.
    """
    if not fresh:
        return NewTiles()
    laid = [certain(place.reading) for place in places]
    new_tiles, doubled = _name(laid, fresh, facedown, tuning)
    _, links, _, doubts = reconstruct(laid + [new.reading for new in new_tiles], tuning.layout, facedown)
    undecided: list[NewTile] = []
    if layout.is_empty:
        plays, undecided = _find_set(new_tiles, links, facedown, frozenset(lying), frozenset(left_over), tuning)
    else:
        plays = _joined(layout, new_tiles, links)
        others = [new for new in new_tiles if all(new.tile != play.tile for play in plays)]
        if not are_hands_up([new.reading for new in others], tuning):
            plays += _misplayed(places, others, links, doubts, tuning)
    played = {new.tile for new in plays}
    loose = tuple(new for new in new_tiles if new.tile not in played)
    beside = {new.tile for new in loose}
    of_hands = _of_hands(loose, tuning)
    remaining = (
        doubt
        for doubt in doubts
        if not (doubt.kind == "misplay" and doubt.tile in {*played, *of_hands})
        # Nobody need be asked about tiles that lie together in a hand that was turned up.
        and not (
            doubt.kind == "join" and not layout.is_empty and {doubt.tile, *(tile for tile, _ in doubt.likely)} <= beside
        )
    )
    is_undecided = any(new.track.seen < tuning.undecided_frames for new in undecided)
    return NewTiles(tuple(plays), loose, (*doubled, *remaining), is_undecided)


def known_first(plays: Sequence[NewTile], is_known: Callable[[NewTile], bool]) -> list[NewTile]:
    """The plays that begin a layout, reordered: tiles that nobody was seen to lay come first.

    `is_known` says whether somebody was seen to lay a tile. Every tile comes after its host.
    """
    unseen = [play for play in plays if not is_known(play)]
    root = plays[0] if not unseen or plays[0] in unseen else unseen[0]
    ordered = [replace(root, on=None, joins=None)]
    left = [play for play in plays if play is not root]
    links = [(play.tile, play.on, play.joins) for play in plays if play.on is not None]
    links += [(host, tile, joins and joins[::-1]) for tile, host, joins in links]
    while left:
        there = {play.tile for play in ordered}
        reach = [
            (play, host, joins) for play in left for name, host, joins in links if name == play.tile and host in there
        ]
        nearest, host, joins = min(reach, key=lambda link: is_known(link[0]))
        ordered.append(replace(nearest, on=host, joins=joins))
        left = [play for play in left if play is not nearest]
    return ordered


def state_of(
    layout: Layout, places: Sequence[Place], aside: Sequence[Place], beside: Iterable[TileReading], read: TableState
) -> TableState:
    """What was read, corrected by what the record says.

    `aside` are tiles that were taken back by hand, and `beside` the other tiles that are no part of the layout.
    """
    set_aside = {place.tile for place in aside}
    loose = [certain(place.reading) for place in aside if place.tile not in layout]
    loose += [reading for reading in beside if reading.tile not in layout and reading.tile not in set_aside]
    return replace(
        read,
        readings=(*(certain(place.reading) for place in places), *loose),
        layout=layout,
        links=tuple((placed.tile, placed.on) for placed in layout.placements if placed.on is not None),
        loose=tuple(reading.tile for reading in loose),
    )


def touches(reading: TileReading, other: Outlined, tuning: TrackingTuning) -> bool:
    """Whether another tile touches or overlaps a tile."""
    area, _ = cv2.intersectConvexConvex(scale_about_centre(reading.corners, 1 + 2 * tuning.free_widths), other.corners)
    return bool(area > tuning.touching_area * reading.width**2)


def _name(
    laid: list[TileReading], fresh: Sequence[Track], facedown: Sequence[Detection], tuning: TrackingTuning
) -> tuple[list[NewTile], list[Doubt]]:
    """Each new tile with the value that fits the others best, and doubts about tiles seen twice."""
    settled, doubts = assign_values(laid + [track.reading for track in fresh], tuning.layout, facedown)
    doubted = {doubt.tile: doubt for doubt in doubts if doubt.kind == "value"}
    by_age = sorted(
        zip(fresh, settled[len(laid) :], strict=True), key=lambda pair: (pair[0].since, -pair[1].probability)
    )
    taken = {reading.tile for reading in laid}
    new_tiles: dict[Tile, NewTile] = {}
    for track, reading in by_age:
        if reading.tile not in taken:
            new_tiles.setdefault(reading.tile, NewTile(reading.tile, None, track, reading, doubted.get(reading.tile)))
    return list(new_tiles.values()), [doubt for doubt in doubts if doubt.kind == "twice"]


def _neighbours(tile: Tile, links: Sequence[Link]) -> list[Tile]:
    return [b if a == tile else a for a, b in links if tile in (a, b)]


def _is_open(layout: Layout, host: Tile, tile: Tile) -> bool:
    """Whether a tile may be played on a host."""
    pips = tile.shared(host)
    return pips is not None and layout.is_open(host, pips)


def _joined(layout: Layout, new_tiles: Sequence[NewTile], links: Sequence[Link]) -> list[NewTile]:
    """The new tiles that hang on the layout, directly or over each other, each after its host."""
    joined = list[NewTile]()
    while (play := _next_joined(layout, new_tiles, links)) is not None:
        joined.append(play)
        layout = layout.place(play.tile, play.on)
    return joined


def _next_joined(layout: Layout, new_tiles: Sequence[NewTile], links: Sequence[Link]) -> NewTile | None:
    """The first new tile that lies at an open end of a layout, with its host."""
    for new in new_tiles:
        if new.tile in layout:
            continue
        for host in _neighbours(new.tile, links):
            if host in layout and _is_open(layout, host, new.tile):
                return replace(new, on=host)
    return None


def _misplayed(
    places: Sequence[Place],
    new_tiles: Sequence[NewTile],
    links: Sequence[Link],
    doubts: Sequence[Doubt],
    tuning: TrackingTuning,
) -> list[NewTile]:
    """The sure misplays: tiles that lie against another number, or at no open end."""
    laid = {place.tile: place.reading for place in places}
    sure = {tile for tile, reading in laid.items() if probability_of(reading, tile) >= tuning.misplay_probability}
    against = {doubt.tile: doubt.likely[0][0] for doubt in doubts if doubt.kind == "misplay"}
    misplayed = []
    for new in new_tiles:
        if new.doubt is not None or new.reading.probability < tuning.misplay_probability:
            continue
        closed = [host for host in _neighbours(new.tile, links) if host in sure]
        if closed:
            misplayed.append(replace(new, on=closed[0], is_misplay=True))
        elif against.get(new.tile) in sure:
            host = against[new.tile]
            joins = _touching_halves(new.reading, named(laid[host], host))
            misplayed.append(replace(new, on=host, joins=joins, is_misplay=True))
    return misplayed


def _of_hands(loose: Sequence[NewTile], tuning: TrackingTuning) -> set[Tile]:
    """The loose tiles that are surely of hands turned up: several lie there, or two came together."""
    sure = [new for new in loose if is_surely_up(new.reading, tuning)]
    return {
        new.tile
        for new in sure
        if len(sure) >= tuning.several_loose
        or any(
            other is not new and abs(other.track.since - new.track.since) <= tuning.together_seconds for other in sure
        )
    }


def _touching_halves(tile: TileReading, host: TileReading) -> tuple[int, int]:
    """The pips of the two halves that lie nearest to each other."""
    distances = np.linalg.norm(tile.ends[:, None] - host.ends[None], axis=2)
    here, there = np.unravel_index(distances.argmin(), distances.shape)
    return tile.shows[here], host.shows[there]


def _find_set(
    new_tiles: Sequence[NewTile],
    links: Sequence[Link],
    facedown: Sequence[Detection],
    lying: frozenset[Tile],
    left_over: frozenset[Tile],
    tuning: TrackingTuning,
) -> tuple[list[NewTile], list[NewTile]]:
    """The set on an empty table and what was played on it; or no plays, and the tiles that may be the set."""
    chains = [_chain_from(new, new_tiles, links) for new in new_tiles]
    # A hand that was turned up may lie together as if it had been played.
    longest = max((chain for chain in chains if not {new.tile for new in chain} <= left_over), key=len, default=[])
    if len(longest) > 1:
        return longest, []
    alone = [
        new
        for new in new_tiles
        if new.tile not in lying and not any(touches(new.reading, tile, tuning) for tile in facedown)
    ]
    most = max((new.track.seen for new in alone), default=0)
    alone = [new for new in alone if tuning.standing_out * new.track.seen > most]
    # If several lie about, joined to nothing, they were turned over: none of them is the set.
    return (alone, []) if len(alone) == 1 else ([], alone)


def _chain_from(first: NewTile, new_tiles: Sequence[NewTile], links: Sequence[Link]) -> list[NewTile]:
    """All that hangs on `first`, each after its host."""
    by_tile = {new.tile: new for new in new_tiles}
    layout = Layout().place(first.tile)
    chain = [first]
    for host in chain:
        for tile in _neighbours(host.tile, links):
            if tile in by_tile and tile not in layout and _is_open(layout, host.tile, tile):
                layout = layout.place(tile, host.tile)
                chain.append(replace(by_tile[tile], on=host.tile))
    return chain
