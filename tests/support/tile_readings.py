"""Readings of tiles that lie at given places before a camera."""

import numpy as np

from muggins.vision.geometry.quads import half_centres
from muggins.vision.types import TileReading


def tiles_seen(text, elevation=60.0, turn=20.0, noise=0.0, rng=None, sure=0.99):
    """Readings of a text like "4-6: 0 0 90, 6-1: 0 2.05 90": for each tile its halves, x, y and direction.

    x and y are in tile widths; the direction from the first half to the second is in degrees. The camera stands
    `elevation` degrees above the table and `turn` degrees around it. Corners stray by `noise` tile lengths, and every
    half is read right with probability `sure`.
    """
    tilt, around = np.radians(elevation), np.radians(turn)
    ahead = -np.array([np.cos(tilt) * np.cos(around), np.cos(tilt) * np.sin(around), np.sin(tilt)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    readings = []
    for entry in text.split(","):
        name, _, place = entry.strip().partition(":")
        x, y, degrees = map(float, place.split())
        along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        across = np.array([-along[1], along[0]]) / 2
        flat = np.array([x, y]) + np.array([across - along, -across - along, along - across, along + across])
        solid = np.concatenate([flat, np.zeros((4, 1))], axis=1) @ rotation.T + [0, 0, 40]
        corners = 640 + 2400 * solid[:, :2] / solid[:, 2:]
        if rng is not None:
            corners += rng.normal(0, noise * np.linalg.norm(corners[3] - corners[0]), (4, 2))
        halves = [int(half) for half in name.split("-")]
        first, _, third, _ = corners
        one_way, other_way = third - first, corners[3] - corners[1]
        if one_way[0] * other_way[1] < one_way[1] * other_way[0]:
            corners = corners[[1, 0, 3, 2]]
        kinds = max(7, max(halves) + 1)
        pips = np.full((2, kinds), (1 - sure) / (kinds - 1))
        pips[[0, 1], halves] = sure
        readings.append(TileReading(corners, half_centres(corners), pips))
    return readings
