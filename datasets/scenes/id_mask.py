"""Which tile each pixel of a rendered picture shows: an index, (H, W) int32, of the numbers of the topmost bodies.

Tiles are numbered from 1, printed ones from FIRST_PRINTED; the table and all other things are 0.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from ..assets.clutter import FlatThing
from ..assets.printed_tiles import PrintedTile

FIRST_PRINTED = 1_000


def fill(index: np.ndarray, outline: np.ndarray, number: int) -> None:
    """Marks an outline (V, 2) px in the picture."""
    cv2.fillConvexPoly(index, np.round(np.clip(outline, -9e3, 9e3) * 16).astype(np.int32), number, cv2.LINE_8, 4)


def visible_share(index: np.ndarray, number: int, outline: np.ndarray, size: tuple[int, int]) -> float:
    """Share of `outline` (V, 2) px where the picture's topmost body is `number`."""
    low, high = outline.min(0), outline.max(0)
    area = float(cv2.contourArea(outline.astype(np.float32)))
    x0, y0 = np.maximum(np.floor(low), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(high) + 1, size).astype(int)
    if area < 1 or x1 <= x0 or y1 <= y0:
        return 0.0
    return float(np.count_nonzero(index[y0:y1, x0:x1] == number)) / area


def printed_on(thing: FlatThing, edge: np.ndarray, index: np.ndarray, number: int) -> list[tuple[int, PrintedTile]]:
    """The tiles printed on a thing of that `edge` (4, 2) px as they lie in the picture, each with its number.

    Marks in `index` where they are seen, the first by `number`, and where the thing covers others.
    """
    if not thing.printed:
        fill(index, edge, 0)
        return []
    height, width = thing.image.shape[:2]
    page = np.array([(0, height), (width, height), (width, 0), (0, 0)], np.float32)
    way = cv2.getPerspectiveTransform(page, edge.astype(np.float32))
    marks, cover = np.zeros_like(index), np.zeros(index.shape, np.uint8)
    found = []
    for k, one in enumerate(thing.printed, number):
        corners = cv2.perspectiveTransform(one.corners[None] + np.float32(0.5), way)[0]
        fill(marks, corners, k)
        found.append((k, replace(one, corners=corners)))
    fill(cover, edge, 1)
    index[cover > 0] = marks[cover > 0]
    return found
