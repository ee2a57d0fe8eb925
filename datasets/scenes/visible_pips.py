"""Which halves of a tile show their pips in the picture of a scene.

The light of a scene burns some halves out, or leaves them in the dark; glare covers others. Taught as what they were,
such halves would make the pip model doubt every blank half: it may be a four that cannot be seen.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from muggins.vision.pips.crops import CROP_LENGTH, CROP_MARGIN, CROP_WIDTH, rectify_tiles

from ..assets.tile_faces import face_map
from ..assets.tile_styles import Texture, TileStyle
from .render import RenderedScene, SceneTile

MIN_LEVELS = 1.0
"""Least standard deviation, in levels of 255, of what pips change in a half that shows them."""
MIN_EXPLAINED = 0.05
"""Pips show where they explain this share of what varies over about their size. In noise it is 0.02 or less,
99 times in 100."""
FINE_PX, COARSE_PX = 1.0, 5.0
"""Standard deviations of the blurs between which pips lie."""
RIM_PX = 4
"""Pixels around a half that are left out."""


def scene_shows_pips(
    scene: RenderedScene, tile: SceneTile, image: np.ndarray | None = None, scale: float = 1.0
) -> tuple[bool, bool]:
    """Whether each half of a tile shows its pips in the picture of a scene, or in an `image` of it resized by `scale`.

    Only face-up tiles of a known set may hide theirs.
    """
    if tile.kind != "faceup" or scene.style is None:
        return True, True
    seen = scene.image if image is None else image
    return shows_pips(seen, tile.corners * scale, scene.style, (tile.first, tile.second))


def shows_pips(image: np.ndarray, corners: np.ndarray, style: TileStyle, halves: tuple[int, int]) -> tuple[bool, bool]:
    """Whether each half of a face-up tile shows its pips in an image (H, W, 3) uint8. A blank half does where its
    neighbour does.

    `corners` (4, 2) are those of the face in pixels; `halves` are the pips of the half at corners 0 and 1, and of the
    other.
    """
    crop = rectify_tiles(image, np.asarray(corners, np.float32)[None])[0]
    tile = crop[CROP_MARGIN:-CROP_MARGIN, CROP_MARGIN:-CROP_MARGIN].astype(np.float32)
    face = _pips_alone(style, halves)
    # Tiles are seen from either side of the table, so what is up in the map of a face may be down in the crop.
    first, second = (
        not pips or any(_shows(half, wanted[turn]) for turn in (slice(None), slice(None, None, -1)))
        for pips, half, wanted in zip(halves, halves_without_rim(tile), halves_without_rim(face), strict=True)
    )
    return (first and second, first and second) if 0 in halves else (first, second)


def _pips_alone(style: TileStyle, halves: tuple[int, int]) -> np.ndarray:
    """(CROP_WIDTH, CROP_LENGTH, 3) levels of a new tile of a set that has nothing on its face but pips or numerals."""
    bare = replace(
        style, wear=0.0, texture=Texture.PLAIN, uneven=0.0, dimples=0, bar=0.0, pin=0.0, border=False, wooden=False
    )
    colour = face_map(np.random.default_rng(0), bare, *halves, CROP_WIDTH).colour
    return np.asarray(cv2.resize(255 * colour.astype(np.float32), (CROP_LENGTH, CROP_WIDTH)))


def halves_without_rim(face: np.ndarray) -> list[np.ndarray]:
    """The two halves (h, w, 3) of an upright face, without the tile's edge and its bar, which are no pips."""
    return [half[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] for half in np.split(face, 2, axis=1)]


def _shows(half: np.ndarray, pips: np.ndarray) -> bool:
    """Whether a half (h, w, 3) shows what `pips` (h, w, 3) looks like, in light of any strength and colour."""
    seen, wanted = over_pips(half), over_pips(pips)
    gain = (wanted * seen).sum(axis=(0, 1)) / np.maximum((wanted * wanted).sum(axis=(0, 1)), 1e-6)
    explained = np.maximum(gain, 0) * wanted
    share = (explained**2).sum() / max(float((seen**2).sum()), 1e-6)
    return bool(explained.std(axis=(0, 1)).max() >= MIN_LEVELS and share >= MIN_EXPLAINED)


def over_pips(half: np.ndarray) -> np.ndarray:
    """(h, w, 3) float32: what varies in a half over about the size of a pip, not noise nor the fall of the light."""
    levels = half.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(levels, (0, 0), FINE_PX) - cv2.GaussianBlur(levels, (0, 0), COARSE_PX))
