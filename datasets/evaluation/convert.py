"""Makes a YOLO-pose or COCO data set of labelled photos, such as those `muggins play --keep` has kept.

    python -m muggins.datasets.evaluation.convert KEPT --yolo OUT
    python -m muggins.datasets.evaluation.convert KEPT --coco OUT

Classes are the tiles' names, facedown and standing. The four corners of a tile run clockwise and begin with the end of
its higher half, as keypoints; a corner that is not known is marked as such.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from muggins.scorer import full_set
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import LabelledPhoto, TrueTile, picture_size

CORNERS = ("high_one", "high_other", "low_one", "low_other")


def classes_for(photos: Sequence[LabelledPhoto]) -> list[str]:
    """Every tile of the smallest usual set that has them all, then what is not named."""
    named = [tile.tile for photo in photos for tile in photo.tiles if tile.tile is not None]
    most = max((tile.high for tile in named), default=6)
    highest = next((pips for pips in (6, 9, 12, 15) if most <= pips), 18)
    return [*(str(tile) for tile in full_set(highest)), "faceup", "facedown", "standing"]


def write_yolo(photos: Sequence[LabelledPhoto], out: Path) -> None:
    """The photos as a YOLO-pose data set in the folder `out`."""
    classes = classes_for(photos)
    for folder in (out / "images", out / "labels"):
        folder.mkdir(parents=True, exist_ok=True)
    for photo, name in zip(photos, _names(photos), strict=True):
        size = np.array(picture_size(photo.path), float)
        lines = []
        for tile in _whole(photo):
            low, high = np.array(tile.box, float).reshape(2, 2) / size
            numbers = [*((low + high) / 2), *(high - low)]
            points = np.zeros((4, 2)) if tile.corners is None else tile.corners / size
            seen = 0 if tile.corners is None else 2
            corners = " ".join(f"{x:.6f} {y:.6f} {seen}" for x, y in points)
            lines.append(f"{classes.index(_class_of(tile))} {' '.join(f'{n:.6f}' for n in numbers)} {corners}")
        shutil.copy(photo.path, out / "images" / name)
        (out / "labels" / name).with_suffix(".txt").write_text("".join(f"{line}\n" for line in lines))
    listing = ["path: .", "train: images", "val: images", "kpt_shape: [4, 3]", "flip_idx: [1, 0, 3, 2]", "names:"]
    listing += [f"  {number}: '{name}'" for number, name in enumerate(classes)]
    (out / "data.yaml").write_text("\n".join(listing) + "\n")


def write_coco(photos: Sequence[LabelledPhoto], out: Path) -> None:
    """The photos as a COCO data set, corners as keypoints and as a polygon, in the folder `out`."""
    classes = classes_for(photos)
    (out / "images").mkdir(parents=True, exist_ok=True)
    images, annotations = [], []
    for number, (photo, name) in enumerate(zip(photos, _names(photos), strict=True), 1):
        width, height = picture_size(photo.path)
        shutil.copy(photo.path, out / "images" / name)
        images.append({"id": number, "file_name": name, "width": width, "height": height})
        for tile in _whole(photo):
            x0, y0, x1, y1 = (round(float(side), 1) for side in tile.box or ())
            told = {
                "id": len(annotations) + 1,
                "image_id": number,
                "category_id": classes.index(_class_of(tile)),
                "bbox": [x0, y0, round(x1 - x0, 1), round(y1 - y0, 1)],
                "area": round((x1 - x0) * (y1 - y0), 1),
                "iscrowd": 0,
            }
            if tile.corners is not None:
                points = [[round(float(x), 1), round(float(y), 1)] for x, y in tile.corners]
                told["keypoints"] = [part for x, y in points for part in (x, y, 2)]
                told["num_keypoints"] = 4
                told["segmentation"] = [[side for point in points for side in point]]
            annotations.append(told)
    categories = [{"id": k, "name": name, "keypoints": list(CORNERS)} for k, name in enumerate(classes)]
    listing = {"images": images, "categories": categories, "annotations": annotations}
    (out / "annotations.json").write_text(json.dumps(listing))


def _whole(photo: LabelledPhoto) -> list[TrueTile]:
    """The tiles that are not cut off; ValueError where it is not known where they lie."""
    tiles = [tile for tile in photo.tiles if not tile.is_cut]
    if any(tile.box is None for tile in tiles):
        raise ValueError(f"{photo.path}: expected to know where its tiles lie, but a tile has neither box nor corners")
    return tiles


def _names(photos: Sequence[LabelledPhoto]) -> list[str]:
    """A file name for each photo; those of two folders that are called the same get a number."""
    stems = [photo.path.stem for photo in photos]
    return [
        photo.path.name if stems.count(stem) == 1 else f"{stem}-{number}{photo.path.suffix}"
        for number, (photo, stem) in enumerate(zip(photos, stems, strict=True))
    ]


def _class_of(tile: TrueTile) -> str:
    return str(tile.tile) if tile.kind == "faceup" and tile.tile is not None else tile.kind


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluation.convert",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="+", type=Path, help="labelled photos")
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--yolo", type=Path, metavar="OUT", help="write a YOLO-pose data set")
    form.add_argument("--coco", type=Path, metavar="OUT", help="write a COCO data set")
    given = parser.parse_args()
    try:
        photos = [photo for folder in given.folders for photo in read_labelled(folder)]
        write_yolo(photos, given.yolo) if given.yolo else write_coco(photos, given.coco)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{len(photos)} photos with {sum(len(photo.tiles) for photo in photos)} tiles in {given.yolo or given.coco}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
