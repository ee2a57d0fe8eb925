"""Faces and backs of tiles as maps of colour and slope, to be lit later.

Coordinates: x runs along the tile from -length/2 to length/2, y across from -1/2 to 1/2, in tile widths.
The first half (`tile.high` unless turned) lies at negative x.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .numerals import DISC_PER_HEIGHT, GLYPH_PX, Numerals, glyph
from .pip_patterns import IN_COLUMNS, PATTERNS, RING
from .tile_colours import Colour
from .tile_styles import BORDER_INSET, Texture, TileStyle


@dataclass(frozen=True)
class FaceMap:
    """One side of a tile before light falls on it; all arrays (H, W, ...) float32, H across and W along."""

    colour: np.ndarray
    """(H, W, 3) BGR 0..1."""
    slope: np.ndarray
    """(H, W, 2) x and y parts of the surface normal."""
    shine: np.ndarray
    """(H, W) strength of mirror-like reflection."""
    opacity: np.ndarray | None = None
    """(H, W) share of the light from behind that is stopped; None for all of it."""


def half_pips(style: TileStyle, pips: int, centre: float) -> np.ndarray:
    """(pips, 2) centres in tile widths of the half around x = `centre`."""
    if style.ringed and pips in RING:
        standing = RING[pips]
    else:
        standing = PATTERNS[pips][style.patterns[pips]][1]
    places = np.array(standing, np.float32).reshape(-1, 2)
    if style.patterns[pips] in IN_COLUMNS.get(pips, ()):
        places = places * (style.column_length, style.column_gap)
    if (style.across and pips >= 6) != (style.crowds_turned and pips >= 10):
        places = places[:, ::-1]
    if style.mirrored:
        places = places * (1, -1)
    # Lines of four pips and more reach farther than others. A maker keeps them on the flat of the face.
    farthest = float(np.abs(places).max(initial=1.0))
    radius = style.pip_radius * (style.shrink_twelve if pips >= 10 else 1.0)
    spread = min(style.pip_spread, style.widest_spread(radius) / farthest)
    return places * spread + (centre, 0)


RIM = 1.15
"""Radius of the rim around a pip, in radii of the pip."""
LARGEST_PIP = 0.46
"""Largest radius of a pip, or of its rim, as a share of the distance to the next pip."""


def _star_rim(angle: np.ndarray, radius: float) -> np.ndarray:
    """How far from its middle a star's rim is at an angle, for a star of about the ground of a round pip."""
    return radius * (0.6 + 0.9 * np.abs(np.cos(2.5 * angle)) ** 3)


def _grid(style: TileStyle, across: int) -> tuple[np.ndarray, np.ndarray]:
    along = round(across * style.length)
    x = (np.arange(along, dtype=np.float32) + 0.5) / across - style.length / 2
    y = (np.arange(across, dtype=np.float32) + 0.5) / across - 0.5
    return np.meshgrid(x, y)


def _clouds(rng: np.random.Generator, cells: tuple[int, int], shape: tuple[int, int]) -> np.ndarray:
    """(H, W) smooth noise of deviation 1 with so many cells across and along."""
    small = rng.normal(0, 1, cells).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def _material(rng: np.random.Generator, style: TileStyle, colour: Colour, shape: tuple[int, int]) -> np.ndarray:
    """(H, W, 3) the bare material: grain of wood, clouds of old bone, pearl, marble, specks, scratches and stains."""
    base: np.ndarray = np.broadcast_to(np.array(colour, np.float32), (*shape, 3)).copy()
    small = rng.normal(0, 1, (4, 3) if style.wooden else (5, 8)).astype(np.float32)
    if style.wooden:  # long streaks
        rows = rng.normal(0, 1, (shape[0] // 2, 2)).astype(np.float32)
        clouds = cv2.resize(rows, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR) * 0.07
        clouds += cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) * 0.05
    else:
        clouds = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) * (0.012 + 0.05 * style.wear)
    base *= 1 + clouds[..., None]
    if style.texture is Texture.PEARL:  # a sheen of slightly different hues
        sheen = np.stack([_clouds(rng, (4, 7), shape) for _ in range(3)], axis=-1)
        base = base + 0.03 * sheen + 0.05 * _clouds(rng, (3, 5), shape)[..., None]
    elif style.texture is Texture.MARBLE:  # veins where two clouds cross
        veins = np.exp(-((_clouds(rng, (5, 9), shape) / 0.12) ** 2)) + np.exp(
            -((_clouds(rng, (9, 15), shape) / 0.15) ** 2)
        )
        base = (
            base
            + (0.18 if sum(colour) < 1.2 else -0.16) * veins[..., None]
            + 0.05 * _clouds(rng, (3, 5), shape)[..., None]
        )
    elif style.texture is Texture.SPECKLES:
        grain = rng.random(shape).astype(np.float32)
        specks = cv2.GaussianBlur((grain > 0.985).astype(np.float32), (0, 0), max(0.6, shape[0] / 90))
        base = base + (0.9 if sum(colour) < 1.2 else -0.9) * specks[..., None]
    if style.wear > 0.25:
        for _ in range(rng.integers(0, int(10 * style.wear) + 1)):
            start = (rng.uniform(0, 1, 2) * shape[::-1]).astype(int)
            end = start + (rng.normal(0, 0.4, 2) * shape[0]).astype(int)
            tone = float(rng.uniform(-0.2, 0.15) * style.wear)
            overlay = np.zeros(shape, np.float32)
            cv2.line(overlay, start.tolist(), end.tolist(), tone, max(1, shape[0] // 60), cv2.LINE_AA)
            base += overlay[..., None]
    return base


class _Surface:
    """A face while it is made: pips, bars and pins are laid on it one after the other."""

    def __init__(self, rng: np.random.Generator, style: TileStyle, across: int) -> None:
        self.rng, self.style = rng, style
        self.x, self.y = _grid(style, across)
        self.colour = _material(rng, style, style.face, self.x.shape)
        self.slope = np.zeros((*self.x.shape, 2), np.float32)
        self.shine: np.ndarray = np.full(self.x.shape, style.gloss, np.float32)
        self.opacity = np.full(self.x.shape, 1 - style.clarity, np.float32) if style.clarity else None
        self._soft = 0.7 / across

    def cover(self, distance: np.ndarray) -> np.ndarray:
        """(H, W) 0..1 how much of each pixel lies within an outline, from the distance to it."""
        return np.clip(0.5 - distance / (2 * self._soft), 0, 1)

    def paint(self, mask: np.ndarray, colour: Colour, strength: float = 1.0) -> None:
        self.colour += strength * mask[..., None] * (np.array(colour, np.float32) - self.colour)
        if self.opacity is not None:
            self.opacity = np.maximum(self.opacity, mask * strength)

    def bowl(self, mask: np.ndarray, dx: np.ndarray, dy: np.ndarray, depth: float, radius: float) -> None:
        """A hollow of that depth, or with a negative one a stud."""
        tilt = mask * depth / radius
        self.slope[..., 0] -= dx * tilt
        self.slope[..., 1] -= dy * tilt
        self.shine = self.shine + mask * 0.25 * abs(depth)

    def pip(self, at: np.ndarray, radius: float, colour: Colour) -> None:
        style, rng = self.style, self.rng
        dx, dy = self.x - at[0], self.y - at[1]
        away = np.sqrt(dx * dx + dy * dy)
        rim = radius if not style.stars else _star_rim(np.arctan2(dy, dx), radius)
        mask = self.cover(away - rim)
        if style.pip_hole:  # a ring: the face shows in its middle
            mask = mask * (1 - self.cover(away - radius * style.pip_hole))
            mask = np.maximum(mask, self.cover(away - radius * style.pip_eye) * bool(style.pip_eye))
        self.paint(mask * (1 - 0.5 * style.wear * rng.random() ** 3), colour)
        if style.pip_inlay:
            self.paint(self.cover(away - 0.5 * radius), style.accent, 0.8)
        if style.pip_ring:
            self.paint(self.cover(np.abs(away - radius * RIM) - style.rim_width / 2), style.accent)
        if style.pip_depth:
            self.bowl(mask, dx, dy, style.pip_depth, radius)

    def numeral(self, numerals: Numerals, number: int, turn: int, centre: float, colour: Colour) -> None:
        """A number on the half around x = `centre`, engraved as pips would be."""
        if number == 0 and not numerals.writes_zero:
            return
        hollow = numerals.ink == "hollow"
        drawn = np.rot90(glyph(numerals.lettering, numerals.height, number, hollow), turn)
        centre += float(np.sign(centre)) * numerals.outwards
        side = len(drawn)
        across, along = self.x.shape
        scale = numerals.height * across / GLYPH_PX
        middle = (centre + self.style.length / 2) * across - 0.5, (across - 1) / 2
        shift = [at - scale * (side - 1) / 2 for at in middle]
        matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        mask = np.clip(cv2.warpAffine(np.ascontiguousarray(drawn), matrix, (along, across)), 0, 1)
        strength = 1 - 0.3 * self.style.wear
        if numerals.ink == "disc":
            disc = self.cover(np.hypot(self.x - centre, self.y) - DISC_PER_HEIGHT * numerals.height)
            self.paint(disc, colour, strength)
            colour = self.style.face
        self.paint(mask, colour, strength)
        if self.style.pip_depth:
            soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, across / 80))
            self.slope[..., 0] += cv2.Sobel(soft, cv2.CV_32F, 1, 0) * self.style.pip_depth * 0.5
            self.slope[..., 1] += cv2.Sobel(soft, cv2.CV_32F, 0, 1) * self.style.pip_depth * 0.5

    def dimples(self, centre: float, pips: np.ndarray) -> None:
        """A grid of unpainted dimples over a half; where one of its `pips` (N, 2) stands, the dimple is painted."""
        style = self.style
        rows = np.linspace(-style.pip_spread, style.pip_spread, style.dimples)
        step = rows[1] - rows[0]
        radius = min(style.pip_radius, 0.42 * step) * style.dimple_size
        places = [(x, y, radius) for x in rows for y in rows]
        if style.dimples_staggered:
            places += [(x + step / 2, y + step / 2, 0.5 * radius) for x in rows[:-1] for y in rows[:-1]]
        for x, y, size in places:
            if any(np.hypot(x + centre - at[0], y - at[1]) < style.pip_radius for at in pips):
                continue
            dx, dy = self.x - x - centre, self.y - y
            away = np.sqrt(dx * dx + dy * dy)
            self.bowl(self.cover(away - size), dx, dy, style.dimple_depth, size)

    def bar(self) -> None:
        style = self.style
        mask = self.cover(np.maximum(np.abs(self.x) - style.bar_width / 2, np.abs(self.y) - style.bar / 2))
        self.paint(mask, style.bar_colour)
        self.slope[..., 0] -= mask * style.bar_depth * self.x / (style.bar_width / 2)

    def border(self) -> None:
        style = self.style
        inset = np.maximum(np.abs(self.x) - style.length / 2, np.abs(self.y) - 0.5) + BORDER_INSET
        self.paint(self.cover(np.abs(inset) - 0.012), style.bar_colour, 0.6)

    def pin(self) -> None:
        """A round metal pin in the middle."""
        radius = self.style.pin
        mask = self.cover(np.sqrt(self.x**2 + self.y**2) - radius)
        self.paint(mask, self.style.pin_colour)
        self.slope[..., 0] += mask * self.x / radius * 0.8
        self.slope[..., 1] += mask * self.y / radius * 0.8
        self.shine = np.maximum(self.shine, mask * 0.9)


def _pip_radius(style: TileStyle, pips: int) -> float:
    """The radius of a pip in tile widths. Many pips want smaller ones. Pips, and their rims, never touch."""
    shrunk = 1.0 if pips <= 6 else style.shrink_nine if pips <= 9 else style.shrink_twelve
    places = half_pips(style, pips, 0.0)
    apart = np.linalg.norm(places[:, None] - places, axis=2)[np.triu_indices(pips, 1)]
    nearest = min(style.pip_spread, float(apart.min(initial=np.inf)))
    return min(style.pip_radius * shrunk, LARGEST_PIP * nearest / (RIM if style.pip_ring else 1.0))


def face_map(rng: np.random.Generator, style: TileStyle, first: int, second: int, across: int) -> FaceMap:
    """The face with `first` pips on the half at negative x; `across` is the map's height in pixels."""
    surface = _Surface(rng, style, across)
    for half, pips in enumerate((first, second)):
        centre = (half - 0.5) * style.length / 2
        places = half_pips(style, pips, centre)
        if style.dimples:
            surface.dimples(centre, places)
        if style.numerals:
            surface.numeral(style.numerals, pips, style.numerals.turns[half], centre, style.pip_colours[pips])
            continue
        radius = _pip_radius(style, pips)
        for at in places:
            cast = rng.normal(0, style.uneven, 3) if style.uneven else np.zeros(3)
            surface.pip(at + cast[:2] * 0.02, radius * (1 + 0.1 * cast[2]), style.pip_colours[pips])
    if style.bar:
        surface.bar()
    if style.border:
        surface.border()
    if style.pin:
        surface.pin()
    return FaceMap(np.clip(surface.colour, 0, 1), surface.slope, surface.shine, surface.opacity)


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
    opacity = np.full(x.shape, 1 - style.clarity, np.float32) if style.clarity else None
    return FaceMap(np.clip(colour, 0, 1), np.zeros((*x.shape, 2), np.float32), shine, opacity)
