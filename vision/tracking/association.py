"""Tracks associated with the tiles believed to lie on the table: where each is seen now, and which tracks are new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.readings import aligned, centre_of, likelier_order, turned_round, width_of
from ..types import TileReading
from .belief import STAYED_WIDTHS, Belief, LaidTile, lies_on, probability_of, warped
from .tracks import Track, match_greedily, same_place

STEADY_FRAMES = 3
"""Frames that must show a tile in a new place."""
ELSEWHERE_PROBABILITY = 0.5
"""A tile is believed to have moved on its own if its value there is at least this probable."""
TOGETHER_PROBABILITY = 0.2
"""A tile counts among those that may have moved together if its value there is at least this probable."""
SWUNG_PROBABILITY = 0.02
"""A tile is believed to have moved with the tiles beside it if its value there is at least this probable."""
SCALE_TOLERANCE = 0.2
"""Share by which a tile may look larger or smaller where it was moved to."""
INLIER_SHARE = 0.7
"""Share of the points that must follow a common movement."""
STAYED_BONUS = 6.0
"""Added to the log probability of a track in the believed place."""
SWUNG_BONUS = 4.0
"""Added to the log probability of a track where the neighbours have moved to."""
NEAR_BONUS = 2.0
"""Added to the log probability of a track nearby."""
NEAR_WIDTHS = 1.5
"""Widths of a tile within which a track is nearby."""


@dataclass(frozen=True, eq=False)
class Association:
    """The tracks that belong to believed tiles, and the others."""

    seen: tuple[Track | None, ...]
    """For every believed tile its track, and None where it is not seen."""
    fresh: tuple[Track, ...]
    """Tracks that are no believed tile and lie on none."""
    moved: tuple[int, ...]
    """Numbers of the believed tiles that lie in another place than before."""


class _Candidate(NamedTuple):
    """A believed tile and a track that may be it; candidates are ordered by their fields."""

    score: float
    tile: int
    track: int
    has_moved: bool


def associate(belief: Belief, tracks: Iterable[Track]) -> Association:
    """Finds the believed tiles among the tracks: by their place first, and by their value where they have moved.

    If an arm of the layout was swung round, the tiles that are read surely show where the others have gone.
    """
    plain = [track for track in tracks if not track.missed and not track.is_covered]
    swing = _swing_of(belief, plain)
    candidates = [
        candidate for number, laid in enumerate(belief.tiles) for candidate in _candidates(number, laid, plain, swing)
    ]
    candidates.sort(reverse=True)
    matched = match_greedily((candidate.tile, candidate.track) for candidate in candidates)
    moved = {(candidate.tile, candidate.track) for candidate in candidates if candidate.has_moved}
    seen = tuple(plain[matched[number]] if number in matched else None for number in range(len(belief)))
    places = [laid.reading if track is None else track.reading for laid, track in zip(belief.tiles, seen, strict=True)]
    fresh = (track for number, track in enumerate(plain) if number not in matched.values())
    return Association(
        seen,
        tuple(track for track in fresh if not any(lies_on(track.reading, place) for place in places)),
        tuple(sorted(tile for tile, track in matched.items() if (tile, track) in moved)),
    )


def _candidates(
    number: int, laid: LaidTile, tracks: Sequence[Track], swing: NDArray[np.float64] | None
) -> Iterable[_Candidate]:
    """Yields the tracks that may be one believed tile, each with the log of how likely it is."""
    swung = None if swing is None else warped(laid.reading, swing)
    for index, track in enumerate(tracks):
        stays = same_place(track.reading, laid.reading, stray=STAYED_WIDTHS)
        swings = swung is not None and same_place(track.reading, swung, stray=STAYED_WIDTHS)
        is_certain = laid.is_confirmed and (stays or swings)
        probability = 1.0 if is_certain else probability_of(track.reading, laid.tile)
        enough = SWUNG_PROBABILITY if swings else ELSEWHERE_PROBABILITY
        if not stays and (probability < enough or track.seen < STEADY_FRAMES):
            continue
        distance = float(np.linalg.norm(centre_of(track.reading) - centre_of(laid.reading))) / width_of(laid.reading)
        near = NEAR_BONUS if distance < NEAR_WIDTHS else 0.0
        bonus = STAYED_BONUS if stays else SWUNG_BONUS if swings else near
        yield _Candidate(float(np.log(probability + 1e-4)) + bonus, number, index, not stays)


def estimate_camera_motion(belief: Belief, tracks: Iterable[Track]) -> NDArray[np.float64] | None:
    """Returns the (2, 3) matrix from the believed places to where the same values are seen now.

    Returns None where most tiles have stayed. Values alone decide: after a push by one tile's length every tile lies
    where its neighbour lay.
    """
    pairs = _pairs_by_value(belief, tracks)
    moved = sum(_has_moved(*pair) for pair in pairs)
    return None if moved < 2 or 2 * moved <= len(pairs) else _warp_of(pairs)


def _swing_of(belief: Belief, tracks: Iterable[Track]) -> NDArray[np.float64] | None:
    """Returns the (2, 3) matrix that the tiles seen elsewhere follow together, and None if they do not."""
    moved = [pair for pair in _pairs_by_value(belief, tracks) if _has_moved(*pair)]
    warp = _warp_of(moved) if moved else None
    return warp if warp is not None and abs(np.hypot(warp[0, 0], warp[1, 0]) - 1) < SCALE_TOLERANCE else None


def _pairs_by_value(belief: Belief, tracks: Iterable[Track]) -> list[tuple[TileReading, TileReading]]:
    """Returns for believed tiles where they lay and where their value is seen now, halves in the same order."""
    steady = [track for track in tracks if not track.missed and not track.is_covered and track.seen >= STEADY_FRAMES]
    likeliest = ((laid, _likeliest(steady, laid)) for laid in belief.tiles)
    return [
        (laid.reading, _aligned_by_value(reading, laid.reading))
        for laid, reading in likeliest
        if reading is not None and probability_of(reading, laid.tile) >= TOGETHER_PROBABILITY
    ]


def _likeliest(tracks: Sequence[Track], laid: LaidTile) -> TileReading | None:
    """Returns the reading that most probably shows a believed tile, wherever it lies; None without tracks."""
    readings = (track.reading for track in tracks)
    return max(readings, key=lambda reading: probability_of(reading, laid.tile), default=None)


def _has_moved(was: TileReading, now: TileReading) -> bool:
    """Returns whether a tile lies elsewhere, or lies turned round where it lay."""
    return bool(np.abs(now.ends - was.ends).max() >= STAYED_WIDTHS * min(width_of(now), width_of(was)))


def _warp_of(pairs: Sequence[tuple[TileReading, TileReading]]) -> NDArray[np.float64] | None:
    """Returns the (2, 3) matrix, turning and shifting, that most pairs follow, and None if they do not."""
    # The halves of a double look the same, so only its middle counts.
    there = np.concatenate([was.ends.mean(axis=0)[None] if was.tile.is_double else was.ends for was, _ in pairs])
    here = np.concatenate([now.ends.mean(axis=0)[None] if was.tile.is_double else now.ends for was, now in pairs])
    if len(there) < 2:
        return None
    tolerance = STAYED_WIDTHS * float(np.median([width_of(now) for _, now in pairs]))
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
