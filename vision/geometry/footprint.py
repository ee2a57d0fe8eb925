"""Where a tile is seen as a solid: its face, and the sides that a slanted view shows below it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..types import Detection, TileReading
from .quads import Floats, areas, estimate_table_plane

THICKNESS = 0.36
"""Of a tile, in its widths: 9 mm of 25 is common, 7 to 13 are sold."""


def outlines(
    readings: Sequence[TileReading], beside: Sequence[Detection] = (), size: tuple[int, int] | None = None
) -> list[NDArray[np.float32]]:
    """(4, 2) px for each reading: corners that go around the whole tile as it is seen, in the order of its corners.

    They stay within the picture where its `size` is given, width and height in pixels.

    The slant comes from the shape of all tiles, those face down `beside` them too. Seen straight down, or where the
    camera's slant cannot be told, a tile's outline is that of its face.
    """
    if not readings:
        return []
    faces = np.array([one.corners for one in readings], np.float64)
    depths = THICKNESS * _depths(faces, np.array([*faces, *(one.corners for one in beside)], np.float64))
    seen = [_around(face, depth) for face, depth in zip(faces, depths, strict=True)]
    return seen if size is None else [np.clip(one, 0, np.array(size, np.float32) - 1) for one in seen]


def _depths(faces: Floats, all_corners: ArrayLike) -> Floats:
    """(N, 2) px: how far below its face (N, 4, 2) a point one tile's width deeper is seen.

    Around one tile the picture is a plane seen from afar. It shrinks what lies across the camera's tilt by the sine of
    the elevation, and nothing else; what stands upright on the plane is shrunk by its cosine.
    """
    shown = estimate_table_plane(all_corners).scales(faces.mean(axis=1))
    directions, sizes, _ = np.linalg.svd(shown)
    slanted = np.sqrt(np.maximum(sizes[:, 0] ** 2 - sizes[:, 1] ** 2, 0.0))
    # Cameras are held upright: what is deeper is seen lower.
    down = directions[:, :, 1] * np.where(directions[:, 1:, 1] < 0, -1.0, 1.0)
    return np.asarray(down * slanted[:, None])


def _around(face: Floats, depth: Floats) -> NDArray[np.float32]:
    """(4, 2) corners around a face (4, 2) and all that lies up to `depth` (2,) below it.

    Face and underside together show six corners; of the ways to take four, those that leave out least.
    """
    ways = [face]
    for lowest in np.argsort(-(face @ depth), kind="stable")[:3]:
        lower = ways[-1].copy()
        lower[lowest] += depth
        ways.append(lower)
    return ways[int(areas(ways).argmax())].astype(np.float32)
