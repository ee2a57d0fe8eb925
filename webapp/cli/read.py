"""`muggins read`: prints the table on each photo."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from muggins.scorer.knockout import pairs
from muggins.scorer.layout import Layout, OpenEnd
from muggins.scorer.reports.faults import points_in_words
from muggins.scorer.rules.rulesets import RuleSet, load_ruleset, refuse_idle
from muggins.scorer.tiles import Tile
from muggins.texts import gettext, lazy_gettext, ngettext, pgettext, text_of
from muggins.vision.annotate import draw
from muggins.vision.capture.images import Image, encode_jpeg, find_pictures, load_picture
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Doubt, TableState

from ..counting.photo import PhotoCount, doubt_as_json, tiles_as_json
from .game_args import refuse_kept_by_hand

OVERLAY_QUALITY = 90
"""JPEG quality, of 100, of the photos with what was read drawn on them."""


def read_photos(
    names: Sequence[str],
    rules_name: str,
    options: Mapping[str, str],
    overlay: Path | None,
    as_json: bool,
    as_total: bool = False,
) -> int:
    """Prints the table on each photo, or with `as_total` only the pips of all its tiles.

    Returns 1 where a photo cannot be opened or counted, after a sentence on stderr.
    """
    rules = load_ruleset(rules_name, options)
    refuse_idle(rules)
    if not as_total:
        refuse_kept_by_hand(rules)
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
            print(f"muggins: {text_of(error)}", file=sys.stderr)
            continue
        reader = reader or Reader(set=rules.set if "set" in {**options, **rules.changes()} else None)
        state = reader.read(image)
        size = image.shape[1], image.shape[0]
        table = PhotoTotal(photo, size, state) if as_total else PhotoTable(photo, size, state, rules)
        try:
            printed = json.dumps(table.to_json(), ensure_ascii=False) if as_json else table.to_text()
        except ValueError as error:
            failed += 1
            print(f"muggins: {photo}: {text_of(error)}", file=sys.stderr)
        else:
            print(printed, flush=True)
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
        return self.state.layout.count(self.rules)

    @property
    def points(self) -> int:
        return self.rules.worth_of(self.state.layout)

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
            "tiles": tiles_as_json(state, self.size),
            "links": [[str(tile), str(host)] for tile, host in state.links],
            "loose": [str(tile) for tile in state.loose],
            "facedown": len(state.facedown),
            "open": [end.to_json() for end in self.open_ends],
            "count": self.count,
            "points": self.points,
            **({} if found_pairs is None else {"pairs": [list(map(str, pair)) for pair in found_pairs]}),
            "doubts": [doubt_as_json(doubt) for doubt in state.doubts],
        }

    def to_text(self) -> str:
        """The table for people to read, the count first."""
        state, found_pairs = self.state, self.pairs
        facedown = gettext("%(number)s face down", number=len(state.facedown)) if state.facedown else ""
        doubts = _doubt_lines(state.doubts)
        if not state.readings:
            return "\n".join([_headed(self.photo, self.size, gettext("no tiles"), facedown), *doubts])
        if found_pairs is not None:
            paired = ", ".join(
                gettext("%(tile)s with %(other)s", tile=first, other=second) for first, second in found_pairs
            )
            tiles = _line(pgettext("on a photo", "tiles"), _listed(state.tiles))
            return "\n".join(
                [
                    _heading(self.photo, self.size),
                    _line(pgettext("on a photo", "pairs"), paired or pgettext("no tiles", "none")),
                    tiles,
                    *doubts,
                ]
            )
        lines = self._layout_lines()
        laid = set(state.layout.tiles)
        apart = [
            gettext("%(tile)s with %(other)s", tile=tile, other=host)
            for tile, host in state.links
            if not {tile, host} <= laid
        ]
        if apart:
            lines.append(_line(pgettext("on a photo", "apart"), ", ".join(apart)))
        if state.loose:
            lines.append(_line(pgettext("on a photo", "loose"), _listed(state.loose)))
        if facedown:
            lines.append(_line(pgettext("on a photo", "beside"), facedown))
        lines.append(_line(pgettext("on a photo", "tiles"), len(state.readings)))
        return "\n".join([*lines, *doubts])

    def _layout_lines(self) -> list[str]:
        """The heading with count and points, the layout, and the ends that make the count."""
        if not self.state.layout:
            return [_headed(self.photo, self.size, gettext("no layout"))]
        points = points_in_words(self.points)
        return [
            _headed(self.photo, self.size, gettext("count %(count)s", count=self.count), points),
            _line(pgettext("on a photo", "layout"), self.state.layout),
            _line(
                pgettext("on a photo", "counts"),
                _counting_ends(self.open_ends, self.state.layout) or pgettext("no open end counts", "nothing"),
            ),
        ]


@dataclass(frozen=True)
class PhotoTotal:
    """How many pips the face-up tiles on a photo show together, joined or not."""

    photo: Path
    size: tuple[int, int]
    """Width and height of the photo in pixels, after EXIF rotation."""
    state: TableState

    @property
    def count(self) -> PhotoCount:
        return PhotoCount(self.size, self.state)

    def to_json(self) -> dict[str, Any]:
        return {
            "image": str(self.photo),
            "size": list(self.size),
            "total": self.count.total,
            "tiles": tiles_as_json(self.state, self.size),
            "facedown": len(self.state.facedown),
            "doubts": [doubt_as_json(doubt) for doubt in self.count.doubts],
        }

    def to_text(self) -> str:
        """The total for people to read, and the tiles that make it."""
        tiles, facedown = self.state.tiles, len(self.state.facedown)
        pips = ngettext("%(number)s pip", "%(number)s pips", self.count.total)
        on_tiles = ngettext("%(pips)s on %(number)s tile", "%(pips)s on %(number)s tiles", len(tiles), pips=pips)
        lines = [_headed(self.photo, self.size, on_tiles if tiles else gettext("no tiles"))]
        if tiles:
            lines.append(_line(pgettext("on a photo", "tiles"), _listed(tiles)))
        if facedown:
            lines.append(
                _line(pgettext("on a photo", "beside"), gettext("%(number)s face down, not counted", number=facedown))
            )
        return "\n".join([*lines, *_doubt_lines(self.count.doubts)])


def _heading(photo: Path, size: tuple[int, int]) -> str:
    return f"{photo} ({size[0]} x {size[1]})"


def _headed(photo: Path, size: tuple[int, int], *facts: str) -> str:
    """The photo, and after a colon what is on it."""
    return gettext("%(photo)s: %(facts)s", photo=_heading(photo, size), facts=", ".join(filter(None, facts)))


def _line(label: str, text: object) -> str:
    return f"  {label:<8} {text}"


def _doubt_lines(doubts: Iterable[Doubt]) -> list[str]:
    return [_line(pgettext("on a photo", "doubt"), doubt.text) for doubt in doubts]


def _counting_ends(ends: Sequence[OpenEnd], layout: Layout) -> str:
    """The pips that add up to the count, each with its tile; a double counts both its halves until it is crossed."""
    counting = Counter((end.tile, end.pips) for end in ends if end.counts)
    for tile, pips in counting:
        if tile.is_double and len(layout.joined[tile]) < 2:
            counting[tile, pips] = 2
    return ", ".join(
        gettext("%(pips)s on %(tile)s", pips=pips * number, tile=tile) for (tile, pips), number in counting.items()
    )


def _listed(tiles: Iterable[Tile]) -> str:
    return ", ".join(map(str, tiles))


class _Overlays:
    """The folder for drawn photos; photos of the same name get a number each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._used: dict[str, int] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(
                lazy_gettext(
                    "%(folder)s: cannot be made (%(reason)s); name a folder you may write to",
                    folder=folder,
                    reason=error.strerror,
                )
            ) from None

    def save(self, photo: Path, picture: Image) -> None:
        number = self._used[photo.stem] = self._used.get(photo.stem, 0) + 1
        path = self.folder / f"{photo.stem}-read{f'-{number}' if number > 1 else ''}.jpg"
        jpeg = encode_jpeg(picture, OVERLAY_QUALITY)
        try:
            path.write_bytes(jpeg)
        except OSError as error:
            raise ValueError(
                lazy_gettext(
                    "%(path)s: cannot be written (%(reason)s); name a folder you may write to",
                    path=path,
                    reason=error.strerror,
                )
            ) from None


def _show_progress(number: int, photos: int, photo: Path) -> None:
    """A line on the terminal that counts the photos, where the readings go to a file or a pipe."""
    if photos > 1 and sys.stderr.isatty() and not sys.stdout.isatty():
        progress = gettext("%(number)s of %(all)s", number=number, all=photos)
        sys.stderr.write(f"\r\x1b[K{progress}  {photo.name}" if number < photos else "\r\x1b[K")
        sys.stderr.flush()
