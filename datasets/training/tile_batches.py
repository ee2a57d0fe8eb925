"""Batches of training pictures and cut-outs from the shards of a set, framed, mirrored and lit afresh each time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..scenes.render import KINDS, LABELS, PRINTED
from .augment import worsened

SEEN = 0.45
"""Tiles less visible than this are no targets: half a tile under an arm is not read."""


TYPICAL = 80.0
"""Pixels that a tile is long in the middle of what training shows; photos shrunk to 640 show about as much."""
SMALL = 0.35
"""Share of windows with tiles of SMALL_LENGTHS, as a whole table in one photo has them."""
SMALL_LENGTHS = (12.0, 40.0)
LARGE = 0.06
"""Share of windows with tiles of LARGE_LENGTHS, as a phone held close has them."""
LARGE_LENGTHS = (130.0, 420.0)
ELSEWHERE = 0.12
"""Share of windows that look anywhere, not at a tile: most show what else lies on a table, or nothing."""
MOST_ENLARGED = 3.0
STANDING = KINDS.index("standing")
TURNED = 0.1
"""Share of pictures turned by a quarter. Upright, a standing tile shows its upper side above its face and a lying one
its near side below: that tells them apart, and a picture on its head would teach the reverse."""


@dataclass(frozen=True)
class PictureBatch:
    """Pictures and the tiles in them, B pictures and N tiles in all."""

    images: np.ndarray
    """(B, S, S, 3) uint8 BGR."""
    which: np.ndarray
    """(N,) int: the tile's picture."""
    kinds: np.ndarray
    """(N,) int, as in render.LABELS."""
    corners: np.ndarray
    """(N, 4, 2) float32 px, clockwise, an end first."""
    boxes: np.ndarray
    """(N, 4) float32 px x0, y0, x1, y1, within the picture."""


def files_of(folders: list[Path], kind: str, made_by: str) -> list[Path]:
    """All files of a `kind`, shard or cutouts, of some sets; raises ValueError where there are none."""
    found = sorted(path for folder in folders for path in folder.glob(f"{kind}-*.npz"))
    if not found:
        raise ValueError(
            f"{', '.join(map(str, folders))}: expected a training set with files {kind}-*.npz, found none; "
            f"make some with python -m muggins.datasets.{made_by}"
        )
    return found


def shards(folders: list[Path]) -> list[Path]:
    """All shards of some sets; raises ValueError where there are none."""
    return files_of(folders, "shard", made_by="scenes")


def _turned(
    image: np.ndarray, corners: np.ndarray, boxes: np.ndarray, quarter: int, mirror: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The picture and its labels after `quarter` turns to the left, then mirrored."""
    side = image.shape[0]
    pairs = boxes.reshape(-1, 2, 2)
    for _ in range(quarter):
        image = np.rot90(image)
        corners = np.stack([corners[..., 1], side - 1 - corners[..., 0]], -1)
        pairs = np.stack([pairs[..., 1], side - 1 - pairs[..., 0]], -1)
    if mirror:
        image = image[:, ::-1]
        corners, pairs = corners.copy(), pairs.copy()
        corners[..., 0] = side - 1 - corners[..., 0]
        pairs[..., 0] = side - 1 - pairs[..., 0]
        corners = corners[:, [1, 0, 3, 2]]  # clockwise again
    boxes = np.concatenate([pairs.min(axis=1), pairs.max(axis=1)], -1) if len(pairs) else boxes
    return image, corners, boxes


def _tinted(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Small changes of brightness and colour; now and then channels change places."""
    gain = rng.uniform(0.75, 1.2) * (1 + rng.normal(0, 0.06, 3))
    shift = rng.uniform(-12, 12)
    table = np.clip(np.arange(256)[:, None] * gain + shift, 0, 255).astype(np.uint8)[:, None, :]
    image = cv2.LUT(np.ascontiguousarray(image), np.ascontiguousarray(table.reshape(1, 256, 3)))
    return image[..., rng.permutation(3)] if rng.random() < 0.15 else image


def _window(rng: np.random.Generator, image: np.ndarray, tiles: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """A (side, side, 3) part of the picture in which tiles are as long as they are in photos, and its tiles."""
    corners = tiles[:, 7:15].reshape(-1, 4, 2)
    solid = corners[tiles[:, 1] != LABELS.index(PRINTED)]
    stored = image.shape[0]
    drawn = rng.random()
    small, large = drawn < SMALL, drawn > 1 - LARGE
    if small or large:
        wanted = min(float(np.exp(rng.uniform(*np.log(SMALL_LENGTHS if small else LARGE_LENGTHS)))), 1.1 * side)
    else:
        wanted = float(np.clip(np.exp(rng.normal(np.log(TYPICAL), 0.65)), 16, 1.1 * side))
    if len(solid) and rng.random() >= ELSEWHERE:
        target = solid[int(rng.integers(len(solid)))]
        long = float(np.linalg.norm(target[2] - target[1]))
        middle = target.mean(axis=0) + rng.normal(0, 0.35, 2) * side / 2 * long / wanted
    else:
        lengths = np.linalg.norm(solid[:, 2] - solid[:, 1], axis=1)
        # Where no tile lies, the whole is shown or most of it: it takes the page around a tile in print, or the cards
        # beside a card, to see that it is none. By a part of a page alone, no tile is one on a plain table either.
        long = float(np.median(lengths)) if len(solid) else wanted * (stored / side) ** rng.uniform(0.5, 1)
        middle = rng.uniform(0, stored, 2)
    # Enlarging shows nothing new, and a window far larger than the picture is mostly grey.
    least = (0.5 if small else 0.8) * side / stored
    scale = float(np.clip(wanted / max(long, 1.0), least, MOST_ENLARGED))
    reach = min(side / scale, stored) / 2
    middle = np.clip(middle, reach, stored - reach)
    turn = rng.normal(0, 0.1) if rng.random() < 0.5 else 0.0
    move = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), np.degrees(turn), scale)
    move[:, 2] += side / 2 - middle
    source = image
    fewer = 1 if scale >= 0.6 else 2 if scale >= 0.3 else 4
    if fewer > 1:  # average pixels rather than skip them
        source = cv2.resize(image, None, fx=1 / fewer, fy=1 / fewer, interpolation=cv2.INTER_AREA)
        shift = (0.5 * (1 - 1 / fewer),) * 2
        move[:, :2] *= fewer
        move[:, 2] += move[:, :2] @ shift
    part = cv2.warpAffine(source, move, (side, side), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114))
    if fewer > 1:
        move[:, 2] -= move[:, :2] @ shift
        move[:, :2] /= fewer
    seen = tiles.copy()
    placed = (corners @ move[:, :2].T + move[:, 2]).astype(np.float32)
    seen[:, 7:15] = placed.reshape(-1, 8)
    boxes = tiles[:, 3:7].reshape(-1, 2, 2)
    frame = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    for k in range(len(tiles)):
        if tiles[k, 1] == STANDING:  # its box is that of the body, which corners do not tell
            (x0, y0), (x1, y1) = boxes[k]
            outline = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ move[:, :2].T + move[:, 2]
        else:
            outline = placed[k]
        seen[k, 3:7] = *outline.min(axis=0), *outline.max(axis=0)
        area = cv2.contourArea(outline.astype(np.float32))
        inside, _ = cv2.intersectConvexConvex(outline.astype(np.float32), frame)
        seen[k, 2] *= inside / max(area, 1e-6)
    return part, seen


def _one(
    rng: np.random.Generator, image: np.ndarray, tiles: np.ndarray, side: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    image, tiles = _window(rng, image, tiles[tiles[:, 2] >= SEEN], side)
    tiles = tiles[tiles[:, 2] >= SEEN]
    corners, boxes = tiles[:, 7:15].reshape(-1, 4, 2), tiles[:, 3:7]
    quarter = int(rng.choice([1, 3])) if rng.random() < TURNED else 0
    image, corners, boxes = _turned(image, corners, boxes, quarter, bool(rng.random() < 0.5))
    return worsened(rng, _tinted(rng, image)), tiles[:, 1].astype(int), corners, boxes


def pictures(rng: np.random.Generator, folders: list[Path], size: int, side: int) -> Iterator[PictureBatch]:
    """Batches of `size` pictures of `side` px for ever, mixed across four shards, each stored picture shown twice.

    Shards that come meanwhile are taken up.
    """
    mixed: list[tuple[np.ndarray, np.ndarray]] = []
    while True:
        paths = shards(folders)
        for path in (paths[k] for k in rng.permutation(len(paths))):
            with np.load(path) as data:
                images, tiles = data["images"], data["tiles"]
            mixed += [(images[k], tiles[tiles[:, 0] == k]) for k in range(len(images))] * 2
            if len(mixed) < 8 * len(images):
                continue
            mixed = [mixed[k] for k in rng.permutation(len(mixed))]
            while len(mixed) > 4 * len(images):
                yield _batch([_one(rng, *mixed.pop(), side) for _ in range(size)])


def _batch(parts: list[tuple[np.ndarray, ...]]) -> PictureBatch:
    side = parts[0][0].shape[0]
    which = np.concatenate([np.full(len(p[1]), k) for k, p in enumerate(parts)])
    boxes = np.clip(np.concatenate([p[3] for p in parts]), 0, side - 1).astype(np.float32)
    kept = ((boxes[:, 2:] - boxes[:, :2]) > 3).all(axis=1)
    kinds, corners = np.concatenate([p[1] for p in parts]), np.concatenate([p[2] for p in parts]).astype(np.float32)
    return PictureBatch(np.stack([p[0] for p in parts]), which[kept], kinds[kept], corners[kept], boxes[kept])


def ahead(make: Callable[[], Iterator], depth: int = 6) -> Iterator:
    """Runs an endless iterator in a thread, a few items ahead; what it raises is raised here."""
    waiting: queue.Queue = queue.Queue(depth)

    def fill() -> None:
        try:
            for item in make():
                waiting.put(item)
        except Exception as error:
            waiting.put(error)

    threading.Thread(target=fill, daemon=True).start()
    while True:
        item = waiting.get()
        if isinstance(item, Exception):
            raise item
        yield item
