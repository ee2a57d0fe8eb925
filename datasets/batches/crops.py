"""Cuts tiles out of a set's pictures for the pip model, as they lie and as the tile model outlines them.

    python -m muggins.datasets.batches.crops --set SET

The tile model's own outlines are cut out too, because the pip model must learn to refuse what the tile model takes for
a tile lying face up. A file is written beside each shard; a run that was stopped continues where it was.

From straight above, a printed tile and a real one give the same crop. A pip model that refuses the printed tile refuses
real tiles on plain tables as well. So printed tiles seen from above are left out; the tile model, which sees the page
around them, has to refuse those. Printed tiles seen from a seat stay, because there a real tile shows its sides and a
printed one has none.

Tiles face up that other things hide in part are cut out as well, and each face-up tile comes with how much of it can be
seen: from these the pip model learns to tell parts of tiles from whole ones. What the edge of the picture cuts off is
another matter, to which the reader has a rule of its own.
"""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.detection.tuning import DetectionTuning
from muggins.vision.geometry.overlap import intersection_over_min
from muggins.vision.geometry.quads import starts_at_other_end, turn_round
from muggins.vision.pips.crops import CROP_WIDTH, rectify_tiles, slants, upright_corners
from muggins.vision.types import KINDS

from ..optics.plane import place_flat
from ..scenes.command_line import command_parser, exit_status
from ..scenes.render import FACEUP, LABELS, STANDING
from ..scenes.shards import (
    BOX,
    CORNERS,
    HALF_PIPS,
    IMAGE,
    KIND,
    PADDING_GREY,
    ROW_COLUMNS,
    SHOWN,
    UNKNOWN,
    VISIBLE,
    corners_of,
    shard_files,
    write_npz,
)

CROP_MARGIN_PX = 24
"""Pixels around a tile in a stored crop, enough to shift and turn it in training."""
NO_TILE = len(KINDS)
"""The kind of a crop that shows no single whole tile."""
MIN_WHOLE = 0.82
"""Visible share from which a tile counts as whole."""
MIN_COVERED = 0.65
"""Visible share below which a face-up tile that something hides counts as none: most of a half may be hidden."""
MIN_SEEN = 0.5
"""Visible share below which any other tile counts as none."""
MIN_OUTLINED = 0.2
"""Visible share from which a part of a tile is cut out as it truly lies, as the reader searches the places where a tile
would be joined."""
CUT_ENDS = 0.12
"""Share of a tile's length that the picture's edge may cut off: the middles of its pips still show."""
CUT_SIDES = 0.25
"""Share of a tile's width that the picture's edge may cut off."""
SAME_TILE_IOU = 0.6
"""Intersection over union from which two outlines show one tile."""
OTHER_TILE_IOU = 0.3
"""Intersection over union below which two outlines show different things."""
SHOWS_PRINT = 0.5
"""Intersection over minimum with a printed tile from which a crop shows it, or half of it."""
OVERHEAD_SINE = 0.85
"""Sine of the elevation, 58 degrees, from which a crop counts as seen from above."""
TILE_LENGTH = 2.0
"""Length of a tile in widths. Real tiles are up to a tenth longer or shorter."""
FAINT_TOO = DetectionTuning(min_score=0.05)
"""Outlines of the tile model are cut out from this confidence on."""
MAX_CROPS = 12
"""Crops of one sort from one picture."""
PART_SHARE = 0.15
"""How often a part of a tile is cut out beside it."""
MIN_AREA_PX = 60
"""Smaller outlines, in square pixels, are not cut out."""


@dataclass(frozen=True)
class CropTarget:
    """An outline to cut out, and what it shows."""

    quad: np.ndarray
    """(4, 2) float32 px."""
    kind: int
    """A place in KINDS, or NO_TILE. UNKNOWN where two thirds to four fifths of a tile can be seen."""
    first: int = 0
    second: int = 0
    true_corners: np.ndarray | None = None
    """(4, 2) float32 px, in the order of `quad`. None where there is no tile."""
    shown: tuple[float, float] = (1.0, 1.0)
    """1 for each half whose pips the picture shows, else 0."""
    visible: float = math.nan
    """Share of a face-up tile that can be seen. Not a number for all else, and where the picture's edge cuts it."""


def without_padding(picture: np.ndarray) -> np.ndarray:
    """The picture without the grey that fills it up to a square."""
    filled = (picture == PADDING_GREY).all(axis=2)
    width, height = (int(np.argmin(filled.all(axis=axis)[::-1])) for axis in (0, 1))
    return picture[: picture.shape[0] - height, : picture.shape[1] - width]


def _is_readable(row: np.ndarray, frame: tuple[int, int]) -> bool:
    """Whether all of a tile shows, or all its pips where only the edge of the picture cuts it.

    `frame` is the width and height of the picture.
    """
    if row[VISIBLE] > MIN_WHOLE:
        return True
    quad = row[CORNERS].reshape(4, 2)
    along, across = quad[2] - quad[1], quad[0] - quad[1]
    signs = np.array([(1, -1), (1, 1), (-1, 1), (-1, -1)])
    inner = quad + signs * (CUT_ENDS, CUT_SIDES) @ np.array([along, across])
    if (inner < 0).any() or (inner > frame).any():
        return False
    edge = np.array([(0, 0), (frame[0], 0), frame, (0, frame[1])], np.float32)
    inside, _ = cv2.intersectConvexConvex(quad.astype(np.float32), edge)
    return bool(row[VISIBLE] > 0.95 * inside / max(cv2.contourArea(quad.astype(np.float32)), 1e-6))


def _true_targets(tiles: np.ndarray, frame: tuple[int, int]) -> list[CropTarget]:
    """The readable tiles of a picture. `tiles` are rows of a shard."""
    targets = []
    for row in (row for row in tiles if _is_readable(row, frame)):
        quad = row[CORNERS].reshape(4, 2)
        first, second = row[HALF_PIPS].astype(int).tolist()
        visible = _visible_share(row, frame)
        targets.append(CropTarget(quad, int(row[KIND]), first, second, quad, tuple(row[SHOWN]), visible))
    return targets


def _visible_share(row: np.ndarray, frame: tuple[int, int]) -> float:
    """How much of a tile can be seen, not a number where that is not taught."""
    corners = row[CORNERS].reshape(4, 2)
    is_inside = bool(((corners >= 0) & (corners <= frame)).all())
    return float(row[VISIBLE]) if row[KIND] == FACEUP and is_inside else math.nan


def _part_targets(tiles: np.ndarray, frame: tuple[int, int]) -> list[CropTarget]:
    """Face-up tiles that something hides in part, as they truly lie. `tiles` are rows of a shard."""
    shares = tiles[:, VISIBLE]
    found = []
    for row in tiles[(shares >= MIN_OUTLINED) & (shares <= MIN_WHOLE)]:
        visible, quad = _visible_share(row, frame), row[CORNERS].reshape(4, 2)
        clearer = corners_of(tiles[shares > row[VISIBLE]])
        if not math.isnan(visible) and all(polygon_iou(quad, other) < SAME_TILE_IOU for other in clearer):
            found.append(_part_target(quad, visible))
    return found


def _part_target(quad: np.ndarray, visible: float) -> CropTarget:
    """An outline of a tile of which only a part can be seen."""
    return CropTarget(quad, NO_TILE if visible < MIN_COVERED else UNKNOWN, visible=visible)


def _negative_targets(rng: np.random.Generator, tiles: np.ndarray, side: int) -> list[CropTarget]:
    """Outlines without a tile: places beside tiles, parts of one, halves of two neighbours, crosswise outlines, bits of
    table.

    The reader looks at the places beside tiles for tiles that were not found. `side` is the picture's longest.
    """
    found = []
    for row in tiles[(tiles[:, KIND] == FACEUP) & (tiles[:, VISIBLE] > 0.9)]:
        quad = row[CORNERS].reshape(4, 2)
        if rng.random() < 0.4:
            along, across = quad[2] - quad[1], quad[0] - quad[1]
            step = float(rng.choice([-1, 1])) * float(rng.uniform(1.0, 1.1))
            beside = quad + (along * step if rng.random() < 0.5 else across * step)
            if rng.random() < 0.3:
                middle = beside.mean(axis=0)
                beside = (beside - middle)[:, ::-1] * (1, -1) + middle
            if all(intersection_over_min(beside, other[CORNERS].reshape(4, 2)) < 0.25 for other in tiles):
                found.append(beside)
        if rng.random() < PART_SHARE:
            found.append(_part_of(rng, quad))
        if rng.random() > 0.2:
            continue
        if rng.random() < 0.6:
            found.append(quad + (quad[2] - quad[1]) * float(rng.choice([-0.5, 0.5])))
        else:
            middle = quad.mean(axis=0)
            found.append((quad - middle)[:, ::-1] * (1, -1) * float(rng.uniform(0.6, 1.2)) + middle)
    for _ in range(2):
        length, centre = float(np.exp(rng.uniform(np.log(20), np.log(side / 3)))), rng.uniform(0, side, 2)
        angle = rng.uniform(0, 2 * np.pi)
        flat = np.array([(-1, 0.5), (-1, -0.5), (1, -0.5), (1, 0.5)]) * length / 2
        quad = place_flat(flat, angle, centre).astype(np.float32)
        if all(intersection_over_min(quad, row[CORNERS].reshape(4, 2)) < 0.1 for row in tiles):
            found.append(quad)
    return [CropTarget(np.asarray(quad, np.float32), NO_TILE) for quad in found]


def _part_of(rng: np.random.Generator, quad: np.ndarray) -> np.ndarray:
    """An outline (4, 2) within a tile, along it or across it: what a look from too near takes for a whole tile."""
    along, across = quad[2] - quad[1], quad[0] - quad[1]
    if rng.random() < 0.5:
        size = float(rng.uniform(0.25, 0.6))
        wide, high = along * size, across * size
        room = (1 - size, 1 - size)
    else:  # half as wide as it is long: half the tile's width is a quarter of its length
        size = float(rng.uniform(0.5, 1.0))
        wide, high = across * size, -along * size / 4
        room = (1 - size / 4, 1 - size)
    middle = quad.mean(axis=0) + along * room[0] * rng.uniform(-0.5, 0.5) + across * room[1] * rng.uniform(-0.5, 0.5)
    return np.asarray(np.array([(-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)]) @ np.array([wide, high]) + middle)


def polygon_iou(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union of two convex outlines (4, 2)."""
    shared, _ = cv2.intersectConvexConvex(np.asarray(one, np.float32), np.asarray(other, np.float32))
    return float(shared / max(cv2.contourArea(one) + cv2.contourArea(other) - shared, 1e-6))


def _detected_target(quad: np.ndarray, tiles: np.ndarray, frame: tuple[int, int]) -> CropTarget | None:
    """What lies under an outline of the tile model, or None where that is not clear."""
    overlaps = np.array([polygon_iou(quad, corners) for corners in corners_of(tiles).astype(np.float32)])
    if not len(overlaps) or overlaps.max() < OTHER_TILE_IOU:
        middle = quad.mean(axis=0)
        for row in tiles[tiles[:, KIND] == STANDING]:
            low, high = row[BOX].reshape(2, 2)
            if (low < middle).all() and (middle < high).all():
                return CropTarget(quad, STANDING)
        return CropTarget(quad, NO_TILE)
    row = tiles[int(overlaps.argmax())]
    visible = _visible_share(row, frame)
    if row[VISIBLE] < MIN_SEEN and overlaps.max() > SAME_TILE_IOU:
        return CropTarget(quad, NO_TILE, visible=visible)
    if overlaps.max() < SAME_TILE_IOU or not _is_readable(row, frame):
        if row[KIND] == STANDING:
            return CropTarget(quad, STANDING)
        return None if overlaps.max() < SAME_TILE_IOU or math.isnan(visible) else _part_target(quad, visible)
    corners, pips, shown = row[CORNERS].reshape(1, 4, 2), row[HALF_PIPS].astype(int)[None], row[SHOWN][None]
    is_turned = starts_at_other_end(corners, quad[None])
    first, second = turn_round(pips, is_turned)[0].tolist()
    true_corners = turn_round(corners, is_turned)[0]
    shown_halves = tuple(turn_round(shown, is_turned)[0])
    return CropTarget(quad, int(row[KIND]), first, second, true_corners, shown_halves, visible)


def _corner_offsets(target: CropTarget) -> np.ndarray:
    """The offsets (8,) from the corners of the upright outline to the true corners, in tile widths."""
    if target.true_corners is None:
        return np.zeros(8)
    upright = upright_corners(0)
    warp = cv2.getPerspectiveTransform(target.quad.astype(np.float32), upright)
    true = np.asarray(cv2.perspectiveTransform(target.true_corners[None].astype(np.float32), warp))[0]
    return np.asarray((true - upright) / CROP_WIDTH).ravel()


def crop_targets(
    rng: np.random.Generator, image: np.ndarray, tiles: np.ndarray, detector: TileDetector
) -> list[CropTarget]:
    """What to cut out of one picture (H, W, 3). `tiles` (N, ROW_COLUMNS) are its rows in a shard."""
    frame = (image.shape[1], image.shape[0])
    true, wrong = _true_targets(tiles, frame), _negative_targets(rng, tiles, max(frame))
    seen = [one.corners for one in detector.detect(image) if one.kind == "faceup"]
    found = [outline for quad in seen if (outline := _detected_target(quad, tiles, frame)) is not None]
    # Outlines that show no face-up tile come first: they are rare, and the model has to learn them.
    found.sort(key=lambda target: target.kind == FACEUP)
    true = [true[k] for k in rng.permutation(len(true))[:MAX_CROPS]]
    wrong = [wrong[k] for k in rng.permutation(len(wrong))[:MAX_CROPS]]
    kept = [*true, *wrong, *found[:MAX_CROPS], *_part_targets(tiles, frame)[:MAX_CROPS]]
    return [target for target in kept if cv2.contourArea(target.quad.astype(np.float32)) > MIN_AREA_PX]


def elevation_sines(quads: np.ndarray) -> np.ndarray:
    """The sine (N,) of the elevation from which tiles with outlines (N, 4, 2) px are seen, by their shape.

    A far camera shows a circle on the table as an ellipse. The sine is its short axis over its long one.
    """
    axes = np.linalg.svd(slants(quads).reshape(-1, 2, 2) / [[TILE_LENGTH], [1.0]], compute_uv=False)
    return np.asarray(axes[:, 1] / np.maximum(axes[:, 0], 1e-6))


def _without_prints_from_above(targets: list[CropTarget], tiles: np.ndarray) -> list[CropTarget]:
    """The targets but those that show a printed tile as a real one seen from above would look."""
    printed = corners_of(tiles[tiles[:, KIND] == LABELS.index("printed")])
    quads = np.array([target.quad for target in targets], np.float32).reshape(-1, 4, 2)
    from_above = elevation_sines(quads) > OVERHEAD_SINE
    return [
        target
        for target, is_from_above in zip(targets, from_above, strict=True)
        if target.kind != NO_TILE
        or not is_from_above
        or all(intersection_over_min(target.quad, outline) < SHOWS_PRINT for outline in printed)
    ]


def write_crops(shard: Path, detector: TileDetector, folder: Path | None = None) -> Path:
    """Writes the crops of a shard unless they are there, and returns their path: in `folder`, or beside the shard.

    Raises ValueError for a shard of another format.
    """
    path = (folder or shard.parent) / shard.name.replace("shard", "cutouts")
    if path.exists():
        return path
    with np.load(shard) as data:
        images, tiles = data["images"], data["tiles"]
    if tiles.shape[1] < ROW_COLUMNS:
        raise ValueError(
            f"{shard}: expected {ROW_COLUMNS} numbers for each tile, got {tiles.shape[1]}; render this set again"
        )
    crops, values, quads = [], [], []
    rng = np.random.default_rng([int(path.stem.split("-")[1]), 7])
    for k, image in enumerate(map(without_padding, images)):
        rows = tiles[tiles[:, IMAGE] == k]
        targets = _without_prints_from_above(crop_targets(rng, image, rows, detector), rows)
        if not targets:
            continue
        outlines = np.array([target.quad for target in targets], np.float32)
        crops.append(rectify_tiles(image, outlines, CROP_MARGIN_PX))
        quads.append(outlines)
        values += [
            (target.kind, target.first, target.second, *_corner_offsets(target), *target.shown, target.visible)
            for target in targets
        ]
    write_npz(path, crops=np.concatenate(crops), values=np.array(values, np.float32), quads=np.concatenate(quads))
    return path


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("batches.crops", __doc__)
    parser.add_argument("--set", type=Path, required=True, help="a set made by muggins.datasets.scenes")
    parser.add_argument("--tiles", type=Path, help="weights of the tile model (default: those of muggins)")
    given = parser.parse_args()
    return exit_status(partial(_write_set, given.set, given.tiles))


def _write_set(folder: Path, tile_weights: Path | None) -> None:
    paths, start = shard_files([folder]), time.monotonic()
    detector = TileDetector(tile_weights, tuning=FAINT_TOO)
    for done, shard in enumerate(paths, 1):
        write_crops(shard, detector)
        minutes = (time.monotonic() - start) / done * (len(paths) - done) / 60
        print(f"{done} of {len(paths)} shards, {minutes:.1f} min left", flush=True)


if __name__ == "__main__":
    sys.exit(main())
