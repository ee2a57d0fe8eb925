"""`muggins read`: prints the table on each photo."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.knockout import pairs
from muggins.scorer.layout import OpenEnd
from muggins.scorer.rules.rulesets import RuleSet, load_ruleset
from muggins.scorer.tiles import Tile
from muggins.vision.annotate import draw
from muggins.vision.capture.images import Image, encode_jpeg, find_pictures, load_picture
from muggins.vision.geometry.footprint import outlines
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Doubt, TableState, TileReading

JPEG_QUALITY = 90
"""Of the photos with what was read drawn on them, of 100."""
ABOUT_TILES = ("value", "twice", "edge", "faint")
"""The kinds of doubt about which tiles lie there, and not about how they are joined."""


def read_photos(
    names: Sequence[str],
    rules_name: str,
    options: Mapping[str, str],
    overlay: Path | None,
    as_json: bool,
    as_total: bool = False,
) -> int:
    """Prints the table on each photo, or with `as_total` only the pips of all its tiles.

    Returns 1 where a photo cannot be opened, after a sentence on stderr.
    """
    rules = load_ruleset(rules_name, options)
    photos = find_pictures(names)
    overlays = _Overlays(overlay) if overlay is not None else None
    reader: Reader | None = None
    failed = 0
    for number, photo in enumerate(photos, 1):
        _show_progress(number, len(photos), photo)
        try:
            image = load_picture(photo)
        except ValueError as error:
            failed += 1
            print(f"muggins: {error}", file=sys.stderr)
            continue
        reader = reader or Reader(set=rules.set if "set" in options else None)
        state = reader.read(image)
        size = image.shape[1], image.shape[0]
        table = PhotoTotal(photo, size, state) if as_total else PhotoTable(photo, size, state, rules)
        print(json.dumps(table.to_json(), ensure_ascii=False) if as_json else table.to_text(), flush=True)
        if overlays is not None:
            overlays.save(photo, draw(image, state))
    return 1 if failed else 0


@dataclass(frozen=True)
class PhotoTable:
    """The table on a photo, counted by the rules of a game."""

    photo: Path
    size: tuple[int, int]
    """Width and height of the photo in pixels, after EXIF rotation."""
    state: TableState
    rules: RuleSet

    @property
    def count(self) -> int:
        return self.state.layout.count()

    @property
    def points(self) -> int:
        return self.rules.worth(self.count)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        return self.state.layout.open_ends(self.rules)

    @property
    def pairs(self) -> tuple[tuple[Tile, Tile], ...] | None:
        """The pairs of Knock Out among the tiles that lie face up, joined or not; None in other games."""
        return pairs(tuple(dict.fromkeys(self.state.tiles)), self.rules.pair) if self.rules.pair else None

    def to_json(self) -> dict[str, Any]:
        """Corners and ends are in the photo's own pixels after EXIF rotation.

        Corners go around the tile as it is seen: a slanted view shows its sides too.
        """
        state, found_pairs = self.state, self.pairs
        return {
            "image": str(self.photo),
            "size": list(self.size),
            "table": str(state.layout),
            "tiles": _tiles_as_json(state, self.size),
            "links": [[str(tile), str(host)] for tile, host in state.links],
            "loose": [str(tile) for tile in state.loose],
            "facedown": len(state.facedown),
            "open": [end.to_json() for end in self.open_ends],
            "count": self.count,
            "points": self.points,
            **({} if found_pairs is None else {"pairs": [list(map(str, pair)) for pair in found_pairs]}),
            "doubts": [_doubt_as_json(doubt) for doubt in state.doubts],
        }

    def to_text(self) -> str:
        """The table for people to read, the count first."""
        state, found_pairs = self.state, self.pairs
        facedown = f"{len(state.facedown)} face down" if state.facedown else ""
        doubts = _doubt_lines(state.doubts)
        if not state.readings:
            return "\n".join(
                [f"{_heading(self.photo, self.size)}: no tiles{', ' + facedown if facedown else ''}", *doubts]
            )
        if found_pairs is not None:
            paired = ", ".join(f"{first} with {second}" for first, second in found_pairs)
            tiles = f"  tiles    {_listed(state.tiles)}"
            return "\n".join([_heading(self.photo, self.size), f"  pairs    {paired or 'none'}", tiles, *doubts])
        lines = self._layout_lines()
        laid = set(state.layout.tiles)
        apart = [f"{tile} with {host}" for tile, host in state.links if not {tile, host} <= laid]
        if apart:
            lines.append(f"  apart    {', '.join(apart)}")
        if state.loose:
            lines.append(f"  loose    {_listed(state.loose)}")
        if facedown:
            lines.append(f"  beside   {facedown}")
        lines.append(f"  tiles    {len(state.readings)}")
        return "\n".join([*lines, *doubts])

    def _layout_lines(self) -> list[str]:
        """The heading with count and points, the layout, and the ends that make the count."""
        if not self.state.layout:
            return [f"{_heading(self.photo, self.size)}: no layout"]
        points = _number(self.points, "point")
        return [
            f"{_heading(self.photo, self.size)}: count {self.count}, {points}",
            f"  layout   {self.state.layout}",
            f"  counts   {_counting_ends(self.open_ends) or 'nothing'}",
        ]


@dataclass(frozen=True)
class PhotoTotal:
    """How many pips the face-up tiles on a photo show together, joined or not."""

    photo: Path
    size: tuple[int, int]
    """Width and height of the photo in pixels, after EXIF rotation."""
    state: TableState

    @property
    def total(self) -> int:
        return sum(tile.total for tile in self.state.tiles)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The doubts about which tiles lie there."""
        return tuple(doubt for doubt in self.state.doubts if doubt.kind in ABOUT_TILES)

    def to_json(self) -> dict[str, Any]:
        return {
            "image": str(self.photo),
            "size": list(self.size),
            "total": self.total,
            "tiles": _tiles_as_json(self.state, self.size),
            "facedown": len(self.state.facedown),
            "doubts": [_doubt_as_json(doubt) for doubt in self.doubts],
        }

    def to_text(self) -> str:
        """The total for people to read, and the tiles that make it."""
        tiles, facedown = self.state.tiles, len(self.state.facedown)
        total = f"{_number(self.total, 'pip')} on {_number(len(tiles), 'tile')}" if tiles else "no tiles"
        lines = [f"{_heading(self.photo, self.size)}: {total}"]
        if tiles:
            lines.append(f"  tiles    {_listed(tiles)}")
        if facedown:
            lines.append(f"  beside   {facedown} face down, not counted")
        return "\n".join([*lines, *_doubt_lines(self.doubts)])


def _heading(photo: Path, size: tuple[int, int]) -> str:
    return f"{photo} ({size[0]} x {size[1]})"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _doubt_lines(doubts: Iterable[Doubt]) -> list[str]:
    return [f"  doubt    {doubt.text}" for doubt in doubts]


def _counting_ends(ends: Sequence[OpenEnd]) -> str:
    """The pips that add up to the count, each with its tile; a double counts both its halves, once."""
    counting = dict.fromkeys((end.tile, end.pips) for end in ends if end.counts)
    return ", ".join(f"{2 * pips if tile.high == tile.low else pips} on {tile}" for tile, pips in counting)


def _listed(tiles: Iterable[Tile]) -> str:
    return ", ".join(map(str, tiles))


def _tiles_as_json(state: TableState, size: tuple[int, int]) -> list[dict[str, Any]]:
    quads = outlines(state.readings, state.facedown, size)
    return [_tile_as_json(reading, quad) for reading, quad in zip(state.readings, quads, strict=True)]


def _tile_as_json(reading: TileReading, outline: NDArray[np.float32]) -> dict[str, Any]:
    return {
        "tile": str(reading.tile),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in outline],
        "ends": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.ends],
        "pips": [[round(float(share), 4) for share in half] for half in reading.pips],
        "confidence": round(reading.confidence * reading.probability, 4),
    }


def _doubt_as_json(doubt: Doubt) -> dict[str, Any]:
    return {
        "kind": doubt.kind,
        "text": doubt.text,
        "tile": str(doubt.tile) if doubt.tile else None,
        "likely": [[str(tile), round(probability, 4)] for tile, probability in doubt.likely],
    }


class _Overlays:
    """The folder for drawn photos; photos of the same name get a number each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._used: dict[str, int] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"{folder}: cannot be made ({error.strerror}); name a folder you may write to") from None

    def save(self, photo: Path, picture: Image) -> None:
        number = self._used[photo.stem] = self._used.get(photo.stem, 0) + 1
        path = self.folder / f"{photo.stem}-read{f'-{number}' if number > 1 else ''}.jpg"
        jpeg = encode_jpeg(picture, JPEG_QUALITY)
        try:
            path.write_bytes(jpeg)
        except OSError as error:
            raise ValueError(f"{path}: cannot be written ({error.strerror}); name a folder you may write to") from None


def _show_progress(number: int, photos: int, photo: Path) -> None:
    """A line on the terminal that counts the photos, where the readings go to a file or a pipe."""
    if photos > 1 and sys.stderr.isatty() and not sys.stdout.isatty():
        sys.stderr.write(f"\r\x1b[K{number} of {photos}  {photo.name}" if number < photos else "\r\x1b[K")
        sys.stderr.flush()
