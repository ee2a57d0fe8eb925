"""Pairs of tiles that nearly touch, and how well each way of touching fits a join (step 1 of the model)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..geometry.points import Floats, perpendicular
from ..geometry.table_plane import Poses
from .tuning import LayoutTuning, Mixture, SpotRatios

Ints = NDArray[np.int64]

SPOTS = 8
"""Where a neighbour can lie at a tile."""
ENDS = slice(0, 2)
"""The spots at the two ends."""
HALF_SIDES = slice(2, 6)
"""The spots at the sides of the halves, two for each half."""
MIDDLES = slice(6, 8)
"""The spots halfway along the two sides, which only a double has."""
HALF = np.array([0, 1, 0, 0, 1, 1, -1, -1])
"""(8,): the half that each spot belongs to; -1 where it belongs to both."""
_ALONG = np.array([-0.5, 0.5, -0.25, -0.25, 0.25, 0.25, 0.0, 0.0])
"""(8,) tile lengths: where each spot is along the tile, from its centre."""
_ACROSS = np.array([0.0, 0.0, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5])
"""(8,) tile widths: where each spot is across the tile, from its centre."""
_OUTWARD = np.array([[-1, 0], [1, 0], [0, -1], [0, 1], [0, -1], [0, 1], [0, -1], [0, 1]], dtype=np.float64)
"""(8, 2): the direction in which each spot faces, along and across the tile."""

NO_FIT = -50.0
"""The fit of a way of lying that is impossible."""


@lru_cache(maxsize=16)
def log_spot_ratios(ratios: SpotRatios) -> Floats:
    """(8, 8), spots of the first tile by spots of the second, symmetric: the log of each ratio."""
    kinds = {"end": ENDS, "side": HALF_SIDES, "middle": MIDDLES}
    table = np.zeros((SPOTS, SPOTS))
    for first, second, ratio in ratios:
        table[kinds[first], kinds[second]] = ratio
        table[kinds[second], kinds[first]] = ratio
    return np.asarray(np.log(table + 1e-6))


@dataclass(frozen=True, eq=False)
class Contacts:
    """M pairs among N tiles that nearly touch."""

    first: Ints
    """(M,): the index of one tile."""
    second: Ints
    """(M,): the index of the other, above `first`."""
    fit: Floats
    """(M, 8, 8), spots of the first tile by spots of the second: the log of how much likelier joined tiles lie so than
    neighbours by accident, apart from how likely the spots are."""
    row: Floats
    """(M,): the log of how much likelier tiles in rows lie so than neighbours by accident, at the best spots."""

    def __len__(self) -> int:
        return len(self.first)


def find_contacts(poses: Poses, length: float, tuning: LayoutTuning, are_solid: bool = True) -> Contacts:
    """The pairs among N tiles, each `length` tile widths long, that are close enough to be joined.

    With `are_solid`, pairs with a third tile between them are left out. Outlines that are alternatives are not solid.
    """
    looseness = _looseness(poses, length, tuning)
    first, second = near_pairs(poses.centres, np.hypot(length, 1.0) + tuning.max_gap_widths + float(looseness.max()))
    # A badly found outline seems to lie badly, however well the tile was laid.
    loose = np.sqrt((looseness[first] ** 2 + looseness[second] ** 2) / 2)[:, None, None]
    gap, offset, facing = _relative_poses(poses, length, first, second, tuning)
    touching = (facing > tuning.min_facing) & (gap > -tuning.max_overlap_widths - loose)
    touching &= gap < tuning.max_gap_widths + loose
    touching &= offset < tuning.max_offset_widths + loose
    near = touching.any(axis=(1, 2))
    first, second, touching = first[near], second[near], touching[near]
    fits, rows = _log_ratios(
        gap[near][touching],
        offset[near][touching],
        facing[near][touching],
        np.broadcast_to(loose[near], touching.shape)[touching],
        np.broadcast_to(log_spot_ratios(tuning.in_row), touching.shape)[touching],
        length,
        tuning,
    )
    fit, row = np.full(touching.shape, NO_FIT), np.full(touching.shape, NO_FIT)
    fit[touching], row[touching] = fits, rows
    if are_solid:
        fit[has_tile_between(first, second, poses, length, tuning)] = NO_FIT
    return Contacts(first, second, fit, row.max(axis=(1, 2), initial=NO_FIT))


def _relative_poses(
    poses: Poses, length: float, first: Ints, second: Ints, tuning: LayoutTuning
) -> tuple[Floats, Floats, Floats]:
    """Three arrays (M, 8, 8), spots of the first tile by spots of the second.

    They are the gap between the two spots, how far these are out of line, both in tile widths, and how straight they
    face each other: the length of the difference of their directions, up to 2.
    """
    frames = np.stack([poses.along, perpendicular(poses.along)], axis=1)
    shifts = np.stack([_ALONG * length, _ACROSS], axis=1)
    points = poses.centres[:, None] + shifts @ frames
    outward = _OUTWARD @ frames
    # The gap is measured halfway between the directions in which the two spots face.
    direction = outward[first][:, :, None] - outward[second][:, None, :]
    facing = np.hypot(direction[..., 0], direction[..., 1])
    direction = direction / np.where(facing > tuning.min_facing, facing, 1.0)[..., None]
    apart = points[second][:, None, :] - points[first][:, :, None]
    gap = (apart * direction).sum(axis=-1)
    offset = np.abs(apart[..., 0] * direction[..., 1] - apart[..., 1] * direction[..., 0])
    return gap, offset, facing


def _log_ratios(
    gap: Floats, offset: Floats, facing: Floats, loose: Floats, in_row: Floats, length: float, tuning: LayoutTuning
) -> tuple[Floats, Floats]:
    """(K,) log of how much likelier joined tiles lie so than neighbours by accident, and (K,) the same for rows.

    `gap` and `offset` are (K,) tile widths, `facing` (K,) as in `_relative_poses`, `loose` the (K,) tile widths by
    which the densities are widened, and `in_row` the (K,) log ratios of the spots for tiles in rows.
    """
    angle = np.degrees(2 * np.arccos(np.clip(facing / 2, -1, 1)))
    loose_angle = np.degrees(np.sqrt(2) * loose / length)
    # Tiles are solid. Where outlines overlap they are found badly, which says nothing about the gap.
    joined = _log_density(tuning.joined_gap, np.maximum(gap, 0.0), loose)
    joined += _log_density(tuning.joined_offset, offset, loose)
    joined += _log_density(tuning.joined_angle, angle, loose_angle)
    any_gap = -np.log(tuning.max_gap_widths + 0.1 + loose)
    any_angle = (1 - sum(component.share for component in tuning.accident_angle)) / 90
    accident = np.log(any_angle + np.exp(_log_density(tuning.accident_angle, angle, loose_angle))) + any_gap
    row = _log_density(tuning.row_offset, offset, loose) + _log_density(tuning.row_angle, angle, loose_angle)
    row += any_gap + in_row
    return joined - accident, row - accident


def near_pairs(centres: Floats, reach: float) -> tuple[Ints, Ints]:
    """(M,) and (M,): the indices of pairs of (N, 2) points closer than `reach`, the lower index first.

    The points are sorted into square cells, so that it takes n log n steps where they are spread evenly.
    """
    cells = np.floor((centres - centres.min(axis=0)) / reach).astype(np.int64) + 1
    columns = int(cells[:, 1].max()) + 2
    keys = cells[:, 0] * columns + cells[:, 1]
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    firsts, seconds = [], []
    indices = np.arange(len(keys))
    # Each cell with itself and with four of its eight neighbours: the other four meet it from their side.
    for step in (0, 1, columns - 1, columns, columns + 1):
        begin = np.searchsorted(ordered, keys + step, side="left")
        count = np.searchsorted(ordered, keys + step, side="right") - begin
        first = np.repeat(indices, count)
        within = np.arange(len(first)) - np.repeat(np.cumsum(count) - count, count)
        second = order[np.repeat(begin, count) + within]
        kept = first < second if step == 0 else np.full(len(first), True)
        firsts.append(first[kept])
        seconds.append(second[kept])
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    close = ((centres[first] - centres[second]) ** 2).sum(axis=1) < reach**2
    first, second = first[close], second[close]
    return np.minimum(first, second), np.maximum(first, second)


def has_tile_between(first: Ints, second: Ints, poses: Poses, length: float, tuning: LayoutTuning) -> NDArray[np.bool_]:
    """(M,) whether a third tile lies between the tiles of each pair, which then cannot touch.

    The line between the centres of two tiles that touch runs through no third tile, as tiles are solid. The third
    tile is looked for among those that are in a pair with the first.
    """
    here, there = np.concatenate([first, second]), np.concatenate([second, first])
    order = np.argsort(here, kind="stable")
    here, there = here[order], there[order]
    begin = np.searchsorted(here, first, side="left")
    count = np.searchsorted(here, first, side="right") - begin
    pair = np.repeat(np.arange(len(first)), count)
    third = there[np.repeat(begin - (np.cumsum(count) - count), count) + np.arange(len(pair))]
    other = third != second[pair]
    pair, third = pair[other], third[other]
    along = poses.along[third]
    start = poses.centres[first[pair]] - poses.centres[third]
    way = poses.centres[second[pair]] - poses.centres[first[pair]]
    # Where the line enters and leaves the third tile, as shares of its length, in the directions of that tile.
    enters, leaves = np.zeros(len(pair)), np.ones(len(pair))
    half_sizes = (length / 2 - tuning.solid_inset_widths, 0.5 - tuning.solid_inset_widths)
    for direction, half_size in zip((along, perpendicular(along)), half_sizes, strict=True):
        at, step = (start * direction).sum(axis=1), (way * direction).sum(axis=1)
        step = np.where(np.abs(step) < 1e-9, 1e-9, step)
        ends = np.sort(np.stack([(-half_size - at) / step, (half_size - at) / step]), axis=0)
        enters, leaves = np.maximum(enters, ends[0]), np.minimum(leaves, ends[1])
    through = np.maximum(leaves - enters, 0.0) * np.hypot(way[:, 0], way[:, 1])
    between = np.zeros(len(first), dtype=bool)
    between[pair[through > tuning.solid_path_widths]] = True
    return between


def _looseness(poses: Poses, length: float, tuning: LayoutTuning) -> Floats:
    """(N,) tile widths: the standard deviation by which each outline is worse than a well-found one."""
    misfit = poses.misfit * length
    excess = np.sqrt(np.maximum(misfit**2 - tuning.normal_misfit_widths**2, 0.0))
    return np.asarray(np.minimum(excess, tuning.max_looseness_widths))


def _log_density(mixture: Mixture, values: Floats, loose: Floats) -> Floats:
    """(K,) log density of (K,) values under a mixture whose deviations are widened by (K,) `loose`."""
    total = np.full(values.shape, 1e-12)
    for share, mean, deviation in mixture:
        widened = np.hypot(deviation, loose)
        total += share / (widened * np.sqrt(2 * np.pi)) * np.exp(-0.5 * ((values - mean) / widened) ** 2)
    return np.asarray(np.log(total))
