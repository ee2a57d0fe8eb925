"""Reads the labelled photos of a folder, whichever way they are labelled."""

from __future__ import annotations

from pathlib import Path

from .coco import find_coco, read_coco
from .truth import TRUTH, LabelledPhoto, read_truth
from .yolo import is_yolo, read_yolo


def read_labelled(folder: Path) -> list[LabelledPhoto]:
    """The labelled photos of a folder; ValueError if there are none or labels cannot be understood."""
    if not folder.is_dir():
        found = "a file" if folder.exists() else "nothing of that name"
        raise ValueError(f"{folder}: expected a folder of labelled photos, found {found}")
    try:
        if (folder / TRUTH).is_file():
            return read_truth(folder)
        if is_yolo(folder):
            return read_yolo(folder)
        if find_coco(folder):
            return read_coco(folder)
    except ValueError as error:
        raise error if str(folder) in str(error) else ValueError(f"{folder}: {error}") from None
    raise ValueError(
        f"{folder}: expected labels beside the photos, found none: {TRUTH}, the data.yaml of a YOLO data set, or the "
        "annotations of a COCO one (*.json)"
    )
