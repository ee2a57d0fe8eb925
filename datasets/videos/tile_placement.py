"""A game's tiles laid on a table one after another, each on its host, as its players would.

Lengths are in tile widths, angles in radians, axes as on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from muggins.scorer import Placement, Tile

from ..scenes.layouts import Laid

CLEARANCE = 1.3
"""Between the centres of halves that do not belong together, so that nobody takes them for joined."""


@dataclass(frozen=True)
class _End:
    """A place where a tile may be joined."""

    pips: int
    x: float
    y: float
    """The middle of the edge."""
    angle: float
    """Outward."""
    half: tuple[float, float]
    """The centre of the half that is open there."""
    turns: bool
    """Whether the line may turn a corner here."""
    order: int
    """The sides of a double come before its ends."""


def _ends(one: Laid, length: float) -> list[_End]:
    c, s = np.cos(one.angle), np.sin(one.angle)
    if one.tile.is_double:
        ends = []
        for order, turn in enumerate((np.pi / 2, -np.pi / 2, 0.0, np.pi)):
            reach = 0.5 if order < 2 else length / 2
            out = one.angle + turn
            x, y = one.x + reach * np.cos(out), one.y + reach * np.sin(out)
            ends.append(_End(one.tile.high, x, y, out, (one.x, one.y), False, order // 2))
        return ends
    ends = []
    for sign, pips in ((-1, one.first), (1, one.second)):
        half = (one.x + sign * c * length / 4, one.y + sign * s * length / 4)
        edge = (one.x + sign * c * length / 2, one.y + sign * s * length / 2)
        ends.append(_End(pips, *edge, one.angle + (0 if sign > 0 else np.pi), half, True, 0))
    return ends


def halves_of(one: Laid, length: float) -> np.ndarray:
    """(2, 2) centres of both halves."""
    step = np.array([np.cos(one.angle), np.sin(one.angle)]) * length / 4
    return np.array([one.x, one.y]) + np.array([-step, step])


def _ways(rng: np.random.Generator, end: _End, tile: Tile, length: float, neat: float) -> list[Laid]:
    """Where a tile may be laid at an end, the usual way first."""
    crooked = (1 - neat) * rng.normal(0, 1, 3)
    out = end.angle + 0.05 * crooked[0]
    along, across = np.array([np.cos(out), np.sin(out)]), np.array([-np.sin(out), np.cos(out)])
    edge = np.array([end.x, end.y]) + across * 0.06 * crooked[1]
    gap = 0.04 + 0.06 * abs(crooked[2])
    rest = tile.other(end.pips)
    if tile.is_double and end.turns:
        x, y = edge + along * (gap + 0.5)
        return [Laid(tile, float(x), float(y), out + np.pi / 2, tile.high, tile.high)]
    x, y = edge + along * (gap + length / 2)
    found = [Laid(tile, float(x), float(y), out, end.pips, rest)]
    if end.turns:
        sides = [1, -1] if rng.random() < 0.5 else [-1, 1]
        for side in sides:
            turned = out + side * np.pi / 2
            x, y = np.array(end.half) + np.array([np.cos(turned), np.sin(turned)]) * (0.5 + gap + length / 2)
            found.append(Laid(tile, float(x), float(y), turned, end.pips, rest))
        if rng.random() < 0.15:
            found = [*found[1:], found[0]]
    return found


def _fits(
    one: Laid, laid: Sequence[Laid], host: int, taken: np.ndarray, length: float, bounds: tuple[float, float]
) -> bool:
    halves = halves_of(one, length)
    if (np.abs(halves) > bounds).any():
        return False
    for k, other in enumerate(laid):
        apart = np.linalg.norm(halves[:, None] - halves_of(other, length)[None], axis=2).min()
        if apart < (0.9 if k == host else CLEARANCE):
            return False
    return not len(taken) or bool(np.linalg.norm(halves[:, None] - taken[None], axis=2).min() > 1.6)


def lay_out(
    rng: np.random.Generator,
    placements: Sequence[Placement],
    length: float,
    bounds: tuple[float, float],
    taken: np.ndarray,
    neat: float,
) -> list[Laid] | None:
    """The placements' tiles where players could have laid them, within `bounds` (half width, half height).

    `taken` (N, 2) are the centres of halves that lie there already; None where no room was found for a tile.
    """
    laid: list[Laid] = []
    used: dict[Tile, set[int]] = {}
    for placement in placements:
        tile = placement.tile
        if placement.on is None:
            x, y = rng.uniform(-0.25, 0.25, 2) * bounds
            angle = float(rng.choice([0.0, np.pi / 2]) + 0.1 * (1 - neat) * rng.normal())
            laid.append(Laid(tile, float(x), float(y), angle, tile.high, tile.low))
            used[tile] = set()
            continue
        host = next(k for k, one in enumerate(laid) if one.tile == placement.on)
        free = [
            (number, end)
            for number, end in enumerate(_ends(laid[host], length))
            if number not in used[placement.on] and tile.has(end.pips)
        ]
        first = min((end.order for _, end in free), default=0)
        # Towards the middle of the table there is the most room.
        near = [(number, end) for number, end in free if end.order == first]
        near.sort(key=lambda pair: float(np.hypot(pair[1].x / bounds[0], pair[1].y / bounds[1])))
        for number, end in near:
            way = next(
                (w for w in _ways(rng, end, tile, length, neat) if _fits(w, laid, host, taken, length, bounds)), None
            )
            if way is not None:
                laid.append(way)
                used[placement.on].add(number)
                used[tile] = {0}  # its first end, or a double's first side, is the one laid against the host
                break
        else:
            return None
    return laid
