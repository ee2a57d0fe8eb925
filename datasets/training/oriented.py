"""Oriented boxes of tiles: a middle, two sides and an angle, as YOLO-OBB finds them."""

from __future__ import annotations

import cv2
import numpy as np


def box_corners(boxes: np.ndarray) -> np.ndarray:
    """The corners (N, 4, 2) of upright boxes (N, 4) x0, y0, x1, y1."""
    return np.asarray(boxes)[:, [0, 3, 0, 1, 2, 1, 2, 3]].reshape(-1, 4, 2)


def rectangles(corners: np.ndarray) -> np.ndarray:
    """(N, 5) float32, the smallest rectangles around corners (N, 4, 2): middle x, y, long side, short side, angle.

    The angle of the long side from the picture's x axis is -pi/4 to 3 pi/4, in which ultralytics looks for it.
    """
    found = []
    for quad in np.asarray(corners, np.float32):
        (x, y), (width, height), degrees = cv2.minAreaRect(quad)
        angle = np.radians(degrees)
        if width < height:
            width, height, angle = height, width, angle + np.pi / 2
        found.append((x, y, width, height, (angle + np.pi / 4) % np.pi - np.pi / 4))
    return np.array(found, np.float32).reshape(-1, 5)


def quads(boxes: np.ndarray) -> np.ndarray:
    """The corners (N, 4, 2) float32 of oriented boxes (N, 5), clockwise as seen, beginning with an end."""
    middle, angle = boxes[:, None, :2], boxes[:, 4]
    along = np.stack([np.cos(angle), np.sin(angle)], -1)[:, None] * boxes[:, 2, None, None] / 2
    down = np.stack([-np.sin(angle), np.cos(angle)], -1)[:, None] * boxes[:, 3, None, None] / 2
    signs = np.array([(-1, 1), (-1, -1), (1, -1), (1, 1)])[None, :, :, None]
    return np.asarray(middle + along * signs[:, :, 0] + down * signs[:, :, 1], np.float32)
