"""What lies on a table: a game, loose tiles, rows, piles, face-down tiles and hands, as bodies in the world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from muggins.scorer import Tile, full_set
from muggins.vision.types import TileKind

from ..assets.tile_styles import TileStyle
from . import layouts, solids
from .layouts import LaidTile, Point

Laid = Literal["game", "loose", "rows", "pile", "single", "empty", "heap"]
"""How tiles lie face up."""
LAYOUT_KINDS: dict[Laid, float] = {
    "game": 0.5,
    "loose": 0.2,
    "rows": 0.13,
    "pile": 0.06,
    "single": 0.09,
    "empty": 0.02,
    "heap": 0.0,
}
"""The probability with which each is drawn. The order decides what a seed draws. Heaps are drawn where asked for."""
MOST_TILES_LAID = 34
HEAPED_WIDTHS = 1.5
"""Distance of the centres of two tiles of a heap, in widths, below which one lies on the other."""
HEAPED_LEAN = (2.0, 22.0)
"""Degrees by which a tile that lies on another leans."""
HEAPED_FACE_DOWN = 0.3
"""Share of the tiles of a heap that lie face down."""


@dataclass(frozen=True, eq=False)
class TileBody:
    """A tile somewhere on the table."""

    kind: TileKind
    first: int
    second: int
    pose: solids.Pose


@dataclass(frozen=True)
class Arrangement:
    """Everything made of tiles on one table."""

    style: TileStyle
    bodies: tuple[TileBody, ...]
    points: np.ndarray
    """(N, 2) tile widths: centres of what a camera is aimed at, face-up tiles first."""


@dataclass
class _Builder:
    """An arrangement that grows tile by tile, turned as a whole by `turn` radians."""

    style: TileStyle
    turn: float
    bodies: list[TileBody] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)

    def place(self, tile: LaidTile) -> Point:
        """The centre of a tile after the turn."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return c * tile.x - s * tile.y, s * tile.x + c * tile.y

    def add_lying(
        self, tile: LaidTile, face_up: bool, lift: float = 0.0, lean: float = 0.0, towards: float = 0.0
    ) -> None:
        """Adds a tile that lies `lift` mm above the table; it may lean by `lean` radians `towards` a direction."""
        x, y = self.place(tile)
        width, angle = self.style.width, tile.angle + self.turn
        pose = solids.lying_pose(self.style, x * width, y * width, angle, face_up, lift)
        if lean:
            pose = solids.leaning_pose(self.style, pose, lean, towards)
        self.bodies.append(TileBody("faceup" if face_up else "facedown", tile.first, tile.second, pose))


def random_arrangement(
    rng: np.random.Generator,
    style: TileStyle,
    azimuth: float,
    highest: int | None = None,
    laid: Laid | None = None,
    counted: bool = False,
) -> Arrangement:
    """A table drawn at random. The camera looks from `azimuth`, often over the shoulder of a player who sits there.

    `highest` is the most pips of a half in the set; by default most sets are double-six. How tiles lie is drawn too,
    unless `laid` says it. Where the tiles face up are `counted`, the camera is aimed at them alone, and no tiles stand
    in hands.
    """
    tiles = _random_set(rng, highest)
    neat = float(rng.choice([1.0, rng.uniform(0.6, 1.0), rng.uniform(0.0, 0.6)], p=[0.12, 0.48, 0.4]))
    kinds = list(LAYOUT_KINDS)
    drawn_kind = kinds[int(rng.choice(len(kinds), p=list(LAYOUT_KINDS.values())))]
    kind = laid or drawn_kind
    bounds = (float(rng.uniform(4, 9)), float(rng.uniform(3, 7)))
    faceup = _lay_face_up(rng, tiles, kind, style.length, bounds, neat)
    facedown = _scatter_face_down(rng, tiles, faceup, style.length, bounds)
    turn = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.25 else float(rng.normal(0, 0.06))
    builder = _Builder(style, turn)
    if kind == "heap":
        builder.points = [builder.place(tile) for tile in faceup]
        _add_heap(rng, builder, faceup)
        faceup = []
    for k, tile in enumerate(faceup):
        builder.points.append(builder.place(tile))
        # In a pile later tiles lie on earlier ones, and some show their backs.
        is_turned = kind == "pile" and rng.random() < 0.35
        lift = k * 0.35 * style.thickness * style.width if kind == "pile" else 0.0
        builder.add_lying(tile, not is_turned, lift)
    for tile in facedown:
        if rng.random() < 0.5 and not counted:
            builder.points.append(builder.place(tile))
        builder.add_lying(tile, face_up=False)
    if not builder.points:
        builder.points = [(0.0, 0.0)]
    if rng.random() < 0.6 and not counted:
        _add_hands(rng, builder, azimuth)
    return Arrangement(style, tuple(builder.bodies), np.array(builder.points, float))


def _add_heap(rng: np.random.Generator, builder: _Builder, tiles: Sequence[LaidTile]) -> None:
    """Adds tiles as they come out of their box: later ones lie on earlier ones, and lean on them."""
    style = builder.style
    layers: list[int] = []
    for k, tile in enumerate(tiles):
        under = [
            layer
            for other, layer in zip(tiles[:k], layers, strict=True)
            if np.hypot(tile.x - other.x, tile.y - other.y) < HEAPED_WIDTHS
        ]
        layers.append(1 + max(under) if under else 0)
        lean = float(np.radians(rng.uniform(*HEAPED_LEAN))) if under else 0.0
        lift = layers[k] * style.thickness * style.width
        builder.add_lying(tile, rng.random() >= HEAPED_FACE_DOWN, lift, lean, float(rng.uniform(0, 2 * np.pi)))


def _random_set(rng: np.random.Generator, highest: int | None) -> list[Tile]:
    """The tiles of a set, shuffled; in one of five, tiles with a blank come early, because they are misread most."""
    drawn = int(rng.choice([6, 6, 6, 6, 6, 6, 6, 9, 12]))
    tiles = full_set(drawn if highest is None else highest)
    shuffled = [tiles[k] for k in rng.permutation(len(tiles))]
    if rng.random() < 0.2:
        shuffled.sort(key=lambda tile: rng.random() - 0.35 * (tile.low == 0))
    return shuffled


def _lay_face_up(
    rng: np.random.Generator, tiles: Sequence[Tile], kind: Laid, length: float, bounds: Point, neat: float
) -> list[LaidTile]:
    """The tiles that lie face up, laid as `kind` says."""
    if kind == "game":
        count = int(np.clip(rng.gamma(3, 4), 1, min(len(tiles), MOST_TILES_LAID)))
        laid, _ = layouts.random_game(rng, tiles, count, length, bounds, neat)
        if rng.random() < 0.4:
            rest = _without(tiles, laid)[: int(rng.integers(1, 6))]
            laid += layouts.scatter(rng, rest, length, (bounds[0] + 2, bounds[1] + 2), laid, 1.0)
        return laid
    if kind == "loose":
        some = tiles[: int(rng.integers(2, 26))]
        return layouts.scatter(rng, some, length, bounds, [], float(rng.choice([1.0, 1.0, 0.85])))
    if kind == "rows":
        return layouts.lay_in_rows(rng, tiles[: int(rng.integers(2, 22))], length, neat)
    if kind == "pile":
        some = tiles[: int(rng.integers(5, 18))]
        return layouts.scatter(rng, some, length, (bounds[0] * 0.5, bounds[1] * 0.5), [], 0.35)
    if kind == "heap":
        some = tiles[: int(rng.integers(6, 29))]
        return layouts.scatter(rng, some, length, (bounds[0] * 0.6, bounds[1] * 0.6), [], 0.6)
    if kind == "single":
        return layouts.scatter(rng, tiles[:1], length, (1.0, 1.0), [], 1.0)
    return []


def _without(tiles: Sequence[Tile], laid: Sequence[LaidTile]) -> list[Tile]:
    used = {one.tile for one in laid}
    return [tile for tile in tiles if tile not in used]


def _scatter_face_down(
    rng: np.random.Generator, tiles: Sequence[Tile], laid: Sequence[LaidTile], length: float, bounds: Point
) -> list[LaidTile]:
    """Tiles that lie face down around those laid, on about half of all tables."""
    rest = _without(tiles, laid)
    if rng.random() >= 0.45 or not rest:
        return []
    count = int(rng.integers(1, 15))
    spread = float(rng.choice([1.0, 0.8]))
    return layouts.scatter(rng, rest[:count], length, (bounds[0] + 3, bounds[1] + 3), laid, spread)


def _add_hands(rng: np.random.Generator, builder: _Builder, azimuth: float) -> None:
    """Adds hands of standing tiles at some sides of the table, mostly also at the side the camera looks from."""
    style, points = builder.style, builder.points
    centres = np.array(points)
    middle, reach = (centres.min(0) + centres.max(0)) / 2, np.ptp(centres, axis=0) / 2
    sides = list(rng.permutation(4)[: int(rng.integers(1, 5))])
    near_side = round(azimuth / (np.pi / 2)) % 4
    if near_side not in sides and rng.random() < 0.75:
        sides.append(near_side)
    for side in sides:
        angle = side * np.pi / 2
        outward = np.array([np.cos(angle), np.sin(angle)])
        place = middle + outward * (reach + rng.uniform(2.0, 4.0))
        count = int(rng.integers(1, 8))
        is_turned_away = bool(rng.random() < (0.1 if side == near_side else 0.4))
        hand = _standing_hand(rng, style, count, place, float(angle), is_turned_away)
        taken = np.array(points)
        kept = [body for body in hand if not _is_near(body.pose.centre[:2] / style.width, taken, style.length * 0.85)]
        builder.bodies += kept
        if rng.random() < 0.7:
            points += [(x, y) for x, y in (body.pose.centre[:2] / style.width for body in kept)]


def _is_near(place: np.ndarray, taken: np.ndarray, reach: float) -> bool:
    return bool((np.hypot(*(place - taken).T) < reach).any())


def _standing_hand(
    rng: np.random.Generator, style: TileStyle, count: int, middle: np.ndarray, angle: float, is_turned_away: bool
) -> list[TileBody]:
    """A row of standing tiles. The player sits at `angle` and sees the faces unless `is_turned_away`."""
    spacing = style.length * float(rng.uniform(1.0, 1.25))
    is_upright = rng.random() < 0.15
    if is_upright:
        spacing = float(rng.uniform(1.02, 1.4))
    along = np.array([-np.sin(angle), np.cos(angle)])
    outward = np.array([np.cos(angle), np.sin(angle)])
    bow = float(rng.normal(0, 0.02))
    # Tiles stand straight except in a few racks: a tile that leans back far looks like one that lies.
    lean = float(np.radians(rng.uniform(0, 15))) if rng.random() < 0.2 else 0.0
    bodies = []
    for k in range(count):
        step = (k - (count - 1) / 2) * spacing
        place = middle + along * step + outward * (bow * step * step + rng.normal(0, 0.15))
        facing = angle + (np.pi if is_turned_away else 0) + rng.normal(0, 0.12) + bow * step * 2
        first, second = rng.integers(0, 7, 2)
        x, y = place * style.width
        pose = solids.standing_pose(style, x, y, float(facing), lean, is_upright)
        bodies.append(TileBody("standing", int(first), int(second), pose))
    return bodies
