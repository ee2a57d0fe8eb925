"""What lies on a table: a game, loose tiles, rows, piles, face-down tiles and hands, as bodies in the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..assets.tile_styles import TileStyle
from . import layouts
from . import solids as bodies


@dataclass(frozen=True)
class Body:
    """A tile somewhere on the table."""

    kind: str
    """faceup, facedown or standing."""
    first: int
    second: int
    pose: bodies.Pose


@dataclass(frozen=True)
class Arrangement:
    """Everything made of tiles on one table."""

    style: TileStyle
    bodies: tuple[Body, ...]
    points: np.ndarray
    """(N, 2) tile widths: centres of what the camera should care for, the face-up tiles first of all."""


def _hand(
    rng: np.random.Generator, style: TileStyle, count: int, middle: np.ndarray, angle: float, turned_away: bool
) -> list[Body]:
    """A row of standing tiles; `angle` is where the player sits, who sees the faces unless `turned_away`."""
    out = []
    spacing = style.length * float(rng.uniform(1.0, 1.25))
    upright = rng.random() < 0.15
    if upright:
        spacing = float(rng.uniform(1.02, 1.4))
    along = np.array([-np.sin(angle), np.cos(angle)])
    bow = float(rng.normal(0, 0.02))
    # Tiles stand upright but for a few racks: one that leans back far looks as if it lay.
    lean = float(np.radians(rng.uniform(0, 15))) if rng.random() < 0.2 else 0.0
    for k in range(count):
        step = (k - (count - 1) / 2) * spacing
        place = (
            middle + along * step + np.array([np.cos(angle), np.sin(angle)]) * (bow * step * step + rng.normal(0, 0.15))
        )
        facing = angle + (np.pi if turned_away else 0) + rng.normal(0, 0.12) + bow * step * 2
        first, second = rng.integers(0, 7, 2)
        pose = bodies.standing(style, place[0] * style.width, place[1] * style.width, float(facing), lean, upright)
        out.append(Body("standing", int(first), int(second), pose))
    return out


def _overlaps(place: np.ndarray, others: list[np.ndarray], reach: float) -> bool:
    return any(np.hypot(*(place - other)) < reach for other in others)


WAYS = {"game": 0.5, "loose": 0.2, "rows": 0.13, "pile": 0.06, "single": 0.09, "empty": 0.02}
"""How tiles lie face up, and how often so."""


def arrange(
    rng: np.random.Generator, style: TileStyle, azimuth: float, highest: int | None = None, laid_as: str | None = None
) -> Arrangement:
    """A table drawn at random; the camera looks on from `azimuth`, often over the shoulder of whoever sits there.

    `highest` is the most pips of a half in the set; without it most sets are double-six. `laid_as` is one of WAYS,
    drawn where it is not given.
    """
    drawn = int(rng.choice([6, 6, 6, 6, 6, 6, 6, 9, 12]))
    most = drawn if highest is None else highest
    every = layouts.whole_set(most)
    every = [every[k] for k in rng.permutation(len(every))]
    if rng.random() < 0.2:  # blanks and high doubles are what gets misread, so they come more often
        every.sort(key=lambda t: rng.random() - 0.35 * (t.low == 0))
    neat = float(rng.choice([1.0, rng.uniform(0.6, 1.0), rng.uniform(0.0, 0.6)], p=[0.12, 0.48, 0.4]))
    drawn_way = str(rng.choice(list(WAYS), p=list(WAYS.values())))
    kind = laid_as or drawn_way
    bounds = (float(rng.uniform(4, 9)), float(rng.uniform(3, 7)))
    laid: list[layouts.Laid] = []
    lifts: list[float] = []
    facedown: list[layouts.Laid] = []
    if kind == "game":
        count = int(np.clip(rng.gamma(3, 4), 1, min(len(every), 34)))
        laid, _ = layouts.random_game(rng, every, count, style.length, bounds, neat)
        rest = [t for t in every if all(t != one.tile for one in laid)]
        if rng.random() < 0.4:
            laid += layouts.scattered(
                rng, rest[: int(rng.integers(1, 6))], style.length, (bounds[0] + 2, bounds[1] + 2), laid, 1.0
            )
    elif kind == "loose":
        laid = layouts.scattered(
            rng, every[: int(rng.integers(2, 26))], style.length, bounds, [], float(rng.choice([1.0, 1.0, 0.85]))
        )
    elif kind == "rows":
        laid = layouts.in_rows(rng, every[: int(rng.integers(2, 22))], style.length, neat)
    elif kind == "pile":
        small = (bounds[0] * 0.5, bounds[1] * 0.5)
        laid = layouts.scattered(rng, every[: int(rng.integers(5, 18))], style.length, small, [], 0.35)
    elif kind == "single":
        laid = layouts.scattered(rng, every[:1], style.length, (1.0, 1.0), [], 1.0)
    lifts = [0.0] * len(laid)
    if kind == "pile":  # later tiles lie on earlier ones
        lifts = [k * 0.35 * style.thickness * style.width for k in range(len(laid))]
    used = {one.tile for one in laid}
    rest = [t for t in every if t not in used]
    if rng.random() < 0.45 and rest:
        many = int(rng.integers(1, 15))
        spread = float(rng.choice([1.0, 0.8]))
        facedown = layouts.scattered(rng, rest[:many], style.length, (bounds[0] + 3, bounds[1] + 3), laid, spread)
    turn = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.25 else float(rng.normal(0, 0.06))
    c, s = np.cos(turn), np.sin(turn)
    out, points = [], []
    for one, lift in zip(laid, lifts, strict=True):
        x, y = c * one.x - s * one.y, s * one.x + c * one.y
        points.append((x, y))
        turned = kind == "pile" and rng.random() < 0.35
        pose = bodies.lying(style, x * style.width, y * style.width, one.angle + turn, not turned, lift)
        out.append(Body("facedown" if turned else "faceup", one.first, one.second, pose))
    for one in facedown:
        x, y = c * one.x - s * one.y, s * one.x + c * one.y
        if rng.random() < 0.5:
            points.append((x, y))
        pose = bodies.lying(style, x * style.width, y * style.width, one.angle + turn, False)
        out.append(Body("facedown", one.first, one.second, pose))
    if not points:
        points = [(0.0, 0.0)]
    if rng.random() < 0.6:
        cloud = np.array(points)
        middle, reach = (cloud.min(0) + cloud.max(0)) / 2, np.ptp(cloud, axis=0) / 2
        sides = list(rng.permutation(4)[: int(rng.integers(1, 5))])
        near = round(azimuth / (np.pi / 2)) % 4
        if near not in sides and rng.random() < 0.75:
            sides.append(near)
        for side in sides:
            angle = side * np.pi / 2
            away = np.array([np.cos(angle), np.sin(angle)])
            place = middle + away * (reach + rng.uniform(2.0, 4.0))
            hand = _hand(
                rng,
                style,
                int(rng.integers(1, 8)),
                place,
                float(angle),
                bool(rng.random() < (0.1 if side == near else 0.4)),
            )
            taken = [np.array(p) for p in points]
            kept = [b for b in hand if not _overlaps(b.pose.centre[:2] / style.width, taken, style.length * 0.85)]
            out += kept
            if rng.random() < 0.7:
                points += [tuple(b.pose.centre[:2] / style.width) for b in kept]
    return Arrangement(style, tuple(out), np.array(points, float))
