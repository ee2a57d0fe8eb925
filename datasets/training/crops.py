"""Cuts tiles out of a set's pictures for the pip model, as they lie and as the tile model outlines them.

    python -m muggins.datasets.training.crops --set SET

What the tile model takes for a tile and is none, or a standing one, is what the pip model must learn to refuse, so
its own outlines are cut out too. A file is written beside each shard; a run that was stopped goes on where it was.

From straight above, a tile that is only printed cannot be told from a real one by a cut-out: a pip model that is to
refuse it refuses real ones on plain tables as well. So with `--pips WEIGHTS` of an earlier pip model, what is no tile
but is taken for one by it is left out; the tile model, which sees the page around it, has to refuse that. Seen from a
seat it stays, for there a real tile shows its sides, and a printed one has none.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.detection.tile_detector import GREY, TileDetector
from muggins.vision.geometry.overlap import intersection_over_min
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.pips.crops import CROP_WIDTH, rectify_tiles, slants, upright_corners

from ..scenes.render import KINDS
from .tile_batches import shards

MARGIN = 24
"""Pixels around a tile in a stored crop, wide enough to shift and turn it in training."""
NOTHING = len(KINDS)
"""The kind of a crop that shows no single whole tile."""
WHOLE, COVERED = 0.82, 0.5
"""At least so much of a tile must be seen for a whole one; less than the second and it is none."""
ENDS, SIDES = 0.12, 0.25
"""Shares of a tile's length and width that the picture's edge may cut off: the middles of its pips are still seen."""
SAME, OTHER = 0.6, 0.3
"""Shared ground over all ground of two outlines: one tile's from the first on, two things' below the second."""
ALIKE = 0.5
"""What is no tile is left out where an earlier pip model gives it more than this to be one ..."""
FROM_ABOVE = 0.85
"""... and it seems to be looked at from above: this is the sine of 58 degrees."""
LENGTH = 2.0
"""Of a tile, in widths; real ones are up to a tenth longer or shorter."""
GLANCE = 0.05
"""The tile model's outlines are taken from this confidence on."""
MOST = 12
"""Cut-outs of one sort from one picture."""


@dataclass(frozen=True)
class Outline:
    """Where to cut, and what is there."""

    quad: np.ndarray
    """(4, 2) float32 px."""
    kind: int
    first: int = 0
    second: int = 0
    true: np.ndarray | None = None
    """(4, 2) float32 px: the tile's corners in the order of `quad`, where there is a tile."""


def _framed(picture: np.ndarray) -> np.ndarray:
    """The picture without the grey that fills it up to a square."""
    filled = (picture == GREY).all(axis=2)
    width, height = (int(np.argmin(filled.all(axis=axis)[::-1])) for axis in (0, 1))
    return picture[: picture.shape[0] - height, : picture.shape[1] - width]


def _is_whole(row: np.ndarray, frame: tuple[int, int]) -> bool:
    """Whether all of a tile is seen, or all its pips where only the edge of the picture, `frame` (w, h), cuts it."""
    if row[2] > WHOLE:
        return True
    quad = row[7:15].reshape(4, 2)
    along, across = quad[2] - quad[1], quad[0] - quad[1]
    inner = quad + np.array([(ENDS, -SIDES), (ENDS, SIDES), (-ENDS, SIDES), (-ENDS, -SIDES)]) @ np.array(
        [along, across]
    )
    if (inner < 0).any() or (inner > frame).any():
        return False
    edge = np.array([(0, 0), (frame[0], 0), frame, (0, frame[1])], np.float32)
    inside, _ = cv2.intersectConvexConvex(quad.astype(np.float32), edge)
    return bool(row[2] > 0.95 * inside / max(cv2.contourArea(quad.astype(np.float32)), 1e-6))


def _of_truth(tiles: np.ndarray, frame: tuple[int, int]) -> list[Outline]:
    """The whole tiles of a picture; rows as in a shard: picture, kind, visible, box, corners, pips."""
    found = []
    for row in (row for row in tiles if _is_whole(row, frame)):
        quad = row[7:15].reshape(4, 2)
        found.append(Outline(quad, int(row[1]), int(row[15]), int(row[16]), quad))
    return found


def _wrong(rng: np.random.Generator, tiles: np.ndarray, side: int) -> list[Outline]:
    """Outlines that are no tile: half of one with half of its neighbour, tiles crosswise, bits of table.

    The empty places beside tiles are among them: the reader looks there for tiles that were not found.
    """
    found = []
    for row in tiles[(tiles[:, 1] == 0) & (tiles[:, 2] > 0.9)]:
        quad = row[7:15].reshape(4, 2)
        if rng.random() < 0.4:
            along, across = quad[2] - quad[1], quad[0] - quad[1]
            step = float(rng.choice([-1, 1])) * float(rng.uniform(1.0, 1.1))
            beside = quad + (along * step if rng.random() < 0.5 else across * step)
            if rng.random() < 0.3:
                middle = beside.mean(axis=0)
                beside = (beside - middle)[:, ::-1] * (1, -1) + middle
            if all(intersection_over_min(beside, other[7:15].reshape(4, 2)) < 0.25 for other in tiles):
                found.append(beside)
        if rng.random() > 0.2:
            continue
        if rng.random() < 0.6:
            found.append(quad + (quad[2] - quad[1]) * float(rng.choice([-0.5, 0.5])))
        else:
            middle = quad.mean(axis=0)
            found.append((quad - middle)[:, ::-1] * (1, -1) * float(rng.uniform(0.6, 1.2)) + middle)
    for _ in range(2):
        length, centre = float(np.exp(rng.uniform(np.log(20), np.log(side / 3)))), rng.uniform(0, side, 2)
        c, s = np.cos(angle := rng.uniform(0, 2 * np.pi)), np.sin(angle)
        flat = np.array([(-1, 0.5), (-1, -0.5), (1, -0.5), (1, 0.5)]) * length / 2
        quad = (flat @ np.array([[c, s], [-s, c]]) + centre).astype(np.float32)
        if all(intersection_over_min(quad, row[7:15].reshape(4, 2)) < 0.1 for row in tiles):
            found.append(quad)
    return [Outline(np.asarray(quad, np.float32), NOTHING) for quad in found]


def _alike(one: np.ndarray, other: np.ndarray) -> float:
    """Shared ground over all ground of two (4, 2) outlines."""
    shared, _ = cv2.intersectConvexConvex(np.asarray(one, np.float32), np.asarray(other, np.float32))
    return float(shared / max(cv2.contourArea(one) + cv2.contourArea(other) - shared, 1e-6))


def _as_found(quad: np.ndarray, tiles: np.ndarray, frame: tuple[int, int]) -> Outline | None:
    """What lies under an outline of the tile model; None where that is not clear."""
    alike = np.array([_alike(quad, row[7:15].reshape(4, 2).astype(np.float32)) for row in tiles])
    if not len(alike) or alike.max() < OTHER:
        middle = quad.mean(axis=0)
        for row in tiles[tiles[:, 1] == KINDS.index("standing")]:
            if (row[3:5] < middle).all() and (middle < row[5:7]).all():
                return Outline(quad, KINDS.index("standing"))
        return Outline(quad, NOTHING)
    row = tiles[int(alike.argmax())]
    if row[2] < COVERED and alike.max() > SAME:
        return Outline(quad, NOTHING)
    if alike.max() < SAME or not _is_whole(row, frame):
        return Outline(quad, KINDS.index("standing")) if row[1] == KINDS.index("standing") else None
    true, first, second = row[7:15].reshape(4, 2), int(row[15]), int(row[16])
    if np.abs(np.roll(true, 2, axis=0) - quad).sum() < np.abs(true - quad).sum():
        true, first, second = np.roll(true, 2, axis=0), second, first
    return Outline(quad, int(row[1]), first, second, true)


def _offsets(outline: Outline) -> np.ndarray:
    """(8,) where the true corners are from the upright outline's, in tile widths."""
    if outline.true is None:
        return np.zeros(8)
    target = upright_corners(0)
    warp = cv2.getPerspectiveTransform(outline.quad.astype(np.float32), target)
    placed = cv2.perspectiveTransform(outline.true[None].astype(np.float32), warp)[0]
    return ((placed - target) / CROP_WIDTH).ravel()


def cut(rng: np.random.Generator, image: np.ndarray, tiles: np.ndarray, detector: TileDetector) -> list[Outline]:
    """What to cut out of one picture (H, W, 3) with `tiles` (N, 17) as in a shard."""
    frame = (image.shape[1], image.shape[0])
    true, wrong = _of_truth(tiles, frame), _wrong(rng, tiles, max(frame))
    seen = [one.corners for one in detector.detect(image) if one.kind == "faceup"]
    found = [outline for quad in seen if (outline := _as_found(quad, tiles, frame)) is not None]
    # What it takes for a tile and is none comes first: that is rare, and what is to be learnt.
    found.sort(key=lambda one: one.kind == KINDS.index("faceup"))
    true = [true[k] for k in rng.permutation(len(true))[:MOST]]
    wrong = [wrong[k] for k in rng.permutation(len(wrong))[:MOST]]
    kept = [*true, *wrong, *found[:MOST]]
    return [one for one in kept if cv2.contourArea(one.quad.astype(np.float32)) > 60]


def looked_down_on(quads: np.ndarray) -> np.ndarray:
    """(N,) sine of the angle above the table from which tiles of these outlines (N, 4, 2) px seem to be looked at.

    A far camera shows a circle on the table as an ellipse whose axes are as 1 to this sine.
    """
    axes = np.linalg.svd(slants(quads).reshape(-1, 2, 2) / [[LENGTH], [1.0]], compute_uv=False)
    return np.asarray(axes[:, 1] / np.maximum(axes[:, 0], 1e-6))


def _told_apart(outlines: list[Outline], image: np.ndarray, earlier: PipClassifier) -> list[Outline]:
    """The outlines without those of no tile that an earlier pip model takes for one, and that show it from above."""
    quads = np.array([one.quad for one in outlines], np.float32).reshape(-1, 4, 2)
    alike = (earlier.read(image, quads, rounds=1).is_faceup > ALIKE) & (looked_down_on(quads) > FROM_ABOVE)
    return [one for one, left in zip(outlines, alike, strict=True) if one.kind != NOTHING or not left]


def cut_shard(shard: Path, detector: TileDetector, earlier: PipClassifier | None = None) -> Path:
    """Writes the cut-outs of a shard beside it, unless they are there; raises ValueError on a shard of an old kind.

    Without what is no tile but is taken for one by an `earlier` pip model.
    """
    path = shard.with_name(shard.name.replace("shard", "cutouts"))
    if path.exists():
        return path
    with np.load(shard) as data:
        images, tiles = data["images"], data["tiles"]
    if tiles.shape[1] < 17:
        raise ValueError(f"{shard}: expected 17 numbers for each tile, got {tiles.shape[1]}; render this set again")
    crops, values, quads = [], [], []
    rng = np.random.default_rng([int(path.stem.split("-")[1]), 7])
    for k, image in enumerate(_framed(image) for image in images):
        outlines = cut(rng, image, tiles[tiles[:, 0] == k], detector)
        if earlier is not None:
            outlines = _told_apart(outlines, image, earlier)
        if not outlines:
            continue
        corners = np.array([one.quad for one in outlines], np.float32)
        crops.append(rectify_tiles(image, corners, MARGIN))
        quads.append(corners)
        values += [(one.kind, one.first, one.second, *_offsets(one)) for one in outlines]
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, crops=np.concatenate(crops), values=np.array(values, np.float32), quads=np.concatenate(quads))
    unfinished.rename(path)
    return path


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.training.crops",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--set", type=Path, required=True, help="a set made by muggins.datasets.scenes")
    parser.add_argument("--tiles", type=Path, help="weights of the tile model (default: those of muggins)")
    parser.add_argument("--pips", type=Path, help="weights of an earlier pip model (default: nothing is left out)")
    given = parser.parse_args()
    try:
        paths, start = shards([given.set]), time.monotonic()
        detector = TileDetector(given.tiles, threshold=GLANCE)
        earlier = PipClassifier(given.pips) if given.pips else None
        for done, shard in enumerate(paths, 1):
            cut_shard(shard, detector, earlier)
            left = (time.monotonic() - start) / done * (len(paths) - done) / 60
            print(f"{done} of {len(paths)} shards, {left:.1f} min left", flush=True)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
