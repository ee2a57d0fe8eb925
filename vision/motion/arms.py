"""Arms that reach into the picture, found among the pixels that do not belong to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from .tuning import MotionTuning

Side = Literal["bottom", "top", "left", "right"]
"""A side of the picture."""
SIDES: tuple[Side, ...] = get_args(Side)

Picture = NDArray[np.float32]
"""(h, w, 3): a small copy of a camera's picture, as `change.small_copy` makes it."""
Mask = NDArray[np.bool_]
"""(h, w): some pixels of the small picture."""
ArmHeatmap = Mapping[Side, NDArray[np.int32]]
"""(h, w) for each side: the number of frames in which a moving arm from there covered each pixel."""


@dataclass(frozen=True, eq=False)
class Arm:
    """Something that reaches into the picture over its border."""

    side: Side
    """The border it comes over, one of SIDES."""
    mask: Mask

    def is_part_of(self, mask: Mask, tuning: MotionTuning) -> bool:
        """Whether a mask takes in the arm where it is now."""
        return bool(mask[self.mask].mean() >= tuning.outlasted_share)

    def takes_in(self, others: Sequence[Arm], tuning: MotionTuning) -> bool:
        """Whether any of the others is a part of the arm."""
        return any(other.is_part_of(self.mask, tuning) for other in others)

    def without_left_by_others(self, resting: Sequence[RestingArm], moving: Mask, tuning: MotionTuning) -> Arm:
        """The arm without what others have left beside it while it rested: a tile right before its fingers."""
        known = [one for one in resting if one.is_part_of(self.mask, tuning)]
        if not known:
            return self
        beside = self.mask & ~np.logical_or.reduce([one.mask for one in known])
        passed = np.logical_or.reduce([one.passed for one in known])
        count, labels = cv2.connectedComponents(beside.astype(np.uint8), connectivity=8)
        pieces = (labels == label for label in range(1, count))
        left = [piece for piece in pieces if passed[piece].any() and not moving[piece].any()]
        return Arm(self.side, self.mask & ~np.logical_or.reduce(left)) if left else self


@dataclass(frozen=True, eq=False)
class RestingArm(Arm):
    """An arm that lies over the table and does not move."""

    passed: Mask
    """Where other arms have moved since it came to rest."""
    moved: Mask
    """What has moved of it since then."""

    @staticmethod
    def of(arm: Arm) -> RestingArm:
        """An arm that has just come to rest."""
        nowhere = np.zeros_like(arm.mask)
        return RestingArm(arm.side, arm.mask, nowhere, nowhere)

    def passed_by(self, others: Sequence[Arm]) -> RestingArm:
        """The arm after one more frame, in which others move."""
        return replace(self, passed=np.logical_or.reduce([self.passed, *(arm.mask for arm in others)]))

    def after(self, foreign: Mask, moving: Mask, tuning: MotionTuning) -> RestingArm | None:
        """The arm after one more frame; None once it has moved, unless another one reaches over it."""
        moved = self.moved | (moving & self.mask)
        if self.is_part_of(~moved, tuning):
            return replace(self, moved=moved)
        beside = foreign & ~shadow_of((self,))
        is_under = max(_border_pixels(beside).values()) >= tuning.min_crossing_pixels
        return self if is_under and self.is_part_of(foreign, tuning) else None


@dataclass(frozen=True, eq=False)
class ArmMemory:
    """Where moving arms have been: they tell who laid a tile. Points and distances are pixels of the small picture."""

    recent: ArmHeatmap = field(default_factory=dict)
    """Arms since the table was last forgotten or read at rest."""
    earlier: ArmHeatmap = field(default_factory=dict)
    """Arms before that. A tile that is seen late may still be theirs."""

    def with_moving(self, arms: tuple[Arm, ...]) -> ArmMemory:
        """The memory after one more frame in which arms move."""
        return ArmMemory(_with_arms(self.recent, arms), self.earlier)

    def after_read(self, resting: tuple[Arm, ...], moving: tuple[Arm, ...]) -> ArmMemory:
        """The memory once something moves again after the table was read at rest: what happens next the next arms do.

        What lay under a `resting` arm was not read, so its frames stay recent.
        """
        hidden: ArmHeatmap = {}
        if resting:
            under = shadow_of(resting)
            hidden = {side: np.where(under, frames, 0) for side, frames in self.recent.items()}
        return ArmMemory(_with_arms(hidden, moving), _sum_of(self.earlier, self.recent))

    def side_at(self, point: NDArray[np.float64], max_distance: float, tuning: MotionTuning) -> Side | None:
        """The side whose arm reached a point (x, y), recent arms first; None if none did."""
        sides = (nearest_side(heatmap, point, max_distance, tuning) for heatmap in (self.recent, self.earlier))
        return next((side for side in sides if side is not None), None)

    def weights_at(self, point: NDArray[np.float64], max_distance: float, tuning: MotionTuning) -> dict[Side, float]:
        """How likely an arm of each side that reached a point laid a tile there, 0 to 1, not normalised."""
        weights: dict[Side, float] = {}
        for share, heatmap in ((1.0, self.recent), (tuning.earlier_share, self.earlier)):
            for side, frames in heatmap.items():
                closest, stayed = _reach(frames, point, tuning)
                if closest <= max_distance:
                    weight = share * float(np.exp(-closest / tuning.reach_pixels))
                    weights[side] = max(weight * stayed / (stayed + tuning.dwell_frames), weights.get(side, 0.0))
        return weights


def find_arms(
    foreign: Mask, tuning: MotionTuning, sides: tuple[Side, ...] = SIDES, resting: Sequence[Arm] = ()
) -> tuple[Arm, ...]:
    """The arms in a picture whose `foreign` pixels do not belong to the table.

    `sides` are the sides where people sit: every arm comes from one of them. `resting` are arms that have not moved
    since they were found.
    """
    joined = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    found: list[Arm] = []
    for label in range(1, count):
        mask = np.asarray(labels == label, dtype=np.bool_)
        touched = _border_pixels(mask)
        if stats[label, cv2.CC_STAT_AREA] < tuning.min_arm_share * mask.size or not any(touched.values()):
            continue
        known = [arm for arm in resting if arm.is_part_of(mask, tuning)]
        if known:
            found += _beside_resting(mask, known, tuning, sides)
            continue
        crossed = [side for side in sides if touched[side] >= tuning.min_crossing_pixels]
        opposite = {"bottom": "top", "left": "right"}
        met = next(((a, b) for a, b in opposite.items() if a in crossed and b in crossed), None)
        if met is None:
            found.append(Arm(_side_of_arm(mask, sides), mask))
            continue
        # The arms of two people touch over the table: each pixel belongs to the nearer one.
        y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
        far = [np.hypot(x - at[0], y - at[1]) for at in (_entry_point(mask, side) for side in met)]
        nearer = far[0] <= far[1]
        found += [Arm(met[0], mask & nearer), Arm(met[1], mask & ~nearer)]
    return tuple(found)


def _beside_resting(mask: Mask, resting: Sequence[Arm], tuning: MotionTuning, sides: tuple[Side, ...]) -> list[Arm]:
    """The arms in one piece of foreign pixels that takes in `resting` arms.

    What comes over the border beside them is another arm, whatever side its fingers are on. All else is theirs.
    """
    beside = mask & ~shadow_of(resting)
    if max(_border_pixels(beside).values()) >= tuning.min_crossing_pixels:
        # Right around an arm that rests either may be seen.
        own = [Arm(arm.side, mask & shadow_of((arm,))) for arm in resting]
        other = mask & ~np.logical_or.reduce([arm.mask for arm in resting])
        return [*own, Arm(_side_of_arm(beside, sides), other)]
    away = [cv2.distanceTransform((~arm.mask).astype(np.uint8), cv2.DIST_L2, 3) for arm in resting]
    nearest = np.argmin(away, axis=0)
    return [Arm(arm.side, mask & (nearest == number)) for number, arm in enumerate(resting)]


def has_left(before: Picture, now: Picture, arm: Arm, tuning: MotionTuning) -> bool:
    """Whether the arm has gone: its place stands out in `before` rather than in `now`."""
    mask = arm.mask.astype(np.uint8)
    inside, outside = _rim_around(1 - mask), _rim_around(mask)
    if not (inside.any() and outside.any()):  # a line, or all of the picture
        return False
    # The few tiles in either rim do not move its median.
    rims = [(np.median(picture[inside], axis=0), np.median(picture[outside], axis=0)) for picture in (before, now)]
    contrast = [np.linalg.norm(inner - outer) for inner, outer in rims]
    return bool(contrast[0] > tuning.left_contrast * contrast[1])


def side_distances(x: float, y: float) -> dict[Side, float]:
    """How far a point lies from each side of the picture; all values are shares of its width or height."""
    return {"bottom": 1 - y, "top": y, "left": x, "right": 1 - x}


def closest_border(x: float, y: float, sides: Sequence[Side]) -> Side:
    """The one of `sides` that a point lies nearest to; x and y are shares of the picture's width and height."""
    distances = side_distances(x, y)
    return min(sides, key=lambda side: distances[side])


def shadow_of(arms: Sequence[Arm]) -> Mask:
    """(h, w): the pixels of arms and those they may throw a shadow on."""
    over = np.logical_or.reduce([arm.mask for arm in arms])
    return np.asarray(cv2.dilate(over.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0, np.bool_)


def nearest_side(
    heatmap: ArmHeatmap, point: NDArray[np.float64], max_distance: float, tuning: MotionTuning
) -> Side | None:
    """The side whose arm came nearest to a point (x, y), and among equally near ones stayed longest.

    None if all arms stayed farther off than `max_distance`. All lengths are pixels of the small picture.
    """
    best: tuple[float, int] | None = None
    nearest = None
    for side, frames in heatmap.items():
        closest, stayed = _reach(frames, point, tuning)
        if closest <= max_distance and (best is None or (closest, -stayed) < best):
            best, nearest = (closest, -stayed), side
    return nearest


def _reach(frames: NDArray[np.int32], point: NDArray[np.float64], tuning: MotionTuning) -> tuple[float, int]:
    """How near the arms of a side came to a point, in pixels, infinite if there were none, and for how long."""
    if not frames.any():
        return float("inf"), 0
    row, column = np.mgrid[: frames.shape[0], : frames.shape[1]]
    distance = np.hypot(column - point[0], row - point[1])
    closest = max(0.0, float(distance[frames > 0].min()) - tuning.hand_pixels)
    return closest, int(frames[distance <= closest + tuning.same_reach_pixels].max())


def _border_pixels(mask: Mask) -> dict[Side, int]:
    """The number of pixels of each border that a mask touches."""
    return {side: int(_border_line(mask, side).sum()) for side in SIDES}


def _border_line(mask: Mask, side: Side) -> Mask:
    """(w,) or (h,): where along the two outermost lines at a side the mask lies."""
    if side in ("bottom", "top"):
        return np.asarray((mask[-2:] if side == "bottom" else mask[:2]).any(axis=0))
    return np.asarray((mask[:, :2] if side == "left" else mask[:, -2:]).any(axis=1))


def _entry_point(mask: Mask, side: Side) -> NDArray[np.float64]:
    """(2,) x, y: the middle of where a mask crosses the border at `side`."""
    along = np.flatnonzero(_border_line(mask, side)).mean()
    height, width = mask.shape
    edge = {"bottom": height - 1, "right": width - 1}.get(side, 0)
    return np.array([along, edge] if side in ("bottom", "top") else [edge, along], np.float64)


def _side_of_arm(mask: Mask, sides: tuple[Side, ...]) -> Side:
    """The one of `sides` that an arm comes from: the border it crosses, or the nearest one to that."""
    touched = _border_pixels(mask)
    own = max(sides, key=lambda side: touched[side])
    # At a corner an arm crosses two borders, and comes over the one of which it crosses more.
    if touched[own] * 2 >= max(touched.values()):
        return own
    crossed = max(SIDES, key=lambda side: touched[side])
    x, y = _entry_point(mask, crossed) / (mask.shape[1] - 1, mask.shape[0] - 1)
    return closest_border(x, y, sides)


def _rim_around(mask: NDArray[np.uint8]) -> Mask:
    """(h, w): what surrounds a mask, without the pixels where the two mix."""
    wide, narrow = (cv2.dilate(mask, np.ones((size, size), np.uint8)) for size in (9, 3))
    return np.asarray(wide > narrow, np.bool_)


def _with_arms(heatmap: ArmHeatmap, arms: tuple[Arm, ...]) -> ArmHeatmap:
    frames = dict(heatmap)
    for arm in arms:
        frames[arm.side] = frames.get(arm.side, np.zeros(arm.mask.shape, np.int32)) + arm.mask
    return frames


def _sum_of(one: ArmHeatmap, other: ArmHeatmap) -> ArmHeatmap:
    """The frames of both heatmaps, each side once."""
    return {**one, **{side: one[side] + frames if side in one else frames for side, frames in other.items()}}
