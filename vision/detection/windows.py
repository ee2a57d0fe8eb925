"""Windows cut out of a picture: in the model's input tiles are larger than when the whole picture goes in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..geometry.quads import lengths_from_area
from ..types import Detection
from .tile_detector import INPUT_SIZE
from .tuning import DetectionTuning

Window = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; the last two are one past the edge."""


def is_tiny(tile: Detection, size: tuple[int, int], tuning: DetectionTuning) -> bool:
    """Whether a tile in a picture of that width and height is too small to be judged in the whole picture alone."""
    return not without_tiny([tile], size, tuning)


def without_tiny(tiles: Sequence[Detection], size: tuple[int, int], tuning: DetectionTuning) -> list[Detection]:
    """The tiles that are not tiny (see `is_tiny`)."""
    if not tiles:
        return []
    lengths_px = lengths_from_area(np.array([tile.corners for tile in tiles])) * INPUT_SIZE / max(size)
    return [tile for tile, length_px in zip(tiles, lengths_px, strict=True) if length_px >= tuning.tiny_length_px]


def quadrants(width: int, height: int, tuning: DetectionTuning) -> list[Window]:
    """Four overlapping windows of a picture of that size; none where tiles would hardly be larger in them."""
    if max(width, height) < tuning.enlargement * INPUT_SIZE:
        return []
    reach = round(width * (1 + tuning.quadrant_overlap) / 2), round(height * (1 + tuning.quadrant_overlap) / 2)
    return [
        (left, top, left + reach[0], top + reach[1]) for top in (0, height - reach[1]) for left in (0, width - reach[0])
    ]


def plan_windows(found: Sequence[Detection], width: int, height: int, tuning: DetectionTuning) -> list[Window]:
    """Windows around the small tiles found in a picture of that size; none where they would not help."""
    if not found:
        return []
    corners = np.array([tile.corners for tile in found])
    lengths = lengths_from_area(corners)
    lengths_px = lengths * INPUT_SIZE / max(width, height)
    are_most_small = np.median(lengths_px) < tuning.small_length_px
    small = lengths_px < (tuning.small_length_px if are_most_small else tuning.far_length_px)
    if small.sum() < min(tuning.small_count, len(found)):
        return []
    corners, length = corners[small], float(np.median(lengths[small]))
    margin, overlap = tuning.margin_lengths * length, tuning.overlap_lengths * length
    low = np.clip(np.floor(corners.min(axis=(0, 1)) - margin), 0, [width, height]).astype(int)
    high = np.clip(np.ceil(corners.max(axis=(0, 1)) + margin), 0, [width, height]).astype(int)
    size = high - low
    counts = np.ones(2, int)
    if length * INPUT_SIZE / size.max() < tuning.tiny_length_px:
        reach = length * INPUT_SIZE / tuning.shown_length_px
        counts = np.clip(np.ceil((size - overlap) / (reach - overlap)), 1, tuning.most_windows).astype(int)
    step = (size + (counts - 1) * overlap) / counts
    if max(width, height) < tuning.enlargement * step.max():
        return []
    windows = []
    for row in range(counts[1]):
        for column in range(counts[0]):
            start = low + np.array([column, row]) * (step - overlap)
            end = np.minimum(np.ceil(start + step), high)
            windows.append((int(start[0]), int(start[1]), int(end[0]), int(end[1])))
    return windows


def is_cut(tile: Detection, window: Window, size: tuple[int, int]) -> bool:
    """Whether a tile reaches over an edge of the window that is not an edge of the picture, `size` wide and high."""
    left, top, right, bottom = window
    low, high = tile.corners.min(axis=0), tile.corners.max(axis=0)
    beyond = (low[0] < left and left > 0, low[1] < top and top > 0)
    return any(beyond) or (high[0] > right and right < size[0]) or (high[1] > bottom and bottom < size[1])


def is_inside(tile: Detection, window: Window) -> bool:
    """Whether the centre of a tile lies in the window."""
    x, y = tile.corners.mean(axis=0)
    return bool(window[0] <= x < window[2] and window[1] <= y < window[3])


def is_shown(tile: Detection, window: Window, size: tuple[int, int]) -> bool:
    """Whether the window shows as much of a tile as the picture, `size` wide and high, does."""
    return is_inside(tile, window) and not is_cut(tile, window, size)
