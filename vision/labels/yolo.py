"""Photos labelled as YOLO data sets: a box, an oriented box or a pose with four corners a line, in shares of the photo.

Labels lie beside their photos, or in a folder `labels` beside the folder `images`; the classes' names in `data.yaml` or
`classes.txt`. A photo without a file of labels shows no tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..capture.images import PICTURE_SUFFIXES
from .truth import (
    Box,
    LabelledPhoto,
    TrueTile,
    class_meant,
    corners_from,
    picture_size,
    read_text,
    settled,
    upright_box,
)

Class = tuple[str, Tile | None]
SHAPES = "5 numbers (a box), 9 (four corners), or 13 or 17 (a box and four corners)"


def is_yolo(folder: Path) -> bool:
    """Whether a folder looks like a YOLO data set."""
    return _names_file(folder) is not None


def read_yolo(folder: Path) -> list[LabelledPhoto]:
    """The photos of a YOLO data set; ValueError for labels that cannot be understood."""
    listing = _names_file(folder)
    if listing is None:
        raise ValueError(f"{folder}: expected the classes' names in data.yaml or classes.txt, found neither")
    classes = [_meant(listing, name) for name in _names(listing)]
    photos = []
    labelled = 0
    for path in sorted(one for one in folder.rglob("*") if one.suffix.lower() in PICTURE_SUFFIXES):
        labels = _labels_of(path, folder)
        labelled += labels is not None
        tiles = tuple(_tiles(labels, picture_size(path), classes)) if labels is not None else ()
        photos.append(LabelledPhoto(path, tiles))
    if not labelled:
        raise ValueError(f"{folder}: expected labels (NAME.txt) for its photos, found none; they lie in labels/")
    return settled(photos)


def _names_file(folder: Path) -> Path | None:
    found = (folder / name for name in ("data.yaml", "dataset.yaml", "data.yml", "classes.txt", "labels/classes.txt"))
    return next((path for path in found if path.is_file()), None)


def _labels_of(photo: Path, folder: Path) -> Path | None:
    """The file of labels of a photo; None where there is none."""
    parts = list(photo.relative_to(folder).parts)
    places = [photo.with_suffix(".txt")]
    for number in range(len(parts) - 2, -1, -1):
        if parts[number] == "images":
            places.append(folder.joinpath(*parts[:number], "labels", *parts[number + 1 :]).with_suffix(".txt"))
            break
    return next((place for place in places if place.is_file()), None)


def _meant(listing: Path, name: str) -> Class:
    try:
        return class_meant(name)
    except ValueError as error:
        raise ValueError(f"{listing}: {error}") from None


def _names(listing: Path) -> list[str]:
    """The classes' names, in order: the part of YAML that data sets write, or one name a line."""
    text = read_text(listing)
    if listing.suffix == ".txt":
        return [line.strip() for line in text.splitlines() if line.strip()]
    given = re.search(r"^names\s*:(.*(?:\n[ \t-].*|\n(?=\n))*)", text, re.MULTILINE)
    block = re.sub(r"#.*", "", given.group(1)) if given else ""
    if (inline := re.match(r"\s*([\[{])([^\]}]*)[\]}]", block)) is not None:
        names = [_unquoted(one) for one in inline.group(2).split(",") if one.strip()]
        if inline.group(1) == "{":
            names = [name for _, name in sorted(map(_numbered, names))]
    else:
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if all(line.startswith("-") for line in lines):
            names = [_unquoted(line[1:]) for line in lines]
        elif all(re.match(r"\d+\s*:", line) for line in lines):
            names = [name for _, name in sorted(map(_numbered, lines))]
        else:
            names = []
    if not names:
        raise ValueError(f"{listing}: expected the classes as `names: [6-4, facedown]` or one a line, found none")
    return names


def _unquoted(text: str) -> str:
    return text.strip().strip("'\"")


def _numbered(text: str) -> tuple[int, str]:
    number, _, name = text.partition(":")
    return int(_unquoted(number)), _unquoted(name)


def _tiles(labels: Path, size: tuple[int, int], classes: list[Class]) -> Iterator[TrueTile]:
    for number, line in enumerate(read_text(labels).splitlines(), 1):
        if not line.strip():
            continue
        try:
            given = np.array(line.split(), np.float64)
        except ValueError:
            given = np.zeros(0)
        if len(given) not in (5, 9, 13, 17) or not np.isfinite(given).all():
            raise ValueError(f"{labels}, line {number}: expected {SHAPES}, got {line[:60]!r}")
        if not 0 <= given[0] < len(classes) or given[0] % 1:
            raise ValueError(f"{labels}, line {number}: class {given[0]:g}, but there are {len(classes)} names")
        kind, tile = classes[int(given[0])]
        box, corners = _placed(given[1:], np.array(size, np.float64))
        yield TrueTile(tile, kind, box, None if corners is None else corners_from(corners, tile))


def _placed(given: NDArray[np.float64], size: NDArray[np.float64]) -> tuple[Box, NDArray[np.float64] | None]:
    """The box and, where they are told and seen, the corners (4, 2), in pixels."""
    if len(given) == 8:
        corners = given.reshape(4, 2) * size
        return upright_box(corners), corners
    middle, half = given[:2] * size, given[2:4] * size / 2
    box = upright_box([middle - half, middle + half])
    points = given[4:].reshape(4, -1) if len(given) > 4 else np.zeros((0, 2))
    # A corner whose third number is 0 is not known.
    is_known = len(points) == 4 and (points.shape[1] == 2 or bool((points[:, 2] > 0).all()))
    return box, points[:, :2] * size if is_known else None
