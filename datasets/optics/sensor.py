"""What a camera turns the light of a scene into: exposure, colour cast, blur, noise, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

REFERENCE_WIDTH_PX = 900
"""Blur is drawn in pixels of a picture this wide and scaled to the width of the picture at hand."""


@dataclass(frozen=True)
class CameraKind:
    """What cameras of a kind do to pictures. Pixels are those of a picture REFERENCE_WIDTH_PX wide."""

    too_dark: float
    """Share of pictures that are far too dark."""
    darkest: float
    """The least mean, 0..1, at which exposure aims in all other pictures."""
    burnt_out: float
    """The largest share of a picture that exposure may drive beyond white."""
    unfocused: float
    """Share of pictures that are clearly out of focus."""
    moved: tuple[float, float]
    """Pixels by which the camera moves during the exposure, in one picture of ten."""
    jpeg_quality: tuple[float, float]
    """Least and greatest JPEG quality, of 100."""
    enlarged: float
    """Share of pictures that are small ones enlarged, like those of old webcams and thumbnails."""


ANY_CAMERA = CameraKind(0.1, 0.05, 1.0, 0.1, (3.0, 9.0), (35.0, 95.0), 0.14)
"""Phones and webcams, stills of films, and pictures found on the web."""
HELD_PHONE = CameraKind(0.0, 0.2, 0.01, 0.0, (1.5, 4.0), (75.0, 95.0), 0.0)
"""A phone that is held over something to take a picture of it. It focuses and exposes for what it is pointed at."""


def photograph(
    rng: np.random.Generator, image: np.ndarray, brightness: float | None = None, camera: CameraKind = ANY_CAMERA
) -> np.ndarray:
    """The picture (H, W, 3) uint8 that a camera takes of light `image` (H, W, 3) float32, about 0..1.

    `brightness` is the mean, 0..1, to which the exposure brings the picture. Without it the mean is drawn at random.
    """
    height, width = image.shape[:2]
    image = _expose(rng, image, brightness, camera)
    if rng.random() < 0.4:  # vignette
        x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
        image *= (1 - rng.uniform(0, 0.35) * (x * x + y * y) / 2)[..., None]
    if rng.random() < 0.15:  # a hazy lens
        image = image * (1 - (haze := float(rng.uniform(0.05, 0.25)))) + haze * float(rng.uniform(0.4, 0.9))
    image = _defocus(rng, image, camera)
    if rng.random() < 0.8:
        image = image + _sensor_noise(rng, image.shape)
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
        ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(*camera.jpeg_quality))])
        if ok:
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    if rng.random() < camera.enlarged:
        small = float(rng.uniform(0.2, 0.6))
        reduced = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(reduced, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return picture


def _expose(rng: np.random.Generator, image: np.ndarray, brightness: float | None, camera: CameraKind) -> np.ndarray:
    """The image at the exposure and white balance of an automatic camera.

    Exposure aims at the mean that cameras aim at, and misses it in dark rooms and against bright windows.
    """
    mean = max(float(image.mean()), 1e-3)
    aim = float(np.clip(rng.normal(0.42, 0.13), camera.darkest, 0.75))
    if rng.random() < camera.too_dark:
        aim = float(rng.uniform(0.03, 0.15))
    gain = float(np.clip((aim / mean) ** rng.uniform(0.3, 1.0), 0.12, 2.2))
    if camera.burnt_out < 1:
        gain = min(gain, 1 / max(float(np.quantile(image.max(axis=2), 1 - camera.burnt_out)), 1e-3))
    image = image * (gain if brightness is None else brightness / mean)
    return image * (1 + rng.normal(0, 0.06 if rng.random() < 0.8 else 0.16, 3)).astype(np.float32)


def _defocus(rng: np.random.Generator, image: np.ndarray, camera: CameraKind) -> np.ndarray:
    """The image a little or a lot out of focus, moved during the exposure, or sharp."""
    width = image.shape[1]
    kind = rng.random()
    if kind < 0.35 + camera.unfocused:
        sigma = float(rng.uniform(0.3, 0.9) if kind < 0.35 else rng.uniform(0.9, 2.0))
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma * width / REFERENCE_WIDTH_PX + 0.2))
    if kind < 0.45 + camera.unfocused:
        return _motion_blur(rng, image, float(rng.uniform(*camera.moved)) * width / REFERENCE_WIDTH_PX)
    return image


def _motion_blur(rng: np.random.Generator, image: np.ndarray, length: float) -> np.ndarray:
    """The image blurred along a random line of `length` pixels."""
    size = int(length) | 1
    if size < 3:
        return image
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    middle = size // 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    ends = [tuple(np.round(middle + sign * reach).astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))


def _sensor_noise(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Noise to add, of `shape`, or with one channel where it is the same in all."""
    strength = float(rng.choice([rng.uniform(0, 0.015), rng.uniform(0.015, 0.05)]))
    noise = _gaussian_noise(rng, shape)
    if rng.random() < 0.4:  # cheap sensors smear their noise
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.8)
    if rng.random() < 0.5:
        noise = noise.mean(axis=2, keepdims=True) * 1.6
    return noise * strength


def _gaussian_noise(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Unit normal noise in each of three channels, float32.

    OpenCV draws it faster than NumPy; its seed comes from `rng`. Given plain numbers it would fill one channel only.
    """
    cv2.setRNGSeed(int(rng.integers(2**31)))
    noise = np.empty(shape, np.float32)
    cv2.randn(noise, np.zeros(3), np.ones(3))
    return noise
