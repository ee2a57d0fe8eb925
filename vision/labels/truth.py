"""Labelled photos, and folders that label them in truth.jsonl. Other kinds of folder: yolo.py and coco.py.

Each line of truth.jsonl is one photo: `{"image": "a.jpg", "tiles": [{"tile": "6-4", "pose": "faceup", "box": [x0, y0,
x1, y1], "corners": [[x, y] x 4]}], "links": [["6-4", "6-1"]]}`. Everything but the image and the tiles is optional. A
tile that is null is cut off by the edge: a reader need not find it and may.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..capture.images import decode_picture
from ..geometry.quads import canonical_corners
from ..types import KINDS, Link, TileKind

TRUTH = "truth.jsonl"
"""The file of labels in a folder."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""
CLASSES: dict[TileKind, tuple[str, ...]] = {
    "faceup": ("faceup", "tile", "tiles", "domino", "dominoes", "dominos", "face", "front", "bone"),
    "facedown": ("facedown", "back", "down", "backside"),
    "standing": ("standing", "hand", "upright", "rack"),
}
"""For each kind the names, letters only, of classes that name no tile."""


@dataclass(frozen=True, eq=False)
class TrueTile:
    """A tile that really lies in a photo."""

    tile: Tile | None
    """None if its name is not known."""
    kind: TileKind = "faceup"
    box: Box | None = None
    """None if its place is not known."""
    corners: NDArray[np.float32] | None = None
    """(4, 2) pixels clockwise, an end first: the end of the higher half if the labels say so. None if not known."""
    is_cut: bool = False
    """It is cut off by the edge: a reader need not find it and may."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"pose: expected one of {', '.join(KINDS)}, got {self.kind!r}")


@dataclass(frozen=True, eq=False)
class LabelledPhoto:
    """A photo and what really lies in it."""

    path: Path
    tiles: tuple[TrueTile, ...]
    links: frozenset[frozenset[Tile]] | None = None
    """The joins. None if they are not known."""
    is_boxed: bool = True
    """The places of the tiles are known. For a photo without tiles: they are known in photos like this."""

    @property
    def asked(self) -> tuple[TrueTile, ...]:
        """The tiles that a reader must find and name: face up and not cut off."""
        return tuple(tile for tile in self.tiles if tile.kind == "faceup" and not tile.is_cut)

    @property
    def is_named(self) -> bool:
        """Whether all these tiles have names."""
        return all(tile.tile is not None for tile in self.asked)


def class_meant(name: str) -> tuple[TileKind, Tile | None]:
    """The kind of tile that a class of a YOLO or COCO data set is named after, and which tile it is, if any.

    ValueError for a name that says neither.
    """
    plain = "".join(sign for sign in name.lower() if sign.isalnum())
    halves = re.findall(r"\d+", name)
    if len(halves) == 2:
        return "faceup", Tile.parse("-".join(halves))
    if len(halves) == 1 and len(plain) == 2 and plain.isdigit():
        return "faceup", Tile.parse(f"{plain[0]}-{plain[1]}")
    if not halves:
        for kind, names in CLASSES.items():
            if plain in names:
                return kind, None
    raise ValueError(f"class {name!r}: expected a tile such as 6-4, or one of {', '.join(KINDS)}; rename the class")


def upright_box(corners: Any) -> Box:
    """The upright box around corners (N, 2)."""
    points = np.asarray(corners, np.float64)
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def read_truth(folder: Path) -> list[LabelledPhoto]:
    """The photos of a folder with truth.jsonl; ValueError for a line that cannot be understood."""
    listing = folder / TRUTH
    photos = []
    for number, line in enumerate(read_text(listing).splitlines(), 1):
        if not line.strip():
            continue
        try:
            photos.append(_photo(folder, json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(
                f"{listing}, line {number}: expected an image and its tiles, got {line[:80]!r} ({_reason(error)})"
            ) from None
    return completed(photos)


def completed(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """The photos of one folder with `is_boxed` filled in: photos without tiles are like the others.

    ValueError if there are none.
    """
    if not photos:
        raise ValueError("expected labelled photos, found none")
    is_boxed = any(tile.box is not None for photo in photos for tile in photo.tiles)
    return [
        LabelledPhoto(
            photo.path,
            photo.tiles,
            photo.links,
            any(tile.box is not None for tile in photo.tiles) or (not photo.tiles and is_boxed),
        )
        for photo in photos
    ]


def as_truth(image: str, tiles: Sequence[TrueTile], links: Sequence[Link] | None = None) -> dict[str, Any]:
    """A line of truth.jsonl, to be written as JSON."""
    line: dict[str, Any] = {"image": image, "tiles": [_tile_as_truth(tile) for tile in tiles]}
    return line if links is None else line | {"links": [[str(a), str(b)] for a, b in links]}


def corners_from(points: NDArray[np.float64], tile: Tile | None) -> NDArray[np.float32]:
    """Corners (4, 2) that another tool wrote, clockwise and an end first.

    The end of a named tile that comes first stays first: it is the end of the higher half.
    """
    if tile is None:
        return canonical_corners(points)
    ends_first = np.linalg.norm(points[1] - points[0]) <= np.linalg.norm(points[2] - points[1])
    ordered = points if ends_first else np.roll(points, -1, axis=0)
    first, _, third, _ = ordered
    diagonal, crossing = third - first, ordered[3] - ordered[1]
    is_clockwise = diagonal[0] * crossing[1] > diagonal[1] * crossing[0]
    return (ordered if is_clockwise else ordered[[1, 0, 3, 2]]).astype(np.float32)


def read_text(path: Path) -> str:
    """A file of labels as text; ValueError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: expected text, found something else; check which file this is") from None
    except OSError as error:
        raise ValueError(f"{path}: cannot be opened ({error.strerror}); check that it is there to read") from None


def picture_size(path: Path) -> tuple[int, int]:
    """Width and height in pixels of the photo in a file, upright; ValueError if there is none."""
    try:
        image = decode_picture(path.read_bytes(), str(path))
    except OSError as error:
        raise ValueError(f"{path}: cannot be opened ({error.strerror}); its labels name it") from None
    return int(image.shape[1]), int(image.shape[0])


def _photo(folder: Path, line: dict[str, Any]) -> LabelledPhoto:
    links = None
    if "links" in line:
        links = frozenset(frozenset((Tile.parse(a), Tile.parse(b))) for a, b in line["links"])
    image = line["image"]
    if not isinstance(image, str) or not image:
        raise ValueError(f"image: expected the name of a photo, got {image!r}")
    return LabelledPhoto(folder / image, tuple(_tile(tile) for tile in line["tiles"]), links)


def _tile(label: dict[str, Any]) -> TrueTile:
    corners = np.array(label["corners"], np.float32) if label.get("corners") is not None else None
    if corners is not None and (corners.shape != (4, 2) or not np.isfinite(corners).all()):
        raise ValueError(f"corners: expected 4 points of x and y, got {label['corners']!r}")
    box = label.get("box")
    if box is not None:
        if len(box) != 4 or not np.isfinite(np.array(box, np.float64)).all():
            raise ValueError(f"box: expected left, top, right and bottom in pixels, got {box!r}")
        box = tuple(map(float, box))
    elif corners is not None:
        box = upright_box(corners)
    is_cut = "tile" in label and label["tile"] is None
    tile = Tile.parse(label["tile"]) if label.get("tile") is not None else None
    return TrueTile(tile, label.get("pose", "faceup"), box, corners, is_cut)


def _tile_as_truth(tile: TrueTile) -> dict[str, Any]:
    label: dict[str, Any] = {} if tile.kind == "faceup" else {"pose": tile.kind}
    if tile.tile is not None or tile.is_cut:
        label["tile"] = str(tile.tile) if tile.tile is not None else None
    if tile.box is not None:
        label["box"] = [round(side, 1) for side in tile.box]
    if tile.corners is not None:
        label["corners"] = [[round(float(x), 1), round(float(y), 1)] for x, y in tile.corners]
    return label


def _reason(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else str(error)
