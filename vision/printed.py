"""Tells tiles from pictures of tiles: on the box of a set, in its rules, on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .geometry import areas
from .looking import CLEAR
from .table import Detection

# Tiles whose middles are not farther apart than this, in tile lengths, and that are as long, but for this share, lie
# together: all of them are tiles or all are printed on one page.
TOGETHER, AS_LONG = 1.7, 0.35
# The least and the most that one alone can say, as log odds.
SAYS = 4.0
FAINT = 0.99 * CLEAR
# As likely as the first what lies together is printed; it is asked about unless it is as likely as the second.
PRINTED, SURELY = 0.5, 0.9


def without_printed(found: Sequence[Detection]) -> list[Detection]:
    """What was found, the surest first, without tiles face up that are only printed; those that may be are faint.

    One alone may deceive: a tile seen straight from above on a plain table looks like a picture of itself. So those
    that lie together are judged together.
    """
    faceup = np.flatnonzero([tile.kind == "faceup" for tile in found])
    if not len(faceup) or not any(found[k].printed > PRINTED for k in faceup):
        return list(found)
    odds = np.clip([_log_odds(found[k].printed) for k in faceup], -SAYS, SAYS)
    weights = np.array([found[k].confidence for k in faceup])
    kept: dict[int, Detection] = dict(enumerate(found))
    for group in _together(np.array([found[k].corners for k in faceup])):
        chance = float(1 / (1 + np.exp(-np.average(odds[group], weights=weights[group]))))
        for k in faceup[group].tolist() if chance > PRINTED else ():
            kept[k] = replace(found[k], confidence=min(found[k].confidence * (1 - chance), FAINT))
            if chance > SURELY:
                del kept[k]
    return sorted(kept.values(), key=lambda tile: -tile.confidence)


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
