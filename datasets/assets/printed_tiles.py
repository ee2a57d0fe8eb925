"""Pictures of tiles: on the box of a set, in its rules, in a book, on a screen.

A printed tile has no sides and no shadow of its own, and the page goes on around it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np

from ..optics.plane import place_flat
from .pip_patterns import PIPS
from .tabletops import print_shapes, put_text, random_colour
from .tile_faces import face_map
from .tile_styles import TileStyle, random_style


@dataclass(frozen=True)
class PrintedTile:
    """A tile printed on a page."""

    corners: np.ndarray
    """(4, 2) float32 px of the page, clockwise, an end between the first two. May lie outside the page."""
    first: int
    """Pips of the half between corners[0] and corners[1]."""
    second: int
    """Pips of the other half."""


@dataclass(frozen=True)
class Page:
    """A picture with tiles printed on it."""

    image: np.ndarray
    """(H, W, 4) float32: blue, green, red and coverage, 0..1."""
    tiles: tuple[PrintedTile, ...]
    """In printing order: later ones may lie over earlier ones."""


_TITLES = ("DOMINO", "Double Six", "28 tiles", "Dominoes", "Rules of play", "2-4 players", "Fig. 3", "All Fives")


def _paste(page: np.ndarray, piece: np.ndarray, middle: np.ndarray, turn: float) -> None:
    """Prints `piece` (h, w, 4) on `page` (H, W, 3), both float32, in place: centred on `middle`, turned by `turn`."""
    h, w = piece.shape[:2]
    c, s = np.cos(turn), np.sin(turn)
    shift = middle - np.array([[c, -s], [s, c]]) @ np.array([(w - 1) / 2, (h - 1) / 2])
    reach = np.hypot(h, w) / 2 + 2
    low = np.maximum(np.floor(middle - reach).astype(int), 0)
    high = np.minimum(np.ceil(middle + reach).astype(int), page.shape[1::-1])
    if (high <= low).any():
        return
    matrix = np.array([[c, -s, shift[0] - low[0]], [s, c, shift[1] - low[1]]])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    turned = cv2.warpAffine(piece, matrix, size, flags=cv2.INTER_LINEAR)
    part = page[low[1] : high[1], low[0] : high[0]]
    part += turned[..., 3:] * (turned[..., :3] - part)


def _photo_print(rng: np.random.Generator, style: TileStyle, first: int, second: int, across: int) -> np.ndarray:
    """A photo of a tile's face (across, along, 4) for printing: edges lit, corners rounded."""
    face = face_map(rng, style, first, second, across)
    lamp = rng.normal(0, 0.5, 2).astype(np.float32)
    piece = np.empty((*face.colour.shape[:2], 4), np.float32)
    # A face's y axis points up, a page's down.
    piece[..., :3] = (face.colour * (1 + face.slope @ lamp)[..., None])[::-1]
    h, w = piece.shape[:2]
    x, y = np.arange(w, dtype=np.float32) - (w - 1) / 2, np.arange(h, dtype=np.float32)[:, None] - (h - 1) / 2
    radius = max(style.corner * across, 1.0)
    out_x, out_y = np.abs(x) - (w / 2 - radius), np.abs(y) - (h / 2 - radius)
    rim = np.hypot(np.maximum(out_x, 0), np.maximum(out_y, 0)) + np.minimum(np.maximum(out_x, out_y), 0) - radius
    width = max(style.bevel * across, 1.0)
    edge = np.clip(1 + rim / width, 0, 1) * float(rng.uniform(0, 0.6))
    piece[..., :3] *= (1 + edge * np.sign(lamp[0] * x + lamp[1] * y))[..., None]
    piece[..., 3] = np.clip(0.5 - rim, 0, 1)
    return np.clip(piece, 0, 1)


def _diagram_print(rng: np.random.Generator, first: int, second: int, across: int, colours: np.ndarray) -> np.ndarray:
    """A tile drawn as a diagram (across, 2 * across, 4): an outline, a line between the halves, round spots."""
    piece = np.empty((across, 2 * across, 4), np.float32)
    body, ink = colours
    piece[..., :3], piece[..., 3] = body, 1
    face = np.ascontiguousarray(piece[..., :3])
    line = max(1, across // 24)
    cv2.rectangle(face, (0, 0), (2 * across - 1, across - 1), ink.tolist(), line)
    cv2.line(face, (across, across // 10), (across, across - across // 10), ink.tolist(), line, cv2.LINE_AA)
    for left, pips in ((0.5, first), (1.5, second)):
        for u, v in PIPS[pips]:
            spot = np.round(np.array([left + 0.27 * u, 0.5 + 0.27 * v]) * across).astype(int).tolist()
            cv2.circle(face, spot, max(1, round(across * 0.085)), ink.tolist(), -1, cv2.LINE_AA)
    piece[..., :3] = face
    return piece


def _page_positions(rng: np.random.Generator, size: tuple[int, int], across: int) -> list[tuple[np.ndarray, float]]:
    """Centres and angles of tiles on a page of `size` (width, height): scattered, in rows, in a chain, or fanned."""
    w, h = size
    pattern, turn = int(rng.integers(4)), float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]))
    if pattern == 0:
        count = int(rng.integers(1, 7))
        return [(rng.uniform((0.15 * w, 0.15 * h), (0.85 * w, 0.85 * h)), rng.uniform(0, np.pi)) for _ in range(count)]
    if pattern == 1:
        step = across * rng.uniform(1.05, 1.6, 2) * (2, 1)
        columns, rows = (max(1, int(part)) for part in np.minimum((w, h) / step * 0.85, (5, 6)))
        corner = rng.uniform(0, np.maximum((w, h) - step * (columns, rows), 1)) + step / 2
        return [(corner + step * (i, j), 0.0) for i in range(columns) for j in range(rows)]
    middle = rng.uniform((0.3 * w, 0.3 * h), (0.7 * w, 0.7 * h))
    along = np.array([np.cos(turn), np.sin(turn)])
    count = int(rng.integers(2, 8))
    if pattern == 2:
        return [(middle + along * across * 2.05 * (k - (count - 1) / 2), turn) for k in range(count)]
    spread = float(rng.uniform(0.15, 0.5))
    turns = [turn + spread * (k - (count - 1) / 2) for k in range(count)]
    return [(middle + 2.2 * across * np.array([np.cos(t), np.sin(t)]), t) for t in turns]


def _print_corners(across: int, middle: np.ndarray, turn: float) -> np.ndarray:
    """The corners (4, 2) px of a tile printed there, from the end of its first half."""
    flat = np.array([(-1, 0.5), (-1, -0.5), (1, -0.5), (1, 0.5)]) * across
    return np.asarray(place_flat(flat, turn, middle), np.float32)


def picture_of_tiles(rng: np.random.Generator, without: Collection[str] = ()) -> Page:
    """The box of a set, a book, a leaflet or a screen with tiles on it, drawn or photographed.

    No photographed set has anything of the families `without`.
    """
    w, h = 600, int(rng.uniform(260, 800))
    page = np.broadcast_to(random_colour(rng, 0.08, 0.98), (h, w, 3)).copy()
    if rng.random() < 0.4:
        page *= np.linspace(1, float(rng.uniform(0.6, 1)), h, dtype=np.float32)[:, None, None]
    if rng.random() < 0.4:
        print_shapes(rng, page, int(rng.integers(1, 10)), float(rng.uniform(0.03, 0.12)))
    ink = np.zeros(3, np.float32) if page.mean() > 0.5 else np.ones(3, np.float32)
    for _ in range(int(rng.integers(0, 4))):
        position = rng.integers(10, (w - 60, h - 10)).tolist()
        put_text(page, str(rng.choice(_TITLES)), position, float(rng.uniform(10, 50)), ink.tolist())
    across, is_drawn = int(rng.uniform(34, 110)), rng.random() < 0.4
    style, most = random_style(rng, without=without), int(rng.choice([6, 6, 6, 9, 12]))
    colours = np.array([random_colour(rng, 0.75, 0.99), random_colour(rng, 0.02, 0.25)])
    if rng.random() < 0.3:
        colours = colours[::-1]
    shadow = float(rng.uniform(0.2, 0.7)) if rng.random() < 0.3 else 0.0
    tiles = []
    for middle, turn in _page_positions(rng, (w, h), across):
        first, second = (int(pips) for pips in rng.integers(0, most + 1, 2))
        piece = _diagram_print(rng, first, second, across, colours)
        if not is_drawn:
            piece = _photo_print(rng, style, first, second, across)
        if shadow:  # part of the print, so it falls the same way however the page lies
            dark = cv2.copyMakeBorder(piece, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
            dark[..., :3], dark[..., 3] = 0, cv2.GaussianBlur(dark[..., 3], (0, 0), 4) * shadow
            _paste(page, dark, middle + across * 0.08, turn)
        _paste(page, piece, middle, turn)
        tiles.append(PrintedTile(_print_corners(across, middle, turn), first, second))
    return Page(np.dstack([np.clip(page, 0, 1), np.ones((h, w), np.float32)]), tuple(tiles))
