"""How far outlines of tiles overlap. Tiles are solid, so two outlines that overlap widely show one tile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .quads import areas


def intersection_over_min(first: ArrayLike, second: ArrayLike) -> float:
    """The area of the intersection of two (4, 2) outlines, as a share of the smaller outline."""
    return float(intersections_over_min(first, np.asarray(second)[None])[0])


def intersections_over_min(outline: ArrayLike, others: ArrayLike, floor: float = 0.0) -> NDArray[np.float64]:
    """(M,) intersection over minimum of one (4, 2) outline with each of (M, 4, 2) others.

    A share below `floor` may be returned as 0.
    """
    outlines = Outlines(np.concatenate([np.asarray(outline)[None], np.reshape(np.asarray(others), (-1, 4, 2))]))
    return outlines.intersection_over_min(0, np.arange(len(outlines.corners)) > 0, floor)[1:]


def box_iou(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """(...) intersection over union of boxes (..., 4) with others (..., 4), each x0, y0, x1, y1."""
    sides = np.minimum(boxes[..., 2:], others[..., 2:]) - np.maximum(boxes[..., :2], others[..., :2])
    shared = np.maximum(sides, 0).prod(axis=-1)
    together = (boxes[..., 2:] - boxes[..., :2]).prod(axis=-1) + (others[..., 2:] - others[..., :2]).prod(axis=-1)
    return np.asarray(shared / np.maximum(together - shared, 1e-6), np.float32)


class Outlined(Protocol):
    """Something with an outline and a confidence."""

    @property
    def corners(self) -> NDArray[np.float32]:
        """(4, 2) px."""
        ...

    @property
    def confidence(self) -> float:
        """The probability that a face-up tile lies there."""
        ...


T = TypeVar("T", bound=Outlined)


def nms_by_confidence(tiles: Iterable[T], threshold: float) -> list[T]:
    """Non-maximum suppression: the tiles, the surest first, without those that overlap a surer one widely.

    `threshold` is an intersection over minimum.
    """
    ordered = sorted(tiles, key=lambda tile: -tile.confidence)
    return [ordered[index] for index in nms([tile.corners for tile in ordered], threshold)]


def nms(outlines: ArrayLike, threshold: float) -> list[int]:
    """Non-maximum suppression: the indices of the outlines that are kept.

    `outlines` is (N, 4, 2), the surest first. One is kept where its intersection over minimum with each outline kept
    before it is below `threshold`.
    """
    corners = np.asarray(outlines)
    if not len(corners):
        return []
    every = Outlines(corners)
    is_left = np.ones(len(corners), dtype=bool)
    kept = []
    for index in range(len(corners)):
        if is_left[index]:
            kept.append(index)
            is_left[index] = False
            is_left &= every.intersection_over_min(index, is_left, threshold) < threshold
    return kept


class Outlines:
    """(N, 4, 2) outlines with their boxes and areas, for many questions about the same outlines."""

    def __init__(self, corners: NDArray[np.floating]) -> None:
        self.corners = np.ascontiguousarray(corners, np.float32)
        # (2, N) px, left and top, right and bottom of the boxes: contiguous, which makes the comparisons below fast.
        self._low = self.corners.min(axis=1).T.copy()
        self._high = self.corners.max(axis=1).T.copy()
        self._areas = np.maximum(areas(self.corners), 1e-6)

    def intersection_over_min(self, index: int, asked: NDArray[np.bool_], floor: float = 0.0) -> NDArray[np.float64]:
        """(N,) intersection over minimum of one outline with each of those in the mask `asked`, 0 for the others.

        A share below `floor` may be returned as 0.
        """
        smaller = np.minimum(self._areas[index], self._areas)
        # Upright boxes overlap at least as far as the outlines in them, and cost far less.
        low, high = self._low[:, index, None], self._high[:, index, None]
        wide, tall = np.minimum(high, self._high) - np.maximum(low, self._low)
        candidates = asked & (wide > 0) & (tall > 0) & (wide * tall >= floor * smaller)
        shares = np.zeros(len(self.corners))
        for other in np.flatnonzero(candidates).tolist():
            area, _ = cv2.intersectConvexConvex(self.corners[index], self.corners[other])
            shares[other] = area / smaller[other]
        return shares
