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
    outlines = Outlines(np.concatenate([np.asarray(outline)[None], np.reshape(np.asarray(others), (-1, 4, 2))]), floor)
    return outlines.intersection_over_min(0, np.arange(len(outlines.corners)) > 0)[1:]


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
AT_ONCE = 1_000_000
"""Most pairs of outlines that are compared at a time, so that no hostile picture fills the memory."""


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
    every = Outlines(corners, threshold)
    is_left = np.ones(len(corners), dtype=bool)
    kept = []
    for index in range(len(corners)):
        if is_left[index]:
            kept.append(index)
            is_left[index] = False
            is_left &= every.intersection_over_min(index, is_left) < threshold
    return kept


class Outlines:
    """(N, 4, 2) outlines, for many questions about which of them overlap by a share of `floor` or more."""

    def __init__(self, corners: NDArray[np.floating], floor: float = 0.0) -> None:
        self.corners = np.ascontiguousarray(corners, np.float32)
        self._areas = np.maximum(areas(self.corners), 1e-6)
        number = len(self.corners)
        rows = range(0, number, max(1, AT_ONCE // max(number, 1)))
        self._may_overlap = np.zeros((number, number), bool)
        for start in rows:
            part = slice(start, start + rows.step)
            self._may_overlap[part] = self._boxes_overlap(part, floor)

    def _boxes_overlap(self, part: slice, floor: float) -> NDArray[np.bool_]:
        """(M, N) whether the upright boxes of a part of the outlines and of all overlap as far as asked.

        Boxes overlap at least as far as the outlines in them, and cost far less.
        """
        low, high, sizes = self.corners.min(axis=1), self.corners.max(axis=1), self._areas.astype(np.float32)
        wide, tall = (
            np.minimum(high[part, None, axis], high[:, axis]) - np.maximum(low[part, None, axis], low[:, axis])
            for axis in (0, 1)
        )
        # Areas of boxes that only touch are 0. What is rounded must not lose an overlap of just `floor`.
        least = (floor - 1e-5) * np.minimum(sizes[part, None], sizes)
        return np.asarray((wide > 0) & (tall > 0) & (wide * tall >= least), np.bool_)

    def intersection_over_min(self, index: int, asked: NDArray[np.bool_]) -> NDArray[np.float64]:
        """(N,) intersection over minimum of one outline with each of those in the mask `asked`, 0 for the others.

        A share below the floor may be returned as 0.
        """
        shares = np.zeros(len(self.corners))
        for other in np.flatnonzero(self._may_overlap[index] & asked).tolist():
            area, _ = cv2.intersectConvexConvex(self.corners[index], self.corners[other])
            shares[other] = area / min(self._areas[index], self._areas[other])
        return shares
