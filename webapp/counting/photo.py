"""What a photo shows, as JSON: its tiles with their outlines, their total, and what the layout counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.json_types import TileText
from muggins.scorer.layout import Layout, OpenEndJson
from muggins.scorer.reports.wording import title_of
from muggins.scorer.rules.rulesets import RuleSet
from muggins.scorer.tiles import full_set
from muggins.texts import ngettext
from muggins.vision.geometry.footprint import outlines
from muggins.vision.types import ABOUT_TILES, Doubt, DoubtKind, TableState, TileReading

LARGEST_COUNTED_SET = 12
"""The highest double of the largest set that is read."""


class CountedTileJson(TypedDict):
    """A tile on a photo."""

    tile: TileText
    corners: list[list[float]]
    """Around the tile, x and y in pixels of the photo as it was read."""
    ends: list[list[float]]
    """The centres of its halves."""
    halves: list[int]
    """The pips of the halves in that order."""
    is_doubted: bool


class DoubtJson(TypedDict):
    """A doubt of the reader as JSON."""

    kind: DoubtKind
    text: str
    tile: TileText | None
    likely: list[tuple[TileText, float]]
    """Tiles with their probabilities."""


class _PhotoDoubtJson(DoubtJson):
    about: Literal["tile", "join"]
    """Which tile lies there, or how tiles are joined."""
    corners: list[list[float]]
    """Around what was not read, as those of a tile; empty where the tiles show what is in doubt."""


class PhotoCountJson(TypedDict):
    """The tiles on a photo."""

    size: list[int]
    """Width and height in pixels of the photo as it was read."""
    set: int | None
    """The highest double; null where no tile is seen."""
    total: int
    """The pips of all tiles together."""
    tiles: list[CountedTileJson]
    facedown: int
    doubts: list[_PhotoDoubtJson]


class _NamedRulesJson(TypedDict):
    id: str
    name: str


class CountedLayoutJson(TypedDict):
    """What a layout counts by some rules."""

    table: str
    """The layout as in a record."""
    open: list[OpenEndJson]
    count: int
    points: int
    """What the count is worth."""
    rules: _NamedRulesJson


class CountedPhotoJson(PhotoCountJson):
    """A photo that was counted."""

    says: str
    """Why there is nothing to count; empty where there is."""
    layout: CountedLayoutJson
    picture: str | None
    """The photo as JPEG in base64, where it was asked for."""


@dataclass(frozen=True)
class PhotoCount:
    """The face-up tiles of a photo, joined or not. ValueError, a sentence, where the largest set has fewer."""

    size: tuple[int, int]
    """Width and height of the photo in pixels, as it was read."""
    state: TableState

    def __post_init__(self) -> None:
        _check_number(len(self.state.readings))

    @property
    def total(self) -> int:
        """The pips of all tiles together."""
        return sum(tile.total for tile in self.state.tiles)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The doubts about which tiles lie there."""
        return tuple(doubt for doubt in self.state.doubts if doubt.kind in ABOUT_TILES)

    @property
    def set(self) -> int | None:
        """The highest double of the set that the tiles are of; None without tiles."""
        return self.state.readings[0].pips.shape[1] - 1 if self.state.readings else None

    def to_json(self) -> PhotoCountJson:
        """Corners and ends are in pixels of the photo as it was read."""
        doubted = {doubt.tile for doubt in self.doubts}
        doubts: list[_PhotoDoubtJson] = [
            {
                **doubt_as_json(doubt),
                "about": "tile" if doubt.kind in ABOUT_TILES else "join",
                "corners": [
                    [round(x, 1), round(y, 1)] for x, y in zip(doubt.outline[::2], doubt.outline[1::2], strict=True)
                ],
            }
            for doubt in self.state.doubts
        ]
        tiles: list[CountedTileJson] = [
            {
                "tile": tile["tile"],
                "corners": tile["corners"],
                "ends": tile["ends"],
                "halves": list(reading.shows),
                "is_doubted": reading.tile in doubted,
            }
            for tile, reading in zip(tiles_as_json(self.state, self.size), self.state.readings, strict=True)
        ]
        return {
            "size": list(self.size),
            "set": self.set,
            "total": self.total,
            "tiles": tiles,
            "facedown": len(self.state.facedown),
            "doubts": doubts,
        }


def layout_as_json(layout: Layout, rules: RuleSet) -> CountedLayoutJson:
    """What a layout counts, and what that is worth by the rules."""
    return {
        "table": str(layout),
        "open": [end.to_json() for end in layout.open_ends(rules)],
        "count": layout.count(rules),
        "points": rules.worth_of(layout),
        "rules": {"id": rules.id, "name": str(title_of(rules))},
    }


def tiles_as_json(state: TableState, size: tuple[int, int]) -> list[dict[str, Any]]:
    """Each tile with its corners around the whole tile, the centres of its halves, and how sure it is."""
    quads = outlines(state.readings, state.facedown, size)
    return [_tile_as_json(reading, quad) for reading, quad in zip(state.readings, quads, strict=True)]


def doubt_as_json(doubt: Doubt) -> DoubtJson:
    """The doubt with its question, and the answers with their probabilities."""
    return {
        "kind": doubt.kind,
        "text": str(doubt.text),
        "tile": str(doubt.tile) if doubt.tile else None,
        "likely": [(str(tile), round(probability, 4)) for tile, probability in doubt.likely],
    }


def _tile_as_json(reading: TileReading, outline: NDArray[np.float32]) -> dict[str, Any]:
    return {
        "tile": str(reading.tile),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in outline],
        "ends": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.ends],
        "pips": [[round(float(share), 4) for share in half] for half in reading.pips],
        "confidence": round(reading.confidence * reading.probability, 4),
    }


def _check_number(tiles: int) -> None:
    most = len(full_set(LARGEST_COUNTED_SET))
    if tiles > most:
        raise ValueError(
            ngettext(
                "%(number)s tile lies there, and the largest set has %(most)s; take a picture of one hand alone.",
                "%(number)s tiles lie there, and the largest set has %(most)s; take a picture of one hand alone.",
                tiles,
                most=most,
            )
        )
