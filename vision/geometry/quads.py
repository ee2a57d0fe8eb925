"""The four corners of a tile: their order, its halves, its length and its area."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .points import Floats, cross


def canonical_corners(corners: ArrayLike) -> NDArray[np.float32]:
    """(4, 2) px: a tile's corners, given in any order, in canonical order (see `order_corners`).

    The shorter edges are taken for the ends. Raises ValueError where `corners` is not (4, 2).
    """
    points = np.asarray(corners, dtype=np.float64)
    if points.shape != (4, 2):
        raise ValueError(f"corners: expected 4 points of x and y, got shape {points.shape}")
    around = points - points.mean(axis=0)
    points = points[np.argsort(np.arctan2(around[:, 1], around[:, 0]), kind="stable")]
    edges = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    if edges[0] + edges[2] > edges[1] + edges[3]:
        points = np.roll(points, -1, axis=0)
    return np.asarray(order_corners(points[None])[0])


def order_corners(quads: ArrayLike) -> NDArray[np.float32]:
    """(N, 4, 2) px: corners in canonical order, clockwise as seen, the first end first.

    The first end is the one higher in the picture, or the left one where both are equally high. The first two and the
    last two corners given must bound the ends: at a steep slant an end can be longer than a side.
    """
    points = clockwise(np.asarray(quads, dtype=np.float64))
    return np.asarray(turn_round(points, starts_at_second_end(points)), np.float32)


def starts_at_second_end(quads: ArrayLike) -> NDArray[np.bool_]:
    """(N,) whether (N, 4, 2) corners start at the end that comes second in canonical order."""
    points = np.asarray(quads, dtype=np.float64)
    first, second = points[:, :2].mean(axis=1), points[:, 2:].mean(axis=1)
    first_y, second_y = np.round(first[:, 1], 3), np.round(second[:, 1], 3)
    return np.asarray((second_y < first_y) | ((second_y == first_y) & (second[:, 0] < first[:, 0])), np.bool_)


def starts_at_other_end(quads: NDArray[Any], like: NDArray[Any]) -> NDArray[np.bool_]:
    """(N,) whether (N, 4, 2) corners lie nearer to the corners `like` of the same tiles once they are turned round."""
    straight = np.abs(quads - like).sum(axis=(1, 2))
    turned = np.abs(np.roll(quads, 2, axis=1) - like).sum(axis=(1, 2))
    return np.asarray(turned < straight, np.bool_)


def turn_round(values: NDArray[Any], turned: NDArray[np.bool_]) -> NDArray[Any]:
    """Corners (N, 4, ...) or halves (N, 2, ...) of N tiles; those of the tiles `turned` start at their other end."""
    mask = turned.reshape(-1, *[1] * (values.ndim - 1))
    return np.where(mask, np.roll(values, values.shape[1] // 2, axis=1), values)


def clockwise(quads: NDArray[Any]) -> NDArray[Any]:
    """(N, 4, 2) corners, clockwise as seen. The first two corners stay the first two."""
    return np.where((_signed_area(quads) < 0)[:, None, None], quads[:, [1, 0, 3, 2]], quads)


def scale_about_centre(corners: NDArray[np.float32], factor: float | Floats) -> NDArray[np.float32]:
    """(..., 4, 2) corners moved away from their mean by `factor`, one number or one that broadcasts."""
    centre = corners.mean(axis=-2, keepdims=True)
    return np.asarray(centre + (corners - centre) * factor, np.float32)


def half_centres(corners: ArrayLike) -> NDArray[np.float32]:
    """(..., 2, 2) px: the centres of both halves of tiles with (..., 4, 2) corners, perspective included."""
    quads = np.asarray(corners, dtype=np.float64)
    # The diagonals cross at the tile's true centre. Where they cross tells how near each corner is to the camera.
    diagonal, other_diagonal = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    start = quads[..., 1, :] - quads[..., 0, :]
    turn = cross(diagonal, other_diagonal)
    turn = np.where(np.abs(turn) < 1e-9, 1e-9, turn)
    along = np.clip(cross(start, other_diagonal) / turn, 0.2, 0.8)
    across = np.clip(cross(start, diagonal) / turn, 0.2, 0.8)
    weights = np.stack([1 - along, 1 - across, along, across], axis=-1)
    first_half = weights * np.array([3, 3, 1, 1])
    second_half = weights * np.array([1, 1, 3, 3])
    both = np.stack([first_half, second_half], axis=-2)
    centres = both @ quads / both.sum(axis=-1, keepdims=True)
    return np.asarray(centres, dtype=np.float32)


def areas(corners: ArrayLike) -> Floats:
    """(N,) px²: the area of each of (N, 4, 2) quadrilaterals, at least 1e-9."""
    quads = np.asarray(corners, dtype=np.float64)
    return np.asarray(np.maximum(np.abs(_signed_area(quads)), 1e-9))


def lengths_from_area(corners: ArrayLike) -> Floats:
    """(N,) px: how long tiles of these areas are, a tile being twice as long as wide.

    Unlike the longer edge, this changes little as a tile turns in a slanted view.
    """
    return np.asarray(np.sqrt(2 * areas(corners)))


def _signed_area(quads: NDArray[Any]) -> Floats:
    """Positive where the corners run clockwise as seen, y growing downwards."""
    return cross(quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]) / 2
