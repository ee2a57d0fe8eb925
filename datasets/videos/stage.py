"""The stage of a filmed hand: a table, a set of tiles, a lamp, a camera, and what lies there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..assets import tabletops
from ..assets.tile_faces import FaceMap, back_map, face_map
from ..assets.tile_styles import TileStyle, random_style
from ..optics import lights
from ..optics.pinhole import PinholeCamera, look_at
from ..scenes import solids
from ..scenes.layouts import LaidTile
from ..scenes.render import BACK_PX

VIEW_WIDTHS = (26.0, 30.0)
"""Least and greatest width of the picture in tile widths."""
BRIGHTEST = 1.5
"""Light at which the camera's tone curve ends."""


@dataclass(frozen=True)
class StageTile:
    """A tile in the world."""

    pose: solids.Pose
    face: FaceMap


@dataclass(frozen=True)
class FilmSet:
    """All that stays the same while a hand is filmed."""

    style: TileStyle
    camera: PinholeCamera
    light: lights.Light
    table: np.ndarray
    """(H, W, 3) float32: the bare table."""
    light_gain: np.ndarray
    """(H, W, 3) float32"""
    back: FaceMap
    tone_curve: np.ndarray
    """(256, 3) uint8: the camera's level for each level of blue, green and red."""
    blur: float
    """Sigma of the lens in pixels."""
    tile_width: float
    """Pixels of a tile's width in the middle of the picture."""


def _readable_style(rng: np.random.Generator) -> TileStyle:
    """A set whose pips stand out clearly from its faces. Numerals are left out: many readers refuse them."""
    while True:
        style = random_style(rng, without=["numerals"])
        face = np.array(style.face)
        contrast = min(float(np.abs(face - np.array(colour)).max()) for colour in style.pip_colours)
        if contrast > 0.35 and style.wear < 0.5:
            return style


def random_stage(rng: np.random.Generator, size: tuple[int, int], backgrounds: list[Path]) -> FilmSet:
    """A stage for pictures of `size` (width, height). Its camera stands or hangs over the lower side of the table."""
    style = _readable_style(rng)
    camera, width = _random_camera(rng, size, style.width)
    table = tabletops.random_tabletop(rng, backgrounds)
    span = 1.9 * width
    to_world = tabletops.to_world(table, span)
    warp = camera.table_homography() @ to_world
    painted = cv2.warpPerspective(table, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    light = lights.random_light(rng)
    gain = np.clip(lights.random_light_gain(rng, size), 0.5, 1.6)
    gain = np.asarray(cv2.GaussianBlur(gain, (0, 0), size[0] / 20))
    tone_curve = _tone_curve(rng, float((painted * gain).mean()), max(style.face) * np.quantile(gain, 0.9))
    middle = np.array([[-0.5, 0, 0], [0.5, 0, 0]]) * style.width
    tile_width = float(np.linalg.norm(np.diff(camera.project(middle), axis=0)))
    back = back_map(rng, style, BACK_PX)
    blur = float(rng.uniform(0.4, 0.9)) * size[0] / 1280
    return FilmSet(style, camera, light, np.asarray(painted), gain, back, tone_curve, blur, tile_width)


def _random_camera(rng: np.random.Generator, size: tuple[int, int], tile_width: float) -> tuple[PinholeCamera, float]:
    """A camera and the width of its view in mm. `tile_width` is in mm."""
    width = float(rng.uniform(*VIEW_WIDTHS)) * tile_width
    focal = size[0] * float(rng.uniform(0.8, 1.4))
    elevation = float(np.radians(rng.uniform(62, 90)))
    target, roll = rng.normal(0, 0.3, 2) * tile_width, float(rng.normal(0, 0.03))
    # From an azimuth of -90 degrees the picture's right is the table's x axis and its top is the far side.
    return look_at(target, elevation, -np.pi / 2, roll, focal * width / size[0], focal, size), width


def _tone_curve(rng: np.random.Generator, mean: float, brightest_face: float) -> np.ndarray:
    """The tone curve (256, 3) uint8 of a camera that exposes for light of `mean`.

    Exposure stops where the brightest faces would lose their pips.
    """
    exposure = float(np.clip(rng.uniform(0.38, 0.5) / max(mean, 0.02), 0.4, 3.0))
    exposure = min(exposure, 1.0 / float(brightest_face))
    level = np.linspace(0, BRIGHTEST, 256)[:, None] * exposure * np.clip(rng.normal(1, 0.04, 3), 0.9, 1.1)
    return (np.clip(level, 0, 1) ** float(np.exp(rng.normal(0, 0.08))) * 255 + 0.5).astype(np.uint8)


def render_table(stage: FilmSet, tiles: Iterable[StageTile]) -> np.ndarray:
    """The table with tiles on it, (H, W, 3) uint8, before noise."""
    camera, style, light, tiles = stage.camera, stage.style, stage.light, list(tiles)
    canvas = stage.table.copy()
    shadow, contact = np.zeros((2, camera.size[1], camera.size[0]), np.uint8)
    for tile in tiles:
        ground = solids.shadow_outline(style, tile.pose, light)
        fallen = camera.project(np.c_[ground, np.zeros(len(ground))])
        for mask, polygon in ((shadow, fallen), (contact, solids.silhouette(style, tile.pose, camera))):
            cv2.fillConvexPoly(mask, np.round(polygon * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    softness = light.softness * style.thickness * style.width / 10 * stage.tile_width / style.width
    shadow_blur, contact_blur = float(np.clip(softness, 0.6, 30)), float(max(0.8, 0.12 * stage.tile_width))
    for mask, blur, depth in ((shadow, shadow_blur, 1 - light.shadow), (contact, contact_blur, 0.35)):
        canvas *= 1 - depth * cv2.GaussianBlur(mask, (0, 0), blur)[..., None].astype(np.float32) / 255
    for tile in sorted(tiles, key=lambda tile: -float(np.linalg.norm(tile.pose.centre - camera.position))):
        solids.draw_body(canvas, style, tile.pose, tile.face, stage.back, camera, light)
    canvas *= stage.light_gain
    levels = np.clip(canvas * (255 / BRIGHTEST) + 0.5, 0, 255).astype(np.uint8)
    picture = cv2.LUT(levels, stage.tone_curve[None])
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), stage.blur), np.uint8)


def stage_tile(stage: FilmSet, laid: LaidTile, rng: np.random.Generator, face_up: bool = True) -> StageTile:
    """A tile on the stage's table."""
    style = stage.style
    face_px = int(np.clip(stage.tile_width * 1.3, 24, 160))
    pose = solids.lying_pose(style, laid.x * style.width, laid.y * style.width, laid.angle, face_up)
    return StageTile(pose, face_map(rng, style, laid.first, laid.second, face_px))
