"""The ruler: how readings of photos compare with what really lies in them, with 95 % intervals.

recall, precision      where boxes are known: read tiles against true ones, sharing half their joint area (face-up tiles
                       are asked for; a reading on a face-down or standing tile is false, one on a tile that is cut off
                       is passed over)
value_right            where boxes and names are known: share of the true tiles that were found and named right
named, misnamed        where names alone are known: share of the true tiles that were named; readings that name no true
                       tile, for each true tile
photo_right            share of photos with every tile named right and nothing else read
links_right            share of photos with exactly the true joins (none where there are none)
count_right            of photos with a played layout: the count of the largest chain is right, every double a spinner
ends_right             the same for the open ends with their tiles
wrong_without_doubt    share of photos where tiles or joins were read wrong and nothing was doubted
right_with_doubt       share of photos where all was read right and something was doubted all the same
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..geometry.footprint import outlines
from ..labels.truth import Box, LabelledPhoto, TrueTile, upright_box
from ..types import TableState, TileReading

SAME_TILE = 0.5
"""Boxes that share this much of their joint area mean the same tile."""
RESAMPLES = 2000
LIKELY = 1.96
"""Standard deviations either side that hold 95 %."""
Joins = frozenset[frozenset[Tile]]
End = tuple[Tile, int]


@dataclass(frozen=True, eq=False)
class PhotoResult:
    """How the reading of one photo compares with what lies there."""

    photo: LabelledPhoto
    state: TableState
    right: tuple[TileReading, ...]
    """Readings that are right."""
    misread: tuple[tuple[Tile, TileReading], ...]
    """Found in the right place, but named otherwise than the tile that lies there."""
    missed: tuple[TrueTile, ...]
    """Tiles that were not found, or, where boxes are not known, not named."""
    false: tuple[TileReading, ...]
    """Readings where no such tile lies."""

    @property
    def is_exact(self) -> bool:
        """Every tile named right and nothing else read."""
        return not (self.misread or self.missed or self.false)

    @property
    def links(self) -> Joins:
        return frozenset(frozenset(link) for link in self.state.links)

    @property
    def are_links_right(self) -> bool:
        """True too where nothing is known of them."""
        return self.photo.links is None or self.photo.links == self.links

    @property
    def is_right(self) -> bool:
        return self.is_exact and self.are_links_right

    @property
    def is_doubted(self) -> bool:
        return bool(self.state.doubts)


@dataclass(frozen=True)
class Metric:
    """A share, and the interval that holds its true value 95 times in 100."""

    name: str
    value: float
    low: float
    high: float
    of: int
    """How many it is a share of."""


def compare(photo: LabelledPhoto, state: TableState, size: tuple[int, int] | None = None) -> PhotoResult:
    """The reading of one photo against what lies there; `size` is the photo's width and height in pixels."""
    return _by_box(photo, state, size) if photo.is_boxed else _by_name(photo, state)


def _by_box(photo: LabelledPhoto, state: TableState, size: tuple[int, int] | None) -> PhotoResult:
    cut = [tile.box for tile in photo.tiles if tile.is_cut and tile.box is not None]
    boxes = [upright_box(outline) for outline in outlines(state.readings, state.facedown, size)]
    passed = {i for i, _ in pairs_of(boxes, cut)}
    readings = [reading for i, reading in enumerate(state.readings) if i not in passed]
    asked = [tile for tile in photo.asked if tile.box is not None]
    pairs = pairs_of(
        [box for i, box in enumerate(boxes) if i not in passed], [tile.box for tile in asked if tile.box is not None]
    )
    right: list[TileReading] = []
    misread: list[tuple[Tile, TileReading]] = []
    for i, j in pairs:
        true = asked[j].tile
        if true is None or true == readings[i].tile:
            right.append(readings[i])
        else:
            misread.append((true, readings[i]))
    found, known = {i for i, _ in pairs}, {j for _, j in pairs}
    missed = tuple(tile for j, tile in enumerate(asked) if j not in known)
    false = tuple(reading for i, reading in enumerate(readings) if i not in found)
    return PhotoResult(photo, state, tuple(right), tuple(misread), missed, false)


def _by_name(photo: LabelledPhoto, state: TableState) -> PhotoResult:
    left = Counter(tile.tile for tile in photo.asked)
    right: list[TileReading] = []
    false: list[TileReading] = []
    for reading in state.readings:
        (right if left[reading.tile] > 0 else false).append(reading)
        left[reading.tile] -= 1
    missed = []
    for tile in photo.asked:
        if left[tile.tile] > 0:
            left[tile.tile] -= 1
            missed.append(tile)
    return PhotoResult(photo, state, tuple(right), (), tuple(missed), tuple(false))


def iou(one: Box, other: Box) -> float:
    """Of two upright boxes what they share, as a share of what they cover together."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    joint = width * height
    return joint / ((one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1]) - joint)


def pairs_of(found: Sequence[Box], true: Sequence[Box]) -> list[tuple[int, int]]:
    """Pairs of numbers that mean the same tile, the best fits first, each used once."""
    fits = sorted(((iou(f, t), i, j) for i, f in enumerate(found) for j, t in enumerate(true)), reverse=True)
    left, right, pairs = set(range(len(found))), set(range(len(true))), []
    for fit, i, j in fits:
        if fit >= SAME_TILE and i in left and j in right:
            left.remove(i)
            right.remove(j)
            pairs.append((i, j))
    return pairs


def compute_metrics(outcomes: Sequence[PhotoResult]) -> dict[str, Metric]:
    """The figures of a folder by name; those that its truth does not tell are left out."""
    boxed = [one for one in outcomes if one.photo.is_boxed]
    named = [one for one in outcomes if not one.photo.is_boxed]
    valued = [one for one in outcomes if one.photo.is_named]
    linked = [one for one in outcomes if one.photo.links is not None]
    laid = [one for one in linked if one.photo.links]
    shares = (
        _of_tiles("recall", boxed, _found, _asked),
        _of_tiles("precision", boxed, _found, lambda one: _found(one) + len(one.false)),
        _of_tiles("value_right", [one for one in valued if one in boxed], lambda one: len(one.right), _asked),
        _of_tiles("named", named, lambda one: len(one.right), _asked),
        _of_tiles("misnamed", named, lambda one: len(one.false), _asked),
        _of_photos("photo_right", valued, lambda one: one.is_exact),
        _of_photos("links_right", linked, lambda one: one.are_links_right),
        _of_photos("count_right", laid, lambda one: bool(one.links) and _chain(one)[0] == _true_chain(one)[0]),
        _of_photos("ends_right", laid, lambda one: _chain(one)[1] == _true_chain(one)[1]),
        _of_photos("wrong_without_doubt", valued, lambda one: not one.is_right and not one.is_doubted),
        _of_photos("right_with_doubt", valued, lambda one: one.is_right and one.is_doubted),
    )
    return {figure.name: figure for figure in shares if figure is not None}


def _found(outcome: PhotoResult) -> int:
    return len(outcome.right) + len(outcome.misread)


def _asked(outcome: PhotoResult) -> int:
    return len(outcome.photo.asked)


def _chain(outcome: PhotoResult) -> tuple[int, list[End]]:
    return ends_of(outcome.links)


def _true_chain(outcome: PhotoResult) -> tuple[int, list[End]]:
    return ends_of(outcome.photo.links or frozenset())


def ends_of(links: Joins) -> tuple[int, list[End]]:
    """The count of the largest chain, every double a spinner, and the open ends that count, with their tiles."""
    beside: dict[Tile, set[Tile]] = {}
    for one, other in (tuple(link) for link in links if len(link) == 2):
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    largest: set[Tile] = set()
    seen: set[Tile] = set()
    for start in sorted(beside):
        chain, todo = set(), [] if start in seen else [start]
        while todo:
            tile = todo.pop()
            if tile not in chain:
                chain.add(tile)
                todo.extend(beside[tile])
        seen |= chain
        largest = chain if len(chain) > len(largest) else largest
    ends: list[End] = []
    for tile in largest:
        if tile.is_double:
            ends += [(tile, tile.high)] * (len(beside[tile]) < 2)
            continue
        taken = {tile.shared(other) for other in beside[tile]}
        ends += [(tile, half) for half in tile.halves if half not in taken]
    return sum(half * (2 if tile.is_double else 1) for tile, half in ends), sorted(ends)


def _of_photos(name: str, outcomes: Sequence[PhotoResult], holds: Callable[[PhotoResult], bool]) -> Metric | None:
    """The share of photos for which something holds; its interval is Wilson's."""
    if not outcomes:
        return None
    hits = sum(holds(one) for one in outcomes)
    return Metric(name, hits / len(outcomes), *wilson(hits, len(outcomes)), len(outcomes))


def _of_tiles(
    name: str, outcomes: Sequence[PhotoResult], part: Callable[[PhotoResult], int], whole: Callable[[PhotoResult], int]
) -> Metric | None:
    """A share of tiles. Those of one photo go wrong together, so its interval comes from drawing photos anew.

    Where nothing went wrong in any photo, drawing tells nothing, and the interval is Wilson's.
    """
    parts, wholes = _numbers(outcomes, part), _numbers(outcomes, whole)
    total = int(wholes.sum())
    if not total:
        return None
    value = float(parts.sum() / total)
    if value in (0.0, 1.0):
        return Metric(name, value, *wilson(int(parts.sum()), total), total)
    drawn = np.random.default_rng(0).multinomial(len(parts), np.full(len(parts), 1 / len(parts)), RESAMPLES)
    shares = (drawn @ parts) / np.maximum(drawn @ wholes, 1)
    low, high = np.percentile(shares, [2.5, 97.5])
    return Metric(name, value, float(low), float(high), total)


def _numbers(outcomes: Iterable[PhotoResult], number: Callable[[PhotoResult], int]) -> NDArray[np.int64]:
    return np.array([number(one) for one in outcomes], np.int64)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, weight = hits / of, LIKELY**2 / of
    middle = (share + weight / 2) / (1 + weight)
    reach = LIKELY / (1 + weight) * float(np.sqrt(share * (1 - share) / of + weight / (4 * of)))
    return max(0.0, middle - reach), min(1.0, middle + reach)
