"""The layout as it is believed to lie: what each tile is, what it was played on, and where it was last seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile, full_set

from ..geometry.readings import aligned, likelier_order
from ..motion.arms import Picture
from ..motion.change import change_mask, place_mask
from ..types import TileReading
from .tracks import Track, same_place

REREAD_FRAMES = 16.0
"""Weight in frames that a track needs to say that a tile is another than it was read as."""
REREAD_MAX_PROBABILITY = 0.1
"""The believed value must be no more probable than this to be given up."""
REREAD_MIN_PROBABILITY = 0.8
"""The new value must be at least this probable."""
BETTER_LOG_ODDS = 4.0
"""A tile is another than it was read as if all frames together make that likelier by this."""
BETTER_FRAMES = 8.0
"""Weight in frames that a track needs for that."""
WAVERING_LOG_ODDS = 4.0
"""A tile wavers while another value is less unlikely than this."""
MISNAMED_SHARE = 0.001
"""No mean of readings speaks against a value more strongly than this probability does."""
AGREES_PROBABILITY = 0.5
"""A tile looks like what it is believed to be if that value is more probable than this."""
TELLING_SHARE = 0.5
"""Share of a tile's place that must look different for a small picture to distinguish the tile from the bare table."""
OVERLAP_SHARE = 0.3
"""Two tiles that share more than this of the smaller one's area cannot both lie there."""
STAYED_WIDTHS = 0.6
"""Widths that a believed tile may stray from its place and still lie there."""


def probability_of(reading: TileReading, tile: Tile) -> float:
    """Returns the probability that a reading shows `tile`, whichever way round it lies."""
    pips, (high, low) = reading.pips, tile.halves
    if high >= pips.shape[1]:
        return 0.0
    straight = float(pips[0, high] * pips[1, low])
    return straight if tile.is_double else straight + float(pips[0, low] * pips[1, high])


def named(reading: TileReading, tile: Tile) -> TileReading:
    """Returns a reading with the value `tile`, the likelier way round."""
    return reading.read_as(likelier_order(reading, tile.halves))


@dataclass(frozen=True, eq=False)
class LaidTile:
    """A tile of the layout, and where it was last seen."""

    tile: Tile
    on: Tile | None
    reading: TileReading
    before: Picture | None = None
    """The bare table before it lay there. None if the camera has moved since, or if so small a picture cannot
    distinguish the tile from the table."""
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that lie together, where the two differ."""
    is_misplay: bool = False
    """It lies where it may not be played, and nothing else lay beside the layout when it came."""
    is_asked: bool = False
    """People have been asked what it is."""
    is_confirmed: bool = False
    """A player has said what it is. It stays that, whatever it is read as, as long as it lies there."""

    def certain(self) -> TileReading:
        """Returns the reading with nearly all probability on the believed value."""
        pips = np.full(self.reading.pips.shape, 0.001 / self.reading.pips.shape[1])
        pips[(0, 1), self.reading.shows] += 0.999
        return replace(self.reading, pips=pips, halves=self.reading.shows)

    def seen_as(self, reading: TileReading) -> TileReading:
        """Returns a new reading of the tile with the believed value."""
        if self.is_confirmed and same_place(reading, self.reading, stray=STAYED_WIDTHS):
            turned = aligned(reading, self.reading)
            return replace(turned, pips=self.reading.pips, halves=self.reading.halves)
        now = named(reading, self.tile)
        return replace(self, reading=now).certain() if self.is_confirmed else now


@dataclass(frozen=True, eq=False)
class Belief:
    """The layout as it is believed to lie, in the order of play."""

    tiles: tuple[LaidTile, ...] = ()

    def __len__(self) -> int:
        return len(self.tiles)

    def __contains__(self, tile: Tile) -> bool:
        return any(laid.tile == tile for laid in self.tiles)

    @property
    def layout(self) -> Layout:
        """The tiles and what each was played on, without their places."""
        layout = Layout()
        for laid in self.tiles:
            layout = layout.place(laid.tile, laid.on, laid.joins)
        return layout

    @property
    def links(self) -> tuple[tuple[Tile, Tile], ...]:
        """Each tile but the set with its host."""
        return tuple((laid.tile, laid.on) for laid in self.tiles if laid.on is not None)

    def seen_at(self, tracks: Sequence[Track | None]) -> Belief:
        """Returns the belief with each tile at its track. A tile without a track stays where it was."""
        return Belief(tuple(_seen_at(laid, track) for laid, track in zip(self.tiles, tracks, strict=True)))

    def agrees_with(self, tracks: Sequence[Track | None]) -> bool:
        """Returns whether every tile that is seen looks like what it is believed to be."""
        pairs = zip(self.tiles, tracks, strict=False)
        return all(
            track is None or laid.is_confirmed or probability_of(track.reading, laid.tile) > AGREES_PROBABILITY
            for laid, track in pairs
        )

    def renamed(self, number: int, tile: Tile) -> Belief:
        """Returns the belief with another value for the tile of that number in the order of play."""
        was = self.tiles[number].tile
        tiles = [replace(laid, on=tile, joins=None) if laid.on == was else laid for laid in self.tiles]
        reading = named(tiles[number].reading, tile)
        tiles[number] = replace(tiles[number], tile=tile, reading=reading, joins=None, is_misplay=False, is_asked=False)
        return Belief(tuple(tiles))

    def shifted(self, warp: NDArray[np.float64], camera: tuple[int, int] | None = None) -> Belief:
        """Returns the belief moved by a (2, 3) matrix on pixels: the camera or the whole layout has moved.

        `camera` is the width and height of the picture if the camera has moved: the bare table has moved along then.
        """

        def before(laid: LaidTile) -> Picture | None:
            return None if laid.before is None or camera is None else _warped(laid.before, warp, camera)

        return Belief(
            tuple(replace(laid, reading=warped(laid.reading, warp), before=before(laid)) for laid in self.tiles)
        )

    def with_bare_places(
        self, was: Belief, backgrounds: Sequence[Picture], now: Picture, size: tuple[int, int]
    ) -> Belief:
        """Returns the belief with the bare table under tiles that have moved since `was`, if a background shows it."""

        def before(laid: LaidTile, old: LaidTile) -> Picture | None:
            if laid.before is not None or old.before is None:
                return laid.before
            return bare_place(backgrounds, now, laid.reading, size)

        pairs = zip(self.tiles, was.tiles, strict=False)
        return Belief(tuple(replace(laid, before=before(laid, old)) for laid, old in pairs))


def _seen_at(laid: LaidTile, track: Track | None) -> LaidTile:
    if track is None:
        return laid
    stayed = same_place(track.reading, laid.reading)
    return replace(laid, reading=laid.seen_as(track.reading), before=laid.before if stayed else None)


def warped(reading: TileReading, warp: NDArray[np.float64]) -> TileReading:
    """Returns a reading moved by a (2, 3) matrix on pixels."""
    corners, ends = (points @ warp[:, :2].T + warp[:, 2] for points in (reading.corners, reading.ends))
    return replace(reading, corners=np.asarray(corners, np.float32), ends=np.asarray(ends, np.float32))


def _warped(picture: Picture, warp: NDArray[np.float64], size: tuple[int, int]) -> Picture:
    """Returns a small picture moved by a matrix on the pixels of the whole picture of `size`."""
    width, height = picture.shape[1::-1]
    small = warp.copy()
    small[:, 2] *= (width / size[0], height / size[1])
    return np.asarray(cv2.warpAffine(picture, small, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def known_first(laid: Sequence[LaidTile]) -> list[LaidTile]:
    """Returns a whole layout in another order of play: tiles that nobody was seen to lay come first.

    Every tile still comes after its host.
    """
    if not laid or laid[0].before is None or all(tile.before is not None for tile in laid):
        root = laid[:1]
    else:
        root = [next(tile for tile in laid if tile.before is None)]
    ordered = [replace(tile, on=None, joins=None) for tile in root]
    left = [tile for tile in laid if tile is not root[0]] if root else []
    links = [(tile.tile, tile.on, tile.joins) for tile in laid if tile.on is not None]
    links += [(host, tile, joins and joins[::-1]) for tile, host, joins in links]
    while left:
        there = {tile.tile for tile in ordered}
        reach = [
            (tile, host, joins) for tile in left for name, host, joins in links if name == tile.tile and host in there
        ]
        nearest, host, joins = min(reach, key=lambda link: link[0].before is not None)
        ordered.append(replace(nearest, on=host, joins=joins))
        left = [tile for tile in left if tile is not nearest]
    return ordered


def lies_on(a: TileReading, b: TileReading) -> bool:
    """Returns whether a tile seems to lie over a good part of another. Tiles do not, so one of them is misread."""
    area, _ = cv2.intersectConvexConvex(a.corners, b.corners)
    smaller = min(cv2.contourArea(a.corners), cv2.contourArea(b.corners))
    return bool(area > OVERLAP_SHARE * smaller)


def reread_tile(belief: Belief, number: int, track: Track) -> Tile | None:
    """Returns what many frames say a believed tile is, and None if it is what it was read as at first."""
    laid = belief.tiles[number]
    if laid.is_confirmed or track.weight < BETTER_FRAMES or not same_place(track.reading, laid.reading):
        return None
    by_mean, probability = track.reading.likely(1e-9)[0]
    is_clear = (
        track.weight >= REREAD_FRAMES
        and probability_of(track.reading, laid.tile) <= REREAD_MAX_PROBABILITY
        and probability >= REREAD_MIN_PROBABILITY
    )
    by_evidence, better = _rival(belief, number, track)
    tile = by_mean if is_clear else by_evidence if better >= BETTER_LOG_ODDS else None
    return tile if tile is not None and tile not in belief and _fits(belief, number, tile) else None


def tile_that_gives_way(belief: Belief, number: int, track: Track, others: Sequence[Track]) -> Tile | None:
    """Returns what a believed tile is instead, where one of `others` is rather what it was taken for.

    Each tile is there once. None where the believed tile stays what it is.
    """
    laid = belief.tiles[number]
    if laid.is_confirmed or track.weight < BETTER_FRAMES or not same_place(track.reading, laid.reading):
        return None
    rivals = [
        other
        for other in others
        if other.weight >= BETTER_FRAMES and probability_of(other.reading, laid.tile) > AGREES_PROBABILITY
    ]
    if not rivals:
        return None
    free = [tile for tile in full_set(track.reading.pips.shape[1] - 1) if tile not in belief]
    claim = max(_log_mean(one, laid.tile) - max(_log_mean(one, tile) for tile in free) for one in rivals)
    fitting = (tile for tile in free if _fits(belief, number, tile))
    instead = max(fitting, key=lambda tile: probability_of(track.reading, tile), default=None)
    if instead is None:
        return None
    better = _log_mean(track, instead) - _log_mean(track, laid.tile)
    return instead if better + claim >= BETTER_LOG_ODDS else None


def _log_mean(track: Track, tile: Tile) -> float:
    """Returns the log of how likely a track is `tile` by the mean of its readings.

    The mean, unlike the sum over frames, does not grow sure of a tile that each frame misreads alike.
    """
    return float(np.log(max(probability_of(track.reading, tile), MISNAMED_SHARE)))


def is_wavering(belief: Belief, number: int, track: Track) -> bool:
    """Returns whether frames speak for another value of a believed tile as well, one that may lie there."""
    tile, better = _rival(belief, number, track)
    is_possible = tile not in belief and _fits(belief, number, tile)
    return not belief.tiles[number].is_confirmed and is_possible and better > -WAVERING_LOG_ODDS


def _rival(belief: Belief, number: int, track: Track) -> tuple[Tile, float]:
    """Returns the likeliest other value of a believed tile, by all frames, and by how much log odds it is better."""
    was = belief.tiles[number].tile
    likelihoods = [(track.log_likelihood(tile), tile) for tile in full_set(track.reading.pips.shape[1] - 1)]
    most, tile = max((pair for pair in likelihoods if pair[1] != was), key=lambda pair: pair[0])
    return tile, most - track.log_likelihood(was)


def _fits(belief: Belief, number: int, tile: Tile) -> bool:
    """Returns whether a value joins the neighbours of a believed tile by the same halves.

    What was taken for a misplay need only match the half that it lies against.
    """
    laid = belief.tiles[number]
    if any(other.tile.shared(laid.tile) != other.tile.shared(tile) for other in belief.tiles if other.on == laid.tile):
        return False
    if laid.on is None:
        return True
    shared = laid.on.shared(tile)
    if laid.is_misplay:
        return shared is not None and (laid.joins is None or shared == laid.joins[1])
    return laid.on.shared(laid.tile) == shared


def bare_place(
    backgrounds: Sequence[Picture], now: Picture, reading: TileReading, size: tuple[int, int]
) -> Picture | None:
    """Returns the first background that clearly shows the bare table where a tile lies now."""
    shares = ((view, share_changed(view, now, reading.corners, size)) for view in backgrounds)
    return next((view for view, share in shares if share > TELLING_SHARE), None)


def share_changed(before: Picture, now: Picture, corners: NDArray[np.float32], size: tuple[int, int]) -> float:
    """Returns the share of a tile's place, 0 to 1, that looks different in two small pictures.

    The corners are in pixels of the whole picture of `size` width and height.
    """
    place = place_mask(corners, size, now.shape[:2])
    return float(change_mask(before, now)[place > 0].mean()) if place.any() else 0.0
