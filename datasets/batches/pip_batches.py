"""Batches for the pip model: crops with outlines a little off, light and focus changed anew each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.pips.crops import CROP_MARGIN, CROP_SIZE, CROP_WIDTH, is_upside_down, slants, upright_corners

from ..optics.plane import place_flat
from ..scenes.render import FACEUP
from ..scenes.shards import UNKNOWN, npz_files
from ..scenes.visible_pips import halves_without_rim, over_pips
from .augment import degrade
from .covering import covered
from .crops import CROP_MARGIN_PX, MIN_COVERED, MIN_WHOLE, NO_TILE
from .mixing import Mixing, batches_of, groups

HEIGHT_PX, WIDTH_PX = CROP_SIZE
OUTLINE_JITTERS = (0.03, 0.03, 0.08, 0.08, 0.14)
"""How far outlines are off, in tile widths, one drawn for each crop: the least after a second look, 0.08 as the tile
model finds most tiles, the most as it finds small ones."""
FAR_SHARE = 0.3
"""Share of crops that are shown as a camera far away sees them."""
FAR_SCALES = (0.15, 0.6)
"""Their scale: a tile is then 12 to 48 px long."""
SKEWED_SHARE = 0.3
"""Share of crops that are taught as if they were cut out of a skewed picture."""
SKEW = 0.15
"""Standard deviation of what is added to each entry of the identity (2, 2) to make the linear map that skews."""
MIXING = Mixing("crops", files=12, times=1)
"""Twelve files of crops are about 450 MB."""
MIN_SIGNAL_LEVELS = 1.0
"""Pips show where what they change varies by so many levels, of 255 (standard deviation). Where it is less, a pip model
that named 93 of 100 halves right named 37."""
MIN_SIGNAL_TO_NOISE = 0.5
"""Least ratio of what pips change to noise where they show. Below it that model named 20 of 100."""
_HALF_TURN = [2, 3, 0, 1]
"""The order of the corners after a crop was turned by half."""

HIDDEN_WEIGHT = 0.1
"""How much a half counts whose pips the light of the scene hides. Nine halves in a hundred are so: scenes are darker
than photos. With their full weight they make the model doubt every blank half; with none
it would be sure that a tile in glare is blank."""

COVERED_SHARE = 0.12
"""Share of the crops of whole tiles that are shown with something laid over them."""
ALL_VISIBLE = 0.9
"""Visible share above which nothing lies over a tile yet."""

Example = tuple[np.ndarray, np.ndarray, tuple[int, int], np.ndarray, int, np.ndarray, float]


@dataclass(frozen=True)
class CropBatch:
    """B crops as the model meets them."""

    crops: np.ndarray
    """(B, HEIGHT_PX, WIDTH_PX, 3) uint8 BGR."""
    slants: np.ndarray
    """(B, 4) float32 (see vision.pips.crops.slants)."""
    halves: np.ndarray
    """(B, 2) int: pips of the left and the right half; UNKNOWN where another exposure has made them invisible,
    and on all that does not lie face up."""
    weights: np.ndarray
    """(B, 2) float32: how much each half counts, 1 or HIDDEN_WEIGHT."""
    kinds: np.ndarray
    """(B,) int: places in render.KINDS, crops.NO_TILE for no tile, UNKNOWN where that is not taught."""
    offsets: np.ndarray
    """(B, 8) float32: from the corners of the upright outline to the true corners, in tile widths."""
    visible: np.ndarray
    """(B,) float32: how much of a face-up tile can be seen; not a number where that is not taught."""


def _jitter_outline(
    rng: np.random.Generator, crop: np.ndarray, true_offsets: np.ndarray, jitter: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The crop through an outline that is off by about `jitter`, that outline, and the offsets (4, 2) that correct it.

    `true_offsets` (4, 2) are those of the stored crop.
    """
    stored = upright_corners(CROP_MARGIN_PX)
    move = rng.normal(0, jitter * 0.6, 2) + rng.normal(0, jitter * 0.6, (4, 2))
    turn, grow = rng.normal(0, jitter * 0.5), 1 + rng.normal(0, jitter * 0.6, 2)
    middle = stored.mean(axis=0)
    outline = place_flat((stored - middle) * grow, turn, middle) + move * CROP_WIDTH
    target = upright_corners()
    warp = cv2.getPerspectiveTransform(outline.astype(np.float32), target)
    size = (WIDTH_PX, HEIGHT_PX)
    picture = cv2.warpPerspective(crop, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    true = (stored + true_offsets * CROP_WIDTH)[None].astype(np.float32)
    offsets = (cv2.perspectiveTransform(true, warp)[0] - target) / CROP_WIDTH
    return np.asarray(picture), outline, np.asarray(offsets)


def _maybe_skewed(rng: np.random.Generator, quad: np.ndarray) -> np.ndarray:
    """An outline (4, 2) as it lies in the picture, or in that picture skewed.

    Every camera that is rendered looks straight at the middle of its picture. Where people crop and straighten photos,
    outlines have shapes that no such camera shows, and the model refused tiles for their shape alone.
    """
    if rng.random() >= SKEWED_SHARE:
        return quad
    return np.asarray(quad @ (np.eye(2) + rng.normal(0, SKEW, (2, 2))).T)


def _jitter_appearance(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """The picture with the focus, brightness, colour and noise of another camera; at times grey or inverted.

    At times the camera is far away. It blurs, adds noise and compresses what it sees at the size that it sees, which is
    enlarged afterwards as the reader enlarges it.
    """
    if rng.random() < FAR_SHARE:
        shrink = float(rng.uniform(*FAR_SCALES))
        picture = np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
    elif rng.random() < 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.6))))
    gain = (rng.uniform(0.6, 1.3) * (1 + rng.normal(0, 0.08, 3))).astype(np.float32)
    levels = picture.astype(np.float32) * gain + rng.uniform(-25, 25)
    if rng.random() < 0.3:
        levels += rng.standard_normal(levels.shape, np.float32) * float(rng.uniform(2, 14))
    if rng.random() < 0.1:
        levels = np.broadcast_to(levels.mean(axis=2, keepdims=True), levels.shape)
    if rng.random() < 0.1:
        levels = 255 - levels
    met = degrade(rng, np.clip(levels, 0, 255).astype(np.uint8))
    return np.asarray(cv2.resize(met, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_LINEAR))


def _visible_halves(before: np.ndarray, after: np.ndarray, halves: tuple[int, int]) -> tuple[int, int]:
    """The pips of both halves; UNKNOWN for a half whose pips cannot be seen `after`, in the picture as it is shown.

    `before` is the same picture in the light of the scene. Taught as what they were, such halves would make the model
    doubt every blank half: it may be a four, burnt out.
    """
    first, second = (
        UNKNOWN if pips and not _is_shown(one, other) else pips
        for pips, one, other in zip(halves, _bare_halves(before), _bare_halves(after), strict=True)
    )
    return first, second


def _bare_halves(crop: np.ndarray) -> list[np.ndarray]:
    """The halves of the tile in a crop, without their rims."""
    return halves_without_rim(crop[CROP_MARGIN:-CROP_MARGIN, CROP_MARGIN:-CROP_MARGIN])


def _is_shown(before: np.ndarray, after: np.ndarray) -> bool:
    """Whether what is to be seen in a half `before` is still seen in it `after`, by a matched filter.

    In each channel `after` is `before` times a gain plus noise, both without what is finer or coarser than pips.
    """
    wanted, found = over_pips(before), over_pips(after)
    gain = (wanted * found).sum(axis=(0, 1)) / np.maximum((wanted * wanted).sum(axis=(0, 1)), 1e-6)
    signal = np.abs(gain) * wanted.std(axis=(0, 1))
    noise = np.maximum((found - gain * wanted).std(axis=(0, 1)), 0.5)
    return bool(signal.max() >= MIN_SIGNAL_LEVELS and (signal / noise).max() >= MIN_SIGNAL_TO_NOISE)


def _example(
    rng: np.random.Generator, crop: np.ndarray, value: np.ndarray, quad: np.ndarray, other: np.ndarray
) -> Example:
    """A crop as the model meets it: picture, slant, halves, their weights, kind, offsets, visible share. It is never
    mirrored: a written 2 would be taught to look like a 5.

    `value` (14,) holds the kind, both halves, the offsets of the corners from `quad` (4, 2), the outline in the picture
    that the crop was cut from, whether each half shows its pips, and how much of the tile can be seen. The `other` crop
    is what may be laid over it.
    """
    kind, first, second = (int(number) for number in value[:3])
    true_offsets, shown, visible = value[3:11].reshape(4, 2), value[11:13], float(value[13])
    if visible > ALL_VISIBLE and rng.random() < COVERED_SHARE:
        crop, left = covered(rng, crop, other)
        visible, shown = visible * left, np.zeros(2)
        kind = kind if visible > MIN_WHOLE else NO_TILE if visible < MIN_COVERED else UNKNOWN
    quad = _maybe_skewed(rng, quad)
    if is_upside_down(quad[None])[0]:
        crop, quad, true_offsets = crop[::-1, ::-1], quad[_HALF_TURN], -true_offsets[_HALF_TURN]
        first, second, shown = second, first, shown[::-1]
    jitter = float(rng.choice(OUTLINE_JITTERS))
    picture, outline, offsets = _jitter_outline(rng, np.ascontiguousarray(crop), true_offsets, jitter)
    to_picture = cv2.getPerspectiveTransform(upright_corners(CROP_MARGIN_PX), quad.astype(np.float32))
    seen = np.asarray(cv2.perspectiveTransform(outline[None].astype(np.float32), to_picture), np.float32)
    slant = slants(seen)[0]
    met = _jitter_appearance(rng, picture)
    halves = _visible_halves(picture, met, (first, second)) if kind == FACEUP else (UNKNOWN, UNKNOWN)
    return met, slant, halves, np.where(shown > 0, 1.0, HIDDEN_WEIGHT), kind, offsets.ravel(), visible


def crop_batches(seed: int, folders: list[Path], size: int, first: int = 0, workers: int = 1) -> Iterator[CropBatch]:
    """Endless batches of `size` crops, from batch number `first` on, made by `workers` threads.

    Raises ValueError where the sets have no crops, or less than one batch.
    """
    paths = npz_files(folders, "cutouts", made_by="batches.crops")
    for group in groups(seed, paths, MIXING, size, first):
        yield from batches_of(group, partial(_group_batch, _crops(group.paths)), seed, workers)


def _crops(paths: Sequence[Path]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The crops of some files, their values, and the outlines in the picture that they were cut from."""
    parts = []
    for path in paths:
        with np.load(path) as data:
            parts.append((data["crops"], data["values"], data["quads"]))
    crops, values, quads = (np.concatenate(part) for part in zip(*parts, strict=True))
    return crops, values, quads


def _group_batch(
    stored: tuple[np.ndarray, np.ndarray, np.ndarray], rng: np.random.Generator, chosen: np.ndarray
) -> CropBatch:
    """The `chosen` crops as the model meets them."""
    crops, values, quads = stored
    others = rng.permutation(chosen)
    return _batch(
        [_example(rng, crops[k], values[k], quads[k], crops[other]) for k, other in zip(chosen, others, strict=True)]
    )


def _batch(examples: list[Example]) -> CropBatch:
    pictures, slant, halves, weights, kinds, offsets, visible = zip(*examples, strict=True)
    return CropBatch(
        np.stack(pictures),
        np.stack(slant),
        np.array(halves),
        np.stack(weights).astype(np.float32),
        np.array(kinds),
        np.stack(offsets).astype(np.float32),
        np.array(visible, np.float32),
    )
