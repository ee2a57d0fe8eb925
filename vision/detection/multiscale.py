"""Detects tiles at the scale at which they show best: the whole picture, the picture downscaled, or windows of it.

- Where no face-up tile is sure, tiles may fill the picture: they are looked for in the picture downscaled.
- Where no tile of any kind is sure, tiles may be tiny: they are looked for in the quadrants of the picture.
- Where some tiles are small, they are looked for in windows around them (windows.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from ..geometry.overlap import Outlines, nms_by_confidence
from ..geometry.quads import areas
from ..types import Detection, Image
from .printed import split_printed, with_earlier
from .tile_detector import INPUT_SIZE
from .tuning import DetectionTuning
from .windows import Window, is_cut, is_inside, is_shown, is_tiny, plan_windows, quadrants, without_tiny


class Detector(Protocol):
    """Finds tiles in a picture."""

    def detect(self, image: Image) -> list[Detection]:
        """The tiles in the picture (H, W, 3) uint8 BGR, with corners in its pixels."""
        ...


def detect_multiscale(detector: Detector, image: Image, tuning: DetectionTuning) -> list[Detection]:
    """The tiles in a picture (H, W, 3) uint8 BGR, the surest first, with corners in its pixels.

    Those that are probably printed come last. They do not decide at which scale is looked.
    """
    size = (image.shape[1], image.shape[0])
    first = detector.detect(image)
    found, printed = split_printed(first, tuning)
    earlier = without_tiny(first, size, tuning)
    found, printed = _with_too_near(detector, image, found, printed, tuning)
    if all(tile.confidence < tuning.sure for tile in found):
        found, printed = _with_too_far(detector, image, found, printed, earlier, tuning)
    # Whether a tiny tile is printed hardly shows in the whole picture. Beside larger tiles it is.
    unsure = [tile for tile in printed if tile.confidence >= tuning.worth_a_window and is_tiny(tile, size, tuning)]
    if any(tile.confidence >= tuning.sure and not is_tiny(tile, size, tuning) for tile in found):
        unsure = []
    windows = plan_windows([*_worth_a_window(found, tuning), *unsure], *size, tuning)
    if windows:
        nearer, printed_nearer = _detect_in_windows(detector, image, windows, earlier, tuning)
        printed = [*printed_nearer, *printed]
        # A faint detection must be confirmed by a window that shows its place.
        elsewhere = (tile for tile in found if not any(is_shown(tile, window, size) for window in windows))
        sure = (tile for tile in found if tile.confidence >= tuning.sure)
        found = [*nearer, *elsewhere, *sure]
    found = _each_once(found, tuning)
    return [*found, *_apart_from(found, nms_by_confidence(printed, tuning.overlap), tuning)]


def _each_once(tiles: Iterable[Detection], tuning: DetectionTuning) -> list[Detection]:
    """Non-maximum suppression: the detections, the surest first, without those of a tile that a surer one shows.

    Halves of two neighbours may pass for a tile that lies across both, and it may be the surest of the three. So two
    face-up outlines may overlap by half.
    """
    ordered = sorted(tiles, key=lambda tile: -tile.confidence)
    outlines = Outlines(np.array([tile.corners for tile in ordered]).reshape(-1, 4, 2), tuning.overlap)
    are_faceup = np.array([tile.kind == "faceup" for tile in ordered], bool)
    are_kept = np.zeros(len(ordered), bool)
    for index in range(len(ordered)):
        most = np.where(are_faceup & are_faceup[index], tuning.same_tile, tuning.overlap)
        are_kept[index] = (outlines.intersection_over_min(index, are_kept) < most).all()
    return [tile for tile, is_kept in zip(ordered, are_kept, strict=True) if is_kept]


def _apart_from(found: Sequence[Detection], printed: Sequence[Detection], tuning: DetectionTuning) -> list[Detection]:
    """The detections of printed tiles that overlap none of those found, or only less sure and much smaller ones.

    At a wrong scale a part of a tile passes for a tile. It must not hide the tile itself, which may be a real one.
    """
    outlines = Outlines(np.array([tile.corners for tile in (*printed, *found)]).reshape(-1, 4, 2), tuning.overlap)
    sizes = areas(outlines.corners)
    confidences = np.array([*(-1.0 for _ in printed), *(tile.confidence for tile in found)])
    apart = []
    for index, tile in enumerate(printed):
        hides = (confidences >= tile.confidence) | ((confidences >= 0) & (sizes >= tuning.part_area * sizes[index]))
        if (outlines.intersection_over_min(index, hides) < tuning.overlap).all():
            apart.append(tile)
    return apart


def _with_too_near(
    detector: Detector, image: Image, found: list[Detection], printed: list[Detection], tuning: DetectionTuning
) -> tuple[list[Detection], list[Detection]]:
    """The detections and the printed ones, with those from the downscaled picture where no face-up tile is sure."""
    for divisor in tuning.near_divisors:
        if any(tile.kind == "faceup" and tile.confidence >= tuning.sure for tile in found):
            break
        downscaled, printed_downscaled = split_printed(_detect_downscaled(detector, image, divisor), tuning)
        found = _without_parts(found, [tile for tile in downscaled if tile.confidence >= tuning.sure], tuning)
        found = nms_by_confidence([*found, *downscaled], tuning.overlap)
        printed = [*printed, *printed_downscaled]
    return found, printed


def _with_too_far(
    detector: Detector,
    image: Image,
    found: list[Detection],
    printed: list[Detection],
    earlier: Sequence[Detection],
    tuning: DetectionTuning,
) -> tuple[list[Detection], list[Detection]]:
    """The detections and the printed ones, with those from quadrants or smaller windows where these show enough."""
    width, height = image.shape[1], image.shape[0]
    near, printed_near = _detect_in_windows(detector, image, quadrants(width, height, tuning), earlier, tuning)
    if _count_sure(near, tuning) < tuning.far_count:
        windows = plan_windows(_worth_a_window(near, tuning), width, height, tuning)
        near, printed_nearer = _detect_in_windows(detector, image, windows, earlier, tuning)
        printed_near = [*printed_near, *printed_nearer]
    if _count_sure([*near, *printed_near], tuning) >= tuning.far_count:
        printed = [*printed, *printed_near]
    if _count_sure(near, tuning) < tuning.far_count:
        return found, printed
    # In a window, a pip of a tile that fills the picture looks like a face-down tile.
    large = [tile for tile in found if tile.kind == "faceup" and tile.confidence >= tuning.min_confidence]
    faceup = [tile for tile in near if tile.kind == "faceup"]
    near = [*faceup, *_without_parts([tile for tile in near if tile.kind != "faceup"], large, tuning)]
    return nms_by_confidence([*found, *near], tuning.overlap), printed


def _worth_a_window(found: Iterable[Detection], tuning: DetectionTuning) -> list[Detection]:
    return [tile for tile in found if tile.confidence >= tuning.worth_a_window and not tile.looks_printed]


def _count_sure(found: Iterable[Detection], tuning: DetectionTuning) -> int:
    return sum(tile.confidence >= tuning.sure for tile in found)


def _without_parts(tiles: Sequence[Detection], large: Sequence[Detection], tuning: DetectionTuning) -> list[Detection]:
    """The tiles without those that lie on a much larger one of `large`, which are its pips and its bar."""
    if not large or not tiles:
        return list(tiles)
    outlines = Outlines(np.array([tile.corners for tile in (*tiles, *large)]), tuning.overlap)
    sizes = areas(outlines.corners)
    is_large = np.arange(len(sizes)) >= len(tiles)
    kept = []
    for index, tile in enumerate(tiles):
        could_hold_it = is_large & (sizes > tuning.part_ratio * sizes[index])
        if outlines.intersection_over_min(index, could_hold_it).max() < tuning.overlap:
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
    detector: Detector, image: Image, windows: Iterable[Window], earlier: Sequence[Detection], tuning: DetectionTuning
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
        rather_tiles, rather_printed = split_printed(with_earlier(moved, earlier, tuning), tuning)
        nearer.extend(tile for tile in rather_tiles if not is_cut(tile, window, size))
        printed.extend(tile for tile in rather_printed if not is_cut(tile, window, size))
    return nearer, printed
