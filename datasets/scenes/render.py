"""Scenes of a domino table with exact labels, from a seed.

The table is a textured plane, tiles are solids lit by one lamp, and what a player would find beside them lies about.
`render(seed)` gives the same scene for the same seed and the same backgrounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from muggins.scorer import Tile

from ..assets import clutter
from ..assets import tabletops as tables
from ..assets.printed_tiles import PrintedTile
from ..assets.tile_faces import back_map, face_map
from ..assets.tile_styles import Colour, TileStyle, random_style
from ..optics import lights
from ..optics import pinhole as lens
from ..optics.sensor import photograph
from . import solids as bodies
from .arrangement import Arrangement, arrange
from .id_mask import FIRST_PRINTED, fill, printed_on, visible_share
from .viewpoints import aimed_camera, raised, random_sight

KINDS = ("faceup", "facedown", "standing")
PHOTOS = 0.25
"""Share of pages with printed tiles that are photos of tiles on a table."""
PRINTED = "printed"
"""The kind of what is no tile, but the picture of one that is printed on something."""
LABELS = (*KINDS, PRINTED)
"""What is labelled in a set."""


@dataclass(frozen=True)
class SceneTile:
    """A tile as it stands in the picture."""

    kind: str
    """One of KINDS, or PRINTED."""
    tile: Tile
    first: int
    """Pips of the half between corners[0] and corners[1] and the middle; `second` the other half's."""
    second: int
    corners: np.ndarray
    """(4, 2) float32 px, clockwise, corners[0] to corners[1] is an end; may lie outside the picture."""
    box: tuple[float, float, float, float]
    """x0, y0, x1, y1 px, of the whole body; may reach out of the picture."""
    visible: float
    """Share of the face (of the body for a standing tile) that is in the picture and not covered."""


@dataclass(frozen=True)
class Scene:
    """A picture and what is in it."""

    image: np.ndarray
    """(H, W, 3) uint8 BGR."""
    tiles: tuple[SceneTile, ...]
    printed: tuple[SceneTile, ...] = ()
    """What only looks like tiles: they are printed on what lies on the table."""


@dataclass(frozen=True)
class Held:
    """What is held still in scenes that else are drawn at random; None leaves it to the seed."""

    elevation: float | None = None
    """Degrees of the camera above the table."""
    tile_length: float | None = None
    """Pixels that a tile in the middle is long, seen straight down."""
    brightness: float | None = None
    """What the exposure brings the picture's mean to, 0..1."""
    colours: tuple[Colour, Colour] | None = None
    """Of the tiles and of their pips."""
    style: TileStyle | None = None
    """The whole set of tiles, whatever `colours` says."""
    highest: int | None = None
    """The most pips of a half in the set."""
    thing: str | None = None
    """No tile lies there, but some of what has this name among clutter.THINGS, or clutter.ANYTHING."""
    no_bars: bool = False
    """No bar divides the halves."""
    laid: str | None = None
    """How tiles lie face up, one of arrange.WAYS."""
    beside: str | None = None
    """What lies beside the tiles is all of this name among clutter.THINGS."""
    plain: bool = False
    """Seen from above on a bare table in light from everywhere: real tiles that look the most like printed ones."""


def _paint_table(rng: np.random.Generator, view: lens.Lens, table: np.ndarray, span: float) -> np.ndarray:
    """(H, W, 3) float32: the table, and now and then the room beyond its edge."""
    width, height = view.size
    side = table.shape[0]
    to_world = np.array([[span / side, 0, -span / 2], [0, span / side, -span / 2], [0, 0, 1.0]])
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.integers(4) * np.pi / 2
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    warp = view.table_homography() @ spin @ to_world
    # Behind the camera's horizon a homography mirrors the table; those pixels are room.
    canvas = cv2.warpPerspective(table, warp, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if rng.random() < 0.25:
        x, y = np.meshgrid(np.arange(0, width, 8, dtype=np.float64), np.arange(0, height, 8, dtype=np.float64))
        ground = np.stack([x, y, np.ones_like(x)], -1) @ np.linalg.inv(view.table_homography()).T
        ground = ground[..., :2] / ground[..., 2:]
        edge = rng.uniform(0, 2 * np.pi)
        far = (ground[..., 0] * np.cos(edge) + ground[..., 1] * np.sin(edge)) > rng.uniform(0.15, 0.5) * span * 0.5
        mask = cv2.resize(far.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
        mask = np.clip((mask - 0.5) * 8 + 0.5, 0, 1)[..., None]
        room = cv2.resize(tables.procedural_table(rng, size=160), (width, height)) * float(rng.uniform(0.2, 1.0))
        canvas += mask * (cv2.GaussianBlur(room, (0, 0), width / 120) - canvas)
    return canvas


def _polygon_mask(polygons: list[np.ndarray], size: tuple[int, int], value: int = 255) -> np.ndarray:
    mask = np.zeros((size[1], size[0]), np.uint8)
    for polygon in polygons:
        limited = np.clip(polygon, -4 * max(size), 5 * max(size))
        cv2.fillConvexPoly(mask, np.round(limited * 16).astype(np.int32), value, cv2.LINE_AA, 4)
    return mask


def _softened(mask: np.ndarray, sigma: float) -> np.ndarray:
    """A mask (H, W) uint8 blurred, (H, W, 1) float32 0..1; wide blurs are done on a small copy, for time's sake."""
    shrink = max(1, int(sigma / 2))
    small = cv2.resize(
        mask, (max(1, mask.shape[1] // shrink), max(1, mask.shape[0] // shrink)), interpolation=cv2.INTER_AREA
    )
    small = cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), sigma / shrink)
    return cv2.resize(small, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)[..., None]


def _cast_shadows(canvas: np.ndarray, view: lens.Lens, light: lights.Light, placed: Arrangement) -> None:
    """Darkens the table where bodies hide the lamp, and where they touch it."""
    style = placed.style
    ground = []
    for body in placed.bodies:
        outline = bodies.shadow(style, body.pose, light)
        ground.append(view.project(np.c_[outline, np.zeros(len(outline))]))
    pixels = np.sqrt(abs(np.linalg.det(view.table_homography()[:2, :2]))) / abs(view.table_homography()[2, 2])
    mask = _polygon_mask(ground, view.size)
    blur = max(0.6, light.softness * style.thickness * style.width / 10 * pixels)
    canvas *= 1 - (1 - light.shadow) * _softened(mask, min(blur, 30))
    contact = [bodies.hull(style, body.pose, view) for body in placed.bodies]
    canvas *= 1 - light.contact * _softened(_polygon_mask(contact, view.size), max(0.8, 0.12 * style.width * pixels))


def _photo_of_tiles(rng: np.random.Generator, backgrounds: list[Path] | None) -> clutter.FlatThing:
    """A photo of tiles on a table, as on the box of a set: only its edge tells that they do not lie here."""
    thing = str(rng.choice(("card", "text", "block", "chip")))  # no printed tiles, nor photos of photos
    scene = render(int(rng.integers(50_000_000)), backgrounds, (600, 450), Held(beside=thing))
    white = int(rng.choice([0, 0, 15, 40]))
    photo = cv2.copyMakeBorder(scene.image, white, white, white, white, cv2.BORDER_CONSTANT, value=(250, 250, 250))
    image = np.dstack([photo, np.full(photo.shape[:2], 255, np.uint8)]).astype(np.float32) / 255
    tiles = tuple(
        PrintedTile(np.asarray(one.corners + white, np.float32), one.first, one.second)
        for one in scene.tiles
        if one.kind == "faceup" and one.visible > 0.6
    )
    return clutter.FlatThing(image, float(rng.uniform(100, 400)), tiles)


def _reach_over(rng: np.random.Generator, canvas: np.ndarray, index: np.ndarray, scale: float) -> None:
    """Arms over the table, with the shadow they throw; what they cover is no longer visible in `index`."""
    size = (canvas.shape[1], canvas.shape[0])
    for _ in range(int(rng.integers(1, 3))):
        shapes, colours = clutter.arm(rng, size, scale)
        offset = rng.normal(0, 0.8, 2) * scale
        shade = _softened(_polygon_mask([s + offset for s in shapes], size), max(1.0, scale * 0.35))
        canvas *= 1 - float(rng.uniform(0.15, 0.55)) * shade
        for shape, colour in zip(shapes, colours, strict=True):
            low = np.clip(np.floor(shape.min(axis=0)) - 2, 0, size).astype(int)
            high = np.clip(np.ceil(shape.max(axis=0)) + 2, 0, size).astype(int)
            if (high <= low).any():
                continue
            mask = _polygon_mask([shape - low], (int(high[0] - low[0]), int(high[1] - low[1])))
            rounding = _softened(mask, max(1.0, scale * 0.3))
            part = canvas[low[1] : high[1], low[0] : high[0]]
            part += _softened(mask, 0.7) * (colour * (0.45 + 0.6 * rounding) - part)
            index[low[1] : high[1], low[0] : high[0]][mask > 127] = 0


def render(
    seed: int,
    backgrounds: list[Path] | None = None,
    size: tuple[int, int] | None = None,
    held: Held | None = None,
    things: Sequence[Path] = (),
) -> Scene:
    """The scene of a seed; `size` is width and height in pixels, drawn at random where it is not given.

    What is not `held` is drawn from the seed as ever. `things` are pictures of what may lie beside the tiles.
    """
    held = held or Held()
    rng = np.random.default_rng([seed, 2026])
    if size is None:
        long = int(rng.choice([640, 832, 832, 960]))
        ratio = float(rng.choice([0.5625, 0.75, 0.75, 1.0]))
        size = (long, int(long * ratio)) if rng.random() < 0.75 else (int(long * ratio), long)
    style = random_style(rng)
    if held.colours is not None:
        face, pips = held.colours
        many = (pips,) * len(style.pip_colours)
        style = replace(style, face=face, back=face, side=face, wooden=False, pip_colours=many, bar_colour=pips)
    if held.no_bars:
        style = replace(style, bar=0.0)
    style = held.style or style
    sight = random_sight(rng)
    if held.elevation is not None:
        sight = raised(sight, np.radians(held.elevation))
    elif held.plain:
        sight = (np.radians(rng.uniform(75, 90)), *sight[1:])
    placed = arrange(rng, style, sight[1], held.highest, held.laid)
    if held.thing is not None:
        placed = replace(placed, bodies=())
    view = aimed_camera(rng, size, placed, sight, held.tile_length)
    light = lights.even_light(rng) if held.plain else lights.random_light(rng)
    span = float(rng.uniform(250, 900)) * style.width / 24
    table = tables.bare_table(rng) if held.plain else tables.random_table(rng, backgrounds or [])
    canvas = _paint_table(rng, view, table, span)
    index = np.zeros((size[1], size[0]), np.int32)
    prints: list[tuple[int, PrintedTile]] = []
    of_photos = np.random.default_rng([seed, 2027])
    points = placed.points * style.width
    low, high = points.min(0), points.max(0)
    if rng.random() < 0.65 or held.thing or held.beside:
        # Where no tile lies, things lie all over the picture rather than around the tiles.
        for _ in range(int(rng.integers(1, 9)) * (2 if held.thing else 1)):
            thing = clutter.flat_thing(rng, held.thing or held.beside, things)
            if thing.printed and of_photos.random() < PHOTOS:
                thing = _photo_of_tiles(of_photos, backgrounds)
            x, y = view.on_table(rng.uniform(0, size)) if held.thing else rng.uniform(low - 120, high + 120)
            turn, shade = float(rng.uniform(0, 2 * np.pi)), max(0.0, float(rng.normal(0.1, 0.25)))
            width = thing.width * style.width / 24
            edge = clutter.lay_flat(rng, canvas, view, thing.image, width, x, y, turn, min(shade, 0.7))
            prints += printed_on(thing, edge, index, FIRST_PRINTED + len(prints))
    canvas = np.ascontiguousarray(canvas)
    _cast_shadows(canvas, view, light, placed)

    order = sorted(
        placed.bodies,
        key=lambda b: (
            round(b.pose.centre[2] / style.width / style.thickness),
            -np.linalg.norm(b.pose.centre - view.position),
        ),
    )
    backs = back_map(rng, style, 48)
    labels = []
    for number, body in enumerate(order, 1):
        outline = bodies.hull(style, body.pose, view)
        extent = np.ptp(outline, axis=0)
        if (outline.max(0) < 0).any() or (outline.min(0) > size).any() or max(extent) > 6 * max(size):
            continue
        across = int(np.clip(max(extent) * 0.6, 24, 160))
        face = face_map(rng, style, body.first, body.second, across)
        bodies.draw_body(canvas, style, body.pose, face, backs, view, light)
        corners = bodies.face_corners(style, body.pose, view)
        fill(index, outline, -number)
        shown = outline if body.kind == "standing" else corners
        fill(index, shown, number)
        labels.append((number, body, corners, shown, outline))
    scale = float(np.median([np.linalg.norm(c[1] - c[0]) for _, _, c, _, _ in labels])) if labels else size[0] / 20
    if rng.random() < 0.15:
        _reach_over(rng, canvas, index, scale * float(rng.uniform(1.0, 1.6)))
    if rng.random() < 0.12:
        outline = clutter.cup(rng, canvas, rng.uniform(0, 1, 2) * size, scale * float(rng.uniform(0.3, 2.5)))
        cv2.fillConvexPoly(index, np.round(outline).astype(np.int32), 0)
    canvas *= lights.light_pool(rng, size)
    if rng.random() < 0.2:
        lights.add_glare(rng, canvas)
    picture = photograph(rng, canvas, held.brightness)

    found = [
        _seen(body.kind, body.first, body.second, corners, outline, visible_share(index, number, shown, size))
        for number, body, corners, shown, outline in labels
    ]
    alike = [
        _seen(PRINTED, one.first, one.second, one.corners, one.corners, visible_share(index, number, one.corners, size))
        for number, one in prints
    ]
    return Scene(picture, tuple(found), tuple(one for one in alike if one.visible > 0))


def _seen(kind: str, first: int, second: int, corners: np.ndarray, outline: np.ndarray, share: float) -> SceneTile:
    """A tile as it stands in the picture, its body's `outline` (V, 2) px."""
    (left, top), (right, bottom) = outline.min(axis=0).tolist(), outline.max(axis=0).tolist()
    tile = Tile(max(first, second), min(first, second))
    return SceneTile(kind, tile, first, second, corners, (left, top, right, bottom), min(share, 1.0))
