"""Photos of one's own as shards of a training set, to be mixed with rendered scenes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from muggins.vision.capture.images import load_picture
from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import LabelledPhoto

from ..scenes.make_scenes import PER_SHARD, square
from ..scenes.render import KINDS
from .crops import GLANCE, cut_shard
from .tile_batches import shards

SHARE = 0.25
"""Of the pictures trained on, how many are of those added: enough to learn them, and not to forget the others."""
ADDED = "added"
"""Where a run keeps the shards of added photos."""
CUT_OFF = 0.3
"""What is taken to be seen of a tile that is cut off by the edge."""
UNKNOWN = -1
"""Pips of a half of a tile face down, standing, or without a name: neither model is asked for them."""


def with_added(sets: Sequence[Path], added: Sequence[Path], run: Path) -> list[Path]:
    """The folders to train on: the sets, and the added photos made into shards in `run`, as often as gives SHARE.

    ValueError where photos cannot be trained on.
    """
    if not added:
        return list(sets)
    out = run / ADDED
    make_shards([photo for folder in added for photo in read_labelled(folder)], out)
    scenes, own = len(shards(list(sets))), len(shards([out]))
    often = max(1, round(SHARE / (1 - SHARE) * scenes / own))
    return [*sets, *[out] * often]


def with_added_cutouts(sets: Sequence[Path], added: Sequence[Path], run: Path) -> list[Path]:
    """The same for the pip model, the added photos' tiles cut out as they lie and as the tile model finds them."""
    folders = with_added(sets, added, run)
    if added:
        detector = TileDetector(threshold=GLANCE)
        for shard in shards([run / ADDED]):
            cut_shard(shard, detector)
    return folders


def make_shards(photos: Sequence[LabelledPhoto], out: Path) -> None:
    """Writes the photos as shards like those of `make_scenes`, filled up by showing some more often."""
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("shard-*.npz"), *out.glob("cutouts-*.npz")):
        old.unlink()
    for number in range(-(-len(photos) // PER_SHARD)):
        part = photos[number * PER_SHARD : (number + 1) * PER_SHARD]
        _write([part[k % len(part)] for k in range(PER_SHARD)], out / f"shard-{number:05d}.npz")


def _write(photos: Sequence[LabelledPhoto], path: Path) -> None:
    images, tiles = [], []
    for number, photo in enumerate(photos):
        picture, scale = square(load_picture(photo.path))
        images.append(picture)
        for one in photo.tiles:
            corners = one.corners
            if one.box is None or (corners is None and one.kind != "standing"):
                raise ValueError(
                    f"{photo.path}: expected four corners of every lying tile, found {one.tile or one.kind} without; "
                    "label them as a YOLO-pose data set, or leave this photo out"
                )
            (x0, y0, x1, y1), visible = one.box, CUT_OFF if one.is_cut else 1.0
            outline = np.array([(x0, y1), (x0, y0), (x1, y0), (x1, y1)]) if corners is None else corners
            place = (*np.array(one.box) * scale, *(outline * scale).ravel())
            halves = one.tile.halves if one.tile is not None else (UNKNOWN, UNKNOWN)
            tiles.append((number, KINDS.index(one.kind), visible, *place, *halves))
    np.savez(path, images=np.stack(images), tiles=np.array(tiles, np.float32).reshape(-1, 17))
