"""Rest and movement in front of the camera: what moves, which arms are there, and what the table looks like at rest.

`Motion.after` takes the next frame: it classifies the change since the frames before (`Change`) and applies the update
that belongs to that change (`UPDATES`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from ..capture.images import Image
from ..capture.jpeg import Jpeg
from .arms import SIDES, Arm, ArmMemory, Mask, Picture, RestingArm, Side, find_arms, has_left, shadow_of
from .change import change_mask, glimpse, is_shifted, patched, place_mask, small_copy
from .flicker import Flicker, split_flicker
from .steady import steadied
from .tuning import MOTION_TUNING, MotionTuning


class Change(Enum):
    """What a frame shows compared with the frames before."""

    RESTING = auto()
    """Nothing moves, and nothing moved or lay over the table in the frame before."""
    MOVING = auto()
    """Something moves."""
    SHIFTED = auto()
    """The camera has moved a little, and edges of the table looked like arms."""
    BARE = auto()
    """Nothing moves, and no arm lies over the table."""
    FIRST_ARM_LEFT = auto()
    """An arm lay over the table in the first picture, and only the place it left looks foreign."""
    BESIDE_ARM = auto()
    """An arm rests over the table, and the table has changed beside it."""
    COVERED = auto()
    """An arm rests over the table, and nothing else has changed."""


@dataclass(frozen=True, eq=False)
class Motion:
    """What one frame and the frames before it say about rest and movement.

    Points and corners, x and y, are pixels of a picture of `size`, its width and height.
    """

    time: float
    """Seconds of the frame."""
    picture: Picture
    """The steadied small copy of the last frame that was looked at whole."""
    still: Picture
    """The table at rest, onto which pictures are steadied. Renewed whenever what lay over the table has left."""
    views: tuple[Picture, ...]
    """The table at rest: the newest view last, after older ones of places that something lies over now."""
    moving: Mask
    """(h, w): what moved since the frame before, without light that flickers."""
    flicker: Flicker
    """Where spots of light flicker."""
    arms: tuple[Arm, ...] = ()
    """The arms in the picture, moving or at rest."""
    resting: tuple[RestingArm, ...] = ()
    """The arms that lay over the table when it was last at rest, and have not moved since."""
    still_since: float | None = None
    """Seconds: the first frame since which nothing has moved. None while something moves."""
    scene_changed: bool = False
    """The whole picture has changed since the table last rested: a lamp, or the camera was moved."""
    memory: ArmMemory = field(default_factory=ArmMemory)
    """Where moving arms have been."""
    sides: tuple[Side, ...] = SIDES
    """The sides of the picture where people sit."""
    is_bare: bool = False
    """The table was surely seen without the arm of the first picture: it rested for long, it looked as before once an
    arm had left, or something was outlasted."""
    foreign_since: NDArray[np.float64] | None = None
    """(h, w) seconds: since when each foreign pixel has not moved, infinite for all others. None while none is."""
    glimpsed: NDArray[np.uint8] | None = None
    """The glimpse of `picture`. None unless the table rests: only then a glimpse is enough."""
    pictured_at: float = -np.inf
    """Seconds of the frame that `picture` shows."""
    tuning: MotionTuning = MOTION_TUNING

    @staticmethod
    def start(
        shown: Image | Jpeg, time: float, sides: tuple[Side, ...] = SIDES, tuning: MotionTuning = MOTION_TUNING
    ) -> Motion:
        """The motion of the first frame, in which nothing moves yet. ValueError for sides not in SIDES."""
        if not sides or any(side not in SIDES for side in sides):
            raise ValueError(f"sides: expected some of {', '.join(SIDES)}, got {sides}")
        picture = small_copy(shown, tuning)
        nowhere = np.zeros(picture.shape[:2], np.bool_)
        at_rest = Motion(time, picture, picture, (picture,), nowhere, nowhere.astype(np.float32), still_since=time)
        return replace(at_rest, sides=sides, tuning=tuning)

    def after(self, picture: Image | Jpeg, time: float) -> Motion:
        """The motion of the next frame, `time` in seconds."""
        seen = None if self.glimpsed is None else glimpse(picture, self.tuning)
        if seen is not None and self._is_same_glimpse(seen, time):
            return replace(self, time=time)
        motion = self._after_change(picture, time)
        rests = not motion.moves and not motion.arms and motion.still_for() >= self.tuning.patience_seconds
        if not rests:
            return replace(motion, glimpsed=None, pictured_at=time)
        return replace(motion, glimpsed=glimpse(picture, self.tuning) if seen is None else seen, pictured_at=time)

    def _is_same_glimpse(self, seen: NDArray[np.uint8], time: float) -> bool:
        """Whether a glimpse is enough to say that the table still rests."""
        before = self.glimpsed
        if before is None or before.shape != seen.shape or time - self.pictured_at >= self.tuning.glimpse_seconds:
            return False
        return cv2.norm(before, seen, cv2.NORM_INF) < self.tuning.sensitivity_levels

    def _after_change(self, shown: Image | Jpeg, time: float) -> Motion:
        picture = small_copy(shown, self.tuning)
        if picture.shape != self.picture.shape:  # the camera changed its resolution, or was turned on its side
            return replace(Motion.start(shown, time, self.sides, self.tuning), still_since=None, scene_changed=True)
        seen = _Frame.compare(self, picture, time)
        motion = UPDATES[_classify(self, seen)](seen.onto(self), seen)
        if motion.arms:
            motion = motion._without_outlasted(seen)
        return motion if motion.moves else motion._at_rest()

    def _at_rest(self) -> Motion:
        """The motion with the arms that are seen to rest over the table."""
        known = [one for one in self.resting if any(arm.takes_in([one], self.tuning) for arm in self.arms)]
        new = [arm for arm in self.arms if arm.mask.any() and not arm.takes_in(known, self.tuning)]
        return replace(self, resting=(*known, *(RestingArm.of(arm) for arm in new)))

    def _without_outlasted(self, seen: _Frame) -> Motion:
        """The motion once what has long stayed where it is belongs to the table.

        Where all else rests, too, the table is what is seen. While other arms come and go, it is patched.
        """
        older, patience = self.views[-self.tuning.views_kept :], self.tuning.patience_seconds
        if seen.rested >= patience:
            return replace(self, still=seen.picture, views=(*older, seen.picture), arms=())
        assert seen.foreign_since is not None
        has_stayed = seen.time - seen.foreign_since >= patience
        outlasted = [arm for arm in self.arms if has_stayed[arm.mask].mean() >= self.tuning.outlasted_share]
        if not outlasted:
            return self
        where = np.logical_or.reduce([arm.mask for arm in outlasted])
        newest = patched(self.views[-1], seen.picture, where, self.tuning)
        arms = tuple(arm for arm in self.arms if arm not in outlasted)
        return replace(self, views=(*older, newest), arms=arms, is_bare=True)

    def without_tiles(self, corners: Iterable[NDArray[np.floating]], size: tuple[int, int]) -> Motion:
        """The motion once whole tiles with these corners were read: a tile at the border looks like an arm.

        An arm that rests, and is little more than such a tile, is that tile, which belongs to the table.
        """
        if self.moves or not self.arms:
            return self
        around = self._around(corners, size)
        least = self.tuning.min_arm_share * self.moving.size
        are_tiles = [arm for arm in self.arms if (arm.mask & ~around).sum() < least]
        if not are_tiles:
            return self
        where = np.logical_or.reduce([arm.mask for arm in are_tiles])
        newest = patched(self.views[-1], self.picture, where, self.tuning)
        arms = tuple(arm for arm in self.arms if arm not in are_tiles)
        resting = tuple(one for one in self.resting if any(arm.takes_in([one], self.tuning) for arm in arms))
        return replace(self, views=(*self.views[:-1], newest), arms=arms, resting=resting)

    def older_views(self, picture: Picture) -> tuple[Picture, ...]:
        """The views to keep beside a new one: the table where something still lies over it."""
        older = self.views[:-1]
        if not older:
            return ()
        changed = change_mask(older[0], picture, self.tuning)
        return older if find_arms(changed, self.tuning, self.sides) else ()

    def forget(self) -> Motion:
        """The motion without remembered arms: whatever comes next belongs to the next play."""
        return replace(self, memory=ArmMemory())

    def after_read(self, before: Motion) -> Motion:
        """The motion of the first moving frame after the table was read; `before` is that of the frame before."""
        return replace(self, memory=before.memory.after_read(before.arms, self.arms))

    def is_reached(
        self, place: NDArray[np.floating], tiles: Iterable[NDArray[np.floating]], size: tuple[int, int]
    ) -> bool:
        """Whether an arm lies over a place, also one that belongs to the table by now, as it has rested for so long.

        What lies at the corners of `tiles` is no arm.
        """
        if self.covered(place, size):
            return True
        changed = self.changed_since(self.views[0]) & ~self._around(tiles, size)
        over = place_mask(place, size, self.moving.shape) > 0
        return any(bool(arm.mask[over].any()) for arm in find_arms(changed, self.tuning, self.sides))

    def _around(self, tiles: Iterable[NDArray[np.floating]], size: tuple[int, int]) -> NDArray[np.bool_]:
        """Where tiles with these corners lie, and a little way around: a tile darkens the table beside it."""
        lying = np.zeros(self.moving.shape, np.uint8)
        for corners in tiles:
            lying |= place_mask(corners, size, self.moving.shape)
        return np.asarray(cv2.dilate(lying, np.ones((5, 5), np.uint8)) > 0)

    @property
    def moves(self) -> bool:
        """Whether something moves."""
        return self.still_since is None

    def still_for(self) -> float:
        """The seconds since anything moved."""
        return 0.0 if self.still_since is None else self.time - self.still_since

    def side_of(self, point: NDArray[np.floating], size: tuple[int, int]) -> Side | None:
        """The side whose arm reached a point; None if none did."""
        return self.memory.side_at(self._small(point, size), self._near, self.tuning)

    def arms_at(self, point: NDArray[np.floating], size: tuple[int, int]) -> dict[Side, float]:
        """How likely an arm of each side that reached a point laid a tile there, 0 to 1, not normalised."""
        return self.memory.weights_at(self._small(point, size), self._near, self.tuning)

    @property
    def _near(self) -> float:
        """How far an arm may have stayed off a tile that it laid, in pixels of the small picture."""
        return float(self.tuning.near_share * max(self.moving.shape))

    def _small(self, point: NDArray[np.floating], size: tuple[int, int]) -> NDArray[np.float64]:
        """A point of the picture of `size` in pixels of the small picture."""
        height, width = self.moving.shape
        return np.asarray(np.asarray(point, np.float64) * (width / size[0], height / size[1]))

    @cached_property
    def _masks(self) -> dict[int, tuple[Picture, Mask]]:
        """What has changed since each earlier picture that this one was compared with, by the picture's id."""
        return {}

    def changed_since(self, before: Picture) -> Mask:
        """(h, w): the pixels where the table looks different from an earlier small picture."""
        if id(before) not in self._masks:
            self._masks[id(before)] = before, change_mask(before, self.picture, self.tuning)
        return self._masks[id(before)][1]

    def share_changed(self, before: Picture, corners: NDArray[np.floating], size: tuple[int, int]) -> float:
        """The share of a tile's place, 0 to 1, that looks different from an earlier small picture."""
        place = place_mask(corners, size, self.picture.shape[:2])
        return float(self.changed_since(before)[place > 0].mean()) if place.any() else 0.0

    @property
    def hidden(self) -> Mask:
        """(h, w): where an arm, or something that moves, lies over the table."""
        over = self.moving.copy() if self.moves else np.zeros_like(self.moving)
        for arm in self.arms:
            over |= arm.mask
        return over

    def covered(self, corners: NDArray[np.floating], size: tuple[int, int]) -> bool:
        """Whether an arm, or something that moves, lies over a tile.

        What moves is farther on by the next frame. The outermost pixels of what rests also show what lies beside it.
        """
        tile, ring = place_mask(corners, size, self.moving.shape), np.ones((3, 3), np.uint8)
        if self.moves:
            return bool(self.hidden[cv2.dilate(tile, ring) > 0].any())
        return bool(cv2.erode(self.hidden.astype(np.uint8), ring, borderValue=1)[tile > 0].any())


@dataclass(frozen=True, eq=False)
class _Frame:
    """A frame compared with the motion before it."""

    time: float
    picture: Picture
    shaken: Picture
    """The picture as the camera gave it."""
    moving: Mask
    flicker: Flicker
    still_since: float | None
    foreign: Mask | None
    """(h, w): what belongs to no view of the table. None where the table rests and it need not be known."""
    foreign_since: NDArray[np.float64] | None
    """(h, w) seconds, as in `Motion`."""
    arms: tuple[Arm, ...]
    """The arms among the foreign pixels, before the change is classified."""
    resting: tuple[RestingArm, ...] = ()
    """The arms that rested before and have not moved in this frame."""

    @staticmethod
    def compare(before: Motion, shaken: Picture, time: float) -> _Frame:
        tuning = before.tuning
        picture = steadied(before.still, shaken, tuning)
        changed = change_mask(before.picture, picture, tuning)
        moving, flicker = split_flicker(changed, before.flicker, before.arms, tuning)
        moves = bool(moving.sum() >= tuning.min_moving_share * moving.size)
        still_since = None if moves else before.still_since if before.still_since is not None else time
        if not moves and not before.arms and before.still_since is not None:
            return _Frame(time, picture, shaken, moving, flicker, still_since, None, None, ())
        foreign = np.logical_and.reduce([change_mask(view, picture, tuning) for view in before.views])
        is_scene = foreign.mean() > tuning.scene_changed_share
        rested = (one.after(foreign, moving, tuning) for one in before.resting)
        resting = tuple(one for one in rested if one is not None)
        arms = () if is_scene else find_arms(foreign, tuning, before.sides, resting)
        if resting:
            others = [arm for arm in arms if not arm.takes_in(resting, tuning)]
            resting = tuple(one.passed_by(others) for one in resting) if moves else resting
            arms = tuple(arm.without_left_by_others(resting, moving, tuning) for arm in arms)
        was = np.inf if before.foreign_since is None else before.foreign_since
        since = np.where(foreign & ~moving, np.minimum(was, time), np.inf)
        return _Frame(time, picture, shaken, moving, flicker, still_since, foreign, since, arms, resting)

    @property
    def moves(self) -> bool:
        return self.still_since is None

    @property
    def rested(self) -> float:
        """Seconds since anything moved."""
        return 0.0 if self.still_since is None else self.time - self.still_since

    @property
    def moving_arms(self) -> tuple[Arm, ...]:
        """The arms without what has rested of them since before."""
        rests = np.zeros_like(self.moving)
        for one in self.resting:
            rests |= one.mask
        return tuple(Arm(arm.side, arm.mask & ~rests) for arm in self.arms)

    @property
    def beside_arms(self) -> Mask:
        """(h, w): foreign pixels that neither an arm nor its shadow explains."""
        assert self.foreign is not None
        return np.asarray(self.foreign & ~shadow_of(self.arms), np.bool_)

    def onto(self, before: Motion) -> Motion:
        """The motion with all that this frame says whatever the change is; views and arms are still to come."""
        is_other_scene = self.foreign is not None and bool(self.foreign.mean() > before.tuning.scene_changed_share)
        return replace(
            before,
            time=self.time,
            picture=self.picture,
            moving=self.moving,
            flicker=self.flicker,
            still_since=self.still_since,
            foreign_since=self.foreign_since,
            resting=self.resting,
            scene_changed=is_other_scene or (before.scene_changed and self.moves),
            is_bare=before.is_bare or self.rested >= before.tuning.patience_seconds,
        )


def _classify(before: Motion, seen: _Frame) -> Change:
    """What the frame shows compared with the motion before it."""
    if seen.moves:
        return Change.MOVING
    if seen.foreign is None:
        return Change.RESTING
    if not seen.arms:
        return Change.BARE
    if seen.still_since == seen.time and is_shifted(before.views[-1], seen.picture, seen.foreign, before.tuning):
        return Change.SHIFTED
    is_first = seen.rested >= before.tuning.first_patience_seconds and not before.is_bare
    if is_first and all(has_left(before.views[-1], seen.picture, arm, before.tuning) for arm in seen.arms):
        return Change.FIRST_ARM_LEFT
    beside = seen.beside_arms
    return Change.BESIDE_ARM if beside.sum() >= before.tuning.min_moving_share * beside.size else Change.COVERED


def _resting(motion: Motion, seen: _Frame) -> Motion:
    return replace(motion, views=(*motion.older_views(seen.picture), seen.picture))


def _moving(motion: Motion, seen: _Frame) -> Motion:
    memory = motion.memory if motion.scene_changed else motion.memory.with_moving(seen.moving_arms)
    return replace(motion, arms=seen.arms, memory=memory)


def _shifted(motion: Motion, seen: _Frame) -> Motion:
    # What was remembered as arms since the last reading were edges of the table.
    memory = replace(motion.memory, recent={})
    return replace(motion, picture=seen.shaken, still=seen.shaken, views=(seen.shaken,), arms=(), memory=memory)


def _bare(motion: Motion, seen: _Frame) -> Motion:
    views = (*motion.older_views(seen.picture), seen.picture)
    is_bare = motion.is_bare or bool(motion.arms)
    return replace(motion, still=seen.picture, views=views, arms=(), is_bare=is_bare)


def _first_arm_left(motion: Motion, seen: _Frame) -> Motion:
    return replace(motion, still=seen.picture, views=(seen.picture,), arms=(), is_bare=True)


def _beside_arm(motion: Motion, seen: _Frame) -> Motion:
    newest = patched(motion.views[-1], seen.picture, seen.beside_arms, motion.tuning)
    return replace(motion, views=(*motion.views[:-1], newest), arms=seen.arms)


def _covered(motion: Motion, seen: _Frame) -> Motion:
    return replace(motion, arms=seen.arms)


UPDATES: Mapping[Change, Callable[[Motion, _Frame], Motion]] = {
    Change.RESTING: _resting,
    Change.MOVING: _moving,
    Change.SHIFTED: _shifted,
    Change.BARE: _bare,
    Change.FIRST_ARM_LEFT: _first_arm_left,
    Change.BESIDE_ARM: _beside_arm,
    Change.COVERED: _covered,
}
"""What each change makes of the views of the table, the arms and the memory of them."""
