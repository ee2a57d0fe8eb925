"""Scenes of a domino table with exact labels, from a seed.

The table is a textured plane, tiles are solids lit by one lamp, and other things lie beside them.
`render(seed)` gives the same scene for the same seed and the same backgrounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from muggins.scorer import Tile
from muggins.vision.types import KINDS, TileKind

from ..assets import clutter, tabletops
from ..assets.printed_tiles import PrintedTile
from ..assets.tile_colours import Colour
from ..assets.tile_faces import back_map, face_map
from ..assets.tile_styles import TileStyle, random_style
from ..optics import lights
from ..optics.pinhole import PinholeCamera
from ..optics.sensor import ANY_CAMERA, HELD_PHONE, photograph
from . import solids
from .arrangement import Arrangement, Laid, TileBody, random_arrangement
from .covers import Cover, fingers_over, hand_around, paint_box, paint_parts
from .id_mask import FIRST_PRINTED, fill_polygon, mark_printed, visible_fraction
from .viewpoints import Viewpoint, aim_camera, at_elevation, random_viewpoint

GLARE_SHARE = 0.1
"""Share of scenes in which a lamp or a window is mirrored in some tiles."""
FAINT_GLARE = 0.3
"""Strength, against that of others, of what is mirrored in tiles that are counted: nobody photographs a lamp's image
in place of a tile."""
CAST_SHADOW_SHARES = (0.08, 0.4)
"""Share of scenes in which something out of the picture throws its shadow over the layout: in soft and hard light."""
FLASH_SHARE = 0.07
"""Share of scenes that are lit by the camera's flash."""
HELD_MM = (15.0, 70.0)
"""Least and greatest height of a tile that a hand holds."""
HELD_LEAN = (0.0, 35.0)
"""Degrees by which it leans towards the camera."""
LabelKind = TileKind | Literal["printed"]
"""How a tile lies, or that it is a picture of a tile that is printed on something."""
LABELS: tuple[LabelKind, ...] = (*KINDS, "printed")
"""The kinds that a training set labels."""
FACEUP, STANDING = LABELS.index("faceup"), LABELS.index("standing")
USUAL_TILE_WIDTH_MM = 24
"""Width of a usual tile. Things beside larger or smaller tiles are scaled as the tiles are."""
BACK_PX = 48
"""Height of the map of a tile's back."""


@dataclass(frozen=True)
class SceneTile:
    """A tile with its place in the picture."""

    kind: LabelKind
    tile: Tile
    first: int
    """Pips of the half between corners[0] and corners[1]."""
    second: int
    """Pips of the other half."""
    corners: np.ndarray
    """(4, 2) float32 px, clockwise, an end between the first two. May lie outside the picture."""
    box: tuple[float, float, float, float]
    """x0, y0, x1, y1 px of the whole body. May reach out of the picture."""
    visible: float
    """Share of the face (for a standing tile of the body) that is in the picture and not covered."""


@dataclass(frozen=True)
class RenderedScene:
    """A picture and its labels."""

    image: np.ndarray
    """(H, W, 3) uint8 BGR."""
    tiles: tuple[SceneTile, ...]
    printed: tuple[SceneTile, ...] = ()
    """Pictures of tiles on things that lie on the table."""
    style: TileStyle | None = None
    """The set that the tiles are of; None where it is not known."""


@dataclass(frozen=True)
class SceneConstraints:
    """What a scene must show. None leaves a choice to the seed."""

    elevation: float | None = None
    """Degrees of the camera above the table."""
    tile_length: float | None = None
    """Length in pixels of a tile in the middle of the picture, seen straight down."""
    brightness: float | None = None
    """The picture's mean after exposure, 0..1."""
    colours: tuple[Colour, Colour] | None = None
    """Colours of the tiles and of their pips."""
    style: TileStyle | None = None
    """The whole set of tiles. Overrides `colours`."""
    family: str | None = None
    """The one of tile_styles.FAMILIES that the set belongs to."""
    without: tuple[str, ...] = ()
    """Families of which the set, and every set on printed pages, has nothing."""
    highest: int | None = None
    """The most pips of a half in the set."""
    thing: str | None = None
    """A name of clutter.THINGS, or clutter.ANYTHING: no tiles, only things of this sort."""
    no_bars: bool = False
    """Whether no bar divides the halves. Where the family no-bar is left out, sets keep their bars all the same."""
    laid: Laid | None = None
    """How tiles lie face up."""
    covered: Cover | None = None
    """What hides some of the tiles in part."""
    beside: str | None = None
    """A name of clutter.THINGS: the only sort of things beside the tiles."""
    counted: bool = False
    """Somebody points a phone at the tiles face up to count them: none stands in a hand, and nothing lies under them or
    over them."""
    plain: bool = False
    """Seen from above on a bare table in light from all sides: real tiles that look most like printed ones."""


@dataclass(frozen=True)
class _Setting:
    """What is fixed before a scene is painted."""

    arrangement: Arrangement
    camera: PinholeCamera
    light: lights.Light

    @property
    def style(self) -> TileStyle:
        return self.arrangement.style


@dataclass(frozen=True)
class _Painting:
    """A scene that is being painted; both arrays change in place."""

    canvas: np.ndarray
    """(H, W, 3) float32, light 0..1."""
    ids: np.ndarray
    """(H, W) int32 ID mask."""


@dataclass(frozen=True)
class _PaintedTile:
    """A tile on the canvas. Outlines are in pixels."""

    number: int
    """Its number in the ID mask."""
    body: TileBody
    corners: np.ndarray
    """(4, 2)"""
    face: np.ndarray
    """(V, 2): the part whose visible share is labelled."""
    outline: np.ndarray
    """(V, 2): the whole body."""


def render(
    seed: int,
    backgrounds: list[Path] | None = None,
    size: tuple[int, int] | None = None,
    constraints: SceneConstraints | None = None,
    things: Sequence[Path] = (),
) -> RenderedScene:
    """The scene of a seed.

    `size` is width and height in pixels, drawn at random by default. A constraint does not change what the seed draws
    for the rest. `things` are pictures of things that may lie beside the tiles.
    """
    constraints = constraints or SceneConstraints()
    rng = np.random.default_rng([seed, 2026])
    size = _random_size(rng) if size is None else size
    flash_rng = np.random.default_rng([seed, 2027])
    setting = _draw_setting(rng, size, constraints)
    if not constraints.plain and flash_rng.random() < FLASH_SHARE:
        setting = replace(setting, light=lights.flash(flash_rng, setting.camera))
    canvas = _paint_table(rng, setting, backgrounds or [], constraints.plain)
    painting = _Painting(canvas, np.zeros((size[1], size[0]), np.int32))
    printed = _paint_things(rng, painting, setting, constraints, things)
    _cast_shadows(painting.canvas, setting)
    tiles = _paint_tiles(rng, painting, setting, np.random.default_rng([seed, 2028]), constraints.covered)
    if not constraints.counted:
        _paint_covers(rng, painting, size, tiles)
    canvas = painting.canvas
    canvas *= lights.random_light_gain(rng, size)
    if setting.light.position is not None:
        _light_up(flash_rng, painting, setting)
    if not constraints.plain:
        _throw_light(rng, painting, setting, tiles, FAINT_GLARE if constraints.counted else 1.0)
    if rng.random() < 0.2:
        lights.add_glare(rng, canvas)
    picture = photograph(rng, canvas, constraints.brightness, HELD_PHONE if constraints.counted else ANY_CAMERA)
    labels = [_label_tile(painting.ids, tile, size) for tile in tiles]
    pages = [_label_print(painting.ids, number, tile, size) for number, tile in printed]
    return RenderedScene(picture, tuple(labels), tuple(page for page in pages if page.visible > 0), setting.style)


def faceup_outlines(seed: int, size: tuple[int, int], constraints: SceneConstraints) -> list[np.ndarray]:
    """The corners (4, 2) px of the faces turned up in the scene of a seed, which is not painted. Some may lie outside.

    `size` is width and height in pixels.
    """
    setting = _draw_setting(np.random.default_rng([seed, 2026]), size, constraints)
    faceup = (body for body in setting.arrangement.bodies if body.kind == "faceup")
    return [solids.face_corners(setting.style, body.pose, setting.camera) for body in faceup]


def _random_size(rng: np.random.Generator) -> tuple[int, int]:
    """Width and height of a picture, three in four of them wide."""
    long = int(rng.choice([640, 832, 832, 960]))
    ratio = float(rng.choice([0.5625, 0.75, 0.75, 1.0]))
    return (long, int(long * ratio)) if rng.random() < 0.75 else (int(long * ratio), long)


def _draw_setting(rng: np.random.Generator, size: tuple[int, int], constraints: SceneConstraints) -> _Setting:
    """The set, the arrangement of its tiles, the camera and the light."""
    style = _constrained_style(_draw_style(rng, constraints), constraints)
    viewpoint = _constrained_viewpoint(rng, random_viewpoint(rng), constraints)
    arrangement = random_arrangement(
        rng, style, viewpoint.azimuth, constraints.highest, constraints.laid, constraints.counted
    )
    if constraints.thing is not None:
        arrangement = replace(arrangement, bodies=())
    camera = aim_camera(rng, size, arrangement, viewpoint, constraints.tile_length)
    light = lights.diffuse_light(rng) if constraints.plain else lights.random_light(rng)
    return _Setting(arrangement, camera, light)


def _draw_style(rng: np.random.Generator, constraints: SceneConstraints) -> TileStyle:
    """The set, from a generator of its own, so that a family changes nothing else that the seed draws."""
    own_rng = np.random.default_rng(rng.integers(2**63))
    return random_style(own_rng, without=constraints.without, only=constraints.family)


def _constrained_style(style: TileStyle, constraints: SceneConstraints) -> TileStyle:
    if constraints.colours is not None:
        face, pips = constraints.colours
        pip_colours = (pips,) * len(style.pip_colours)
        style = replace(style, face=face, back=face, side=face, wooden=False, pip_colours=pip_colours, bar_colour=pips)
    if constraints.no_bars and "no-bar" not in constraints.without:
        style = replace(style, bar=0.0)
    return constraints.style or style


def _constrained_viewpoint(rng: np.random.Generator, viewpoint: Viewpoint, constraints: SceneConstraints) -> Viewpoint:
    if constraints.elevation is not None:
        return at_elevation(viewpoint, np.radians(constraints.elevation))
    if constraints.plain:
        return viewpoint._replace(elevation=np.radians(rng.uniform(75, 90)))
    return viewpoint


def _paint_table(rng: np.random.Generator, setting: _Setting, backgrounds: list[Path], plain: bool) -> np.ndarray:
    """The table (H, W, 3) float32, at times with the room beyond its edge."""
    camera = setting.camera
    width, height = camera.size
    span = float(rng.uniform(250, 900)) * setting.style.width / USUAL_TILE_WIDTH_MM
    table = tabletops.plain_tabletop(rng) if plain else tabletops.random_tabletop(rng, backgrounds)
    to_world = tabletops.to_world(table, span)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.integers(4) * np.pi / 2
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    warp = camera.table_homography() @ spin @ to_world
    painted = cv2.warpPerspective(table, warp, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    canvas = np.asarray(painted)
    if rng.random() < 0.25:
        _paint_room(rng, canvas, camera, span)
    return canvas


def _paint_room(rng: np.random.Generator, canvas: np.ndarray, camera: PinholeCamera, span: float) -> None:
    """Paints a blurred room beyond a straight edge of the table, in place. `span` is the table's size in mm."""
    width, height = camera.size
    edge, place = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.5) * span * 0.5
    # A line on the table is a line in the picture, and the distance to it is linear in pixels.
    to_table = np.linalg.inv(camera.table_homography())
    line = np.array([np.cos(edge), np.sin(edge), -place]) @ to_table
    line *= np.sign(to_table[2] @ (width / 2, height / 2, 1)) / np.hypot(line[0], line[1])
    distance = line[0] * np.arange(width) + line[1] * np.arange(height)[:, None] + line[2]
    mask = np.clip(distance + 0.5, 0, 1)[..., None].astype(np.float32)
    texture = cv2.resize(tabletops.procedural_tabletop(rng, size=160), (width, height))
    room = texture * float(rng.uniform(0.2, 1.0))
    canvas += mask * (cv2.GaussianBlur(room, (0, 0), width / 120) - canvas)


def _paint_things(
    rng: np.random.Generator,
    painting: _Painting,
    setting: _Setting,
    constraints: SceneConstraints,
    things: Sequence[Path],
) -> list[tuple[int, PrintedTile]]:
    """Paints flat things beside the tiles. Returns the tiles printed on them, each with its number in the ID mask."""
    if not (rng.random() < 0.65 or constraints.thing or constraints.beside):
        return []
    style, camera = setting.style, setting.camera
    points = setting.arrangement.points * style.width
    low, high = points.min(0), points.max(0)
    printed: list[tuple[int, PrintedTile]] = []
    # Without tiles, things lie all over the picture rather than around the tiles.
    for _ in range(int(rng.integers(1, 9)) * (2 if constraints.thing else 1)):
        thing = clutter.random_flat_thing(rng, constraints.thing or constraints.beside, things, constraints.without)
        if constraints.thing:
            x, y = camera.table_point(rng.uniform(0, camera.size))
        else:
            x, y = rng.uniform(low - 120, high + 120)
        angle, shade = float(rng.uniform(0, 2 * np.pi)), min(max(0.0, float(rng.normal(0.1, 0.25))), 0.7)
        width = thing.width * style.width / USUAL_TILE_WIDTH_MM
        if constraints.counted and _lies_under_tiles(thing, width, np.array([x, y]), setting):
            continue
        outline = clutter.paint_flat_thing(painting.canvas, camera, thing.image, width, x, y, angle, shade)
        printed += mark_printed(thing, outline, painting.ids, FIRST_PRINTED + len(printed))
    return printed


def _lies_under_tiles(thing: clutter.FlatThing, width: float, place: np.ndarray, setting: _Setting) -> bool:
    """Whether a thing `width` mm wide at a place (2,) mm of the table may reach under a tile, however it is turned."""
    reach = width / 2 * float(np.hypot(1, thing.image.shape[0] / thing.image.shape[1]))
    tile = setting.style.width * float(np.hypot(1, setting.style.length)) / 2
    centres = np.array([body.pose.centre[:2] for body in setting.arrangement.bodies]).reshape(-1, 2)
    return bool((np.linalg.norm(centres - place, axis=1) < reach + tile).any())


def _cast_shadows(canvas: np.ndarray, setting: _Setting) -> None:
    """Darkens the table where bodies hide the lamp, and where they touch it."""
    style, camera, light = setting.style, setting.camera, setting.light
    shadows = []
    for body in setting.arrangement.bodies:
        ground = solids.shadow_outline(style, body.pose, light.at(body.pose.centre))
        shadows.append(camera.project(np.c_[ground, np.zeros(len(ground))]))
    homography = camera.table_homography()
    pixels_per_mm = np.sqrt(abs(np.linalg.det(homography[:2, :2]))) / abs(homography[2, 2])
    blur = max(0.6, light.softness * style.thickness * style.width / 10 * pixels_per_mm)
    canvas *= 1 - (1 - light.shadow) * _blurred(_polygon_mask(shadows, camera.size), min(blur, 30))
    bodies = [solids.silhouette(style, body.pose, camera) for body in setting.arrangement.bodies]
    contact_blur = max(0.8, 0.12 * style.width * pixels_per_mm)
    canvas *= 1 - light.contact * _blurred(_polygon_mask(bodies, camera.size), contact_blur)


def _polygon_mask(polygons: Sequence[np.ndarray], size: tuple[int, int]) -> np.ndarray:
    """A mask (H, W) uint8 that is 255 inside polygons (V, 2) px. `size` is width and height."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    for polygon in polygons:
        limited = np.clip(polygon, -4 * max(size), 5 * max(size))
        cv2.fillConvexPoly(mask, np.round(limited * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return mask


def _blurred(mask: np.ndarray, sigma: float) -> np.ndarray:
    """A mask (H, W) uint8 blurred to (H, W, 1) float32, 0..1.

    Wide blurs are done on a small copy: at full size they took two thirds of the renderer's time.
    """
    shrink = max(1, int(sigma / 2))
    height, width = mask.shape
    small = cv2.resize(mask, (max(1, width // shrink), max(1, height // shrink)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), sigma / shrink)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR))[..., None]


def _paint_tiles(
    rng: np.random.Generator,
    painting: _Painting,
    setting: _Setting,
    cover_rng: np.random.Generator,
    covered: Cover | None = None,
) -> list[_PaintedTile]:
    """Paints the tiles from the farthest and lowest to the nearest and highest, and returns those in the picture.

    With `covered` some of those face up are hidden in part by it.
    """
    style, camera = setting.style, setting.camera
    size = camera.size
    held = _held_up(cover_rng, setting) if covered == "hand" else {}

    def depth(body: TileBody) -> tuple[float, float]:
        layer = round(body.pose.centre[2] / style.width / style.thickness)
        return layer, -float(np.linalg.norm(body.pose.centre - camera.position))

    order = sorted((held.get(body, body) for body in setting.arrangement.bodies), key=depth)
    back = back_map(rng, style, BACK_PX)
    painted = []
    for number, body in enumerate(order, 1):
        outline = solids.silhouette(style, body.pose, camera)
        longest = max(np.ptp(outline, axis=0))
        if (outline.max(0) < 0).any() or (outline.min(0) > size).any() or longest > 6 * max(size):
            continue
        face = face_map(rng, style, body.first, body.second, int(np.clip(longest * 0.6, 24, 160)))
        corners = solids.face_corners(style, body.pose, camera)
        is_held, width = body in held.values(), float(np.linalg.norm(corners[1] - corners[0]))
        behind, over = hand_around(cover_rng, corners, size) if is_held else ((), ())
        paint_parts(painting.canvas, painting.ids, behind, width)
        solids.draw_body(painting.canvas, style, body.pose, face, back, camera, setting.light.at(body.pose.centre))
        # The body hides what is behind it; only its face counts as the tile.
        fill_polygon(painting.ids, outline, -number)
        shown = outline if body.kind == "standing" else corners
        fill_polygon(painting.ids, shown, number)
        paint_parts(painting.canvas, painting.ids, over, width)
        painted.append(_PaintedTile(number, body, corners, shown, outline))
    faceup = [tile for tile in painted if tile.body.kind == "faceup"]
    for index in cover_rng.permutation(len(faceup))[: int(cover_rng.integers(1, 4))]:
        corners = faceup[index].corners
        if covered == "fingers":
            width = float(np.linalg.norm(corners[1] - corners[0]))
            paint_parts(painting.canvas, painting.ids, fingers_over(cover_rng, corners, size), width)
        elif covered == "box":
            on_table = np.array([camera.table_point(corner) for corner in corners])
            paint_box(cover_rng, painting.canvas, painting.ids, camera, on_table, style.width / USUAL_TILE_WIDTH_MM)
    return painted


def _held_up(rng: np.random.Generator, setting: _Setting) -> dict[TileBody, TileBody]:
    """One or two of the tiles face up, each as a hand holds it above the table and somewhat towards the camera."""
    faceup = [body for body in setting.arrangement.bodies if body.kind == "faceup"]
    held = {}
    for index in rng.permutation(len(faceup))[: int(rng.integers(1, 3))]:
        body = faceup[index]
        to_camera = setting.camera.position - body.pose.centre
        away = float(np.arctan2(to_camera[1], to_camera[0]))
        lean = float(np.radians(rng.uniform(*HELD_LEAN)))
        pose = solids.leaning_pose(setting.style, body.pose, lean, away + float(rng.normal(0, 0.4)))
        lift = np.array([0.0, 0.0, float(rng.uniform(*HELD_MM))])
        held[body] = replace(body, pose=solids.Pose(pose.centre + lift, pose.axes))
    return held


def _light_up(rng: np.random.Generator, painting: _Painting, setting: _Setting) -> None:
    """What a lamp near the camera lights, and its image in a glossy table where the picture shows it."""
    camera, lamp, canvas = setting.camera, setting.light.position, painting.canvas
    assert lamp is not None
    canvas *= lights.falloff(setting.light, camera)
    # The table mirrors the lamp where the line from the camera to the lamp below the table passes it.
    share = camera.position[2] / (camera.position[2] + lamp[2])
    mirrored = camera.position + share * (lamp * (1, 1, -1) - camera.position)
    at = camera.project(mirrored)
    if (at < 0).any() or (at > camera.size).any():
        return
    spread = max(camera.size) * float(rng.uniform(0.01, 0.08))
    across, down = (np.arange(length, dtype=np.float32) for length in camera.size)
    spot = np.exp(-((across - at[0]) ** 2 + (down[:, None] - at[1]) ** 2) / (2 * spread**2))
    canvas += float(rng.uniform(0, 0.6)) * (spot * (painting.ids == 0))[..., None].astype(np.float32)


def _throw_light(
    rng: np.random.Generator, painting: _Painting, setting: _Setting, tiles: Sequence[_PaintedTile], glare: float = 1.0
) -> None:
    """Throws a shadow across the layout at times, and lets tiles mirror a lamp at times; what they hide stays labelled.

    `glare`, 0..1, is how strongly they mirror it.
    """
    canvas, size = painting.canvas, setting.camera.size
    is_hard = setting.light.softness < lights.HARD_SOFTNESS_MM
    if rng.random() < CAST_SHADOW_SHARES[is_hard]:
        canvas *= lights.cast_shadow(rng, size, is_hard)
    if tiles and rng.random() < GLARE_SHARE:
        tile = tiles[int(rng.integers(len(tiles)))]
        length = float(np.linalg.norm(tile.corners[2] - tile.corners[1]))
        centre = tile.corners.mean(axis=0) + rng.normal(0, 0.3, 2) * length
        mirrored = lights.reflection(rng, size, centre, min(length, size[0]) * float(rng.uniform(0.25, 1.8)))
        # A table is mostly duller than the tiles.
        is_tile = (painting.ids != 0) & (np.abs(painting.ids) < FIRST_PRINTED)
        dull = float(rng.uniform(0, 0.35))
        canvas += (
            glare * float(rng.uniform(0.25, 1.0)) * mirrored * np.where(is_tile, 1, dull)[..., None].astype(np.float32)
        )


def _paint_covers(
    rng: np.random.Generator, painting: _Painting, size: tuple[int, int], tiles: Sequence[_PaintedTile]
) -> None:
    """At times paints arms over the table, at times a cup. What they cover leaves the ID mask."""
    widths = [np.linalg.norm(tile.corners[1] - tile.corners[0]) for tile in tiles]
    tile_width = float(np.median(widths)) if widths else size[0] / 20
    if rng.random() < 0.15:
        _paint_arms(rng, painting, size, tile_width * float(rng.uniform(1.0, 1.6)))
    if rng.random() < 0.12:
        centre = rng.uniform(0, 1, 2) * size
        outline = clutter.paint_cup(rng, painting.canvas, centre, tile_width * float(rng.uniform(0.3, 2.5)))
        cv2.fillConvexPoly(painting.ids, np.round(outline).astype(np.int32), 0)


def _paint_arms(rng: np.random.Generator, painting: _Painting, size: tuple[int, int], tile_width: float) -> None:
    """Paints one or two arms and their shadows."""
    for _ in range(int(rng.integers(1, 3))):
        parts = clutter.random_arm_polygons(rng, size, tile_width)
        offset = rng.normal(0, 0.8, 2) * tile_width
        shadow = _polygon_mask([polygon + offset for polygon, _ in parts], size)
        canvas = painting.canvas
        canvas *= 1 - float(rng.uniform(0.15, 0.55)) * _blurred(shadow, max(1.0, tile_width * 0.35))
        for polygon, colour in parts:
            low = np.clip(np.floor(polygon.min(axis=0)) - 2, 0, size).astype(int)
            high = np.clip(np.ceil(polygon.max(axis=0)) + 2, 0, size).astype(int)
            if (high <= low).any():
                continue
            mask = _polygon_mask([polygon - low], (int(high[0] - low[0]), int(high[1] - low[1])))
            rounding = _blurred(mask, max(1.0, tile_width * 0.3))
            region = canvas[low[1] : high[1], low[0] : high[0]]
            region += _blurred(mask, 0.7) * (colour * (0.45 + 0.6 * rounding) - region)
            painting.ids[low[1] : high[1], low[0] : high[0]][mask > 127] = 0


def _label_tile(ids: np.ndarray, painted: _PaintedTile, size: tuple[int, int]) -> SceneTile:
    body = painted.body
    visible = visible_fraction(ids, painted.number, painted.face, size)
    return _label(body.kind, (body.first, body.second), painted.corners, painted.outline, visible)


def _label_print(ids: np.ndarray, number: int, tile: PrintedTile, size: tuple[int, int]) -> SceneTile:
    visible = visible_fraction(ids, number, tile.corners, size)
    return _label("printed", (tile.first, tile.second), tile.corners, tile.corners, visible)


def _label(
    kind: LabelKind, halves: tuple[int, int], corners: np.ndarray, outline: np.ndarray, visible: float
) -> SceneTile:
    """The label of a tile whose body has the `outline` (V, 2) px."""
    (left, top), (right, bottom) = outline.min(axis=0).tolist(), outline.max(axis=0).tolist()
    box = (left, top, right, bottom)
    return SceneTile(kind, Tile(max(halves), min(halves)), *halves, corners, box, min(visible, 1.0))
