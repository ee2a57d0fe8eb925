"""Tracks associated with the places of the layout: where each tile is seen now, and which tracks are new."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..geometry.readings import aligned, likelier_order, turned_round
from ..types import TileReading
from .place import STAYED_WIDTHS, Place, lies_on, probability_of, warped
from .tracks import Track, match_greedily, same_place

ELSEWHERE_FRAMES = 3
"""Frames that must show a tile in a new place."""
ELSEWHERE_PROBABILITY = 0.5
"""A tile has moved on its own if its value there is at least this probable."""
TOGETHER_PROBABILITY = 0.2
"""A tile counts among those that may have moved together if its value there is at least this probable."""
SWUNG_PROBABILITY = 0.02
"""A tile has moved with the tiles beside it if its value there is at least this probable."""
SCALE_TOLERANCE = 0.2
"""Share by which a tile may look larger or smaller where it was moved to."""
INLIER_SHARE = 0.7
"""Share of the points that must follow a common movement."""
STAYED_BONUS = 6.0
"""Added to the log probability of a track in the tile's place."""
SWUNG_BONUS = 4.0
"""Added to the log probability of a track where the neighbours have moved to."""
NEAR_BONUS = 2.0
"""Added to the log probability of a track nearby."""
NEAR_WIDTHS = 1.5
"""Widths of a tile within which a track is nearby."""


@dataclass(frozen=True, eq=False)
class Association:
    """The tracks that belong to tiles of the layout, and the others."""

    seen: Mapping[Tile, Track] = field(default_factory=dict)
    """For every tile of the layout that is seen its track."""
    fresh: tuple[Track, ...] = ()
    """Tracks that are no tile of the layout and lie on none."""
    moved: frozenset[Tile] = frozenset()
    """The tiles that lie in another place than before."""


class _Candidate(NamedTuple):
    """A tile of the layout and a track that may be it; candidates are ordered by their fields."""

    score: float
    place: int
    track: int
    has_moved: bool


def associate(places: Sequence[Place], named: Collection[Tile], tracks: Iterable[Track]) -> Association:
    """Finds the tiles of the layout among the tracks: by their place first, and by their value where they have moved.

    The tiles in `named` lie in their places whatever they are read as. If an arm of the layout was swung round, the
    tiles that are read surely show where the others have gone.
    """
    plain = [track for track in tracks if not track.missed and not track.is_covered]
    swing = _swing_of(places, plain)
    candidates = [
        candidate
        for number, place in enumerate(places)
        for candidate in _candidates(number, place, place.tile in named, plain, swing)
    ]
    candidates.sort(reverse=True)
    matched = match_greedily((candidate.place, candidate.track) for candidate in candidates)
    moved = {(candidate.place, candidate.track) for candidate in candidates if candidate.has_moved}
    seen = {places[place].tile: plain[track] for place, track in matched.items()}
    taken = [seen.get(place.tile, place).reading for place in places]
    fresh = (track for number, track in enumerate(plain) if number not in matched.values())
    return Association(
        seen,
        tuple(track for track in fresh if not any(lies_on(track.reading, reading) for reading in taken)),
        frozenset(places[place].tile for place, track in matched.items() if (place, track) in moved),
    )


def _candidates(
    number: int, place: Place, is_named: bool, tracks: Sequence[Track], swing: NDArray[np.float64] | None
) -> Iterable[_Candidate]:
    """Yields the tracks that may be one tile of the layout, each with the log of how likely it is."""
    swung = None if swing is None else warped(place.reading, swing)
    for index, track in enumerate(tracks):
        stays = same_place(track.reading, place.reading, stray=STAYED_WIDTHS)
        swings = swung is not None and same_place(track.reading, swung, stray=STAYED_WIDTHS)
        is_certain = is_named and (stays or swings)
        probability = 1.0 if is_certain else probability_of(track.reading, place.tile)
        enough = SWUNG_PROBABILITY if swings else ELSEWHERE_PROBABILITY
        if not stays and (probability < enough or track.seen < ELSEWHERE_FRAMES):
            continue
        distance = float(np.linalg.norm(track.reading.centre - place.reading.centre)) / place.reading.width
        near = NEAR_BONUS if distance < NEAR_WIDTHS else 0.0
        bonus = STAYED_BONUS if stays else SWUNG_BONUS if swings else near
        yield _Candidate(float(np.log(probability + 1e-4)) + bonus, number, index, not stays)


def estimate_camera_motion(places: Sequence[Place], tracks: Iterable[Track]) -> NDArray[np.float64] | None:
    """Returns the (2, 3) matrix from the places to where the same values are seen now.

    Returns None where most tiles have stayed. Values alone decide: after a push by one tile's length every tile lies
    where its neighbour lay.
    """
    pairs = _pairs_by_value(places, tracks)
    moved = sum(_has_moved(*pair) for pair in pairs)
    return None if moved < 2 or 2 * moved <= len(pairs) else _warp_of(pairs)


def _swing_of(places: Sequence[Place], tracks: Iterable[Track]) -> NDArray[np.float64] | None:
    """Returns the (2, 3) matrix that the tiles seen elsewhere follow together, and None if they do not."""
    moved = [pair for pair in _pairs_by_value(places, tracks) if _has_moved(*pair)]
    warp = _warp_of(moved) if moved else None
    return warp if warp is not None and abs(np.hypot(warp[0, 0], warp[1, 0]) - 1) < SCALE_TOLERANCE else None


def _pairs_by_value(places: Sequence[Place], tracks: Iterable[Track]) -> list[tuple[TileReading, TileReading]]:
    """Returns for tiles where they lay and where their value is seen now, halves in the same order."""
    steady = [track for track in tracks if not track.missed and not track.is_covered and track.seen >= ELSEWHERE_FRAMES]
    likeliest = ((place, _likeliest(steady, place.tile)) for place in places)
    return [
        (place.reading, _aligned_by_value(reading, place.reading))
        for place, reading in likeliest
        if reading is not None and probability_of(reading, place.tile) >= TOGETHER_PROBABILITY
    ]


def _likeliest(tracks: Sequence[Track], tile: Tile) -> TileReading | None:
    """Returns the reading that most probably shows a tile, wherever it lies; None without tracks."""
    readings = (track.reading for track in tracks)
    return max(readings, key=lambda reading: probability_of(reading, tile), default=None)


def _has_moved(was: TileReading, now: TileReading) -> bool:
    """Returns whether a tile lies elsewhere, or lies turned round where it lay."""
    return bool(np.abs(now.ends - was.ends).max() >= STAYED_WIDTHS * min(now.width, was.width))


def _warp_of(pairs: Sequence[tuple[TileReading, TileReading]]) -> NDArray[np.float64] | None:
    """Returns the (2, 3) matrix, turning and shifting, that most pairs follow, and None if they do not."""
    # The halves of a double look the same, so only its middle counts.
    there = np.concatenate([was.ends.mean(axis=0)[None] if was.tile.is_double else was.ends for was, _ in pairs])
    here = np.concatenate([now.ends.mean(axis=0)[None] if was.tile.is_double else now.ends for was, now in pairs])
    if len(there) < 2:
        return None
    tolerance = STAYED_WIDTHS * float(np.median([now.width for _, now in pairs]))
    warp, inliers = cv2.estimateAffinePartial2D(there, here, method=cv2.RANSAC, ransacReprojThreshold=tolerance)
    if warp is None or inliers.sum() < INLIER_SHARE * len(there):
        return None
    return np.asarray(warp, np.float64)


def _aligned_by_value(reading: TileReading, reference: TileReading) -> TileReading:
    """Returns a reading turned so that its halves show the same pips as those of a reference reading."""
    first, second = reference.shows
    if first == second:
        return aligned(reading, reference)
    return reading if likelier_order(reading, (first, second)) == (first, second) else turned_round(reading)
