"""Tiles that lie against each other: which half of one at which half of the other, and how well they fit as a join."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..geometry.points import Floats
from ..geometry.table_plane import Poses

Ints = NDArray[np.int64]

# Where a neighbour can lie at a tile: at its two ends, at the sides of its halves, and, at a double, halfway along its
# two sides. The last two belong to both halves.
PLACES = 8
ENDS, SIDES, MIDDLES = slice(0, 2), slice(2, 6), slice(6, 8)
HALF = np.array([0, 1, 0, 0, 1, 1, -1, -1])
"""The half that a place belongs to; -1 for both."""
_ALONG = np.array([-0.5, 0.5, -0.25, -0.25, 0.25, 0.25, 0.0, 0.0])
_ACROSS = np.array([0.0, 0.0, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5])
_OUTWARD = np.array([[-1, 0], [1, 0], [0, -1], [0, 1], [0, -1], [0, 1], [0, -1], [0, 1]], dtype=np.float64)

REACH = 0.5
"""Widths of a tile between neighbours: what lies farther off does not touch."""
STRAY = 0.75
"""Widths of a tile that neighbours may be out of line."""

# How far the corners of outlines that are found well lie from a tile of the true size, in widths.
USUALLY_OFF, MOST_LOOSE = 0.05, 0.3

# So many widths inside its outline a tile is there for sure; a line that runs through so much of it is stopped by it.
WITHIN, THROUGH = 0.15, 0.3

# Each row of these is one way of lying: its share, its middle and its spread.
_GAP = np.array([[0.60, 0.03, 0.06], [0.20, 0.13, 0.08], [0.20, 0.25, 0.08]])
_OUT_OF_LINE = np.array([[0.75, 0.0, 0.10], [0.25, 0.0, 0.24]])
_CROOKED = np.array([[0.75, 0.0, 3.5], [0.25, 0.0, 9.0]])
# Neighbours by accident lie anyhow, though often parallel. Tiles laid in rows lie as straight as joined ones, end to
# end or side by side, at any distance.
_PARALLEL = np.array([[0.3, 0.0, 6.0]])
_ROW_OUT_OF_LINE = np.array([[0.8, 0.0, 0.12], [0.2, 0.0, 0.3]])
_ROW_CROOKED = np.array([[0.8, 0.0, 3.0], [0.2, 0.0, 8.0]])


def _log_share(one: str, other: str, share: float) -> Floats:
    table = {"end": ENDS, "side": SIDES, "middle": MIDDLES}
    out = np.zeros((PLACES, PLACES))
    out[table[one], table[other]] = share
    out[table[other], table[one]] = share
    return out


def _ways(shares: dict[tuple[str, str], float]) -> Floats:
    """(8, 8) log of how often tiles that are joined lie so, against how often accident would have it."""
    ways = sum((_log_share(one, other, share) for (one, other), share in shares.items()), np.zeros((PLACES, PLACES)))
    return np.asarray(np.log(ways + 1e-6))


# Of two halves that lie together, how much likelier than by accident: end to end, or turned a corner, where the end of
# one lies at the side of the other. By accident each of nine places is as likely.
BOTH_SINGLE = _ways({("end", "end"): 6.5, ("end", "side"): 0.6, ("side", "side"): 0.003})
# A double lies across, or in line, or at a corner.
ONE_DOUBLE = _ways(
    {
        ("end", "middle"): 3.0,
        ("end", "end"): 1.8,
        ("end", "side"): 0.2,
        ("side", "middle"): 0.06,
        ("side", "side"): 0.003,
    }
)
IN_A_ROW = _ways({("end", "end"): 4.5, ("side", "side"): 4.5})


@dataclass(frozen=True, eq=False)
class Contacts:
    """Every pair of N tiles that nearly touch."""

    first: Ints
    """(M,) which tile."""
    second: Ints
    """(M,) which other tile; above `first`."""
    fit: Floats
    """(M, 8, 8): for each place of the first at each of the second, the log of how much likelier tiles that are joined
    lie so than tiles that are neighbours by accident; far below 0 where they do not lie so at all."""
    row: Floats
    """(M,): log of how much likelier tiles laid in rows lie so than tiles that are neighbours by accident."""

    def __len__(self) -> int:
        return len(self.first)


def near_pairs(centres: Floats, reach: float) -> tuple[Ints, Ints]:
    """Pairs of (N, 2) points closer than `reach`, the lower number first; takes n log n for points spread evenly."""
    cells = np.floor((centres - centres.min(axis=0)) / reach).astype(np.int64) + 1
    columns = int(cells[:, 1].max()) + 2
    keys = cells[:, 0] * columns + cells[:, 1]
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    ones, others = [], []
    number = np.arange(len(keys))
    for step in (0, 1, columns - 1, columns, columns + 1):
        begin = np.searchsorted(ordered, keys + step, side="left")
        count = np.searchsorted(ordered, keys + step, side="right") - begin
        one = np.repeat(number, count)
        within = np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count)
        other = order[np.repeat(begin, count) + within]
        keep = one < other if step == 0 else np.full(len(one), True)
        ones.append(one[keep])
        others.append(other[keep])
    one, other = np.concatenate(ones), np.concatenate(others)
    close = ((centres[one] - centres[other]) ** 2).sum(axis=1) < reach**2
    one, other = one[close], other[close]
    return np.minimum(one, other), np.maximum(one, other)


def find_contacts(poses: Poses, length: float) -> Contacts:
    """The pairs among tiles `length` widths long that lie close enough to be joined."""
    off = _looseness(poses, length)
    first, second = near_pairs(poses.centres, np.hypot(length, 1.0) + REACH + float(off.max()))
    # Outlines that are found badly lie loosely however well the tiles were laid.
    loose = np.sqrt((off[first] ** 2 + off[second] ** 2) / 2)
    across = np.stack([-poses.along[:, 1], poses.along[:, 0]], axis=1)
    frames = np.stack([poses.along, across], axis=1)
    shifts = np.stack([_ALONG * length, _ACROSS], axis=1)
    points = poses.centres[:, None] + shifts @ frames
    outward = _OUTWARD @ frames
    # The direction from a place of the first to one of the second: halfway between where either faces.
    facing = outward[first][:, :, None] - outward[second][:, None, :]
    size = np.hypot(facing[..., 0], facing[..., 1])
    opposed = size > 1.3
    facing = facing / np.where(opposed, size, 1.0)[..., None]
    apart = points[second][:, None, :] - points[first][:, :, None]
    gap = (apart * facing).sum(axis=-1)
    out_of_line = np.abs(apart[..., 0] * facing[..., 1] - apart[..., 1] * facing[..., 0])
    room = loose[:, None, None]
    touching = opposed & (gap > -0.35 - room) & (gap < REACH + room) & (out_of_line < STRAY + room)
    near = touching.any(axis=(1, 2))
    first, second = first[near], second[near]
    touching = touching[near]
    loose = np.broadcast_to(room[near], touching.shape)[touching]
    gap, out_of_line, size = gap[near][touching], out_of_line[near][touching], size[near][touching]
    crooked = np.degrees(2 * np.arccos(np.clip(size / 2, -1, 1)))
    turned = np.degrees(np.sqrt(2) * loose / length)
    # Tiles are solid: where outlines overlap, they are found badly, which tells nothing.
    joined = _log_mixture(_GAP, np.maximum(gap, 0.0), loose) + _log_mixture(_OUT_OF_LINE, out_of_line, loose)
    joined += _log_mixture(_CROOKED, crooked, turned)
    anywhere = -np.log(REACH + 0.1 + loose)
    anyhow = np.log((1 - _PARALLEL[:, 0].sum()) / 90 + np.exp(_log_mixture(_PARALLEL, crooked, turned))) + anywhere
    in_row = _log_mixture(_ROW_OUT_OF_LINE, out_of_line, loose) + _log_mixture(_ROW_CROOKED, crooked, turned)
    in_row += anywhere + np.broadcast_to(IN_A_ROW, touching.shape)[touching]
    fit, row = np.full(touching.shape, -50.0), np.full(touching.shape, -50.0)
    fit[touching], row[touching] = joined - anyhow, in_row - anyhow
    fit[has_tile_between(first, second, poses, length)] = -50.0
    return Contacts(first, second, fit, row.max(axis=(1, 2), initial=-50.0))


def has_tile_between(first: Ints, second: Ints, poses: Poses, length: float) -> NDArray[np.bool_]:
    """(M,) whether a third tile lies between each pair, which then cannot touch: tiles are solid.

    Between two that touch, the line from middle to middle runs through nothing else. Third tiles are looked for among
    those that are in a pair with the first.
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
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    start = poses.centres[first[pair]] - poses.centres[third]
    way = poses.centres[second[pair]] - poses.centres[first[pair]]
    # Where the line enters and leaves the third tile, as shares of its way; in the tile's own directions.
    enters, leaves = np.zeros(len(pair)), np.ones(len(pair))
    for direction, reach in ((along, length / 2 - WITHIN), (across, 0.5 - WITHIN)):
        at, step = (start * direction).sum(axis=1), (way * direction).sum(axis=1)
        step = np.where(np.abs(step) < 1e-9, 1e-9, step)
        ends = np.sort(np.stack([(-reach - at) / step, (reach - at) / step]), axis=0)
        enters, leaves = np.maximum(enters, ends[0]), np.minimum(leaves, ends[1])
    through = np.maximum(leaves - enters, 0.0) * np.hypot(way[:, 0], way[:, 1])
    between = np.zeros(len(first), dtype=bool)
    between[pair[through > THROUGH]] = True
    return between


def _looseness(poses: Poses, length: float) -> Floats:
    """(N,) how far outlines are off beyond what they usually are, in widths; a standard deviation."""
    off = poses.misfit * length
    return np.asarray(np.minimum(np.sqrt(np.maximum(off**2 - USUALLY_OFF**2, 0.0)), MOST_LOOSE))


def _log_mixture(ways: Floats, values: Floats, loose: Floats) -> Floats:
    """The log density of values under ways of lying whose spreads are widened by `loose`."""
    total = np.full(values.shape, 1e-12)
    for share, middle, spread in ways:
        spread = np.hypot(spread, loose)
        total += share / (spread * np.sqrt(2 * np.pi)) * np.exp(-0.5 * ((values - middle) / spread) ** 2)
    return np.asarray(np.log(total))
