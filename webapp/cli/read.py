"""`muggins read`: photos to tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.knockout import pairs
from muggins.scorer.rules.rulesets import RuleSet, load_ruleset
from muggins.scorer.tiles import Tile
from muggins.vision.annotate import draw
from muggins.vision.capture.images import Image, find_pictures, load_picture
from muggins.vision.geometry.footprint import outlines
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Doubt, TableState, TileReading


def read_photos(
    names: Sequence[str], rules_name: str, options: Mapping[str, str], overlay: Path | None, as_json: bool
) -> int:
    """Prints what lies on each photo; of one that cannot be read it says so on stderr, and goes on to the next."""
    rules = load_ruleset(rules_name, options)
    photos = find_pictures(names)
    drawn = _Overlays(overlay) if overlay is not None else None
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
        told = table_as_json(photo, image, state, rules)
        print(json.dumps(told, ensure_ascii=False) if as_json else table_as_text(told), flush=True)
        if drawn is not None:
            drawn.save(photo, draw(image, state))
    return 1 if failed else 0


def table_as_json(photo: Path, image: Image, state: TableState, rules: RuleSet) -> dict[str, Any]:
    """What was read; corners and ends in the photo's own pixels after EXIF rotation.

    Corners go around the whole tile as it is seen, with the sides that a slanted view shows.
    """
    count = state.layout.count()
    seen = outlines(state.readings, state.facedown, (image.shape[1], image.shape[0]))
    return {
        "image": str(photo),
        "size": [image.shape[1], image.shape[0]],
        "table": str(state.layout),
        "tiles": [_tile_as_json(reading, outline) for reading, outline in zip(state.readings, seen, strict=True)],
        "links": [[str(one), str(other)] for one, other in state.links],
        "loose": [str(tile) for tile in state.loose],
        "facedown": len(state.facedown),
        "open": [
            {"tile": str(end.tile), "pips": end.pips, "counts": end.counts} for end in state.layout.open_ends(rules)
        ],
        "count": count,
        "points": rules.worth(count),
        **({"pairs": [[str(one), str(other)] for one, other in _pairs(state, rules)]} if rules.pair else {}),
        "doubts": [_doubt_as_json(doubt) for doubt in state.doubts],
    }


def table_as_text(told: Mapping[str, Any]) -> str:
    """The same for people to read."""
    wide, high = told["size"]
    heading = f"{told['image']} ({wide} x {high})"
    beside = [f"{told['facedown']} face down"] if told["facedown"] else []
    doubts = [f"  doubt    {doubt['text']}" for doubt in told["doubts"]]
    if not told["tiles"]:
        return "\n".join([f"{heading}: no tiles{', ' + beside[0] if beside else ''}", *doubts])
    if "pairs" in told:
        told_pairs = ", ".join(f"{one} with {other}" for one, other in told["pairs"])
        shown = ", ".join(tile["tile"] for tile in told["tiles"])
        return "\n".join([heading, f"  pairs    {told_pairs or 'none'}", f"  tiles    {shown}", *doubts])
    if told["table"]:
        points = "1 point" if told["points"] == 1 else f"{told['points']} points"
        lines = [
            f"{heading}: count {told['count']}, {points}",
            f"  layout   {told['table']}",
            f"  counts   {_counting(told['open']) or 'nothing'}",
        ]
    else:
        lines = [f"{heading}: no layout"]
    chains = [f"{one} with {other}" for one, other in told["links"] if not {one, other} <= set(_laid(told["table"]))]
    if chains:
        lines.append(f"  apart    {', '.join(chains)}")
    if told["loose"]:
        lines.append(f"  loose    {', '.join(told['loose'])}")
    if beside:
        lines.append(f"  beside   {', '.join(beside)}")
    lines.append(f"  tiles    {len(told['tiles'])}")
    return "\n".join([*lines, *doubts])


def _counting(ends: Sequence[Mapping[str, Any]]) -> str:
    """What adds up to the count; a double counts both its halves, once."""
    counting = dict.fromkeys((end["pips"], end["tile"]) for end in ends if end["counts"])
    return ", ".join(f"{2 * pips if tile == f'{pips}-{pips}' else pips} on {tile}" for pips, tile in counting)


def _pairs(state: TableState, rules: RuleSet) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs of Knock Out that lie face up, joined or not."""
    return pairs(tuple(dict.fromkeys(reading.tile for reading in state.readings)), rules.pair)


def _laid(table: str) -> list[str]:
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
    """The folder that drawn photos go to; two photos of one name do not share a file."""

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
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
        try:
            path.write_bytes(jpeg.tobytes())
        except OSError as error:
            raise ValueError(f"{path}: cannot be written ({error.strerror}); name a folder you may write to") from None


def _show_progress(number: int, photos: int, photo: Path) -> None:
    """A line on the terminal that says how far it is, where the readings themselves go elsewhere."""
    if photos > 1 and sys.stderr.isatty() and not sys.stdout.isatty():
        sys.stderr.write(f"\r\x1b[K{number} of {photos}  {photo.name}" if number < photos else "\r\x1b[K")
        sys.stderr.flush()
