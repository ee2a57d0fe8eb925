"""Sets of tiles as people own them: colours, pips, bars, pins, edges, wear."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from .pip_patterns import PATTERNS, random_patterns

Colour = tuple[float, float, float]  # blue, green, red, each 0..1 as displayed (not linear light)


class Texture(Enum):
    """What the material of a face looks like from near."""

    PLAIN = "plain"
    PEARL = "pearl"
    MARBLE = "marble"
    SPECKLES = "speckles"


@dataclass(frozen=True)
class TileStyle:
    """One set of tiles. Lengths are in units of a tile's width unless said otherwise."""

    width: float
    """Millimetres."""
    length: float
    thickness: float
    corner: float
    """Radius of the outline's corners."""
    bevel: float
    """Radius of the rounded edge between face and side."""
    face: Colour
    back: Colour
    side: Colour
    wooden: bool
    pip_colours: tuple[Colour, ...]
    """Indexed by pip count; a set with one pip colour repeats it."""
    pip_radius: float
    pip_spread: float
    """Distance of the outer pips from a half's centre."""
    pip_depth: float
    """Slope at a pip's rim: 0 is printed, 1 deeply engraved."""
    pip_ring: bool
    """A thin rim of another colour around each pip."""
    mirrored: bool
    """Twos and threes lie on the other diagonal."""
    across: bool
    """The lines of a six, or of more, run across the tile instead of along it."""
    bar: float
    """Length of the bar between the halves, 0 for none."""
    bar_width: float
    bar_colour: Colour
    bar_depth: float
    pin: float
    """Radius of the metal pin, 0 for none."""
    border: bool
    """A line engraved around the face."""
    ornament: int
    """What stands on the back: 0 nothing, 1 lines, 2 a lozenge, 3 rings."""
    gloss: float
    wear: float
    """0 is new, 1 is stained and scratched."""
    patterns: tuple[int, ...] = (0,) * len(PATTERNS)
    """For each number of pips which of its `PATTERNS` the maker uses."""
    crowds_turned: bool = False
    """The lines of ten pips and more run across the tile where those of a six run along it, and the reverse."""
    shrink_nine: float = 0.8
    """Radius of the pips of a half of 7, 8 or 9 against `pip_radius`."""
    shrink_twelve: float = 0.68
    """The same of a half of 10, 11 or 12."""
    pip_hole: float = 0.0
    """Pips are rings: the share of the radius that shows the face. 0 for filled ones."""
    pip_inlay: bool = False
    """Each pip has a spot of another colour in its middle."""
    dimples: int = 0
    """Rows of unpainted dimples over each half, 0 for none: moulded plastic of which the pips are painted."""
    dimples_staggered: bool = False
    """A second grid of dimples lies between the rows of the first."""
    texture: Texture = Texture.PLAIN
    uneven: float = 0.0
    """How unevenly the pips are cast: the deviation of their places in 0.02 of the width, of their radii in tenths."""
    starry: bool = False
    """Pips are five-pointed stars, threes stand in a triangle and fives in a ring; no set drawn at random is so."""


def _luminance(colour: Colour) -> float:
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def _colour(rng: np.random.Generator, hue: float, saturation: float, value: float) -> Colour:
    jitter = rng.normal(0, 0.015, 3)
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, float(np.clip(saturation, 0, 1)), float(np.clip(value, 0, 1)))
    low, high = 0.01, 0.99
    return tuple(float(np.clip(c + j, low, high)) for c, j in zip((blue, green, red), jitter, strict=True))  # type: ignore[return-value]


def _face_colour(rng: np.random.Generator) -> tuple[Colour, bool]:
    """A face colour, and whether the tile is of wood."""
    kind = rng.choice(["ivory", "white", "black", "coloured", "wood"], p=[0.3, 0.28, 0.1, 0.25, 0.07])
    if kind == "ivory":
        return _colour(rng, rng.uniform(0.08, 0.16), rng.uniform(0.08, 0.42), rng.uniform(0.78, 0.98)), False
    if kind == "white":
        return _colour(rng, rng.uniform(0, 1), rng.uniform(0, 0.06), rng.uniform(0.84, 0.99)), False
    if kind == "black":
        return _colour(rng, rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0.04, 0.18)), False
    if kind == "wood":
        return _colour(rng, rng.uniform(0.05, 0.12), rng.uniform(0.3, 0.65), rng.uniform(0.35, 0.85)), True
    # Greens, blues and reds are what coloured sets are sold in; any hue may occur.
    hue = rng.choice([rng.uniform(0.36, 0.5), rng.uniform(0.55, 0.68), rng.uniform(-0.04, 0.04), rng.uniform(0, 1)])
    return _colour(rng, hue, rng.uniform(0.35, 1.0), rng.uniform(0.28, 0.95)), False


def _pip_colour(rng: np.random.Generator, face: Colour) -> Colour:
    """A pip colour that a player could tell from the face."""
    for _ in range(30):
        kind = rng.choice(["black", "white", "coloured"], p=[0.5, 0.25, 0.25])
        if kind == "black":
            colour = _colour(rng, rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0.02, 0.16))
        elif kind == "white":
            colour = _colour(rng, rng.uniform(0.1, 0.16), rng.uniform(0, 0.25), rng.uniform(0.85, 0.99))
        else:
            colour = _colour(rng, rng.uniform(0, 1), rng.uniform(0.5, 1.0), rng.uniform(0.25, 0.95))
        chroma = max(abs(a - b) for a, b in zip(colour, face, strict=True))
        if abs(_luminance(colour) - _luminance(face)) > 0.32 or (kind == "coloured" and chroma > 0.4):
            return colour
    return (0.03, 0.03, 0.03) if _luminance(face) > 0.4 else (0.95, 0.95, 0.95)


MAKERS = (
    # Blue, green, red as displayed. The first was read off photos of one maker's double-twelve set. The others are made
    # up, so that no colour stands for one number alone.
    {1: (0.75, 0.55, 0.2), 2: (0.15, 0.6, 0.15), 3: (0.2, 0.12, 0.82), 4: (0.12, 0.25, 0.5), 5: (0.7, 0.3, 0.05),
     6: (0.05, 0.6, 0.92), 7: (0.55, 0.1, 0.72), 8: (0.45, 0.6, 0.1), 9: (0.5, 0.1, 0.3), 10: (0.1, 0.35, 0.92),
     11: (0.2, 0.08, 0.42), 12: (0.6, 0.6, 0.6)},
    {1: (0.8, 0.6, 0.1), 2: (0.2, 0.55, 0.1), 3: (0.15, 0.1, 0.85), 4: (0.6, 0.2, 0.1), 5: (0.5, 0.1, 0.5),
     6: (0.1, 0.45, 0.95), 7: (0.1, 0.8, 0.95), 8: (0.55, 0.5, 0.05), 9: (0.3, 0.2, 0.55), 10: (0.55, 0.2, 0.85),
     11: (0.2, 0.4, 0.1), 12: (0.15, 0.08, 0.7)},
    {1: (0.05, 0.05, 0.05), 2: (0.1, 0.1, 0.8), 3: (0.1, 0.55, 0.1), 4: (0.55, 0.65, 0.7), 5: (0.75, 0.35, 0.05),
     6: (0.1, 0.75, 0.9), 7: (0.65, 0.25, 0.9), 8: (0.1, 0.4, 0.6), 9: (0.6, 0.1, 0.2), 10: (0.05, 0.5, 0.95),
     11: (0.35, 0.1, 0.5), 12: (0.3, 0.45, 0.05)},
)  # fmt: skip
"""Sets with a colour of its own for 1, 2 ... 12 pips."""


def _makers_colours(rng: np.random.Generator, most: int, one: Colour) -> tuple[Colour, ...]:
    """A maker's colours, each a little off, as batches and lamps differ."""
    palette = MAKERS[rng.integers(len(MAKERS))]
    shifted = [
        np.clip(np.array(palette.get(pips, one)) + rng.normal(0, 0.04, 3), 0.01, 0.99) for pips in range(most + 1)
    ]
    return tuple((float(blue), float(green), float(red)) for blue, green, red in shifted)


def _bar(rng: np.random.Generator, printed: bool) -> tuple[float, float, float]:
    """Length, width and depth of the bar: none, a thin line, the usual one, a broad one; raised or engraved."""
    kind = rng.choice(["none", "thin", "usual", "broad"], p=[0.16, 0.18, 0.54, 0.12])
    if kind == "none":
        return 0.0, 0.05, 0.0
    width = {"thin": (0.012, 0.028), "usual": (0.028, 0.085), "broad": (0.085, 0.15)}[kind]
    depth = 0.0 if printed else float(rng.uniform(0.2, 0.9)) * (-1 if rng.random() < 0.15 else 1)
    return float(rng.uniform(0.6, 0.98)), float(rng.uniform(*width)), depth


def random_style(
    rng: np.random.Generator, most: int = 12, without: str | None = None, only: str | None = None
) -> TileStyle:
    """A set drawn at random; `most` is the highest pip count it must have a colour for.

    It is of the family `only`, and not of the family `without`, where those of `FAMILIES` are named.
    """
    while True:
        style = _drawn_style(rng, most)
        if (only is None or FAMILIES[only](style)) and (without is None or not FAMILIES[without](style)):
            return style


def _drawn_style(rng: np.random.Generator, most: int) -> TileStyle:
    face, wooden = _face_colour(rng)
    one = _pip_colour(rng, face)
    colours = rng.choice(["one", "many", "maker's"], p=[0.7, 0.14, 0.16])
    if colours == "maker's" and _luminance(face) > 0.6:
        pip_colours = _makers_colours(rng, most, one)
    else:
        pip_colours = tuple(_pip_colour(rng, face) if colours != "one" else one for _ in range(most + 1))
    if rng.random() < 0.45:  # two layers: the back is of another colour
        back, _ = _face_colour(rng)
    else:
        back = face
    printed = rng.random() < 0.3
    dark_or_one = one if rng.random() < 0.7 else (0.05, 0.05, 0.05)
    thickness = float(rng.uniform(0.16, 0.6))
    bar, bar_width, bar_depth = _bar(rng, bool(printed))
    style = TileStyle(
        width=float(rng.uniform(18, 32)),
        length=float(np.clip(rng.normal(2.0, 0.06), 1.85, 2.15)),
        thickness=thickness,
        corner=float(rng.uniform(0.02, 0.24)),
        bevel=min(float(rng.uniform(0.01, 0.15)), 0.4 * thickness),
        face=face,
        back=back,
        side=face if rng.random() < 0.8 else back,
        wooden=wooden,
        pip_colours=pip_colours,
        pip_radius=float(rng.uniform(0.065, 0.125)),
        pip_spread=float(rng.uniform(0.22, 0.31)),
        pip_depth=0.0 if printed else float(rng.uniform(0.25, 0.9)) * (-1 if rng.random() < 0.06 else 1),
        pip_ring=bool(rng.random() < 0.08),
        mirrored=bool(rng.random() < 0.5),
        across=bool(rng.random() < 0.06),
        bar_colour=dark_or_one if rng.random() < 0.8 else tuple(0.55 * c for c in face),  # type: ignore[arg-type]
        pin=float(rng.uniform(0.045, 0.09)) if rng.random() < 0.33 else 0.0,
        border=bool(rng.random() < 0.06),
        ornament=int(rng.choice([0, 1, 2, 3], p=[0.72, 0.1, 0.1, 0.08])),
        gloss=float(rng.choice([rng.uniform(0.0, 0.15), rng.uniform(0.15, 0.8)])),
        wear=float(rng.beta(1.2, 4)),
        patterns=random_patterns(rng),
        crowds_turned=bool(rng.random() < 0.2),
        shrink_nine=float(rng.uniform(0.72, 1.0)),
        shrink_twelve=float(rng.uniform(0.6, 0.95)),
        pip_hole=float(rng.uniform(0.35, 0.65)) if rng.random() < 0.025 else 0.0,
        pip_inlay=bool(rng.random() < 0.03),
        texture=Texture(rng.choice([one.value for one in Texture], p=[0.82, 0.07, 0.06, 0.05])),
        uneven=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.4 else 0.0,
        bar=bar,
        bar_width=bar_width,
        bar_depth=bar_depth,
    )
    return _moulded(rng, style) if rng.random() < 0.06 and not wooden else style


def _moulded(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """The set as cheap moulded plastic: flat, of one colour, dimples all over it, and mostly no bar."""
    bare = rng.random() < 0.75
    return replace(
        style,
        dimples=int(rng.integers(3, 6)),
        dimples_staggered=bool(rng.random() < 0.5),
        side=style.face,
        back=style.face,
        bar=0.0 if bare else style.bar,
        pin=0.0,
        border=False,
        pip_depth=abs(style.pip_depth) or 0.5,
        gloss=min(style.gloss, 0.35),
    )


FAMILIES: dict[str, Callable[[TileStyle], bool]] = {
    "black faces": lambda style: _luminance(style.face) < 0.25,
    "brass pin": lambda style: style.pin > 0,
    "broad bar": lambda style: style.bar > 0 and style.bar_width >= 0.085,
    "coloured faces": lambda style: max(style.face) - min(style.face) > 0.35 and not style.wooden,
    "dimples": lambda style: style.dimples > 0,
    "high pips turned": lambda style: style.crowds_turned,
    "many colours": lambda style: len(set(style.pip_colours)) > 1,
    "no bar": lambda style: style.bar == 0,
    "pearl, marble and speckles": lambda style: style.texture is not Texture.PLAIN,
    "printed pips": lambda style: style.pip_depth == 0,
    "rings and inlays": lambda style: style.pip_hole > 0 or style.pip_inlay or style.pip_ring,
    "thick": lambda style: style.thickness > 0.48,
    "thin line": lambda style: style.bar > 0 and style.bar_width < 0.028,
    "uneven casting": lambda style: style.uneven > 0.45,
    "wood": lambda style: style.wooden,
}
"""Families of sets, by name: leave-one-family-out trains without one and measures on it. A set may be of several."""
