"""A view of the table laid over what is believed to lie there: where each tile is seen now, and what is new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.readings import aligned, centre_of, turned_round, width_of
from ..types import TileReading
from .belief import Belief, lies_on, probability_of, taken_along
from .tracks import Track, same_place

STEADY = 3
"""Frames that must show a tile in a new place."""
SURE_ELSEWHERE = 0.5
"""How probable a tile's value must be for it to be believed moved to another place."""
LIKELY_ELSEWHERE = 0.2
"""The same where most others must have moved likewise."""
TAKEN_ALONG = 0.02
"""The same where the tiles beside it have."""
NEARER = 0.2
"""By what share a tile may look larger or smaller where it was moved to."""


@dataclass(frozen=True, eq=False)
class View:
    """What is seen now, laid over what is believed."""

    seen: tuple[Track | None, ...]
    """For every believed tile where it is seen."""
    fresh: tuple[Track, ...]
    """What is no believed tile and lies on none."""
    moved: tuple[int, ...]
    """Which believed tiles lie in another place than they were."""


def associate(belief: Belief, sightings: Iterable[Track]) -> View:
    """Finds the believed tiles among what is seen: by their place first, and by their value where they have moved.

    Where an arm of the layout was swung round, some of its tiles tell where the others have gone.
    """
    plain = [one for one in sightings if not one.missed and not one.is_covered]
    swung = _swing(belief, plain)
    candidates: list[tuple[float, int, int, bool]] = []
    for i, laid in enumerate(belief.tiles):
        gone_to = None if swung is None else taken_along(laid.reading, swung)
        for j, one in enumerate(plain):
            stays = same_place(one.reading, laid.reading, stray=0.6)
            goes = gone_to is not None and same_place(one.reading, gone_to, stray=0.6)
            probability = 1.0 if laid.is_told and (stays or goes) else probability_of(one.reading, laid.tile)
            enough = TAKEN_ALONG if goes else SURE_ELSEWHERE
            if not stays and (probability < enough or one.seen < STEADY):
                continue
            distance = float(np.linalg.norm(centre_of(one.reading) - centre_of(laid.reading))) / width_of(laid.reading)
            nearness = 6.0 if stays else 4.0 if goes else 2.0 if distance < 1.5 else 0.0
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


def estimate_camera_motion(belief: Belief, sightings: Iterable[Track]) -> NDArray[np.float64] | None:
    """(2, 3) matrix that takes the believed places to where the same values are seen now; None where most have stayed.

    Values alone decide: after a push by one tile's length every tile lies where its neighbour lay.
    """
    pairs = _seen_by_value(belief, sightings)
    moved = sum(_has_moved(*pair) for pair in pairs)
    return None if moved < 2 or 2 * moved <= len(pairs) else _warp_of(pairs)


def _swing(belief: Belief, sightings: Iterable[Track]) -> NDArray[np.float64] | None:
    """(2, 3) matrix that takes along the believed tiles seen elsewhere; None where each went its own way."""
    moved = [pair for pair in _seen_by_value(belief, sightings) if _has_moved(*pair)]
    warp = _warp_of(moved) if moved else None
    return warp if warp is not None and abs(np.hypot(warp[0, 0], warp[1, 0]) - 1) < NEARER else None


def _seen_by_value(belief: Belief, sightings: Iterable[Track]) -> list[tuple[TileReading, TileReading]]:
    """Where believed tiles lay, and where their values are seen now, halves in the same order."""
    steady = [one for one in sightings if not one.missed and not one.is_covered and one.seen >= STEADY]
    pairs: list[tuple[TileReading, TileReading]] = []
    for laid in belief.tiles:
        likely = max(steady, key=lambda one: probability_of(one.reading, laid.tile), default=None)
        if likely is not None and probability_of(likely.reading, laid.tile) >= LIKELY_ELSEWHERE:
            pairs.append((laid.reading, aligned_by_value(likely.reading, laid.reading)))
    return pairs


def _has_moved(was: TileReading, now: TileReading) -> bool:
    """Whether a tile lies elsewhere, or where it lay but turned round."""
    return bool(np.abs(now.ends - was.ends).max() >= 0.6 * min(width_of(now), width_of(was)))


def _warp_of(pairs: Sequence[tuple[TileReading, TileReading]]) -> NDArray[np.float64] | None:
    """(2, 3) matrix, turning and shifting, that most of the pairs follow; None where they do not."""
    # Which half of a double is which nobody knows: of those the middle tells.
    there = np.concatenate([was.ends.mean(axis=0)[None] if was.tile.is_double else was.ends for was, _ in pairs])
    here = np.concatenate([now.ends.mean(axis=0)[None] if was.tile.is_double else now.ends for was, now in pairs])
    if len(there) < 2:
        return None
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
