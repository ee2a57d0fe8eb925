"""Photos labelled as COCO data sets: boxes in pixels, with four corners as keypoints or as a polygon if known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .truth import LabelledPhoto, TrueTile, class_meant, completed, corners_from, read_text, upright_box


def find_coco(folder: Path) -> list[Path]:
    """The files of annotations in a folder, including its parts (train, valid)."""
    candidates = sorted({*folder.glob("*.json"), *folder.glob("annotations/*.json"), *folder.glob("*/*.coco.json")})
    return [path for path in candidates if '"annotations"' in read_text(path)]


def read_coco(folder: Path) -> list[LabelledPhoto]:
    """The photos of a COCO data set; ValueError for annotations that cannot be understood."""
    photos = []
    for listing in find_coco(folder):
        try:
            photos += _photos(listing, folder, json.loads(read_text(listing)))
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            wanted = "images, categories and annotations as COCO writes them"
            raise ValueError(f"{listing}: expected {wanted}; not found: {error}") from None
        except json.JSONDecodeError as error:
            raise ValueError(f"{listing}: expected JSON, but {error}; export the annotations again") from None
    return completed(photos)


def _photos(listing: Path, folder: Path, data: dict[str, Any]) -> list[LabelledPhoto]:
    classes = {}
    used = {annotation["category_id"] for annotation in data["annotations"]}
    for category in data["categories"]:
        if category["id"] in used:
            try:
                classes[category["id"]] = class_meant(str(category["name"]))
            except ValueError as error:
                raise ValueError(f"{listing}: {error}") from None
    tiles: dict[Any, list[TrueTile]] = {image["id"]: [] for image in data["images"]}
    for annotation in data["annotations"]:
        kind, tile = classes[annotation["category_id"]]
        corners = _corners(annotation)
        if annotation.get("bbox"):
            left, top, width, height = map(float, annotation["bbox"])
            box = left, top, left + width, top + height
        elif corners is not None:
            box = upright_box(corners)
        else:
            raise ValueError(f"{listing}: annotation {annotation.get('id')}: expected a bbox, found none")
        placed = None if corners is None else corners_from(corners, tile)
        tiles[annotation["image_id"]].append(TrueTile(tile, kind, box, placed))
    return [
        LabelledPhoto(_place(listing, folder, image["file_name"]), tuple(tiles[image["id"]]))
        for image in data["images"]
    ]


def _place(listing: Path, folder: Path, name: str) -> Path:
    """Where a photo lies: beside its annotations, in the folder, or in its folder `images`."""
    places = (listing.parent / name, folder / name, folder / "images" / name)
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        raise ValueError(f"{listing}: expected the photo {name} beside it, in {folder} or in {folder / 'images'}")
    return path


def _corners(annotation: dict[str, Any]) -> NDArray[np.float64] | None:
    """(4, 2) pixels; None unless there are four known keypoints or a polygon of four points."""
    points = np.array(annotation.get("keypoints") or [], np.float64)
    if len(points) == 12 and bool((points[2::3] > 0).all()):
        return points.reshape(4, 3)[:, :2]
    polygon = annotation.get("segmentation")
    if isinstance(polygon, list) and len(polygon) == 1 and len(polygon[0]) == 8:
        return np.array(polygon[0], np.float64).reshape(4, 2)
    return None
