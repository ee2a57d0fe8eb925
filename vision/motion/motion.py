"""What moves before the camera, told from small copies of the picture: rest, arms, and the side an arm came from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..capture.images import Image
from ..capture.jpeg import Jpeg
from .arms import SIDES, Arm, Mask, Picture, Reach, added, arms, around, has_left, hidden_by, nearest, together

__all__ = ["SIDES", "Mask", "Motion", "Picture", "change_mask", "is_shifted", "small"]

LONG_SIDE = 160
"""Pixels of the small copy's longer side."""
SENSITIVITY = 10.0
"""Grey levels of 255 that a pixel must change by, beyond noise and light, to have changed."""
MOST_NOISE = 4.0
"""Grey levels: what remains above this after the light is made the same is no noise of any camera."""
SMALLEST = 1 / 1200
"""Share of the picture that must change for anything to have moved: a finger tip."""
SCENE_CHANGED = 0.5
"""Share of the picture that no arm covers: more than that is a lamp, or the camera was moved."""
PATIENCE = 1.5
"""Seconds after which what lies still is taken to belong to the table: a cup, a sleeve that stays."""
GLIMPSE_SECONDS = 0.5
"""How long a table at rest may be glanced at only; then the whole picture is made small anew, as light drifts."""
FIRST_PATIENCE = 0.3
"""Seconds after which the place that an arm has left, which was in the first picture, is known to be no arm itself."""

SHIFTED = 0.7
"""Pixels of the small copy that a corner of the picture must have moved for the camera to have."""
EXPLAINED = 0.4
"""Share of what looks foreign that may be left when the camera's movement is taken out."""


def small(image: NDArray[np.uint8]) -> Picture:
    """(h, w, 3) float32 copy of a picture, LONG_SIDE long, a little blurred."""
    (height, width), size = image.shape[:2], _small_size(image)
    if size[0] < 0.25 * width:  # the mean of each four pixels first, which is twice as fast
        image = np.asarray(cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_LINEAR), np.uint8)
    copy = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.blur(copy, (3, 3)).astype(np.float32)


def glimpse(picture: Image | Jpeg) -> NDArray[np.uint8]:
    """(h, w, 3) copy as large as `small` makes it, of a few pixels here and there: a tenth of its work, more noise.

    Of a JPEG (h, w) of its grey.
    """
    if isinstance(picture, Jpeg):
        size = _small_size(picture.eighth)
        return np.asarray(cv2.blur(cv2.resize(picture.eighth, size, interpolation=cv2.INTER_AREA), (3, 3)), np.uint8)
    image, (wide, high) = picture, _small_size(picture)
    few = cv2.resize(image, (2 * wide, 2 * high), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.blur(cv2.resize(few, (wide, high), interpolation=cv2.INTER_AREA), (3, 3)), np.uint8)


def _small_size(image: NDArray[np.uint8]) -> tuple[int, int]:
    """Width and height of the small copy of a picture."""
    height, width = image.shape[:2]
    scale = LONG_SIDE / max(height, width)
    return max(8, round(width * scale)), max(8, round(height * scale))


def _relit_channel(before: NDArray[np.float32], now: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
    """`before` in the light of `now`, and the noise that remains.

    The light is a gain that may slope across the picture and an offset, fitted to the pixels that agree with it, so
    that an arm in one of the two does not pull it along.
    """
    height, width = before.shape
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    terms = np.stack([before, before * x, before * y, np.full_like(before, 64)], axis=-1)
    sample = terms[::2, ::2].reshape(-1, 4)
    wanted = now[::2, ::2].reshape(-1)
    usable = ((wanted > 4) & (wanted < 251) & (sample[:, 0] > 4) & (sample[:, 0] < 251)).astype(np.float32)
    ratio = float(np.median(wanted / np.maximum(sample[:, 0], 1)))
    fit = np.array([ratio, 0, 0, 0], np.float32)
    noise = 0.0
    for _ in range(5):
        error = np.abs(wanted - sample @ fit)
        noise = max(1.0, 1.48 * float(np.median(error)))
        weight = usable * np.clip(1 - (error / (5 * noise)) ** 2, 0, None) ** 2
        squares = (sample * weight[:, None]).T @ sample + np.eye(4, dtype=np.float32) * 1e-3
        better = np.linalg.solve(squares, (sample * weight[:, None]).T @ wanted)
        if not 0.2 < better[0] < 5:
            break
        fit = better.astype(np.float32)
    return np.clip(terms @ fit, 0, 255).astype(np.float32), min(noise, MOST_NOISE)


def change_mask(before: Picture, now: Picture) -> Mask:
    """(h, w) where `now` shows something else than `before`; drifting light, exposure and noise are no change."""
    if before.shape != now.shape:
        return np.ones(now.shape[:2], np.bool_)
    # Most frames differ by noise and a little exposure alone, which is quickly told.
    gain = np.array(cv2.mean(now)) / np.maximum(cv2.mean(before), 1)
    if cv2.norm(now, cv2.multiply(before, gain), cv2.NORM_INF) < SENSITIVITY:
        return np.zeros(now.shape[:2], np.bool_)
    error = np.zeros(now.shape[:2], np.float32)
    for channel in range(3):
        relit, noise = _relit_channel(before[..., channel], now[..., channel])
        slope = np.abs(cv2.Sobel(relit, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(relit, cv2.CV_32F, 0, 1))
        # A camera that trembles shifts edges by a fraction of a small pixel.
        allowed = max(SENSITIVITY, 5 * noise) + 0.04 * slope
        error = np.maximum(error, np.abs(now[..., channel] - relit) / allowed)
    neighbours = cv2.blur((error > 1).astype(np.float32), (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray((error > 1) & (neighbours > 0.4), dtype=np.bool_)


def is_shifted(before: Picture, now: Picture, foreign: Mask) -> bool:
    """Whether `now` is `before` a little shifted and turned, which explains most of what is `foreign` in it."""
    size = now.shape[1::-1]
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (now, before)]
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
    try:
        still = np.eye(2, 3, dtype=np.float32)
        _, warp = cv2.findTransformECC(grey[0], grey[1], still, cv2.MOTION_EUCLIDEAN, enough)
    except cv2.error:  # the two have too little in common
        return False
    corners = np.array([[0, 0, 1], [size[0], 0, 1], [0, size[1], 1], [*size, 1]], np.float32)
    if np.abs(corners @ warp.T - corners[:, :2]).max() < SHIFTED:
        return False
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(before, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return bool(change_mask(np.asarray(moved, np.float32), now).sum() < EXPLAINED * foreign.sum())


def _patched(table: Picture, now: Picture, where: Mask) -> Picture:
    """The table in the light of `now`, and as it is now at some places and right around them."""
    relit = np.stack([_relit_channel(table[..., one], now[..., one])[0] for one in range(3)], axis=-1)
    near = cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(near[..., None], now, relit).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Motion:
    """What one frame and those before it say of rest and movement."""

    time: float
    """Seconds of the frame."""
    picture: Picture
    table: tuple[Picture, ...]
    """What the table looked like at rest: the newest view, after others where something lay over it."""
    moving: Mask
    """(h, w) what moved since the frame before."""
    arms: tuple[Arm, ...] = ()
    """Arms in the picture, whether they move or rest."""
    still_since: float | None = None
    """The time of the first frame since which nothing moved; None while something moves."""
    upset: bool = False
    """The whole picture has changed since the table last rested: a lamp, or the camera was moved."""
    reach: Reach = ()
    """For every side, in how many frames a moving arm from there covered each pixel, since `forget()`."""
    reached: Reach = ()
    """The same of arms before, where the table has been seen since: what is seen late may still be theirs."""
    sides: tuple[str, ...] = SIDES
    is_bare: bool = False
    """Whether the table was surely seen without an arm: it rested for long, or was as before once an arm had left."""
    glimpsed: NDArray[np.uint8] | None = None
    """The glimpse of `picture`; None where nothing may be told by glimpses, since the table does not rest."""
    pictured_at: float = -np.inf
    """The time of the frame that `picture` is of."""

    @staticmethod
    def start(image: NDArray[np.uint8], time: float, sides: tuple[str, ...] = SIDES) -> Motion:
        """The first frame: nothing moves in it yet."""
        if not sides or any(side not in SIDES for side in sides):
            raise ValueError(f"sides: expected some of {', '.join(SIDES)}, got {sides}")
        picture = small(image)
        return Motion(time, picture, (picture,), np.zeros(picture.shape[:2], np.bool_), still_since=time, sides=sides)

    def after(self, picture: Image | Jpeg, time: float) -> Motion:
        """The next frame, `time` in seconds."""
        seen = glimpse(picture)
        if self._is_as_before(seen, time):
            return replace(self, time=time)
        motion = self._after_whole(picture.image if isinstance(picture, Jpeg) else picture, time)
        rests = not motion.moves and not motion.arms and motion.still_for() >= PATIENCE
        return replace(motion, glimpsed=seen if rests else None, pictured_at=time)

    def _is_as_before(self, seen: NDArray[np.uint8], time: float) -> bool:
        """Whether a glimpse is enough to tell that the table goes on resting."""
        before = self.glimpsed
        if before is None or before.shape != seen.shape or time - self.pictured_at >= GLIMPSE_SECONDS:
            return False
        return cv2.norm(before, seen, cv2.NORM_INF) < SENSITIVITY

    def _after_whole(self, image: NDArray[np.uint8], time: float) -> Motion:
        picture = small(image)
        if picture.shape != self.picture.shape:  # the camera changed its size or was turned
            return replace(Motion.start(image, time, self.sides), still_since=None, upset=True)
        moving = change_mask(self.picture, picture)
        moves = bool(moving.sum() >= SMALLEST * moving.size)
        still_since = None if moves else self.still_since if self.still_since is not None else time
        rested = 0.0 if still_since is None else time - still_since
        is_bare = self.is_bare or rested >= PATIENCE
        if not moves and not self.arms and self.still_since is not None:
            table = (*self._older_views(picture), picture)
            seen = replace(self, time=time, picture=picture, table=table, moving=moving, is_bare=is_bare)
            return replace(seen, still_since=still_since, upset=False)
        foreign = np.logical_and.reduce([change_mask(view, picture) for view in self.table])
        upset = bool(foreign.mean() > SCENE_CHANGED) or (self.upset and moves)
        reaching = () if foreign.mean() > SCENE_CHANGED else arms(foreign, self.sides)
        table, reach = self.table, self.reach
        if reaching and still_since == time and is_shifted(self.table[-1], picture, foreign):
            # What seemed to be arms were edges of the table: the camera has moved a little.
            table, reaching, reach = (picture,), (), ()
        elif not moves and not reaching:
            table, is_bare = (*self._older_views(picture), picture), is_bare or bool(self.arms)
        elif still_since is not None and rested >= PATIENCE:
            table, reaching = (*table[-2:], picture), ()
        elif rested >= FIRST_PATIENCE and not is_bare and all(has_left(table[-1], picture, arm) for arm in reaching):
            table, reaching, is_bare = (picture,), (), True
        elif not moves and (beside := foreign & ~around(reaching)).sum() >= SMALLEST * beside.size:
            table = (*table[:-1], _patched(table[-1], picture, beside))
        return replace(
            self,
            time=time,
            picture=picture,
            table=table,
            moving=moving,
            arms=reaching,
            still_since=still_since,
            upset=upset,
            reach=added(self.reach, reaching) if moves and not upset else reach,
            is_bare=is_bare,
        )

    def _older_views(self, picture: Picture) -> tuple[Picture, ...]:
        """What must be remembered of the table beside its view now: how it looks where something still lies over it."""
        older = self.table[:-1]
        return older if older and arms(change_mask(older[0], picture), self.sides) else ()

    def forget(self) -> Motion:
        """The same, with no arm remembered: what comes next belongs to the next play."""
        return replace(self, reach=(), reached=())

    def after_a_look(self, before: Motion) -> Motion:
        """The same, where the table was looked at while it rested: what comes next is of the arms that come next.

        Under an arm that lay there nothing could be seen.
        """
        reach = added(hidden_by(before.arms, before.reach), self.arms)
        return replace(self, reach=reach, reached=together(before.reached, before.reach))

    @property
    def moves(self) -> bool:
        return self.still_since is None

    def still_for(self) -> float:
        """Seconds since anything moved."""
        return 0.0 if self.still_since is None else self.time - self.still_since

    def side_of(self, point: NDArray[np.floating], size: tuple[int, int], near: float = 0.08) -> str | None:
        """The side whose arm reached `point` (x, y in pixels of a picture of `size` width, height); None if none did.

        `near` is how far off, as a share of the picture's longer side, an arm may have stayed: a tile is pushed into
        place with the finger tips.
        """
        height, width = self.moving.shape
        at = np.asarray(point, np.float64) * (width / size[0], height / size[1])
        reached = (nearest(one, at, near * max(height, width)) for one in (self.reach, self.reached))
        return next((side for side in reached if side is not None), None)

    def covered(self, corners: NDArray[np.floating], size: tuple[int, int]) -> bool:
        """Whether an arm, or something that moves, lies over a tile; corners in pixels of a picture of `size`."""
        height, width = self.moving.shape
        tile = np.zeros((height, width), np.uint8)
        scaled = np.asarray(corners, np.float64) * (width / size[0], height / size[1])
        cv2.fillConvexPoly(tile, np.round(scaled).astype(np.int32), 1)
        near = cv2.dilate(tile, np.ones((3, 3), np.uint8)) > 0
        over = self.moving.copy() if self.moves else np.zeros_like(self.moving)
        for arm in self.arms:
            over |= arm.mask
        return bool((over & near).any())
