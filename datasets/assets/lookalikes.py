"""Flat things with dots, keys, lines or numbers that detectors take for tiles: cards, dice, bricks, cribbage boards.

Each is drawn from above as a picture (H, W, 4) float32: blue, green, red and coverage, 0..1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from .numerals import GLYPH_PX, Numerals, glyph, random_numerals
from .pip_patterns import USUAL_PATTERN
from .printed_tiles import Page, picture_of_tiles
from .tabletops import put_text, random_colour

_CARD_SYMBOLS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
    7: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -0.5)),
    8: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -0.5), (0, 0.5)),
    9: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, -0.33), (1, -0.33), (-1, 0.33), (1, 0.33), (0, 0)),
    10: (*((x, y) for x in (-1, 1) for y in (-1, -0.33, 0.33, 1)), (0, -0.67), (0, 0.67)),
}
"""Where the symbols of a playing card stand: x of three columns, y from top to bottom, -1..1."""

_SQUARE = 44
"""Pixels along the side of a square with a number."""


@dataclass(frozen=True)
class FlatKind:
    """A sort of flat thing that lies on tables."""

    name: str
    draw: Callable[[np.random.Generator], np.ndarray | Page]
    share: float
    """Its share among things of its group. What has none is drawn where asked for."""
    widths: tuple[float, float]
    """Least and greatest width in millimetres."""


def _sheet(height: int, width: int, colour: np.ndarray, rounding: int = 0) -> np.ndarray:
    """A thing (height, width, 4) of one colour with rounded corners; `rounding` is their radius in pixels."""
    image = np.empty((height, width, 4), np.float32)
    image[..., :3] = colour
    cover = np.zeros((height, width), np.uint8)
    radius = min(rounding, (min(height, width) - 1) // 2)
    low, high = (radius, radius), (width - 1 - radius, height - 1 - radius)
    cv2.rectangle(cover, low, high, 255, max(1, 2 * radius))
    cv2.rectangle(cover, low, high, 255, -1)
    image[..., 3] = cover / np.float32(255)
    return image


def _dot(image: np.ndarray, x: float, y: float, radius: float, colour: np.ndarray) -> None:
    column, row, reach = round(x), round(y), max(1, round(radius))
    left, top = max(0, column - reach), max(0, row - reach)
    around = image[top : row + reach + 1, left : column + reach + 1, :3]
    face = np.ascontiguousarray(around)
    cv2.circle(face, (column - left, row - top), reach, np.asarray(colour, float).tolist(), -1, cv2.LINE_AA)
    around[:] = face


def _symbol(rng: np.random.Generator, image: np.ndarray, x: float, y: float, radius: float, colour: np.ndarray) -> None:
    """Draws a diamond, a heart, a spade or a dot."""
    kind = int(rng.integers(4))
    if kind == 3:
        _dot(image, x, y, radius, colour)
        return
    face, tone = np.ascontiguousarray(image[..., :3]), colour.tolist()
    points = np.array([(0, -1.2), (0.9, 0), (0, 1.2), (-0.9, 0)]) * radius + (x, y)
    if kind:
        up = -1 if kind == 1 else 1
        points = np.array([(-1, 0), (1, 0), (0, -1.4 * up)]) * radius + (x, y)
        for side in (-0.5, 0.5):
            middle = round(x + side * radius), round(y + 0.1 * up * radius)
            cv2.circle(face, middle, max(1, round(0.55 * radius)), tone, -1, cv2.LINE_AA)
    cv2.fillConvexPoly(face, np.round(points).astype(np.int32), tone, cv2.LINE_AA)
    image[..., :3] = face


def _playing_card(rng: np.random.Generator) -> np.ndarray:
    image = _sheet(264, 189, random_colour(rng, 0.85, 0.98), 12)
    ink = np.array([(0.05, 0.05, 0.06), (0.12, 0.1, 0.75)][int(rng.integers(2))], np.float32)
    count = int(rng.integers(2, 11))
    state = rng.bit_generator.state
    for x, y in _CARD_SYMBOLS[count]:
        rng.bit_generator.state = state  # one symbol for the whole card
        _symbol(rng, image, 94 + 38 * x, 132 + 88 * y, 15, ink)
    face = np.ascontiguousarray(image[..., :3])
    put_text(face, str(count), [8, 32], 24.0, ink.tolist())
    image[..., :3] = face
    if rng.random() < 0.2:  # a court card, or its back
        image[40:-40, 34:-34, :3] = random_colour(rng)
        for _ in range(int(rng.integers(3, 30))):
            x, y = rng.uniform((40, 50), (150, 214))
            _dot(image, x, y, float(rng.uniform(3, 22)), random_colour(rng))
    return image


def _dice(rng: np.random.Generator) -> np.ndarray:
    """One die, or a few side by side that seldom touch."""
    count, side = int(rng.choice([1, 1, 2, 3])), 60
    body, ink = random_colour(rng, 0.03, 0.97), random_colour(rng, 0.02, 0.98)
    if abs(float(body.mean() - ink.mean())) < 0.35:
        ink = np.float32(1) - body
    gap = int(rng.uniform(24, 70))  # two dice side by side would be a tile without a bar
    image = np.zeros((side + 20, count * (side + gap), 4), np.float32)
    for number in range(count):
        die = _sheet(side, side, np.minimum(body * float(rng.uniform(0.85, 1.05)), 1), int(rng.integers(4, 16)))
        for x, y in USUAL_PATTERN[int(rng.integers(1, 7))]:
            _dot(die, 30 + 16 * x, 30 + 16 * y, 6, ink)
        top = int(rng.integers(0, 21))
        image[top : top + side, number * (side + gap) : number * (side + gap) + side] = die
    return image


def _brick(rng: np.random.Generator) -> np.ndarray:
    """A toy brick. Each stud has a lit and a dark rim."""
    rows, columns = int(rng.integers(1, 3)), int(rng.integers(2, 7))
    colour = np.clip(rng.uniform(0.05, 0.95, 3), 0, 1).astype(np.float32)
    image = _sheet(rows * 40, columns * 40, colour, 2)
    turn = rng.uniform(0, 2 * np.pi)
    lit_x, lit_y = 3 * np.cos(turn), 3 * np.sin(turn)
    for row in range(rows):
        for column in range(columns):
            x, y = 20 + 40 * column, 20 + 40 * row
            _dot(image, x - lit_x, y - lit_y, 13, colour * 0.5)
            _dot(image, x + lit_x * 0.6, y + lit_y * 0.6, 13, np.minimum(colour * 1.5 + 0.08, 1))
            _dot(image, x, y, 12, np.minimum(colour * float(rng.uniform(0.95, 1.1)), 1))
    return image


def _remote(rng: np.random.Generator) -> np.ndarray:
    """A remote control or calculator: rows of round or square keys, some of another colour."""
    columns, rows = int(rng.integers(2, 6)), int(rng.integers(4, 12))
    image = _sheet(rows * 34 + 60, columns * 34 + 20, random_colour(rng, 0.02, 0.9), int(rng.integers(4, 30)))
    key, is_round = random_colour(rng, 0.05, 0.95), rng.random() < 0.6
    if rng.random() < 0.4:
        image[14:48, 12:-12, :3] = (0.45, 0.55, 0.5)
    for row in range(rows):
        for column in range(columns):
            x, y = 27 + 34 * column, 74 + 34 * row
            colour = random_colour(rng) if rng.random() < 0.12 else key
            if is_round:
                _dot(image, x, y, 10, colour)
            else:
                image[y - 9 : y + 9, x - 12 : x + 12, :3] = colour
    return image


def _cribbage_board(rng: np.random.Generator) -> np.ndarray:
    """A cribbage board: rows of holes in groups of five, pegs in some of them."""
    rows, groups = int(rng.integers(2, 9)), int(rng.integers(5, 13))
    wood = np.array((0.3, 0.5, 0.72), np.float32) * float(rng.uniform(0.35, 1.25))
    image = _sheet(rows * 18 + 34, groups * 76 + 40, np.clip(wood, 0, 1), int(rng.integers(0, 30)))
    grain = rng.normal(0, 0.03, (image.shape[0], 1, 1)).astype(np.float32)
    image[..., :3] = np.clip(image[..., :3] + grain, 0, 1)
    hole, every = wood * 0.25, 76 if rng.random() < 0.7 else 70
    pegs = [random_colour(rng), random_colour(rng), random_colour(rng)]
    for row in range(rows):
        y = 26 + 18 * row + (8 if row >= rows / 2 else 0)
        for group in range(groups):
            for number in range(5):
                is_pegged = rng.random() < 0.02
                colour = pegs[int(rng.integers(3))] if is_pegged else hole
                _dot(image, 30 + every * group + 13 * number, y, 5 if is_pegged else 3, colour)
    return image


def _text(rng: np.random.Generator) -> np.ndarray:
    """A page, a receipt or a score sheet: lines of words, at times ruled."""
    image = _sheet(int(rng.integers(160, 420)), int(rng.integers(120, 320)), random_colour(rng, 0.8, 0.99))
    face, ink = np.ascontiguousarray(image[..., :3]), random_colour(rng, 0.02, 0.35).tolist()
    step, height = int(rng.integers(14, 34)), float(rng.uniform(7, 16))
    for y in range(step, image.shape[0] - 6, step):
        x = 10
        while x < image.shape[1] - 30:
            word = "".join(chr(int(letter)) for letter in rng.integers(48, 122, int(rng.integers(1, 8))))
            put_text(face, word, [x, y], height, ink)
            x += int(len(word) * height * 0.9 + height)
    if rng.random() < 0.4:
        for x in range(20, image.shape[1], int(rng.integers(24, 70))):
            cv2.line(face, (x, 0), (x, image.shape[0]), ink, 1)
    image[..., :3] = face
    return image


def _chip(rng: np.random.Generator) -> np.ndarray:
    """A poker chip, a bottle top, a button or a coin."""
    image = np.zeros((96, 96, 4), np.float32)
    cover = np.zeros((96, 96), np.uint8)
    cv2.circle(cover, (48, 48), 46, 255, -1, cv2.LINE_AA)
    body, other = random_colour(rng), random_colour(rng)
    image[..., :3], image[..., 3] = body, cover / np.float32(255)
    spots, reach = int(rng.integers(2, 13)), float(rng.uniform(10, 40))
    for turn in 2 * np.pi * np.arange(spots) / spots:
        _dot(image, 48 + reach * np.cos(turn), 48 + reach * np.sin(turn), float(rng.uniform(3, 8)), other)
    if rng.random() < 0.5:
        _dot(image, 48, 48, float(rng.uniform(5, 24)), other)
    return image


def _switch(rng: np.random.Generator) -> np.ndarray:
    """A pill box, an egg box, a socket: a few large rounded fields, some with a dot."""
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 6))
    image = _sheet(rows * 50 + 14, columns * 50 + 14, random_colour(rng), int(rng.integers(2, 14)))
    field, dot = random_colour(rng), random_colour(rng)
    size, rounding = int(rng.integers(28, 47)), int(rng.integers(2, 22))
    for row in range(rows):
        for column in range(columns):
            y, x = 32 + 50 * row - size // 2, 32 + 50 * column - size // 2
            part, inset = image[y : y + size, x : x + size], _sheet(size, size, field, rounding)
            part[..., :3] += inset[..., 3:] * (inset[..., :3] - part[..., :3])
            if rng.random() < 0.5:
                _dot(image, 32 + 50 * column, 32 + 50 * row, float(rng.uniform(3, 9)), dot)
    return image


def _numbered_squares(rng: np.random.Generator) -> np.ndarray:
    """A board, a calendar or a score card: numbers in squares, which may stand on stars, lozenges or dots."""
    rows, columns = (int(count) for count in rng.integers(2, 9, 2))
    image = _sheet(rows * _SQUARE, columns * _SQUARE, random_colour(rng), int(rng.integers(1, 10)))
    face = np.ascontiguousarray(image[..., :3])
    if rng.random() < 0.7:
        line = random_colour(rng)
        face[np.arange(rows * _SQUARE) % _SQUARE < 2] = line
        face[:, np.arange(columns * _SQUARE) % _SQUARE < 2] = line
    numerals, turn = random_numerals(rng), int(rng.choice([0, 0, 0, 1, 2, 3]))
    height, inks = float(rng.uniform(0.25, 0.8)) * _SQUARE, [random_colour(rng), random_colour(rng)]
    points, marks = int(rng.choice([0, 4, 4, 5, 6, 8, 20])), [random_colour(rng) for _ in range(3)]
    radii = np.tile([1.0, float(rng.uniform(0.4, 1.0))], points) * float(rng.uniform(0.32, 0.52)) * _SQUARE
    turns = np.arange(2 * points) * np.pi / max(points, 1)
    star = np.c_[np.sin(turns), np.cos(turns)] * radii[:, None]
    filled, is_in_order = float(rng.choice([1.0, rng.uniform(0.2, 1.0)])), rng.random() < 0.3
    for square in range(rows * columns):
        if rng.random() >= filled:
            continue
        centre = (np.array(divmod(square, columns))[::-1] + 0.5) * _SQUARE
        if points:
            outline = np.round(centre + star).astype(np.int32)
            cv2.fillPoly(face, [outline], marks[int(rng.integers(3))].tolist(), cv2.LINE_AA)
        number = square % 13 if is_in_order else int(rng.integers(10))
        _write(face, numerals, number, centre, height, turn, inks[int(rng.integers(2))])
    image[..., :3] = face
    return image


def _write(
    face: np.ndarray, numerals: Numerals, number: int, centre: np.ndarray, height: float, turn: int, ink: np.ndarray
) -> None:
    """Writes a number on a face in place, `height` pixels high around a centre (2,) and turned by so many quarters."""
    mask = glyph(numerals.lettering, numerals.height, number, numerals.ink == "hollow")
    mask = np.ascontiguousarray(np.rot90(mask[::-1], 3 + turn))  # as a picture shows it: its y axis points down
    scale = height / GLYPH_PX
    shift = centre - scale * (len(mask) - 1) / 2
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    cover = np.clip(cv2.warpAffine(mask, matrix, face.shape[1::-1]), 0, 1)
    face += cover[..., None] * (ink - face)


LOOKALIKES = (
    FlatKind("playing card", _playing_card, 0.2, (50, 70)),
    FlatKind("dice", _dice, 0.14, (14, 60)),
    FlatKind("brick", _brick, 0.08, (16, 70)),
    FlatKind("remote", _remote, 0.12, (30, 80)),
    FlatKind("cribbage board", _cribbage_board, 0.1, (180, 400)),
    FlatKind("text", _text, 0.08, (60, 210)),
    FlatKind("chip", _chip, 0.08, (14, 45)),
    FlatKind("switch", _switch, 0.07, (30, 120)),
    FlatKind("picture of tiles", picture_of_tiles, 0.13, (60, 260)),
    FlatKind("numbered squares", _numbered_squares, 0.0, (60, 420)),
)
