"""The tile model: finds tiles in a whole picture, with four corners and a kind each."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.models import TILES
from muggins.texts import lazy_gettext

from ..geometry.overlap import box_iou, nms
from ..geometry.quads import clockwise, scale_about_centre
from ..inference import Network
from ..types import KINDS, Detection, Image
from .tuning import DETECTION_TUNING, DetectionTuning

INPUT_SIZE = 640
"""Pixels of the longer side of the model's input."""
STRIDE = 32
"""Both sides of the input are multiples of this many pixels."""
USUAL_SIZES = ((480, 640), (640, 480), (448, 640), (640, 448), (384, 640), (640, 384))
"""Height and width of the input for pictures of 4:3, 3:2 and 16:9, lying and upright: what cameras and phones take."""
GREY = 114
"""Level of the padding, of 255."""
TILE_OUTPUTS = 4 + len(KINDS) + 1 + 12
"""Numbers that the model gives for each place: a box, the score of each kind, that of a printed tile, and x, y and a
weight for each of four corners."""
BOX, SCORES, PRINTED, CORNERS = slice(0, 4), slice(4, 4 + len(KINDS)), 4 + len(KINDS), slice(5 + len(KINDS), None)
"""Where these are among them."""


class TileDetector:
    """The tile model. Only one thread at a time may call `detect`."""

    def __init__(
        self,
        path: Path | None = None,
        threads: int | None = None,
        tuning: DetectionTuning = DETECTION_TUNING,
        is_single: bool = False,
    ) -> None:
        """Loads the model at `path`, by default the one that comes with muggins, on `threads` threads.

        With `is_single` it reckons in single precision even on a CPU that has bfloat16. Raises ValueError where the
        file is missing.
        """
        self._tuning = tuning
        self._path = path or TILES
        self._network = Network(self._path, USUAL_SIZES, threads, is_single=is_single)

    def detect(self, image: Image) -> list[Detection]:
        """The tiles in the picture (H, W, 3) uint8 BGR, the surest first.

        Corners are in pixels of the picture and may lie outside it. Raises ValueError where the model's file is of
        another version.
        """
        picture, scale = letterbox(image, self._tuning)
        found = self._network(picture[None])[0]
        if len(found) != TILE_OUTPUTS:
            raise ValueError(
                lazy_gettext(
                    "%(path)s: expected a tile model with %(expected)s numbers for each place, got %(came)s; "
                    "it was made for an earlier muggins: train it again, or put back the file that came with muggins",
                    path=self._path,
                    expected=TILE_OUTPUTS,
                    came=len(found),
                )
            )
        scores, faceup = found[SCORES].copy(), KINDS.index("faceup")
        # A tile and its printed picture show the same face, so they are one kind here. `printed` tells them apart.
        scores[faceup] = np.minimum(scores[faceup] + found[PRINTED], 1.0)
        best = scores.max(axis=0)
        kept = np.flatnonzero(best > self._tuning.min_score)
        kept = kept[np.argsort(-best[kept])]
        best, kinds, found = best[kept], scores[:, kept].argmax(axis=0), found[:, kept].T
        boxes = found[:, BOX]
        quads = np.ascontiguousarray(found[:, CORNERS].reshape(-1, 4, 3)[..., :2])
        printed = np.where(kinds == faceup, found[:, PRINTED] / best, 0.0)
        quads = _grown_to_box(_uncollapsed(quads, boxes, best, kinds, self._tuning), boxes, self._tuning)
        standing = kinds == KINDS.index("standing")
        quads[standing] = _box_corners(boxes[standing])  # the model is not trained on their corners
        chosen = nms(quads, self._tuning.same_tile)
        quads = clockwise((quads + 0.5) / scale - 0.5)
        return [Detection(quads[k], KINDS[kinds[k]], float(best[k]), float(printed[k])) for k in chosen]


def letterbox(image: Image, tuning: DetectionTuning) -> tuple[Image, float]:
    """The picture at the size of the model's input, and the factor by which it was scaled.

    Its longer side is INPUT_SIZE pixels at most. Grey on the right and below fills it up to multiples of STRIDE.
    """
    height, width = image.shape[:2]
    scale = min(INPUT_SIZE / max(height, width), tuning.max_enlargement)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    padded = np.full((-(-size[1] // STRIDE) * STRIDE, -(-size[0] // STRIDE) * STRIDE, 3), GREY, np.uint8)
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    padded[: size[1], : size[0]] = cv2.resize(image, size, interpolation=interpolation)
    return padded, scale


def _uncollapsed(
    quads: NDArray[np.float32],
    boxes: NDArray[np.float32],
    scores: NDArray[np.float32],
    kinds: NDArray[np.int64],
    tuning: DetectionTuning,
) -> NDArray[np.float32]:
    """(N, 4, 2) outlines; those whose corners have collapsed get the corners that a place nearby gives the same tile.

    Of a tile that lies askew the model cannot always tell which end comes first. At some places it then gives corners
    between both orders, and these places may be the surest of the tile. `boxes` are (N, 4), `scores` (N,) and `kinds`
    (N,).
    """
    around = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    upright = np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], axis=1)
    fits = box_iou(around, upright)
    collapsed, sound = np.flatnonzero(fits < tuning.collapsed), np.flatnonzero(fits >= tuning.collapsed)
    mended = quads.copy()
    if len(collapsed) and len(sound):
        is_same = box_iou(upright[collapsed, None], upright[sound]) > tuning.same_box
        is_same &= kinds[collapsed, None] == kinds[sound]
        is_same &= tuning.as_sure * scores[collapsed, None] <= scores[sound]
        best = np.where(is_same, fits[sound], 0.0).argmax(axis=1)
        found = is_same.any(axis=1)
        mended[collapsed[found]] = quads[sound[best[found]]]
    return mended


def _grown_to_box(
    quads: NDArray[np.float32], boxes: NDArray[np.float32], tuning: DetectionTuning
) -> NDArray[np.float32]:
    """(N, 4, 2) outlines; those that have shrunk towards the centre of their box (N, 4) fill it again.

    The corners of a small tile that lies askew are hard to tell apart. The model then puts each of them closer to the
    centre than any corner is.
    """
    share = (np.ptp(quads, axis=1) / np.maximum(boxes[:, 2:], 1.0)).max(axis=1)
    factor = np.where(share < tuning.shrunk, 1 / np.maximum(share, 0.1), 1.0)
    return scale_about_centre(quads, factor[:, None, None])


def _box_corners(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4) boxes as centre x, y, width and height to (N, 4, 2) corners, clockwise, a short edge first."""
    centre, reach = boxes[:, None, :2], boxes[:, None, 2:] / 2
    corners = np.asarray(centre + reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]), np.float32)
    lying = boxes[:, 2] > boxes[:, 3]
    corners[lying] = np.roll(corners[lying], 1, axis=1)
    return corners
