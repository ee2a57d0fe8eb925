"""The numbers by which pips are read, all in one place: pass another `PipsTuning` to try others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class PipsTuning:
    """How often a tile is cut out, and when what was read before is told again. "Widths" are those of a tile."""

    refinement_steps: int = 2
    """Most times that a tile is cut out. A third names no tile better and costs a thirtieth of a read."""
    still_widths: float = 0.05
    """Movement of an outline, in widths, below which it was right."""
    still_if_clear_widths: float = 0.12
    """The same for a crop that was read clearly."""
    clear_crop: float = 0.97
    """Probability of kind and pip counts above which a crop was read clearly."""
    rarer_from_above: float = 10.0
    """Factor by which the face of a standing tile is less likely where the camera looks straight down."""
    wavering_widths: float = 0.25
    """Distance, in widths, within which an outline may be one that was read before: detections waver a little."""
    unchanged_levels: int = 8
    """Difference between small copies of a crop, in levels of 255, below which it is unchanged. With noise of 4 levels
    in the picture the copies differ by 4, and by 10 where a pip appears in a tenth of the light."""
    most_remembered: int = 1000
    """Crops that are remembered, of all tables together, 2 kB each. Then the one not seen for longest is forgotten."""


PIPS_TUNING = PipsTuning()
