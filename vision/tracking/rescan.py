"""A closer look at places that have changed and where nothing was read: from near, small tiles are easier to find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..motion.arms import Mask, Picture
from ..motion.motion import Motion
from ..types import CloseUp, HoldsImage, Image, TableState, TileReading
from .tuning import TrackingTuning

Read = Callable[[Image | HoldsImage, float], TableState]
"""Reads one picture taken at a time in seconds, as Reader.read does. It may raise UnreadError."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True)
class ChangedPlace:
    """A place that looks different, and nothing explains why."""

    spot: Box
    """In the small picture."""
    part: Box
    """The part of the picture around it that is looked at."""


@dataclass(frozen=True, eq=False)
class CloserLook:
    """A closer look that has shown nothing new."""

    spot: Box
    picture: Picture
    """The small picture in which it looked so."""
    frames: int
    """Frames that it was taken for."""

    def is_of(self, place: ChangedPlace, motion: Motion, tuning: TrackingTuning) -> bool:
        """Whether it was a look at this place, which still looks the same in about the same light."""
        left, top, right, bottom = place.spot
        # The outline of a change wavers by a pixel.
        reaches = (
            self.spot[0] - 1 <= left,
            self.spot[1] - 1 <= top,
            right <= self.spot[2] + 1,
            bottom <= self.spot[3] + 1,
        )
        was, now = float(self.picture.mean()), float(motion.picture.mean())
        if not all(reaches) or abs(now - was) > tuning.relit_share * was:
            return False
        return not motion.changed_since(self.picture)[top:bottom, left:right].any()


class UnreadError(Exception):
    """A picture was not read, for example because the reader was lost. A newer one may be."""

    needs_help = False
    """Whether pictures stay unread until somebody puts something right."""


def unexplained_places(
    before: Picture, motion: Motion, known: Iterable[NDArray[np.float32]], size: tuple[int, int], tuning: TrackingTuning
) -> list[ChangedPlace]:
    """The places that look different from `before` although no arm and no known tile lies there.

    `known` are the corners of all tiles that were read, in pixels of a picture of `size` width and height.
    """
    mask: Mask = motion.changed_since(before).copy()
    for arm in motion.arms:
        mask &= ~arm.mask
    height, width = mask.shape
    scale = np.array([width / size[0], height / size[1]])
    explained = np.zeros(mask.shape, np.uint8)
    for corners in known:
        cv2.fillConvexPoly(explained, np.round(corners * scale).astype(np.int32), 1)
    # A tile darkens the table a little way around itself.
    mask &= cv2.dilate(explained, np.ones((5, 5), np.uint8)) == 0
    joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    found = [
        row
        for row in stats[1:count]
        if tuning.min_tile_share <= row[cv2.CC_STAT_AREA] / mask.size <= tuning.max_tile_share
    ]
    found.sort(key=lambda row: -int(row[cv2.CC_STAT_AREA]))
    spots = [tuple(map(int, row[:4])) for row in found[: tuning.max_places]]
    return [
        ChangedPlace(
            (left, top, left + wide, top + high),
            _part_around(np.array([left, top, wide, high]) / np.array([*scale, *scale]), size, tuning),
        )
        for left, top, wide, high in spots
    ]


def _part_around(place: NDArray[np.float64], size: tuple[int, int], tuning: TrackingTuning) -> Box:
    """A square part of the picture around a place (left, top, width, height)."""
    side = min(max(tuning.part_lengths * place[2:].max(), tuning.min_part_share * max(size)), min(size))
    left, top = place[:2] + place[2:] / 2 - side / 2
    left, top = max(0.0, min(left, size[0] - side)), max(0.0, min(top, size[1] - side))
    return round(left), round(top), round(left + side), round(top + side)


def read_part(
    read: Read, image: NDArray[np.uint8], time: float, box: Box, tuning: TrackingTuning
) -> tuple[TileReading, ...]:
    """The tiles that a part of the picture shows, in pixels of the whole, without those near its border."""
    left, top, right, bottom = box
    state = read(CloseUp(np.ascontiguousarray(image[top:bottom, left:right])), time)
    shift = np.array([left, top], np.float32)
    margin = tuning.margin_share * (right - left)
    kept = []
    for reading in state.readings:
        x, y = reading.centre
        if margin < x < right - left - margin and margin < y < bottom - top - margin:
            kept.append(replace(reading, corners=reading.corners + shift, ends=reading.ends + shift))
    return tuple(kept)
