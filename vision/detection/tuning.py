"""The numbers by which tiles are detected, all in one place: pass another `DetectionTuning` to try others.

"Overlap" is intersection over minimum: the area that two outlines share, as a share of the smaller one. Lengths in
pixels are those of the model's input.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class DetectionTuning:
    """What counts as a detection, and at which scale tiles are looked for."""

    min_score: float = 0.1
    """Least confidence of a detection."""
    min_confidence: float = 0.25
    """Least confidence of a detection that is read. People may be asked about fainter ones."""
    sure: float = 0.6
    """Confidence from which a detection is sure, and needs no confirmation at another scale."""
    overlap: float = 0.35
    """Overlap above which two outlines are of one tile: tiles are solid."""
    same_tile: float = 0.6
    """The same of two face-up outlines: what seems to lie across two tiles overlaps each by half."""

    # A dark picture (exposure.py)
    dark_level: float = 45.0
    """Level of the highlights, of 255, below which a picture is brightened."""
    bright_level: float = 60.0
    """Level, of 255, to which its highlights are raised."""
    max_gain: float = 8.0
    """Most that a picture is multiplied by: beyond this its noise is all that shows."""
    highlight_quantile: float = 0.98
    """Quantile of the levels that is the highlights, so that a lamp or a screen in the picture does not count."""
    sample_step: int = 16
    """Step in pixels, along each axis, at which levels are sampled."""

    # Corners (tile_detector.py)
    max_enlargement: float = 3.0
    """Most that a thumbnail is enlarged: more shows the model nothing new."""
    shrunk: float = 0.75
    """Share of the width and of the height of its box that an outline has shrunk below."""
    collapsed: float = 0.75
    """Intersection over union of a box and the rectangle around its corners, below which these have collapsed."""
    same_box: float = 0.7
    """Intersection over union of two boxes above which they are of one tile."""
    as_sure: float = 0.5
    """Least score of a place whose corners are taken instead, as a share of the best."""

    # Printed tiles (printed.py)
    near_lengths: float = 1.7
    """Distance between tiles that judge each other, in tile lengths: most likely all are printed, or none."""
    max_length_difference: float = 0.35
    """Share by which the lengths of such tiles may differ."""
    max_printed_log_odds: float = 4.0
    """Most that one detection can say for or against its being printed, in log odds."""
    neighbour_weight: float = 0.6
    """Weight of the mean of its neighbours, against 1 for the detection itself."""
    earlier_weight: float = 2.0
    """Weight of the detection in the whole picture, against 1 for that in a window: it shows the page around."""
    probably_printed: float = 0.65
    """Probability above which a tile is probably printed, and says nothing of where and how large the tiles are."""

    # Tiles that fill the picture, looked for in the picture downscaled where no face-up tile is sure (multiscale.py)
    near_divisors: tuple[float, ...] = (2.0, 4.0)
    """Sizes, each as one over this number, at which the picture is shown in turn until a face-up tile is sure."""
    part_ratio: float = 4.0
    """Least number of times by which a tile's area is larger than that of its pip or bar that passes for a tile."""
    part_area: float = 0.5
    """Share of a tile's area below which something is at most a part of it."""

    # Tiles too small for the whole picture, looked for in windows of it (windows.py)
    far_count: int = 3
    """Least number of sure tiles where none is sure in the whole picture: fewer are the grain of an empty table."""
    worth_a_window: float = 0.12
    """Least confidence of a detection that calls for a window."""
    small_length_px: float = 42.0
    """Length below which tiles are small, where the median tile is."""
    far_length_px: float = 40.0
    """Length below which tiles are small where the median tile is not, in a slanted view."""
    small_count: int = 3
    """Least number of small tiles among larger ones that are worth a window."""
    tiny_length_px: float = 24.0
    """Length of tiles in a window below which the window is divided."""
    shown_length_px: float = 32.0
    """Length of tiles in the windows into which it is divided. On 72 rendered tables with tiles of 20 pixels 0.679 of
    them are found, at 24 pixels 0.610, and at 40, with a tenth more windows, 0.676."""
    most_windows: int = 5
    """Most windows side by side, and one below the other."""
    enlargement: float = 1.35
    """Least factor by which a window must show its tiles larger than the whole picture."""
    margin_lengths: float = 2.0
    """Margin around the outermost tiles of a window, in tile lengths."""
    overlap_lengths: float = 3.0
    """Overlap of neighbouring windows, in tile lengths."""
    quadrant_overlap: float = 0.1
    """Overlap of quadrants, as a share of the picture's width and height."""


DETECTION_TUNING = DetectionTuning()
