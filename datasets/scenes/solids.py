"""A tile as a solid: where its surfaces are, which the camera sees, and how they are painted."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ..assets.tile_faces import FaceMap
from ..assets.tile_styles import TileStyle
from ..optics.lights import Light
from ..optics.pinhole import Lens


@dataclass(frozen=True)
class Pose:
    """Where a tile is: its own axes (x along, y across, z out of the face) in the world."""

    centre: np.ndarray
    """(3,) mm: the middle of the body."""
    axes: np.ndarray
    """(3, 3): columns are the tile's axes in world coordinates."""


def lying(style: TileStyle, x: float, y: float, angle: float, face_up: bool = True, lift: float = 0.0) -> Pose:
    """A tile flat on the table; `angle` radians from world x to the tile's length, `lift` mm above the table."""
    c, s = np.cos(angle), np.sin(angle)
    along = np.array([c, s, 0.0])
    up = np.array([0, 0, 1.0 if face_up else -1.0])
    axes = np.stack([along, np.cross(up, along), up], axis=1)
    return Pose(np.array([x, y, lift + style.thickness * style.width / 2]), axes)


def standing(style: TileStyle, x: float, y: float, angle: float, lean: float = 0.0, upright: bool = False) -> Pose:
    """A tile on its long edge (or, `upright`, on an end); the face looks along `angle`, leaning back by `lean`."""
    face = np.array([np.cos(angle) * np.cos(lean), np.sin(angle) * np.cos(lean), np.sin(lean)])
    side = np.array([-np.sin(angle), np.cos(angle), 0.0])
    rise = np.cross(face, side)
    axes = (
        np.stack([rise, np.cross(face, rise), face], axis=1)
        if upright
        else np.stack([side, np.cross(face, side), face], axis=1)
    )
    reach = style.length if upright else 1.0
    height = (abs(rise[2]) * reach + abs(face[2]) * style.thickness) * style.width / 2
    return Pose(np.array([x, y, height]), axes)


def _outline(style: TileStyle, inset: float) -> np.ndarray:
    """(V, 2) rounded rectangle in tile widths, anticlockwise seen from the face."""
    radius = max(style.corner - inset, 0.004)
    steps = np.linspace(0, np.pi / 2, 5)
    arc = np.stack([np.cos(steps), np.sin(steps)], axis=1) * radius
    hx, hy = style.length / 2 - inset - radius, 0.5 - inset - radius
    parts = []
    for turn, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        c, s = np.cos(turn * np.pi / 2), np.sin(turn * np.pi / 2)
        parts.append(arc @ np.array([[c, s], [-s, c]]) + (sx * hx, sy * hy))
    return np.concatenate(parts)


def to_world(style: TileStyle, pose: Pose, points: np.ndarray) -> np.ndarray:
    """(..., 3) points in tile widths, the face at z = thickness / 2, to the world."""
    return (points * style.width) @ pose.axes.T + pose.centre


def face_corners(style: TileStyle, pose: Pose, lens: Lens) -> np.ndarray:
    """(4, 2) float32 px: the side of the tile that is seen, its sharp corners; an end lies between the first two.

    For a tile lying face down this is its back, for a standing one its face.
    """
    down = pose.axes[2, 2] < -0.5
    z = style.thickness / 2 - 0.3 * style.bevel
    half = style.length / 2
    local = np.array([(-half, -0.5), (-half, 0.5), (half, 0.5), (half, -0.5)])
    local = np.concatenate([local, np.full((4, 1), -z if down else z)], axis=1)
    corners = lens.project(to_world(style, pose, local))
    (ax, ay), (bx, by) = corners[2] - corners[0], corners[3] - corners[1]
    area = ax * by - ay * bx
    # Image y points down, so clockwise as seen means a positive shoelace area.
    if area < 0:
        corners = corners[[1, 0, 3, 2]]
    return corners.astype(np.float32)


def hull(style: TileStyle, pose: Pose, lens: Lens) -> np.ndarray:
    """(V, 2) float32 px: the outline of the whole body as seen."""
    outline = _outline(style, 0.0)
    z = style.thickness / 2
    points = np.concatenate([np.c_[outline, np.full(len(outline), h)] for h in (-z, z)])
    return cv2.convexHull(lens.project(to_world(style, pose, points)).astype(np.float32))[:, 0]


def shadow(style: TileStyle, pose: Pose, light: Light) -> np.ndarray:
    """(V, 2) mm on the table: the ground the body hides from the lamp."""
    outline = _outline(style, style.bevel * 0.5)
    z = style.thickness / 2
    points = np.concatenate([np.c_[outline, np.full(len(outline), h)] for h in (-z, z)])
    world = to_world(style, pose, points)
    fall = world[:, :2] - light.direction[:2] / light.direction[2] * np.maximum(world[:, 2:3], 0)
    return cv2.convexHull(fall.astype(np.float32))[:, 0]


def _light_face(face: FaceMap, pose: Pose, flip: bool, light: Light, view: np.ndarray) -> np.ndarray:
    """(H, W, 3) float32: a face map as lit; `view` (3,) unit vector to the camera."""
    axes = pose.axes * (1, 1, -1) if flip else pose.axes
    lamp, eye = axes.T @ light.direction, axes.T @ view
    flat = face.slope
    scale = 1 / np.sqrt(1 + flat[..., 0] ** 2 + flat[..., 1] ** 2)
    facing = np.maximum((flat[..., 0] * lamp[0] + flat[..., 1] * lamp[1] + lamp[2]) * scale, 0)
    level = light.ambient + light.diffuse * light.direction[2]
    lit = face.colour * ((light.ambient + light.diffuse * facing) / level)[..., None]
    half = lamp + eye
    half /= np.linalg.norm(half) + 1e-9
    mirror = np.maximum((flat[..., 0] * half[0] + flat[..., 1] * half[1] + half[2]) * scale, 0) ** 40
    return lit + (mirror * face.shine * light.diffuse * 0.7)[..., None]


def draw_body(
    canvas: np.ndarray,
    style: TileStyle,
    pose: Pose,
    face: FaceMap,
    back: FaceMap,
    lens: Lens,
    light: Light,
) -> None:
    """Paints the tile onto `canvas` (H, W, 3) float32 in place, smooth at its edges."""
    height, width = canvas.shape[:2]
    outline = hull(style, pose, lens)
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, (width, height))
    if (high <= low).any():
        return
    extent = high - low
    fine = int(np.clip(round(220 / max(extent)), 1, 4))  # small tiles are painted larger and shrunk
    local = np.zeros((extent[1] * fine, extent[0] * fine, 4), np.float32)

    def place(points: np.ndarray) -> np.ndarray:
        return (lens.project(to_world(style, pose, points)) - low + 0.5) * fine - 0.5

    z, r = style.thickness / 2, style.bevel
    levels = [(-z, r), (-z + r, 0.0), (z - r, 0.0), (z - 0.3 * r, 0.3 * r), (z, r)]
    rings = [np.c_[_outline(style, inset), np.full(20, h)] for h, inset in levels]
    flat = [place(ring) for ring in rings]
    middle = to_world(style, pose, np.zeros(3))
    view = (lens.position - middle) / np.linalg.norm(lens.position - middle)
    tones = [style.back, style.side, style.side, style.face, style.face]
    for band in range(4):
        lower = rings[band]
        edge = np.roll(lower, -1, 0) - lower
        outward = np.c_[edge[:, 1], -edge[:, 0], np.zeros(20)]
        outward /= np.linalg.norm(outward, axis=1, keepdims=True) + 1e-9
        outward[:, 2] = (0, 0, 0.55, 1.2)[band] if band else -0.7
        outward /= np.linalg.norm(outward, axis=1, keepdims=True)
        normals = outward @ pose.axes.T
        brightness = light.shade(normals) * (0.85 if band == 1 else 1.0)
        tone = np.array(tones[band + 1 if band > 1 else band], np.float32)
        for k in np.flatnonzero(normals @ view > -0.25):
            n = (k + 1) % 20
            quad = np.array([flat[band][k], flat[band][n], flat[band + 1][n], flat[band + 1][k]])
            colour = np.minimum(tone * brightness[k], 1.5)
            cv2.fillConvexPoly(local, np.round(quad * 16).astype(np.int32), (*map(float, colour), 1.0), cv2.LINE_8, 4)
    for side, z_side in ((face, z), (back, -z)):
        normal = pose.axes[:, 2] * (1 if side is face else -1)
        if normal @ view <= 0.02:
            continue
        lit = _light_face(side, pose, side is not face, light, view)
        half = style.length / 2
        corners = place(
            np.array([(-half, -0.5, z_side), (half, -0.5, z_side), (half, 0.5, z_side), (-half, 0.5, z_side)])
        )
        span = max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1]) * 2)
        shrink = span / lit.shape[1]
        if shrink < 0.7:  # average rather than skip pixels
            lit = cv2.resize(lit, None, fx=max(shrink, 0.05), fy=max(shrink, 0.05), interpolation=cv2.INTER_AREA)
        h, w = lit.shape[:2]
        source = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)], np.float32)
        warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        size = (local.shape[1], local.shape[0])
        painted = cv2.warpPerspective(
            lit.astype(np.float32), warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = np.zeros(local.shape[:2], np.uint8)
        rim = place(np.c_[_outline(style, r), np.full(20, z_side)])
        cv2.fillConvexPoly(mask, np.round(rim * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        np.copyto(local[..., :3], painted, where=mask[..., None].astype(bool))
        local[..., 3][mask > 0] = 1.0
    if fine > 1:
        local[..., :3] *= local[..., 3:]
        local = cv2.resize(local, (int(extent[0]), int(extent[1])), interpolation=cv2.INTER_AREA)
        region = canvas[low[1] : high[1], low[0] : high[0]]
        region *= 1 - local[..., 3:]
        region += local[..., :3]
    else:
        alpha = cv2.GaussianBlur(local[..., 3:], (3, 3), 0.5)[..., None] * (local[..., 3:] > 0)
        region = canvas[low[1] : high[1], low[0] : high[0]]
        region += alpha * (local[..., :3] - region)
