"""Spots of light that flicker on the table: glare of a lamp before which people move. They are no movement.

A spot is a small change that does not reach the border. One that appears may be a tile that was pushed, and counts as
movement; one that changes again and again in the same place, with no arm over it, is light.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .arms import Arm, Mask, shadow_of
from .tuning import MotionTuning

Flicker = NDArray[np.float32]
"""(h, w): 1 where a spot has changed just now, fading to 0."""


def split_flicker(moving: Mask, flicker: Flicker, arms: tuple[Arm, ...], tuning: MotionTuning) -> tuple[Mask, Flicker]:
    """What moves without the spots that flicker, and the memory of spots. `arms` are those of the frame before."""
    faded = np.asarray(tuning.spot_fading * flicker, np.float32)
    if not moving.any():
        return moving, faded
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(moving.astype(np.uint8), np.ones((3, 3), np.uint8)), connectivity=8
    )
    recent = cv2.dilate((flicker > tuning.spot_recent).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    under = shadow_of(arms) if arms else np.zeros_like(moving)
    left = moving.copy()
    height, width = moving.shape
    for label in range(1, count):
        x, y, wide, high, area = (int(value) for value in stats[label])
        is_inside = min(x, y, width - x - wide, height - y - high) >= tuning.spot_border_pixels
        spot = labels == label
        if not is_inside or area > tuning.max_spot_share * moving.size or (spot & under).any():
            continue
        spot &= moving
        if recent[spot].mean() >= tuning.spot_same_share:
            left &= ~spot
        faded[spot] = 1
    return left, faded
