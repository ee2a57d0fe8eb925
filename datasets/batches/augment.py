"""Pictures degraded as poor light or a poor camera would, so that training meets both on every scene."""

from __future__ import annotations

import functools

import cv2
import numpy as np

DEFECT_PROBABILITY = 0.12
"""How often each defect occurs. Defects occur independently, so some pictures have several."""
GRAIN_SIDE_PX = 1024
"""Side of the stored field of noise, and the largest side of a picture that can be degraded."""
GRAIN_DEVIATION = 32
"""Standard deviation of the stored field of noise, in levels."""


def degrade(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """An image (H, W, 3) uint8, neither side above GRAIN_SIDE_PX, with random defects.

    It may be dark, pale or glaring, blurred, noisy, or compressed by JPEG.
    """
    if rng.random() < 2 * DEFECT_PROBABILITY:
        image = np.asarray(cv2.LUT(np.ascontiguousarray(image), _random_tone_curve(rng)))
    if rng.random() < DEFECT_PROBABILITY:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.1))))
    if rng.random() < DEFECT_PROBABILITY:
        image = _add_grain(rng, image, float(rng.uniform(3, 16)))
    if rng.random() < DEFECT_PROBABILITY:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(12, 60))])[1]
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return image


def _random_tone_curve(rng: np.random.Generator) -> np.ndarray:
    """The new level of each of 256 levels: a dark room, an overexposure, haze, or another contrast."""
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


def _add_grain(rng: np.random.Generator, image: np.ndarray, deviation: float) -> np.ndarray:
    height, width = image.shape[:2]
    top, left = rng.integers(0, GRAIN_SIDE_PX - height + 1), rng.integers(0, GRAIN_SIDE_PX - width + 1)
    grain = _grain_field()[top : top + height, left : left + width]
    scaled = cv2.multiply(grain, deviation / GRAIN_DEVIATION)  # type: ignore[call-overload]
    return np.asarray(cv2.add(image, scaled, dtype=cv2.CV_8U))


@functools.cache
def _grain_field() -> np.ndarray:
    """Noise (GRAIN_SIDE_PX, GRAIN_SIDE_PX, 3) int16, drawn once, because drawing it takes long."""
    field = np.random.default_rng(0).normal(0, GRAIN_DEVIATION, (GRAIN_SIDE_PX, GRAIN_SIDE_PX, 3))
    return field.astype(np.int16)
