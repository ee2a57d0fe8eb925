"""Tiles laid out as people lay them: chains that turn corners, crosswise doubles, gaps, crooked joins, rows and piles.

All lengths are in tile widths, angles in radians, world axes as on the table; `Laid.angle` is the direction
from the half `first` to the half `second`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from muggins.scorer import Layout, Tile

Point = tuple[float, float]


@dataclass(frozen=True)
class Laid:
    """A tile flat on the table."""

    tile: Tile
    x: float
    y: float
    angle: float
    first: int
    """Pips of the half that lies against the direction of `angle`."""
    second: int


@dataclass(frozen=True)
class _End:
    """A place where a tile may be joined."""

    host: Tile
    pips: int
    x: float
    y: float
    """Middle of the edge that is joined."""
    angle: float
    """Outward."""
    half: Point
    """Centre of the open half; corners are turned around it."""
    beside: bool = True
    """A tile may also be laid beside the open half."""
    tip: bool = False
    """The end of a crosswise double, open once both its sides are played on."""


@dataclass
class _Table:
    """What lies already, to keep tiles from overlapping."""

    length: float
    halves: list[tuple[float, float, int]] = field(default_factory=list)

    def centres(self, x: float, y: float, angle: float) -> list[Point]:
        reach = self.length / 4
        return [(x + s * reach * np.cos(angle), y + s * reach * np.sin(angle)) for s in (-1, 1)]

    def is_free(self, x: float, y: float, angle: float, host: int, clearance: float) -> bool:
        for cx, cy in self.centres(x, y, angle):
            for hx, hy, owner in self.halves:
                if (cx - hx) ** 2 + (cy - hy) ** 2 < (0.93 if owner == host else clearance) ** 2:
                    return False
        return True

    def put(self, x: float, y: float, angle: float, owner: int) -> None:
        self.halves += [(cx, cy, owner) for cx, cy in self.centres(x, y, angle)]


def whole_set(most: int) -> list[Tile]:
    """Every tile of a double-`most` set."""
    return [Tile(high, low) for high in range(most + 1) for low in range(high + 1)]


def _single_ends(tile: Tile, x: float, y: float, angle: float, first: int, length: float, closed: int) -> list[_End]:
    """Open ends of a single; `closed` is -1 or 1 for the half that is joined, 0 for none."""
    ends = []
    for sign in (-1, 1):
        if sign == closed:
            continue
        c, s = np.cos(angle) * sign, np.sin(angle) * sign
        pips = first if sign < 0 else tile.other(first)
        half = (x + c * length / 4, y + s * length / 4)
        ends.append(
            _End(tile, pips, x + c * length / 2, y + s * length / 2, angle if sign > 0 else angle + np.pi, half)
        )
    return ends


def _double_ends(tile: Tile, x: float, y: float, angle: float, length: float, came_from: float | None) -> list[_End]:
    """The sides of a crosswise double, then its ends; `came_from` is the outward direction already used."""
    ends = []
    for k, turn in enumerate((np.pi / 2, -np.pi / 2, 0.0, np.pi)):
        direction = angle + turn
        if came_from is not None and np.cos(direction - came_from) > 0.7:
            continue
        reach = 0.5 if k < 2 else length / 2
        ends.append(
            _End(
                tile,
                tile.high,
                x + reach * np.cos(direction),
                y + reach * np.sin(direction),
                direction,
                (x, y),
                False,
                k > 1,
            )
        )
    return ends


def random_game(
    rng: np.random.Generator, tiles: list[Tile], count: int, length: float, bounds: Point, neat: float
) -> tuple[list[Laid], Layout]:
    """A legal game of up to `count` of `tiles`, laid within `bounds` (half width, half height) if it can be.

    `neat` is 1 for a ruler-straight table and 0 for a careless one. Every double is a spinner.
    """
    bag = [tiles[k] for k in rng.permutation(len(tiles))]
    table = _Table(length)
    laid: list[Laid] = []
    ends: list[_End] = []
    layout = Layout(())
    turning = rng.uniform(0.05, 0.35)
    spinning = rng.random() < 0.5
    clearance = float(rng.choice([1.0, 1.15, 1.5]))
    squareness = rng.random() < 0.15  # some tables lay doubles inline

    def crooked(scale: float) -> float:
        return float(rng.normal(0, scale) * (1 - neat))

    def lay(tile: Tile, x: float, y: float, angle: float, first: int) -> None:
        laid.append(Laid(tile, x, y, angle, first, tile.other(first)))
        table.put(x, y, angle, len(laid) - 1)
        bag.remove(tile)

    start = bag[0]
    angle = float(rng.choice([0, np.pi / 2]) + crooked(0.05))
    x, y = float(rng.uniform(-0.4, 0.4) * bounds[0]), float(rng.uniform(-0.4, 0.4) * bounds[1])
    layout = layout.place(start, None)
    lay(start, x, y, angle, int(rng.choice([start.high, start.low])))
    ends = (
        _double_ends(start, x, y, angle, length, None)
        if start.is_double
        else _single_ends(start, x, y, angle, laid[0].first, length, 0)
    )
    tries = 0
    while len(laid) < count and ends and tries < count * 8:
        tries += 1
        # Sides of a double come before its ends, as the rules have it.
        open_now = [e for e in ends if not e.tip or (spinning and _is_crossed(e, ends))]
        if not open_now:
            break
        end = open_now[int(rng.integers(len(open_now)))]
        fits = [t for t in bag if t.has(end.pips)]
        if not fits:
            ends.remove(end)
            continue
        tile = fits[int(rng.integers(len(fits)))]
        gap = abs(crooked(0.06)) + (float(rng.uniform(0, 0.3)) * (1 - neat) if rng.random() < 0.12 else 0.0)
        slip = crooked(0.06) + (float(rng.uniform(-0.25, 0.25)) * (1 - neat) if rng.random() < 0.08 else 0.0)
        out = end.angle + crooked(0.045)
        ways = ["straight", "left", "right"] if rng.random() < turning else ["straight"]
        if abs(end.x + 2.2 * np.cos(out)) > bounds[0] or abs(end.y + 2.2 * np.sin(out)) > bounds[1]:
            ways = ["left", "right", "straight"]
        if len(ways) == 3 and rng.random() < 0.5:
            ways[:2] = ways[1::-1]
        for way in ways:
            placed = _join(end, tile, way, out, gap, slip, length, squareness, bool(rng.random() < 0.6))
            host = next(k for k, one in enumerate(laid) if one.tile == end.host)
            inside = abs(placed[0]) < bounds[0] + 1 and abs(placed[1]) < bounds[1] + 1
            if not inside and way != ways[-1]:
                continue
            if table.is_free(*placed[:3], host, clearance):
                px, py, turned, across = placed
                layout = layout.place(tile, end.host)
                if across:
                    lay(tile, px, py, turned, tile.high)
                    ends += _double_ends(tile, px, py, turned, length, end.angle + np.pi)
                else:
                    lay(tile, px, py, turned, end.pips)
                    ends += _single_ends(tile, px, py, turned, end.pips, length, -1)
                ends.remove(end)
                break
        else:
            ends.remove(end)
    return laid, layout


def _is_crossed(end: _End, ends: list[_End]) -> bool:
    """No side of the double is open any more: only its two ends are left."""
    return all(e.tip for e in ends if e.host == end.host)


def _join(
    end: _End, tile: Tile, way: str, out: float, gap: float, slip: float, length: float, inline: bool, beside: bool
) -> tuple[float, float, float, bool]:
    """Where `tile` comes to lie: x, y, angle, and whether it is a crosswise double."""
    c, s = np.cos(out), np.sin(out)
    nx, ny = -s, c
    if tile.is_double and not inline and not end.host.is_double:
        reach = gap + 0.5
        return end.x + c * reach + nx * slip, end.y + s * reach + ny * slip, out + np.pi / 2, True
    if way == "straight" or end.host.is_double:
        reach = gap + length / 2
        return end.x + c * reach + nx * slip, end.y + s * reach + ny * slip, out, False
    side = 1 if way == "left" else -1
    turned = out + side * np.pi / 2
    tc, ts = np.cos(turned), np.sin(turned)
    if beside and end.beside:  # its end touches the side of the open half
        reach = 0.5 + gap + length / 2
        return end.half[0] + tc * reach + c * slip, end.half[1] + ts * reach + s * slip, turned, False
    # in front of the open end, its matching half before it
    reach, shift = gap + 0.5, length / 4 + slip
    return end.x + c * reach + tc * shift, end.y + s * reach + ts * shift, turned, False


def scattered(
    rng: np.random.Generator, tiles: list[Tile], length: float, bounds: Point, taken: list[Laid], spread: float
) -> list[Laid]:
    """Loose tiles dropped anywhere that is free; with `spread` below 1 they may lie over each other."""
    table = _Table(length)
    for k, one in enumerate(taken):
        table.put(one.x, one.y, one.angle, -2 - k)
    out: list[Laid] = []
    for tile in tiles:
        for _ in range(12):
            x, y = rng.uniform(-bounds[0], bounds[0]), rng.uniform(-bounds[1], bounds[1])
            angle = float(rng.uniform(0, 2 * np.pi))
            if table.is_free(x, y, angle, -1, 1.25 * spread):
                first = int(rng.choice([tile.high, tile.low]))
                out.append(Laid(tile, float(x), float(y), angle, first, tile.other(first)))
                table.put(x, y, angle, len(out))
                break
    return out


def in_rows(rng: np.random.Generator, tiles: list[Tile], length: float, neat: float) -> list[Laid]:
    """Tiles side by side in rows, touching or not: a set on show, a hand laid open."""
    columns = int(rng.integers(1, 8))
    upright = rng.random() < 0.6
    gap_x, gap_y = (float(rng.choice([0.0, rng.uniform(0, 0.3), rng.uniform(0.3, 1.5)])) for _ in range(2))
    step = (1 + gap_x, length + gap_y) if upright else (length + gap_x, 1 + gap_y)
    rows = -(-len(tiles) // columns)
    out = []
    for k, tile in enumerate(tiles):
        jitter = rng.normal(0, 0.07, 3) * (1 - neat) * (0.3 if min(gap_x, gap_y) < 0.1 else 1)
        x = (k % columns - (columns - 1) / 2) * step[0] + jitter[0]
        y = (k // columns - (rows - 1) / 2) * step[1] + jitter[1]
        first = int(rng.choice([tile.high, tile.low]))
        out.append(
            Laid(tile, float(x), float(y), float((np.pi / 2 if upright else 0) + jitter[2]), first, tile.other(first))
        )
    return out
