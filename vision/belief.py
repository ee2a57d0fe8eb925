"""The table as it is believed to be, and how a new view of it is laid over that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from .motion import Picture, changed
from .table import TileReading
from .voting import Sighting, aligned, centre_of, same_place, turned_round, width_of

REREAD_WEIGHT = 16.0
"""Frames that must say that a tile is another than it was taken for."""
REREAD_DOUBT = 0.1
REREAD_SURE = 0.8
STEADY = 3
"""Frames that must show a tile in a new place."""
AGREES = 0.5
"""How probable its value must be for a tile to look like what it is believed to be."""
TELLING = 0.5
"""Share of a tile's place that must look different for a glance to tell the tile from the bare table."""
SURE_ELSEWHERE = 0.5
"""How probable a tile's value must be for it to be believed moved to another place."""


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

    def seen_at(self, seen: Sequence[Sighting | None]) -> Belief:
        """The belief with every tile where it was seen now; tiles not seen stay, or move along with the others."""
        tiles = []
        for laid, sighting in zip(self.tiles, seen, strict=True):
            if sighting is None:
                tiles.append(laid)
                continue
            moved = not same_place(sighting.reading, laid.reading)
            tiles.append(replace(laid, reading=laid.seen_as(sighting.reading), before=None if moved else laid.before))
        return Belief(tuple(tiles))

    def agrees_with(self, seen: Sequence[Sighting | None]) -> bool:
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

        def move(points: NDArray[np.float32]) -> NDArray[np.float32]:
            return np.asarray(points @ warp[:, :2].T + warp[:, 2], np.float32)

        return Belief(
            tuple(
                replace(
                    laid,
                    reading=replace(laid.reading, corners=move(laid.reading.corners), ends=move(laid.reading.ends)),
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


@dataclass(frozen=True, eq=False)
class View:
    """What is seen now, laid over what is believed."""

    seen: tuple[Sighting | None, ...]
    """For every believed tile where it is seen."""
    fresh: tuple[Sighting, ...]
    """What is no believed tile and lies on none."""
    moved: tuple[int, ...]
    """Which believed tiles lie in another place than they were."""


def lay_over(belief: Belief, sightings: Iterable[Sighting]) -> View:
    """Finds the believed tiles among what is seen: by their place first, and by their value where they have moved."""
    plain = [one for one in sightings if not one.missed and not one.is_covered]
    candidates: list[tuple[float, int, int, bool]] = []
    for i, laid in enumerate(belief.tiles):
        for j, one in enumerate(plain):
            stays = same_place(one.reading, laid.reading, stray=0.6)
            probability = 1.0 if laid.is_told and stays else probability_of(one.reading, laid.tile)
            if not stays and (probability < SURE_ELSEWHERE or one.seen < STEADY):
                continue
            distance = float(np.linalg.norm(centre_of(one.reading) - centre_of(laid.reading))) / width_of(laid.reading)
            nearness = 6.0 if stays else 2.0 if distance < 1.5 else 0.0
            candidates.append((float(np.log(probability + 1e-4)) + nearness, i, j, not stays))
    seen: dict[int, int] = {}
    moved: list[int] = []
    for _, i, j, has_moved in sorted(candidates, reverse=True):
        if i in seen or j in seen.values():
            continue
        seen[i] = j
        if has_moved:
            moved.append(i)
    places = [laid.reading if i not in seen else plain[seen[i]].reading for i, laid in enumerate(belief.tiles)]
    fresh = [
        one
        for j, one in enumerate(plain)
        if j not in seen.values() and not any(lies_on(one.reading, place) for place in places)
    ]
    return View(
        tuple(plain[seen[i]] if i in seen else None for i in range(len(belief))), tuple(fresh), tuple(sorted(moved))
    )


def lies_on(a: TileReading, b: TileReading) -> bool:
    """Whether a tile seems to lie over a good part of another: no two tiles can, so one of them is misread."""
    area, _ = cv2.intersectConvexConvex(a.corners, b.corners)
    whole = min(cv2.contourArea(a.corners), cv2.contourArea(b.corners))
    return bool(area > 0.3 * whole)


def shift_between(belief: Belief, sightings: Iterable[Sighting]) -> NDArray[np.float64] | None:
    """(2, 3) matrix that takes the believed places to where the same values are seen now; None where most have stayed.

    Values alone decide: after a push by one tile's length every tile lies where its neighbour lay.
    """
    steady = [one for one in sightings if not one.missed and not one.is_covered and one.seen >= STEADY]
    pairs: list[tuple[TileReading, TileReading]] = []
    for laid in belief.tiles:
        likely = max(steady, key=lambda one: probability_of(one.reading, laid.tile), default=None)
        if likely is not None and probability_of(likely.reading, laid.tile) >= SURE_ELSEWHERE:
            pairs.append((laid.reading, likely.reading))
    moved = sum(not same_place(now, was, stray=0.6) for was, now in pairs)
    if moved < 2 or 2 * moved <= len(pairs):
        return None
    there = np.concatenate([was.ends for was, _ in pairs])
    here = np.concatenate([aligned_by_value(now, was).ends for was, now in pairs])
    tolerance = 0.6 * float(np.median([width_of(now) for _, now in pairs]))
    warp, inliers = cv2.estimateAffinePartial2D(there, here, method=cv2.RANSAC, ransacReprojThreshold=tolerance)
    if warp is None or inliers.sum() < 0.7 * len(there):
        return None
    return np.asarray(warp, np.float64)


def aligned_by_value(reading: TileReading, as_reading: TileReading) -> TileReading:
    """A reading turned so that its halves show the same as those of another reading of the tile."""
    halves = as_reading.halves
    assert halves is not None
    if halves[0] == halves[1]:
        return aligned(reading, as_reading)
    straight = reading.pips[0, halves[0]] * reading.pips[1, halves[1]]
    return reading if straight >= reading.pips[0, halves[1]] * reading.pips[1, halves[0]] else turned_round(reading)


def reread_tile(belief: Belief, number: int, sighting: Sighting) -> Tile | None:
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
    return float(changed(before, now)[place > 0].mean()) if place.any() else 0.0
