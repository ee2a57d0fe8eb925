"""How much ground outlines of tiles share: tiles are solid, so that two which share much are one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .quads import areas


def intersection_over_min(one: ArrayLike, other: ArrayLike) -> float:
    """The ground that two (4, 2) outlines share, as a share of the smaller."""
    return float(intersections_over_min(one, np.asarray(other)[None])[0])


def intersections_over_min(one: ArrayLike, others: ArrayLike, least: float = 0.0) -> NDArray[np.float64]:
    """(M,) the same of one outline with each of (M, 4, 2) others; shares below `least` may be told as 0."""
    outlines = Outlines(np.concatenate([np.asarray(one)[None], np.reshape(np.asarray(others), (-1, 4, 2))]))
    return outlines.shared(0, np.arange(len(outlines.corners)) > 0, least)[1:]


def nms(outlines: ArrayLike, most: float) -> list[int]:
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
            is_left[number] = False
            is_left &= every.shared(number, is_left, most) < most
    return kept


class Outlines:
    """(N, 4, 2) outlines, with what is asked of each again and again."""

    def __init__(self, corners: NDArray[np.floating]) -> None:
        self.corners = np.ascontiguousarray(corners, np.float32)
        # Side by side in memory, which is what makes asking quick.
        self._left, self._top = self.corners.min(axis=1).T.copy()
        self._right, self._bottom = self.corners.max(axis=1).T.copy()
        self._areas = np.maximum(areas(self.corners), 1e-6)

    def shared(self, one: int, asked: NDArray[np.bool_], least: float = 0.0) -> NDArray[np.float64]:
        """(N,) the ground that an outline shares with each of those `asked` for, as a share of the smaller; else 0.

        Shares below `least` may be told as 0.
        """
        smaller = np.minimum(self._areas[one], self._areas)
        # Upright boxes share at least as much, and are told much faster.
        wide = np.minimum(self._right[one], self._right) - np.maximum(self._left[one], self._left)
        high = np.minimum(self._bottom[one], self._bottom) - np.maximum(self._top[one], self._top)
        may_be = asked & (wide > 0) & (high > 0) & (wide * high >= least * smaller)
        found = np.zeros(len(self.corners))
        for at in np.flatnonzero(may_be).tolist():
            found[at] = cv2.intersectConvexConvex(self.corners[one], self.corners[at])[0] / smaller[at]
        return found
