"""The table seen from straight above, estimated from the tiles on it, which are all of one size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .points import Floats, apply_homography
from .quads import areas

WIDTH_TO_LENGTH = 0.5
"""The shape of a tile before any is seen."""
WIDTH_TO_LENGTH_SD = 0.025
"""Standard deviation of that prior."""
CORNER_NOISE = 0.02
"""Standard deviation of a detected corner, as a share of a tile's length."""
PERSPECTIVE_SD = 0.04
"""Standard deviation of the prior on perspective: how much smaller tiles are seen with distance, as a share of their
size over the square root of their area. The steepest views that show a whole table have about 0.1."""
SLANT_SD = 0.6
"""Standard deviation of the prior on slant: by what share the two directions of the table differ in scale."""
NEARNESS_ITERATIONS = 6
"""Rounds of reweighting in the fit of perspective."""
METRIC_ITERATIONS = 5
"""Rounds of reweighting in the fit of slant and shape."""


@dataclass(frozen=True, eq=False)
class TablePlane:
    """The homography from the picture to the table, whose unit is the width of a tile."""

    matrix: Floats
    """(3, 3): homogeneous pixels to homogeneous tile widths."""
    length: float
    """How long a tile is, in tile widths."""

    def places(self, points: ArrayLike) -> Floats:
        """(..., 2) tile widths: where (..., 2) pixels lie on the table."""
        return apply_homography(self.matrix, np.asarray(points, dtype=np.float64))

    def local_jacobian(self, points: ArrayLike) -> Floats:
        """(N, 2, 2) px per tile width: the derivative of the picture by the table around (N, 2) pixels."""
        back = np.linalg.inv(self.matrix)
        places = self.places(points)
        mapped = places @ back[:, :2].T + back[:, 2]
        middle = mapped[:, :2] / mapped[:, 2:]
        return np.asarray((back[None, :2, :2] - middle[:, :, None] * back[None, 2:, :2]) / mapped[:, 2, None, None])

    def elevations(self, points: ArrayLike) -> Floats:
        """(N,) degrees: how high the camera stands above the table as seen from (N, 2) pixels.

        Around a point the picture is nearly orthographic. The table shrinks in one direction by the sine of the
        elevation.
        """
        sizes = np.linalg.svd(self.local_jacobian(points), compute_uv=False)
        return np.asarray(np.degrees(np.arcsin(np.clip(sizes[:, 1] / sizes[:, 0], 0.0, 1.0))))

    def poses(self, corners: ArrayLike) -> Poses:
        """How N tiles of the true size lie on the table, fitted to their (N, 4, 2) px corners in canonical order."""
        quads = self.places(corners)
        centres = quads.mean(axis=1)
        # Points as complex numbers: a rotation is a product, and the best one is the mean of the products.
        flat = (quads - centres[:, None])[..., 0] + 1j * (quads - centres[:, None])[..., 1]
        # Canonical order is clockwise as seen and the plane keeps it, so the first end lies at -length / 2.
        half = self.length / 2
        shape = np.array([-half + 0.5j, -half - 0.5j, half - 0.5j, half + 0.5j])
        turn = flat @ shape.conj()
        scale = np.abs(turn)
        turn = turn / np.where(scale > 0, scale, 1.0)
        misfit = np.sqrt((np.abs(flat - turn[:, None] * shape) ** 2).mean(axis=1)) / self.length
        return Poses(centres, np.stack([turn.real, turn.imag], axis=1), misfit)


@dataclass(frozen=True, eq=False)
class Poses:
    """How N tiles lie on the table."""

    centres: Floats
    """(N, 2) tile widths."""
    along: Floats
    """(N, 2): the unit vector from the first half to the second."""
    misfit: Floats
    """(N,): root mean square distance of the corners from those of a true tile, as a share of its length."""


def estimate_table_plane(corners: ArrayLike) -> TablePlane:
    """The plane on which tiles with (N, 4, 2) px corners in canonical order lie, N at least 1.

    Priors on the shape of tiles and on the camera's slant decide where tiles are few or badly outlined. A tile whose
    size differs from the rest has little weight. Raises ValueError for any other shape of `corners`.
    """
    quads = np.asarray(corners, dtype=np.float64)
    if quads.ndim != 3 or quads.shape[1:] != (4, 2) or not len(quads):
        raise ValueError(f"corners: expected Nx4x2 with N at least 1, got shape {quads.shape}")
    sizes = areas(quads)
    unit = np.sqrt(max(float(np.median(sizes)), 1e-6))
    origin = quads.mean(axis=(0, 1))
    quads = (quads - origin) / unit
    nearness = _estimate_nearness(quads, sizes / unit**2)
    flat = quads / (quads @ nearness[:2] + nearness[2])[..., None]
    rectify, length = _estimate_metric(flat)
    matrix = np.eye(3)
    matrix[:2, :2] = rectify
    matrix[2] = nearness
    shift = np.array([[1 / unit, 0, -origin[0] / unit], [0, 1 / unit, -origin[1] / unit], [0, 0, 1]])
    return TablePlane(matrix @ shift, length)


def _estimate_nearness(quads: Floats, sizes: Floats) -> Floats:
    """(3,): a, b and c of the table's nearness to the camera, a x + b y + c up to scale, at a point of the picture.

    The area of a small piece of a plane in the picture is proportional to the cube of its nearness. The fit is least
    squares with Cauchy weights.
    """
    rows = np.concatenate([quads.mean(axis=1), np.ones((len(quads), 1))], axis=1)
    seen = np.cbrt(np.maximum(sizes, 1e-6))
    noise = CORNER_NOISE * 0.7
    prior = np.diag([(noise / PERSPECTIVE_SD) ** 2, (noise / PERSPECTIVE_SD) ** 2, 0.0])
    nearness = np.array([0.0, 0.0, float(np.median(seen))])
    for _ in range(NEARNESS_ITERATIONS):
        residual = (seen - rows @ nearness) / noise
        weight = 1 / (1 + (residual / 2.5) ** 2)
        nearness = np.linalg.solve(rows.T @ (weight[:, None] * rows) + prior, rows.T @ (weight * seen))
    # The table ends at the horizon, so every tile must lie on this side of it.
    sway = np.abs(quads @ nearness[:2]).max()
    if sway > 0.8 * nearness[2]:
        nearness[:2] *= 0.8 * nearness[2] / sway
    return nearness


def _estimate_metric(flat: Floats) -> tuple[Floats, float]:
    """The (2, 2) matrix that maps tiles, (N, 4, 2) without perspective, to rectangles of width 1, and their length.

    The unknowns are g11, g12 and g22 of the metric in which every tile has length 1, and the square of its width. The
    fit is least squares with weights for outlines of an odd size or shape.
    """
    across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    along = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2

    def products(first: Floats, second: Floats) -> Floats:
        mixed = first[:, 0] * second[:, 1] + first[:, 1] * second[:, 0]
        return np.stack([first[:, 0] * second[:, 0], mixed, first[:, 1] * second[:, 1]], axis=1)

    ones, zeros = np.ones((len(flat), 1)), np.zeros((len(flat), 1))
    rows = np.stack(
        [
            np.concatenate([products(along, along) / 2, zeros], axis=1),
            np.concatenate([products(across, across), -ones], axis=1),
            np.concatenate([products(across, along), zeros], axis=1),
        ],
        axis=1,
    )
    wanted = np.concatenate([ones / 2, zeros, zeros], axis=1)
    typical = 1 / max(float(np.median((along**2).sum(axis=1))), 1e-9)
    shape_weight = CORNER_NOISE / (2 * WIDTH_TO_LENGTH * WIDTH_TO_LENGTH_SD)
    slant_weight = CORNER_NOISE / (SLANT_SD * typical)
    prior_rows = np.array([[0, 0, 0, shape_weight], [slant_weight, 0, -slant_weight, 0], [0, 2 * slant_weight, 0, 0]])
    prior = prior_rows.T @ prior_rows
    prior_wanted = prior_rows.T @ np.array([shape_weight * WIDTH_TO_LENGTH**2, 0.0, 0.0])
    # Without perspective all tiles have the same area, whatever the slant.
    sizes = areas(flat)
    size_weight = 1 / (1 + (np.log(sizes / np.median(sizes)) / 0.15) ** 2) ** 2
    weight = size_weight
    found = np.array([typical, 0.0, typical, WIDTH_TO_LENGTH**2])
    flat_rows, flat_wanted = rows.reshape(-1, 4), wanted.ravel()
    for _ in range(METRIC_ITERATIONS):
        weighted = (rows * weight[:, None, None]).reshape(-1, 4)
        found = np.linalg.solve(weighted.T @ flat_rows + prior, weighted.T @ flat_wanted + prior_wanted)
        residual = ((rows @ found - wanted) ** 2).sum(axis=1) / CORNER_NOISE**2
        weight = size_weight / (1 + residual / 9)
    metric = np.array([[found[0], found[1]], [found[1], found[2]]])
    shape = float(np.sqrt(np.clip(found[3], 0.3**2, 0.8**2)))
    if found[0] <= 0 or np.linalg.det(metric) <= (0.1 * typical) ** 2:
        metric = np.eye(2) * typical
    return np.asarray(np.linalg.cholesky(metric).T / shape), 1 / shape
