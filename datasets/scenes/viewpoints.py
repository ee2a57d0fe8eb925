"""Where cameras stand around a domino table, and what they are aimed at."""

from __future__ import annotations

import numpy as np

from ..optics import pinhole as lens
from .arrangement import Arrangement

Sight = tuple[float, float, float]
"""Elevation above the table, azimuth and roll of a camera, radians."""
FROM_ABOVE = np.radians(72)
"""A camera this high above the table looks straight down, from any side of it."""


def random_sight(rng: np.random.Generator) -> Sight:
    """Elevation above the table, azimuth and roll of a camera, radians: straight down, or from where a player sits."""
    if rng.random() < 0.35:
        return (
            rng.uniform(FROM_ABOVE, np.pi / 2),
            rng.uniform(0, 2 * np.pi),
            rng.choice([0, np.pi / 2]) + rng.normal(0, 0.1),
        )
    # The far tiles of a slanted view lie ten degrees flatter than its middle, and are the first to be missed.
    elevation = rng.uniform(34, 75) if rng.random() < 0.5 else rng.uniform(22, 45)
    return np.radians(elevation), rng.integers(4) * np.pi / 2 + rng.normal(0, 0.4), rng.normal(0, 0.06)


def raised(sight: Sight, elevation: float) -> Sight:
    """The sight from another elevation: those that look on from a seat do not lie on their sides."""
    lies = sight[0] >= FROM_ABOVE > elevation and sight[2] > np.pi / 4
    return elevation, sight[1], sight[2] - lies * np.pi / 2


def aimed_camera(
    rng: np.random.Generator,
    size: tuple[int, int],
    placed: Arrangement,
    sight: Sight,
    tile_length: float | None,
) -> lens.Lens:
    """A phone or webcam, near or far."""
    elevation, azimuth, roll = sight
    focal = max(size) * float(rng.choice([rng.uniform(0.65, 1.0), rng.uniform(1.0, 1.8)]))
    points = placed.points * placed.style.width
    middle, reach = (points.min(0) + points.max(0)) / 2, np.ptp(points, axis=0).max() / 2 + placed.style.width
    # How much of what lies there the picture shows: all with room around it, or a near view of a part.
    zoom = (
        float(np.exp(rng.uniform(np.log(0.45), np.log(1.15))))
        if rng.random() < 0.72
        else float(np.exp(rng.uniform(np.log(1.15), np.log(3.2))))
    )
    if zoom > 1.2:
        middle = points[int(rng.integers(len(points)))]
        zoom = min(zoom, reach / (0.9 * placed.style.width))
    # What is seen at a slant is less deep in the picture: whoever takes it may come nearer, and far tiles shrink more.
    distance = focal * reach * 2 / (min(size) * zoom * 1.05) * float(rng.uniform(np.sin(elevation), 1))
    distance = max(distance, focal * placed.style.width * 1.6 / min(size))
    if tile_length is not None:
        distance = focal * placed.style.width * placed.style.length / tile_length
    shift = rng.normal(0, 0.12, 2) * reach / zoom
    return lens.look_at(middle + shift, float(elevation), float(azimuth), float(roll), float(distance), focal, size)
