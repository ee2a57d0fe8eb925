"""Light on a table: one key lamp, ambient light, and a colour cast."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class Light:
    """The light of one scene."""

    direction: np.ndarray
    """(3,) unit vector from the table to the key lamp."""
    ambient: float
    diffuse: float
    """Added where the lamp falls squarely; ambient + diffuse * direction[2] is what the table gets."""
    softness: float
    """Width of shadow edges in millimetres for an object 10 mm high."""
    contact: float = 0.35
    """How much of its light the table loses where something lies on it."""

    def shade(self, normals: np.ndarray) -> np.ndarray:
        """Brightness of surfaces with unit `normals` (..., 3), the table's being 1."""
        level = self.ambient + self.diffuse * self.direction[2]
        return (self.ambient + self.diffuse * np.maximum(normals @ self.direction, 0)) / level

    @property
    def shadow(self) -> float:
        """What is left of the light where the lamp is hidden."""
        return self.ambient / (self.ambient + self.diffuse * self.direction[2])


def random_light(rng: np.random.Generator) -> Light:
    """Daylight from a window, a lamp above, a dim room."""
    elevation = np.radians(rng.uniform(22, 88))
    azimuth = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    return Light(
        direction, float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.15, 1.0)), float(rng.choice([0.4, 1.5, 4.0, 9.0]))
    )


def even_light(rng: np.random.Generator) -> Light:
    """Light from everywhere, as under an overcast sky or a flash beside the lens: no shadows to speak of."""
    return Light(np.array([0.0, 0.0, 1.0]), 1.0, float(rng.choice([0.0, 0.1])), 9.0, float(rng.uniform(0, 0.12)))


def light_pool(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """(H, W, 3) float32 gain: pools of lamps, falling off to the sides, now and then a hard band of sun."""
    width, height = 64, 48
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    pool = np.full((height, width, 3), 1.0, np.float32)
    direction = rng.uniform(0, 2 * np.pi)
    pool += (rng.uniform(-0.35, 0.35) * (x * np.cos(direction) + y * np.sin(direction)))[..., None]
    for _ in range(rng.integers(0, 3)):
        cx, cy, spread = rng.uniform(-1.2, 1.2), rng.uniform(-1.2, 1.2), rng.uniform(0.3, 1.4)
        tint = 1 + rng.normal(0, 0.08, 3)
        lamp = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * spread**2))
        pool += rng.uniform(-0.3, 0.8) * lamp[..., None] * tint.astype(np.float32)
    pool = cv2.resize(np.clip(pool, 0.25, 2.2), size, interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.12:  # a window's sun falls across the table
        corners = (rng.uniform(-0.2, 1.2, (2, 2)) * size).astype(np.float32)
        along = corners[1] - corners[0]
        side = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-6) * rng.uniform(0.1, 0.5) * size[0]
        band = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(
            band, np.array([corners[0], corners[1], corners[1] + side, corners[0] + side], np.int32), 255
        )
        band = cv2.GaussianBlur(band, (0, 0), float(rng.uniform(1, 8)))
        pool *= 1 + rng.uniform(0.3, 1.3) * (band[..., None].astype(np.float32) / 255)
    return pool


def add_glare(rng: np.random.Generator, image: np.ndarray) -> None:
    """Soft reflections of lamps and windows on a glossy table, added in place; `image` (H, W, 3) float32."""
    height, width = image.shape[:2]
    for _ in range(rng.integers(1, 4)):
        blob = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
        centre = (int(rng.uniform(0, blob.shape[1])), int(rng.uniform(0, blob.shape[0])))
        axes = (int(rng.uniform(0.02, 0.18) * blob.shape[1]) + 1, int(rng.uniform(0.02, 0.18) * blob.shape[1]) + 1)
        cv2.ellipse(blob, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        blob = cv2.GaussianBlur(blob, (0, 0), float(rng.uniform(0.02, 0.08) * width / 4) + 0.5)
        image += cv2.resize(blob, (width, height))[..., None] * float(rng.uniform(0.1, 0.6))
