"""Finds the places of the tiles that the record names, and keeps them when the record changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..layout.joins import find_joins
from ..layout.reconstruct import reconstruct
from ..types import Detection, TileReading
from .expected import Expected, neighbours_of
from .place import Place, certain, named, probability_of
from .plays import touches
from .tracks import Track
from .tuning import TrackingTuning


def renamed_tiles(was: Layout, now: Layout) -> dict[Tile, Tile]:
    """The tiles of a layout that have another name in the next one, each with that name.

    They keep their place in the order of play. Where plays came or went too, only one tile may have been renamed.
    """
    gone = [tile for tile in was.tiles if tile not in now]
    come = [tile for tile in now.tiles if tile not in was]
    if len(was) == len(now):
        return {a: b for a, b in zip(was.tiles, now.tiles, strict=True) if a in gone and b in come}
    return dict(zip(gone, come, strict=True)) if len(gone) == len(come) == 1 else {}


def ordered(places: Iterable[Place], expected: Expected) -> tuple[Place, ...]:
    """The places in the order of play. A tile that a person named is read so that it fits its neighbours."""
    by_tile = {place.tile: place for place in places}
    known = [by_tile[tile] for tile in expected.lying.tiles if tile in by_tile]
    return tuple(
        _as_named(place, expected.lying, by_tile) if place.tile in expected.named else place for place in known
    )


def _as_named(place: Place, layout: Layout, places: Mapping[Tile, Place]) -> Place:
    by_tile = {tile: other.reading for tile, other in places.items()}
    return replace(place, reading=_turned(certain(place.reading), layout, by_tile))


def _turned(reading: TileReading, layout: Layout, lying: Mapping[Tile, TileReading]) -> TileReading:
    """The reading of a tile of the layout, turned so that its halves fit one of its neighbours."""
    for placed in neighbours_of(layout, reading.tile):
        half, host_half = placed.joined
        other, half = (placed.on, half) if placed.tile == reading.tile else (placed.tile, host_half)
        if other is None or other not in lying:
            continue
        distances = np.linalg.norm(reading.ends[:, None] - lying[other].ends[None], axis=2).min(axis=1)
        if reading.shows[int(distances.argmin())] != half:
            return replace(reading, pips=reading.pips[::-1], halves=reading.shows[::-1])
        break
    return reading


@dataclass(frozen=True)
class PlaceFinder:
    """Finds tiles of the record on a table where these tiles lie face down."""

    expected: Expected
    facedown: Sequence[Detection]
    tuning: TrackingTuning

    def find_unplaced(self, places: Sequence[Place], fresh: Sequence[Track]) -> tuple[Place, ...]:
        """The places, among fresh tracks, of tiles that the record names and that were not seen yet.

        They were played by hand, or were covered when watching began. Each lies against its neighbour in the record.
        """
        layout, found, left = self.expected.lying, list[Place](), list(fresh)
        for tile in layout.tiles:
            if not left or any(place.tile == tile for place in places):
                continue
            lying = [*places, *found]
            if not lying and tile != layout.tiles[0]:
                break
            if lying:
                tracks = [track for track in left if self._lies_as_recorded(tile, track.reading, lying)]
            else:
                tracks = [track for track in left if _can_be_set(tile, track, self.facedown)]
                # The set may lie anywhere. The only tile that lies there is the set, whatever it is read as.
                likenesses = [self._likeness(tile, track.reading) for track in tracks]
                if len(tracks) > 1 and max(likenesses) < self.tuning.unlikely:
                    continue
            if tracks:
                track = max(tracks, key=lambda track: self._likeness(tile, track.reading))
                left = [other for other in left if other is not track]
                found.append(_presumed(tile, track))
        return tuple(found)

    def find_layout(self, tracks: Sequence[Track]) -> tuple[Place, ...]:
        """The places of the recorded tiles on a table seen for the first time; none if it shows another layout.

        Most tiles must be there, and most of these joined as recorded. A misread tile lies where the record has it.
        """
        layout = self.expected.lying
        if not tracks or layout.is_empty:
            return ()
        by_value = self._found_by_value(tracks)
        if len(by_value) < self.tuning.found_share * len(layout):
            return self.find_unplaced((), tracks) if len(layout) == len(tracks) == 1 else ()
        places = [_presumed(tile, track) for tile, track in by_value.items()]
        left = [track for track in tracks if track not in by_value.values()]
        while left and (found := self._found_by_neighbours(places, left)):
            places += [_presumed(tile, track) for tile, track in found.items()]
            left = [track for track in left if track not in found.values()]
        return tuple(places)

    def _found_by_value(self, tracks: Sequence[Track]) -> dict[Tile, Track]:
        """The tracks that show tiles of the layout; none if too few are joined as recorded."""
        layout = self.expected.lying
        pairs = [
            (likeness, tile, number)
            for tile in layout.tiles
            for number, track in enumerate(tracks)
            if (likeness := self._likeness(tile, track.reading)) >= self.tuning.found_probability
        ]
        joins, _ = find_joins([track.reading for track in tracks], self.tuning.layout, self.facedown)
        touching = {frozenset((join.first, join.second)) for join in joins}
        found: dict[Tile, int] = {}
        while pairs:
            _, tile, number = max(pairs, key=lambda pair: _rank(pair, pairs, layout, found, touching))
            found[tile] = number
            pairs = [pair for pair in pairs if pair[1] != tile and pair[2] != number]
        recorded = [(placed.tile, placed.on) for placed in layout.placements if placed.on is not None]
        both = [frozenset((found[tile], found[on])) for tile, on in recorded if tile in found and on in found]
        is_joined = sum(pair in touching for pair in both) >= self.tuning.joined_share * len(both)
        return {tile: tracks[number] for tile, number in found.items()} if is_joined else {}

    def _found_by_neighbours(self, places: Sequence[Place], tracks: Sequence[Track]) -> dict[Tile, Track]:
        """Misread tiles with their tracks: the only tile that can lie there, and the only track it can be."""
        there = {place.tile for place in places}
        pairs = [
            (tile, number)
            for tile in self.expected.lying.tiles
            if tile not in there and there & set(_beside(self.expected.lying, tile))
            for number, track in enumerate(tracks)
            if self._lies_against(tile, track.reading, places)
        ]
        return {
            tile: tracks[number]
            for tile, number in pairs
            if sum(pair[0] == tile or pair[1] == number for pair in pairs) == 1
        }

    def _lies_as_recorded(self, tile: Tile, reading: TileReading, places: Sequence[Place]) -> bool:
        """Whether a reading lies where the record has `tile`, and is not rather another tile."""
        if tile.high >= reading.pips.shape[1]:
            return False
        layout, laid = self.expected.lying, [certain(place.reading) for place in places]
        if self._likeness(tile, reading) < self.tuning.unlikely:
            links = reconstruct([*laid, reading], self.tuning.layout, self.facedown).links
            if any({reading.tile, other} == set(link) for other in _beside(layout, tile) for link in links):
                return False
        return self._lies_against(tile, reading, places)

    def _lies_against(self, tile: Tile, reading: TileReading, places: Sequence[Place]) -> bool:
        """Whether a reading would be joined to a recorded neighbour of `tile` if it were that tile."""
        if tile.high >= reading.pips.shape[1]:
            return False
        layout, laid = self.expected.lying, [certain(place.reading) for place in places]
        as_recorded = _turned(certain(named(reading, tile)), layout, {place.tile: place.reading for place in places})
        links = reconstruct([*laid, as_recorded], self.tuning.layout, self.facedown).links
        return any({tile, other} == set(link) for other in _beside(layout, tile) for link in links)

    def _likeness(self, tile: Tile, reading: TileReading) -> float:
        """The probability that a reading shows a tile, or what it was taken for before a person named it."""
        names: Collection[Tile] = self.expected.named.get(tile, ())
        return max(probability_of(reading, name) for name in (tile, *names))


def _presumed(tile: Tile, track: Track) -> Place:
    """The place of a track that is taken for a tile of the record."""
    return Place(tile, named(track.reading, tile), is_presumed=True)


def _rank(
    pair: tuple[float, Tile, int],
    pairs: Sequence[tuple[float, Tile, int]],
    layout: Layout,
    found: Mapping[Tile, int],
    touching: Collection[frozenset[int]],
) -> tuple[bool, int, float]:
    """Tiles that nothing else can be come first, then those that lie against most of the neighbours found."""
    likeness, tile, number = pair
    is_only = sum(other[1] == tile or other[2] == number for other in pairs) == 1
    near = [frozenset((number, found[other])) for other in _beside(layout, tile) if other in found]
    return is_only, sum(pair in touching for pair in near), likeness


def _beside(layout: Layout, tile: Tile) -> list[Tile]:
    """The neighbours of a tile of the layout."""
    pairs = [(placed.tile, placed.on) for placed in neighbours_of(layout, tile)]
    return [other for pair in pairs for other in pair if other is not None and other != tile]


def _can_be_set(tile: Tile, track: Track, facedown: Sequence[Detection]) -> bool:
    """Whether a fresh track on an empty table can be the set: it touches no tile face down."""
    is_in_set = tile.high < track.reading.pips.shape[1]
    return is_in_set and not any(touches(track.reading, other, track.tuning) for other in facedown)
