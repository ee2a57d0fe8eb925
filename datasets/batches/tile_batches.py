"""Batches for the tile model: windows of stored scenes, cropped, flipped and lit anew each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from ..scenes.render import LABELS, STANDING
from ..scenes.shards import BOX, CORNERS, IMAGE, KIND, PADDING_GREY, VISIBLE, corners_of, shard_files
from .augment import degrade
from .mixing import Mixing, batches_of, groups

MIN_VISIBLE = 0.45
"""Tiles with a smaller visible share are no targets: half a tile under an arm is not read."""
TYPICAL_LENGTH_PX = 80.0
"""Median length of the tile a window is centred on; photos shrunk to 640 px show about as much."""
TYPICAL_SPREAD = 0.65
"""Standard deviation of the logarithm of that length."""
MIN_LENGTH_PX = 16
SMALL_SHARE = 0.35
"""Share of windows with tiles of SMALL_LENGTHS_PX, like a photo of a whole table."""
SMALL_LENGTHS_PX = (12.0, 40.0)
LARGE_SHARE = 0.06
"""Share of windows with tiles of LARGE_LENGTHS_PX, like a photo of a phone held close."""
LARGE_LENGTHS_PX = (130.0, 420.0)
ANYWHERE_SHARE = 0.12
"""Share of windows that are centred anywhere rather than on a tile. Most show other things on the table, or nothing."""
MAX_ENLARGEMENT = 3.0
QUARTER_TURN_SHARE = 0.1
"""Share of windows turned by a quarter. In an upright picture a standing tile shows its upper side above its face and a
lying tile its near side below. The model tells them apart by that; a picture on its head would teach the reverse."""
SWAPPED_CHANNELS_SHARE = 0.15
MIXING = Mixing("images", files=4, times=2)
"""Four shards are 420 MB. Each picture is shown twice while its shard is in memory."""


@dataclass(frozen=True)
class TileBatch:
    """B pictures and the N tiles in them."""

    images: np.ndarray
    """(B, S, S, 3) uint8 BGR."""
    image_of: np.ndarray
    """(N,) int: the number of the tile's picture in the batch."""
    kinds: np.ndarray
    """(N,) int, places in LABELS."""
    corners: np.ndarray
    """(N, 4, 2) float32 px, clockwise, an end first."""
    boxes: np.ndarray
    """(N, 4) float32 px x0, y0, x1, y1, within the picture."""


def _rotate_and_flip(
    image: np.ndarray, corners: np.ndarray, boxes: np.ndarray, quarters: int, mirror: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A square picture and its labels after `quarters` quarter turns to the left, then mirrored."""
    side = image.shape[0]
    ends = boxes.reshape(-1, 2, 2)
    for _ in range(quarters):
        image = np.rot90(image)
        corners = np.stack([corners[..., 1], side - 1 - corners[..., 0]], -1)
        ends = np.stack([ends[..., 1], side - 1 - ends[..., 0]], -1)
    if mirror:
        image = image[:, ::-1]
        corners, ends = corners.copy(), ends.copy()
        corners[..., 0] = side - 1 - corners[..., 0]
        ends[..., 0] = side - 1 - ends[..., 0]
        corners = corners[:, [1, 0, 3, 2]]  # clockwise again
    boxes = np.concatenate([ends.min(axis=1), ends.max(axis=1)], -1) if len(ends) else boxes
    return image, corners, boxes


def _jitter_colour(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """The image with small changes of brightness and colour, at times with its channels swapped."""
    gain = rng.uniform(0.75, 1.2) * (1 + rng.normal(0, 0.06, 3))
    shift = rng.uniform(-12, 12)
    table = np.clip(np.arange(256)[:, None] * gain + shift, 0, 255).astype(np.uint8)
    image = np.asarray(cv2.LUT(np.ascontiguousarray(image), np.ascontiguousarray(table.reshape(1, 256, 3))))
    return image[..., rng.permutation(3)] if rng.random() < SWAPPED_CHANNELS_SHARE else image


def _window_transform(rng: np.random.Generator, rows: np.ndarray, stored: int, side: int) -> tuple[np.ndarray, float]:
    """A random window of `side` px in a picture of `stored` px: the (2, 3) matrix from picture to window, its scale.

    The window is centred on a tile of `rows` most of the time, and shows it as long as tiles are in photos.
    """
    solid = corners_of(rows)[rows[:, KIND] != LABELS.index("printed")]
    drawn = rng.random()
    is_small, is_large = drawn < SMALL_SHARE, drawn > 1 - LARGE_SHARE
    if is_small or is_large:
        lengths = SMALL_LENGTHS_PX if is_small else LARGE_LENGTHS_PX
        wanted = min(float(np.exp(rng.uniform(*np.log(lengths)))), 1.1 * side)
    else:
        wanted = float(np.exp(rng.normal(np.log(TYPICAL_LENGTH_PX), TYPICAL_SPREAD)))
        wanted = float(np.clip(wanted, MIN_LENGTH_PX, 1.1 * side))
    if len(solid) and rng.random() >= ANYWHERE_SHARE:
        target = solid[int(rng.integers(len(solid)))]
        length = float(np.linalg.norm(target[2] - target[1]))
        middle = target.mean(axis=0) + rng.normal(0, 0.35, 2) * side / 2 * length / wanted
    else:
        tile_lengths = np.linalg.norm(solid[:, 2] - solid[:, 1], axis=1)
        # Without tiles the window shows the whole picture or most of it: only the page around a printed tile, or the
        # cards beside a card, show that it is no tile. A part of a page alone looks like a tile on a plain table.
        length = float(np.median(tile_lengths)) if len(solid) else wanted * (stored / side) ** rng.uniform(0.5, 1)
        middle = rng.uniform(0, stored, 2)
    # Enlarging shows nothing new, and a window far larger than the picture is mostly grey.
    least = (0.5 if is_small else 0.8) * side / stored
    scale = float(np.clip(wanted / max(length, 1.0), least, MAX_ENLARGEMENT))
    reach = min(side / scale, stored) / 2
    middle = np.clip(middle, reach, stored - reach)
    turn = rng.normal(0, 0.1) if rng.random() < 0.5 else 0.0
    centre = (float(middle[0]), float(middle[1]))
    matrix = np.array(cv2.getRotationMatrix2D(centre, float(np.degrees(turn)), scale), float)
    matrix[:, 2] += side / 2 - middle
    return matrix, scale


def _warp_window(image: np.ndarray, matrix: np.ndarray, scale: float, side: int) -> np.ndarray:
    """The window (side, side, 3) of a picture. A much smaller window averages pixels rather than skips them."""
    matrix = matrix.copy()
    fewer = 1 if scale >= 0.6 else 2 if scale >= 0.3 else 4
    if fewer > 1:
        image = np.asarray(cv2.resize(image, None, fx=1 / fewer, fy=1 / fewer, interpolation=cv2.INTER_AREA))
        matrix[:, :2] *= fewer
        matrix[:, 2] += matrix[:, :2] @ np.full(2, 0.5 * (1 - 1 / fewer))
    grey = (PADDING_GREY,) * 3
    return np.asarray(cv2.warpAffine(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=grey))


def _rows_in_window(rows: np.ndarray, matrix: np.ndarray, side: int) -> np.ndarray:
    """The rows of a window's tiles: corners, boxes and visible shares as the window shows them."""
    moved = rows.copy()
    corners = (corners_of(rows) @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
    moved[:, CORNERS] = corners.reshape(-1, 8)
    boxes = rows[:, BOX].reshape(-1, 2, 2)
    frame = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    for k in range(len(rows)):
        outline = corners[k]
        if rows[k, KIND] == STANDING:  # its box goes around the body, its corners only around the face
            (x0, y0), (x1, y1) = boxes[k]
            outline = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ matrix[:, :2].T + matrix[:, 2]
        moved[k, BOX] = *outline.min(axis=0), *outline.max(axis=0)
        area = cv2.contourArea(outline.astype(np.float32))
        inside, _ = cv2.intersectConvexConvex(outline.astype(np.float32), frame)
        moved[k, VISIBLE] *= inside / max(area, 1e-6)
    return moved


def _random_window(
    rng: np.random.Generator, image: np.ndarray, rows: np.ndarray, side: int
) -> tuple[np.ndarray, np.ndarray]:
    """A random window (side, side, 3) of a square picture, and the rows of its tiles."""
    matrix, scale = _window_transform(rng, rows, image.shape[0], side)
    return _warp_window(image, matrix, scale, side), _rows_in_window(rows, matrix, side)


def _example(
    rng: np.random.Generator, image: np.ndarray, rows: np.ndarray, side: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """A window of a picture: image, kinds, corners and boxes."""
    image, rows = _random_window(rng, image, rows[rows[:, VISIBLE] >= MIN_VISIBLE], side)
    rows = rows[rows[:, VISIBLE] >= MIN_VISIBLE]
    quarters = int(rng.choice([1, 3])) if rng.random() < QUARTER_TURN_SHARE else 0
    mirror = bool(rng.random() < 0.5)
    image, corners, boxes = _rotate_and_flip(image, corners_of(rows), rows[:, BOX], quarters, mirror)
    return degrade(rng, _jitter_colour(rng, image)), rows[:, KIND].astype(int), corners, boxes


def tile_batches(
    seed: int, folders: list[Path], size: int, side: int, first: int = 0, workers: int = 1
) -> Iterator[TileBatch]:
    """Endless batches of `size` windows of `side` px, from batch number `first` on, made by `workers` threads.

    Raises ValueError where the sets hold less than one batch.
    """
    for group in groups(seed, shard_files(folders), MIXING, size, first):
        yield from batches_of(group, partial(_group_batch, _pictures(group.paths), side), seed, workers)


def _pictures(paths: Sequence[Path]) -> list[tuple[np.ndarray, np.ndarray]]:
    """The pictures of some shards, each with the rows of its tiles."""
    pictures = []
    for path in paths:
        with np.load(path) as data:
            images, rows = data["images"], data["tiles"]
        pictures += [(image, rows[rows[:, IMAGE] == k]) for k, image in enumerate(images)]
    return pictures


def _group_batch(
    pictures: list[tuple[np.ndarray, np.ndarray]], side: int, rng: np.random.Generator, chosen: np.ndarray
) -> TileBatch:
    """Windows of the `chosen` pictures."""
    return _batch([_example(rng, pictures[k][0], pictures[k][1], side) for k in chosen])


def _batch(examples: list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]) -> TileBatch:
    images, kinds, corners, boxes = zip(*examples, strict=True)
    side = images[0].shape[0]
    image_of = np.concatenate([np.full(len(some), k) for k, some in enumerate(kinds)])
    clipped = np.clip(np.concatenate(boxes), 0, side - 1).astype(np.float32)
    kept = ((clipped[:, 2:] - clipped[:, :2]) > 3).all(axis=1)
    every_corner = np.concatenate(corners).astype(np.float32)
    return TileBatch(np.stack(images), image_of[kept], np.concatenate(kinds)[kept], every_corner[kept], clipped[kept])
