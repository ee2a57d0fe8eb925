"""`muggins read`: prints the table on each photo."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.knockout import pairs
from muggins.scorer.rules.rulesets import RuleSet, load_ruleset
from muggins.scorer.tiles import Tile
from muggins.vision.annotate import draw
from muggins.vision.capture.images import Image, encode_jpeg, find_pictures, load_picture
from muggins.vision.geometry.footprint import outlines
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Doubt, TableState, TileReading

JPEG_QUALITY = 90
"""Of the photos with what was read drawn on them, of 100."""


def read_photos(
    names: Sequence[str], rules_name: str, options: Mapping[str, str], overlay: Path | None, as_json: bool
) -> int:
    """Prints the table on each photo; returns 1 where a photo cannot be opened, after a sentence on stderr."""
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
        table = table_as_json(photo, image, state, rules)
        print(json.dumps(table, ensure_ascii=False) if as_json else table_as_text(table), flush=True)
        if overlays is not None:
            overlays.save(photo, draw(image, state))
    return 1 if failed else 0


def table_as_json(photo: Path, image: Image, state: TableState, rules: RuleSet) -> dict[str, Any]:
    """The table that was read; corners and ends are in the photo's own pixels after EXIF rotation.

    Corners go around the tile as it is seen: a slanted view shows its sides too.
    """
    count = state.layout.count()
    quads = outlines(state.readings, state.facedown, (image.shape[1], image.shape[0]))
    return {
        "image": str(photo),
        "size": [image.shape[1], image.shape[0]],
        "table": str(state.layout),
        "tiles": [_tile_as_json(reading, quad) for reading, quad in zip(state.readings, quads, strict=True)],
        "links": [[str(tile), str(host)] for tile, host in state.links],
        "loose": [str(tile) for tile in state.loose],
        "facedown": len(state.facedown),
        "open": [end.to_json() for end in state.layout.open_ends(rules)],
        "count": count,
        "points": rules.worth(count),
        **({"pairs": [[str(first), str(second)] for first, second in _pairs(state, rules)]} if rules.pair else {}),
        "doubts": [_doubt_as_json(doubt) for doubt in state.doubts],
    }


def table_as_text(table: Mapping[str, Any]) -> str:
    """What `table_as_json` gives, for people to read."""
    width, height = table["size"]
    heading = f"{table['image']} ({width} x {height})"
    facedown = f"{table['facedown']} face down" if table["facedown"] else ""
    doubts = [f"  doubt    {doubt['text']}" for doubt in table["doubts"]]
    if not table["tiles"]:
        return "\n".join([f"{heading}: no tiles{', ' + facedown if facedown else ''}", *doubts])
    if "pairs" in table:
        pairs_found = ", ".join(f"{first} with {second}" for first, second in table["pairs"])
        tiles = ", ".join(tile["tile"] for tile in table["tiles"])
        return "\n".join([heading, f"  pairs    {pairs_found or 'none'}", f"  tiles    {tiles}", *doubts])
    lines = _layout_lines(heading, table)
    laid = set(_laid(table["table"]))
    apart = [f"{tile} with {host}" for tile, host in table["links"] if not {tile, host} <= laid]
    if apart:
        lines.append(f"  apart    {', '.join(apart)}")
    if table["loose"]:
        lines.append(f"  loose    {', '.join(table['loose'])}")
    if facedown:
        lines.append(f"  beside   {facedown}")
    lines.append(f"  tiles    {len(table['tiles'])}")
    return "\n".join([*lines, *doubts])


def _layout_lines(heading: str, table: Mapping[str, Any]) -> list[str]:
    """The heading with count and points, the layout, and the ends that make the count."""
    if not table["table"]:
        return [f"{heading}: no layout"]
    points = "1 point" if table["points"] == 1 else f"{table['points']} points"
    return [
        f"{heading}: count {table['count']}, {points}",
        f"  layout   {table['table']}",
        f"  counts   {_counting_ends(table['open']) or 'nothing'}",
    ]


def _counting_ends(ends: Sequence[Mapping[str, Any]]) -> str:
    """The pips that add up to the count, each with its tile; a double counts both its halves, once."""
    counting = dict.fromkeys((end["pips"], end["tile"]) for end in ends if end["counts"])
    return ", ".join(f"{2 * pips if tile == f'{pips}-{pips}' else pips} on {tile}" for pips, tile in counting)


def _pairs(state: TableState, rules: RuleSet) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs of Knock Out among the tiles that lie face up, joined or not."""
    return pairs(tuple(dict.fromkeys(reading.tile for reading in state.readings)), rules.pair)


def _laid(table: str) -> list[str]:
    """The tiles of a layout in its text form."""
    return [placement.partition(">")[0].strip() for placement in table.split(",")]


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
