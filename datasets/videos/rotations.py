"""Layouts that are turned on the table to make room: the whole of one, or an arm of it swung round.

Lengths are in tile widths, angles in radians, axes as on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from muggins.scorer import Placement, Tile

from ..scenes.layouts import Laid
from .tile_placement import CLEARANCE, halves_of

TRIES = 40
ARMS = 0.5
"""How often an arm is swung round, and not the whole turned."""
TURNS = (0.15, np.pi)
SWINGS = (0.15, np.pi / 2)
"""By how much, least and most, either way."""


def turned(one: Laid, about: np.ndarray, angle: float, push: np.ndarray) -> Laid:
    """A tile turned around a point and pushed."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = np.array([[c, -s], [s, c]]) @ (np.array([one.x, one.y]) - about) + about + push
    return replace(one, x=float(x), y=float(y), angle=one.angle + angle)


def turn(
    rng: np.random.Generator,
    laid: Sequence[Laid],
    placements: Sequence[Placement],
    lying: int,
    length: float,
    taken: np.ndarray,
    bounds: tuple[float, float],
) -> tuple[list[Laid], list[Tile]] | None:
    """Where all tiles lie or will lie after a turn, and which were turned; None where there is no room for any.

    `laid` is how the `placements` lie or will, of which the first `lying` lie there; `taken` (N, 2) and `bounds` as
    for `lay_out`.
    """
    hosts = {one.tile: one.on for one in placements}
    for _ in range(TRIES):
        is_arm = lying > 1 and rng.random() < ARMS
        angle = float(rng.uniform(*(SWINGS if is_arm else TURNS)) * rng.choice([-1, 1]))
        first = laid[int(rng.integers(1, lying))] if is_arm else laid[0]
        group = _hanging_on(first.tile, hosts)
        about = np.array([first.x, first.y])
        if is_arm and not first.tile.is_double:
            about = halves_of(first, length)[0]  # by which it lies on its host
        there = [turned(one, about, angle, np.zeros(2)) if one.tile in group else one for one in laid]
        if not is_arm:
            push = _into(there, length, bounds)
            there = [turned(one, about, 0.0, push) for one in there]
        if _has_room(there, group, hosts, length, taken, bounds):
            return there, [one.tile for one in laid[:lying] if one.tile in group]
    return None


def _hanging_on(tile: Tile, hosts: dict[Tile, Tile | None]) -> set[Tile]:
    group = {tile}
    for one, host in hosts.items():  # hosts come first
        if host in group:
            group.add(one)
    return group


def _into(laid: Sequence[Laid], length: float, bounds: tuple[float, float]) -> np.ndarray:
    """(2,) the push that brings all within bounds, or to their middle."""
    halves = np.concatenate([halves_of(one, length) for one in laid])
    least, most = -np.array(bounds) - halves.min(axis=0), np.array(bounds) - halves.max(axis=0)
    return np.where(least <= most, np.clip(0, least, most), (least + most) / 2)


def _has_room(
    laid: Sequence[Laid],
    group: Collection[Tile],
    hosts: dict[Tile, Tile | None],
    length: float,
    taken: np.ndarray,
    bounds: tuple[float, float],
) -> bool:
    """Whether those that were turned lie within bounds and beside none that they are not joined to."""
    others = [one for one in laid if one.tile not in group]
    for one in (one for one in laid if one.tile in group):
        halves = halves_of(one, length)
        if (np.abs(halves) > bounds).any():
            return False
        if len(taken) and np.linalg.norm(halves[:, None] - taken[None], axis=2).min() < 1.6:
            return False
        for other in others:
            apart = np.linalg.norm(halves[:, None] - halves_of(other, length)[None], axis=2).min()
            if apart < (0.9 if hosts[one.tile] == other.tile else CLEARANCE):
                return False
    return True
