"""The tile that each pixel of a rendered picture shows.

An ID mask is (H, W) int32. Tiles are numbered from 1, printed tiles from FIRST_PRINTED; all else is 0.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from ..assets.clutter import FlatThing
from ..assets.printed_tiles import PrintedTile

FIRST_PRINTED = 1_000


def fill_polygon(mask: np.ndarray, outline: np.ndarray, number: int) -> None:
    """Writes `number` inside an outline (V, 2) px, in place."""
    cv2.fillConvexPoly(mask, np.round(np.clip(outline, -9e3, 9e3) * 16).astype(np.int32), number, cv2.LINE_8, 4)


def visible_fraction(mask: np.ndarray, number: int, outline: np.ndarray, size: tuple[int, int]) -> float:
    """The share of `outline` (V, 2) px that shows `number`. `size` is the picture's width and height."""
    low, high = outline.min(0), outline.max(0)
    area = float(cv2.contourArea(outline.astype(np.float32)))
    x0, y0 = np.maximum(np.floor(low), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(high) + 1, size).astype(int)
    if area < 1 or x1 <= x0 or y1 <= y0:
        return 0.0
    return float(np.count_nonzero(mask[y0:y1, x0:x1] == number)) / area


def mark_printed(thing: FlatThing, outline: np.ndarray, mask: np.ndarray, number: int) -> list[tuple[int, PrintedTile]]:
    """The tiles printed on a thing with their corners in the picture, numbered from `number` on.

    `outline` (4, 2) px is the thing's. `mask` gets their numbers, and 0 where the thing covers others.
    """
    if not thing.printed:
        fill_polygon(mask, outline, 0)
        return []
    height, width = thing.image.shape[:2]
    page = np.array([(0, height), (width, height), (width, 0), (0, 0)], np.float32)
    homography = cv2.getPerspectiveTransform(page, outline.astype(np.float32))
    numbers, cover = np.zeros_like(mask), np.zeros(mask.shape, np.uint8)
    marked = []
    for k, tile in enumerate(thing.printed, number):
        corners = cv2.perspectiveTransform(tile.corners[None] + np.float32(0.5), homography)[0]
        fill_polygon(numbers, corners, k)
        marked.append((k, replace(tile, corners=corners)))
    fill_polygon(cover, outline, 1)
    mask[cover > 0] = numbers[cover > 0]
    return marked
