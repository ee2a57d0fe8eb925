"""A tile as a solid: its surfaces in the world, its outlines in the picture, and how it is painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from ..assets.tile_faces import FaceMap
from ..assets.tile_styles import TileStyle
from ..optics.lights import Light
from ..optics.pinhole import PinholeCamera
from ..optics.plane import place_flat

OUTLINE_POINTS = 20
"""Points of a tile's rounded outline: 5 for each corner."""
SMALL_TILE_PX = 220
"""Tiles smaller than this are painted up to 4 times larger and shrunk, for smooth edges."""


@dataclass(frozen=True)
class Pose:
    """Place and direction of a tile in the world."""

    centre: np.ndarray
    """(3,) mm: the middle of the body."""
    axes: np.ndarray
    """(3, 3): columns are the tile's axes in the world, x along the tile, y across, z out of the face."""


def lying_pose(style: TileStyle, x: float, y: float, angle: float, face_up: bool = True, lift: float = 0.0) -> Pose:
    """The pose of a tile flat on the table; `angle` radians from world x to its length, `lift` mm above the table."""
    c, s = np.cos(angle), np.sin(angle)
    along = np.array([c, s, 0.0])
    up = np.array([0, 0, 1.0 if face_up else -1.0])
    axes = np.stack([along, np.cross(up, along), up], axis=1)
    return Pose(np.array([x, y, lift + style.thickness * style.width / 2]), axes)


def leaning_pose(style: TileStyle, pose: Pose, lean: float, towards: float) -> Pose:
    """The pose of a lying tile that leans `towards` a direction by `lean`, in radians: its edge there stays down."""
    down = np.array([np.cos(towards), np.sin(towards), 0.0])
    across = np.array([-down[1], down[0], 0.0])
    upright = np.array([0.0, 0.0, 1.0])
    tilted = np.stack(
        [down * np.cos(lean) - upright * np.sin(lean), across, upright * np.cos(lean) + down * np.sin(lean)]
    )
    turn = tilted.T @ np.stack([down, across, upright])
    reach = (abs(pose.axes[:, 0] @ down) * style.length + abs(pose.axes[:, 1] @ down)) * style.width / 2
    return Pose(pose.centre + upright * reach * np.sin(lean), turn @ pose.axes)


def standing_pose(style: TileStyle, x: float, y: float, angle: float, lean: float = 0.0, upright: bool = False) -> Pose:
    """The pose of a tile on its long edge, or on an end if `upright`.

    The face looks in the direction `angle` and leans back by `lean`, in radians.
    """
    face = np.array([np.cos(angle) * np.cos(lean), np.sin(angle) * np.cos(lean), np.sin(lean)])
    side = np.array([-np.sin(angle), np.cos(angle), 0.0])
    rise = np.cross(face, side)
    along = rise if upright else side
    axes = np.stack([along, np.cross(face, along), face], axis=1)
    reach = style.length if upright else 1.0
    height = (abs(rise[2]) * reach + abs(face[2]) * style.thickness) * style.width / 2
    return Pose(np.array([x, y, height]), axes)


def _outline(style: TileStyle, inset: float) -> np.ndarray:
    """A rounded rectangle (OUTLINE_POINTS, 2) in tile widths, anticlockwise seen from the face."""
    radius = max(style.corner - inset, 0.004)
    steps = np.linspace(0, np.pi / 2, OUTLINE_POINTS // 4)
    arc = np.stack([np.cos(steps), np.sin(steps)], axis=1) * radius
    hx, hy = style.length / 2 - inset - radius, 0.5 - inset - radius
    parts = []
    for turn, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        parts.append(place_flat(arc, turn * np.pi / 2, (sx * hx, sy * hy)))
    return np.concatenate(parts)


def _ring(style: TileStyle, inset: float, height: float) -> np.ndarray:
    """The outline (OUTLINE_POINTS, 3) at a height."""
    return np.concatenate([_outline(style, inset), np.full((OUTLINE_POINTS, 1), height)], axis=1)


def to_world(style: TileStyle, pose: Pose, points: np.ndarray) -> np.ndarray:
    """World points (..., 3) mm of a tile's points (..., 3) in tile widths. The face is at z = thickness / 2."""
    return np.asarray((points * style.width) @ pose.axes.T + pose.centre)


def face_corners(style: TileStyle, pose: Pose, camera: PinholeCamera) -> np.ndarray:
    """The sharp corners (4, 2) float32 px of the side that is seen, clockwise, an end between the first two.

    That side is the back of a tile that lies face down, and the face of every other tile.
    """
    is_face_down = pose.axes[2, 2] < -0.5
    z = style.thickness / 2 - 0.3 * style.bevel
    half = style.length / 2
    local = np.array([(-half, -0.5), (-half, 0.5), (half, 0.5), (half, -0.5)])
    local = np.concatenate([local, np.full((4, 1), -z if is_face_down else z)], axis=1)
    corners = camera.project(to_world(style, pose, local))
    (ax, ay), (bx, by) = corners[2] - corners[0], corners[3] - corners[1]
    # Image y points down, so corners that are clockwise as seen have a positive shoelace area.
    if ax * by - ay * bx < 0:
        corners = corners[[1, 0, 3, 2]]
    return corners.astype(np.float32)


def silhouette(style: TileStyle, pose: Pose, camera: PinholeCamera) -> np.ndarray:
    """The outline (V, 2) float32 px of the whole body in the picture."""
    z = style.thickness / 2
    points = np.concatenate([_ring(style, 0.0, height) for height in (-z, z)])
    projected = camera.project(to_world(style, pose, points)).astype(np.float32)
    return np.asarray(cv2.convexHull(projected))[:, 0]


def shadow_outline(style: TileStyle, pose: Pose, light: Light) -> np.ndarray:
    """The ground (V, 2) mm that the body hides from the lamp."""
    z = style.thickness / 2
    points = np.concatenate([_ring(style, style.bevel * 0.5, height) for height in (-z, z)])
    world = to_world(style, pose, points)
    ground = world[:, :2] - light.direction[:2] / light.direction[2] * np.maximum(world[:, 2:3], 0)
    return np.asarray(cv2.convexHull(ground.astype(np.float32)))[:, 0]


def _light_face(face: FaceMap, pose: Pose, is_back: bool, light: Light, view: np.ndarray) -> np.ndarray:
    """A face map as lit, (H, W, 3) float32. `view` (3,) is the unit vector to the camera."""
    axes = pose.axes * (1, 1, -1) if is_back else pose.axes
    lamp, eye = axes.T @ light.direction, axes.T @ view
    slope = face.slope
    scale = 1 / np.sqrt(1 + slope[..., 0] ** 2 + slope[..., 1] ** 2)
    facing = np.maximum((slope[..., 0] * lamp[0] + slope[..., 1] * lamp[1] + lamp[2]) * scale, 0)
    level = light.ambient + light.diffuse * light.direction[2]
    lit = face.colour * ((light.ambient + light.diffuse * facing) / level)[..., None]
    # Blinn-Phong: the mirror term falls off with the angle between the normal and the half vector.
    half = lamp + eye
    half /= np.linalg.norm(half) + 1e-9
    mirror = np.maximum((slope[..., 0] * half[0] + slope[..., 1] * half[1] + half[2]) * scale, 0) ** 40
    return np.asarray(lit + (mirror * face.shine * light.diffuse * 0.7)[..., None])


def draw_body(
    canvas: np.ndarray,
    style: TileStyle,
    pose: Pose,
    face: FaceMap,
    back: FaceMap,
    camera: PinholeCamera,
    light: Light,
) -> None:
    """Paints a tile onto `canvas` (H, W, 3) float32 in place, smooth at its edges."""
    height, width = canvas.shape[:2]
    outline = silhouette(style, pose, camera)
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, (width, height))
    if (high <= low).any():
        return
    extent = high - low
    fine = int(np.clip(round(SMALL_TILE_PX / max(extent)), 1, 4))
    local = np.zeros((extent[1] * fine, extent[0] * fine, 4), np.float32)

    def project(points: np.ndarray) -> np.ndarray:
        return np.asarray((camera.project(to_world(style, pose, points)) - low + 0.5) * fine - 0.5)

    middle = to_world(style, pose, np.zeros(3))
    view = (camera.position - middle) / np.linalg.norm(camera.position - middle)
    _paint_edges(local, style, pose, light, view, project)
    z = style.thickness / 2
    for side, z_side in ((face, z), (back, -z)):
        normal = pose.axes[:, 2] * (1 if side is face else -1)
        if normal @ view > 0.02:
            lit = _light_face(side, pose, side is not face, light, view)
            if side.opacity is not None:
                lit = np.dstack([lit, side.opacity])
            _paint_side(local, style, lit, z_side, project)
    _blend(canvas[low[1] : high[1], low[0] : high[0]], local)


def _paint_edges(
    local: np.ndarray,
    style: TileStyle,
    pose: Pose,
    light: Light,
    view: np.ndarray,
    project: Callable[[np.ndarray], np.ndarray],
) -> None:
    """Paints the bands between back and face: the lower bevel, the side, and the upper bevel in two steps."""
    z, r = style.thickness / 2, style.bevel
    levels = [(-z, r), (-z + r, 0.0), (z - r, 0.0), (z - 0.3 * r, 0.3 * r), (z, r)]
    tones = [style.back, style.side, style.face, style.face]
    rises = [-0.7, 0.0, 0.55, 1.2]
    if style.layer:
        levels.insert(2, (-z + r + style.layer * 2 * (z - r), 0.0))
        tones.insert(1, style.back)
        rises.insert(1, 0.0)
    rings = [_ring(style, inset, height) for height, inset in levels]
    flat = [project(ring) for ring in rings]
    alpha = 1 - 0.8 * style.clarity
    for band, (tone, rise) in enumerate(zip(tones, rises, strict=True)):
        lower = rings[band]
        edge = np.roll(lower, -1, 0) - lower
        outward = np.c_[edge[:, 1], -edge[:, 0], np.zeros(OUTLINE_POINTS)]
        outward /= np.linalg.norm(outward, axis=1, keepdims=True) + 1e-9
        outward[:, 2] = rise
        outward /= np.linalg.norm(outward, axis=1, keepdims=True)
        normals = outward @ pose.axes.T
        brightness = light.shade(normals) * (0.85 if rise == 0 else 1.0)
        for k in np.flatnonzero(normals @ view > -0.25):
            n = (k + 1) % OUTLINE_POINTS
            quad = np.array([flat[band][k], flat[band][n], flat[band + 1][n], flat[band + 1][k]])
            blue, green, red = np.minimum(np.array(tone, np.float32) * brightness[k], 1.5).tolist()
            polygon = np.round(quad * 16).astype(np.int32)
            cv2.fillConvexPoly(local, polygon, (blue, green, red, alpha), cv2.LINE_8, 4)


def _paint_side(
    local: np.ndarray, style: TileStyle, lit: np.ndarray, z: float, project: Callable[[np.ndarray], np.ndarray]
) -> None:
    """Paints the face or the back, lit, at height `z`. A fourth channel of `lit` is how little shows through."""
    half = style.length / 2
    corners = project(np.array([(-half, -0.5, z), (half, -0.5, z), (half, 0.5, z), (-half, 0.5, z)]))
    span = max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1]) * 2)
    shrink = span / lit.shape[1]
    if shrink < 0.7:  # average pixels rather than skip them
        scale = max(shrink, 0.05)
        lit = np.asarray(cv2.resize(lit, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    h, w = lit.shape[:2]
    source = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)], np.float32)
    warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    size = (local.shape[1], local.shape[0])
    painted = cv2.warpPerspective(
        lit.astype(np.float32), warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(local.shape[:2], np.uint8)
    rim = project(_ring(style, style.bevel, z))
    cv2.fillConvexPoly(mask, np.round(rim * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    channels = painted.shape[2]
    np.copyto(local[..., :channels], painted, where=mask[..., None].astype(bool))
    if channels == 3:
        local[..., 3][mask > 0] = 1.0


def _blend(region: np.ndarray, local: np.ndarray) -> None:
    """Blends a painted tile (H, W, 4), which may be larger than the `region` (h, w, 3), into it in place."""
    height, width = region.shape[:2]
    if local.shape[0] > height:
        local[..., :3] *= local[..., 3:]
        small = np.asarray(cv2.resize(local, (width, height), interpolation=cv2.INTER_AREA))
        region *= 1 - small[..., 3:]
        region += small[..., :3]
    else:
        alpha = cv2.GaussianBlur(local[..., 3:], (3, 3), 0.5)[..., None] * (local[..., 3:] > 0)
        region += alpha * (local[..., :3] - region)
