"""Numbers as makers write them on tiles in place of pips."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Literal, get_args

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

GLYPH_PX = 64
"""Height of a drawn number in pixels."""
WIDEST = 0.78
"""The largest height and width of a number, as shares of a tile's width."""
HIGHEST_MARKED = 0.66
"""The largest height of a number with a line under it."""
Typeface = Literal["rounded", "slanted", "book", "grotesque"]
"""Three that come with OpenCV 5 and one that comes with Pillow."""
TYPEFACES: tuple[Typeface, ...] = get_args(Typeface)
Ink = Literal["solid", "hollow", "disc"]
"""How a number is made: in one colour, as its outline alone, or in the face's colour on a disc."""
OUTLINE_PX = 9
"""Width of the outline of a hollow number, of GLYPH_PX."""
DISC_PER_HEIGHT = 0.8
"""Radius of the disc under a number, in heights of the number."""
_OF_OPENCV: dict[Typeface, str] = {"rounded": "sans", "slanted": "italic", "book": "uni"}
_DRAWN_PX = 160
"""The size at which a number is drawn before it is scaled."""
_CANVAS = (3 * _DRAWN_PX, 4 * _DRAWN_PX)


@dataclass(frozen=True)
class Lettering:
    """How a maker writes."""

    typeface: Typeface
    weight: float
    """0 is thin, 1 black."""
    width: float
    """Width of the figures, as a multiple of the typeface's own."""
    slashes_zero: bool
    """Whether a zero of the rounded or slanted face keeps its slash. Few makers write one."""
    marks_sixes: bool
    """Whether a line under 6 and 9 shows which way up they stand."""


@dataclass(frozen=True)
class Numerals:
    """How a set writes its numbers instead of pips."""

    lettering: Lettering
    height: float
    """In tile widths."""
    turns: tuple[int, int]
    """Quarter turns of the number on the first and on the second half, from upright along the tile."""
    writes_zero: bool
    """Whether a blank half shows a 0."""
    ink: Ink = "solid"
    outwards: float = 0.0
    """How far from the middle of its half, towards the tile's end, a number stands, in tile widths."""


def random_numerals(rng: np.random.Generator) -> Numerals:
    """The numbers of one set."""
    lettering = Lettering(
        typeface=TYPEFACES[int(rng.choice(4, p=[0.3, 0.1, 0.2, 0.4]))],
        weight=float(rng.uniform(0.1, 1.0)),
        width=float(rng.uniform(0.75, 1.15)),
        slashes_zero=bool(rng.random() < 0.15),
        marks_sixes=bool(rng.random() < 0.5),
    )
    height = float(rng.uniform(0.45, HIGHEST_MARKED if lettering.marks_sixes else WIDEST))
    turns = ((0, 0), (1, 1), (1, 3), (3, 1), (0, 2))[int(rng.integers(5))]
    numerals = Numerals(lettering, height, turns, bool(rng.random() < 0.6))
    makers = rng.spawn(1)[0]  # changes nothing else that a seed draws
    kind = makers.random()
    if kind < 0.15:
        return replace(numerals, ink="disc", height=float(makers.uniform(0.36, 0.5)))
    if kind < 0.3:
        bold = replace(lettering, weight=float(makers.uniform(0.7, 1.0)), marks_sixes=False)
        return replace(numerals, ink="hollow", lettering=bold, height=float(makers.uniform(0.55, WIDEST)))
    if kind < 0.5:  # small and narrow, so that a 12 does not reach over the end
        narrow = replace(lettering, width=float(makers.uniform(0.6, 0.75)))
        return replace(
            numerals,
            lettering=narrow,
            height=float(makers.uniform(0.34, 0.44)),
            outwards=float(makers.uniform(0.1, 0.18)),
        )
    return numerals


@functools.lru_cache(maxsize=512)
def glyph(lettering: Lettering, height: float, number: int, is_hollow: bool = False) -> np.ndarray:
    """A square mask float32, 0..1, with a number of height GLYPH_PX in its middle, upright along the tile.

    `height` is that of the number on the tile, in tile widths. A number that would be too wide is made narrower.
    With `is_hollow` only its outline is drawn.
    """
    text = str(number)
    drawn = _drawn(lettering, text)
    left, top, wide, tall = cv2.boundingRect(drawn)
    ink = drawn[top : top + tall, left : left + wide]
    across = min(wide * GLYPH_PX / tall * lettering.width, GLYPH_PX * WIDEST / height)
    ink = cv2.resize(ink, (max(2, round(across)), GLYPH_PX), interpolation=cv2.INTER_AREA)
    side = 2 * GLYPH_PX + ink.shape[1] % 2
    mask = np.zeros((side, side), np.uint8)
    top, left = (side - GLYPH_PX) // 2, (side - ink.shape[1]) // 2
    mask[top : top + GLYPH_PX, left : left + ink.shape[1]] = ink
    if is_hollow:
        inside = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (OUTLINE_PX, OUTLINE_PX)))
        mask = cv2.subtract(mask, inside)
    if lettering.marks_sixes and text in ("6", "9"):
        below = top + GLYPH_PX + 6
        mask[below : below + 6, left : left + ink.shape[1]] = 255
    # x runs along the tile, so an upright number is turned by a quarter. A face's y axis points up, a picture's down.
    return np.rot90(mask.astype(np.float32) / 255)[::-1]


def _drawn(lettering: Lettering, text: str) -> np.ndarray:
    """A large number, white on black, (H, W) uint8."""
    if lettering.typeface == "grotesque":
        picture = Image.new("L", _CANVAS[::-1])
        font = ImageFont.load_default(_DRAWN_PX)
        stroke = round(0.04 * _DRAWN_PX * lettering.weight)
        ImageDraw.Draw(picture).text((_DRAWN_PX // 2,) * 2, text, 255, font, stroke_width=stroke)
        return np.asarray(picture)
    text = text if lettering.slashes_zero or lettering.typeface == "book" else text.replace("0", "O")
    canvas = np.zeros((*_CANVAS, 3), np.uint8)
    font_face = cv2.FontFace(_OF_OPENCV[lettering.typeface])
    weight = round(250 + 550 * lettering.weight)
    cv2.putText(canvas, text, (_DRAWN_PX // 2, 2 * _DRAWN_PX), (255, 255, 255), font_face, _DRAWN_PX, weight)
    return np.ascontiguousarray(canvas[..., 0])
