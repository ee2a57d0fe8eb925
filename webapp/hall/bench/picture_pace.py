"""When a phone sends a picture, by the rule of its page (static/lib/picture_pace.js), for the phones of a bench."""

from __future__ import annotations

import cv2
import numpy as np

from muggins.vision.types import Image

COMPARED_SIZE = (96, 54)
"""Width and height of the small copies that are compared."""
CHANGED_LEVELS = 12
"""Grey levels by which a point differs that has changed."""
CHANGED_POINTS = 3
"""Points that differ where something has moved."""
LIVELY_SECONDS = 3.0
"""How long after the last change every picture is sent."""
UNCHANGED_SECONDS = 0.5
"""Seconds from one picture to the next while nothing changes."""


class PicturePace:
    """The pace of one phone."""

    def __init__(self) -> None:
        self._sent: np.ndarray | None = None
        """The small copy of the picture that was sent last."""
        self._sent_at = self._changed_at = -np.inf

    def is_due(self, seen: np.ndarray, now: float) -> bool:
        """Whether a picture is to be sent, by its `small_copy`. `now` in seconds."""
        if self._sent is None or _differ(self._sent, seen):
            self._changed_at = now
        is_due = now - self._changed_at < LIVELY_SECONDS or now - self._sent_at >= UNCHANGED_SECONDS
        if is_due:
            self._sent, self._sent_at = seen, now
        return is_due


def small_copy(image: Image) -> np.ndarray:
    """The grey levels of a picture on a small copy (h, w) float32."""
    small = cv2.resize(image, COMPARED_SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _differ(before: np.ndarray, now: np.ndarray) -> bool:
    """Whether something has moved between two small copies. A change of the light alone is none."""
    gain = now.mean() / max(float(before.mean()), 1.0)
    return int((np.abs(now - gain * before) > CHANGED_LEVELS).sum()) >= CHANGED_POINTS
