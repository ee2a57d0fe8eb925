"""Tracks matched with the places of the layout: where each tile is seen now, and which tracks are new."""

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
from .place import Place, lies_on, probability_of, warped
from .tracks import Track, match_greedily, same_place
from .tuning import TrackingTuning


@dataclass(frozen=True, eq=False)
class Association:
    """The tracks that belong to tiles of the layout, and the others."""

    seen: Mapping[Tile, Track] = field(default_factory=dict)
    """For every tile of the layout that is seen its track."""
    fresh: tuple[Track, ...] = ()
    """Tracks that are no tile of the layout and lie on none."""
    moved: frozenset[Tile] = frozenset()
    """The tiles that lie in another place than before."""
    exchanged: Tile | None = None
    """The last tile of the layout, where another one lies in its place now."""


class _Candidate(NamedTuple):
    """A tile of the layout and a track that may be it; candidates are ordered by their fields."""

    score: float
    place: int
    track: int
    has_moved: bool


def associate(
    places: Sequence[Place], named: Collection[Tile], tracks: Iterable[Track], tuning: TrackingTuning
) -> Association:
    """Finds the tiles of the layout among the tracks: by their place first, and by their value where they have moved.

    The tiles in `named` lie in their places whatever they are read as. If part of the layout was swung round, the tiles
    that are read surely show where the others have gone.
    """
    plain = [track for track in tracks if not track.missed and not track.is_covered]
    last = places[-1] if places else None
    instead = next((track for track in plain if last is not None and _lies_instead(track, last, named, tuning)), None)
    plain = [track for track in plain if track is not instead]
    swing = _swing_of(places, plain, tuning)
    candidates = [
        candidate
        for number, place in enumerate(places)
        for candidate in _candidates(number, place, place.tile in named, plain, swing, tuning)
    ]
    candidates.sort(reverse=True)
    matched = match_greedily((candidate.place, candidate.track) for candidate in candidates)
    moved = {(candidate.place, candidate.track) for candidate in candidates if candidate.has_moved}
    seen = {places[place].tile: plain[track] for place, track in matched.items()}
    taken = [seen.get(place.tile, place).reading for place in places]
    fresh = (track for number, track in enumerate(plain) if number not in matched.values())
    return Association(
        seen,
        tuple(track for track in fresh if not any(lies_on(track.reading, reading, tuning) for reading in taken)),
        frozenset(places[place].tile for place, track in matched.items() if (place, track) in moved),
        last.tile if last is not None and instead is not None else None,
    )


def _lies_instead(track: Track, place: Place, named: Collection[Tile], tuning: TrackingTuning) -> bool:
    """Whether fingers took a tile of the layout away and laid another one in its place."""
    is_other = track.has_taken_a_place and track.instead_of == place.tile and place.tile not in named
    return is_other and same_place(track.reading, place.reading, stray=tuning.stayed_widths)


def _candidates(
    number: int,
    place: Place,
    is_named: bool,
    tracks: Sequence[Track],
    swing: NDArray[np.float64] | None,
    tuning: TrackingTuning,
) -> Iterable[_Candidate]:
    """The tracks that may be one tile of the layout, each with its score."""
    swung = None if swing is None else warped(place.reading, swing)
    for index, track in enumerate(tracks):
        stays = same_place(track.reading, place.reading, stray=tuning.stayed_widths)
        swings = swung is not None and same_place(track.reading, swung, stray=tuning.stayed_widths)
        is_certain = is_named and (stays or swings)
        is_it = probability_of(track.reading, place.tile)
        probability = 1.0 if is_certain else is_it
        enough = tuning.swung_probability if swings else tuning.elsewhere_probability
        if not stays and (probability < enough or track.seen < tuning.elsewhere_frames):
            continue
        distance = float(np.linalg.norm(track.reading.centre - place.reading.centre)) / place.reading.width
        near = tuning.near_bonus if distance < tuning.near_widths else 0.0
        is_other = place.is_presumed and is_it < tuning.found_probability
        bonus = near if is_other else tuning.stayed_bonus if stays else tuning.swung_bonus if swings else near
        yield _Candidate(float(np.log(probability + 1e-4)) + bonus, number, index, not stays)


def estimate_camera_motion(
    places: Sequence[Place], tracks: Iterable[Track], tuning: TrackingTuning
) -> NDArray[np.float64] | None:
    """The (2, 3) matrix from the places to where the same values are seen now; None where most tiles have stayed.

    Values alone decide: after a push by one tile's length every tile lies where its neighbour lay.
    """
    pairs = _pairs_by_value(places, tracks, tuning)
    moved = sum(_has_moved(*pair, tuning) for pair in pairs)
    return None if moved < 2 or 2 * moved <= len(pairs) else _warp_of(pairs, tuning)


def _swing_of(places: Sequence[Place], tracks: Iterable[Track], tuning: TrackingTuning) -> NDArray[np.float64] | None:
    """The (2, 3) matrix that the tiles seen elsewhere share; None if they share none."""
    moved = [pair for pair in _pairs_by_value(places, tracks, tuning) if _has_moved(*pair, tuning)]
    warp = _warp_of(moved, tuning) if moved else None
    return warp if warp is not None and abs(np.hypot(warp[0, 0], warp[1, 0]) - 1) < tuning.scale_tolerance else None


def _pairs_by_value(
    places: Sequence[Place], tracks: Iterable[Track], tuning: TrackingTuning
) -> list[tuple[TileReading, TileReading]]:
    """Where tiles lay and where their values are seen now, halves in the same order."""
    steady = [
        track for track in tracks if not track.missed and not track.is_covered and track.seen >= tuning.elsewhere_frames
    ]
    likeliest = ((place, _likeliest(steady, place.tile)) for place in places)
    return [
        (place.reading, _aligned_by_value(reading, place.reading))
        for place, reading in likeliest
        if reading is not None and probability_of(reading, place.tile) >= tuning.together_probability
    ]


def _likeliest(tracks: Sequence[Track], tile: Tile) -> TileReading | None:
    """The reading that most probably shows a tile, wherever it lies; None without tracks."""
    readings = (track.reading for track in tracks)
    return max(readings, key=lambda reading: probability_of(reading, tile), default=None)


def _has_moved(was: TileReading, now: TileReading, tuning: TrackingTuning) -> bool:
    """Whether a tile lies elsewhere, or lies turned round where it lay."""
    return bool(np.abs(now.ends - was.ends).max() >= tuning.stayed_widths * min(now.width, was.width))


def _warp_of(pairs: Sequence[tuple[TileReading, TileReading]], tuning: TrackingTuning) -> NDArray[np.float64] | None:
    """The (2, 3) matrix, turning and shifting, that most pairs share; None if they share none."""
    # The halves of a double look the same, so only its middle counts.
    there = np.concatenate([was.ends.mean(axis=0)[None] if was.tile.is_double else was.ends for was, _ in pairs])
    here = np.concatenate([now.ends.mean(axis=0)[None] if was.tile.is_double else now.ends for was, now in pairs])
    if len(there) < 2:
        return None
    tolerance = tuning.stayed_widths * float(np.median([now.width for _, now in pairs]))
    warp, inliers = cv2.estimateAffinePartial2D(there, here, method=cv2.RANSAC, ransacReprojThreshold=tolerance)
    if warp is None or inliers.sum() < tuning.inlier_share * len(there):
        return None
    return np.asarray(warp, np.float64)


def _aligned_by_value(reading: TileReading, reference: TileReading) -> TileReading:
    """A reading turned so that its halves show the pips of a reference reading in the same order."""
    first, second = reference.shows
    if first == second:
        return aligned(reading, reference)
    return reading if likelier_order(reading, (first, second)) == (first, second) else turned_round(reading)
