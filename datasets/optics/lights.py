"""Light on a table: one key lamp, ambient light, pools of light and glare."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .pinhole import unit_direction


@dataclass(frozen=True)
class Light:
    """The light of one scene."""

    direction: np.ndarray
    """(3,) unit vector from the table to the key lamp."""
    ambient: float
    diffuse: float
    """Added where the lamp falls squarely. The table receives ambient + diffuse * direction[2]."""
    softness: float
    """Width of shadow edges in millimetres for an object 10 mm high."""
    contact: float = 0.35
    """Share of its light that the table loses where something lies on it."""

    def shade(self, normals: np.ndarray) -> np.ndarray:
        """The brightness (...) of surfaces with unit `normals` (..., 3), relative to the table's."""
        level = self.ambient + self.diffuse * self.direction[2]
        return np.asarray((self.ambient + self.diffuse * np.maximum(normals @ self.direction, 0)) / level)

    @property
    def shadow(self) -> np.float64:
        """The share of the table's light that is left where the lamp is hidden."""
        # A float64: with a Python float shadows would be computed in float32, and some pixels would change by a level.
        share: np.float64 = self.ambient / (self.ambient + self.diffuse * self.direction[2])
        return share


def random_light(rng: np.random.Generator) -> Light:
    """Daylight from a window, a lamp overhead, or a dim room."""
    elevation = np.radians(rng.uniform(22, 88))
    azimuth = rng.uniform(0, 2 * np.pi)
    direction = unit_direction(elevation, azimuth)
    return Light(
        direction, float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.15, 1.0)), float(rng.choice([0.4, 1.5, 4.0, 9.0]))
    )


def diffuse_light(rng: np.random.Generator) -> Light:
    """Light from all sides, like an overcast sky or a flash beside the lens: almost no shadows."""
    return Light(np.array([0.0, 0.0, 1.0]), 1.0, float(rng.choice([0.0, 0.1])), 9.0, float(rng.uniform(0, 0.12)))


def random_light_gain(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """A gain (H, W, 3) float32 for a picture of `size` (width, height): pools of lamps, at times a band of sun."""
    width, height = 64, 48
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    small = np.full((height, width, 3), 1.0, np.float32)
    direction = rng.uniform(0, 2 * np.pi)
    small += (rng.uniform(-0.35, 0.35) * (x * np.cos(direction) + y * np.sin(direction)))[..., None]
    for _ in range(rng.integers(0, 3)):
        cx, cy, spread = rng.uniform(-1.2, 1.2), rng.uniform(-1.2, 1.2), rng.uniform(0.3, 1.4)
        tint = 1 + rng.normal(0, 0.08, 3)
        lamp = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * spread**2))
        small += rng.uniform(-0.3, 0.8) * lamp[..., None] * tint.astype(np.float32)
    gain = np.asarray(cv2.resize(np.clip(small, 0.25, 2.2), size, interpolation=cv2.INTER_CUBIC))
    if rng.random() < 0.12:
        gain *= 1 + _band_of_sun(rng, size)
    return gain


def _band_of_sun(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """The extra gain (H, W, 1) of sunlight that falls across the table through a window."""
    corners = (rng.uniform(-0.2, 1.2, (2, 2)) * size).astype(np.float32)
    along = corners[1] - corners[0]
    side = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-6) * rng.uniform(0.1, 0.5) * size[0]
    polygon = np.array([corners[0], corners[1], corners[1] + side, corners[0] + side], np.int32)
    band = np.asarray(cv2.fillConvexPoly(np.zeros((size[1], size[0]), np.uint8), polygon, 255))
    band = np.asarray(cv2.GaussianBlur(band, (0, 0), float(rng.uniform(1, 8))))
    return np.asarray(rng.uniform(0.3, 1.3) * (band[..., None].astype(np.float32) / 255))


def add_glare(rng: np.random.Generator, image: np.ndarray) -> None:
    """Adds soft reflections of lamps and windows on a glossy table to `image` (H, W, 3) float32, in place."""
    height, width = image.shape[:2]
    for _ in range(rng.integers(1, 4)):
        blob = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
        centre = (int(rng.uniform(0, blob.shape[1])), int(rng.uniform(0, blob.shape[0])))
        axes = (int(rng.uniform(0.02, 0.18) * blob.shape[1]) + 1, int(rng.uniform(0.02, 0.18) * blob.shape[1]) + 1)
        cv2.ellipse(blob, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        blurred = cv2.GaussianBlur(blob, (0, 0), float(rng.uniform(0.02, 0.08) * width / 4) + 0.5)
        image += cv2.resize(blurred, (width, height))[..., None] * float(rng.uniform(0.1, 0.6))
