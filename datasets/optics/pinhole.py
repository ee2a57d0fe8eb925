"""A pinhole camera above a table. World: millimetres, z up, the table is z = 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Lens:
    """Where the camera stands and how it projects."""

    matrix: np.ndarray
    """(3, 4) float64: homogeneous world to homogeneous pixels."""
    position: np.ndarray
    """(3,) float64, millimetres."""
    size: tuple[int, int]
    """Width and height of the picture in pixels."""

    def project(self, points: np.ndarray) -> np.ndarray:
        """(..., 3) world points to (..., 2) pixels."""
        flat = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return flat[..., :2] / flat[..., 2:3]

    def on_table(self, pixel: np.ndarray) -> np.ndarray:
        """Where on the table, in millimetres (2,), the `pixel` (2,) shows it; beyond the horizon that is behind."""
        x, y, scale = np.linalg.solve(self.table_homography(), np.array([*pixel, 1.0]))
        return np.array([x, y]) / scale

    def table_homography(self, height: float = 0.0) -> np.ndarray:
        """(3, 3): x, y on the plane z = height to pixels."""
        columns = self.matrix[:, [0, 1, 3]].copy()
        columns[:, 2] += self.matrix[:, 2] * height
        return columns


def look_at(
    target: np.ndarray,
    elevation: float,
    azimuth: float,
    roll: float,
    distance: float,
    focal: float,
    size: tuple[int, int],
) -> Lens:
    """A camera `distance` mm from `target` (2,), `elevation` radians above the table; `focal` in pixels."""
    forward = -np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    centre = np.array([target[0], target[1], 0.0])
    position = centre - forward * distance
    # Straight down the world's z axis gives no horizon, so the image's right comes from the azimuth.
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    down = np.cross(forward, right)
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    rotation = turn @ np.stack([right, down, forward])
    intrinsic = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    matrix = intrinsic @ np.concatenate([rotation, (-rotation @ position)[:, None]], axis=1)
    return Lens(matrix, position, size)
