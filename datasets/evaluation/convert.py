"""Converts labelled photos, for example those of `muggins play --keep`, to a YOLO-pose or COCO data set.

    python -m muggins.datasets.evaluation.convert KEPT --yolo OUT
    python -m muggins.datasets.evaluation.convert KEPT --coco OUT

The classes are the names of tiles, faceup, facedown and standing. The keypoints are the four corners of a tile,
clockwise from the end of its higher half. Unknown corners are marked as such.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from muggins.scorer import full_set
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import LabelledPhoto, TrueTile, picture_size

from ..scenes.command_line import command_parser, exit_status

CORNER_NAMES = ("high_one", "high_other", "low_one", "low_other")


def class_names(photos: Sequence[LabelledPhoto]) -> list[str]:
    """The tiles of the smallest usual set that has all tiles of the photos, then kinds for tiles without a name."""
    named = [tile.tile for photo in photos for tile in photo.tiles if tile.tile is not None]
    most = max((tile.high for tile in named), default=6)
    highest = next((pips for pips in (6, 9, 12, 15) if most <= pips), 18)
    return [*(str(tile) for tile in full_set(highest)), "faceup", "facedown", "standing"]


def write_yolo(photos: Sequence[LabelledPhoto], out: Path) -> None:
    """Writes photos as a YOLO-pose data set in the folder `out`."""
    classes = class_names(photos)
    for folder in (out / "images", out / "labels"):
        folder.mkdir(parents=True, exist_ok=True)
    for photo, name in zip(photos, _file_names(photos), strict=True):
        size = np.array(picture_size(photo.path), float)
        lines = []
        for tile in _exportable_tiles(photo):
            low, high = np.array(tile.box, float).reshape(2, 2) / size
            numbers = [*((low + high) / 2), *(high - low)]
            points = np.zeros((4, 2)) if tile.corners is None else tile.corners / size
            visibility = 0 if tile.corners is None else 2  # YOLO: 0 is unknown, 2 is visible
            corners = " ".join(f"{x:.6f} {y:.6f} {visibility}" for x, y in points)
            lines.append(f"{classes.index(_class_name(tile))} {' '.join(f'{n:.6f}' for n in numbers)} {corners}")
        shutil.copy(photo.path, out / "images" / name)
        (out / "labels" / name).with_suffix(".txt").write_text("".join(f"{line}\n" for line in lines))
    listing = ["path: .", "train: images", "val: images", "kpt_shape: [4, 3]", "flip_idx: [1, 0, 3, 2]", "names:"]
    listing += [f"  {number}: '{name}'" for number, name in enumerate(classes)]
    (out / "data.yaml").write_text("\n".join(listing) + "\n")


def write_coco(photos: Sequence[LabelledPhoto], out: Path) -> None:
    """Writes photos as a COCO data set in the folder `out`, corners as keypoints and as a polygon."""
    classes = class_names(photos)
    (out / "images").mkdir(parents=True, exist_ok=True)
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for number, (photo, name) in enumerate(zip(photos, _file_names(photos), strict=True), 1):
        width, height = picture_size(photo.path)
        shutil.copy(photo.path, out / "images" / name)
        images.append({"id": number, "file_name": name, "width": width, "height": height})
        for tile in _exportable_tiles(photo):
            annotation = _annotation(tile, classes.index(_class_name(tile)))
            annotations.append({"id": len(annotations) + 1, "image_id": number} | annotation)
    categories = [{"id": k, "name": name, "keypoints": list(CORNER_NAMES)} for k, name in enumerate(classes)]
    listing = {"images": images, "categories": categories, "annotations": annotations}
    (out / "annotations.json").write_text(json.dumps(listing))


def _annotation(tile: TrueTile, category: int) -> dict[str, Any]:
    """A tile in COCO's format, without the numbers of annotation and image."""
    x0, y0, x1, y1 = (round(float(side), 1) for side in tile.box or ())
    annotation: dict[str, Any] = {
        "category_id": category,
        "bbox": [x0, y0, round(x1 - x0, 1), round(y1 - y0, 1)],
        "area": round((x1 - x0) * (y1 - y0), 1),
        "iscrowd": 0,
    }
    if tile.corners is not None:
        points = [[round(float(x), 1), round(float(y), 1)] for x, y in tile.corners]
        annotation["keypoints"] = [part for x, y in points for part in (x, y, 2)]
        annotation["num_keypoints"] = 4
        annotation["segmentation"] = [[part for point in points for part in point]]
    return annotation


def _exportable_tiles(photo: LabelledPhoto) -> list[TrueTile]:
    """The tiles that are not cut off. Raises ValueError where the place of one is not known."""
    tiles = [tile for tile in photo.tiles if not tile.is_cut]
    if any(tile.box is None for tile in tiles):
        raise ValueError(f"{photo.path}: expected to know where its tiles lie, but a tile has neither box nor corners")
    return tiles


def _file_names(photos: Sequence[LabelledPhoto]) -> list[str]:
    """A file name for each photo. Photos with the same name get a number."""
    stems = [photo.path.stem for photo in photos]
    return [
        photo.path.name if stems.count(stem) == 1 else f"{stem}-{number}{photo.path.suffix}"
        for number, (photo, stem) in enumerate(zip(photos, stems, strict=True))
    ]


def _class_name(tile: TrueTile) -> str:
    return str(tile.tile) if tile.kind == "faceup" and tile.tile is not None else tile.kind


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.convert", __doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="labelled photos")
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--yolo", type=Path, metavar="OUT", help="write a YOLO-pose data set")
    form.add_argument("--coco", type=Path, metavar="OUT", help="write a COCO data set")
    given = parser.parse_args()
    return exit_status(partial(_convert, given.folders, given.yolo, given.coco))


def _convert(folders: Sequence[Path], yolo: Path | None, coco: Path | None) -> None:
    photos = [photo for folder in folders for photo in read_labelled(folder)]
    if yolo is not None:
        write_yolo(photos, yolo)
    if coco is not None:
        write_coco(photos, coco)
    print(f"{len(photos)} photos with {sum(len(photo.tiles) for photo in photos)} tiles in {yolo or coco}")


if __name__ == "__main__":
    sys.exit(main())
