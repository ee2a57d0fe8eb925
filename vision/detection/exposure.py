"""Makes a picture of a nearly dark room as bright as the networks have learnt to read."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

# A picture whose brightest parts are darker than this, of 255, is lifted so that they are as bright as the second, but
# not by more than the third: beyond, its noise is all that is seen.
DARK, BRIGHT, MOST = 45.0, 60.0, 8.0
# Share of the pixels that is not among the brightest parts: a lamp or a screen may stand in the picture.
BUT_LIGHTS = 0.98
# Every so many pixels one is looked at.
STEP = 16


def brighten_if_dark(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture (H, W, 3) uint8 itself, or a brighter one where it is dark."""
    some = np.sort(image[::STEP, ::STEP].max(axis=2), axis=None)
    brightest = float(some[int(BUT_LIGHTS * (len(some) - 1))])
    if brightest >= DARK:
        return image
    table = np.arange(256) * min(BRIGHT / max(brightest, 1.0), MOST)
    return np.asarray(cv2.LUT(image, np.clip(table + 0.5, 0, 255).astype(np.uint8)), np.uint8)
