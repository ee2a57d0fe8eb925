"""Finds tiles in a whole picture: four corners each, face up, face down, or standing in a hand."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.models import TILES

from ..geometry.overlap import nms
from ..inference import Network
from ..types import KINDS, Detection

INPUT_SIZE = 640
"""Pixels that the longer side of the picture has in which the network looks."""
STEP = 32
"""Both sides of that picture are multiples of this."""
MOST_ENLARGED = 3.0
"""A thumbnail is not blown up further: that shows the network nothing new."""
GREY = 114
TOLD = 4 + len(KINDS) + 1 + 12
"""Numbers that the network tells of each place: a box, how likely each kind is, how likely a picture of a tile, and
x, y and a weight of four corners."""
SAME_TILE = 0.5
"""Tiles are solid: unlike boxes of people, two of them never share half their ground."""
SHRUNK = 0.75
"""An outline that fills less of its box than this, in width and in height, has shrunk."""
FAINTEST = 0.1
"""Less likely places than this are not told at all; those under table.CLEAR are only asked about."""


class TileDetector:
    """The tile model. `detect` may be called from one thread at a time."""

    def __init__(self, path: Path | None = None, threshold: float = FAINTEST) -> None:
        self._path = path or TILES
        self._network = Network(self._path, settles=True)
        self.threshold = threshold

    def detect(self, image: NDArray[np.uint8]) -> list[Detection]:
        """Tiles in `image` (H, W, 3) uint8 BGR, the surest first; corners in its pixels, some perhaps outside it."""
        picture, scale = letterbox(image)
        found = self._network(picture[None])[0].T
        if found.shape[1] != TOLD:
            raise ValueError(
                f"{self._path}: expected a tile model that tells {TOLD} numbers of each place, got {found.shape[1]}; "
                "it is of an earlier muggins: train it again, or put back the file that came along"
            )
        scores, faceup = found[:, 4 : 4 + len(KINDS)].copy(), KINDS.index("faceup")
        printed = found[:, 4 + len(KINDS)]
        # A tile and its picture show the same face; which it is, what lies around may tell.
        scores[:, faceup] = np.minimum(scores[:, faceup] + printed, 1.0)
        best = scores.max(axis=1)
        kept = np.flatnonzero(best > self.threshold)
        kept = kept[np.argsort(-best[kept])]
        boxes = found[kept, :4]
        quads = np.ascontiguousarray(found[kept, 5 + len(KINDS) :].reshape(-1, 4, 3)[..., :2])
        kinds = scores[kept].argmax(axis=1)
        printed = np.where(kinds == faceup, printed[kept] / best[kept], 0.0)
        quads = _grown(quads, boxes)
        standing = kinds == KINDS.index("standing")
        quads[standing] = _box_corners(boxes[standing])  # the network is not asked for their corners
        chosen = nms(quads, SAME_TILE)
        quads = (quads + 0.5) / scale - 0.5
        return [
            Detection(clockwise(quads[k]), KINDS[kinds[k]], float(best[kept[k]]), float(printed[k])) for k in chosen
        ]


def letterbox(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """The picture, SIDE long at most, filled up with grey right and below to whole STEPs; and the scale it got."""
    height, width = image.shape[:2]
    scale = min(INPUT_SIZE / max(height, width), MOST_ENLARGED)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    out = np.full((-(-size[1] // STEP) * STEP, -(-size[0] // STEP) * STEP, 3), GREY, np.uint8)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    out[: size[1], : size[0]] = cv2.resize(image, size, interpolation=way)
    return out, scale


def _grown(quads: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Outlines (N, 4, 2) that have shrunk to the middle of their boxes (N, 4), grown to them again.

    Of a small tile that lies askew the corners may be hard to tell from one another; the network then puts each nearer
    to the middle than any is.
    """
    share = (np.ptp(quads, axis=1) / np.maximum(boxes[:, 2:], 1.0)).max(axis=1)
    times = np.where(share < SHRUNK, 1 / np.maximum(share, 0.1), 1.0)[:, None, None]
    middles = quads.mean(axis=1, keepdims=True)
    return np.asarray(middles + times * (quads - middles), np.float32)


def _box_corners(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4) x, y of the middle, width, height to (N, 4, 2) clockwise, a short edge first."""
    middle, reach = boxes[:, None, :2], boxes[:, None, 2:] / 2
    corners = np.asarray(middle + reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]), np.float32)
    lying = boxes[:, 2] > boxes[:, 3]
    corners[lying] = np.roll(corners[lying], 1, axis=1)
    return corners


def clockwise(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same four corners, clockwise as seen, still beginning with an end."""
    diagonal, other = quad[2] - quad[0], quad[3] - quad[1]
    return quad if diagonal[0] * other[1] - diagonal[1] * other[0] > 0 else quad[[1, 0, 3, 2]]
