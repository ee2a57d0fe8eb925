"""Downscales labelled photos until their tiles have a given length, like photos of a whole table far away.

    python -m muggins.datasets.evaluation.downscale ../shared/photos/board --length 20 --out FAR/board
    muggins eval FAR/board

A photo whose tiles are shorter already stays as it is. Where the labels have no corners, a reading gives the length.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.capture.images import Image, load_picture
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import TRUTH, LabelledPhoto, TrueTile, as_truth
from muggins.vision.reading.reader import Reader

from ..scenes.command_line import command_parser, exit_status


def median_tile_length(photo: LabelledPhoto, image: Image, reader: Reader) -> float:
    """The median length in pixels of a photo's tiles, by their corners or else by a reading. 0 where none are seen."""
    outlines = [tile.corners for tile in photo.asked if tile.corners is not None]
    outlines = outlines or [reading.corners for reading in reader.read(image).readings]
    sides = [np.linalg.norm(np.diff(corners[:3], axis=0), axis=1).max() for corners in outlines]
    return float(np.median(sides)) if sides else 0.0


def downscale(photo: LabelledPhoto, image: Image, share: float) -> tuple[LabelledPhoto, Image]:
    """A photo and its labels at a share of its width and height."""
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    # A picture has whole pixels, so the exact scales of width and height differ a little.
    scales = np.array(small.shape[1::-1]) / image.shape[1::-1]

    def scaled(tile: TrueTile) -> TrueTile:
        corners = None if tile.corners is None else ((tile.corners + 0.5) * scales - 0.5).astype(np.float32)
        if tile.box is None:
            return replace(tile, corners=corners)
        left, top, right, bottom = (np.array(tile.box).reshape(2, 2) * scales).ravel().tolist()
        return replace(tile, box=(left, top, right, bottom), corners=corners)

    return replace(photo, tiles=tuple(map(scaled, photo.tiles))), np.asarray(small, np.uint8)


def write_downscaled(out: Path, photos: Sequence[LabelledPhoto], length: float, reader: Reader) -> None:
    """Writes photos with tiles of `length` px as PNG pictures, and their truth.jsonl, into the folder `out`.

    Raises ValueError for a photo that cannot be read and OSError for a file that cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    with (out / TRUTH).open("w", encoding="utf-8") as listing:
        for number, photo in enumerate(photos, 1):
            image = load_picture(photo.path)
            excess = median_tile_length(photo, image, reader) / length
            if excess > 1:
                photo, image = downscale(photo, image, 1 / excess)
            name = f"{number:04}.png"
            if not cv2.imwrite(str(out / name), image):
                raise OSError(f"{out / name}: cannot be written; name a folder you may write")
            links = (
                None if photo.links is None else [(min(link), max(link)) for link in sorted(photo.links, key=sorted)]
            )
            listing.write(json.dumps(as_truth(name, photo.tiles, links)) + "\n")


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.downscale", __doc__)
    parser.add_argument("photos", type=Path, help="folder of labelled photos")
    parser.add_argument("--out", type=Path, required=True, help="folder for the smaller photos and their truth.jsonl")
    parser.add_argument("--length", type=float, default=20.0, help="pixels of a tile's length in them (default: 20)")
    given = parser.parse_args()
    return exit_status(partial(_downscale, given.photos, given.out, given.length))


def _downscale(photos: Path, out: Path, length: float) -> None:
    if not length >= 1:
        raise ValueError(f"--length: expected 1 pixel or more, for example 20, got {length:g}")
    if out.resolve() == photos.resolve():
        raise ValueError(f"--out: expected another folder than that of the photos, got {out}")
    write_downscaled(out, read_labelled(photos), length, Reader())


if __name__ == "__main__":
    sys.exit(main())
