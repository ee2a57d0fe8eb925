"""Brightens the picture of a nearly dark room to what the models were trained on."""

from __future__ import annotations

import cv2
import numpy as np

from ..types import Image
from .tuning import DetectionTuning


def brighten_if_dark(image: Image, tuning: DetectionTuning) -> Image:
    """The same picture, or a brighter copy where it is dark."""
    blue, green, red = np.moveaxis(image[:: tuning.sample_step, :: tuning.sample_step], 2, 0)
    levels = np.maximum(np.maximum(blue, green), red).ravel()
    place = int(tuning.highlight_quantile * (len(levels) - 1))
    highlights = float(np.partition(levels, place)[place])
    if highlights >= tuning.dark_level:
        return image
    table = np.arange(256) * min(tuning.bright_level / max(highlights, 1.0), tuning.max_gain)
    return np.asarray(cv2.LUT(image, np.clip(table + 0.5, 0, 255).astype(np.uint8)), np.uint8)
