"""Looks at a picture again from nearer where its tiles are small; what is only printed there is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import Outlines, nms
from ..geometry.quads import areas
from ..types import MIN_CONFIDENCE, Detection
from .printed import split_printed, with_earlier

Image = NDArray[np.uint8]
"""(height, width, 3), blue green red."""
Window = tuple[int, int, int, int]
"""Left, top, right, bottom; in pixels, the last two beyond the edge."""

# Pixels across the picture that the tile model looks at.
INPUT_SIZE = 640
# Tiles shorter than this in the model's sight are looked at again, where that shows them larger by this at least.
SMALL, LARGER = 42.0, 1.35
# Where most are longer, in a slanted view, those shorter than this are, if there are so many.
FAR, FEW = 40.0, 3
# Still shorter than this in the nearer window, and it is looked at in parts.
TINY = 24.0
# What is fainter than this, or rather printed, does not call for a nearer look.
NOTED = 0.12
# Where no tile face up is as sure as this they may be too near: it is looked again as from so many times as far, until
# one is. Or too far: where no tile at all is, at the quarters of the picture, which overlap by this share of it.
SURE, FARTHER, OVERLAP = 0.6, (2.0, 4.0), 0.1
# A tile is so many times as large as what may be a part of it, a pip or its bar.
PART = 4.0
# Two tiles are solid and never lie over so much of one another; outlines that do are of one tile.
NMS_THRESHOLD = 0.35


class Detector(Protocol):
    """Finds tiles in a picture."""

    def detect(self, image: Image) -> list[Detection]: ...


def detect_multiscale(detector: Detector, image: Image) -> list[Detection]:
    """The tiles in a picture, the surest first, found in one look or, where they are small, in several."""
    size = (image.shape[1], image.shape[0])
    first = detector.detect(image)
    found, printed = split_printed(first)
    earlier = [tile for tile in first if not _is_tiny(tile, size)]
    found = _with_those_too_near(detector, image, found)
    if all(tile.confidence < SURE for tile in found):
        found = _with_those_too_far(detector, image, found, earlier)
    # Of such small ones it can hardly be told from afar whether they are only printed; beside larger tiles they are.
    unsure = [tile for tile in printed if tile.confidence >= NOTED and _is_tiny(tile, size)]
    if any(tile.confidence >= SURE and not _is_tiny(tile, size) for tile in found):
        unsure = []
    windows = plan_windows([*_noted(found), *unsure], *size)
    if not windows:
        return found
    nearer = _detect_in_windows(detector, image, windows, earlier)
    # What was faint at first must show itself again, where it is shown again.
    elsewhere = (tile for tile in found if not any(_is_shown(tile, window, size) for window in windows))
    return nms_detections([*nearer, *elsewhere, *(tile for tile in found if tile.confidence >= SURE)])


def _with_those_too_near(detector: Detector, image: Image, found: list[Detection]) -> list[Detection]:
    """What was found, and where no tile face up is sure among it, those found from farther off."""
    for farther in FARTHER:
        if any(tile.kind == "faceup" and tile.confidence >= SURE for tile in found):
            break
        afar = _detect_downscaled(detector, image, farther)
        found = _without_parts(found, [tile for tile in afar if tile.confidence >= SURE])
        found = nms_detections([*found, *afar])
    return found


def _with_those_too_far(
    detector: Detector, image: Image, found: list[Detection], earlier: Sequence[Detection]
) -> list[Detection]:
    """What was found, and those found in the quarters of the picture, or nearer still."""
    near = _detect_in_windows(detector, image, quadrants(image.shape[1], image.shape[0]), earlier)
    if _sure_ones(near) < FEW:
        windows = plan_windows(_noted(near), image.shape[1], image.shape[0])
        near = _detect_in_windows(detector, image, windows, earlier)
    # A pip of a tile that fills the picture looks like a back.
    large = [tile for tile in found if tile.kind == "faceup" and tile.confidence >= MIN_CONFIDENCE]
    backs = [tile for tile in near if tile.kind != "faceup"]
    near = [*(tile for tile in near if tile.kind == "faceup"), *_without_parts(backs, large)]
    # Tiles so far off come in numbers; a single one is the grain of an empty table.
    return nms_detections([*found, *near]) if _sure_ones(near) >= FEW else found


def _is_tiny(tile: Detection, size: tuple[int, int]) -> bool:
    """Whether a tile is too small in sight of a picture of that width and height to be looked at only once."""
    return bool(np.sqrt(2 * areas(tile.corners[None])[0]) * INPUT_SIZE / max(size) < TINY)


def _noted(found: Iterable[Detection]) -> list[Detection]:
    """What calls for a nearer look."""
    return [tile for tile in found if tile.confidence >= NOTED and not tile.looks_printed]


def _sure_ones(found: Iterable[Detection]) -> int:
    return sum(tile.confidence >= SURE for tile in found)


def _without_parts(tiles: Sequence[Detection], large: Sequence[Detection]) -> list[Detection]:
    """The tiles but for those that lie over a much larger one of the large: a tile's pips and bar are no tiles."""
    if not large or not tiles:
        return list(tiles)
    outlines = Outlines(np.array([tile.corners for tile in (*tiles, *large)]))
    grounds = areas(outlines.corners)
    could_hold = np.arange(len(grounds)) >= len(tiles)
    return [
        tile
        for number, tile in enumerate(tiles)
        if outlines.shared(number, could_hold & (grounds > PART * grounds[number]), NMS_THRESHOLD).max() < NMS_THRESHOLD
    ]


def _detect_downscaled(detector: Detector, image: Image, farther: float) -> list[Detection]:
    """The face-up tiles found in a picture that fills a part of the sight only, as from so many times as far."""
    height, width = image.shape[:2]
    # No larger than the sight shows: the margins around a phone's photo would take a gigabyte.
    scale = min(1.0, INPUT_SIZE / (farther * max(height, width)))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    across, down = (round((farther - 1) * side / 2) for side in size)
    afar = cv2.copyMakeBorder(small, down, down, across, across, cv2.BORDER_REPLICATE)
    found, _ = split_printed(detector.detect(np.asarray(afar, np.uint8)))
    shift, by = np.array([across, down]) - 0.5, np.array(size) / (width, height)
    moved = (replace(tile, corners=((tile.corners - shift) / by - 0.5).astype(np.float32)) for tile in found)
    frame = (0, 0, width, height)
    return [tile for tile in moved if tile.kind == "faceup" and _is_inside(tile, frame)]


def _detect_in_windows(
    detector: Detector, image: Image, windows: Iterable[Window], earlier: Sequence[Detection]
) -> list[Detection]:
    """The tiles found in some windows of a picture that do not reach over their edges, given what was seen before."""
    nearer: list[Detection] = []
    for left, top, right, bottom in windows:
        part = detector.detect(np.ascontiguousarray(image[top:bottom, left:right]))
        moved = [replace(tile, corners=tile.corners + np.array([left, top], np.float32)) for tile in part]
        edges = (left, top, right, bottom)
        told, _ = split_printed(with_earlier(moved, earlier, NMS_THRESHOLD))
        nearer.extend(tile for tile in told if not _is_cut(tile, edges, image.shape[1], image.shape[0]))
    return nearer


def quadrants(width: int, height: int) -> list[Window]:
    """Four windows that overlap, of a picture of that size; none where they would show tiles no larger."""
    if max(width, height) < LARGER * INPUT_SIZE:
        return []
    reach = round(width * (1 + OVERLAP) / 2), round(height * (1 + OVERLAP) / 2)
    return [
        (left, top, left + reach[0], top + reach[1]) for top in (0, height - reach[1]) for left in (0, width - reach[0])
    ]


def plan_windows(found: Sequence[Detection], width: int, height: int) -> list[Window]:
    """Where to look again in a picture of that size, given what a first look found."""
    if not found:
        return []
    corners = np.array([tile.corners for tile in found])
    lengths = np.sqrt(2 * areas(corners))
    in_sight = lengths * INPUT_SIZE / max(width, height)
    small = in_sight < (SMALL if np.median(in_sight) < SMALL else FAR)
    if small.sum() < min(FEW, len(found)):
        return []
    corners, length = corners[small], float(np.median(lengths[small]))
    low = np.clip(np.floor(corners.min(axis=(0, 1)) - 2 * length), 0, [width, height]).astype(int)
    high = np.clip(np.ceil(corners.max(axis=(0, 1)) + 2 * length), 0, [width, height]).astype(int)
    size = high - low
    parts = np.where(length * INPUT_SIZE / size.max() < TINY, np.ceil(size / size.max() * 1.99), 1).astype(int)
    step = (size + (parts - 1) * 3 * length) / parts
    if max(width, height) < LARGER * step.max():
        return []
    windows = []
    for row in range(parts[1]):
        for column in range(parts[0]):
            start = low + np.array([column, row]) * (step - 3 * length)
            end = np.minimum(np.ceil(start + step), high)
            windows.append((int(start[0]), int(start[1]), int(end[0]), int(end[1])))
    return windows


def nms_detections(tiles: Iterable[Detection]) -> list[Detection]:
    """The tiles without those that lie over a surer one, the surest first."""
    ordered = sorted(tiles, key=lambda one: -one.confidence)
    return [ordered[number] for number in nms([tile.corners for tile in ordered], NMS_THRESHOLD)]


def _is_cut(tile: Detection, window: Window, width: int, height: int) -> bool:
    """Whether a tile reaches over an edge of the window that is not the edge of the picture."""
    left, top, right, bottom = window
    low, high = tile.corners.min(axis=0), tile.corners.max(axis=0)
    beyond = (low[0] < left and left > 0, low[1] < top and top > 0)
    return any(beyond) or (high[0] > right and right < width) or (high[1] > bottom and bottom < height)


def _is_shown(tile: Detection, window: Window, size: tuple[int, int]) -> bool:
    """Whether a window of a picture of that width and height shows all of a tile that the picture shows."""
    return _is_inside(tile, window) and not _is_cut(tile, window, *size)


def _is_inside(tile: Detection, window: Window) -> bool:
    x, y = tile.corners.mean(axis=0)
    return bool(window[0] <= x < window[2] and window[1] <= y < window[3])
