"""Two small pictures of the table compared: what has changed beyond light and noise, and whether the camera moved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..capture.images import Image
from ..capture.jpeg import Jpeg
from .arms import Mask, Picture
from .tuning import MotionTuning

RIDGE = np.eye(4, dtype=np.float32) * 1e-3
"""Added to the normal equations of the light: they are never singular."""


def small_copy(picture: Image | Jpeg, tuning: MotionTuning) -> Picture:
    """A small (h, w, 3) float32 copy, slightly blurred. A large JPEG is decoded to a quarter of that size."""
    if isinstance(picture, Jpeg):
        image = picture.quarter if max(picture.size) >= 4 * tuning.long_side_pixels else picture.image
    else:
        image = picture
    (height, width), size = image.shape[:2], _small_size(image, tuning)
    if size[0] < 0.25 * width:  # averaging each four pixels first is twice as fast
        image = np.asarray(cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_LINEAR), np.uint8)
    copy = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.blur(copy, (3, 3)).astype(np.float32)


def glimpse(picture: Image | Jpeg, tuning: MotionTuning) -> NDArray[np.uint8]:
    """A noisier (h, w, 3) copy of the same size for a tenth of the work; of a JPEG (h, w) in grey."""
    if isinstance(picture, Jpeg):
        size = _small_size(picture.eighth, tuning)
        return np.asarray(cv2.blur(cv2.resize(picture.eighth, size, interpolation=cv2.INTER_AREA), (3, 3)), np.uint8)
    width, height = _small_size(picture, tuning)
    samples = cv2.resize(picture, (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.blur(cv2.resize(samples, (width, height), interpolation=cv2.INTER_AREA), (3, 3)), np.uint8)


def change_mask(before: Picture, now: Picture, tuning: MotionTuning) -> Mask:
    """(h, w): the pixels where `now` shows something else than `before`.

    Drifting light, exposure and noise do not count as a change. Where one picture is clipped, the other may show that
    the table is brighter there; what is bright may have changed by less than the rest. Pictures of different sizes
    differ everywhere.
    """
    if before.shape != now.shape:
        return np.ones(now.shape[:2], np.bool_)
    # Most frames differ by noise and a little exposure only, and this test settles them at once.
    gain = np.array(cv2.mean(now)) / np.maximum(cv2.mean(before), 1)
    if cv2.norm(now, cv2.multiply(before, gain), cv2.NORM_INF) < tuning.sensitivity_levels:
        return np.zeros(now.shape[:2], np.bool_)
    error = np.zeros(now.shape[:2], np.float32)
    for was, shown in zip(_channels(before), _channels(now), strict=True):
        relit, noise = relit_channel(was, shown, tuning)
        # Each frame of a film comes here up to four times: arrays are changed in place.
        allowed, across = (np.abs(cv2.Sobel(relit, cv2.CV_32F, *axes)) for axes in ((1, 0), (0, 1)))
        allowed += across
        allowed *= tuning.tremble_share
        allowed += max(tuning.sensitivity_levels, 5 * noise)
        brighter = shown - _bent(was, relit, shown, tuning)
        cut_off = np.where(brighter > 0, _clipped(was, tuning), _clipped(shown, tuning))
        ratio = np.abs(brighter, out=brighter)
        ratio /= allowed
        ratio[cut_off] = 0
        np.maximum(error, ratio, out=error)
    neighbours = cv2.blur((error > 1).astype(np.float32), (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray((error > 1) & (neighbours > 0.4), dtype=np.bool_)


def is_shifted(before: Picture, now: Picture, foreign: Mask, tuning: MotionTuning) -> bool:
    """Whether a small shift and turn of the camera explains most of the `foreign` pixels of `now`."""
    size = now.shape[1::-1]
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (now, before)]
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
    try:
        still = np.eye(2, 3, dtype=np.float32)
        _, warp = cv2.findTransformECC(grey[0], grey[1], still, cv2.MOTION_EUCLIDEAN, enough)
    except cv2.error:  # the two pictures have too little in common
        return False
    corners = np.array([[0, 0, 1], [size[0], 0, 1], [0, size[1], 1], [*size, 1]], np.float32)
    if np.abs(corners @ warp.T - corners[:, :2]).max() < tuning.shifted_pixels:
        return False
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(before, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    unexplained = change_mask(np.asarray(moved, np.float32), now, tuning)
    return bool(unexplained.sum() < tuning.unexplained_share * foreign.sum())


def patched(view: Picture, now: Picture, where: Mask, tuning: MotionTuning) -> Picture:
    """A view of the table with the pixels of `now`, in the light of the view, in and right around `where`.

    A view keeps its light: what is clipped there would be too dark in less light.
    """
    both = zip(_channels(now), _channels(view), strict=True)
    relit = np.stack([relit_channel(shown, was, tuning)[0] for shown, was in both], axis=-1)
    near = cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(near[..., None], relit, view).astype(np.float32)


def place_mask(corners: NDArray[Any], size: tuple[int, int], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """(h, w) uint8 of that `shape`: 1 at the place of a tile, with (4, 2) corners in a picture of `size`."""
    height, width = shape
    mask = np.zeros((height, width), np.uint8)
    scaled = np.asarray(corners, np.float64) * (width / size[0], height / size[1])
    cv2.fillConvexPoly(mask, np.round(scaled).astype(np.int32), 1)
    return mask


def _small_size(image: NDArray[np.uint8], tuning: MotionTuning) -> tuple[int, int]:
    """Width and height of the small copy of a picture."""
    height, width = image.shape[:2]
    scale = tuning.long_side_pixels / max(height, width)
    return max(8, round(width * scale)), max(8, round(height * scale))


def _channels(picture: Picture) -> Sequence[NDArray[np.float32]]:
    """Blue, green and red, (h, w) each in one piece: numpy is a tenth to a third slower where they alternate."""
    return [np.asarray(channel, np.float32) for channel in cv2.split(picture)]


def _clipped(channel: NDArray[np.float32], tuning: MotionTuning) -> Mask:
    """(h, w): the pixels that are clipped, and those that the blur of the small copy mixed with them."""
    clipped = (channel >= tuning.clipped_level).astype(np.uint8)
    return np.asarray(cv2.dilate(clipped, np.ones((3, 3), np.uint8)) > 0, np.bool_)


def _bent(
    before: NDArray[np.float32], relit: NDArray[np.float32], now: NDArray[np.float32], tuning: MotionTuning
) -> NDArray[np.float32]:
    """The levels of a channel `before`, in the light of `now`, that come nearest to `now`.

    The tone curve of a camera flattens towards white: what is bright changes by less than the exposure does.
    """
    is_bright = np.maximum(before, now) >= tuning.bent_level
    if not is_bright.any():
        return relit
    nearest = np.clip(now, np.minimum(before, relit), np.maximum(before, relit))
    return np.asarray(np.where(is_bright, nearest, relit), np.float32)


def relit_channel(
    before: NDArray[np.float32], now: NDArray[np.float32], tuning: MotionTuning
) -> tuple[NDArray[np.float32], float]:
    """`before` in the light of `now`, and the remaining noise in grey levels.

    The light is a gain that may slope across the picture, plus an offset. It is fitted by iteratively reweighted least
    squares with Tukey's biweight, so that an arm in one of the pictures does not pull it along.
    """
    x, y = _slopes(*before.shape)
    coarse = np.ascontiguousarray(before[::2, ::2])
    terms = np.stack([coarse, coarse * x[::2, ::2], coarse * y[::2, ::2], np.full_like(coarse, 64)]).reshape(4, -1)
    wanted = now[::2, ::2].reshape(-1)
    usable = (wanted > 4) & (wanted < tuning.clipped_level) & (terms[0] > 4) & (terms[0] < tuning.clipped_level)
    fit = np.array([_median(wanted / np.maximum(terms[0], 1)), 0, 0, 0], np.float32)
    noise = 0.0
    for _ in range(tuning.fit_rounds):
        error = np.abs(wanted - fit @ terms)
        noise = max(1.0, 1.48 * _median(error))
        error /= 5 * noise
        weighted = terms * (biweight(error) * usable)
        better = _solved(weighted @ terms.T + RIDGE, weighted @ wanted)
        if not 0.2 < better[0] < 5:
            break
        is_settled = np.abs(better - fit).max() < tuning.settled_fit
        fit = better
        if is_settled:
            break
    relit = fit[1] * x
    relit += fit[0]
    relit += fit[2] * y
    relit *= before
    relit += 64 * fit[3]
    return np.clip(relit, 0, 255, out=relit), min(noise, tuning.max_noise_levels)


def biweight(errors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Tukey's biweight of errors, which are overwritten, in units of the largest that counts."""
    errors *= errors
    np.subtract(1, errors, out=errors)
    np.maximum(errors, 0, out=errors)
    errors *= errors
    return errors


def _solved(matrix: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N,) the solution of a small regular system (N, N), in a third of the time of `np.linalg.solve`."""
    _, solution = cv2.solve(matrix, right[:, None])
    return np.asarray(solution[:, 0], np.float32)


@lru_cache(maxsize=4)
def _slopes(height: int, width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Two (height, width) planes that rise from -1 to 1, to the right and downwards."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    return x, y


def _median(values: NDArray[np.float32]) -> float:
    """The median of (N,), in a quarter of the time of `np.median`: every frame of a film needs dozens."""
    middle = values.size // 2
    parted = np.partition(values, middle)
    return float(parted[middle]) if values.size % 2 else (float(parted[:middle].max()) + float(parted[middle])) / 2
