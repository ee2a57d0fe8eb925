"""How much ground outlines of tiles share: tiles are solid, so that two which share much are one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .geometry import areas


def shared_ground(one: ArrayLike, other: ArrayLike) -> float:
    """The ground that two (4, 2) outlines share, as a share of the smaller."""
    return float(shared_grounds(one, np.asarray(other)[None])[0])


def shared_grounds(one: ArrayLike, others: ArrayLike, least: float = 0.0) -> NDArray[np.float64]:
    """(M,) the same of one outline with each of (M, 4, 2) others; shares below `least` may be told as 0."""
    outlines = Outlines(np.concatenate([np.asarray(one)[None], np.reshape(np.asarray(others), (-1, 4, 2))]))
    return outlines.shared(0, np.arange(1, len(outlines.corners)), least)


def those_apart(outlines: ArrayLike, most: float) -> list[int]:
    """Numbers of the (N, 4, 2) outlines, the surest first, that share less than `most` with all surer ones kept."""
    corners = np.asarray(outlines)
    if not len(corners):
        return []
    every = Outlines(corners)
    is_left = np.ones(len(corners), dtype=bool)
    kept = []
    for number in range(len(corners)):
        if is_left[number]:
            kept.append(number)
            later = number + 1 + np.flatnonzero(is_left[number + 1 :])
            is_left[later[every.shared(number, later, most) >= most]] = False
    return kept


class Outlines:
    """(N, 4, 2) outlines, with what is asked of each again and again."""

    def __init__(self, corners: NDArray[np.floating]) -> None:
        self.corners = np.ascontiguousarray(corners, np.float32)
        self._lows, self._highs = self.corners.min(axis=1), self.corners.max(axis=1)
        self._areas = np.maximum(areas(self.corners), 1e-6)

    def shared(self, one: int, others: NDArray[np.integer], least: float = 0.0) -> NDArray[np.float64]:
        """(M,) the ground that an outline shares with each of the `others`, as a share of the smaller.

        Shares below `least` may be told as 0.
        """
        both = np.minimum(self._highs[one], self._highs[others]) - np.maximum(self._lows[one], self._lows[others])
        smaller = np.minimum(self._areas[one], self._areas[others])
        # Upright boxes share at least as much, and are told much faster.
        boxes = both[:, 0].astype(np.float64) * both[:, 1] / smaller
        found = np.zeros(len(others))
        for at in np.flatnonzero((both >= 0).all(axis=1) & (boxes >= least)):
            found[at] = cv2.intersectConvexConvex(self.corners[one], self.corners[others[at]])[0]
        return np.asarray(found / smaller)
