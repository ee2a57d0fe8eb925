"""A pinhole camera above a table. World axes: millimetres, z up, the table is the plane z = 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class PinholeCamera:
    """Position and projection of a camera."""

    matrix: np.ndarray
    """(3, 4) float64 projection matrix: homogeneous world coordinates to homogeneous pixels."""
    position: np.ndarray
    """(3,) float64, millimetres."""
    size: tuple[int, int]
    """Width and height of the picture in pixels."""

    def project(self, points: np.ndarray) -> np.ndarray:
        """The pixels (..., 2) of world points (..., 3)."""
        projected = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(projected[..., :2] / projected[..., 2:3])

    def table_point(self, pixel: np.ndarray) -> np.ndarray:
        """The point (2,) on the table, in millimetres, that a `pixel` (2,) shows.

        A pixel above the horizon gives a point behind the camera.
        """
        x, y, scale = np.linalg.solve(self.table_homography(), np.array([*pixel, 1.0]))
        return np.asarray(np.array([x, y]) / scale)

    def table_homography(self) -> np.ndarray:
        """The homography (3, 3) from x, y on the table to pixels."""
        return self.matrix[:, [0, 1, 3]].copy()


def unit_direction(elevation: float, azimuth: float) -> np.ndarray:
    """The vector (3,) of length 1 that points up from the table at angles in radians."""
    return np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])


def look_at(
    target: np.ndarray,
    elevation: float,
    azimuth: float,
    roll: float,
    distance: float,
    focal: float,
    size: tuple[int, int],
) -> PinholeCamera:
    """A camera aimed at `target` (2,) on the table.

    `elevation` (above the table), `azimuth` and `roll` are in radians, `distance` in millimetres, `focal` in pixels.
    """
    forward = -unit_direction(elevation, azimuth)
    centre = np.array([target[0], target[1], 0.0])
    position = centre - forward * distance
    # A camera that looks straight down sees no horizon, so the picture's right comes from the azimuth.
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    down = np.cross(forward, right)
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    rotation = turn @ np.stack([right, down, forward])
    intrinsic = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    matrix = intrinsic @ np.concatenate([rotation, (-rotation @ position)[:, None]], axis=1)
    return PinholeCamera(matrix, position, size)
