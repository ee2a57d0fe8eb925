"""The user's own photos as shards of a training set, to be mixed with rendered scenes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from muggins.vision.capture.images import load_picture
from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import LabelledPhoto
from muggins.vision.types import KINDS

from ..scenes.shards import PER_SHARD, UNKNOWN, letterbox_square, shard_files, shard_path, tile_row, write_shard
from .crops import FAINT_TOO, write_crops

OWN_SHARE = 0.25
"""Share of own photos among the pictures of a training: enough to learn them without forgetting other sets."""
OWN_FOLDER = "added"
"""The folder in a run for the shards of own photos."""
VISIBLE_IF_CUT = 0.3
"""The visible share given to a tile that the edge of the photo cuts off."""


def with_own_photos(sets: Sequence[Path], photos: Sequence[Path], run: Path) -> list[Path]:
    """The folders to train on: `sets`, and shards of the `photos` in `run`, as often as OWN_SHARE asks for.

    Raises ValueError where a photo cannot be trained on.
    """
    if not photos:
        return list(sets)
    out = run / OWN_FOLDER
    write_photo_shards([photo for folder in photos for photo in read_labelled(folder)], out)
    scenes, own = len(shard_files(list(sets))), len(shard_files([out]))
    times = max(1, round(OWN_SHARE / (1 - OWN_SHARE) * scenes / own))
    return [*sets, *[out] * times]


def with_own_crops(sets: Sequence[Path], photos: Sequence[Path], run: Path) -> list[Path]:
    """The folders to train the pip model on. Tiles of own photos are cut out as in `crops.write_crops`."""
    folders = with_own_photos(sets, photos, run)
    if photos:
        detector = TileDetector(tuning=FAINT_TOO)
        for shard in shard_files([run / OWN_FOLDER]):
            write_crops(shard, detector)
    return folders


def write_photo_shards(photos: Sequence[LabelledPhoto], out: Path) -> None:
    """Writes photos as shards like those of scenes. The last shard is filled up with photos it has already."""
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("shard-*.npz"), *out.glob("cutouts-*.npz")):
        old.unlink()
    for number in range(-(-len(photos) // PER_SHARD)):
        part = photos[number * PER_SHARD : (number + 1) * PER_SHARD]
        _write([part[k % len(part)] for k in range(PER_SHARD)], shard_path(out, number))


def _write(photos: Sequence[LabelledPhoto], path: Path) -> None:
    images, rows = [], []
    for number, photo in enumerate(photos):
        image, scale = letterbox_square(load_picture(photo.path))
        images.append(image)
        for tile in photo.tiles:
            corners = tile.corners
            if tile.box is None or (corners is None and tile.kind != "standing"):
                raise ValueError(
                    f"{photo.path}: expected four corners of every lying tile, found {tile.tile or tile.kind} without; "
                    "label them as a YOLO-pose data set, or leave this photo out"
                )
            x0, y0, x1, y1 = tile.box
            outline = np.array([(x0, y1), (x0, y0), (x1, y0), (x1, y1)]) if corners is None else corners
            halves = tile.tile.halves if tile.tile is not None else (UNKNOWN, UNKNOWN)
            visible = VISIBLE_IF_CUT if tile.is_cut else 1.0
            rows.append(tile_row(number, KINDS.index(tile.kind), visible, tile.box, outline, halves, scale))
    write_shard(path, images, rows)
