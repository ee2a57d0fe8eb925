"""Tells tiles from printed pictures of tiles: on the box of a set, in its rules, on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import Outlines
from ..geometry.quads import lengths_from_area
from ..probability import log_odds, sigmoid
from ..types import Detection
from .tuning import DetectionTuning


def split_printed(found: Sequence[Detection], tuning: DetectionTuning) -> tuple[list[Detection], list[Detection]]:
    """The detections that are rather tiles, and the face-up ones that are probably printed, as the tile model sees it.

    One detection alone may deceive, since a tile seen from straight above on a plain table looks like a picture of
    itself. So its neighbours count too.
    """
    faceup = [tile for tile in found if tile.kind == "faceup"]
    if all(tile.printed <= tuning.probably_printed for tile in faceup):
        return list(found), []
    together = with_neighbours(faceup, printed_log_odds(faceup, tuning), tuning)
    printed = {tile for tile, odds in zip(faceup, together, strict=True) if sigmoid(odds) > tuning.probably_printed}
    return [tile for tile in found if tile not in printed], [tile for tile in found if tile in printed]


def with_neighbours(
    tiles: Sequence[Detection], odds: NDArray[np.float64], tuning: DetectionTuning
) -> NDArray[np.float64]:
    """(N,) log odds that each tile is printed, or real, given those of its own (N,) and those of its neighbours.

    A tile may lie on a printed page, so its own count for more.
    """
    weights = _are_neighbours(np.array([tile.corners for tile in tiles]), tuning)
    weights = weights * np.array([tile.confidence for tile in tiles])
    return np.asarray(odds + tuning.neighbour_weight * weights @ odds / np.maximum(weights.sum(axis=1), 1e-6))


def printed_log_odds(tiles: Sequence[Detection], tuning: DetectionTuning) -> NDArray[np.float64]:
    """(N,) log odds that each tile is printed, as its own detection says."""
    most = tuning.max_printed_log_odds
    return np.clip(log_odds([tile.printed for tile in tiles], 1e-6), -most, most)


def with_earlier(found: Sequence[Detection], earlier: Sequence[Detection], tuning: DetectionTuning) -> list[Detection]:
    """Detections in a window, each as likely printed as it and the `earlier` detection of the same tile say together.

    A window shows the sides of a tile, the whole picture shows the page around it.
    """
    before = [tile for tile in earlier if tile.kind == "faceup"]
    if not before or not found:
        return list(found)
    together = [*found, *before]
    outlines = Outlines(np.array([tile.corners for tile in together]), tuning.overlap)
    is_before = np.arange(len(together)) >= len(found)
    odds = printed_log_odds(together, tuning)
    updated = []
    for index, tile in enumerate(found):
        overlaps = outlines.intersection_over_min(index, is_before)
        if tile.kind == "faceup" and overlaps.max() > tuning.overlap:
            printed = sigmoid(odds[index] + tuning.earlier_weight * odds[int(overlaps.argmax())])
            tile = replace(tile, printed=float(printed))
        updated.append(tile)
    return updated


def _are_neighbours(corners: NDArray[np.float32], tuning: DetectionTuning) -> NDArray[np.bool_]:
    """(N, N) which of the outlines (N, 4, 2) lie together; no outline lies with itself."""
    lengths, centres = lengths_from_area(corners), corners.mean(axis=1)
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)
    longer = np.maximum(lengths[:, None], lengths)
    alike = np.minimum(lengths[:, None], lengths) > (1 - tuning.max_length_difference) * longer
    near = (apart < tuning.near_lengths * longer) & alike
    np.fill_diagonal(near, False)
    return np.asarray(near, bool)
