"""How readings of photos compare with what really lies there, as metrics with 95 % intervals.

recall, precision      if boxes are known: a read tile matches a true one if their boxes have an IoU of one half. Only
                       face-up tiles count; a reading on a face-down or standing tile is false, one on a tile that is
                       cut off is ignored
value_right            if boxes and names are known: share of the true tiles that were found and named right
named, misnamed        if only names are known: share of the true tiles that were named; readings that name no true
                       tile, per true tile
photo_right            share of photos with every tile named right and nothing else read
links_right            share of photos with exactly the true joins (no joins if there are none)
count_right            share of photos with a layout whose largest chain has the right count, every double a spinner
ends_right             share of photos with a layout whose largest chain has the right open ends, tiles included
wrong_without_doubt    share of photos where tiles or joins were read wrong and nothing was doubted
right_with_doubt       share of photos where everything was read right and something was still doubted
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

MATCHING_IOU = 0.5
"""Least intersection over union of two boxes of one tile."""
RESAMPLES = 2000
"""Draws of the bootstrap."""
DEVIATIONS_95 = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""
Joins = frozenset[frozenset[Tile]]
"""Pairs of tiles that lie together."""
End = tuple[Tile, int]
"""A tile and the open pips."""


@dataclass(frozen=True, eq=False)
class PhotoResult:
    """How the reading of one photo compares with what lies there."""

    photo: LabelledPhoto
    state: TableState
    right: tuple[TileReading, ...]
    """Readings that are right."""
    misread: tuple[tuple[Tile, TileReading], ...]
    """The true tile and its reading, found in the right place and named wrong."""
    missed: tuple[TrueTile, ...]
    """Tiles that were not found, or not named if boxes are not known."""
    false: tuple[TileReading, ...]
    """Readings where no such tile lies."""

    @property
    def is_exact(self) -> bool:
        """Whether every tile is named right and nothing else was read."""
        return not (self.misread or self.missed or self.false)

    @property
    def links(self) -> Joins:
        """The joins that were read."""
        return frozenset(frozenset(link) for link in self.state.links)

    @property
    def are_links_right(self) -> bool:
        """Whether exactly the true joins were read. True if those are not known."""
        return self.photo.links is None or self.photo.links == self.links

    @property
    def is_right(self) -> bool:
        """Whether tiles and joins are right."""
        return self.is_exact and self.are_links_right

    @property
    def is_doubted(self) -> bool:
        """Whether anything was doubted."""
        return bool(self.state.doubts)


@dataclass(frozen=True)
class Metric:
    """A share, and the interval that holds its true value 95 times in 100."""

    name: str
    value: float
    low: float
    high: float
    of: int
    """The number of tiles or photos that it is a share of."""


def compare(photo: LabelledPhoto, state: TableState, size: tuple[int, int] | None = None) -> PhotoResult:
    """Compares the reading of one photo with what lies there; `size` is the photo's width and height in pixels."""
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
    """The intersection over union of two upright boxes."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    joint = width * height
    return joint / ((one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1]) - joint)


def pairs_of(found: Sequence[Box], true: Sequence[Box]) -> list[tuple[int, int]]:
    """Pairs of indices of the same tile, the best fits first. Each index is used once."""
    fits = sorted(((iou(f, t), i, j) for i, f in enumerate(found) for j, t in enumerate(true)), reverse=True)
    left, right, pairs = set(range(len(found))), set(range(len(true))), []
    for fit, i, j in fits:
        if fit >= MATCHING_IOU and i in left and j in right:
            left.remove(i)
            right.remove(j)
            pairs.append((i, j))
    return pairs


def compute_metrics(results: Sequence[PhotoResult]) -> dict[str, Metric]:
    """The metrics of a folder by name, without those that its labels cannot decide."""
    boxed = [result for result in results if result.photo.is_boxed]
    named = [result for result in results if not result.photo.is_boxed]
    valued = [result for result in results if result.photo.is_named]
    linked = [result for result in results if result.photo.links is not None]
    laid = [result for result in linked if result.photo.links]
    shares = (
        _of_tiles("recall", boxed, _found, _asked),
        _of_tiles("precision", boxed, _found, lambda result: _found(result) + len(result.false)),
        _of_tiles(
            "value_right", [result for result in valued if result in boxed], lambda result: len(result.right), _asked
        ),
        _of_tiles("named", named, lambda result: len(result.right), _asked),
        _of_tiles("misnamed", named, lambda result: len(result.false), _asked),
        _of_photos("photo_right", valued, lambda result: result.is_exact),
        _of_photos("links_right", linked, lambda result: result.are_links_right),
        _of_photos("count_right", laid, _is_count_right),
        _of_photos("ends_right", laid, lambda result: _chain(result)[1] == _true_chain(result)[1]),
        _of_photos("wrong_without_doubt", valued, lambda result: not result.is_right and not result.is_doubted),
        _of_photos("right_with_doubt", valued, lambda result: result.is_right and result.is_doubted),
    )
    return {metric.name: metric for metric in shares if metric is not None}


def _is_count_right(result: PhotoResult) -> bool:
    return bool(result.links) and _chain(result)[0] == _true_chain(result)[0]


def _found(result: PhotoResult) -> int:
    return len(result.right) + len(result.misread)


def _asked(result: PhotoResult) -> int:
    return len(result.photo.asked)


def _chain(result: PhotoResult) -> tuple[int, list[End]]:
    return ends_of(result.links)


def _true_chain(result: PhotoResult) -> tuple[int, list[End]]:
    return ends_of(result.photo.links or frozenset())


def ends_of(links: Joins) -> tuple[int, list[End]]:
    """The count of the largest chain, every double a spinner, and its open ends that count."""
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


def _of_photos(name: str, results: Sequence[PhotoResult], holds: Callable[[PhotoResult], bool]) -> Metric | None:
    """The share of photos for which something holds, with Wilson's interval; None without photos."""
    if not results:
        return None
    hits = sum(holds(result) for result in results)
    return Metric(name, hits / len(results), *wilson(hits, len(results)), len(results))


def _of_tiles(
    name: str, results: Sequence[PhotoResult], part: Callable[[PhotoResult], int], whole: Callable[[PhotoResult], int]
) -> Metric | None:
    """A share of tiles, with an interval by bootstrap over photos, as tiles of one photo go wrong together.

    If no photo differs, the bootstrap says nothing, and the interval is Wilson's. None without tiles.
    """
    parts, wholes = _numbers(results, part), _numbers(results, whole)
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


def _numbers(results: Iterable[PhotoResult], number: Callable[[PhotoResult], int]) -> NDArray[np.int64]:
    return np.array([number(result) for result in results], np.int64)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % score interval of the share `hits / of`."""
    share, weight = hits / of, DEVIATIONS_95**2 / of
    middle = (share + weight / 2) / (1 + weight)
    reach = DEVIATIONS_95 / (1 + weight) * float(np.sqrt(share * (1 - share) / of + weight / (4 * of)))
    return max(0.0, middle - reach), min(1.0, middle + reach)
