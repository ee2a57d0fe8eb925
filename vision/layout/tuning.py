"""The numbers by which values and joins are worked out, all in one place: pass another `LayoutTuning` to try others.

"Widths" are those of a tile. All odds are natural logarithms. A prior is what is believed of a table before it is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Normal(NamedTuple):
    """One component of a mixture of normal densities."""

    share: float
    mean: float
    deviation: float


Mixture = tuple[Normal, ...]
SpotRatios = tuple[tuple[str, str, float], ...]
"""How much likelier tiles touch at spots of two kinds (end, side, middle) than neighbours by accident; never at others.
"""


@dataclass(frozen=True, kw_only=True)
class LayoutTuning:
    """What joined tiles look like, how sure a value must be, and when people are asked."""

    # How joined tiles lie (contacts.py)
    max_gap_widths: float = 0.5
    """Widest gap between tiles that touch, in widths."""
    max_overlap_widths: float = 0.35
    """Farthest that the outlines of tiles that touch overlap, in widths."""
    max_offset_widths: float = 0.75
    """Farthest that tiles that touch are out of line, in widths."""
    min_facing: float = 1.3
    """Least length of the difference of the unit directions of two spots that face each other; 2 is straight on."""
    normal_misfit_widths: float = 0.05
    """Distance of the corners of a well-found outline from those of a true tile, root mean square, in widths."""
    max_looseness_widths: float = 0.3
    """Most that a badly found outline widens the densities, in widths."""
    solid_inset_widths: float = 0.15
    """Rim of an outline that the tile may not cover, in widths."""
    solid_path_widths: float = 0.3
    """Path through a third tile above which that tile lies between two others, in widths."""
    joined_gap: Mixture = (Normal(0.60, 0.03, 0.06), Normal(0.20, 0.13, 0.08), Normal(0.20, 0.25, 0.08))
    """Density of the gap between joined tiles, in widths."""
    joined_offset: Mixture = (Normal(0.75, 0.0, 0.10), Normal(0.25, 0.0, 0.24))
    """Density of how far joined tiles are out of line, in widths."""
    joined_angle: Mixture = (Normal(0.75, 0.0, 3.5), Normal(0.25, 0.0, 9.0))
    """Density of the angle by which joined tiles are crooked, in degrees."""
    accident_angle: Mixture = (Normal(0.3, 0.0, 6.0),)
    """The same for neighbours by accident, which are often parallel. The others lie at any angle up to 90 degrees."""
    row_offset: Mixture = (Normal(0.8, 0.0, 0.12), Normal(0.2, 0.0, 0.3))
    """Density of how far tiles in rows are out of line, in widths. They lie as straight as joined ones, at any gap."""
    row_angle: Mixture = (Normal(0.8, 0.0, 3.0), Normal(0.2, 0.0, 8.0))
    """Density of the angle by which tiles in rows are crooked, in degrees."""
    both_single: SpotRatios = (("end", "end", 6.5), ("end", "side", 0.6), ("side", "side", 0.003))
    """Where joined singles touch. They lie end to end or turn a corner, the end of one at the side of the other. By
    accident each of nine positions is equally likely."""
    one_double: SpotRatios = (
        ("end", "middle", 3.0),
        ("end", "end", 1.8),
        ("end", "side", 0.2),
        ("side", "middle", 0.06),
        ("side", "side", 0.003),
    )
    """The same for a single and a double, which lies across, in line, or at a corner."""
    in_row: SpotRatios = (("end", "end", 4.5), ("side", "side", 4.5))
    """The same for tiles in rows, end to end or side by side."""

    # Which neighbours are joined (joins.py)
    prior_joined: float = 1.0
    """Prior number of neighbours that are joined."""
    prior_accident: float = 0.5
    """Prior number of neighbours by accident."""
    prior_in_row: float = 0.05
    """Prior number of neighbours that were laid in a row."""
    accidents_per_loose_tile: float = 0.1
    """Neighbours by accident for each tile that is joined to nothing."""
    class_iterations: int = 8
    """Rounds in which the numbers of the three classes are estimated from the pairs."""
    misplay: float = 0.02
    """Share of played tiles that do not match."""
    slip: float = 0.02
    """Share of halves whose value is any pip count, whatever was read."""
    half_taken: float = float(np.log(0.1))
    """Log odds against a second join at a half, as where people lay a tile at its side too."""
    spot_taken: float = -8.0
    """Log odds against a second join at a spot."""
    sure_join: float = float(np.log(3.0))
    """Distance of a join's log odds from 0 below which people are asked about it."""
    as_if_played: float = float(np.log(60.0))
    """Log odds from which tiles that do not match lie as if one were played on the other: people are asked."""

    # Values (value_assignment.py)
    misread_half: float = 0.01
    """Share of halves that show any pip count, however sure the reading is."""
    clear_tile: float = 0.99
    """Probability above which a tile's value is clear, before `misread_half`: its neighbours are not asked."""
    sure_value: float = 0.9
    """Probability below which people are asked about a tile's value after all."""
    prior_repeats: float = 0.2
    """Prior number of tiles, among `prior_tiles`, that lie there twice because two sets are mixed."""
    prior_tiles: float = 20.0
    """Tiles that the prior of repeats weighs as much as."""
    clearly_read: float = 0.97
    """Probability above which a tile counts in whether tiles repeat on this table."""
    least_seen: float = 0.05
    """Least probability, as the reading alone says, of a value that neighbours make a tile take. On rendered tables,
    far and low, none of 22 tiles that took a fainter one was that."""
    min_fit: float = -6.0
    """Best log fit below which a neighbour says nothing."""
    min_likely: float = 0.02
    """Probability below which a value is not named in a doubt."""
    max_likely: int = 6
    """Most values that are named in a doubt."""

    # Slots (slots.py)
    slot_taken: float = 0.3
    """Intersection over minimum with a tile from which a slot is taken."""
    few_tiles: int = 3
    """Most tiles on a table where slots are opened at those that are joined to nothing."""
    same_slot_widths: float = 0.25
    """Distance between the corners of two slots below which they are the same, in widths."""

    # The double-blank (double_blank.py)
    blank_min_log_odds: float = -6.0
    """Least log odds that a tile taken for face down is a blank face: to the pip model some backs look like one."""


LAYOUT_TUNING = LayoutTuning()
