"""Tells tiles from pictures of tiles: on the box of a set, in its rules, on a screen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .geometry import areas
from .table import Detection

# Tiles whose middles are not farther apart than this, in tile lengths, and that are as long, but for this share, lie
# together: all of them are tiles or all are printed on one page.
TOGETHER, AS_LONG = 1.7, 0.35
# The least and the most that one alone can say, as log odds.
SAYS = 4.0
# Mean log odds from which what lies together is printed.
PRINTED = 0.0


def without_printed(found: Sequence[Detection]) -> list[Detection]:
    """What was found without tiles face up that are only printed.

    One alone may deceive: a tile seen straight from above on a plain table looks like a picture of itself. So those
    that lie together are judged together.
    """
    faceup = np.flatnonzero([tile.kind == "faceup" for tile in found])
    if not len(faceup) or not any(found[k].printed > 0.5 for k in faceup):
        return list(found)
    corners = np.array([found[k].corners for k in faceup])
    odds = np.clip([_log_odds(found[k].printed) for k in faceup], -SAYS, SAYS)
    weights = np.array([found[k].confidence for k in faceup])
    left_out = set()
    for group in _together(corners):
        if np.average(odds[group], weights=weights[group]) > PRINTED:
            left_out |= set(faceup[group].tolist())
    return [tile for k, tile in enumerate(found) if k not in left_out]


def _log_odds(chance: float) -> float:
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return float(np.log(chance / (1 - chance)))


def _together(corners: NDArray[np.float32]) -> list[NDArray[np.int64]]:
    """Which of the outlines (N, 4, 2) lie together, each with its next."""
    lengths, middles = np.sqrt(2 * areas(corners)), corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    longer = np.maximum(lengths[:, None], lengths)
    near = (apart < TOGETHER * longer) & (np.minimum(lengths[:, None], lengths) > (1 - AS_LONG) * longer)
    groups, left = [], np.ones(len(corners), dtype=bool)
    while left.any():
        group = np.zeros(len(corners), dtype=bool)
        group[int(left.argmax())] = True
        while (grown := near[group].any(axis=0) | group).sum() > group.sum():
            group = grown
        left &= ~group
        groups.append(np.flatnonzero(group))
    return groups
