"""Cuts tiles upright out of a picture for the pip model.

In a crop a tile lies along the x axis. Its first half, the one at corners 0 and 1, is on the left.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.points import Floats, apply_homography, cross, unit_square_to_quads

CROP_LENGTH = 80
"""Pixels of a tile's length in a crop."""
CROP_WIDTH = 40
"""Pixels of a tile's width in a crop."""
CROP_MARGIN = 16
"""Pixels of table shown around the tile. They show where it ends, and whether its upper side is visible, as on a
standing tile, or its near side, as on a lying one."""
CROP_SIZE = (CROP_WIDTH + 2 * CROP_MARGIN, CROP_LENGTH + 2 * CROP_MARGIN)
"""Height and width of a crop in pixels."""
LEAST_SCALE = 0.7
"""A tile is resampled directly down to this share of its size. At a smaller scale the picture is averaged first."""
BLUR_VARIANCE = 0.34
"""Variance of that averaging in square pixels of the crop: that of averaging by area followed by interpolation."""


def upright_corners(margin: int = CROP_MARGIN) -> NDArray[np.float32]:
    """(4, 2) px: where the corners of a tile lie in a crop."""
    left, top, right, bottom = margin - 0.5, margin - 0.5, margin + CROP_LENGTH - 0.5, margin + CROP_WIDTH - 0.5
    return np.array([(left, bottom), (left, top), (right, top), (right, bottom)], np.float32)


def is_upside_down(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,) whether in the crop of an outline (N, 4, 2) the picture's up would point down.

    A camera is held upright, so only in crops that are not upside down does a standing tile look different from a
    lying one.
    """
    return np.asarray((quads[:, 0] + quads[:, 3] - quads[:, 1] - quads[:, 2])[:, 1] < 0)


def slants(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4): the two axes of each crop in the picture, as x and y of `along` and x and y of `across`.

    The unit is the square root of the outline's area. A foreshortened outline lies on the table; one that is seen in
    full may stand.
    """
    along = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    across = (quads[:, 0] + quads[:, 3] - quads[:, 1] - quads[:, 2]) / 2
    area = np.abs(cross(along, across))
    both = np.concatenate([along, across], axis=1)
    return np.asarray(both / np.sqrt(np.maximum(area, 1e-6))[:, None], np.float32)


def crop_to_picture(quads: NDArray[np.float32], margin: int = CROP_MARGIN) -> Floats:
    """(N, 3, 3) homographies from pixels of the crop of each (N, 4, 2) outline to pixels of the picture."""
    scale, start = np.array([1 / CROP_LENGTH, 1 / CROP_WIDTH]), margin - 0.5
    crop_to_square = np.diag([*scale, 1.0])
    crop_to_square[:2, 2] = -start * scale
    return unit_square_to_quads(quads) @ crop_to_square


def rectify_tiles(image: NDArray[np.uint8], quads: NDArray[np.float32], margin: int = CROP_MARGIN) -> NDArray[np.uint8]:
    """(N, CROP_WIDTH + 2 * margin, CROP_LENGTH + 2 * margin, 3) uint8 BGR crops of the (N, 4, 2) px outlines."""
    width, height = CROP_LENGTH + 2 * margin, CROP_WIDTH + 2 * margin
    quads = np.asarray(quads, np.float32)
    homographies = crop_to_picture(quads, margin)
    lengths = np.linalg.norm(quads[:, 2] - quads[:, 1], axis=1) + np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    scales = CROP_LENGTH / np.maximum(lengths / 2, 1.0)
    lows, highs = _shown_boxes(homographies, quads, (width, height), image)
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for index, scale in enumerate(scales.tolist()):
        part, to_part = image, homographies[index]
        if scale < LEAST_SCALE:
            part, picture_to_part = _smoothed(image, lows[index], highs[index], scale)
            to_part = picture_to_part @ to_part
        cv2.warpPerspective(
            part, to_part, (width, height), dst=crops[index], flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return crops


def _shown_boxes(
    homographies: Floats, quads: NDArray[np.float32], size: tuple[int, int], image: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(N, 2) left and top, and (N, 2) right and bottom, of what crops of that width and height show of the picture."""
    limit = np.array([image.shape[1], image.shape[0]])
    edges = np.array([(-1, -1), (size[0], -1), size, (-1, size[1])], np.float64)
    frames = apply_homography(homographies, edges)
    # The frame of a degenerate outline may reach anywhere, so it is limited to half the outline's size around it.
    reach = (quads.max(axis=1) - quads.min(axis=1)).max(axis=1, keepdims=True) / 2
    low = np.maximum(frames.min(axis=1) - 3, quads.min(axis=1) - reach)
    high = np.minimum(frames.max(axis=1) + 3, quads.max(axis=1) + reach)
    low = np.clip(np.floor(low), 0, limit - 1).astype(np.int64)
    return low, np.clip(np.ceil(high), low + 1, limit).astype(np.int64)


def _smoothed(
    image: NDArray[np.uint8], low: NDArray[np.int64], high: NDArray[np.int64], scale: float
) -> tuple[NDArray[np.uint8], Floats]:
    """The part of a picture from `low` to `high`, smoothed for sampling at `scale`, and how to get there.

    The second value is the (3, 3) homography from pixels of the picture to pixels of the part.
    """
    part, divisor = image[low[1] : high[1], low[0] : high[0]], 1
    while scale * divisor <= 0.5 and min(part.shape[:2]) > 1:
        size = (part.shape[1] // 2, part.shape[0] // 2)
        part = np.asarray(cv2.resize(part[: 2 * size[1], : 2 * size[0]], size, interpolation=cv2.INTER_AREA), np.uint8)
        divisor *= 2
    scale *= divisor
    if scale < LEAST_SCALE:
        sigma = math.sqrt(BLUR_VARIANCE * (scale**-2 - 1))
        bell = cv2.getGaussianKernel(5, sigma, cv2.CV_32F)  # GaussianBlur takes twice as long
        part = np.asarray(cv2.sepFilter2D(part, -1, bell, bell, borderType=cv2.BORDER_REPLICATE), np.uint8)
    across, down = ((0.5 - low) / divisor - 0.5).tolist()
    return part, np.array([[1 / divisor, 0, across], [0, 1 / divisor, down], [0, 0, 1]])
