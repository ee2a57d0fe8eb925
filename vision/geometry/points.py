"""Points and directions of the plane, and homographies between planes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def cross(first: NDArray[Any], second: NDArray[Any]) -> Floats:
    """(...) the z component of the cross product of (..., 2) vectors: positive where `second` is clockwise as seen."""
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def perpendicular(directions: Floats) -> Floats:
    """(..., 2) directions turned by 90 degrees, clockwise as seen."""
    return np.stack([-directions[..., 1], directions[..., 0]], axis=-1)


def apply_homography(homography: Floats, points: NDArray[Any]) -> Floats:
    """(..., 2) points mapped by a homography (3, 3), or (N, M, 2) points by one (N, 3, 3) for each N."""
    mapped = points @ homography[..., :2].swapaxes(-1, -2)
    mapped += homography[:, None, :, 2] if homography.ndim == 3 else homography[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:])


def unit_square_to_quads(quads: NDArray[Any]) -> Floats:
    """(N, 3, 3) homographies from the unit square to (N, 4, 2) corners.

    The corners are the images of (0, 1), (0, 0), (1, 0) and (1, 1). The formula is P. Heckbert's (Fundamentals of
    Texture Mapping and Image Warping, 1989, section 2.2.3).
    """
    below_left, above_left, above_right, below_right = np.moveaxis(np.asarray(quads, np.float64), 1, 0)
    along, across = above_right - below_right, below_left - below_right
    rest = above_left - above_right + below_right - below_left
    turn = cross(along, across)
    turn = np.where(np.abs(turn) < 1e-9, 1e-9, turn)
    vanish_along, vanish_across = cross(rest, across) / turn, cross(along, rest) / turn
    homographies = np.ones((len(quads), 3, 3))
    homographies[:, :2, 0] = above_right - above_left + vanish_along[:, None] * above_right
    homographies[:, :2, 1] = below_left - above_left + vanish_across[:, None] * below_left
    homographies[:, :2, 2] = above_left
    homographies[:, 2, 0], homographies[:, 2, 1] = vanish_along, vanish_across
    return homographies
