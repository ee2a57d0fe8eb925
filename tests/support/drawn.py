"""Tiles drawn for the pip model."""

import cv2
import numpy as np

from muggins.vision.capture.images import encode_jpeg
from muggins.vision.capture.jpeg import Jpeg


def drawn_tile(first: int, second: int, width: int = 60, crowds_turned: bool = False) -> np.ndarray:
    """A white tile with black pips lying along the picture, `width` px across, on 40 px of green cloth.

    Lines of ten or more pips run along the tile too, or across it with `crowds_turned`.
    """
    six, outer = (
        [(x, y) for y in (-1, 1) for x in (-1, 0, 1)],
        [(x, y) for y in (-1, 1) for x in (-1.1, -0.37, 0.37, 1.1)],
    )
    places = {
        0: [], 1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)], 6: six,
        7: [*six, (0, 0)], 8: [*six, (-1, 0), (1, 0)], 9: [*six, (-1, 0), (0, 0), (1, 0)],
        10: [*outer, (-0.6, 0), (0.6, 0)], 11: [*outer, (-0.8, 0), (0, 0), (0.8, 0)],
        12: [*outer, (-1.1, 0), (-0.37, 0), (0.37, 0), (1.1, 0)],
    }  # fmt: skip
    image = np.full((width + 80, 2 * width + 80, 3), (70, 110, 40), np.uint8)
    cv2.rectangle(image, (40, 40), (39 + 2 * width, 39 + width), (235, 240, 240), -1)
    cv2.line(image, (40 + width, 44), (40 + width, 35 + width), (20, 20, 20), 3)
    for half, pips in enumerate((first, second)):
        turned = crowds_turned and pips >= 10
        for x, y in ((y, x) if turned else (x, y) for x, y in places[pips]):
            middle = (int(40 + width * (half + 0.5) + x * 0.27 * width), int(40 + width * (0.5 + 0.27 * y)))
            radius = 0.095 if pips < 7 else 0.075 if pips < 10 else 0.06
            cv2.circle(image, middle, round(radius * width), (20, 20, 20), -1, cv2.LINE_AA)
    return image


def corners_of(width: int = 60) -> np.ndarray:
    return np.array(
        [(39.5, 39.5 + width), (39.5, 39.5), (39.5 + 2 * width, 39.5), (39.5 + 2 * width, 39.5 + width)], np.float32
    )


def two_tiles() -> Jpeg:
    """A picture in which something is read, as a camera sends it: two tiles drawn on a cloth."""
    image = np.full((360, 640, 3), (90, 140, 60), np.uint8)
    for left in (160, 264):
        image[150:200, left : left + 100] = 235
        image[158:192, left + 49 : left + 51] = 40
        for x in (25, 75):
            cv2.circle(image, (left + x, 175), 6, (20, 20, 20), -1, cv2.LINE_AA)
    for x in (-14, 14):  # the first is a 5-1, as a set has each tile once
        for y in (-14, 14):
            cv2.circle(image, (160 + 25 + x, 175 + y), 6, (20, 20, 20), -1, cv2.LINE_AA)
    return Jpeg(encode_jpeg(image, 95), "camera")
