"""Brightens the picture of a nearly dark room to what the models were trained on."""

from __future__ import annotations

import cv2
import numpy as np

from ..types import Image

DARK_LEVEL = 45.0
"""A picture whose highlights are darker than this, of 255, is brightened."""
BRIGHT_LEVEL = 60.0
"""The level, of 255, to which its highlights are raised."""
MAX_GAIN = 8.0
"""The most that a picture is multiplied by: beyond this its noise is all that shows."""
HIGHLIGHT_QUANTILE = 0.98
"""The highlights are the level at this quantile, so that a lamp or a screen in the picture does not count."""
SAMPLE_STEP = 16
"""One pixel in this many is sampled along each axis."""


def brighten_if_dark(image: Image) -> Image:
    """The same picture, or a brighter copy where it is dark."""
    blue, green, red = np.moveaxis(image[::SAMPLE_STEP, ::SAMPLE_STEP], 2, 0)
    levels = np.maximum(np.maximum(blue, green), red).ravel()
    place = int(HIGHLIGHT_QUANTILE * (len(levels) - 1))
    highlights = float(np.partition(levels, place)[place])
    if highlights >= DARK_LEVEL:
        return image
    table = np.arange(256) * min(BRIGHT_LEVEL / max(highlights, 1.0), MAX_GAIN)
    return np.asarray(cv2.LUT(image, np.clip(table + 0.5, 0, 255).astype(np.uint8)), np.uint8)
