"""The stage of a filmed hand: a table, a set of tiles, a lamp and a camera over it, and what lies there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..assets import tabletops as tables
from ..assets.tile_faces import FaceMap, back_map, face_map
from ..assets.tile_styles import TileStyle, random_style
from ..optics import lights
from ..optics import pinhole as lens
from ..scenes import solids as bodies
from ..scenes.layouts import Laid

VIEW = (26.0, 30.0)
"""Tile widths across the picture, least and most."""


@dataclass(frozen=True)
class Body:
    """A tile in the world."""

    pose: bodies.Pose
    face: FaceMap


@dataclass(frozen=True)
class Stage:
    """All that stays the same while a hand is filmed."""

    style: TileStyle
    view: lens.Lens
    light: lights.Light
    ground: np.ndarray
    """(H, W, 3) float32: the bare table."""
    pool: np.ndarray
    """(H, W, 3) float32 gain."""
    back: FaceMap
    tone: np.ndarray
    """(256, 3) uint8: what the camera makes of each level of blue, green, red."""
    blur: float
    scale: float
    """Pixels of a tile's width in the middle of the picture."""


def _style(rng: np.random.Generator) -> TileStyle:
    """A set whose pips can be told from its faces at a glance."""
    while True:
        style = random_style(rng)
        face = np.array(style.face)
        contrast = min(float(np.abs(face - np.array(colour)).max()) for colour in style.pip_colours)
        if contrast > 0.35 and style.wear < 0.5:
            return style


def set_stage(rng: np.random.Generator, size: tuple[int, int], backgrounds: list[Path]) -> Stage:
    """A table, a set, a lamp and a camera that stands or hangs over the table's lower side."""
    style = _style(rng)
    width = float(rng.uniform(*VIEW)) * style.width
    focal = size[0] * float(rng.uniform(0.8, 1.4))
    elevation = np.radians(rng.uniform(62, 90))
    # The camera looks from -y, so the picture's right is the table's x and its top the table's far side.
    view = lens.look_at(
        rng.normal(0, 0.3, 2) * style.width,
        float(elevation),
        -np.pi / 2,
        float(rng.normal(0, 0.03)),
        focal * width / size[0],
        focal,
        size,
    )
    table = tables.random_table(rng, backgrounds)
    span = 1.9 * width
    side = table.shape[0]
    spread = np.array([[span / side, 0, -span / 2], [0, span / side, -span / 2], [0, 0, 1.0]])
    ground = cv2.warpPerspective(
        table, view.table_homography() @ spread, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    light = lights.random_light(rng)
    pool = np.clip(lights.light_pool(rng, size), 0.5, 1.6)
    pool = cv2.GaussianBlur(pool, (0, 0), size[0] / 20)
    exposure = float(np.clip(rng.uniform(0.38, 0.5) / max(float((ground * pool).mean()), 0.02), 0.4, 3.0))
    # No camera shows a bright set so light that its pips are lost.
    exposure = min(exposure, 1.0 / float(max(style.face) * np.quantile(pool, 0.9)))
    level = np.linspace(0, 1.5, 256)[:, None] * exposure * np.clip(rng.normal(1, 0.04, 3), 0.9, 1.1)
    tone = (np.clip(level, 0, 1) ** float(np.exp(rng.normal(0, 0.08))) * 255 + 0.5).astype(np.uint8)
    middle = np.array([[-0.5, 0, 0], [0.5, 0, 0]]) * style.width
    scale = float(np.linalg.norm(np.diff(view.project(middle), axis=0)))
    return Stage(
        style,
        view,
        light,
        ground,
        pool,
        back_map(rng, style, 48),
        tone,
        float(rng.uniform(0.4, 0.9)) * size[0] / 1280,
        scale,
    )


def paint_table(stage: Stage, lying: Iterable[Body]) -> np.ndarray:
    """(H, W, 3) uint8: the table with tiles on it, before noise."""
    size, style, lying = stage.view.size, stage.style, list(lying)
    canvas = stage.ground.copy()
    shade, contact = np.zeros((2, size[1], size[0]), np.uint8)
    for body in lying:
        outline = bodies.shadow(style, body.pose, stage.light)
        fallen = stage.view.project(np.c_[outline, np.zeros(len(outline))])
        for mask, polygon in ((shade, fallen), (contact, bodies.hull(style, body.pose, stage.view))):
            cv2.fillConvexPoly(mask, np.round(polygon * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = np.clip(stage.light.softness * style.thickness * style.width / 10 * stage.scale / style.width, 0.6, 30)
    for mask, blur, depth in ((shade, soft, 1 - stage.light.shadow), (contact, max(0.8, 0.12 * stage.scale), 0.35)):
        canvas *= 1 - depth * cv2.GaussianBlur(mask, (0, 0), float(blur))[..., None].astype(np.float32) / 255
    for body in sorted(lying, key=lambda one: -float(np.linalg.norm(one.pose.centre - stage.view.position))):
        bodies.draw_body(canvas, style, body.pose, body.face, stage.back, stage.view, stage.light)
    canvas *= stage.pool
    levels = np.clip(canvas * (255 / 1.5) + 0.5, 0, 255).astype(np.uint8)
    picture = cv2.LUT(levels, stage.tone[None])
    return cv2.GaussianBlur(picture, (0, 0), stage.blur)


def lying_body(stage: Stage, one: Laid, rng: np.random.Generator, face_up: bool = True) -> Body:
    """A tile on the stage's table."""
    across = int(np.clip(stage.scale * 1.3, 24, 160))
    pose = bodies.lying(stage.style, one.x * stage.style.width, one.y * stage.style.width, one.angle, face_up)
    return Body(pose, face_map(rng, stage.style, one.first, one.second, across))
