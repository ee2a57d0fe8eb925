"""Makes a training set of rendered scenes: pictures for the tile model, upright crops for the pip model.

    python -m muggins.datasets.scenes --out SET --count 10000 --backgrounds TEXTURES
    python -m muggins.datasets.scenes --sheet samples.png --count 24

A set is a folder of shards, each of 50 scenes and each made from its own seeds, so that a run that was stopped
goes on where it was and two machines can share the work (`--first`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from muggins.datasets.render import KINDS, Scene, render
from muggins.vision.pips import CROP_LENGTH, CROP_WIDTH, upright_crops

SIDE = 832
"""Pixels of a stored square picture; training cuts windows out of it."""
MARGIN = 16
"""Pixels around a tile in a stored crop, wide enough to shift and turn it in training."""
PER_SHARD = 50
NOTHING = len(KINDS)
"""The kind of a crop that shows no single whole tile."""


def square(image: np.ndarray, side: int = SIDE) -> tuple[np.ndarray, float]:
    """`image` fitted into the top left of a grey (side, side, 3) square, and the scale it got."""
    scale = side / max(image.shape[:2])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    out = np.full((side, side, 3), 114, np.uint8)
    out[: size[1], : size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return out, scale


def _wrong_quads(rng: np.random.Generator, scene: Scene) -> list[np.ndarray]:
    """Outlines that are no tile: bits of table, half of one tile with half of its neighbour, tiles crosswise."""
    height, width = scene.image.shape[:2]
    out = []
    for one in scene.tiles:
        if one.kind != "faceup" or one.visible < 0.9 or rng.random() > 0.25:
            continue
        along = one.corners[2] - one.corners[1]
        if rng.random() < 0.6:
            out.append(one.corners + along * float(rng.choice([-0.5, 0.5])))
        else:
            middle = one.corners.mean(axis=0)
            out.append((one.corners - middle)[:, ::-1] * (1, -1) * float(rng.uniform(0.6, 1.2)) + middle)
    for _ in range(2):
        length = float(np.exp(rng.uniform(np.log(20), np.log(width / 3))))
        centre, angle = rng.uniform(0, 1, 2) * (width, height), rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        quad = (
            np.array([(-1, -0.5), (-1, 0.5), (1, 0.5), (1, -0.5)])[::-1] * length / 2 @ np.array([[c, s], [-s, c]])
            + centre
        )
        quad = np.roll(quad, 1, axis=0)
        hulls = [t.corners for t in scene.tiles if t.visible > 0.05]
        if all(cv2.pointPolygonTest(h, tuple(map(float, q)), False) < 0 for h in hulls for q in (*quad, centre)):
            out.append(quad)
    return [q.astype(np.float32) for q in out]


def make_shard(number: int, out: Path, backgrounds: list[Path], per_shard: int = PER_SHARD) -> Path:
    """Renders scenes number * per_shard and on into `out`/shard-NNNNN.npz, unless that is there."""
    path = out / f"shard-{number:05d}.npz"
    if path.exists():
        return path
    cv2.setNumThreads(1)
    images, tiles, crops, values = [], [], [], []
    for k in range(per_shard):
        seed = number * per_shard + k
        scene = render(seed, backgrounds)
        picture, scale = square(scene.image)
        images.append(picture)
        seen = [t for t in scene.tiles if t.visible > 0.02]
        for one in seen:
            tiles.append(
                (k, KINDS.index(one.kind), one.visible, *np.array(one.box) * scale, *(one.corners * scale).ravel())
            )
        rng = np.random.default_rng([seed, 7])
        whole = [t for t in seen if t.visible > 0.82]
        if len(whole) > 12:
            whole = [whole[i] for i in rng.permutation(len(whole))[:12]]
        wrong = _wrong_quads(rng, scene)[:5]
        quads = [t.corners for t in whole] + wrong
        if quads:
            crops.append(upright_crops(scene.image, np.array(quads), margin=MARGIN))
            values += [
                (KINDS.index(t.kind), t.first, t.second, np.linalg.norm(t.corners[1] - t.corners[0])) for t in whole
            ]
            values += [(NOTHING, 0, 0, 0.0)] * len(wrong)
    partial_file = path.with_suffix(".part")
    with partial_file.open("wb") as file:
        np.savez(
            file,
            images=np.stack(images),
            tiles=np.array(tiles, np.float32).reshape(-1, 15),
            crops=np.concatenate(crops)
            if crops
            else np.zeros((0, CROP_WIDTH + 2 * MARGIN, CROP_LENGTH + 2 * MARGIN, 3), np.uint8),
            values=np.array(values, np.float32).reshape(-1, 4),
        )
    partial_file.rename(path)
    return path


def sheet(path: Path, count: int, first: int, backgrounds: list[Path], columns: int = 4) -> None:
    """Writes a page of sample scenes as one picture."""
    cells = []
    for seed in range(first, first + count):
        image = render(seed, backgrounds).image
        scale = min(480 / image.shape[1], 360 / image.shape[0])
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cell = np.zeros((360, 480, 3), np.uint8)
        cell[: image.shape[0], : image.shape[1]] = image[:360, :480]
        cells.append(cell)
    cells += [np.zeros((360, 480, 3), np.uint8)] * (-len(cells) % columns)
    rows = [np.hstack(cells[k : k + columns]) for k in range(0, len(cells), columns)]
    if not cv2.imwrite(str(path), np.vstack(rows)):
        raise ValueError(f"{path}: expected a place to write a PNG picture, but it could not be written")


def find_backgrounds(folder: Path | None) -> list[Path]:
    """The pictures of a folder of table textures; raises ValueError where there are none."""
    if folder is None:
        return []
    found = sorted(p for p in folder.glob("*") if p.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"})
    if not found:
        raise ValueError(
            f"{folder}: expected a folder of pictures of table tops, found none; "
            "leave --backgrounds out to use drawn tables"
        )
    return found


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.scenes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, help="folder of the set")
    parser.add_argument("--sheet", type=Path, help="write a page of sample scenes to this PNG instead")
    parser.add_argument("--count", type=int, default=2000, help="scenes (default 2000)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first scene, a multiple of 50 (default 0)")
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures (default: drawn tables only)")
    parser.add_argument(
        "--workers", type=int, default=multiprocessing.cpu_count(), help="processes (default: all cores)"
    )
    given = parser.parse_args()
    if (given.out is None) == (given.sheet is None):
        parser.error("give either --out SET or --sheet PNG")
    try:
        backgrounds = find_backgrounds(given.backgrounds)
        if given.sheet:
            sheet(given.sheet, given.count, given.first, backgrounds)
            return 0
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    given.out.mkdir(parents=True, exist_ok=True)
    numbers = range(given.first // PER_SHARD, (given.first + given.count + PER_SHARD - 1) // PER_SHARD)
    start = time.monotonic()
    with multiprocessing.Pool(given.workers) as pool:
        for done, path in enumerate(
            pool.imap_unordered(partial(make_shard, out=given.out, backgrounds=backgrounds), numbers), 1
        ):
            left = (time.monotonic() - start) / done * (len(numbers) - done)
            print(
                f"{done * PER_SHARD} of {len(numbers) * PER_SHARD} scenes, {path.name}, {left / 60:.1f} min left",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
