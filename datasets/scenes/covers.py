"""What hides tiles in part: hands that hold them, fingers and boxes over them. Whatever it hides leaves the ID mask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np

from ..assets.arms import arm_polygons, random_arm
from ..assets.tabletops import print_shapes, random_colour
from ..optics.pinhole import PinholeCamera

Cover = Literal["hand", "fingers", "box"]
"""What hides tiles: a hand that holds one, fingers over one, a box that stands on one."""
ROUNDING = 0.3
"""Standard deviation of the blur, in tile widths, with which hands are shaded towards their edges."""
BOX_MM = ((60.0, 220.0), (45.0, 120.0), (15.0, 60.0))
"""Least and greatest length, width and height of a box."""
BOX_REACHES = (0.1, 0.9)
"""Least and greatest share of a tile's length that a box reaches over it."""
Parts = Sequence[tuple[np.ndarray, Sequence[float]]]
"""Polygons (V, 2) px with their colours, in painting order."""


def hand_around(rng: np.random.Generator, corners: np.ndarray, size: tuple[int, int]) -> tuple[Parts, Parts]:
    """A hand that holds a tile whose face has these corners (4, 2) px: what is behind the tile, and what is over it.

    The fingers are behind it. The thumb, and at times the tip of a finger, lie over its edge.
    """
    length, width = _sizes(corners)
    middle, along = corners.mean(axis=0), (corners[2] - corners[1]) / max(length, 1e-6)
    # The hand comes from a border, mostly along the tile.
    way = along * float(rng.choice([-1, 1])) if rng.random() < 0.7 else np.array([-along[1], along[0]])
    turn = float(rng.normal(0, 0.3))
    way = way @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    breadth = width * float(rng.uniform(1.0, 1.4))
    reach = float(rng.uniform(-0.1, 0.4)) * length
    tip, shoulder = middle + way * reach, middle - way * 2 * max(size)
    parts = arm_polygons(random_arm(rng, _point(shoulder)), _point(tip), breadth)
    over = float(rng.uniform(0.15, 0.5)) * length
    # The thumb is the last part; it comes to lie over the end from which the hand comes.
    thumb, skin = parts[-1]
    held = middle - way * (length / 2 - over)
    thumb = thumb - thumb[np.argmax(thumb @ way)] + held
    top = [(thumb.astype(np.float32), skin)]
    if rng.random() < 0.5:
        finger, skin = parts[-2]
        side = np.array([-way[1], way[0]]) * width * float(rng.choice([-0.5, 0.5]))
        top.append(((finger - finger[np.argmax(finger @ way)] + middle + side).astype(np.float32), skin))
    return parts[:-1], top


def fingers_over(rng: np.random.Generator, corners: np.ndarray, size: tuple[int, int]) -> Parts:
    """An arm from beyond the picture whose longest finger ends on a tile with these corners (4, 2) px of its face."""
    _, width = _sizes(corners)
    shares = rng.uniform(0.1, 0.9, 2)
    tip = corners[1] + shares[0] * (corners[2] - corners[1]) + shares[1] * (corners[0] - corners[1])
    angle = rng.uniform(0, 2 * np.pi)
    shoulder = tip + np.array([np.cos(angle), np.sin(angle)]) * 2 * max(size)
    return arm_polygons(random_arm(rng, _point(shoulder)), _point(tip), width * float(rng.uniform(0.9, 1.3)))


def paint_parts(canvas: np.ndarray, ids: np.ndarray, parts: Parts, tile_width: float) -> None:
    """Paints the polygons of a hand, shaded towards their edges, in place."""
    size = np.array(ids.shape[::-1])
    for polygon, colour in parts:
        low = np.clip(np.floor(polygon.min(axis=0)) - 2, 0, size).astype(int)
        high = np.clip(np.ceil(polygon.max(axis=0)) + 2, 0, size).astype(int)
        if (high <= low).any():
            continue
        mask = np.zeros((high - low)[::-1], np.uint8)
        cv2.fillPoly(mask, [np.round(np.clip(polygon - low, -9e3, 9e3) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        blur = max(1.0, tile_width * ROUNDING)
        light = 0.6 + 0.45 * cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32)[..., None] / 255
        cover = mask.astype(np.float32)[..., None] / 255
        region = canvas[low[1] : high[1], low[0] : high[0]]
        region += cover * (np.array(colour, np.float32) * light - region)
        ids[low[1] : high[1], low[0] : high[0]][mask > 127] = 0


def paint_box(
    rng: np.random.Generator, canvas: np.ndarray, ids: np.ndarray, camera: PinholeCamera, tile: np.ndarray, unit: float
) -> None:
    """Paints a box that reaches over a tile, in place.

    `tile` (4, 2) mm are the corners of the tile on the table, `unit` is the width of a tile against a usual one.
    """
    length, width, height = (float(rng.uniform(*limits)) * unit for limits in BOX_MM)
    along, across = tile[2] - tile[1], tile[0] - tile[1]
    reach = float(rng.uniform(*BOX_REACHES))
    side = across if rng.random() < 0.4 else along
    way = side / np.linalg.norm(side) * float(rng.choice([-1, 1]))
    turn = float(rng.normal(0, 0.35))
    way = way @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    left = np.array([-way[1], way[0]])
    edge = (
        tile.mean(axis=0) + way * (0.5 - reach) * np.linalg.norm(side) + left * float(rng.uniform(-0.3, 0.3)) * length
    )
    base = np.array([edge - left * length / 2, edge + left * length / 2])
    base = np.concatenate([base, (base + way * width)[::-1]])
    bottom, top = (camera.project(np.c_[base, np.full(4, level)]).astype(np.float32) for level in (0.0, height))
    colour = random_colour(rng)
    hull = np.asarray(cv2.convexHull(np.concatenate([bottom, top])))[:, 0]
    print_ = np.broadcast_to(colour, (120, 200, 3)).copy()
    print_shapes(rng, print_, int(rng.integers(0, 6)), 0.15)
    source = np.array([(0, 0), (200, 0), (200, 120), (0, 120)], np.float32)
    lid = cv2.warpPerspective(print_, cv2.getPerspectiveTransform(source, top), camera.size, flags=cv2.INTER_LINEAR)
    for polygon, paint in ((hull, colour * float(rng.uniform(0.45, 0.8))), (top, lid)):
        mask = np.zeros(ids.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(np.clip(polygon, -9e3, 9e3) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        canvas += mask[..., None].astype(np.float32) / 255 * (paint - canvas)
        ids[mask > 127] = 0


def _sizes(corners: np.ndarray) -> tuple[float, float]:
    """Length and width in pixels of a face with corners (4, 2)."""
    return float(np.linalg.norm(corners[2] - corners[1])), float(np.linalg.norm(corners[1] - corners[0]))


def _point(place: np.ndarray) -> tuple[float, float]:
    x, y = place.tolist()
    return x, y
