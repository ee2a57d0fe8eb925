"""Two small pictures of the table compared: what has changed beyond light and noise, and whether the camera moved."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..capture.images import Image
from ..capture.jpeg import Jpeg
from .arms import Mask, Picture

LONG_SIDE_PIXELS = 160
"""The longer side of the small copy."""
SENSITIVITY_LEVELS = 10.0
"""Grey levels of 255 that a pixel must differ by, beyond noise and light, to count as changed."""
MAX_NOISE_LEVELS = 4.0
"""Grey levels. No camera's noise is larger once the light of the two pictures is made the same."""
SHIFTED_PIXELS = 0.7
"""Pixels of the small copy that a corner of the picture must have moved for the camera to have moved."""
UNEXPLAINED_SHARE = 0.4
"""A shift of the camera explains a change if it leaves less than this share of the foreign pixels."""
TREMBLE = 0.04
"""Share of the local slope that a pixel may differ by: a trembling camera shifts edges by part of a small pixel."""
CLIPPED_LEVEL = 245.0
"""What is as bright as this may have been any brighter. Light is cut off at 255, and noise of 8 levels that is cut off
as well, with the rounding of a video, leaves 249 of that."""
FIT_ROUNDS = 5
"""Rounds of reweighting, at most, until the fit of the light no longer follows an arm in one of the pictures."""
SETTLED_FIT = 1e-3
"""A round that changes no term of the light by more than this is the last. It is a quarter of a grey level."""


def small_copy(picture: Image | Jpeg) -> Picture:
    """Returns the picture as (h, w, 3) float32, LONG_SIDE_PIXELS long and slightly blurred.

    A JPEG that is large enough is decoded to a quarter of its width and height only.
    """
    if isinstance(picture, Jpeg):
        image = picture.quarter if max(picture.size) >= 4 * LONG_SIDE_PIXELS else picture.image
    else:
        image = picture
    (height, width), size = image.shape[:2], _small_size(image)
    if size[0] < 0.25 * width:  # averaging each four pixels first is twice as fast
        image = np.asarray(cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_LINEAR), np.uint8)
    copy = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.blur(copy, (3, 3)).astype(np.float32)


def glimpse(picture: Image | Jpeg) -> NDArray[np.uint8]:
    """Returns a noisier copy of the same size from a few of the pixels, for a tenth of the work.

    The shape is (h, w, 3), and (h, w) in grey for a JPEG.
    """
    if isinstance(picture, Jpeg):
        size = _small_size(picture.eighth)
        return np.asarray(cv2.blur(cv2.resize(picture.eighth, size, interpolation=cv2.INTER_AREA), (3, 3)), np.uint8)
    width, height = _small_size(picture)
    samples = cv2.resize(picture, (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.blur(cv2.resize(samples, (width, height), interpolation=cv2.INTER_AREA), (3, 3)), np.uint8)


def change_mask(before: Picture, now: Picture) -> Mask:
    """Returns (h, w): the pixels where `now` shows something else than `before`.

    Drifting light, exposure and noise do not count as a change. Where one picture is clipped, the other may show that
    the table is brighter there. Pictures of different sizes differ everywhere.
    """
    if before.shape != now.shape:
        return np.ones(now.shape[:2], np.bool_)
    # Most frames differ by noise and a little exposure only, and this test settles them at once.
    gain = np.array(cv2.mean(now)) / np.maximum(cv2.mean(before), 1)
    if cv2.norm(now, cv2.multiply(before, gain), cv2.NORM_INF) < SENSITIVITY_LEVELS:
        return np.zeros(now.shape[:2], np.bool_)
    error = np.zeros(now.shape[:2], np.float32)
    for channel in range(3):
        relit, noise = relit_channel(before[..., channel], now[..., channel])
        slope = np.abs(cv2.Sobel(relit, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(relit, cv2.CV_32F, 0, 1))
        allowed = max(SENSITIVITY_LEVELS, 5 * noise) + TREMBLE * slope
        brighter = now[..., channel] - relit
        cut_off = np.where(brighter > 0, _clipped(before[..., channel]), _clipped(now[..., channel]))
        error = np.maximum(error, np.where(cut_off, 0, np.abs(brighter)) / allowed)
    neighbours = cv2.blur((error > 1).astype(np.float32), (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray((error > 1) & (neighbours > 0.4), dtype=np.bool_)


def is_shifted(before: Picture, now: Picture, foreign: Mask) -> bool:
    """Returns whether a small shift and turn of the camera explains most of the `foreign` pixels of `now`."""
    size = now.shape[1::-1]
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (now, before)]
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
    try:
        still = np.eye(2, 3, dtype=np.float32)
        _, warp = cv2.findTransformECC(grey[0], grey[1], still, cv2.MOTION_EUCLIDEAN, enough)
    except cv2.error:  # the two pictures have too little in common
        return False
    corners = np.array([[0, 0, 1], [size[0], 0, 1], [0, size[1], 1], [*size, 1]], np.float32)
    if np.abs(corners @ warp.T - corners[:, :2]).max() < SHIFTED_PIXELS:
        return False
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(before, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return bool(change_mask(np.asarray(moved, np.float32), now).sum() < UNEXPLAINED_SHARE * foreign.sum())


def patched(view: Picture, now: Picture, where: Mask) -> Picture:
    """Returns a view of the table with the pixels of `now`, in the light of the view, in and right around `where`.

    A view keeps its light: what is clipped there would be too dark in less light.
    """
    relit = np.stack([relit_channel(now[..., channel], view[..., channel])[0] for channel in range(3)], axis=-1)
    near = cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(near[..., None], relit, view).astype(np.float32)


def place_mask(corners: NDArray[Any], size: tuple[int, int], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Returns (h, w) uint8, 1 at the place of a tile; `shape` is h and w of the small picture.

    The corners are (4, 2), in pixels of a picture of `size` width and height.
    """
    height, width = shape
    mask = np.zeros((height, width), np.uint8)
    scaled = np.asarray(corners, np.float64) * (width / size[0], height / size[1])
    cv2.fillConvexPoly(mask, np.round(scaled).astype(np.int32), 1)
    return mask


def _small_size(image: NDArray[np.uint8]) -> tuple[int, int]:
    """Returns width and height of the small copy of a picture."""
    height, width = image.shape[:2]
    scale = LONG_SIDE_PIXELS / max(height, width)
    return max(8, round(width * scale)), max(8, round(height * scale))


def _clipped(channel: NDArray[np.float32]) -> Mask:
    """Returns (h, w): the pixels that are clipped, and those that the blur of the small copy mixed with them."""
    return np.asarray(cv2.dilate((channel >= CLIPPED_LEVEL).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, np.bool_)


def relit_channel(before: NDArray[np.float32], now: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
    """Returns `before` in the light of `now`, and the remaining noise in grey levels.

    The light is a gain that may slope across the picture, plus an offset. It is fitted by iteratively reweighted least
    squares with Tukey's biweight, so that an arm in one of the pictures does not pull it along.
    """
    x, y = _slopes(*before.shape)
    coarse = before[::2, ::2]
    terms = np.stack([coarse, coarse * x[::2, ::2], coarse * y[::2, ::2], np.full_like(coarse, 64)]).reshape(4, -1)
    wanted = now[::2, ::2].reshape(-1)
    usable = (wanted > 4) & (wanted < CLIPPED_LEVEL) & (terms[0] > 4) & (terms[0] < CLIPPED_LEVEL)
    fit = np.array([_median(wanted / np.maximum(terms[0], 1)), 0, 0, 0], np.float32)
    noise = 0.0
    for _ in range(FIT_ROUNDS):
        error = np.abs(wanted - fit @ terms)
        noise = max(1.0, 1.48 * _median(error))
        weight = np.where(usable, np.maximum(1 - (error / (5 * noise)) ** 2, 0) ** 2, 0).astype(np.float32)
        weighted = terms * weight
        better = np.linalg.solve(weighted @ terms.T + np.eye(4, dtype=np.float32) * 1e-3, weighted @ wanted)
        if not 0.2 < better[0] < 5:
            break
        is_settled = np.abs(better - fit).max() < SETTLED_FIT
        fit = better.astype(np.float32)
        if is_settled:
            break
    relit = before * (fit[0] + fit[1] * x + fit[2] * y) + 64 * fit[3]
    return np.clip(relit, 0, 255, out=relit), min(noise, MAX_NOISE_LEVELS)


@lru_cache(maxsize=4)
def _slopes(height: int, width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Returns two (height, width) planes that rise from -1 to 1, to the right and downwards."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    return x, y


def _median(values: NDArray[np.float32]) -> float:
    """Returns the median of (N,), in a third of the time of `np.median`: every frame of a film needs dozens."""
    middle = values.size // 2
    below = (values.size - 1) // 2
    parted = np.partition(values, (below, middle))
    return (float(parted[below]) + float(parted[middle])) / 2
