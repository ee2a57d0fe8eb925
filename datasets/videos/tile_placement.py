"""A game's tiles laid on a table one after another, each on its host, as its players would.

Lengths are in tile widths, angles in radians, axes as on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from muggins.scorer import Placement, Tile

from ..scenes.layouts import LaidTile

MIN_CLEARANCE = 1.3
"""Between the centres of halves that are not joined, so that nobody takes them for joined."""
MIN_JOINED = 0.9
"""Between the centres of halves of a tile and its host."""
MIN_TO_TAKEN = 1.6
"""Between a half and the halves that lie on the table already."""


@dataclass(frozen=True)
class _OpenEnd:
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
    """0 for ends that open at once, 1 for the tips of a double, which open after its sides."""


def _open_ends(laid: LaidTile, length: float) -> list[_OpenEnd]:
    c, s = np.cos(laid.angle), np.sin(laid.angle)
    if laid.tile.is_double:
        ends = []
        for k, turn in enumerate((np.pi / 2, -np.pi / 2, 0.0, np.pi)):
            reach = 0.5 if k < 2 else length / 2
            outward = laid.angle + turn
            x, y = laid.x + reach * np.cos(outward), laid.y + reach * np.sin(outward)
            ends.append(_OpenEnd(laid.tile.high, x, y, outward, (laid.x, laid.y), False, k // 2))
        return ends
    ends = []
    for sign, pips in ((-1, laid.first), (1, laid.second)):
        half = (laid.x + sign * c * length / 4, laid.y + sign * s * length / 4)
        edge = (laid.x + sign * c * length / 2, laid.y + sign * s * length / 2)
        ends.append(_OpenEnd(pips, *edge, laid.angle + (0 if sign > 0 else np.pi), half, True, 0))
    return ends


def half_centres(laid: LaidTile, length: float) -> np.ndarray:
    """The centres (2, 2) of both halves of a tile."""
    step = np.array([np.cos(laid.angle), np.sin(laid.angle)]) * length / 4
    return np.asarray(np.array([laid.x, laid.y]) + np.array([-step, step]))


def fits(
    tile: LaidTile,
    others: Iterable[LaidTile],
    host: Tile | None,
    taken: np.ndarray,
    length: float,
    bounds: tuple[float, float],
) -> bool:
    """Whether a tile lies within bounds and clear of all others, but for the host it is joined to."""
    halves = half_centres(tile, length)
    if (np.abs(halves) > bounds).any():
        return False
    if len(taken) and np.linalg.norm(halves[:, None] - taken[None], axis=2).min() <= MIN_TO_TAKEN:
        return False
    for other in others:
        distance = np.linalg.norm(halves[:, None] - half_centres(other, length)[None], axis=2).min()
        if distance < (MIN_JOINED if other.tile == host else MIN_CLEARANCE):
            return False
    return True


def _candidates(rng: np.random.Generator, end: _OpenEnd, tile: Tile, length: float, neat: float) -> list[LaidTile]:
    """The places for a tile at an end, the usual place first."""
    careless = (1 - neat) * rng.normal(0, 1, 3)
    outward = end.angle + 0.05 * careless[0]
    along, across = np.array([np.cos(outward), np.sin(outward)]), np.array([-np.sin(outward), np.cos(outward)])
    edge = np.array([end.x, end.y]) + across * 0.06 * careless[1]
    gap = 0.04 + 0.06 * abs(careless[2])
    rest = tile.other(end.pips)
    if tile.is_double and end.turns:
        x, y = edge + along * (gap + 0.5)
        return [LaidTile(tile, float(x), float(y), outward + np.pi / 2, tile.high, tile.high)]
    x, y = edge + along * (gap + length / 2)
    places = [LaidTile(tile, float(x), float(y), outward, end.pips, rest)]
    if end.turns:
        sides = [1, -1] if rng.random() < 0.5 else [-1, 1]
        for side in sides:
            turned = outward + side * np.pi / 2
            x, y = np.array(end.half) + np.array([np.cos(turned), np.sin(turned)]) * (0.5 + gap + length / 2)
            places.append(LaidTile(tile, float(x), float(y), turned, end.pips, rest))
        if rng.random() < 0.15:
            places = [*places[1:], places[0]]
    return places


def place_tiles(
    rng: np.random.Generator,
    placements: Sequence[Placement],
    length: float,
    bounds: tuple[float, float],
    taken: np.ndarray,
    neat: float,
) -> list[LaidTile] | None:
    """The tiles of `placements` where players could have laid them, or None where there is no room for one of them.

    They lie within `bounds` (half width, half height) and clear of `taken` (N, 2), the centres of halves that lie
    there already. `neat` is 1 for a ruler-straight table and 0 for a careless one.
    """
    laid: list[LaidTile] = []
    used: dict[Tile, set[int]] = {}
    for placement in placements:
        tile = placement.tile
        if placement.on is None:
            x, y = rng.uniform(-0.25, 0.25, 2) * bounds
            angle = float(rng.choice([0.0, np.pi / 2]) + 0.1 * (1 - neat) * rng.normal())
            laid.append(LaidTile(tile, float(x), float(y), angle, tile.high, tile.low))
            used[tile] = set()
            continue
        host = next(one for one in laid if one.tile == placement.on)
        for number, end in _ends_to_try(host, used[placement.on], tile, length, bounds):
            candidates = _candidates(rng, end, tile, length, neat)
            place = next((one for one in candidates if fits(one, laid, host.tile, taken, length, bounds)), None)
            if place is not None:
                laid.append(place)
                used[placement.on].add(number)
                used[tile] = {0}  # the end, or a double's side, that is joined to the host
                break
        else:
            return None
    return laid


def _ends_to_try(
    host: LaidTile, used: set[int], tile: Tile, length: float, bounds: tuple[float, float]
) -> list[tuple[int, _OpenEnd]]:
    """The open ends that `tile` matches, with their numbers, nearest to the middle first: there is the most room."""
    ends = _open_ends(host, length)
    free = [(number, end) for number, end in enumerate(ends) if number not in used and tile.has(end.pips)]
    first = min((end.order for _, end in free), default=0)
    now = [(number, end) for number, end in free if end.order == first]
    return sorted(now, key=lambda pair: float(np.hypot(pair[1].x / bounds[0], pair[1].y / bounds[1])))
