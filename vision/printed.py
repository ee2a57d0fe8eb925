"""Tells tiles from pictures of tiles: on the box of a set, in its rules, on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .geometry import areas
from .table import CLEAR, Detection

# Tiles whose middles are not farther apart than this, in tile lengths, and that are as long, but for this share, lie
# together: most likely all of them are tiles, or all are printed on one page.
TOGETHER, AS_LONG = 1.7, 0.35
# The least and the most that one alone can say, as log odds; and for how much of itself the mean of the others counts.
SAYS, OTHERS = 4.0, 0.6
FAINT = 0.99 * CLEAR
# As likely as the first it is printed; it is asked about unless it is as likely as the second.
PRINTED, SURELY = 0.65, 0.9


def told_apart(found: Sequence[Detection]) -> tuple[list[Detection], list[Detection]]:
    """What was found, the surest first, without tiles face up that are only printed; and those.

    Those that may be printed are faint.

    One alone may deceive: a tile seen straight from above on a plain table looks like a picture of itself. So what
    lies beside it has a say. A tile may lie on a printed page, so that of itself counts for more.
    """
    faceup = np.flatnonzero([tile.kind == "faceup" for tile in found])
    if not len(faceup) or not any(found[k].printed > PRINTED for k in faceup):
        return list(found), []
    odds = np.clip([_log_odds(found[k].printed) for k in faceup], -SAYS, SAYS)
    near = _together(np.array([found[k].corners for k in faceup])) * np.array([found[k].confidence for k in faceup])
    chances = 1 / (1 + np.exp(-odds - OTHERS * near @ odds / np.maximum(near.sum(axis=1), 1e-6)))
    kept: dict[int, Detection] = dict(enumerate(found))
    printed = []
    for k, chance in zip(faceup.tolist(), chances.tolist(), strict=True):
        if chance > SURELY:
            printed.append(kept.pop(k))
        elif chance > PRINTED:
            kept[k] = replace(found[k], confidence=min(found[k].confidence * (1 - chance), FAINT))
    return sorted(kept.values(), key=lambda tile: -tile.confidence), printed


def _log_odds(chance: float) -> float:
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return float(np.log(chance / (1 - chance)))


def _together(corners: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N, N) which of the outlines (N, 4, 2) lie together, none with itself."""
    lengths, middles = np.sqrt(2 * areas(corners)), corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    longer = np.maximum(lengths[:, None], lengths)
    near = (apart < TOGETHER * longer) & (np.minimum(lengths[:, None], lengths) > (1 - AS_LONG) * longer)
    np.fill_diagonal(near, False)
    return near
