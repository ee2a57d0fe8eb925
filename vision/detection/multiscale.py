"""Detects tiles at the scale at which they show best: the whole picture, the picture downscaled, or windows of it.

Three policies say when the whole picture is not enough: TooNear, TooFar, and SmallTiles in windows.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from ..geometry.overlap import Outlines, nms_by_confidence
from ..geometry.quads import areas
from ..types import MIN_CONFIDENCE, Detection, Image
from .printed import split_printed, with_earlier
from .tile_detector import INPUT_SIZE, SAME_TILE
from .windows import Window, is_cut, is_inside, is_shown, is_tiny, plan_windows, quadrants, without_tiny

SURE = 0.6
"""The confidence from which a detection is sure. Sure detections need no confirmation at another scale."""
NMS_THRESHOLD = 0.35
"""Intersection over minimum above which two outlines are of one tile: tiles are solid."""
PART_AREA = 0.5
"""What is smaller than this share of a tile, by area, is at most a part of it."""
WORTH_A_WINDOW = 0.12
"""A detection fainter than this, or rather printed, does not call for a window."""


@dataclass(frozen=True)
class TooNear:
    """Where no face-up tile is sure, tiles may fill the picture; they are looked for in the picture downscaled."""

    divisors: tuple[float, ...] = (2.0, 4.0)
    """The picture is shown at one over each of these sizes in turn, until a face-up tile is sure."""
    part_ratio: float = 4.0
    """A pip or a bar taken for a tile is this many times smaller, by area, than the tile it is part of."""


@dataclass(frozen=True)
class TooFar:
    """Where no tile of any kind is sure, tiles may be tiny; they are looked for in the quadrants of the picture."""

    count: int = 3
    """Tiles so far off come in numbers. Fewer sure ones than this are the grain of an empty table."""


TOO_NEAR = TooNear()
TOO_FAR = TooFar()


class Detector(Protocol):
    """Finds tiles in a picture."""

    def detect(self, image: Image) -> list[Detection]:
        """The tiles in the picture (H, W, 3) uint8 BGR, with corners in its pixels."""
        ...


def detect_multiscale(detector: Detector, image: Image) -> list[Detection]:
    """The tiles in a picture (H, W, 3) uint8 BGR, the surest first, with corners in its pixels.

    Those that are probably printed come last. They do not decide at which scale is looked.
    """
    size = (image.shape[1], image.shape[0])
    first = detector.detect(image)
    found, printed = split_printed(first)
    earlier = without_tiny(first, size)
    found, printed = _with_too_near(detector, image, found, printed)
    if all(tile.confidence < SURE for tile in found):
        found, printed = _with_too_far(detector, image, found, printed, earlier)
    # Whether a tiny tile is printed hardly shows in the whole picture. Beside larger tiles it is.
    unsure = [tile for tile in printed if tile.confidence >= WORTH_A_WINDOW and is_tiny(tile, size)]
    if any(tile.confidence >= SURE and not is_tiny(tile, size) for tile in found):
        unsure = []
    windows = plan_windows([*_worth_a_window(found), *unsure], *size)
    if windows:
        nearer, printed_nearer = _detect_in_windows(detector, image, windows, earlier)
        printed = [*printed_nearer, *printed]
        # A faint detection must be confirmed by a window that shows its place.
        elsewhere = (tile for tile in found if not any(is_shown(tile, window, size) for window in windows))
        sure = (tile for tile in found if tile.confidence >= SURE)
        found = [*nearer, *elsewhere, *sure]
    found = _each_once(found)
    return [*found, *_apart_from(found, nms_by_confidence(printed, NMS_THRESHOLD))]


def _each_once(tiles: Iterable[Detection]) -> list[Detection]:
    """Non-maximum suppression: the detections, the surest first, without those of a tile that a surer one shows.

    Halves of two neighbours may pass for a tile that lies across both, and it may be the surest of the three. So two
    face-up outlines may overlap by half.
    """
    ordered = sorted(tiles, key=lambda tile: -tile.confidence)
    outlines = Outlines(np.array([tile.corners for tile in ordered]).reshape(-1, 4, 2), NMS_THRESHOLD)
    are_faceup = np.array([tile.kind == "faceup" for tile in ordered], bool)
    are_kept = np.zeros(len(ordered), bool)
    for index in range(len(ordered)):
        most = np.where(are_faceup & are_faceup[index], SAME_TILE, NMS_THRESHOLD)
        are_kept[index] = (outlines.intersection_over_min(index, are_kept) < most).all()
    return [tile for tile, is_kept in zip(ordered, are_kept, strict=True) if is_kept]


def _apart_from(found: Sequence[Detection], printed: Sequence[Detection]) -> list[Detection]:
    """The detections of printed tiles that overlap none of those found, or only less sure and much smaller ones.

    At a wrong scale a part of a tile passes for a tile. It must not hide the tile itself, which may be a real one.
    """
    outlines = Outlines(np.array([tile.corners for tile in (*printed, *found)]).reshape(-1, 4, 2), NMS_THRESHOLD)
    sizes = areas(outlines.corners)
    confidences = np.array([*(-1.0 for _ in printed), *(tile.confidence for tile in found)])
    apart = []
    for index, tile in enumerate(printed):
        hides = (confidences >= tile.confidence) | ((confidences >= 0) & (sizes >= PART_AREA * sizes[index]))
        if (outlines.intersection_over_min(index, hides) < NMS_THRESHOLD).all():
            apart.append(tile)
    return apart


def _with_too_near(
    detector: Detector,
    image: Image,
    found: list[Detection],
    printed: list[Detection],
    policy: TooNear = TOO_NEAR,
) -> tuple[list[Detection], list[Detection]]:
    """The detections and the printed ones, with those from the downscaled picture where no face-up tile is sure."""
    for divisor in policy.divisors:
        if any(tile.kind == "faceup" and tile.confidence >= SURE for tile in found):
            break
        downscaled, printed_downscaled = split_printed(_detect_downscaled(detector, image, divisor))
        found = _without_parts(found, [tile for tile in downscaled if tile.confidence >= SURE])
        found = nms_by_confidence([*found, *downscaled], NMS_THRESHOLD)
        printed = [*printed, *printed_downscaled]
    return found, printed


def _with_too_far(
    detector: Detector,
    image: Image,
    found: list[Detection],
    printed: list[Detection],
    earlier: Sequence[Detection],
    policy: TooFar = TOO_FAR,
) -> tuple[list[Detection], list[Detection]]:
    """The detections and the printed ones, with those from quadrants or smaller windows where these show enough."""
    width, height = image.shape[1], image.shape[0]
    near, printed_near = _detect_in_windows(detector, image, quadrants(width, height), earlier)
    if _count_sure(near) < policy.count:
        windows = plan_windows(_worth_a_window(near), width, height)
        near, printed_nearer = _detect_in_windows(detector, image, windows, earlier)
        printed_near = [*printed_near, *printed_nearer]
    if _count_sure([*near, *printed_near]) >= policy.count:
        printed = [*printed, *printed_near]
    if _count_sure(near) < policy.count:
        return found, printed
    # In a window, a pip of a tile that fills the picture looks like a face-down tile.
    large = [tile for tile in found if tile.kind == "faceup" and tile.confidence >= MIN_CONFIDENCE]
    faceup = [tile for tile in near if tile.kind == "faceup"]
    near = [*faceup, *_without_parts([tile for tile in near if tile.kind != "faceup"], large)]
    return nms_by_confidence([*found, *near], NMS_THRESHOLD), printed


def _worth_a_window(found: Iterable[Detection]) -> list[Detection]:
    return [tile for tile in found if tile.confidence >= WORTH_A_WINDOW and not tile.looks_printed]


def _count_sure(found: Iterable[Detection]) -> int:
    return sum(tile.confidence >= SURE for tile in found)


def _without_parts(
    tiles: Sequence[Detection], large: Sequence[Detection], policy: TooNear = TOO_NEAR
) -> list[Detection]:
    """The tiles without those that lie on a much larger one of `large`, which are its pips and its bar."""
    if not large or not tiles:
        return list(tiles)
    outlines = Outlines(np.array([tile.corners for tile in (*tiles, *large)]), NMS_THRESHOLD)
    sizes = areas(outlines.corners)
    is_large = np.arange(len(sizes)) >= len(tiles)
    kept = []
    for index, tile in enumerate(tiles):
        could_hold_it = is_large & (sizes > policy.part_ratio * sizes[index])
        if outlines.intersection_over_min(index, could_hold_it).max() < NMS_THRESHOLD:
            kept.append(tile)
    return kept


def _detect_downscaled(detector: Detector, image: Image, divisor: float) -> list[Detection]:
    """The face-up tiles, printed ones too, found where the picture takes up one over `divisor` of the model's input."""
    height, width = image.shape[:2]
    # Downscaled first: margins around a 12-megapixel photo at its own size would take 534 MB.
    scale = min(1.0, INPUT_SIZE / (divisor * max(height, width)))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    across, down = (round((divisor - 1) * side / 2) for side in size)
    padded = cv2.copyMakeBorder(small, down, down, across, across, cv2.BORDER_REPLICATE)
    found = detector.detect(np.asarray(padded, np.uint8))
    shift, scales = np.array([across, down]) - 0.5, np.array(size) / (width, height)
    moved = (replace(tile, corners=((tile.corners - shift) / scales - 0.5).astype(np.float32)) for tile in found)
    return [tile for tile in moved if tile.kind == "faceup" and is_inside(tile, (0, 0, width, height))]


def _detect_in_windows(
    detector: Detector, image: Image, windows: Iterable[Window], earlier: Sequence[Detection]
) -> tuple[list[Detection], list[Detection]]:
    """The tiles found in windows of a picture, and the probably printed ones; none is cut off by a window's edge.

    `earlier` are the detections in the whole picture; they count in whether a tile is printed.
    """
    size = (image.shape[1], image.shape[0])
    nearer: list[Detection] = []
    printed: list[Detection] = []
    for window in windows:
        left, top, right, bottom = window
        part = detector.detect(np.ascontiguousarray(image[top:bottom, left:right]))
        moved = [replace(tile, corners=tile.corners + np.array([left, top], np.float32)) for tile in part]
        rather_tiles, rather_printed = split_printed(with_earlier(moved, earlier, NMS_THRESHOLD))
        nearer.extend(tile for tile in rather_tiles if not is_cut(tile, window, size))
        printed.extend(tile for tile in rather_printed if not is_cut(tile, window, size))
    return nearer, printed
