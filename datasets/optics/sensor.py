"""What a camera makes of a scene: exposure, colour cast, blur, noise, sharpening, JPEG."""

from __future__ import annotations

import cv2
import numpy as np


def _noise(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Unit normal noise; drawn by OpenCV, which is quicker, from a seed of `rng`."""
    cv2.setRNGSeed(int(rng.integers(2**31)))
    noise = np.empty(shape, np.float32)
    cv2.randn(noise, 0.0, 1.0)
    return noise


def _motion(rng: np.random.Generator, image: np.ndarray, length: float) -> np.ndarray:
    size = int(length) | 1
    if size < 3:
        return image
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    middle = size // 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    cv2.line(
        kernel,
        tuple(np.round(middle - reach).astype(int).tolist()),
        tuple(np.round(middle + reach).astype(int).tolist()),
        1.0,
        1,
        cv2.LINE_AA,
    )
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def photograph(rng: np.random.Generator, image: np.ndarray, brightness: float | None = None) -> np.ndarray:
    """(H, W, 3) float32 light, about 0..1, to (H, W, 3) uint8 as a phone or webcam gives it.

    `brightness` is what the exposure brings the picture's mean to, drawn at random where it is not given.
    """
    height, width = image.shape[:2]
    # The exposure brings the picture's mean to where cameras aim, with the misses of dark rooms and bright windows.
    mean = max(float(image.mean()), 1e-3)
    aim = float(np.clip(rng.normal(0.42, 0.13), 0.05, 0.75))
    if rng.random() < 0.1:
        aim = float(rng.uniform(0.03, 0.15))
    gain = float(np.clip((aim / mean) ** rng.uniform(0.3, 1.0), 0.12, 2.2))
    image = image * (gain if brightness is None else brightness / mean)
    image = image * (1 + rng.normal(0, 0.06 if rng.random() < 0.8 else 0.16, 3)).astype(np.float32)
    if rng.random() < 0.4:  # vignette
        x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
        image *= (1 - rng.uniform(0, 0.35) * (x * x + y * y) / 2)[..., None]
    if rng.random() < 0.15:  # a hazy lens
        image = image * (1 - (haze := float(rng.uniform(0.05, 0.25)))) + haze * float(rng.uniform(0.4, 0.9))
    kind = rng.random()
    if kind < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 0.9)) * width / 900 + 0.2)
    elif kind < 0.45:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.9, 2.0)) * width / 900 + 0.2)
    elif kind < 0.55:
        image = _motion(rng, image, float(rng.uniform(3, 9)) * width / 900)
    if rng.random() < 0.8:
        strength = float(rng.choice([rng.uniform(0, 0.015), rng.uniform(0.015, 0.05)]))
        noise = _noise(rng, image.shape)
        if rng.random() < 0.4:  # cheap sensors smear their noise
            noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.8
        if rng.random() < 0.5:
            noise = noise.mean(axis=2, keepdims=True) * 1.6
        image = image + noise * strength
    if rng.random() < 0.3:  # sharpening in the camera
        image = image + float(rng.uniform(0.2, 1.2)) * (
            image - cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.7, 1.6)))
        )
    image = np.clip(image, 0, 1)
    contrast = float(rng.uniform(0.8, 1.3))
    image = np.clip(0.5 + (image - 0.5) * contrast, 0, 1) ** float(np.exp(rng.normal(0, 0.15)))
    if rng.random() < 0.3:
        grey = image.mean(axis=2, keepdims=True)
        image = np.clip(grey + (image - grey) * float(rng.uniform(0.0 if rng.random() < 0.15 else 0.5, 1.5)), 0, 1)
    picture = (image * 255 + 0.5).astype(np.uint8)
    if rng.random() < 0.6:
        ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(35, 95))])
        if ok:
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if rng.random() < 0.14:  # a small picture enlarged, as from old webcams and thumbnails
        small = float(rng.uniform(0.2, 0.6))
        reduced = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(reduced, (width, height), interpolation=cv2.INTER_LINEAR)
    return picture
