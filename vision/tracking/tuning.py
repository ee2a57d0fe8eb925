"""The numbers by which a table is watched, all in one place: pass another `TrackingTuning` to try others."""

from __future__ import annotations

from dataclasses import dataclass

from ..layout.tuning import LAYOUT_TUNING, LayoutTuning
from ..motion.tuning import MOTION_TUNING, MotionTuning


@dataclass(frozen=True, kw_only=True)
class TrackingTuning:
    """When what is seen counts as played, taken back or cleared away."""

    layout: LayoutTuning = LAYOUT_TUNING
    motion: MotionTuning = MOTION_TUNING


TRACKING_TUNING = TrackingTuning()
