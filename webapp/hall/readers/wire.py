"""A TableState as bytes, so that it can travel between processes and machines: JSON, every number to its last digit."""

from __future__ import annotations

import functools
import hashlib
import json
from importlib import metadata
from typing import Any

from numpy.typing import NDArray

from muggins.models import PIPS, TILES
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.texts import CommaList, Text
from muggins.texts.lists import AND, OR, Enumeration, joined
from muggins.vision.types import Detection, Doubt, TableState, TileReading

FORMAT = 2
"""Counts up with every change of what is written here."""

Json = Any
"""What `json` reads and writes."""


@functools.cache
def version() -> str:
    """What a reader and whoever asks it must have in common: the program, both networks and this format."""
    networks = hashlib.sha256(TILES.read_bytes() + PIPS.read_bytes()).hexdigest()[:12]
    try:
        program = metadata.version("muggins")
    except metadata.PackageNotFoundError:  # run from its folder, not installed
        program = "source"
    return f"{program}-{networks}-{FORMAT}"


def encode(state: TableState) -> bytes:
    """The state as bytes, for `decode`."""
    written = {
        "time": state.time,
        "readings": [_reading(each) for each in state.readings],
        # As text, a layout says in one line how its tiles join.
        "layout": str(state.layout),
        "links": [[str(tile) for tile in link] for link in state.links],
        "loose": [str(tile) for tile in state.loose],
        "facedown": [_detection(each) for each in state.facedown],
        "standing": [_detection(each) for each in state.standing],
        "settled": state.settled,
        "doubts": [_doubt(each) for each in state.doubts],
    }
    return json.dumps(written, separators=(",", ":")).encode()


def decode(content: bytes) -> TableState:
    """The state that `encode` wrote. Raises ValueError for anything else."""
    try:
        read = json.loads(content)
        return TableState(
            time=read["time"],
            readings=tuple(map(_reading_from, read["readings"])),
            layout=Layout.parse(read["layout"]),
            links=tuple((Tile.parse(one), Tile.parse(other)) for one, other in read["links"]),
            loose=tuple(map(Tile.parse, read["loose"])),
            facedown=tuple(Detection(**each) for each in read["facedown"]),
            standing=tuple(Detection(**each) for each in read["standing"]),
            settled=read["settled"],
            doubts=tuple(map(_doubt_from, read["doubts"])),
        )
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"a table's state was expected from a reader, and something else came: {error!r}") from error


def _numbers(array: NDArray[Any]) -> Json:
    # A float32 written as a float64 is read back as the same float32.
    return array.tolist()


def _reading(reading: TileReading) -> Json:
    return {
        "corners": _numbers(reading.corners),
        "ends": _numbers(reading.ends),
        "pips": _numbers(reading.pips),
        "confidence": float(reading.confidence),
        "halves": [int(half) for half in reading.shows],
    }


def _reading_from(read: Json) -> TileReading:
    first, second = read["halves"]
    return TileReading(**{**read, "halves": (first, second)})


def _detection(detection: Detection) -> Json:
    return {
        "corners": _numbers(detection.corners),
        "kind": detection.kind,
        "confidence": float(detection.confidence),
        "printed": float(detection.printed),
    }


def _doubt(doubt: Doubt) -> Json:
    return {
        "kind": doubt.kind,
        "text": text_to_json(doubt.text),
        "tile": None if doubt.tile is None else str(doubt.tile),
        "likely": [[str(tile), float(probability)] for tile, probability in doubt.likely],
        "outline": doubt.outline,
    }


def _doubt_from(read: Json) -> Doubt:
    tile = None if read["tile"] is None else Tile.parse(read["tile"])
    likely = tuple((Tile.parse(name), probability) for name, probability in read["likely"])
    return Doubt(read["kind"], text_from_json(read["text"]), tile, likely, tuple(read["outline"]))


def text_to_json(value: object) -> Json:
    """A text, or what it is filled in with: the language is chosen by whoever reads it, so its parts travel."""
    if isinstance(value, Enumeration):
        first, last = (text_to_json(value.values[name]) for name in ("first", "last"))
        return {"joined": "and" if value.link is AND else "or", "first": first, "last": last}
    if isinstance(value, Text):
        values = {name: text_to_json(each) for name, each in value.values.items()}
        return {"message": value.message, "values": values, "many": value.many, "context": value.context}
    if isinstance(value, CommaList):
        return {"row": [text_to_json(each) for each in value]}
    if isinstance(value, Tile):
        return {"tile": str(value)}
    return value if isinstance(value, str | int | float) else str(value)


def text_from_json(read: Json) -> Any:
    """The text that `text_to_json` wrote."""
    if not isinstance(read, dict):
        return read
    if "joined" in read:
        link = AND if read["joined"] == "and" else OR
        return joined(text_from_json(read["first"]), text_from_json(read["last"]), link)
    if "row" in read:
        return CommaList(tuple(map(text_from_json, read["row"])))
    if "tile" in read:
        return Tile.parse(read["tile"])
    values = {name: text_from_json(each) for name, each in read["values"].items()}
    return Text(read["message"], values, read["many"], read["context"])
