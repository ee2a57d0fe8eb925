"""Cuts face-up tiles out of a set's pictures, with how much of each can be seen.

    python -m muggins.datasets.batches.part_crops --set SET

From these crops the pip model learns to tell parts of tiles from whole ones. They are cut as the reader meets tiles: as
the tile model outlines them, as the pip model mends those outlines, and parts also as they truly lie, as the reader
searches the places where a tile would be joined. What the pip model takes for no tile is left out. A file is written
beside each shard; a run that was stopped continues where it was.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.pips.crops import rectify_tiles

from ..scenes.command_line import command_parser, exit_status
from ..scenes.render import FACEUP
from ..scenes.shards import IMAGE, KIND, VISIBLE, corners_of, shard_files, write_npz
from .crops import CROP_MARGIN_PX, FAINT_TOO, MIN_AREA_PX, polygon_iou, without_padding

MIN_WHOLE = 0.9
"""Visible share above which a tile is whole."""
SAME_TILE_IOU = 0.5
"""Intersection over union from which an outline shows a tile."""
MIN_FACEUP = 0.05
"""Probability of a face-up tile from which an outline is cut out: with less it is never read."""


def part_outlines(
    image: np.ndarray, tiles: np.ndarray, detector: TileDetector, classifier: PipClassifier
) -> tuple[np.ndarray, np.ndarray]:
    """Outlines (N, 4, 2) px of face-up tiles in a picture (H, W, 3), and the visible share (N,) of each.

    `tiles` (M, ROW_COLUMNS) are the rows of the picture in a shard.
    """
    tiles = tiles[tiles[:, KIND] == FACEUP]
    true = corners_of(tiles).astype(np.float32)
    found = np.array([one.corners for one in detector.detect(image) if one.kind == "faceup"], np.float32)
    found = found.reshape(-1, 4, 2)
    quads = np.concatenate([found, classifier.read(image, found).corners, true[tiles[:, VISIBLE] <= MIN_WHOLE]])
    if not len(true) or not len(quads):
        return quads[:0], np.zeros(0, np.float32)
    overlaps = np.array([[polygon_iou(quad, corners) for corners in true] for quad in quads])
    is_tile = (overlaps.max(axis=1) >= SAME_TILE_IOU) & ([cv2.contourArea(quad) > MIN_AREA_PX for quad in quads])
    quads, visible = quads[is_tile], tiles[overlaps.argmax(axis=1)[is_tile], VISIBLE]
    may_be_read = classifier.read(image, quads, 1).is_faceup >= MIN_FACEUP
    return quads[may_be_read], visible[may_be_read]


def write_part_crops(
    shard: Path, detector: TileDetector, classifier: PipClassifier, folder: Path | None = None
) -> Path:
    """Writes the crops of a shard unless they are there, and returns their path: in `folder`, or beside the shard."""
    path = (folder or shard.parent) / shard.name.replace("shard", "parts")
    if path.exists():
        return path
    with np.load(shard) as data:
        images, tiles = data["images"], data["tiles"]
    crops, quads, visible = [], [], []
    for k, image in enumerate(map(without_padding, images)):
        outlines, shares = part_outlines(image, tiles[tiles[:, IMAGE] == k], detector, classifier)
        crops.append(rectify_tiles(image, outlines, CROP_MARGIN_PX))
        quads.append(outlines)
        visible.append(shares)
    write_npz(path, crops=np.concatenate(crops), quads=np.concatenate(quads), visible=np.concatenate(visible))
    return path


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("batches.part_crops", __doc__)
    parser.add_argument("--set", type=Path, required=True, help="a set made by muggins.datasets.scenes")
    parser.add_argument("--tiles", type=Path, help="weights of the tile model (default: those of muggins)")
    parser.add_argument("--pips", type=Path, help="weights of the pip model (default: those of muggins)")
    given = parser.parse_args()
    return exit_status(partial(_write_set, given.set, given.tiles, given.pips))


def _write_set(folder: Path, tile_weights: Path | None, pip_weights: Path | None) -> None:
    paths, start = shard_files([folder]), time.monotonic()
    detector, classifier = TileDetector(tile_weights, tuning=FAINT_TOO), PipClassifier(pip_weights)
    for done, shard in enumerate(paths, 1):
        write_part_crops(shard, detector, classifier)
        minutes = (time.monotonic() - start) / done * (len(paths) - done) / 60
        print(f"{done} of {len(paths)} shards, {minutes:.1f} min left", flush=True)


if __name__ == "__main__":
    sys.exit(main())
