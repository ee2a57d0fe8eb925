"""Reads a picture of a table: which tiles lie there, what they show and how they join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..detection.exposure import brighten_if_dark
from ..detection.multiscale import Detector, detect_multiscale
from ..detection.tile_detector import TileDetector
from ..geometry.quads import areas, half_centres, order_corners
from ..geometry.table_plane import TablePlane, estimate_table_plane
from ..layout.double_blank import double_blank_among
from ..layout.joins import Adjacency, Joined, contacts_of, find_joins
from ..layout.reconstruct import reconstruct
from ..layout.slots import Slot, open_slots
from ..layout.value_assignment import assign_values
from ..pips.classifier import REFINEMENT_STEPS, PipClassifier, PipPredictions
from ..types import MIN_CONFIDENCE, Detection, Doubt, Image, TableState, TileReading
from .doubts import doubts_for_rejected
from .filters import HALF_SEEN, nms_readings, reject_low_confidence, reject_size_outliers, reject_truncated
from .straddles import WHOLE, resolve_straddle, straddle_candidates

# Less likely than this to be a whole tile face up, at the second look, and it is none.
FACE_UP = 0.2
# A tile that the tile model takes for a standing one, but not surer than this, is looked at closer; as likely as this
# to be a whole tile face up, it lies.
SURELY_STANDS, LIES_AFTER_ALL = 0.9, 0.8
# From so many degrees above the table on the face of a standing tile is seen at half its width: what looks like one
# is as any other tile.
FROM_ABOVE = 60
# One taken for a tile face down is a 1-0, say, whose only pip is dim, if as likely as this to be face up; it is looked
# at where its middle is not farther from that of a tile face up than so many tile lengths.
SHOWS_PIPS, BESIDE = 0.9, 1.4
# How often it is looked where tiles would lie that were not found, and the log odds against one lying there unseen.
LOOKS_BESIDE, UNSEEN, UNSEEN_AT_A_GLANCE = 3, 5.0, -3.0
# Less likely than this to be of the set that is played with, and it is a foreign tile.
OF_THIS_SET = 0.05
# A tile that shows more than the set holds is none, not one of another set, unless it is this likely to be just that.
FOREIGN = 0.45
# As likely as this to show more than the set holds, and the set is a larger one.
OF_A_LARGER_SET = 0.6
SETS = (6, 9, 12)
# Of tiles too faint to be read so many are looked at, the surest first.
MOST_FAINT = 8


class HalfReader(Protocol):
    """Says of outlined tiles what their halves show."""

    def read(self, image: Image, corners: NDArray[np.float32], rounds: int = REFINEMENT_STEPS) -> PipPredictions: ...


@dataclass(frozen=True, eq=False)
class _Halves:
    """What a tile shows, limited to what the set holds, and the (2, 13) pips that the model gave."""

    tile: Detection
    is_faceup: float
    """How likely it is that all of it lies there face up."""
    lies: bool
    """Whether it is taken to."""
    reading: TileReading
    pips: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Laid:
    """Tiles named together, and how they are joined."""

    named: tuple[TileReading, ...]
    unsure: tuple[Doubt, ...]
    joined: Joined
    touching: Adjacency | None
    """None where there are no tiles."""


class Reader:
    """Reads pictures of tiles of one set; `set` is its highest number of pips, 6, 9 or 12.

    With None each picture tells: it is a double-six set unless a tile clearly shows more.
    """

    def __init__(
        self, set: int | None = 6, detector: Detector | None = None, pip_reader: HalfReader | None = None
    ) -> None:
        if set is not None and not 1 <= set <= 12:
            raise ValueError(f"set: expected the highest pips of a half, 6, 9 or 12, got {set}")
        self.set = SETS[0] if set is None else set
        self._larger = SETS[1:] if set is None else ()
        self._detector = TileDetector() if detector is None else detector
        self._pip_reader = PipClassifier() if pip_reader is None else pip_reader

    def read(self, image: Image, time: float = 0.0) -> TableState:
        """What lies on the table in one picture, taken at `time` seconds."""
        if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            got = f"{image.dtype} of shape {image.shape}" if isinstance(image, np.ndarray) else type(image).__name__
            raise ValueError(f"image: expected uint8 of shape (height, width, 3), got {got}")
        image = brighten_if_dark(image)
        state = self._read(image, time)
        for smaller, larger in zip((self.set, *self._larger), self._larger, strict=False):
            if not any(_is_of_a_larger_set(doubt, smaller) for doubt in state.doubts):
                break
            state = Reader(larger, self._detector, self._pip_reader)._read(image, time)
        return state

    def _read(self, image: Image, time: float) -> TableState:
        likely = detect_multiscale(self._detector, image)
        found = [tile for tile in likely if tile.confidence >= MIN_CONFIDENCE]
        fainter = [tile for tile in likely if tile.kind == "faceup" and tile.confidence < MIN_CONFIDENCE]
        clear = [tile for tile in found if tile.kind == "faceup"]
        looked_at = [*clear, *_may_be_more(found, clear), *fainter[:MOST_FAINT]]
        halves = self._mended(image, self._read_halves(image, looked_at))
        pips = {one.reading: one.pips for one in halves if one.lies and one.tile.confidence >= MIN_CONFIDENCE}
        lying = [id(one.tile) for one in halves if one.lies]
        facedown, standing = (
            tuple(tile for tile in found if tile.kind == kind and id(tile) not in lying)
            for kind in ("facedown", "standing")
        )
        plane, alike = reject_size_outliers(list(pips), facedown)
        seen = reject_truncated(nms_readings(alike), image)
        laid = _lay(seen, facedown, plane if len(seen) == len(pips) else None)
        tried: list[Slot] = []
        for _ in range(LOOKS_BESIDE):
            more = self._read_beside(image, laid, facedown, tried)
            if not more:
                break
            pips |= more
            seen = reject_truncated(nms_readings([*seen, *more]), image)
            laid = _lay(seen, facedown)
        hidden = {one.reading: one for one in halves if one.tile.kind == "facedown" and not one.lies}
        asked = [id(one.tile) for one in hidden.values()]
        surely_down = [tile for tile in facedown if id(tile) not in asked]
        blank, unsure_blank = double_blank_among(laid.named, list(hidden), surely_down)
        if blank is not None:
            face = next(one for reading, one in hidden.items() if (reading.corners == blank.corners).all())
            facedown = tuple(tile for tile in facedown if tile is not face.tile)
            pips[blank] = face.pips
            seen = reject_truncated(nms_readings([*seen, blank]), image)
            laid = _lay(seen, facedown)
        strange = [doubt for one in seen if (doubt := self._too_high(one.confidence, pips[one])) is not None]
        of_this_set = [reading for reading in seen if self._within(pips[reading]) >= OF_THIS_SET]
        if len(of_this_set) < len(seen):
            laid = _lay(of_this_set, facedown)
        layout, links, loose, unjoined = reconstruct(laid.named, facedown, laid.joined)
        if (played := reject_low_confidence(laid.named, links, standing)) != laid.named:
            laid = _lay(played, facedown)
            layout, links, loose, unjoined = reconstruct(laid.named, facedown, laid.joined)
        named = laid.named
        pips |= {one.reading: one.pips for one in halves if one.lies or one.tile.kind == "faceup"}
        is_read = {one.corners.tobytes() for one in named}
        others = [one for one in pips if one.corners.tobytes() not in is_read]
        left_out = reject_truncated([one for one in others if self._within(pips[one]) >= OF_THIS_SET], image, HALF_SEEN)
        faint = doubts_for_rejected(left_out, named, (*facedown, *standing))
        doubts = (*strange, *laid.unsure, *unjoined, *faint, *unsure_blank)
        return TableState(time, named, layout, links, loose, facedown, standing, doubts=doubts)

    def _read_halves(self, image: Image, tiles: Sequence[Detection]) -> list[_Halves]:
        """What the tiles show, and whether they lie face up."""
        if not tiles:
            return []
        found = self._pip_reader.read(image, np.array([tile.corners for tile in tiles], np.float32))
        confidences = np.array([tile.confidence for tile in tiles])
        faceup, after_all = found.is_faceup, LIES_AFTER_ALL
        surely = [
            tile.kind == "faceup" and one >= MIN_CONFIDENCE
            for tile, one in zip(tiles, faceup * confidences, strict=True)
        ]
        lying = found.faceup_from_above()
        may_stand = any(tile.kind == "standing" for tile in tiles) or (faceup < lying / 2).any()
        if may_stand and _is_from_above(found.corners[surely]):
            faceup, after_all = lying, FACE_UP
        sure = faceup * confidences
        halves = []
        for tile, is_faceup, read in zip(tiles, faceup, self._readings(found, sure), strict=True):
            lies = is_faceup >= {"standing": after_all, "facedown": SHOWS_PIPS}.get(tile.kind, FACE_UP)
            halves.append(_Halves(tile, float(is_faceup), bool(lies), *read))
        return halves

    def _mended(self, image: Image, halves: list[_Halves]) -> list[_Halves]:
        """The same, with two tiles for one that lies astride them."""
        doubtful = [
            one
            for one in halves
            if one.tile.kind == "faceup" and one.tile.confidence >= MIN_CONFIDENCE and one.is_faceup < WHOLE
        ]
        moved = [other for one in doubtful for other in straddle_candidates(one.tile, one.reading.corners)]
        seen = self._read_halves(image, moved)
        instead = {}
        for one, *pair in zip(doubtful, seen[::2], seen[1::2], strict=True):
            lying = resolve_straddle(one.is_faceup, (pair[0].is_faceup, pair[1].is_faceup))
            instead[id(one)] = [pair[number] for number in lying] or [one]
        return [other for one in halves for other in instead.get(id(one), [one])]

    def _read_beside(
        self,
        image: Image,
        laid: _Laid,
        facedown: Sequence[Detection],
        tried: list[Slot],
    ) -> dict[TileReading, NDArray[np.float64]]:
        """Tiles that were not found but lie where one would be joined to those laid; places in `tried` are left out."""
        size = image.shape[1], image.shape[0]
        places = open_slots(laid.named, laid.joined[0], facedown, *size, laid.touching)
        places = [place for place in places if not any(place.is_as(other) for other in tried)]
        tried.extend(places)
        readings: dict[TileReading, NDArray[np.float64]] = {}
        # A first glance rules out most of them.
        for rounds, against in ((1, UNSEEN_AT_A_GLANCE), (4, UNSEEN)):
            if not places:
                break
            found = self._pip_reader.read(image, np.array([place.outline for place in places]), rounds)
            likely = np.flatnonzero(self._odds_of_tiles(places, found) > against)
            if rounds > 1 and len(likely):
                sure = PipPredictions(found.pips[likely], found.is_faceup[likely], found.corners[likely])
                readings.update(self._readings(sure, sure.is_faceup / 2))
            places = [places[number] for number in likely]
        return readings

    def _odds_of_tiles(self, places: Sequence[Slot], found: PipPredictions) -> NDArray[np.float64]:
        """(N,) log odds that a tile lies there which is joined: whole, face up, with a half that matches."""
        faceup = np.clip(found.is_faceup, 1e-6, 1 - 1e-6)
        shows = [place.shows for place in places]
        matches = found.pips[np.arange(len(places)), :, shows].max(axis=1)
        outlines = np.array([place.outline for place in places])
        moved = np.linalg.norm((found.corners - outlines).mean(axis=1), axis=1)
        width = np.linalg.norm(outlines[:, 0] - outlines[:, 1], axis=1)
        odds = np.log(faceup / (1 - faceup)) + np.log((self.set + 1) * matches + 0.02)
        return np.asarray(np.where(moved < width, odds, -np.inf))

    def _readings(
        self, found: PipPredictions, confidences: NDArray[np.float64]
    ) -> list[tuple[TileReading, NDArray[np.float64]]]:
        """Readings in canonical order, their pips limited to the set; and all 13 of each in that order."""
        ordered = order_corners(found.corners)
        way = np.abs(ordered[:, :1] - found.corners).sum(axis=2)
        turned = way[:, :2].min(axis=1) > way[:, 2:].min(axis=1)
        pips = np.where(turned[:, None, None], found.pips[:, ::-1], found.pips)
        within = pips[:, :, : self.set + 1] + 1e-9
        within = within / within.sum(axis=2, keepdims=True)
        made = zip(ordered, half_centres(ordered), within, confidences.tolist(), strict=True)
        return [(TileReading(*one), shown) for one, shown in zip(made, pips, strict=True)]

    def _within(self, pips: NDArray[np.float64]) -> float:
        """How likely it is that both halves show what the set holds."""
        return float(pips[:, : self.set + 1].sum(axis=1).min())

    def _too_high(self, confidence: float, pips: NDArray[np.float64]) -> Doubt | None:
        """A doubt about a tile that is surely there and rather shows more than the set holds."""
        if self._within(pips) >= 0.5 or confidence * pips.max(axis=1).prod() < FOREIGN:
            return None
        high, low = sorted((int(row.argmax()) for row in pips), reverse=True)
        text = f"A tile shows {high} and {low}, more than the double-{self.set} set holds."
        return Doubt("value", text, Tile(high, low), ((Tile(high, low), float(pips[0].max() * pips[1].max())),))


def _lay(readings: Sequence[TileReading], facedown: Sequence[Detection], plane: TablePlane | None = None) -> _Laid:
    """The readings, named and joined; the plane is found where it is not known."""
    touching = contacts_of(readings, facedown, plane) if readings else None
    named, unsure = assign_values(readings, facedown, touching)
    return _Laid(named, unsure, find_joins(named, facedown, touching), touching)


def _is_of_a_larger_set(doubt: Doubt, set: int) -> bool:
    """Whether a doubt is about a tile that clearly shows more than that set holds."""
    return any(tile.high > set and chance >= OF_A_LARGER_SET for tile, chance in doubt.likely)


def _is_from_above(corners: NDArray[np.float32]) -> bool:
    """Whether tiles lie there, and the camera looks down on them."""
    if not len(corners):
        return False
    ordered = order_corners(corners)
    return bool(np.median(estimate_table_plane(ordered).elevations(ordered.mean(axis=1))) >= FROM_ABOVE)


def _may_be_more(found: Sequence[Detection], clear: Sequence[Detection]) -> list[Detection]:
    """Tiles taken for such as stand or lie face down that may lie face up all the same.

    Of those face down only such as may be joined to a tile face up, if there are any: a boneyard need not be read.
    """
    others = [tile for tile in found if tile.kind != "faceup"]
    if not others:
        return []
    corners = np.array([tile.corners for tile in others])
    near = np.ones(len(others), dtype=bool)
    if clear:
        middles = np.array([tile.corners for tile in clear]).mean(axis=1)
        away = np.linalg.norm(corners.mean(axis=1)[:, None] - middles, axis=2).min(axis=1)
        near = away < BESIDE * np.sqrt(2 * areas(corners))
    may_be = (
        tile.confidence < SURELY_STANDS if tile.kind == "standing" else is_near
        for tile, is_near in zip(others, near, strict=True)
    )
    return list(compress(others, may_be))
