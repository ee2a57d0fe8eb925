"""Colours of faces, pips and bars as makers pair them: dark pips on light faces, white ones on all others."""

from __future__ import annotations

import colorsys

import numpy as np

Colour = tuple[float, float, float]  # blue, green, red, each 0..1 as displayed (not linear light)

COLOURED_HUES = (0.42, 0.36, 0.6, 0.57, 0.99, 0.92, 0.8, 0.07, 0.14, 0.49)
"""Hues in which coloured sets are sold: greens, blues, red, pink, purple, orange, yellow and turquoise."""
PIP_HUES = (0.0, 0.0, 0.61, 0.58, 0.38, 0.07, 0.8, 0.93)
"""Hues of the pips of a light set with one colour for all: mostly red or blue."""
MIN_CONTRAST = 0.32
"""The least difference in luminance between pips and face."""
MIN_CONTRAST_OF_MANY = 0.2
"""The same where each number has its colour: the commonest maker has light grey pips on white."""
MIN_CHROMA_CONTRAST = 0.4
"""The least difference in blue, green or red that makes up for too little difference in luminance."""

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


def luminance(colour: Colour) -> float:
    """The brightness of a colour as displayed, 0..1."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def _colour(rng: np.random.Generator, hue: float, saturation: float, value: float) -> Colour:
    jitter = rng.normal(0, 0.015, 3)
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0))
    return _limited(np.array((blue, green, red)) + jitter)


def _limited(colour: np.ndarray) -> Colour:
    """The colour (3,) without channels of no light at all or of too much."""
    blue, green, red = np.clip(colour, 0.01, 0.99).tolist()
    return blue, green, red


def shaded(colour: Colour, share: float) -> Colour:
    """The colour with that share of its light."""
    return colour[0] * share, colour[1] * share, colour[2] * share


def black(rng: np.random.Generator, brightest: float = 0.16) -> Colour:
    """Black plastic or paint."""
    return _colour(rng, rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0.02, brightest))


def white(rng: np.random.Generator) -> Colour:
    """White or cream paint."""
    return _colour(rng, rng.uniform(0.1, 0.16), rng.uniform(0, 0.25), rng.uniform(0.85, 0.99))


def gold(rng: np.random.Generator) -> Colour:
    """Gold, brass or yellow paint."""
    return _colour(rng, rng.uniform(0.09, 0.15), rng.uniform(0.4, 0.95), rng.uniform(0.65, 0.95))


def metal(rng: np.random.Generator) -> Colour:
    """The metal of a pin: mostly brass, at times steel or copper."""
    hue, saturation = ((0.12, 0.53), (0.6, 0.06), (0.06, 0.5))[int(rng.choice(3, p=[0.7, 0.2, 0.1]))]
    return _colour(rng, hue, saturation, rng.uniform(0.55, 0.85))


def wood(rng: np.random.Generator) -> Colour:
    """Wood from birch to walnut."""
    return _colour(rng, rng.uniform(0.05, 0.12), rng.uniform(0.25, 0.65), rng.uniform(0.35, 0.9))


def coloured(rng: np.random.Generator) -> Colour:
    """The plastic of a coloured set."""
    hue = rng.uniform(0, 1) if rng.random() < 0.2 else rng.choice(COLOURED_HUES) + rng.normal(0, 0.02)
    return _colour(rng, hue, rng.uniform(0.35, 1.0), rng.uniform(0.28, 0.95))


def light_face(rng: np.random.Generator) -> Colour:
    """Ivory or white."""
    if rng.random() < 0.52:
        return _colour(rng, rng.uniform(0.08, 0.16), rng.uniform(0.08, 0.42), rng.uniform(0.78, 0.98))
    return _colour(rng, rng.uniform(0, 1), rng.uniform(0, 0.06), rng.uniform(0.84, 0.99))


def face_colour(rng: np.random.Generator) -> Colour:
    """Mostly ivory or white, one in nine black, one in four coloured."""
    kind = rng.random()
    return light_face(rng) if kind < 0.66 else black(rng, 0.2) if kind < 0.77 else coloured(rng)


def is_coloured(face: Colour) -> bool:
    """Whether a face has a colour of its own. Yellowed ivory has none, and black has none."""
    chroma = max(face) - min(face)
    return chroma > 0.44 or (chroma > 0.12 and 0.25 <= luminance(face) < 0.6)


def stands_out(colour: Colour, face: Colour, contrast: float = MIN_CONTRAST) -> bool:
    """Whether a player tells pips of that colour from the face."""
    chroma = max(abs(a - b) for a, b in zip(colour, face, strict=True))
    return abs(luminance(colour) - luminance(face)) > contrast or chroma > MIN_CHROMA_CONTRAST


def pip_colour(rng: np.random.Generator, face: Colour) -> Colour:
    """A colour of pips that a maker puts on such a face, and that stands out from it."""
    is_light, is_dark = luminance(face) > 0.6, luminance(face) < 0.25
    shares = (0.72, 0.0, 0.0, 0.28) if is_light else (0.0, 0.74, 0.1, 0.16) if is_dark else (0.16, 0.66, 0.12, 0.06)
    for _ in range(20):
        kind = int(rng.choice(4, p=shares))
        if kind == 3:
            bright = (0.7, 0.98) if is_dark else (0.25, 0.85)
            colour = _colour(
                rng, rng.choice(PIP_HUES) + rng.normal(0, 0.03), rng.uniform(0.55, 1), rng.uniform(*bright)
            )
        else:
            colour = (black, white, gold)[kind](rng)
        if stands_out(colour, face):
            return colour
    return (0.03, 0.03, 0.03) if luminance(face) > 0.4 else (0.95, 0.95, 0.95)


def makers_colours(rng: np.random.Generator, most: int, face: Colour, blank: Colour) -> tuple[Colour, ...]:
    """A colour for each of 0 to `most` pips; that of 0 is `blank`.

    They are a maker's, each a little off, as batches and lamps differ. In two of five sets they are dealt out anew,
    because makers agree on few. On dark faces they are brighter.
    """
    palette = MAKERS[rng.integers(len(MAKERS))]
    dealt = np.arange(1, most + 1)
    if rng.random() < 0.4:
        dealt = rng.permutation(12)[:most] + 1
    colours = [blank]
    for pips in dealt:
        colour = np.array(palette[int(pips)]) + rng.normal(0, 0.04, 3)
        if luminance(face) < 0.4:
            colour = 0.3 + 0.8 * colour
        made = _limited(colour)
        colours.append(made if stands_out(made, face, MIN_CONTRAST_OF_MANY) else blank)
    return tuple(colours)
