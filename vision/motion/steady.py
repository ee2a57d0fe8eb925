"""Small pictures of a camera that shakes, shifted back onto a still of the table by parts of a pixel.

The shift is found by robust Gauss-Newton steps on grey levels (Lucas-Kanade, with Tukey's biweight). Only edges of the
still say anything about the shift, and what moves over them is an outlier: an arm does not pull the picture along.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .arms import Picture
from .change import biweight, relit_channel
from .tuning import MotionTuning


def steadied(still: Picture, now: Picture, tuning: MotionTuning) -> Picture:
    """The small picture `now` shifted onto `still`, and `now` itself if it does not lie better there.

    At the borders, what has left the picture is taken to differ from the still like the pixels next to it.
    """
    if still.shape != now.shape:
        return now
    gain = np.array(cv2.mean(now)[:3], np.float32) / np.maximum(cv2.mean(still)[:3], 1)
    relit = np.asarray(still * gain, np.float32)
    if cv2.norm(now, relit, cv2.NORM_INF) < tuning.sensitivity_levels:
        return now
    right, down = find_shift(still, now, tuning)
    return now if max(abs(right), abs(down)) < tuning.min_shake_pixels else _shifted(now, relit, right, down)


def find_shift(still: Picture, now: Picture, tuning: MotionTuning) -> tuple[float, float]:
    """The pixels by which `now` lies right of and below `still`; (0, 0) if no small shift explains it."""
    before, after = (np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32) for picture in (still, now))
    relit, _ = relit_channel(before, after, tuning)
    slopes = np.stack([_slope(relit, 1), _slope(relit, 0)]).reshape(2, -1)
    steepness = np.abs(slopes).sum(axis=0)
    shift, prior = np.zeros(2), np.eye(2) / tuning.shake_expected_pixels**2
    error = unmoved = (after - relit).reshape(-1)
    for reach in tuning.shake_steps_pixels:
        allowed = reach * steepness
        allowed += 5 * tuning.still_noise_levels
        weight = biweight(error / allowed)
        allowed *= allowed
        weight /= allowed
        weighted = slopes * weight
        shift -= np.linalg.solve(weighted @ slopes.T + prior, weighted @ error)
        if np.abs(shift).max() > tuning.max_shake_pixels:
            return 0.0, 0.0
        error = (_moved(after, *shift) - relit).reshape(-1)
    errors = [np.abs(unmoved), np.abs(error)]
    stays, moves = (int((each > tuning.sensitivity_levels).sum()) for each in errors)
    is_better = moves < stays or (moves == stays and errors[1].mean() < errors[0].mean())
    return (float(shift[0]), float(shift[1])) if is_better else (0.0, 0.0)


def _slope(grey: NDArray[np.float32], axis: int) -> NDArray[np.float32]:
    """(h, w): slope in grey levels per pixel, along x for axis 1 and along y for axis 0."""
    return np.asarray(np.gradient(grey, axis=axis), np.float32)


def _moved(picture: NDArray[np.float32], right: float, down: float) -> NDArray[np.float32]:
    """A picture sampled `right` and `down` pixels further on; its borders are repeated."""
    warp = np.array([[1, 0, right], [0, 1, down]], np.float32)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    size = picture.shape[1::-1]
    return np.asarray(cv2.warpAffine(picture, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _shifted(now: Picture, relit: Picture, right: float, down: float) -> Picture:
    difference = _moved(now, right, down) - relit
    height, width = difference.shape[:2]
    left, top = (int(np.ceil(max(0.0, -shift))) for shift in (right, down))
    far_right, bottom = (int(np.ceil(max(0.0, shift))) for shift in (right, down))
    inside = difference[top : height - bottom, left : width - far_right]
    whole = cv2.copyMakeBorder(inside, top, bottom, left, far_right, cv2.BORDER_REPLICATE)
    return np.asarray(np.clip(relit + whole, 0, 255), np.float32)
