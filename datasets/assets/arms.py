"""Arms in sleeves that reach over a table, for videos: a player keeps the same arm for a whole game."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .tile_colours import Colour

SKINS: tuple[Colour, ...] = (
    (0.62, 0.74, 0.91),
    (0.50, 0.63, 0.85),
    (0.36, 0.48, 0.70),
    (0.23, 0.32, 0.50),
    (0.15, 0.21, 0.34),
)
"""Skin in plain light, light to dark."""


WATCHES = 0.3
"""Share of the arms that wear a watch."""


@dataclass(frozen=True)
class DrawnArm:
    """One player's arm. Lengths are in tile widths."""

    shoulder: tuple[float, float]
    """Pixels, outside the picture."""
    skin: Colour
    sleeve: Colour
    breadth: float
    """Width of the forearm."""
    fingers: tuple[float, ...]
    """How far each of the four fingers reaches beyond the palm."""
    cuff: float
    """Distance from the knuckles back to the end of the sleeve."""
    strap: Colour | None = None
    """The colour of a watch's strap; None without a watch."""


def random_arm(rng: np.random.Generator, shoulder: tuple[float, float]) -> DrawnArm:
    """Somebody's arm."""
    skin = np.clip(np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.85, 1.05), 0.02, 1)
    sleeve = np.clip(rng.uniform(0.05, 0.8) + rng.normal(0, 0.2, 3), 0.02, 0.98)
    return DrawnArm(
        shoulder,
        _colour(skin),
        _colour(skin if rng.random() < 0.15 else sleeve),
        float(rng.uniform(1.0, 1.5)),
        tuple(float(length) for length in rng.uniform(0.6, 1.3, 4)),
        float(rng.uniform(2.6, 4.0)),
        (0.08, 0.08, 0.1) if rng.random() < WATCHES else None,
    )


def _colour(values: np.ndarray) -> Colour:
    blue, green, red = values.tolist()
    return blue, green, red


def arm_polygons(arm: DrawnArm, tip: tuple[float, float], tile_width: float) -> list[tuple[np.ndarray, Colour]]:
    """The polygons (V, 2) px of an arm with their colours, in painting order.

    The longest finger ends at `tip` (px). `tile_width` is in pixels.
    """
    end = np.array(tip, np.float64)
    start = np.array(arm.shoulder, np.float64)
    along = (end - start) / (np.linalg.norm(end - start) + 1e-9)
    across = np.array([-along[1], along[0]])
    half = arm.breadth * tile_width / 2
    knuckles = end - along * max(arm.fingers) * tile_width
    palm = knuckles - along * 0.75 * tile_width
    wrist = palm - along * 0.9 * tile_width
    cuff = knuckles - along * arm.cuff * tile_width
    back = start - along * 4 * tile_width

    parts = [
        (strip(wrist, across * half * 0.72, cuff, across * half * 0.85), arm.skin),
        (strip(back, across * half * 1.6, cuff, across * half), arm.sleeve),
        (_ellipse(palm, along, 1.1 * tile_width, 0.86 * half), arm.skin),
    ]
    if arm.strap is not None:
        end = wrist - along * 0.6 * tile_width
        parts.append((strip(wrist, across * half * 0.74, end, across * half * 0.78), arm.strap))
        parts.append((_ellipse((wrist + end) / 2, along, 0.42 * tile_width, 0.42 * tile_width), (0.75, 0.75, 0.78)))
    for place, length in zip(np.linspace(-0.66, 0.66, 4), arm.fingers, strict=True):
        root = knuckles - along * 0.3 * tile_width + across * half * place
        top = knuckles + along * length * tile_width + across * half * place * 0.8
        parts.append((_finger(root, top, 0.2 * tile_width), arm.skin))
    thumb = palm + across * half * 0.8
    root, top = thumb - along * 0.3 * tile_width, thumb + (along * 1.1 + across * 0.3) * tile_width
    parts.append((_finger(root, top, 0.22 * tile_width), arm.skin))
    return [(np.asarray(polygon, np.float32), colour) for polygon, colour in parts]


def strip(near: np.ndarray, near_side: np.ndarray, far: np.ndarray, far_side: np.ndarray) -> np.ndarray:
    """The polygon (4, 2) of a strip from `near` to `far`. Each side (2,) reaches from the middle line to the edge."""
    return np.array([near + near_side, far + far_side, far - far_side, near - near_side])


def _ellipse(centre: np.ndarray, along: np.ndarray, length: float, breadth: float) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    across = np.array([-along[1], along[0]])
    return np.asarray(centre + np.outer(np.cos(turn), along * length) + np.outer(np.sin(turn), across * breadth))


def _finger(root: np.ndarray, top: np.ndarray, half: float) -> np.ndarray:
    """A strip from `root` to `top` with a round end; `half` is half its width."""
    along = (top - root) / (np.linalg.norm(top - root) + 1e-9)
    across = np.array([-along[1], along[0]])
    turn = np.linspace(-np.pi / 2, np.pi / 2, 7)
    cap = top - along * half + np.outer(np.cos(turn), along * half) + np.outer(np.sin(turn), across * half)
    return np.concatenate([[root - across * half], cap, [root + across * half]])


def paint_arm(
    image: np.ndarray, arm: DrawnArm, tip: tuple[float, float], tile_width: float, shadow: tuple[float, float]
) -> bool:
    """Paints an arm and its soft shadow onto `image` (H, W, 3) uint8, in place.

    `shadow` is the offset of the shadow in tile widths. Returns whether any of the arm is in the picture.
    """
    height, width = image.shape[:2]
    parts = arm_polygons(arm, tip, tile_width)
    outline = np.concatenate([part for part, _ in parts])
    pad = int(2 * tile_width)
    low = np.clip(np.floor(outline.min(axis=0)).astype(int) - pad, 0, (width, height))
    high = np.clip(np.ceil(outline.max(axis=0)).astype(int) + pad, 0, (width, height))
    if (high <= low).any():
        return False
    columns, rows = high - low
    colour = np.zeros((rows, columns, 3), np.float32)
    mask = np.zeros((rows, columns), np.uint8)
    shade = np.zeros((rows, columns), np.uint8)
    for part, tone in parts:
        polygon = np.round(np.clip(part - low, -8000, 8000) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, polygon, 255, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(colour, polygon, tuple(255 * c for c in tone), cv2.LINE_8, 4)
        shifted = np.round(np.clip(part - low + np.array(shadow) * tile_width, -8000, 8000) * 16).astype(np.int32)
        cv2.fillConvexPoly(shade, shifted, 255, cv2.LINE_AA, 4)
    region = image[low[1] : high[1], low[0] : high[0]]
    blur = max(1.0, 0.3 * tile_width)
    dark = 1 - 0.4 * cv2.GaussianBlur(shade, (0, 0), blur).astype(np.float32) / 255
    rounding = 0.62 + 0.45 * cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255
    # Where two parts of different colour meet, the smooth edge of one must not show the table.
    colour = np.asarray(cv2.GaussianBlur(cv2.dilate(colour, np.ones((3, 3), np.uint8)), (0, 0), 0.6))
    cover = mask[..., None].astype(np.float32) / 255
    region[:] = region * dark[..., None] * (1 - cover) + np.minimum(colour * rounding[..., None], 255) * cover
    return bool(mask.any())
