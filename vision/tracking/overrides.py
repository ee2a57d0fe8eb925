"""What players say by hand about the tiles on the table, worked into the belief: it outranks every reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile

from ..layout.reconstruct import reconstruct
from ..types import Detection, TileReading
from .belief import Belief, LaidTile, lies_on, named, probability_of
from .plays import touches
from .tracks import Track

UNLIKELY = 0.02
"""A less probable tile was not read. If what was read can lie there as well, it is that."""


@dataclass(frozen=True, eq=False)
class ManualOverrides:
    """What players have said by hand that is no part of the belief."""

    aside: Belief = field(default_factory=Belief)
    """Tiles that were taken back by hand and still lie there. They are not played again before they are lifted."""
    awaited: tuple[Placement, ...] = ()
    """Tiles that were played by hand and are not seen yet."""

    def update(self, tracks: Sequence[Track]) -> ManualOverrides:
        """Returns the overrides after another look: a tile that has left its place is no longer aside."""
        still = (laid for laid in self.aside.tiles if any(lies_on(track.reading, laid.reading) for track in tracks))
        return replace(self, aside=Belief(tuple(still)))

    def is_aside(self, track: Track) -> bool:
        """Returns whether a track is a tile that was taken back by hand."""
        return any(lies_on(track.reading, laid.reading) for laid in self.aside.tiles)


def corrected(belief: Belief, overrides: ManualOverrides, was: Layout, now: Layout) -> tuple[Belief, ManualOverrides]:
    """Returns both after players have said that `now` lies there instead of `was`."""
    gone = [placement.tile for placement in was.placements if placement.tile not in now]
    come = [placement for placement in now.placements if placement.tile not in was]
    mistaken = _mistaken_for(belief, overrides, gone, come, now)
    if mistaken is not None:
        belief, gone, come = _renamed(belief, mistaken, come[0].tile), [], []
    aside = [laid for laid in overrides.aside.tiles if laid.tile not in now]
    back = [laid for laid in overrides.aside.tiles if laid.tile in now and laid.tile not in belief]
    aside += [laid for laid in belief.tiles if laid.tile in gone]
    lying, without_host = _rehung([*(laid for laid in belief.tiles if laid.tile not in gone), *back], now)
    there = {laid.tile for laid in lying}
    awaited = [one for one in (*overrides.awaited, *come) if one.tile in now and one.tile not in there]
    lying = tuple(replace(laid, reading=_turned(laid, lying)) if laid.is_confirmed else laid for laid in lying)
    return Belief(lying), ManualOverrides(Belief((*aside, *without_host)), tuple(awaited))


def _mistaken_for(
    belief: Belief, overrides: ManualOverrides, gone: Sequence[Tile], come: Sequence[Placement], now: Layout
) -> Tile | None:
    """Returns the believed tile that the only tile to come was misread as, and None if it was not."""
    candidates = gone if gone else _seen_by_camera_only(belief, come, now)
    if len(candidates) != 1 or len(come) != 1:
        return None
    is_known = come[0].tile in belief or come[0].tile in overrides.aside
    return None if is_known or candidates[0] not in belief else candidates[0]


def _seen_by_camera_only(belief: Belief, come: Sequence[Placement], now: Layout) -> list[Tile]:
    """Returns what the camera alone believes to lie where players say that a tile was played."""
    hosts = [placement.on for placement in come]
    return [laid.tile for laid in belief.tiles if laid.tile not in now and laid.on in hosts]


def _renamed(belief: Belief, was: Tile, now: Tile) -> Belief:
    """Returns the belief with a tile found to be another, by the word of a player."""
    number = next(place for place, laid in enumerate(belief.tiles) if laid.tile == was)
    return confirmed(belief.renamed(number, now), now)


def confirmed(belief: Belief, tile: Tile) -> Belief:
    """Returns the belief after a player has said what a tile is."""
    return Belief(
        tuple(
            replace(laid, is_confirmed=True, reading=laid.certain()) if laid.tile == tile else laid
            for laid in belief.tiles
        )
    )


def find_awaited(
    belief: Belief, overrides: ManualOverrides, fresh: Iterable[Track], facedown: Sequence[Detection]
) -> tuple[Belief, ManualOverrides]:
    """Returns both after the tiles that were played by hand were looked for among the fresh tracks."""
    left, awaited = tuple(fresh), tuple[Placement, ...]()
    for placement in overrides.awaited:
        if placement.tile in belief:
            continue
        track = _track_of(belief, placement, left, facedown)
        if track is None:
            awaited = (*awaited, placement)
            continue
        left = tuple(other for other in left if other is not track)
        belief = Belief((*belief.tiles, _laid_by_hand(placement, track.reading, belief)))
    return belief, replace(overrides, awaited=awaited)


def _track_of(
    belief: Belief, placement: Placement, tracks: Sequence[Track], facedown: Sequence[Detection]
) -> Track | None:
    """Returns the track that most probably is a tile played by hand, and None if none can be."""
    can_be = _can_be_set if placement.on is None else _can_be_played
    places = [
        (probability_of(track.reading, placement.tile), number)
        for number, track in enumerate(tracks)
        if can_be(belief, placement, track, facedown)
    ]
    if not places:
        return None
    probability, number = max(places)
    # The set may lie anywhere. Whatever it is read as, it is accepted if it is the only tile that lies there.
    is_ambiguous_set = placement.on is None and len(places) > 1 and probability < UNLIKELY
    return None if is_ambiguous_set else tracks[number]


def _can_be_played(belief: Belief, placement: Placement, track: Track, facedown: Sequence[Detection]) -> bool:
    """Returns whether a fresh track lies where the tile was played by hand, and is not rather another tile."""
    if placement.on is None or placement.on not in belief or placement.tile.high >= track.reading.pips.shape[1]:
        return False
    believed = [laid.certain() for laid in belief.tiles]

    def lies_there(reading: TileReading) -> bool:
        links = reconstruct([*believed, reading], facedown)[1]
        return {reading.tile, placement.on} in [set(link) for link in links]

    if probability_of(track.reading, placement.tile) < UNLIKELY and lies_there(track.reading):
        return False
    return lies_there(_laid_by_hand(placement, track.reading, belief).reading)


def _can_be_set(belief: Belief, placement: Placement, track: Track, facedown: Sequence[Detection]) -> bool:
    """Returns whether a fresh track on an empty table can be the set. One that touches tiles face down cannot."""
    is_in_set = placement.tile.high < track.reading.pips.shape[1]
    return not belief.tiles and is_in_set and not any(touches(track.reading, tile) for tile in facedown)


def _laid_by_hand(placement: Placement, reading: TileReading, belief: Belief) -> LaidTile:
    """Returns the tile that was played by hand, at the place of a reading."""
    laid = LaidTile(
        placement.tile, placement.on, named(reading, placement.tile), joins=placement.joins, is_confirmed=True
    )
    laid = replace(laid, reading=laid.certain())
    return replace(laid, reading=_turned(laid, belief.tiles))


def _turned(confirmed_tile: LaidTile, lying: Sequence[LaidTile]) -> TileReading:
    """Returns the reading of a tile that a player has named, with its halves the way its neighbour needs them."""
    reading, tile = confirmed_tile.reading, confirmed_tile.tile
    joins = [(laid, _joined_halves(confirmed_tile)[0]) for laid in lying if laid.tile == confirmed_tile.on]
    joins += [(laid, _joined_halves(laid)[1]) for laid in lying if laid.on == tile]
    for neighbour, half in joins[:1]:
        distances = np.linalg.norm(reading.ends[:, None] - neighbour.reading.ends[None], axis=2).min(axis=1)
        if reading.shows[int(distances.argmin())] != half:
            return replace(reading, pips=reading.pips[::-1], halves=reading.shows[::-1])
    return reading


def _joined_halves(laid: LaidTile) -> tuple[int, int]:
    """Returns the half of the tile and the half of its host that lie together."""
    return Placement(laid.tile, laid.on, laid.joins).joined


def _rehung(tiles: Sequence[LaidTile], now: Layout) -> tuple[tuple[LaidTile, ...], tuple[LaidTile, ...]]:
    """Returns the tiles in the order and on the hosts that players say, and the tiles that are left without a host."""
    laid = {tile.tile: tile for tile in tiles}
    known = [replace(laid[one.tile], on=one.on, joins=one.joins) for one in now.placements if one.tile in laid]
    as_said = _hang_together([*known, *(tile for tile in tiles if tile.tile not in now)])
    # If the set, or what it hangs on, was not seen, the order of play that players name says nothing of the rest.
    return as_said if not as_said[1] else min(as_said, _hang_together(tiles), key=lambda parts: len(parts[1]))


def _hang_together(tiles: Iterable[LaidTile]) -> tuple[tuple[LaidTile, ...], tuple[LaidTile, ...]]:
    """Returns the tiles that hang together, each after its host, and the others."""
    layout, standing, left = Layout(), tuple[LaidTile, ...](), tuple(tiles)
    while (step := _next_standing(layout, left)) is not None:
        tile, layout = step
        standing = (*standing, tile)
        left = tuple(other for other in left if other is not tile)
    return standing, left


def _next_standing(layout: Layout, tiles: Iterable[LaidTile]) -> tuple[LaidTile, Layout] | None:
    """Returns the first tile that can be placed on a layout, and the layout with it."""
    for tile in tiles:
        try:
            return tile, layout.place(tile.tile, tile.on, tile.joins)
        except ValueError:
            continue
    return None
