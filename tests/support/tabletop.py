"""Tiles scattered on a table, and the pixels where a camera sees them."""

import numpy as np


def camera(elevation, focal=1.1, distance=20.0, turn=0.3):
    """The (3, 4) projection of a camera that looks at the middle of the table; `distance` in tile widths."""
    tilt = np.radians(elevation)
    eye = distance * np.array([np.cos(tilt) * np.cos(turn), np.cos(tilt) * np.sin(turn), np.sin(tilt)])
    ahead = -eye / distance
    right = np.array([np.sin(turn), -np.cos(turn), 0.0])
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    lens = np.array([[focal * 1280, 0, 640], [0, focal * 1280, 360], [0, 0, 1]])
    return lens @ np.concatenate([rotation, (-rotation @ eye)[:, None]], axis=1)


def seen(points, projection):
    """The pixels of points on the table."""
    solid = np.concatenate([points, np.zeros((*points.shape[:-1], 1)), np.ones((*points.shape[:-1], 1))], axis=-1)
    picture = solid @ projection.T
    return picture[..., :2] / picture[..., 2:]


def tiles(rng, count, length=2.0, spread=6.0):
    """The corners (N, 4, 2) and middles (N, 2) of tiles scattered at random, in tile widths."""
    angles = rng.uniform(0, 2 * np.pi, count)
    middles = rng.uniform(-spread, spread, (count, 2))
    along = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    ways = [(-length / 2, -0.5), (-length / 2, 0.5), (length / 2, 0.5), (length / 2, -0.5)]
    return np.stack([middles + a * along + b * across for a, b in ways], axis=1), middles
