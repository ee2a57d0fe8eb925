"""Tells tiles from pictures of tiles: on the box of a set, in its rules, on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import Outlines
from ..geometry.quads import areas
from ..types import MIN_CONFIDENCE, Detection

# Tiles whose middles are not farther apart than this, in tile lengths, and that are as long, but for this share, lie
# together: most likely all of them are tiles, or all are printed on one page.
TOGETHER, AS_LONG = 1.7, 0.35
# The least and the most that one alone can say, as log odds; and for how much of itself the mean of the others counts.
SAYS, OTHERS = 4.0, 0.6
# What was seen of it from farther off, the page around it too, counts for so much of what is seen from near.
EARLIER = 2.0
FAINT = 0.99 * MIN_CONFIDENCE
# As likely as the first it is printed; it is asked about unless it is as likely as the second.
PRINTED, SURELY = 0.65, 0.9


def split_printed(found: Sequence[Detection]) -> tuple[list[Detection], list[Detection]]:
    """What was found, the surest first, without tiles face up that are only printed; and those.

    Those that may be printed are faint.

    One alone may deceive: a tile seen straight from above on a plain table looks like a picture of itself. So what
    lies beside it has a say. A tile may lie on a printed page, so that of itself counts for more.
    """
    faceup = [tile for tile in found if tile.kind == "faceup"]
    if all(tile.printed <= PRINTED for tile in faceup):
        return list(found), []
    odds = _log_odds(np.array([tile.printed for tile in faceup]))
    near = _together(np.array([tile.corners for tile in faceup])) * np.array([tile.confidence for tile in faceup])
    chances = 1 / (1 + np.exp(-odds - OTHERS * near @ odds / np.maximum(near.sum(axis=1), 1e-6)))
    kept = [tile for tile in found if tile.kind != "faceup"]
    printed = []
    for tile, chance in zip(faceup, chances.tolist(), strict=True):
        if chance > SURELY:
            printed.append(tile)
        elif chance > PRINTED:
            kept.append(replace(tile, confidence=min(tile.confidence * (1 - chance), FAINT)))
        else:
            kept.append(tile)
    return sorted(kept, key=lambda tile: -tile.confidence), printed


def with_earlier(found: Sequence[Detection], earlier: Sequence[Detection], least: float) -> list[Detection]:
    """What was found from near, each tile as likely printed as it and what was seen there `earlier` say together.

    Tiles that share `least` of their ground are one. From near a tile shows its sides, from far the page around it.
    """
    before = [tile for tile in earlier if tile.kind == "faceup"]
    if not before or not found:
        return list(found)
    outlines = Outlines(np.array([tile.corners for tile in (*found, *before)]))
    is_before = np.arange(len(found) + len(before)) >= len(found)
    said = _log_odds(np.array([tile.printed for tile in (*found, *before)]))
    together = []
    for number, tile in enumerate(found):
        over = outlines.shared(number, is_before, least)
        if tile.kind == "faceup" and over.max() > least:
            tile = replace(tile, printed=float(1 / (1 + np.exp(-said[number] - EARLIER * said[int(over.argmax())]))))
        together.append(tile)
    return together


def _log_odds(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    certain = np.clip(chances, 1e-6, 1 - 1e-6)
    return np.asarray(np.clip(np.log(certain / (1 - certain)), -SAYS, SAYS))


def _together(corners: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N, N) which of the outlines (N, 4, 2) lie together, none with itself."""
    lengths, middles = np.sqrt(2 * areas(corners)), corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    longer = np.maximum(lengths[:, None], lengths)
    near = (apart < TOGETHER * longer) & (np.minimum(lengths[:, None], lengths) > (1 - AS_LONG) * longer)
    np.fill_diagonal(near, False)
    return np.asarray(near, bool)
