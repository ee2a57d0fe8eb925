"""Sets of tiles as people own them: colours, pips, bars, pins, edges, wear, and the families they fall into.

A set is drawn as plain plastic that gets at most one special look (wood, marble, dimples, numerals ...), because makers
do not pile them up. Bar, pin, thickness and colours are drawn for every look alike.

Each family is a trait. **A set belongs to the family of its most unusual trait**: `FAMILIES` lists them from the most
unusual to the commonest, and the first that a set has is its family. A set that was drawn without a family has
nothing of that trait, whatever its own family is, so a training without it never sees that look.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from . import tile_colours
from .numerals import Numerals, random_numerals
from .pip_patterns import IN_COLUMNS, PATTERNS, random_patterns
from .tile_colours import Colour, luminance


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
    pip_eye: float = 0.0
    """Radius of a dot in the middle of such a ring, as a share of the ring's. 0 for none."""
    rim_width: float = 0.024
    """Width of the rim of `pip_ring`."""
    pip_inlay: bool = False
    """Each pip has a spot of another colour in its middle."""
    accent: Colour = (0.35, 0.62, 0.75)
    """The colour of the rim of `pip_ring` and of the spot of `pip_inlay`."""
    dimples: int = 0
    """Rows of unpainted dimples over each half, 0 for none: moulded plastic of which the pips are painted. With an odd
    number pips stand on dimples."""
    dimples_staggered: bool = False
    """A second grid of dimples lies between the rows of the first."""
    dimple_depth: float = 0.7
    """Slope at a dimple's rim."""
    dimple_size: float = 1.0
    """Radius of a dimple against that of a pip that stands on one."""
    column_gap: float = 1.0
    """Distance of the columns of an eight or a ten, against that of the outer pips of a six."""
    column_length: float = 1.0
    """Length of these columns, against that of the usual ones."""
    texture: Texture = Texture.PLAIN
    uneven: float = 0.0
    """How unevenly the pips are cast: the deviation of their places in 0.02 of the width, of their radii in tenths."""
    pin_colour: Colour = (0.35, 0.62, 0.75)
    stars: bool = False
    """Pips are five-pointed stars."""
    ringed: bool = False
    """Threes stand in a triangle and fives in a ring; no set drawn at random is so."""
    numerals: Numerals | None = None
    """Numbers are written instead of shown as pips."""
    clarity: float = 0.0
    """Share of the light that the bare plastic lets through."""
    layer: float = 0.0
    """Share of the thickness, from the back on, that has the back's colour."""

    def widest_spread(self, pip_radius: float) -> float:
        """How far from the middle of its half a pip lies at most.

        It lies on the flat of the face, within its border and beside bar and pin, but for a fifth of its radius.
        """
        edge = max(self.bevel, BORDER_INSET * self.border)
        middle = max(self.bar_width / 2 if self.bar else 0.0, self.pin)
        across, along = 0.5 - edge - 0.8 * pip_radius, self.length / 4 - 0.8 * pip_radius
        return min(across, along - edge, along - middle - 0.1 * pip_radius)


BORDER_INSET = 0.09
"""How far from the edge of the face a border runs."""
PIP_RADII, PIP_SPREADS = (0.065, 0.15), (0.23, 0.33)
"""Radii of pips, and how far the outer ones lie from a half's centre. Eight real sets were measured by eye on photos:
radii of 0.11 to 0.14, spreads of 0.285 to 0.32."""
THIN, THICK = 0.2, 0.47
"""Thickness up to which a set counts as thin, and from which on as thick."""
THIN_RING = 0.58
"""Share of its radius that shows the face in the middle of a thin ring, at least."""
SHALLOW = 0.4
"""Depth below which dimples count as shallow."""
CLOSE_COLUMNS, SHORT_COLUMNS = 0.8, 0.88
"""Gap and length below which columns count as close together and as short."""
HAIRLINE, BROAD = 0.028, 0.1
"""Width up to which a bar counts as a thin line, and from which on as broad."""


def _draw_bar(rng: np.random.Generator, style: TileStyle, many_colours: bool) -> TileStyle:
    """The set with a bar: none, a thin line, the usual one or a broad one, at times from edge to edge.

    The bars of eight real sets, measured by eye on photos, are 0.07 to 0.125 tile widths wide.
    """
    kind = rng.choice(["none", "thin", "usual", "broad"], p=[0.13, 0.14, 0.53, 0.2])
    if kind == "none":
        return style
    width = {"thin": (0.012, HAIRLINE), "usual": (HAIRLINE, BROAD), "broad": (BROAD, 0.16)}[kind]
    paint = rng.random()
    if paint < 0.2:  # a groove that nobody painted
        colour = tile_colours.shaded(style.face, 0.55)
    elif many_colours or paint < 0.3:
        bright = tile_colours.white(rng) if rng.random() < 0.7 else tile_colours.gold(rng)
        colour = tile_colours.black(rng) if luminance(style.face) > 0.3 else bright
    else:
        colour = style.pip_colours[0]
    return replace(
        style,
        bar=1.0 if rng.random() < 0.2 else float(rng.uniform(0.6, 0.98)),
        bar_width=float(rng.uniform(*width)),
        bar_colour=colour,
        bar_depth=float(rng.uniform(0.2, 0.9)) if style.pip_depth else 0.0,
    )


def _draw_thickness(rng: np.random.Generator) -> float:
    """In tile widths: thin travel sets, the usual ones, and thick ones that stand on their edges."""
    low, high = ((0.11, THIN), (THIN, THICK), (THICK, 0.62))[int(rng.choice(3, p=[0.11, 0.77, 0.12]))]
    return float(rng.uniform(low, high))


def _with_colours(rng: np.random.Generator, style: TileStyle, face: Colour, many: bool) -> TileStyle:
    """The set with that face, with pips that suit it, of one colour or of many, and with a back."""
    most = len(style.pip_colours) - 1
    one = tile_colours.pip_colour(rng, face)
    colours = tile_colours.makers_colours(rng, most, face, one) if many else (one,) * (most + 1)
    is_layered = rng.random() < 0.3
    back = tile_colours.face_colour(rng) if is_layered else face
    layer = float(rng.choice([rng.uniform(0.3, 0.6), 1.0])) if is_layered else 0.0
    return replace(style, face=face, back=back, side=face, layer=layer, pip_colours=colours)


def _draw_plain(rng: np.random.Generator, most: int) -> TileStyle:
    """A set of plain plastic."""
    face = tile_colours.face_colour(rng)
    many = bool(rng.random() < 0.3) and not 0.25 <= luminance(face) <= 0.6
    thickness = _draw_thickness(rng)
    is_sharp = rng.random() < 0.15
    bevel = min(float(rng.uniform(0.004, 0.02)) if is_sharp else float(rng.uniform(0.02, 0.16)), 0.4 * thickness)
    pip_radius = float(rng.uniform(*PIP_RADII))
    style = TileStyle(
        width=float(rng.uniform(18, 32)),
        length=float(np.clip(rng.normal(2.0, 0.07), 1.8, 2.25)),
        thickness=thickness,
        corner=float(rng.uniform(0.004, 0.03)) if is_sharp else float(rng.uniform(0.03, 0.25)),
        bevel=bevel,
        face=face,
        back=face,
        side=face,
        wooden=False,
        pip_colours=(face,) * (most + 1),
        pip_radius=pip_radius,
        pip_spread=float(rng.uniform(*PIP_SPREADS)),
        pip_depth=0.0 if rng.random() < 0.27 else float(rng.uniform(0.25, 0.95)),
        pip_ring=False,
        mirrored=bool(rng.random() < 0.5),
        across=bool(rng.random() < 0.06),
        bar=0.0,
        bar_width=0.05,
        bar_colour=face,
        bar_depth=0.0,
        pin=0.0,
        border=bool(rng.random() < 0.06),
        ornament=int(rng.choice([0, 1, 2, 3], p=[0.72, 0.1, 0.1, 0.08])),
        gloss=float(rng.choice([rng.uniform(0.0, 0.15), rng.uniform(0.15, 0.8)])),
        wear=float(rng.beta(1.2, 4)),
        patterns=random_patterns(rng),
        crowds_turned=bool(rng.random() < 0.2),
        shrink_nine=float(rng.uniform(0.72, 1.0)),
        shrink_twelve=float(rng.uniform(0.6, 0.95)),
        pin_colour=tile_colours.metal(rng),
        uneven=float(rng.uniform(0.05, 0.4)) if rng.random() < 0.4 else 0.0,
    )
    style = _draw_bar(rng, _with_colours(rng, style, face, many), many)
    # A pin without a bar is rare.
    return replace(style, pin=float(rng.uniform(0.045, 0.09))) if rng.random() < (0.4 if style.bar else 0.06) else style


def _wood(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """A wooden set with drilled and painted pips: matt, of one piece, mostly with a burnt or sawn line."""
    style = _with_colours(rng, style, tile_colours.wood(rng), bool(rng.random() < 0.15))
    return _draw_bar(
        rng,
        replace(
            style,
            wooden=True,
            back=style.face,
            layer=0.0,
            bar=0.0,
            pip_depth=float(rng.uniform(0.4, 0.95)),
            gloss=float(rng.uniform(0, 0.25)),
            bevel=min(style.bevel, 0.06),
        ),
        False,
    )


def _printed_wood(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """A wooden set with printed pips, as sets for children and cheap boxed sets have."""
    return replace(_wood(rng, style), pip_depth=0.0, bar_depth=0.0, pin=0.0)


def _dimples(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """Cheap moulded plastic: flat, of one colour, mostly black, with dimples all over and seldom a bar."""
    makers = _makers(rng)
    face = tile_colours.black(rng, 0.2) if rng.random() < 0.55 else style.face
    style = _with_colours(rng, style, face, False)
    style = style if rng.random() < 0.2 else replace(style, bar=0.0)
    return replace(
        style,
        dimples=3 if rng.random() < 0.75 else 5,
        dimples_staggered=bool(rng.random() < 0.5),
        back=style.face,
        layer=0.0,
        bar_colour=style.pip_colours[0] if rng.random() < 0.5 else style.face,
        pin=0.0,
        border=False,
        pip_depth=style.pip_depth or 0.5,
        gloss=min(style.gloss, 0.35),
        thickness=float(rng.uniform(0.15, 0.35)),
        dimple_depth=float(makers.uniform(*((0.2, SHALLOW) if makers.random() < 0.4 else (SHALLOW, 1.0)))),
        dimple_size=float(makers.uniform(0.55, 1.0)),
    )


def _textured(texture: Texture) -> Callable[[np.random.Generator, TileStyle], TileStyle]:
    return lambda rng, style: replace(style, texture=texture, gloss=float(rng.uniform(0.1, 0.8)))


def _clear(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """Acrylic that the table shows through, glassy or tinted, with painted pips."""
    face = tile_colours.light_face(rng) if rng.random() < 0.4 else tile_colours.coloured(rng)
    style = _with_colours(rng, style, face, False)
    return replace(
        style, back=face, layer=0.0, clarity=float(rng.uniform(0.25, 0.7)), gloss=float(rng.uniform(0.4, 0.9)), wear=0.1
    )


def _rings(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """Pips that are rings, thin or thick, at times around a dot, or that have a rim of another colour."""
    makers = _makers(rng)
    if rng.random() >= 0.5:
        return replace(style, pip_ring=True, accent=_accent(rng, style), rim_width=float(makers.uniform(0.014, 0.034)))
    kind = int(makers.integers(3))
    low, high = ((0.3, THIN_RING), (THIN_RING, 0.8), (THIN_RING, 0.8))[kind]
    return replace(style, pip_hole=float(rng.uniform(low, high)), pip_eye=float(makers.uniform(0.2, 0.4)) * (kind == 2))


def _with_columns(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """A set whose eights or tens stand in columns, with columns as far apart and as long as one maker has them."""
    makers = _makers(rng)
    gap, length = (((0.45, 0.75), (0.9, 1.0)), ((0.85, 1.0), (0.65, 0.85)), ((0.85, 1.05), (0.9, 1.05)))[
        int(makers.integers(3))
    ]
    return replace(style, column_gap=float(makers.uniform(*gap)), column_length=float(makers.uniform(*length)))


def _makers(rng: np.random.Generator) -> np.random.Generator:
    """Draws what makers of a family do differently, and changes nothing else that a seed draws."""
    return rng.spawn(1)[0]


def _inlays(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    """Pips with a spot of another colour."""
    return replace(style, pip_inlay=True, accent=_accent(rng, style))


def _accent(rng: np.random.Generator, style: TileStyle) -> Colour:
    """A colour that stands out from the pips and from the face, or the one of some that does most."""
    some = [style.bar_colour, tile_colours.gold(rng), *(tile_colours.coloured(rng) for _ in range(6))]
    beside = {style.face, *style.pip_colours[1:]}
    return max(some, key=lambda colour: sum(tile_colours.stands_out(colour, other) for other in beside))


def _stars(rng: np.random.Generator, style: TileStyle) -> TileStyle:
    return replace(style, stars=True, pip_radius=max(style.pip_radius, 0.085))


_LOOKS: dict[str, tuple[float, Callable[[np.random.Generator, TileStyle], TileStyle]]] = {
    "numerals": (0.036, lambda rng, style: replace(style, numerals=random_numerals(rng))),
    "stars": (0.036, _stars),
    "clear": (0.036, _clear),
    "inlays": (0.036, _inlays),
    "raised-pips": (0.038, lambda rng, style: replace(style, pip_depth=-float(rng.uniform(0.3, 0.9)))),
    "rings": (0.038, _rings),
    "dimples": (0.05, _dimples),
    "speckles": (0.036, _textured(Texture.SPECKLES)),
    "pearl": (0.036, _textured(Texture.PEARL)),
    "marble": (0.036, _textured(Texture.MARBLE)),
    "printed-wood": (0.038, _printed_wood),
    "wood": (0.05, _wood),
    "uneven": (0.036, lambda rng, style: replace(style, uneven=float(rng.uniform(0.5, 1.0)))),
    "raised-bar": (
        0.04,
        lambda rng, style: replace(
            style, bar=style.bar or 0.9, bar_depth=-float(rng.uniform(0.2, 0.9)), bar_width=max(style.bar_width, 0.035)
        ),
    ),
}
"""The special looks: the share of sets that have each, and what makes a plain set look so."""


def _has_columns(style: TileStyle) -> bool:
    return any(style.patterns[pips] in patterns for pips, patterns in IN_COLUMNS.items())


_TRAITS: dict[str, Callable[[TileStyle], bool]] = {
    "numerals": lambda style: style.numerals is not None,
    "stars": lambda style: style.stars,
    "clear": lambda style: style.clarity > 0,
    "inlays": lambda style: style.pip_inlay,
    "raised-pips": lambda style: style.pip_depth < 0,
    "rings": lambda style: style.pip_hole > 0 or style.pip_ring,
    "dimples": lambda style: style.dimples > 0,
    "speckles": lambda style: style.texture is Texture.SPECKLES,
    "pearl": lambda style: style.texture is Texture.PEARL,
    "marble": lambda style: style.texture is Texture.MARBLE,
    "printed-wood": lambda style: style.wooden and style.pip_depth == 0,
    "wood": lambda style: style.wooden,
    "uneven": lambda style: style.uneven > 0.45,
    "raised-bar": lambda style: style.bar > 0 and style.bar_depth < 0,
    "black": lambda style: luminance(style.face) < 0.25,
    "coloured": lambda style: not style.wooden and tile_colours.is_coloured(style.face),
    "thick": lambda style: style.thickness >= THICK,
    "thin": lambda style: style.thickness <= THIN,
    "columns": _has_columns,
    "broad-bar": lambda style: style.bar > 0 and style.bar_width >= BROAD,
    "thin-line": lambda style: style.bar > 0 and style.bar_width <= HAIRLINE,
    "no-bar": lambda style: style.bar == 0,
    "coloured-pips": lambda style: len(set(style.pip_colours)) > 1,
    "printed-pips": lambda style: style.pip_depth == 0,
    "pin": lambda style: style.pin > 0,
}
FAMILIES: dict[str, Callable[[TileStyle], bool]] = _TRAITS | {
    "plain": lambda style: not any(trait(style) for trait in _TRAITS.values())
}
"""Whether a set has the trait of a family, by the family's name, from the most unusual trait to none."""


_VARIANTS: dict[str, dict[str, Callable[[TileStyle], bool]]] = {
    "numerals": {
        "disc": lambda style: style.numerals is not None and style.numerals.ink == "disc",
        "hollow": lambda style: style.numerals is not None and style.numerals.ink == "hollow",
        "outwards": lambda style: style.numerals is not None and style.numerals.outwards > 0,
        "solid": lambda style: True,
    },
    "dimples": {
        "fine": lambda style: style.dimples > 3,
        "staggered": lambda style: style.dimples_staggered,
        "shallow": lambda style: style.dimple_depth < SHALLOW,
        "deep": lambda style: True,
    },
    "columns": {
        "close": lambda style: style.column_gap < CLOSE_COLUMNS,
        "short": lambda style: style.column_length < SHORT_COLUMNS,
        "spread": lambda style: True,
    },
    "rings": {
        "rim": lambda style: style.pip_ring,
        "eye": lambda style: style.pip_eye > 0,
        "thin": lambda style: style.pip_hole >= THIN_RING,
        "thick": lambda style: True,
    },
}
VARIANTS: dict[str, str] = {
    f"{family}-{variant}": family for family, variants in _VARIANTS.items() for variant in variants
}
"""What different makers make of the families of which a network knows too little untaught, and the family of each.

A set of such a family is of exactly one of its variants.
"""


def family_of(style: TileStyle) -> str:
    """The family of a set: its most unusual trait."""
    return next(name for name, has_trait in FAMILIES.items() if has_trait(style))


def has_trait(style: TileStyle, name: str) -> bool:
    """Whether a set has the trait of a family, or that of a variant of one."""
    if name in FAMILIES:
        return FAMILIES[name](style)
    family = VARIANTS[name]
    made = next(variant for variant, is_made_so in _VARIANTS[family].items() if is_made_so(style))
    return FAMILIES[family](style) and name == f"{family}-{made}"


def random_style(
    rng: np.random.Generator, most: int = 12, without: Collection[str] = (), only: str | None = None
) -> TileStyle:
    """A set drawn at random; `most` is the highest pip count it must have a colour for.

    It belongs to the family or the variant `only`, and has nothing of the traits of those `without`. Raises ValueError
    where there is no such family or variant, or none is left.
    """
    for name in (*without, *(() if only is None else (only,))):
        if name not in FAMILIES and name not in VARIANTS:
            raise ValueError(f"{name}: expected a family of sets, one of {', '.join((*FAMILIES, *VARIANTS))}")
    family = VARIANTS.get(only, only) if only is not None else None
    variants = {name for name, of in VARIANTS.items() if of == family}
    none_left = {only, family} & set(without) or set(FAMILIES) <= set(without)
    if none_left or (only == family and variants and variants <= set(without)):
        raise ValueError(f"expected a family of sets to draw, but {only or 'every one'} is left out")
    while True:
        look = family if family in _LOOKS else _draw_look(rng)
        style = _draw_plain(rng, most)
        if look is not None:
            style = _LOOKS[look][1](rng, style)
        if _has_columns(style):
            style = _with_columns(rng, style)
        style = replace(style, pip_spread=min(style.pip_spread, style.widest_spread(style.pip_radius)))
        is_wanted = only is None or (family_of(style) == family and has_trait(style, only))
        if is_wanted and not any(has_trait(style, name) for name in without):
            return style


def _draw_look(rng: np.random.Generator) -> str | None:
    """The name of a special look by its share, or None for plain plastic."""
    drawn = rng.random()
    for name, (share, _) in _LOOKS.items():
        drawn -= share
        if drawn < 0:
            return name
    return None
