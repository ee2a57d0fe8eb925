"""What the table says lies there, worked into what is believed: it is surer than any reading."""

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
"""A tile less probable than that was not read; where what was read can lie there as well, it is that."""


@dataclass(frozen=True, eq=False)
class ManualOverrides:
    """What the table has said that is no part of the belief."""

    aside: Belief = field(default_factory=Belief)
    """Tiles that were taken back by hand and lie there still: they are not played again before they are lifted."""
    awaited: tuple[Placement, ...] = ()
    """Tiles that were played by hand and are not seen yet."""

    def after(self, sightings: Sequence[Track]) -> ManualOverrides:
        """What of it holds after another look: what is taken away from where it lay is out of the way."""
        there = tuple(laid for laid in self.aside.tiles if any(lies_on(one.reading, laid.reading) for one in sightings))
        return replace(self, aside=Belief(there))

    def is_aside(self, sighting: Track) -> bool:
        """Whether what is seen is a tile that was taken back by hand."""
        return any(lies_on(sighting.reading, laid.reading) for laid in self.aside.tiles)


def corrected(belief: Belief, said: ManualOverrides, was: Layout, now: Layout) -> tuple[Belief, ManualOverrides]:
    """Both after the table has said that not `was` but `now` lies there."""
    gone = [one.tile for one in was.placements if one.tile not in now]
    come = [one for one in now.placements if one.tile not in was]
    taken_for = gone if gone else _seen_alone(belief, come, now)
    if len(taken_for) == len(come) == 1 and come[0].tile not in belief and come[0].tile not in said.aside:
        for number in (place for place, laid in enumerate(belief.tiles) if laid.tile == taken_for[0]):
            belief = confirmed(belief.renamed(number, come[0].tile), come[0].tile)
            gone, come = [], []
    aside = [laid for laid in said.aside.tiles if laid.tile not in now]
    back = [laid for laid in said.aside.tiles if laid.tile in now and laid.tile not in belief]
    aside += [laid for laid in belief.tiles if laid.tile in gone]
    lying, left = _hung([*(laid for laid in belief.tiles if laid.tile not in gone), *back], now)
    there = {laid.tile for laid in lying}
    awaited = [one for one in (*said.awaited, *come) if one.tile in now and one.tile not in there]
    lying = tuple(replace(laid, reading=_turned(laid, lying)) if laid.is_told else laid for laid in lying)
    return Belief(lying), ManualOverrides(Belief((*aside, *left)), tuple(awaited))


def _seen_alone(belief: Belief, come: Sequence[Placement], now: Layout) -> list[Tile]:
    """What the camera alone believes to lie where the table says that a tile was played."""
    hosts = [one.on for one in come]
    return [laid.tile for laid in belief.tiles if laid.tile not in now and laid.on in hosts]


def confirmed(belief: Belief, tile: Tile) -> Belief:
    """The belief after the table has said what a tile is."""
    return Belief(
        tuple(
            replace(laid, is_told=True, reading=laid.certain()) if laid.tile == tile else laid for laid in belief.tiles
        )
    )


def found_awaited(
    belief: Belief, said: ManualOverrides, fresh: Iterable[Track], facedown: Sequence[Detection]
) -> tuple[Belief, ManualOverrides]:
    """Both after the tiles that the table has played by hand were looked for among what is newly seen."""
    fresh, awaited = list(fresh), []
    for placement in said.awaited:
        if placement.tile in belief:
            continue
        can_be = _can_be_set if placement.on is None else _can_be
        places = [
            (probability_of(one.reading, placement.tile), number)
            for number, one in enumerate(fresh)
            if can_be(belief, placement, one, facedown)
        ]
        # The set may lie anywhere, and whatever it is read as: then it must be the only tile that lies there.
        if not places or (placement.on is None and len(places) > 1 and max(places)[0] < UNLIKELY):
            awaited.append(placement)
            continue
        laid = _told(placement, fresh.pop(max(places)[1]).reading, belief)
        belief = Belief((*belief.tiles, laid))
    return belief, replace(said, awaited=tuple(awaited))


def _can_be(belief: Belief, placement: Placement, one: Track, facedown: Sequence[Detection]) -> bool:
    """Whether a tile newly seen lies where the table says it was played, and is not rather another."""
    if placement.on is None or placement.on not in belief or placement.tile.high >= one.reading.pips.shape[1]:
        return False
    believed = [laid.certain() for laid in belief.tiles]

    def lies_there(reading: TileReading) -> bool:
        links = reconstruct([*believed, reading], facedown)[1]
        return {reading.tile, placement.on} in [set(link) for link in links]

    if probability_of(one.reading, placement.tile) < UNLIKELY and lies_there(one.reading):
        return False
    return lies_there(_told(placement, one.reading, belief).reading)


def _can_be_set(belief: Belief, placement: Placement, one: Track, facedown: Sequence[Detection]) -> bool:
    """Whether a tile newly seen on an empty table can be the set; what touches tiles face down is of the boneyard."""
    is_in_set = placement.tile.high < one.reading.pips.shape[1]
    return not belief.tiles and is_in_set and not any(touches(one.reading, other) for other in facedown)


def _told(placement: Placement, reading: TileReading, belief: Belief) -> LaidTile:
    laid = LaidTile(placement.tile, placement.on, named(reading, placement.tile), None, placement.joins, True)
    laid = replace(laid, reading=laid.certain())
    return replace(laid, reading=_turned(laid, belief.tiles))


def _turned(told: LaidTile, lying: Sequence[LaidTile]) -> TileReading:
    """The reading of a tile that the table has named, its halves where its neighbours want them."""
    joins = [(one, Placement(told.tile, told.on, told.joins).joined[0]) for one in lying if one.tile == told.on]
    joins += [(one, Placement(one.tile, one.on, one.joins).joined[1]) for one in lying if one.on == told.tile]
    reading = told.reading
    for neighbour, half in joins[:1]:
        apart = np.linalg.norm(reading.ends[:, None] - neighbour.reading.ends[None], axis=2).min(axis=1)
        if reading.shows[int(apart.argmin())] != half:
            reading = replace(reading, pips=reading.pips[::-1], halves=reading.shows[::-1])
    return reading


def _hung(tiles: Sequence[LaidTile], now: Layout) -> tuple[tuple[LaidTile, ...], list[LaidTile]]:
    """The tiles in the order and on the hosts that the table says, or as they were; and those left without a host."""
    laid = {one.tile: one for one in tiles}
    known = [replace(laid[one.tile], on=one.on, joins=one.joins) for one in now.placements if one.tile in laid]
    told = _standing([*known, *(one for one in tiles if one.tile not in now)])
    # Where the set, or what it hangs on, was not seen, the table's order says nothing of the rest.
    return told if not told[1] else min(told, _standing(tiles), key=lambda found: len(found[1]))


def _standing(tiles: Iterable[LaidTile]) -> tuple[tuple[LaidTile, ...], list[LaidTile]]:
    """The tiles that hang together, each after its host; and those that do not."""
    layout, standing, left = Layout(), [], list(tiles)
    while True:
        for one in left:
            try:
                layout = layout.place(one.tile, one.on, one.joins)
            except ValueError:
                continue
            standing.append(one)
            left.remove(one)
            break
        else:
            return tuple(standing), left
