"""Batches of training pictures and cut-outs from the shards of a set, turned, mirrored and tinted afresh each time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

SEEN = 0.45
"""Tiles less visible than this are no targets: half a tile under an arm is not read."""


@dataclass(frozen=True)
class PictureBatch:
    """Pictures and the tiles in them, B pictures and N tiles in all."""

    images: np.ndarray
    """(B, S, S, 3) uint8 BGR."""
    which: np.ndarray
    """(N,) int: the tile's picture."""
    kinds: np.ndarray
    """(N,) int, as in render.KINDS."""
    corners: np.ndarray
    """(N, 4, 2) float32 px, clockwise, an end first."""
    boxes: np.ndarray
    """(N, 4) float32 px x0, y0, x1, y1, within the picture."""


def shards(folders: list[Path]) -> list[Path]:
    """All shards of some sets; raises ValueError where there are none."""
    found = sorted(p for folder in folders for p in folder.glob("shard-*.npz"))
    if not found:
        raise ValueError(
            f"{', '.join(map(str, folders))}: expected shards of a training set, found none; "
            "make some with python -m muggins.datasets.scenes"
        )
    return found


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


def _one(
    rng: np.random.Generator, image: np.ndarray, tiles: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    tiles = tiles[tiles[:, 2] >= SEEN]
    corners, boxes = tiles[:, 7:15].reshape(-1, 4, 2), tiles[:, 3:7]
    image, corners, boxes = _turned(image, corners, boxes, int(rng.integers(4)), bool(rng.random() < 0.5))
    return _tinted(rng, image), tiles[:, 1].astype(int), corners, boxes


def _quartered(rng: np.random.Generator, four: list[tuple[np.ndarray, ...]]) -> tuple[np.ndarray, ...]:
    """Four pictures in one, each at half size: far tiles."""
    side = four[0][0].shape[0]
    half = side // 2
    out = np.empty((side, side, 3), np.uint8)
    parts = []
    for k, (image, kinds, corners, boxes) in enumerate(four):
        y, x = divmod(k, 2)
        out[y * half : (y + 1) * half, x * half : (x + 1) * half] = cv2.resize(
            image, (half, half), interpolation=cv2.INTER_AREA
        )
        move = np.array([x * half, y * half], np.float32)
        # Parts beyond a quarter's border are cut off there.
        limited = np.clip(boxes / 2, 0, half - 1) + np.tile(move, 2)
        parts.append((kinds, corners / 2 + move, limited))
    return out, *(np.concatenate([p[i] for p in parts]) for i in range(3))


def pictures(
    rng: np.random.Generator, folders: list[Path], size: int, quartered: float = 0.12
) -> Iterator[PictureBatch]:
    """Batches of `size` pictures for ever, mixed across four shards; shards that come meanwhile are taken up."""
    mixed: list[tuple[np.ndarray, np.ndarray]] = []
    while True:
        paths = shards(folders)
        for path in (paths[k] for k in rng.permutation(len(paths))):
            with np.load(path) as data:
                images, tiles = data["images"], data["tiles"]
            mixed += [(images[k], tiles[tiles[:, 0] == k]) for k in range(len(images))]
            if len(mixed) < 4 * len(images):
                continue
            mixed = [mixed[k] for k in rng.permutation(len(mixed))]
            while len(mixed) > 2 * len(images):
                parts = []
                for _ in range(size):
                    if rng.random() < quartered:
                        parts.append(
                            _quartered(rng, [_one(rng, *mixed[int(rng.integers(len(mixed)))]) for _ in range(4)])
                        )
                    else:
                        parts.append(_one(rng, *mixed.pop()))
                yield _batch(parts)


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
