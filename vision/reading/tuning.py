"""The numbers by which a picture is read, all in one place: pass another `ReadingTuning` to try others."""

from __future__ import annotations

from dataclasses import dataclass

from ..detection.tuning import DETECTION_TUNING, DetectionTuning
from ..layout.tuning import LAYOUT_TUNING, LayoutTuning
from ..pips.tuning import PIPS_TUNING, PipsTuning


@dataclass(frozen=True, kw_only=True)
class ReadingTuning:
    """What is taken for a tile, and when people are asked."""

    detection: DetectionTuning = DETECTION_TUNING
    pips: PipsTuning = PIPS_TUNING
    layout: LayoutTuning = LAYOUT_TUNING


READING_TUNING = ReadingTuning()
