"""Sets of tiles as people own them: colours, pips, bars, pins, edges, wear."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

Colour = tuple[float, float, float]  # blue, green, red, each 0..1 as displayed (not linear light)


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
    middle: float = 1.0
    """How far apart the pips in the middle line of a ten or eleven stand, against the commonest sets."""
    crowds_turned: bool = False
    """The lines of ten pips and more run across the tile where those of a six run along it, and the reverse."""
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


def random_style(rng: np.random.Generator, most: int = 12) -> TileStyle:
    """A set drawn at random; `most` is the highest pip count it must have a colour for."""
    face, wooden = _face_colour(rng)
    one = _pip_colour(rng, face)
    many = rng.random() < 0.22
    pip_colours = tuple(_pip_colour(rng, face) if many else one for _ in range(most + 1))
    if rng.random() < 0.45:  # two layers: the back is of another colour
        back, _ = _face_colour(rng)
    else:
        back = face
    side = face if rng.random() < 0.8 else back
    printed = rng.random() < 0.3
    has_bar = rng.random() < 0.9
    bar_colour = one if rng.random() < 0.75 else tuple(0.55 * c for c in face)
    thickness = float(rng.uniform(0.16, 0.6))
    aside = rng.spawn(1)[0]
    return TileStyle(
        width=float(rng.uniform(18, 32)),
        length=float(np.clip(rng.normal(2.0, 0.06), 1.85, 2.15)),
        thickness=thickness,
        corner=float(rng.uniform(0.02, 0.24)),
        bevel=min(float(rng.uniform(0.01, 0.15)), 0.4 * thickness),
        face=face,
        back=back,
        side=side,
        wooden=wooden,
        pip_colours=pip_colours,
        pip_radius=float(rng.uniform(0.065, 0.125)),
        pip_spread=float(rng.uniform(0.22, 0.31)),
        pip_depth=0.0 if printed else float(rng.uniform(0.25, 0.9)),
        pip_ring=bool(rng.random() < 0.08),
        mirrored=bool(rng.random() < 0.5),
        across=bool(rng.random() < 0.06),
        bar=float(rng.uniform(0.6, 0.98)) if has_bar else 0.0,
        bar_width=float(rng.uniform(0.025, 0.085)),
        bar_colour=bar_colour,  # type: ignore[arg-type]
        bar_depth=0.0 if printed else float(rng.uniform(0.2, 0.9)),
        pin=float(rng.uniform(0.045, 0.09)) if rng.random() < 0.33 else 0.0,
        border=bool(rng.random() < 0.06),
        ornament=int(rng.choice([0, 1, 2, 3], p=[0.72, 0.1, 0.1, 0.08])),
        gloss=float(rng.choice([rng.uniform(0.0, 0.15), rng.uniform(0.15, 0.8)])),
        wear=float(rng.beta(1.2, 4)),
        middle=float(aside.uniform(0.5, 1.3)),
        crowds_turned=bool(aside.random() < 0.25),
    )
