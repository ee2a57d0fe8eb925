"""Lays something over the crop of a whole tile: another tile, the end of a finger, a thing with a straight edge."""

from __future__ import annotations

import cv2
import numpy as np

from muggins.vision.pips.crops import CROP_LENGTH, CROP_WIDTH, upright_corners

from .crops import CROP_MARGIN_PX

SQUARE_SHARE, ROUND_SHARE = 0.25, 0.25
"""How often it is a thing with a straight edge, or with a round end as a finger has. Else it is another tile."""


def covered(rng: np.random.Generator, crop: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, float]:
    """A stored crop over which something lies, and the share of its tile that stays visible.

    That is the tile of the `other` crop, or something of one colour.
    """
    size = (crop.shape[1], crop.shape[0])
    mask = np.zeros(crop.shape[:2], np.uint8)
    start = CROP_MARGIN_PX + rng.uniform(-0.1, 1.1, 2) * (CROP_LENGTH, CROP_WIDTH)
    turn = rng.uniform(0, 2 * np.pi)
    way, side = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    sort = rng.random()
    if sort < SQUARE_SHARE + ROUND_SHARE:
        far = start + way * 2 * size[0]
        half = CROP_WIDTH * float(rng.uniform(0.25, 2.5 if sort < SQUARE_SHARE else 0.6))
        paint = _one_colour(rng, size)
        if sort < SQUARE_SHARE:
            _fill(mask, np.array([start + side * half, start - side * half, far - side * half, far + side * half]))
        else:
            near = start + way * half
            cv2.line(mask, _pixel(near), _pixel(far), 255, max(1, round(2 * half)), cv2.LINE_AA)
    else:
        scale = float(rng.uniform(0.9, 1.15))
        long, broad = scale * CROP_LENGTH * way, scale * CROP_WIDTH / 2 * side
        corners = np.array([start + broad, start - broad, start - broad + long, start + broad + long])
        warp = cv2.getPerspectiveTransform(upright_corners(CROP_MARGIN_PX), corners.astype(np.float32))
        paint = np.asarray(cv2.warpPerspective(other, warp, size, flags=cv2.INTER_LINEAR), np.float32)
        _fill(mask, corners)
    picture = crop.astype(np.float32)
    if rng.random() < 0.5:
        picture *= 1 - float(rng.uniform(0.1, 0.6)) * _softened(mask, float(rng.uniform(1, 4)))
    picture += _softened(mask, float(rng.uniform(0.3, 1.2))) * (paint - picture)
    face = mask[CROP_MARGIN_PX:-CROP_MARGIN_PX, CROP_MARGIN_PX:-CROP_MARGIN_PX]
    return np.clip(picture, 0, 255).astype(np.uint8), 1 - float((face > 127).mean())


def _one_colour(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """A picture (H, W, 3) of one colour, every other one that of skin, lighter on one side."""
    colour = rng.uniform(0, 255, 3) if rng.random() < 0.5 else rng.uniform(40, 235) * np.array([0.65, 0.78, 1.0])
    shade = 1 + np.linspace(-0.3, 0.3, size[0])[None, :, None] * rng.normal()
    return np.clip(np.broadcast_to(colour * shade, (size[1], size[0], 3)), 0, 255).astype(np.float32)


def _pixel(place: np.ndarray) -> tuple[int, int]:
    """The pixel at a place (2,) px."""
    x, y = place.tolist()
    return round(x), round(y)


def _fill(mask: np.ndarray, corners: np.ndarray) -> None:
    """Fills an outline (4, 2) px with 255, in place."""
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _softened(mask: np.ndarray, deviation: float) -> np.ndarray:
    """A mask (H, W) uint8 blurred to (H, W, 1) float32, 0..1."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), deviation), np.float32)[..., None] / 255
