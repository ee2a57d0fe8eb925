"""Light on a table: one key lamp, ambient light, pools of light and glare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from .pinhole import PinholeCamera, unit_direction


@dataclass(frozen=True)
class Light:
    """The light of one scene."""

    direction: np.ndarray
    """(3,) unit vector from the table to the key lamp."""
    ambient: float
    diffuse: float
    """Light that the lamp adds where it falls squarely. The table receives ambient + diffuse * direction[2]."""
    softness: float
    """Width of shadow edges in millimetres for an object 10 mm high."""
    contact: float = 0.35
    """Share of its light that the table loses where something lies on it."""
    position: np.ndarray | None = None
    """(3,) mm: where a lamp stands that is near enough to light each tile from another side; None for one far off."""

    def at(self, point: np.ndarray) -> Light:
        """The light as it falls at a point (3,) mm. `falloff` accounts for the distance to the lamp."""
        if self.position is None:
            return self
        toward = self.position - point
        return replace(self, direction=toward / np.linalg.norm(toward))

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


SUN_SHARE = 0.12
"""Share of scenes in hard sun."""
HARD_SOFTNESS_MM = 0.5
"""Light whose shadows have narrower edges than this is hard."""


SHADE_TAKES = (0.27, 0.61)
"""Share of a picture's levels that a shadow thrown across the table takes. The sky still gives shade between a half and
an eighth of the light of the sun; at a gamma of 2.2 that is 0.73 to 0.39 of its levels."""


def random_light(rng: np.random.Generator) -> Light:
    """Daylight from a window, a lamp overhead, a dim room, or hard sun with little light from elsewhere."""
    if rng.random() < SUN_SHARE:
        direction = unit_direction(np.radians(rng.uniform(20, 65)), rng.uniform(0, 2 * np.pi))
        return Light(
            direction, float(rng.uniform(0.15, 0.4)), float(rng.uniform(0.8, 1.4)), float(rng.uniform(0.1, 0.4))
        )
    elevation = np.radians(rng.uniform(22, 88))
    azimuth = rng.uniform(0, 2 * np.pi)
    direction = unit_direction(elevation, azimuth)
    return Light(
        direction, float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.15, 1.0)), float(rng.choice([0.4, 1.5, 4.0, 9.0]))
    )


def diffuse_light(rng: np.random.Generator) -> Light:
    """Light from all sides, like an overcast sky or a flash beside the lens: almost no shadows."""
    return Light(np.array([0.0, 0.0, 1.0]), 1.0, float(rng.choice([0.0, 0.1])), 9.0, float(rng.uniform(0, 0.12)))


FLASH_OFF_LENS_MM = (8.0, 45.0)
"""How far from the lens a phone or a camera has its flash."""


def flash(rng: np.random.Generator, camera: PinholeCamera) -> Light:
    """The flash of a camera, in a room with little other light: narrow sharp shadows on the far sides of things."""
    offset = unit_direction(0.0, rng.uniform(0, 2 * np.pi)) * rng.uniform(*FLASH_OFF_LENS_MM)
    middle = np.array([*camera.table_point(np.array(camera.size) / 2), 0.0])
    light = Light(
        np.array([0.0, 0.0, 1.0]),
        float(rng.uniform(0.08, 0.6)),
        float(rng.uniform(0.8, 1.4)),
        float(rng.uniform(0.1, 0.35)),
        float(rng.uniform(0.0, 0.35)),
        camera.position + offset,
    )
    return light.at(middle)


def falloff(light: Light, camera: PinholeCamera) -> np.ndarray:
    """The gain (H, W, 1) float32 of a near lamp, which lights near things more than far ones; 1 in the middle.

    What a lamp gives the table falls with the square of the distance and with the cosine of its slant. Raises
    ValueError for a light without a position.
    """
    if light.position is None:
        raise ValueError("light: expected one with a position, got one that is far off")
    width, height = 64, 48
    x, y = np.meshgrid((np.arange(width) + 0.5) / width, (np.arange(height) + 0.5) / height)
    pixels = np.stack([x * camera.size[0], y * camera.size[1], np.ones_like(x)], axis=-1)
    to_table = np.linalg.inv(camera.table_homography()).T
    points, middle = pixels @ to_table, np.array([*camera.size, 2.0]) / 2 @ to_table
    # Above the horizon there is no table; what shows there is far off. The scale of its points has the other sign.
    scale = np.maximum(points[..., 2:] / middle[2], 1e-6)
    toward = light.position[:2] - points[..., :2] / middle[2] / scale
    squares = (toward**2).sum(axis=-1) + light.position[2] ** 2
    nearest = ((light.position[:2] - middle[:2] / middle[2]) ** 2).sum() + light.position[2] ** 2
    lit = light.diffuse * light.position[2] / np.sqrt(squares) * nearest / squares
    gain = (light.ambient + lit) / (light.ambient + light.diffuse * light.direction[2])
    small = np.clip(gain, 0.02, 3.0).astype(np.float32)
    return np.asarray(cv2.resize(small, camera.size, interpolation=cv2.INTER_LINEAR))[..., None]


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


def cast_shadow(rng: np.random.Generator, size: tuple[int, int], is_hard: bool) -> np.ndarray:
    """The gain (H, W, 1) of a shadow that something out of the picture throws across the whole layout.

    It is of a person, of the edge of a wall or sunshade, of slats or window bars, or of leaves. Its edge is sharp in
    hard light. `size` is the picture's width and height.
    """
    width, height = size
    mask = np.zeros((height, width), np.uint8)
    kind, long = int(rng.integers(4)), float(np.hypot(width, height))
    middle, turn = rng.uniform(0.2, 0.8, 2) * size, rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    if kind == 0:  # a head and shoulders
        head = float(rng.uniform(0.08, 0.2)) * long
        body = middle + along * (0.7 * head + 0.5 * long)
        _fill(mask, cv2.ellipse2Poly(_pixel(middle), (int(head), int(0.8 * head)), int(np.degrees(turn)), 0, 360, 10))
        _fill(mask, cv2.ellipse2Poly(_pixel(body), (int(0.5 * long), int(2 * head)), int(np.degrees(turn)), 0, 360, 5))
    elif kind in (1, 2):  # an edge, or slats of one width
        wide = long if kind == 1 else float(rng.uniform(0.03, 0.12)) * long
        step = wide * float(rng.uniform(1.6, 3.0))
        for k in range(1 if kind == 1 else int(2 * long / step)):
            corner = middle + across * (k * step - (long if kind == 2 else 0.0))
            ends = (
                -along * 2 * long,
                along * 2 * long,
                along * 2 * long + across * wide,
                across * wide - along * 2 * long,
            )
            _fill(mask, np.array([corner + end for end in ends]))
    else:  # leaves
        spread = float(rng.uniform(0.1, 0.3)) * long
        for leaf in middle + rng.normal(0, spread, (int(rng.integers(8, 40)), 2)):
            axes = (int(rng.uniform(0.02, 0.07) * long), int(rng.uniform(0.008, 0.03) * long))
            _fill(mask, cv2.ellipse2Poly(_pixel(leaf), axes, int(rng.uniform(0, 180)), 0, 360, 20))
    blur = float(rng.uniform(0.6, 2.0) if is_hard else rng.uniform(2, 12)) * width / 900
    fallen = cv2.GaussianBlur(mask, (0, 0), blur)[..., None].astype(np.float32) / 255
    return np.asarray(1 - float(rng.uniform(*SHADE_TAKES)) * fallen)


def _pixel(point: np.ndarray) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _fill(mask: np.ndarray, polygon: np.ndarray | Sequence[Sequence[int]]) -> None:
    cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], 255)


def reflection(rng: np.random.Generator, size: tuple[int, int], centre: np.ndarray, reach: float) -> np.ndarray:
    """The mirror image (H, W, 1) of a lamp or a window pane, 0..1, around `centre` (2,) px, `reach` px wide and high.

    `size` is the picture's width and height.
    """
    mask = np.zeros((size[1], size[0]), np.uint8)
    half = np.array([reach, reach * rng.uniform(0.3, 1)])
    turn = float(rng.uniform(0, np.pi))
    if rng.random() < 0.5:
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        _fill(mask, corners @ spin + centre)
        blur = 0.03 * reach
    else:
        axes = (max(1, int(half[0])), max(1, int(half[1])))
        _fill(mask, cv2.ellipse2Poly(_pixel(centre), axes, int(np.degrees(turn)), 0, 360, 10))
        blur = float(rng.uniform(0.05, 0.4)) * reach
    shrink = max(1, int(blur / 3))
    small = cv2.resize(mask, (max(1, size[0] // shrink), max(1, size[1] // shrink)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), max(0.6, blur / shrink))
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)[..., None].astype(np.float32) / 255)


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
