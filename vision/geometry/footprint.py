"""The outline of a tile as a solid body: its face, and the sides that a slanted view shows below it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..types import Detection, TileReading
from .points import Floats
from .quads import areas
from .table_plane import estimate_table_plane

THICKNESS_IN_WIDTHS = 0.36
"""9 mm at a width of 25 mm is common; tiles of 7 to 13 mm are sold."""


def outlines(
    readings: Sequence[TileReading], others: Sequence[Detection] = (), size: tuple[int, int] | None = None
) -> list[NDArray[np.float32]]:
    """(4, 2) px for each reading: corners around the whole tile as it is seen, in the order of the reading's corners.

    `size` is the width and height of the picture in pixels; with it the corners stay inside the picture. The slant is
    estimated from the readings and from `others`, the tiles that lie face down. From straight above, and where the
    slant is unknown, the outline is that of the face.
    """
    if not readings:
        return []
    faces = np.array([reading.corners for reading in readings], np.float64)
    all_corners = np.array([*faces, *(tile.corners for tile in others)], np.float64)
    depths = THICKNESS_IN_WIDTHS * _depths(faces, all_corners)
    seen = [_around(face, depth) for face, depth in zip(faces, depths, strict=True)]
    return seen if size is None else [np.clip(corners, 0, np.array(size, np.float32) - 1) for corners in seen]


def _depths(faces: Floats, all_corners: ArrayLike) -> Floats:
    """(N, 2) px: how far a point one tile width below the face (N, 4, 2) is displaced in the picture.

    Around one tile the picture is nearly orthographic. Lengths on the table shrink by the sine of the elevation in
    the direction of the camera's tilt; lengths upright on the table shrink by its cosine.
    """
    jacobian = estimate_table_plane(all_corners).local_jacobian(faces.mean(axis=1))
    directions, sizes, _ = np.linalg.svd(jacobian)
    upright = np.sqrt(np.maximum(sizes[:, 0] ** 2 - sizes[:, 1] ** 2, 0.0))
    # A camera is held upright, so deeper points are seen lower.
    down = directions[:, :, 1] * np.where(directions[:, 1:, 1] < 0, -1.0, 1.0)
    return np.asarray(down * upright[:, None])


def _around(face: Floats, depth: Floats) -> NDArray[np.float32]:
    """(4, 2) corners around a face (4, 2) and everything up to `depth` (2,) below it.

    Face and underside together show six corners. Of the choices of four this is the one with the largest area.
    """
    choices = [face]
    for lowest in np.argsort(-(face @ depth), kind="stable")[:3]:
        lower = choices[-1].copy()
        lower[lowest] += depth
        choices.append(lower)
    return choices[int(areas(choices).argmax())].astype(np.float32)
