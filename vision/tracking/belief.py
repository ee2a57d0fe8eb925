"""The table as it is believed to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..geometry.readings import aligned
from ..motion.motion import Picture, change_mask
from ..types import TileReading
from .tracks import Track, same_place

REREAD_WEIGHT = 16.0
"""Frames that must say that a tile is another than it was taken for."""
REREAD_DOUBT = 0.1
REREAD_SURE = 0.8
AGREES = 0.5
"""How probable its value must be for a tile to look like what it is believed to be."""
TELLING = 0.5
"""Share of a tile's place that must look different for a glance to tell the tile from the bare table."""


def probability_of(reading: TileReading, tile: Tile) -> float:
    """That a reading is `tile`, whichever way round it lies."""
    pips, (high, low) = reading.pips, tile.halves
    if high >= pips.shape[1]:
        return 0.0
    one = float(pips[0, high] * pips[1, low])
    return one if tile.is_double else one + float(pips[0, low] * pips[1, high])


def named(reading: TileReading, tile: Tile) -> TileReading:
    """A reading taken to be `tile`, the likelier way round."""
    high, low = tile.halves
    straight = reading.pips[0, high] * reading.pips[1, low] >= reading.pips[0, low] * reading.pips[1, high]
    return reading.read_as((high, low) if straight else (low, high))


@dataclass(frozen=True, eq=False)
class LaidTile:
    """A tile of the layout, and where it was last seen."""

    tile: Tile
    on: Tile | None
    reading: TileReading
    before: Picture | None = None
    """A small picture of the table before it lay there; None where the camera has moved since, or it cannot be told
    from the table in so small a picture."""
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that lie together, where they differ."""
    is_told: bool = False
    """The table has said what it is; whatever it is read as, as long as it lies there it is that."""

    def certain(self) -> TileReading:
        """The reading with the value that is believed."""
        halves = self.reading.halves
        assert halves is not None
        pips = np.full(self.reading.pips.shape, 0.001 / self.reading.pips.shape[1])
        pips[(0, 1), halves] += 0.999
        return replace(self.reading, pips=pips, halves=halves)

    def seen_as(self, reading: TileReading) -> TileReading:
        """A new reading of the tile, with the value that is believed."""
        if self.is_told and same_place(reading, self.reading, stray=0.6):
            turned = aligned(reading, self.reading)
            return replace(turned, pips=self.reading.pips, halves=self.reading.halves)
        now = named(reading, self.tile)
        return replace(self, reading=now).certain() if self.is_told else now


@dataclass(frozen=True, eq=False)
class Belief:
    """The layout as it is believed to lie, in the order it was played."""

    tiles: tuple[LaidTile, ...] = ()

    def __len__(self) -> int:
        return len(self.tiles)

    def __contains__(self, tile: Tile) -> bool:
        return any(laid.tile == tile for laid in self.tiles)

    @property
    def layout(self) -> Layout:
        layout = Layout()
        for laid in self.tiles:
            layout = layout.place(laid.tile, laid.on, laid.joins)
        return layout

    @property
    def links(self) -> tuple[tuple[Tile, Tile], ...]:
        return tuple((laid.tile, laid.on) for laid in self.tiles if laid.on is not None)

    def seen_at(self, seen: Sequence[Track | None]) -> Belief:
        """The belief with every tile where it was seen now; tiles not seen stay, or move along with the others."""
        tiles = []
        for laid, sighting in zip(self.tiles, seen, strict=True):
            if sighting is None:
                tiles.append(laid)
                continue
            moved = not same_place(sighting.reading, laid.reading)
            tiles.append(replace(laid, reading=laid.seen_as(sighting.reading), before=None if moved else laid.before))
        return Belief(tuple(tiles))

    def agrees_with(self, seen: Sequence[Track | None]) -> bool:
        """Whether every tile that is seen looks like what it is believed to be."""
        pairs = zip(self.tiles, seen, strict=False)
        return all(
            one is None or laid.is_told or probability_of(one.reading, laid.tile) > AGREES for laid, one in pairs
        )

    def renamed(self, number: int, tile: Tile) -> Belief:
        """The belief with the tile of that number in the order of play found to be another."""
        was = self.tiles[number].tile
        tiles = [replace(laid, on=tile, joins=None) if laid.on == was else laid for laid in self.tiles]
        reading = named(tiles[number].reading, tile)
        tiles[number] = replace(tiles[number], tile=tile, reading=reading, joins=None)
        return Belief(tuple(tiles))

    def shifted(self, warp: NDArray[np.float64], camera: tuple[int, int] | None = None) -> Belief:
        """The belief moved by a (2, 3) matrix on pixels: the camera, or the whole layout, has moved.

        `camera` is the width and height of its picture where it is the camera that has: then the table has moved along.
        """

        return Belief(
            tuple(
                replace(
                    laid,
                    reading=taken_along(laid.reading, warp),
                    before=None if laid.before is None or camera is None else _moved(laid.before, warp, camera),
                )
                for laid in self.tiles
            )
        )

    def bared(self, was: Belief, stills: Sequence[Picture], now: Picture, size: tuple[int, int]) -> Belief:
        """The belief with what older views show of the bare table where tiles lie that `was` had elsewhere."""
        tiles = []
        for laid, old in zip(self.tiles, was.tiles, strict=False):
            before = laid.before
            if before is None and old.before is not None:
                views = (one for one in stills if share_changed(one, now, laid.reading.corners, size) > TELLING)
                before = next(views, None)
            tiles.append(replace(laid, before=before))
        return Belief(tuple(tiles))


def taken_along(reading: TileReading, warp: NDArray[np.float64]) -> TileReading:
    """A reading moved by a (2, 3) matrix on pixels."""
    corners, ends = (points @ warp[:, :2].T + warp[:, 2] for points in (reading.corners, reading.ends))
    return replace(reading, corners=np.asarray(corners, np.float32), ends=np.asarray(ends, np.float32))


def _moved(picture: Picture, warp: NDArray[np.float64], size: tuple[int, int]) -> Picture:
    """A small picture moved by a matrix on the pixels of the whole one, which is of `size`."""
    width, height = picture.shape[1::-1]
    small = warp.copy()
    small[:, 2] *= (width / size[0], height / size[1])
    return np.asarray(cv2.warpAffine(picture, small, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def known_first(laid: Sequence[LaidTile]) -> list[LaidTile]:
    """A whole layout told anew, so that what was not seen to be laid comes before what was; each after its host."""
    if not laid or laid[0].before is None or all(one.before is not None for one in laid):
        root = laid[:1]
    else:
        root = [next(one for one in laid if one.before is None)]
    told = [replace(one, on=None, joins=None) for one in root]
    left = [one for one in laid if one is not root[0]] if root else []
    links = [(one.tile, one.on, one.joins) for one in laid if one.on is not None]
    links += [(host, tile, joins and joins[::-1]) for tile, host, joins in links]
    while left:
        there = {one.tile for one in told}
        reach = [
            (one, host, joins) for one in left for tile, host, joins in links if tile == one.tile and host in there
        ]
        one, host, joins = min(reach, key=lambda found: found[0].before is not None)
        told.append(replace(one, on=host, joins=joins))
        left.remove(one)
    return told


def lies_on(a: TileReading, b: TileReading) -> bool:
    """Whether a tile seems to lie over a good part of another: no two tiles can, so one of them is misread."""
    area, _ = cv2.intersectConvexConvex(a.corners, b.corners)
    whole = min(cv2.contourArea(a.corners), cv2.contourArea(b.corners))
    return bool(area > 0.3 * whole)


def reread_tile(belief: Belief, number: int, sighting: Track) -> Tile | None:
    """What a believed tile turns out to be after many frames, if it is not what it was taken for."""
    laid = belief.tiles[number]
    if laid.is_told or sighting.weight < REREAD_WEIGHT or probability_of(sighting.reading, laid.tile) > REREAD_DOUBT:
        return None
    tile, probability = sighting.reading.likely(1e-9)[0]
    if probability < REREAD_SURE or tile in belief or not same_place(sighting.reading, laid.reading):
        return None
    neighbours = [one.tile for one in belief.tiles if one.on == laid.tile] + [laid.on] * (laid.on is not None)
    fits = all(one is not None and one.shared(laid.tile) == one.shared(tile) for one in neighbours)
    return tile if fits else None


def share_changed(before: Picture, now: Picture, corners: NDArray[np.float32], size: tuple[int, int]) -> float:
    """How much of a tile's place looks different in two small pictures, 0 to 1; `size` as of the whole picture."""
    height, width = now.shape[:2]
    place = np.zeros((height, width), np.uint8)
    scaled = np.asarray(corners, np.float64) * (width / size[0], height / size[1])
    cv2.fillConvexPoly(place, np.round(scaled).astype(np.int32), 1)
    return float(change_mask(before, now)[place > 0].mean()) if place.any() else 0.0
