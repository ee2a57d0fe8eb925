"""Layouts that players turn on the table to make room: a whole one, or an arm of it swung round.

Lengths are in tile widths, angles in radians, axes as on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from muggins.scorer import Placement, Tile

from ..scenes.layouts import LaidTile
from .tile_placement import fits, half_centres

TRIES = 40
"""Random turns that are tried before a table counts as full."""
ARM_SHARE = 0.5
"""How often an arm is swung rather than the whole layout turned."""
LAYOUT_TURNS = (0.15, np.pi)
"""Least and greatest turn of a whole layout, either way."""
ARM_TURNS = (0.15, np.pi / 2)
"""Least and greatest swing of an arm, either way."""


def rotate_tile(laid: LaidTile, about: np.ndarray, angle: float, push: np.ndarray) -> LaidTile:
    """A tile rotated about a point (2,), then pushed by (2,)."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = np.array([[c, -s], [s, c]]) @ (np.array([laid.x, laid.y]) - about) + about + push
    return replace(laid, x=float(x), y=float(y), angle=laid.angle + angle)


def rotate_layout(
    rng: np.random.Generator,
    laid: Sequence[LaidTile],
    placements: Sequence[Placement],
    lying: int,
    length: float,
    taken: np.ndarray,
    bounds: tuple[float, float],
) -> tuple[list[LaidTile], list[Tile]] | None:
    """All tiles after a random turn, and the tiles that were turned, or None where there is no room for any turn.

    `laid` are the places of all `placements`, of which the first `lying` are on the table. `taken` and `bounds` are as
    for `place_tiles`.
    """
    hosts = {one.tile: one.on for one in placements}
    for _ in range(TRIES):
        is_arm = lying > 1 and rng.random() < ARM_SHARE
        angle = float(rng.uniform(*(ARM_TURNS if is_arm else LAYOUT_TURNS)) * rng.choice([-1, 1]))
        root = laid[int(rng.integers(1, lying))] if is_arm else laid[0]
        group = _with_descendants(root.tile, hosts)
        about = np.array([root.x, root.y])
        if is_arm and not root.tile.is_double:
            about = half_centres(root, length)[0]  # the half that is joined to its host
        turned = [rotate_tile(one, about, angle, np.zeros(2)) if one.tile in group else one for one in laid]
        if not is_arm:
            push = _push_within(turned, length, bounds)
            turned = [rotate_tile(one, about, 0.0, push) for one in turned]
        if _has_room(turned, group, hosts, length, taken, bounds):
            return turned, [one.tile for one in laid[:lying] if one.tile in group]
    return None


def _with_descendants(tile: Tile, hosts: dict[Tile, Tile | None]) -> set[Tile]:
    """A tile and all tiles that hang on it."""
    group = {tile}
    for one, host in hosts.items():  # a host comes before its guests
        if host in group:
            group.add(one)
    return group


def _push_within(laid: Sequence[LaidTile], length: float, bounds: tuple[float, float]) -> np.ndarray:
    """The push (2,) that brings a layout within bounds, or to their middle where it is too large."""
    halves = np.concatenate([half_centres(one, length) for one in laid])
    least, most = -np.array(bounds) - halves.min(axis=0), np.array(bounds) - halves.max(axis=0)
    return np.asarray(np.where(least <= most, np.clip(0, least, most), (least + most) / 2))


def _has_room(
    laid: Sequence[LaidTile],
    group: Collection[Tile],
    hosts: dict[Tile, Tile | None],
    length: float,
    taken: np.ndarray,
    bounds: tuple[float, float],
) -> bool:
    """Whether the turned `group` lies within bounds and clear of all tiles it is not joined to."""
    others = [one for one in laid if one.tile not in group]
    return all(fits(one, others, hosts[one.tile], taken, length, bounds) for one in laid if one.tile in group)
