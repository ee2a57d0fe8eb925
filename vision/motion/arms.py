"""Arms that reach into the picture, told from what in it does not belong to the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SIDES = ("bottom", "top", "left", "right")

SMALLEST_ARM = 1 / 400
"""Share of the picture that an arm covers at least."""
CLEARER = 1.5
"""So many times as much must a place differ from what is around it in the one of two pictures where the arm is."""

Picture = NDArray[np.float32]
Mask = NDArray[np.bool_]
Reach = tuple[tuple[str, NDArray[np.int32]], ...]
"""For sides, in how many frames a moving arm from there covered each pixel of the small picture."""


@dataclass(frozen=True, eq=False)
class Arm:
    """Something that reaches into the picture over its border."""

    side: str
    """One of SIDES: the border it comes over."""
    mask: Mask
    """(h, w) of the small picture."""


def _border(mask: Mask) -> dict[str, int]:
    """How many pixels of each border a mask touches."""
    rows = {"bottom": mask[-2:].any(axis=0), "top": mask[:2].any(axis=0)}
    columns = {"left": mask[:, :2].any(axis=1), "right": mask[:, -2:].any(axis=1)}
    return {side: int(line.sum()) for side, line in (rows | columns).items()}


def _entry(mask: Mask, side: str) -> NDArray[np.float64]:
    """(2,) x, y of the middle of where a mask crosses the border at `side`."""
    line = {"bottom": mask[-2:].any(axis=0), "top": mask[:2].any(axis=0)}.get(side)
    if line is not None:
        return np.array([np.flatnonzero(line).mean(), mask.shape[0] - 1 if side == "bottom" else 0], np.float64)
    line = mask[:, :2].any(axis=1) if side == "left" else mask[:, -2:].any(axis=1)
    return np.array([0 if side == "left" else mask.shape[1] - 1, np.flatnonzero(line).mean()], np.float64)


def _nearest_side(mask: Mask, sides: tuple[str, ...]) -> str:
    """Which of `sides` an arm comes from; its own border first, else the one nearest to where it crosses another."""
    touched = _border(mask)
    own = max(sides, key=lambda side: touched[side])
    # At a corner an arm crosses two borders; it comes over the one that it crosses more of.
    if touched[own] * 2 >= max(touched.values()):
        return own
    crossed = max(SIDES, key=lambda side: touched[side])
    x, y = _entry(mask, crossed) / (mask.shape[1] - 1, mask.shape[0] - 1)
    distance = {"bottom": 1 - y, "top": y, "left": x, "right": 1 - x}
    return min(sides, key=lambda side: distance[side])


def arms(foreign: Mask, sides: tuple[str, ...] = SIDES) -> tuple[Arm, ...]:
    """The arms in a picture whose `foreign` pixels do not belong to the table; `sides` are those where people sit."""
    joined = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    found: list[Arm] = []
    for label in range(1, count):
        mask = np.asarray(labels == label, dtype=np.bool_)
        touched = _border(mask)
        if stats[label, cv2.CC_STAT_AREA] < SMALLEST_ARM * mask.size or not any(touched.values()):
            continue
        crossed = [side for side in sides if touched[side] >= 3]
        opposite = {"bottom": "top", "left": "right"}
        met = next(((a, b) for a, b in opposite.items() if a in crossed and b in crossed), None)
        if met is None:
            found.append(Arm(_nearest_side(mask, sides), mask))
            continue
        # Two people's arms touch over the table: each pixel is of the nearer one's.
        y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
        far = [np.hypot(x - at[0], y - at[1]) for at in (_entry(mask, side) for side in met)]
        nearer = far[0] <= far[1]
        found += [Arm(met[0], mask & nearer), Arm(met[1], mask & ~nearer)]
    return tuple(found)


def has_left(before: Picture, now: Picture, arm: Arm) -> bool:
    """Whether an arm lay there before and has gone, rather than come since: it stands out in `before`."""
    mask = arm.mask.astype(np.uint8)
    inside, outside = _rim(1 - mask), _rim(mask)
    # Tiles in its place are few: the medians do not know of them.
    rims = [(np.median(one[inside], axis=0), np.median(one[outside], axis=0)) for one in (before, now)]
    stands_out = [np.linalg.norm(inner - outer) for inner, outer in rims]
    return bool(stands_out[0] > CLEARER * stands_out[1])


def _rim(mask: NDArray[np.uint8]) -> Mask:
    """(h, w) what lies around a mask, but for the pixels where the two mix."""
    return np.asarray(
        cv2.dilate(mask, np.ones((9, 9), np.uint8)) > cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.bool_
    )


def around(reaching: tuple[Arm, ...]) -> Mask:
    """(h, w) where arms are, and what they may throw a shadow on."""
    over = np.logical_or.reduce([arm.mask for arm in reaching])
    return np.asarray(cv2.dilate(over.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0, np.bool_)


def added(reach: Reach, moving: tuple[Arm, ...]) -> Reach:
    """With one frame more, in which arms move."""
    frames = dict(reach)
    for arm in moving:
        frames[arm.side] = frames.get(arm.side, np.zeros(arm.mask.shape, np.int32)) + arm.mask
    return tuple(frames.items())


def together(one: Reach, other: Reach) -> Reach:
    """The frames of both, each side once."""
    frames = dict(one)
    for side, more in other:
        frames[side] = frames[side] + more if side in frames else more
    return tuple(frames.items())


def hidden_by(resting: tuple[Arm, ...], reach: Reach) -> Reach:
    """What of it lies under arms."""
    return tuple((side, np.where(around(resting), frames, 0)) for side, frames in reach) if resting else ()


def nearest(reach: Reach, point: NDArray[np.float64], near: float) -> str | None:
    """The side whose arm came nearest to a point (x, y), of those as near the one that was there for longest.

    None where all stayed farther off than `near`; both in pixels of the small picture.
    """
    best: tuple[float, int] | None = None
    chosen = None
    for side, frames in reach:
        if not frames.any():
            continue
        row, column = np.mgrid[: frames.shape[0], : frames.shape[1]]
        away = np.hypot(column - point[0], row - point[1])
        closest = max(0.0, float(away[frames > 0].min()) - 2.0)
        over = int(frames[away <= closest + 3.0].max())
        if closest <= near and (best is None or (closest, -over) < best):
            best, chosen = (closest, -over), side
    return chosen
