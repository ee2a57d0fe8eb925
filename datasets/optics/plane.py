"""Flat shapes in the plane."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def place_flat(shape: np.ndarray, angle: float, at: np.ndarray | Sequence[float]) -> np.ndarray:
    """The points (N, 2) of a shape, turned about the origin from the first axis to the second, then moved to `at`.

    `angle` is in radians.
    """
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(shape @ np.array([[c, s], [-s, c]]) + at)
