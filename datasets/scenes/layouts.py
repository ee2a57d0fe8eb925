"""Tiles laid as people lay them: chains that turn corners, crosswise doubles, gaps, crooked joins, rows and piles.

Lengths are in tile widths, angles in radians, axes as on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from muggins.scorer import Layout, Tile

Point = tuple[float, float]
Way = Literal["straight", "left", "right"]
"""Where a line goes on from an open end."""


@dataclass(frozen=True)
class LaidTile:
    """A tile flat on the table."""

    tile: Tile
    x: float
    y: float
    angle: float
    """Direction from the half `first` to the half `second`."""
    first: int
    """Pips of the half that lies against the direction of `angle`."""
    second: int


@dataclass(frozen=True)
class _OpenEnd:
    """A place where a tile may be joined."""

    host: Tile
    pips: int
    x: float
    y: float
    """The middle of the edge that is joined."""
    angle: float
    """Outward."""
    half: Point
    """Centre of the open half, around which corners turn."""
    beside: bool = True
    """Whether a tile may also lie beside the open half."""
    tip: bool = False
    """An end of a crosswise double. It opens once both sides are played on."""


@dataclass
class _OccupiedHalves:
    """The halves that lie on the table already, so that tiles do not overlap."""

    length: float
    """Of a tile."""
    halves: list[tuple[float, float, int]] = field(default_factory=list)
    """Centre and owner of each half."""

    def centres(self, x: float, y: float, angle: float) -> list[Point]:
        """The centres of the halves of a tile at a place."""
        reach = self.length / 4
        return [(x + s * reach * np.cos(angle), y + s * reach * np.sin(angle)) for s in (-1, 1)]

    def is_free(self, x: float, y: float, angle: float, host: int, clearance: float) -> bool:
        """Whether a tile fits there: closer to its host's halves than `clearance`, but to no others."""
        for cx, cy in self.centres(x, y, angle):
            for hx, hy, owner in self.halves:
                if (cx - hx) ** 2 + (cy - hy) ** 2 < (0.93 if owner == host else clearance) ** 2:
                    return False
        return True

    def add(self, x: float, y: float, angle: float, owner: int) -> None:
        """Adds the halves of a tile."""
        self.halves += [(cx, cy, owner) for cx, cy in self.centres(x, y, angle)]


def _single_ends(
    tile: Tile, x: float, y: float, angle: float, first: int, length: float, closed: int
) -> list[_OpenEnd]:
    """Open ends of a single. `closed` is -1 or 1 for the half that is joined, 0 for none."""
    ends = []
    for sign in (-1, 1):
        if sign == closed:
            continue
        c, s = np.cos(angle) * sign, np.sin(angle) * sign
        pips = first if sign < 0 else tile.other(first)
        half = (x + c * length / 4, y + s * length / 4)
        outward = angle if sign > 0 else angle + np.pi
        ends.append(_OpenEnd(tile, pips, x + c * length / 2, y + s * length / 2, outward, half))
    return ends


def _double_ends(
    tile: Tile, x: float, y: float, angle: float, length: float, came_from: float | None
) -> list[_OpenEnd]:
    """The sides of a crosswise double, then its tips, without the side that is joined, which faces `came_from`."""
    ends = []
    for k, turn in enumerate((np.pi / 2, -np.pi / 2, 0.0, np.pi)):
        outward = angle + turn
        if came_from is not None and np.cos(outward - came_from) > 0.7:
            continue
        reach = 0.5 if k < 2 else length / 2
        edge = x + reach * np.cos(outward), y + reach * np.sin(outward)
        ends.append(_OpenEnd(tile, tile.high, *edge, outward, (x, y), beside=False, tip=k > 1))
    return ends


@dataclass(frozen=True)
class _Habits:
    """How the players of one table lay tiles."""

    neat: float
    """1 is ruler-straight, 0 careless."""
    corner_share: float
    """How often a line turns a corner without need."""
    opens_tips: bool
    """Whether anybody plays on the tips of doubles."""
    clearance: float
    """Least distance between the centres of halves that are not joined."""
    inline_doubles: bool
    """Doubles lie along the line rather than across it."""


class _GameLayer:
    """Lays the tiles of one game, one after another."""

    def __init__(
        self, rng: np.random.Generator, tiles: Sequence[Tile], length: float, bounds: Point, neat: float
    ) -> None:
        self.rng = rng
        self.length = length
        self.bounds = bounds
        self.bag = [tiles[k] for k in rng.permutation(len(tiles))]
        self.occupied = _OccupiedHalves(length)
        self.laid: list[LaidTile] = []
        self.layout = Layout(())
        self.ends: list[_OpenEnd] = []
        corner_share, opens_tips = rng.uniform(0.05, 0.35), rng.random() < 0.5
        clearance, inline_doubles = float(rng.choice([1.0, 1.15, 1.5])), rng.random() < 0.15
        self.habits = _Habits(neat, corner_share, opens_tips, clearance, inline_doubles)

    def _crooked(self, scale: float) -> float:
        return float(self.rng.normal(0, scale) * (1 - self.habits.neat))

    def _put(self, tile: Tile, x: float, y: float, angle: float, first: int) -> None:
        self.laid.append(LaidTile(tile, x, y, angle, first, tile.other(first)))
        self.occupied.add(x, y, angle, len(self.laid) - 1)
        self.bag.remove(tile)

    def set_first(self) -> None:
        """Lays the first tile of the bag near the middle."""
        rng, bounds, tile = self.rng, self.bounds, self.bag[0]
        angle = float(rng.choice([0, np.pi / 2]) + self._crooked(0.05))
        x, y = float(rng.uniform(-0.4, 0.4) * bounds[0]), float(rng.uniform(-0.4, 0.4) * bounds[1])
        self.layout = self.layout.place(tile, None)
        first = int(rng.choice([tile.high, tile.low]))
        self._put(tile, x, y, angle, first)
        if tile.is_double:
            self.ends = _double_ends(tile, x, y, angle, self.length, None)
        else:
            self.ends = _single_ends(tile, x, y, angle, first, self.length, 0)

    def playable_ends(self) -> list[_OpenEnd]:
        """The open ends. A double's sides come before its tips, as in the rules."""
        return [end for end in self.ends if not end.tip or (self.habits.opens_tips and self._is_crossed(end))]

    def _is_crossed(self, end: _OpenEnd) -> bool:
        """Whether both sides of the double are played on, so that only its tips are open."""
        return all(other.tip for other in self.ends if other.host == end.host)

    def play_at(self, end: _OpenEnd) -> None:
        """Joins a random tile that matches `end`, or closes the end where none matches or fits."""
        rng = self.rng
        matching = [tile for tile in self.bag if tile.has(end.pips)]
        if not matching:
            self.ends.remove(end)
            return
        tile = matching[int(rng.integers(len(matching)))]
        careless = 1 - self.habits.neat
        gap = abs(self._crooked(0.06)) + (float(rng.uniform(0, 0.3)) * careless if rng.random() < 0.12 else 0.0)
        slip = self._crooked(0.06) + (float(rng.uniform(-0.25, 0.25)) * careless if rng.random() < 0.08 else 0.0)
        outward = end.angle + self._crooked(0.045)
        host = next(k for k, laid in enumerate(self.laid) if laid.tile == end.host)
        ways = self._ways(end, outward)
        for way in ways:
            beside = bool(rng.random() < 0.6)
            x, y, angle, is_crosswise = _join(
                end, tile, way, outward, gap, slip, self.length, self.habits.inline_doubles, beside
            )
            is_inside = abs(x) < self.bounds[0] + 1 and abs(y) < self.bounds[1] + 1
            if not is_inside and way != ways[-1]:
                continue
            if self.occupied.is_free(x, y, angle, host, self.habits.clearance):
                self._join_to(end, tile, x, y, angle, is_crosswise)
                break
        self.ends.remove(end)

    def _ways(self, end: _OpenEnd, outward: float) -> list[Way]:
        """The directions to try, in order: corners come first where the line would leave the table."""
        rng, bounds = self.rng, self.bounds
        ways: list[Way] = ["straight", "left", "right"] if rng.random() < self.habits.corner_share else ["straight"]
        if abs(end.x + 2.2 * np.cos(outward)) > bounds[0] or abs(end.y + 2.2 * np.sin(outward)) > bounds[1]:
            ways = ["left", "right", "straight"]
        if len(ways) == 3 and rng.random() < 0.5:
            ways[:2] = ways[1::-1]
        return ways

    def _join_to(self, end: _OpenEnd, tile: Tile, x: float, y: float, angle: float, is_crosswise: bool) -> None:
        self.layout = self.layout.place(tile, end.host)
        if is_crosswise:
            self._put(tile, x, y, angle, tile.high)
            self.ends += _double_ends(tile, x, y, angle, self.length, end.angle + np.pi)
        else:
            self._put(tile, x, y, angle, end.pips)
            self.ends += _single_ends(tile, x, y, angle, end.pips, self.length, -1)


def random_game(
    rng: np.random.Generator, tiles: Sequence[Tile], count: int, length: float, bounds: Point, neat: float
) -> tuple[list[LaidTile], Layout]:
    """A legal game of up to `count` of `tiles`, laid within `bounds` (half width, half height) where it fits.

    `length` is a tile's. `neat` is 1 for a ruler-straight table and 0 for a careless one. Every double is a spinner.
    """
    layer = _GameLayer(rng, tiles, length, bounds, neat)
    layer.set_first()
    tries = 0
    while len(layer.laid) < count and layer.ends and tries < count * 8:
        tries += 1
        ends = layer.playable_ends()
        if not ends:
            break
        layer.play_at(ends[int(rng.integers(len(ends)))])
    return layer.laid, layer.layout


def _join(
    end: _OpenEnd,
    tile: Tile,
    way: Way,
    outward: float,
    gap: float,
    slip: float,
    length: float,
    inline: bool,
    beside: bool,
) -> tuple[float, float, float, bool]:
    """The place of `tile` at an end: x, y, angle, and whether it is a crosswise double.

    `gap` is left between the tiles, `slip` shifts the tile sideways. `inline` lays doubles along the line. `beside`
    turns a corner at the side of the open half rather than in front of it.
    """
    c, s = np.cos(outward), np.sin(outward)
    nx, ny = -s, c
    if tile.is_double and not inline and not end.host.is_double:
        reach = gap + 0.5
        return end.x + c * reach + nx * slip, end.y + s * reach + ny * slip, outward + np.pi / 2, True
    if way == "straight" or end.host.is_double:
        reach = gap + length / 2
        return end.x + c * reach + nx * slip, end.y + s * reach + ny * slip, outward, False
    side = 1 if way == "left" else -1
    turned = outward + side * np.pi / 2
    tc, ts = np.cos(turned), np.sin(turned)
    if beside and end.beside:  # its end touches the side of the open half
        reach = 0.5 + gap + length / 2
        return end.half[0] + tc * reach + c * slip, end.half[1] + ts * reach + s * slip, turned, False
    # Its matching half lies in front of the open end.
    reach, shift = gap + 0.5, length / 4 + slip
    return end.x + c * reach + tc * shift, end.y + s * reach + ts * shift, turned, False


def scatter(
    rng: np.random.Generator,
    tiles: Sequence[Tile],
    length: float,
    bounds: Point,
    taken: Sequence[LaidTile],
    spread: float,
) -> list[LaidTile]:
    """Loose tiles dropped where there is room beside those `taken`. With `spread` below 1 they may overlap.

    A tile that finds no room in 12 tries is left out.
    """
    occupied = _OccupiedHalves(length)
    for k, laid in enumerate(taken):
        occupied.add(laid.x, laid.y, laid.angle, -2 - k)
    out: list[LaidTile] = []
    for tile in tiles:
        for _ in range(12):
            x, y = rng.uniform(-bounds[0], bounds[0]), rng.uniform(-bounds[1], bounds[1])
            angle = float(rng.uniform(0, 2 * np.pi))
            if occupied.is_free(x, y, angle, -1, 1.25 * spread):
                first = int(rng.choice([tile.high, tile.low]))
                out.append(LaidTile(tile, float(x), float(y), angle, first, tile.other(first)))
                occupied.add(x, y, angle, len(out))
                break
    return out


def lay_in_rows(rng: np.random.Generator, tiles: Sequence[Tile], length: float, neat: float) -> list[LaidTile]:
    """Tiles side by side in rows, touching or not: a set on show, or a hand laid open."""
    columns = int(rng.integers(1, 8))
    upright = rng.random() < 0.6
    gap_x, gap_y = (float(rng.choice([0.0, rng.uniform(0, 0.3), rng.uniform(0.3, 1.5)])) for _ in range(2))
    step = (1 + gap_x, length + gap_y) if upright else (length + gap_x, 1 + gap_y)
    rows = -(-len(tiles) // columns)
    out = []
    for k, tile in enumerate(tiles):
        jitter = rng.normal(0, 0.07, 3) * (1 - neat) * (0.3 if min(gap_x, gap_y) < 0.1 else 1)
        x = float((k % columns - (columns - 1) / 2) * step[0] + jitter[0])
        y = float((k // columns - (rows - 1) / 2) * step[1] + jitter[1])
        angle = float((np.pi / 2 if upright else 0) + jitter[2])
        first = int(rng.choice([tile.high, tile.low]))
        out.append(LaidTile(tile, x, y, angle, first, tile.other(first)))
    return out
