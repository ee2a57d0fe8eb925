"""A picture as worse light or a worse camera gives it, so that training meets both on every scene."""

from __future__ import annotations

import functools

import cv2
import numpy as np

SHARE = 0.12
"""How often each thing goes wrong; they go wrong together as it falls."""
GRAIN_SIDE = 1024


def worsened(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """(H, W, 3) uint8, neither above 1024, to the same: dark, pale or glaring, blurred, noisy, packed small."""
    if rng.random() < 2 * SHARE:
        image = cv2.LUT(np.ascontiguousarray(image), _curve(rng))
    if rng.random() < SHARE:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.1)))
    if rng.random() < SHARE:
        image = _noisy(rng, image, float(rng.uniform(3, 16)))
    if rng.random() < SHARE:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(12, 60))])[1]
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return image


def _curve(rng: np.random.Generator) -> np.ndarray:
    """(256,) what each brightness becomes: a dark room, an exposure that burns out, a haze, or another contrast."""
    light = np.arange(256) / 255
    kind = rng.random()
    if kind < 0.35:
        light = light * np.exp(rng.uniform(np.log(0.1), np.log(0.6)))
    elif kind < 0.6:
        light = light * rng.uniform(1.2, 1.9)
    elif kind < 0.8:
        light = rng.uniform(0.05, 0.35) + light * rng.uniform(0.3, 0.65)
    else:
        light = light ** np.exp(rng.normal(0, 0.4))
    return (np.clip(light, 0, 1) * 255 + 0.5).astype(np.uint8)


def _noisy(rng: np.random.Generator, image: np.ndarray, strength: float) -> np.ndarray:
    height, width = image.shape[:2]
    top, left = rng.integers(0, GRAIN_SIDE - height + 1), rng.integers(0, GRAIN_SIDE - width + 1)
    grain = _grain()[top : top + height, left : left + width]
    return cv2.add(image, cv2.multiply(grain, strength / 32), dtype=cv2.CV_8U)


@functools.cache
def _grain() -> np.ndarray:
    """(GRAIN_SIDE, GRAIN_SIDE, 3) int16 of deviation 32, drawn once: drawing it for each picture would take longer than
    all the rest."""
    return (np.random.default_rng(0).normal(0, 32, (GRAIN_SIDE, GRAIN_SIDE, 3))).astype(np.int16)
