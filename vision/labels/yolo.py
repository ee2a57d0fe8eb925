"""Photos labelled as YOLO data sets: each line is a box, an oriented box, or a pose with four corners.

All numbers are shares of the photo. Labels lie beside their photos, or in a folder `labels` beside the folder `images`.
The names of the classes stand in `data.yaml` or `classes.txt`. A photo without a file of labels shows no tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..capture.images import PICTURE_SUFFIXES
from ..types import TileKind
from .truth import (
    Box,
    LabelledPhoto,
    TrueTile,
    class_meant,
    completed,
    corners_from,
    picture_size,
    read_text,
    upright_box,
)

Class = tuple[TileKind, Tile | None]
"""A kind of tile, and which tile it is, if the class says so."""
NAMES_FILES = ("data.yaml", "dataset.yaml", "data.yml", "classes.txt", "labels/classes.txt")
"""Where the names of the classes stand; the first that exists counts."""
SHAPES = "5 numbers (a box), 9 (four corners), or 13 or 17 (a box and four corners)"


def is_yolo(folder: Path) -> bool:
    """Whether a folder looks like a YOLO data set."""
    return _names_file(folder) is not None


def read_yolo(folder: Path) -> list[LabelledPhoto]:
    """The photos of a YOLO data set; ValueError for labels that cannot be understood."""
    listing = _names_file(folder)
    if listing is None:
        raise ValueError(f"{folder}: expected the classes' names in data.yaml or classes.txt, found neither")
    classes = [_class_of(listing, name) for name in _names(listing)]
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PICTURE_SUFFIXES)
    labels = {path: _labels_of(path, folder) for path in paths}
    if not any(labels.values()):
        raise ValueError(f"{folder}: expected labels (NAME.txt) for its photos, found none; they lie in labels/")
    return completed([LabelledPhoto(path, tuple(_tiles(labels[path], path, classes))) for path in paths])


def _names_file(folder: Path) -> Path | None:
    paths = (folder / name for name in NAMES_FILES)
    return next((path for path in paths if path.is_file()), None)


def _labels_of(photo: Path, folder: Path) -> Path | None:
    """The file of labels of a photo; None if there is none."""
    parts = list(photo.relative_to(folder).parts)
    places = [photo.with_suffix(".txt")]
    for number in range(len(parts) - 2, -1, -1):
        if parts[number] == "images":
            places.append(folder.joinpath(*parts[:number], "labels", *parts[number + 1 :]).with_suffix(".txt"))
            break
    return next((place for place in places if place.is_file()), None)


def _class_of(listing: Path, name: str) -> Class:
    try:
        return class_meant(name)
    except ValueError as error:
        raise ValueError(f"{listing}: {error}") from None


def _names(listing: Path) -> list[str]:
    """The names of the classes, in order."""
    text = read_text(listing)
    if listing.suffix == ".txt":
        return [line.strip() for line in text.splitlines() if line.strip()]
    try:
        # The base loader leaves every value a string: other loaders make numbers of names such as 6_4 or 00.
        settings = yaml.load(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        raise ValueError(f"{listing}: expected YAML: {' '.join(str(error).split())}") from None
    names = settings.get("names") if isinstance(settings, Mapping) else None
    if isinstance(names, Mapping) and all(str(number).isdecimal() for number in names):
        names = [names[number] for number in sorted(names, key=int)]
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{listing}: expected the classes as `names: [6-4, facedown]` or one a line, found none")
    return names


def _tiles(labels: Path | None, photo: Path, classes: Sequence[Class]) -> Iterator[TrueTile]:
    """Yields the tiles that a file of labels names; none without a file."""
    if labels is None:
        return
    size = np.array(picture_size(photo), np.float64)
    for number, line in enumerate(read_text(labels).splitlines(), 1):
        if not line.strip():
            continue
        try:
            values = np.array(line.split(), np.float64)
        except ValueError:
            values = np.zeros(0)
        if len(values) not in (5, 9, 13, 17) or not np.isfinite(values).all():
            raise ValueError(f"{labels}, line {number}: expected {SHAPES}, got {line[:60]!r}")
        if not 0 <= values[0] < len(classes) or values[0] % 1:
            raise ValueError(f"{labels}, line {number}: class {values[0]:g}, but there are {len(classes)} names")
        kind, tile = classes[int(values[0])]
        box, corners = _place_of(values[1:], size)
        yield TrueTile(tile, kind, box, None if corners is None else corners_from(corners, tile))


def _place_of(values: NDArray[np.float64], size: NDArray[np.float64]) -> tuple[Box, NDArray[np.float64] | None]:
    """The box and the corners (4, 2) in pixels; the corners are None unless all are named and visible."""
    if len(values) == 8:
        corners = values.reshape(4, 2) * size
        return upright_box(corners), corners
    middle, half = values[:2] * size, values[2:4] * size / 2
    box = upright_box([middle - half, middle + half])
    points = values[4:].reshape(4, -1) if len(values) > 4 else np.zeros((0, 2))
    # A corner whose third number is 0 is not known.
    is_known = len(points) == 4 and (points.shape[1] == 2 or bool((points[:, 2] > 0).all()))
    return box, points[:, :2] * size if is_known else None
