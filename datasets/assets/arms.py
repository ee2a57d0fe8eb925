"""Arms in sleeves that reach over a table, as a camera above it sees them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

SKINS = ((0.62, 0.74, 0.91), (0.50, 0.63, 0.85), (0.36, 0.48, 0.70), (0.23, 0.32, 0.50), (0.15, 0.21, 0.34))
"""Blue, green, red of skin in plain light, light to dark."""


@dataclass(frozen=True)
class Arm:
    """One player's arm. Lengths are in tile widths, as the picture shows them."""

    shoulder: tuple[float, float]
    """Pixels, outside the picture: where the arm comes from."""
    skin: tuple[float, float, float]
    """Blue, green, red, 0..1."""
    sleeve: tuple[float, float, float]
    breadth: float
    """Of the forearm."""
    fingers: tuple[float, ...]
    """How far each of the four fingers is stretched beyond the palm."""
    cuff: float
    """From the knuckles back to where the sleeve ends."""


def random_arm(rng: np.random.Generator, shoulder: tuple[float, float]) -> Arm:
    """Somebody's arm; the same person keeps it for the whole game."""
    skin = np.clip(np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.85, 1.05), 0.02, 1)
    sleeve = np.clip(rng.uniform(0.05, 0.8) + rng.normal(0, 0.2, 3), 0.02, 0.98)
    return Arm(
        shoulder,
        tuple(map(float, skin)),  # type: ignore[arg-type]
        tuple(map(float, skin if rng.random() < 0.15 else sleeve)),  # type: ignore[arg-type]
        float(rng.uniform(1.0, 1.5)),
        tuple(float(length) for length in rng.uniform(0.6, 1.3, 4)),
        float(rng.uniform(2.6, 4.0)),
    )


def shapes(arm: Arm, tip: tuple[float, float], scale: float) -> list[tuple[np.ndarray, tuple[float, float, float]]]:
    """Outlines (V, 2) px with their colours, the sleeve first; the longest finger ends at `tip` (px).

    `scale` is a tile's width in pixels.
    """
    end = np.array(tip, np.float64)
    start = np.array(arm.shoulder, np.float64)
    along = (end - start) / (np.linalg.norm(end - start) + 1e-9)
    across = np.array([-along[1], along[0]])
    half = arm.breadth * scale / 2
    knuckles = end - along * max(arm.fingers) * scale
    palm = knuckles - along * 0.75 * scale
    wrist = palm - along * 0.9 * scale
    cuff = knuckles - along * arm.cuff * scale
    back = start - along * 4 * scale
    parts = [
        (
            np.array(
                [
                    wrist + across * half * 0.72,
                    cuff + across * half * 0.85,
                    cuff - across * half * 0.85,
                    wrist - across * half * 0.72,
                ]
            ),
            arm.skin,
        ),
        (
            np.array(
                [back + across * half * 1.6, cuff + across * half, cuff - across * half, back - across * half * 1.6]
            ),
            arm.sleeve,
        ),
        (_oval(palm, along, 1.1 * scale, 0.86 * half), arm.skin),
    ]
    for place, length in zip(np.linspace(-0.66, 0.66, 4), arm.fingers, strict=True):
        root = knuckles - along * 0.3 * scale + across * half * place
        top = knuckles + along * length * scale + across * half * place * 0.8
        parts.append((_rounded(root, top, 0.2 * scale), arm.skin))
    thumb = palm + across * half * 0.8
    parts.append(
        (_rounded(thumb - along * 0.3 * scale, thumb + (along * 1.1 + across * 0.3) * scale, 0.22 * scale), arm.skin)
    )
    return [(np.asarray(outline, np.float32), colour) for outline, colour in parts]


def _oval(centre: np.ndarray, along: np.ndarray, length: float, breadth: float) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    across = np.array([-along[1], along[0]])
    return centre + np.outer(np.cos(turn), along * length) + np.outer(np.sin(turn), across * breadth)


def _rounded(root: np.ndarray, top: np.ndarray, half: float) -> np.ndarray:
    """A finger: a strip with a round end."""
    along = (top - root) / (np.linalg.norm(top - root) + 1e-9)
    across = np.array([-along[1], along[0]])
    turn = np.linspace(-np.pi / 2, np.pi / 2, 7)
    cap = top - along * half + np.outer(np.cos(turn), along * half) + np.outer(np.sin(turn), across * half)
    return np.concatenate([[root - across * half], cap, [root + across * half]])


def paint(image: np.ndarray, arm: Arm, tip: tuple[float, float], scale: float, shadow: tuple[float, float]) -> bool:
    """Paints the arm and the soft shadow it throws onto `image` (H, W, 3) uint8, in place.

    `shadow` is how far the shadow falls, in tile widths; says whether any of the arm is in the picture.
    """
    height, width = image.shape[:2]
    parts = shapes(arm, tip, scale)
    outline = np.concatenate([part for part, _ in parts])
    pad = int(2 * scale)
    low = np.clip(np.floor(outline.min(axis=0)).astype(int) - pad, 0, (width, height))
    high = np.clip(np.ceil(outline.max(axis=0)).astype(int) + pad, 0, (width, height))
    if (high <= low).any():
        return False
    columns, rows = high - low
    colour = np.zeros((rows, columns, 3), np.float32)
    mask = np.zeros((rows, columns), np.uint8)
    shade = np.zeros((rows, columns), np.uint8)
    for part, tone in parts:
        place = np.round(np.clip(part - low, -8000, 8000) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, place, 255, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(colour, place, tuple(255 * c for c in tone), cv2.LINE_8, 4)
        fallen = np.round(np.clip(part - low + np.array(shadow) * scale, -8000, 8000) * 16).astype(np.int32)
        cv2.fillConvexPoly(shade, fallen, 255, cv2.LINE_AA, 4)
    part_of = image[low[1] : high[1], low[0] : high[0]]
    blur = max(1.0, 0.3 * scale)
    dark = 1 - 0.4 * cv2.GaussianBlur(shade, (0, 0), blur).astype(np.float32) / 255
    round_off = 0.62 + 0.45 * cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255
    # Between two parts of different colour the smooth edge of one must not show the table.
    colour = cv2.GaussianBlur(cv2.dilate(colour, np.ones((3, 3), np.uint8)), (0, 0), 0.6)
    cover = mask[..., None].astype(np.float32) / 255
    part_of[:] = part_of * dark[..., None] * (1 - cover) + np.minimum(colour * round_off[..., None], 255) * cover
    return bool(mask.any())
