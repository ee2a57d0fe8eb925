"""Where cameras stand around a domino table, and what they are aimed at."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..optics import pinhole
from .arrangement import Arrangement

OVERHEAD_ELEVATION = np.radians(72)
"""From this elevation on a camera counts as looking straight down. Such a camera may have any side up."""


class Viewpoint(NamedTuple):
    """The direction from which a camera looks at the table, and how it is held; radians."""

    elevation: float
    """Angle above the table."""
    azimuth: float
    roll: float


def random_viewpoint(rng: np.random.Generator) -> Viewpoint:
    """Straight down, or from where a player sits."""
    if rng.random() < 0.35:
        elevation, azimuth = rng.uniform(OVERHEAD_ELEVATION, np.pi / 2), rng.uniform(0, 2 * np.pi)
        return Viewpoint(elevation, azimuth, rng.choice([0, np.pi / 2]) + rng.normal(0, 0.1))
    # The far tiles of a slanted view lie ten degrees flatter than its middle and are the first to be missed, so half
    # of these views are low.
    degrees = rng.uniform(34, 75) if rng.random() < 0.5 else rng.uniform(22, 45)
    return Viewpoint(np.radians(degrees), rng.integers(4) * np.pi / 2 + rng.normal(0, 0.4), rng.normal(0, 0.06))


def at_elevation(viewpoint: Viewpoint, elevation: float) -> Viewpoint:
    """The viewpoint at another elevation. A camera at a seat is upright even where the one overhead was on its side."""
    is_on_side = viewpoint.elevation >= OVERHEAD_ELEVATION > elevation and viewpoint.roll > np.pi / 4
    return viewpoint._replace(elevation=elevation, roll=viewpoint.roll - is_on_side * np.pi / 2)


def aim_camera(
    rng: np.random.Generator,
    size: tuple[int, int],
    arrangement: Arrangement,
    viewpoint: Viewpoint,
    tile_length: float | None,
) -> pinhole.PinholeCamera:
    """A phone or webcam that looks at the arrangement, near or far.

    `tile_length` is the length in pixels of a tile in the middle of the picture, seen straight down. Without it the
    distance is drawn at random.
    """
    style = arrangement.style
    focal = max(size) * float(rng.choice([rng.uniform(0.65, 1.0), rng.uniform(1.0, 1.8)]))
    points = arrangement.points * style.width
    middle, reach = (points.min(0) + points.max(0)) / 2, np.ptp(points, axis=0).max() / 2 + style.width
    # Below 1 the picture shows all that lies there with room around it, above 1 a near view of a part.
    limits = (0.45, 1.15) if rng.random() < 0.72 else (1.15, 3.2)
    zoom = float(np.exp(rng.uniform(np.log(limits[0]), np.log(limits[1]))))
    if zoom > 1.2:
        middle = points[int(rng.integers(len(points)))]
        zoom = min(zoom, reach / (0.9 * style.width))
    # A slanted view is less deep in the picture, so the camera may come nearer, and far tiles shrink more.
    distance = focal * reach * 2 / (min(size) * zoom * 1.05) * float(rng.uniform(np.sin(viewpoint.elevation), 1))
    distance = max(distance, focal * style.width * 1.6 / min(size))
    if tile_length is not None:
        distance = focal * style.width * style.length / tile_length
    target = middle + rng.normal(0, 0.12, 2) * reach / zoom
    elevation, azimuth, roll = map(float, viewpoint)
    return pinhole.look_at(target, elevation, azimuth, roll, float(distance), focal, size)
