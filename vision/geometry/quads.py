"""Corners of tiles: their order, the middles of the halves, and the table seen straight down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# What is known of a tile before any is seen, with how sure that is (a standard deviation).
WIDTH_TO_LENGTH, SURE_OF_SHAPE = 0.5, 0.025
# Corners are found to about this share of a tile's length.
CORNER_NOISE = 0.02
# How fast tiles shrink with distance, as a share of their size over the square root of their area: the steepest views
# that a table fits into have about 0.1.
SHRINKING = 0.04
# Slanting makes the two directions of the table differ by up to about this share.
SLANTING = 0.6


def canonical_corners(corners: ArrayLike) -> NDArray[np.float32]:
    """A tile's four corners, told in any order, in the one order used everywhere: see `canonical_order`."""
    points = np.asarray(corners, dtype=np.float64)
    if points.shape != (4, 2):
        raise ValueError(f"corners: expected 4 points of x and y, got shape {points.shape}")
    around = points - points.mean(axis=0)
    points = points[np.argsort(np.arctan2(around[:, 1], around[:, 0]), kind="stable")]
    sides = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        points = np.roll(points, -1, axis=0)
    return np.asarray(order_corners(points[None])[0])


def order_corners(quads: ArrayLike) -> NDArray[np.float32]:
    """(N, 4, 2) corners in the one order used everywhere: clockwise as seen, starting with an end.

    Of the two ends the higher in the picture comes first, the left one of two as high. The first two and the last two
    corners that are given bound the ends already: at a steep slant the shorter edges need not be the ends.
    """
    points = np.asarray(quads, dtype=np.float64)
    points = np.where((_signed_area(points) < 0)[:, None, None], points[:, [1, 0, 3, 2]], points)
    first, second = points[:, :2].mean(axis=1), points[:, 2:].mean(axis=1)
    one, other = np.round(first[:, 1], 3), np.round(second[:, 1], 3)
    falls = (other < one) | ((other == one) & (second[:, 0] < first[:, 0]))
    return np.asarray(np.where(falls[:, None, None], np.roll(points, 2, axis=1), points), np.float32)


def half_centres(corners: ArrayLike) -> NDArray[np.float32]:
    """The middles of both halves of each tile, foreshortening minded: (..., 4, 2) corners to (..., 2, 2) points."""
    quads = np.asarray(corners, dtype=np.float64)
    # How near each corner is to the eye, from where the diagonals cut each other: in the middle of the tile.
    one, other = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    start = quads[..., 1, :] - quads[..., 0, :]
    turn = _cross(one, other)
    turn = np.where(np.abs(turn) < 1e-9, 1e-9, turn)
    along = np.clip(_cross(start, other) / turn, 0.2, 0.8)
    across = np.clip(_cross(start, one) / turn, 0.2, 0.8)
    weights = np.stack([1 - along, 1 - across, along, across], axis=-1)
    near = weights * np.array([3, 3, 1, 1])
    far = weights * np.array([1, 1, 3, 3])
    both = np.stack([near, far], axis=-2)
    centres = both @ quads / both.sum(axis=-1, keepdims=True)
    return np.asarray(centres, dtype=np.float32)


def areas(corners: ArrayLike) -> Floats:
    """The area of each of (N, 4, 2) quadrilaterals."""
    quads = np.asarray(corners, dtype=np.float64)
    return np.asarray(np.maximum(np.abs(_signed_area(quads)), 1e-9))


@dataclass(frozen=True, eq=False)
class TablePlane:
    """The table seen straight down, in widths of a tile; found from the tiles, which are all of one size."""

    matrix: Floats
    """(3, 3): homogeneous pixels to homogeneous places on the table."""
    length: float
    """Of a tile, in its widths."""

    def places(self, points: ArrayLike) -> Floats:
        """Where points of the picture lie on the table: (..., 2) pixels to (..., 2) widths."""
        seen = np.asarray(points, dtype=np.float64)
        mapped = seen @ self.matrix[:, :2].T + self.matrix[:, 2]
        return np.asarray(mapped[..., :2] / mapped[..., 2:])

    def scales(self, points: ArrayLike) -> Floats:
        """How large the table is seen around points of the picture: (N, 2) to (N, 2, 2), pixels for a width on it."""
        back = np.linalg.inv(self.matrix)
        places = self.places(points)
        mapped = places @ back[:, :2].T + back[:, 2]
        middle = mapped[:, :2] / mapped[:, 2:]
        return np.asarray((back[None, :2, :2] - middle[:, :, None] * back[None, 2:, :2]) / mapped[:, 2, None, None])

    def elevations(self, points: ArrayLike) -> Floats:
        """How high the camera stands above the table where (N, 2) points are seen, in degrees.

        Around a point the picture is a plane seen from afar, shrunk one way by the sine of the elevation.
        """
        sizes = np.linalg.svd(self.scales(points), compute_uv=False)
        return np.asarray(np.degrees(np.arcsin(np.clip(sizes[:, 1] / sizes[:, 0], 0.0, 1.0))))

    def poses(self, corners: ArrayLike) -> Poses:
        """How tiles of the true size lie where (N, 4, 2) corners were seen."""
        quads = self.places(corners)
        centres = quads.mean(axis=1)
        flat = (quads - centres[:, None])[..., 0] + 1j * (quads - centres[:, None])[..., 1]
        # The turn that carries the true tile best onto what was seen. The canonical order is clockwise as seen, and the
        # plane keeps it, so that the first end lies at -length / 2.
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
    """(N, 2) in widths of a tile."""
    along: Floats
    """(N, 2): the direction from the first half to the second, of length 1."""
    misfit: Floats
    """(N,): how far the corners lie from those of a tile of the true size, as a share of its length."""


def estimate_table_plane(corners: ArrayLike) -> TablePlane:
    """The table that (N, 4, 2) corners of face-up or face-down tiles lie on, N from 1 up, in the canonical order.

    With few tiles or bad ones it leans on what tiles and views are usually like; a tile of another size than the rest
    is passed over.
    """
    quads = np.asarray(corners, dtype=np.float64)
    if quads.ndim != 3 or quads.shape[1:] != (4, 2) or not len(quads):
        raise ValueError(f"corners: expected Nx4x2 with N at least 1, got shape {quads.shape}")
    sizes = areas(quads)
    unit = np.sqrt(max(float(np.median(sizes)), 1e-6))
    origin = quads.mean(axis=(0, 1))
    quads = (quads - origin) / unit
    nearness = _find_nearness(quads, sizes / unit**2)
    flat = quads / (quads @ nearness[:2] + nearness[2])[..., None]
    squeeze, length = _find_squeeze(flat)
    matrix = np.eye(3)
    matrix[:2, :2] = squeeze
    matrix[2] = nearness
    shift = np.array([[1 / unit, 0, -origin[0] / unit], [0, 1 / unit, -origin[1] / unit], [0, 0, 1]])
    return TablePlane(matrix @ shift, length)


def _find_nearness(quads: Floats, sizes: Floats) -> Floats:
    """(3,) how near the table is to the eye at a point of the picture, up to scale: a x + b y + c.

    The area that a small piece of a plane covers in the picture goes with the cube of its nearness.
    """
    rows = np.concatenate([quads.mean(axis=1), np.ones((len(quads), 1))], axis=1)
    seen = np.cbrt(np.maximum(sizes, 1e-6))
    noise = CORNER_NOISE * 0.7
    prior = np.diag([(noise / SHRINKING) ** 2, (noise / SHRINKING) ** 2, 0.0])
    nearness = np.array([0.0, 0.0, float(np.median(seen))])
    for _ in range(6):
        missed = (seen - rows @ nearness) / noise
        trust = 1 / (1 + (missed / 2.5) ** 2)
        nearness = np.linalg.solve(rows.T @ (trust[:, None] * rows) + prior, rows.T @ (trust * seen))
    # Beyond the horizon there is no table: keep every tile on this side of it.
    sway = np.abs(quads @ nearness[:2]).max()
    if sway > 0.8 * nearness[2]:
        nearness[:2] *= 0.8 * nearness[2] / sway
    return nearness


def _find_squeeze(flat: Floats) -> tuple[Floats, float]:
    """(2, 2) what turns tiles without perspective into rectangles 1 wide, and how long those are."""
    across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    along = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2

    def products(one: Floats, other: Floats) -> Floats:
        mixed = one[:, 0] * other[:, 1] + one[:, 1] * other[:, 0]
        return np.stack([one[:, 0] * other[:, 0], mixed, one[:, 1] * other[:, 1]], axis=1)

    # Unknown: the metric's g11, g12, g22 in which every tile is 1 long, and the square of its width.
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
    sure = CORNER_NOISE / (2 * WIDTH_TO_LENGTH * SURE_OF_SHAPE)
    slant = CORNER_NOISE / (SLANTING * typical)
    prior_rows = np.array([[0, 0, 0, sure], [slant, 0, -slant, 0], [0, 2 * slant, 0, 0]])
    prior = prior_rows.T @ prior_rows
    leaning = prior_rows.T @ np.array([sure * WIDTH_TO_LENGTH**2, 0.0, 0.0])
    # Whatever the slant, tiles cover the same area by now.
    sizes = areas(flat)
    of_size = 1 / (1 + (np.log(sizes / np.median(sizes)) / 0.15) ** 2) ** 2
    trust = of_size
    found = np.array([typical, 0.0, typical, WIDTH_TO_LENGTH**2])
    for _ in range(5):
        weighted = rows * trust[:, None, None]
        normal = np.einsum("nri,nrj->ij", weighted, rows) + prior
        found = np.linalg.solve(normal, np.einsum("nri,nr->i", weighted, wanted) + leaning)
        missed = ((rows @ found - wanted) ** 2).sum(axis=1) / CORNER_NOISE**2
        trust = of_size / (1 + missed / 9)
    metric = np.array([[found[0], found[1]], [found[1], found[2]]])
    shape = float(np.sqrt(np.clip(found[3], 0.3**2, 0.8**2)))
    if found[0] <= 0 or np.linalg.det(metric) <= (0.1 * typical) ** 2:
        metric = np.eye(2) * typical
    return np.asarray(np.linalg.cholesky(metric).T / shape), 1 / shape


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _signed_area(quads: Floats) -> Floats:
    """Above 0 where the corners run clockwise as seen, y growing downwards."""
    return _cross(quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]) / 2
