"""Pictures of tiles: on the box of a set, in its rules, in a book, on a screen.

A printed tile has no sides and no shadow of its own, and the page goes on around it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np

from ..optics.plane import place_flat
from .pip_patterns import USUAL_PATTERN
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


def _outlined(piece: np.ndarray, ink: np.ndarray) -> np.ndarray:
    """The print (across, along, 4) with a line of ink around it, in place."""
    line = max(2, len(piece) // 20)
    for edge in (piece[:line], piece[-line:], piece[:, :line], piece[:, -line:]):
        edge[..., :3] = ink
    return piece


def _screened_print(
    rng: np.random.Generator, style: TileStyle, first: int, second: int, across: int, ink: np.ndarray
) -> np.ndarray:
    """A face (across, along, 4) as a printer or a screen shows it: flat, outlined, in dots or lines."""
    face = face_map(rng, style, first, second, across)
    piece = np.ones((*face.colour.shape[:2], 4), np.float32)
    # A face's y axis points up, a page's down.
    piece[..., :3] = face.colour[::-1]
    h, w = piece.shape[:2]
    x, y = np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)[:, None]
    pitch = 2 * np.pi / max(3.0, across * float(rng.uniform(0.07, 0.14)))
    is_screen = rng.random() < 0.4
    raster = np.sin(y * pitch) + 0 * x if is_screen else np.sin((x + y) * pitch * 0.7) * np.sin((x - y) * pitch * 0.7)
    piece[..., :3] += (float(rng.uniform(0.12, 0.25)) * raster)[..., None]
    return _outlined(np.clip(piece, 0, 1), ink)


def _diagram_print(rng: np.random.Generator, first: int, second: int, across: int, colours: np.ndarray) -> np.ndarray:
    """A tile drawn as a diagram (across, 2 * across, 4): an outline, a bar, and round spots or rings."""
    piece = np.empty((across, 2 * across, 4), np.float32)
    body, ink = colours
    piece[..., :3], piece[..., 3] = body, 1
    face = np.ascontiguousarray(piece[..., :3])
    line = max(1, across // 24)
    filling = -1 if rng.random() < 0.75 else line
    cv2.line(face, (across, across // 10), (across, across - across // 10), ink.tolist(), line, cv2.LINE_AA)
    for left, pips in ((0.5, first), (1.5, second)):
        for u, v in USUAL_PATTERN[pips]:
            spot = np.round(np.array([left + 0.27 * u, 0.5 + 0.27 * v]) * across).astype(int).tolist()
            cv2.circle(face, spot, max(1, round(across * 0.085)), ink.tolist(), filling, cv2.LINE_AA)
    piece[..., :3] = face
    return _outlined(piece, ink)


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


def _print_page(rng: np.random.Generator, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """A page (H, W, 3) with a frame, titles, lines of small print and shapes, and the colour (3,) of its ink."""
    w, h = size
    page = np.broadcast_to(random_colour(rng, 0.08, 0.98), (h, w, 3)).copy()
    if rng.random() < 0.4:
        page *= np.linspace(1, float(rng.uniform(0.6, 1)), h, dtype=np.float32)[:, None, None]
    if rng.random() < 0.4:
        print_shapes(rng, page, int(rng.integers(1, 10)), float(rng.uniform(0.03, 0.12)))
    ink = np.zeros(3, np.float32) if page.mean() > 0.5 else np.ones(3, np.float32)
    if rng.random() < 0.5:
        cv2.rectangle(page, (8, 8), (w - 9, h - 9), ink.tolist(), int(rng.integers(1, 5)))
    for _ in range(int(rng.integers(1, 4))):
        position = rng.integers(10, (w - 60, h - 10)).tolist()
        put_text(page, str(rng.choice(_TITLES)), position, float(rng.uniform(10, 50)), ink.tolist())
    for _ in range(int(rng.integers(1, 4))):  # paragraphs: from where tiles are seen their words are strokes
        left, top = rng.integers(10, (w - 150, h - 60)).tolist()
        width, step = int(rng.uniform(100, 400)), int(rng.integers(7, 15))
        for row in range(int(rng.integers(2, 9))):
            y, x = top + row * step, left
            while x < min(left + width, w - 12):
                end = x + int(rng.uniform(6, 36))
                cv2.line(page, (x, y), (end, y), ink.tolist(), max(1, step // 4))
                x = end + step // 2
    return page, ink


def picture_of_tiles(rng: np.random.Generator, without: Collection[str] = ()) -> Page:
    """The box of a set, a book, a leaflet or a screen with tiles on it.

    A printed tile is outlined and crossed by a bar, and has no lit edge and no shadow, because a flat real tile without
    a bar that is seen from above gives the same picture as its photo. Photos of tiles are not printed for the same
    reason: a missed tile costs more than a read photo. No set has anything of the families `without`.
    """
    w, h = 600, int(rng.uniform(260, 800))
    page, ink = _print_page(rng, (w, h))
    across, is_diagram = int(rng.uniform(34, 110)), rng.random() < 0.6
    style, most = random_style(rng, without={*without, "no-bar", "clear"}), int(rng.choice([6, 6, 6, 9, 12]))
    colours = np.array([random_colour(rng, 0.75, 0.99), random_colour(rng, 0.02, 0.25)])
    drawn = rng.random()
    if drawn < 0.3:
        colours = colours[::-1]
    elif drawn < 0.5:  # a line drawing, on the paper itself
        colours = np.array([page[0, 0], ink])
    tiles = []
    for middle, turn in _page_positions(rng, (w, h), across):
        first, second = (int(pips) for pips in rng.integers(0, most + 1, 2))
        if is_diagram:
            piece = _diagram_print(rng, first, second, across, colours)
        else:
            piece = _screened_print(rng, style, first, second, across, colours[1])
        _paste(page, piece, middle, turn)
        tiles.append(PrintedTile(_print_corners(across, middle, turn), first, second))
    return Page(np.dstack([np.clip(page, 0, 1), np.ones((h, w), np.float32)]), tuple(tiles))
