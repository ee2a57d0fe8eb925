"""Batches of cut-outs for the pip model: outlines a little off, light and focus changed afresh each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.pips.crops import CROP_LENGTH, CROP_MARGIN, CROP_WIDTH, orient_upright, slants, upright_corners

from .augment import worsened
from .crops import MARGIN
from .tile_batches import files_of

HEIGHT, WIDTH = CROP_WIDTH + 2 * CROP_MARGIN, CROP_LENGTH + 2 * CROP_MARGIN


@dataclass(frozen=True)
class CropBatch:
    """Cut-outs as the model meets them: outlines a little off, light and focus changed."""

    crops: np.ndarray
    """(B, HEIGHT, WIDTH, 3) uint8 BGR."""
    slants: np.ndarray
    """(B, 4) float32 as of vision.pips."""
    halves: np.ndarray
    """(B, 2) int: pips of the left and the right half."""
    kinds: np.ndarray
    """(B,) int as in render.KINDS, one more for no tile."""
    offsets: np.ndarray
    """(B, 8) float32: where the true corners are, from the upright outline's, in tile widths."""


def _seen(
    rng: np.random.Generator, crop: np.ndarray, true: np.ndarray, jitter: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The crop through an outline that is a little wrong, that outline, and the corner offsets that mend it."""
    given = upright_corners(MARGIN)
    move = rng.normal(0, jitter * 0.6, 2) + rng.normal(0, jitter * 0.6, (4, 2))
    turn, grow = rng.normal(0, jitter * 0.5), 1 + rng.normal(0, jitter * 0.6, 2)
    middle = given.mean(axis=0)
    c, s = np.cos(turn), np.sin(turn)
    wrong = ((given - middle) * grow) @ np.array([[c, s], [-s, c]]) + middle + move * CROP_WIDTH
    target = upright_corners()
    warp = cv2.getPerspectiveTransform(wrong.astype(np.float32), target)
    picture = cv2.warpPerspective(crop, warp, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mended = cv2.perspectiveTransform((given + true * CROP_WIDTH)[None].astype(np.float32), warp)[0]
    return picture, wrong, (mended - target) / CROP_WIDTH


def _light(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Focus, brightness, colour and noise changed as another camera would."""
    if rng.random() < 0.25:
        shrink = float(rng.uniform(0.15, 0.6))
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    elif rng.random() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.6)))
    gain = rng.uniform(0.6, 1.3) * (1 + rng.normal(0, 0.08, 3))
    out = picture.astype(np.float32) * gain + rng.uniform(-25, 25)
    if rng.random() < 0.3:
        out += rng.normal(0, rng.uniform(2, 14), out.shape)
    if rng.random() < 0.1:
        out = np.broadcast_to(out.mean(axis=2, keepdims=True), out.shape)
    if rng.random() < 0.1:
        out = 255 - out
    return worsened(rng, np.clip(out, 0, 255).astype(np.uint8))


OFF = (0.03, 0.03, 0.08, 0.08, 0.14)
"""How far outlines are off, in tile widths: as the second look has them, as the tile model mostly has them, and as it
has small tiles."""
_HALF_TURN, _FLIP = [2, 3, 0, 1], [1, 0, 3, 2]
"""Corners in their order after the cut-out was turned by half, or mirrored across the tile's length."""


def _example(rng: np.random.Generator, crop: np.ndarray, value: np.ndarray, quad: np.ndarray) -> tuple:
    """A cut-out as the model meets it: picture, slant, halves, kind, offsets.

    `value` is kind, both halves, and the offsets of the corners from `quad`, in the picture the crop was cut from.
    """
    kind, first, second = (int(v) for v in value[:3])
    true = value[3:11].reshape(4, 2)
    if rng.random() < 0.5:  # the picture mirrored from left to right
        crop, quad, true = crop[::-1], (quad * (-1, 1))[_FLIP], (true * (1, -1))[_FLIP]
    if (orient_upright(quad[None])[0] != quad).any():
        crop, quad, true = crop[::-1, ::-1], quad[_HALF_TURN], -true[_HALF_TURN]
        first, second = second, first
    picture, outline, offsets = _seen(rng, np.ascontiguousarray(crop), true, float(rng.choice(OFF)))
    back = cv2.getPerspectiveTransform(upright_corners(MARGIN), quad.astype(np.float32))
    slant = slants(cv2.perspectiveTransform(outline[None].astype(np.float32), back))[0]
    return _light(rng, picture), slant, (first, second), kind, offsets.ravel()


def crops(rng: np.random.Generator, folders: list[Path], size: int) -> Iterator[CropBatch]:
    """Batches of `size` cut-outs for ever."""
    while True:
        paths = files_of(folders, "cutouts", made_by="training.crops")
        order = rng.permutation(len(paths))
        for start in range(0, len(order), 12):
            parts = []
            for k in order[start : start + 12]:
                with np.load(paths[k]) as data:
                    parts.append((data["crops"], data["values"], data["quads"]))
            pool, values, quads = (np.concatenate(part) for part in zip(*parts, strict=True))
            mixed = rng.permutation(len(pool))
            for at in range(0, len(mixed) - size + 1, size):
                examples = [_example(rng, pool[k], values[k], quads[k]) for k in mixed[at : at + size]]
                pictures, slant, halves, kinds, offsets = zip(*examples, strict=True)
                yield CropBatch(
                    np.stack(pictures),
                    np.stack(slant),
                    np.array(halves),
                    np.array(kinds),
                    np.stack(offsets).astype(np.float32),
                )
