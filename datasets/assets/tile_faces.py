"""Faces and backs of tiles as maps of colour and slope, to be lit later.

Coordinates: x runs along the tile from -length/2 to length/2, y across from -1/2 to 1/2, in tile widths.
The first half (`tile.high` unless turned) lies at negative x.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .tile_styles import Colour, TileStyle

# Where pips stand in a half, in units of the spread: x along the tile, y across it.
_ROWS = {3: (-1.0, 0.0, 1.0), 4: (-1.15, -0.38, 0.38, 1.15)}
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: tuple((x, y) for y in (-1, 1) for x in _ROWS[3]),
    7: (*((x, y) for y in (-1, 1) for x in _ROWS[3]), (0, 0)),
    8: tuple((x, y) for y in (-1, 0, 1) for x in _ROWS[3] if (x, y) != (0, 0)),
    9: tuple((x, y) for y in (-1, 0, 1) for x in _ROWS[3]),
    10: (*((x, y) for y in (-1, 1) for x in _ROWS[4]), (-0.7, 0), (0.7, 0)),
    11: (*((x, y) for y in (-1, 1) for x in _ROWS[4]), (-0.9, 0), (0, 0), (0.9, 0)),
    12: tuple((x, y) for y in (-1, 0, 1) for x in _ROWS[4]),
}

ROUND = {
    pips: tuple((1.15 * np.cos(turn), 1.15 * np.sin(turn)) for turn in 2 * np.pi * np.arange(pips) / pips)
    for pips in (3, 5)
}
"""How threes and fives stand on a starry set."""


@dataclass(frozen=True)
class FaceMap:
    """One side of a tile before light falls on it; all arrays (H, W, ...) float32, H across and W along."""

    colour: np.ndarray
    """(H, W, 3) BGR 0..1."""
    slope: np.ndarray
    """(H, W, 2) x and y parts of the surface normal."""
    shine: np.ndarray
    """(H, W) strength of mirror-like reflection."""


def half_pips(style: TileStyle, pips: int, centre: float) -> np.ndarray:
    """(pips, 2) centres in tile widths of the half around x = `centre`."""
    standing = PIPS | ROUND if style.starry else PIPS
    places = np.array(standing[pips], np.float32).reshape(-1, 2)
    if pips in (10, 11):
        places = np.where(places[:, 1:] == 0, places * style.middle, places)
    if (style.across and pips >= 6) != (style.crowds_turned and pips >= 10):
        places = places[:, ::-1]
    if style.mirrored:
        places = places * (1, -1)
    return places * style.pip_spread + (centre, 0)


def _star_rim(angle: np.ndarray, radius: float) -> np.ndarray:
    """How far from its middle a star's rim is at an angle, for a star of about the ground of a round pip."""
    return radius * (0.6 + 0.9 * np.abs(np.cos(2.5 * angle)) ** 3)


def _grid(style: TileStyle, across: int) -> tuple[np.ndarray, np.ndarray]:
    along = round(across * style.length)
    x = (np.arange(along, dtype=np.float32) + 0.5) / across - style.length / 2
    y = (np.arange(across, dtype=np.float32) + 0.5) / across - 0.5
    return np.meshgrid(x, y)


def _material(rng: np.random.Generator, style: TileStyle, colour: Colour, shape: tuple[int, int]) -> np.ndarray:
    """The bare material: grain of wood, clouds of old bone, scratches and stains of wear."""
    base = np.broadcast_to(np.array(colour, np.float32), (*shape, 3)).copy()
    small = rng.normal(0, 1, (4, 3) if style.wooden else (5, 8)).astype(np.float32)
    if style.wooden:  # long streaks
        rows = rng.normal(0, 1, (shape[0] // 2, 2)).astype(np.float32)
        clouds = cv2.resize(rows, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR) * 0.07
        clouds += cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) * 0.05
    else:
        clouds = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) * (0.012 + 0.05 * style.wear)
    base *= 1 + clouds[..., None]
    if style.wear > 0.25:
        for _ in range(rng.integers(0, int(10 * style.wear) + 1)):
            start = (rng.uniform(0, 1, 2) * shape[::-1]).astype(int)
            end = start + (rng.normal(0, 0.4, 2) * shape[0]).astype(int)
            tone = float(rng.uniform(-0.2, 0.15) * style.wear)
            overlay = np.zeros(shape, np.float32)
            cv2.line(overlay, start.tolist(), end.tolist(), tone, max(1, shape[0] // 60), cv2.LINE_AA)
            base += overlay[..., None]
    return base


def face_map(rng: np.random.Generator, style: TileStyle, first: int, second: int, across: int) -> FaceMap:
    """The face with `first` pips on the half at negative x; `across` is the map's height in pixels."""
    x, y = _grid(style, across)
    shape = x.shape
    colour = _material(rng, style, style.face, shape)
    slope = np.zeros((*shape, 2), np.float32)
    shine: np.ndarray = np.full(shape, style.gloss, np.float32)
    soft = 0.7 / across

    def cover(distance: np.ndarray) -> np.ndarray:
        return np.clip(0.5 - distance / (2 * soft), 0, 1)

    for pips, centre in ((first, -style.length / 4), (second, style.length / 4)):
        if not pips:
            continue
        # Many pips want smaller ones, as on real double-nine and double-twelve sets.
        radius = style.pip_radius * (1.0 if pips <= 6 else 0.8 if pips <= 9 else 0.68)
        spread = np.array(style.pip_colours[pips], np.float32)
        for px, py in half_pips(style, pips, centre):
            dx, dy = x - px, y - py
            away = np.sqrt(dx * dx + dy * dy)
            rim = radius if not style.starry else _star_rim(np.arctan2(dy, dx), radius)
            mask = cover(away - rim)
            faded = mask * (1 - 0.5 * style.wear * rng.random() ** 3)
            colour += faded[..., None] * (spread - colour)
            if style.pip_ring:
                ring = cover(np.abs(away - radius * 1.15) - 0.012)
                colour += ring[..., None] * (np.array(style.bar_colour, np.float32) - colour)
            if style.pip_depth:
                bowl = mask * style.pip_depth / radius
                slope[..., 0] -= dx * bowl
                slope[..., 1] -= dy * bowl
                shine = shine + mask * 0.25 * style.pip_depth
    if style.bar:
        distance = np.maximum(np.abs(x) - style.bar_width / 2, np.abs(y) - style.bar / 2)
        mask = cover(distance)
        colour += mask[..., None] * (np.array(style.bar_colour, np.float32) - colour)
        slope[..., 0] -= mask * style.bar_depth * x / (style.bar_width / 2)
    if style.border:
        inset = np.maximum(np.abs(x) - style.length / 2, np.abs(y) - 0.5) + 0.09
        mask = cover(np.abs(inset) - 0.012)
        colour += mask[..., None] * 0.6 * (np.array(style.bar_colour, np.float32) - colour)
    if style.pin:
        away = np.sqrt(x * x + y * y)
        mask = cover(away - style.pin)
        colour += mask[..., None] * (np.array((0.35, 0.62, 0.75), np.float32) - colour)
        slope[..., 0] += mask * x / style.pin * 0.8
        slope[..., 1] += mask * y / style.pin * 0.8
        shine = np.maximum(shine, mask * 0.9)
    return FaceMap(np.clip(colour, 0, 1), slope, shine)


def back_map(rng: np.random.Generator, style: TileStyle, across: int) -> FaceMap:
    """The back of a tile: plain, or with a maker's ornament."""
    x, y = _grid(style, across)
    colour = _material(rng, style, style.back, x.shape)
    if style.ornament == 1:
        mask = np.abs(np.mod((x + y) * 5, 1.0) - 0.5) < 0.12
    elif style.ornament == 2:
        mask = np.abs(np.abs(x) / style.length * 2 + np.abs(y) * 1.6 - 0.6) < 0.05
    elif style.ornament == 3:
        mask = np.abs(np.mod(np.sqrt(x * x + y * y) * 4, 1.0) - 0.5) < 0.13
    else:
        mask = np.zeros(x.shape, bool)
    colour[mask] *= 0.75
    shine = np.full(x.shape, style.gloss, np.float32)
    return FaceMap(np.clip(colour, 0, 1), np.zeros((*x.shape, 2), np.float32), shine)
