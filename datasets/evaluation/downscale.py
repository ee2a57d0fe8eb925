"""Labelled photos shrunk until their tiles are so many pixels long, as a whole table far off has them.

    python -m muggins.datasets.evaluation.downscale ../shared/photos/board --length 20 --out FAR/board
    muggins eval FAR/board

A photo whose tiles are shorter already stays as it is. Where its labels do not tell how long they are, a reading does.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.capture.images import Image, load_picture
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import TRUTH, LabelledPhoto, TrueTile, as_truth
from muggins.vision.reading.reader import Reader


def length_of(photo: LabelledPhoto, image: Image, reader: Reader) -> float:
    """Pixels that half of its tiles are longer than, by their corners or else by a reading; 0 where none are seen."""
    outlines = [tile.corners for tile in photo.asked if tile.corners is not None]
    outlines = outlines or [reading.corners for reading in reader.read(image).readings]
    sides = [np.linalg.norm(np.diff(corners[:3], axis=0), axis=1).max() for corners in outlines]
    return float(np.median(sides)) if sides else 0.0


def shrunk(photo: LabelledPhoto, image: Image, share: float) -> tuple[LabelledPhoto, Image]:
    """The photo and its labels at that share of its width and height."""
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    # By how much exactly, each way: a picture has whole pixels.
    by = np.array(small.shape[1::-1]) / image.shape[1::-1]

    def moved(tile: TrueTile) -> TrueTile:
        corners = None if tile.corners is None else ((tile.corners + 0.5) * by - 0.5).astype(np.float32)
        if tile.box is None:
            return replace(tile, corners=corners)
        left, top, right, bottom = (np.array(tile.box).reshape(2, 2) * by).ravel().tolist()
        return replace(tile, box=(left, top, right, bottom), corners=corners)

    return replace(photo, tiles=tuple(map(moved, photo.tiles))), np.asarray(small, np.uint8)


def write_shrunk(out: Path, photos: Sequence[LabelledPhoto], length: float, reader: Reader) -> None:
    """PNG pictures and their truth.jsonl; ValueError for photos that cannot be read, OSError as open raises it."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / TRUTH).open("w", encoding="utf-8") as listing:
        for number, photo in enumerate(photos, 1):
            image = load_picture(photo.path)
            longer = length_of(photo, image, reader) / length
            if longer > 1:
                photo, image = shrunk(photo, image, 1 / longer)
            name = f"{number:04}.png"
            if not cv2.imwrite(str(out / name), image):
                raise OSError(f"{out / name}: cannot be written; name a folder you may write")
            links = (
                None if photo.links is None else [(min(link), max(link)) for link in sorted(photo.links, key=sorted)]
            )
            listing.write(json.dumps(as_truth(name, photo.tiles, links)) + "\n")


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluation.downscale",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", type=Path, help="folder of labelled photos")
    parser.add_argument("--out", type=Path, required=True, help="folder of the shrunk photos and their truth.jsonl")
    parser.add_argument("--length", type=float, default=20.0, help="pixels a tile is long then (default 20)")
    given = parser.parse_args()
    try:
        if not given.length >= 1:
            raise ValueError(f"--length: expected 1 pixel or more, such as 20, got {given.length:g}")
        if given.out.resolve() == given.photos.resolve():
            raise ValueError(f"--out: expected another folder than that of the photos, got {given.out}")
        write_shrunk(given.out, read_labelled(given.photos), given.length, Reader())
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
