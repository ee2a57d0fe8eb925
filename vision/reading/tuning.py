"""The numbers by which a picture is read, all in one place: pass another `ReadingTuning` to try others.

"Whole" is the probability that an outline is one whole face-up tile, as the pip model says. Odds are natural
logarithms, and lengths without a unit are tile lengths.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..detection.tuning import DETECTION_TUNING, DetectionTuning
from ..layout.tuning import LAYOUT_TUNING, LayoutTuning
from ..pips.tuning import PIPS_TUNING, PipsTuning


@dataclass(frozen=True, kw_only=True)
class ReadingTuning:
    """What is taken for a tile, and when people are asked."""

    detection: DetectionTuning = DETECTION_TUNING
    pips: PipsTuning = PIPS_TUNING
    layout: LayoutTuning = LAYOUT_TUNING

    # Which detections lie face up (faces.py)
    face_up: float = 0.2
    """Least whole of what the tile model takes for a face-up tile."""
    surely_stands: float = 0.9
    """Confidence of a standing tile below which it is shown to the pip model too."""
    lies_after_all: float = 0.8
    """Least whole of such a tile that lies face up."""
    looks_down_degrees: float = 60
    """Elevation of the camera from which standing tiles show little of a face, so that what shows one lies face up."""
    shows_pips: float = 0.9
    """Least whole of what the tile model takes for a face-down tile and that lies face up, as a 1-0 with a dim pip."""
    neighbour_lengths: float = 1.4
    """Distance between the centres of a face-down and a face-up tile below which the pip model is shown the first."""
    max_faint: int = 8
    """Detections too faint to be read that are shown to the pip model, the surest first."""
    surely_face_up: float = 0.9
    """Whole from which people are asked about a tile in any case, however printed it looks."""

    # Which of them are printed (printed.py)
    prior_real: float = float(np.log(13.0))
    """Log odds for a real tile on top of what the models say. It was set when one in four of the tiles that the tile
    model is trained on was printed, for tables on which perhaps one in forty is: (1/3) / (1/39). The recipe now draws
    one in nine, which gives 4.9 instead of 13. No figure of the photos changes with that, and 13 favours real tiles."""
    pip_model_weight: float = 0.5
    """Weight of what the pip model says: from straight above, a printed tile gives the same crop as a real one."""
    printed_read: float = 0.75
    """Least probability of a real tile that is read: a false tile costs four questions."""
    printed_asked: float = 0.1
    """Least probability of a real tile that people are asked about: a missed tile costs ten questions."""

    # Which of several outlines are tiles (straddles.py)
    whole: float = 0.9
    """Whole below which an outline may be a straddle. A double may be one however likely: between joined tiles a
    straddle shows one, as the halves that touch are equal."""
    both_sure: float = 0.83
    """Confidence of both models from which an outline is no straddle. On photos none exceeded 0.65, in a film 0.82.
    From here on a joined tile is read whatever its colour: on photos of a printed board bare squares reach 0.48."""
    rather_whole: float = 0.5
    """Least whole of an outline that is considered though the tile model hardly saw it, or did not see it."""
    glance_whole: float = 0.01
    """Least whole at first sight of an outline that was not detected and is refined. Of those that become a tile one in
    thirty is less likely at first; most outlines of bare table are far less likely."""
    undetected: float = 0.05
    """Confidence of an outline that the tile model did not report. It reports those from 0.1 on."""
    pip_model_slip: float = 0.01
    """Least probability that the pip model is wrong about an outline."""
    explains: float = 1.4
    """What a tile counts for explaining two halves with pips, against leaving them unexplained, in log odds."""
    clear_value: float = 0.9
    """Least probability of a value that counts as seen twice."""
    straddle_joined: float = 0.6
    """How likely neighbours that lie as joined tiles do are joined, before it is known what they show."""
    close_call: float = float(np.log(4.0))
    """Lead of the likeliest explanation, in log odds, below which people are asked."""

    solid_overlap: float = 0.05
    """Intersection over minimum from which two tiles cannot both lie as outlined. On 83 rendered layouts of black sets
    and of sets without bars, 122 outlines were pushed onto a neighbour by 0.15 of a length: 86 to 89 are mended where
    this is 0.02 to 0.07, 83 at 0.1 and 15 at 0.16. Of those pushed by 0.1 it is 88 to 90, 44 and 26."""

    # Which of them are tiles on this table (filters.py)
    whole_share: float = 0.65
    """Least share of a tile's area in the picture for it to be read: with less, pips may be cut off. On rendered tables
    51 of the 53 that are cut off and read are named right. With 0.9 it is 9 of these, and people are asked."""
    max_misfit: float = 0.22
    """Distance of the corners of an outline from those of a true tile from which it is something else."""
    min_tiles_for_size: int = 4
    """Least number of tiles that tell which size and colour the others must have."""
    plausible: float = 0.12
    """Least likelihood of a loose tile, to lie there and to show what it does."""
    plausible_beside_hands: float = 0.45
    """The same where tiles surely stand in hands: less likely ones belong to a hand."""
    plausible_in_row: float = 0.65
    """The same for a tile surely in the row of a hand."""
    row_lengths: float = 0.3
    """Distance from a standing tile below which a tile is in the row of a hand."""
    surely_a_set: float = 0.5
    """Least likelihood of the likeliest tile, or that one of a chain is a tile: with less, the picture shows cards or
    keys rather than a set. On rendered pictures 0.5 loses 1 in 100 single tiles and 2 of 580 far and low ones."""

    # Which of them are pieces of longer things (pieces.py)
    beyond_end: tuple[tuple[float, float], tuple[float, float]] = ((0.12, 0.25), (0.35, 0.5))
    """Spans beyond an end, in lengths, in both of which a longer thing goes on. The first is short of the next pip of a
    strip; the second is beyond the side of a tile that a low camera sees."""
    beyond_side: tuple[float, float] = (0.25, 0.6)
    """Span beyond a side, in widths, in which it does not."""
    middle: tuple[float, float] = (0.2, 0.8)
    """Span of the width, or of the length, that is looked at there."""
    goes_on_darker: float = float(np.log(1.25))
    """Most that the levels of one thing differ from end to end, as a logarithm."""
    goes_on_tinted: float = float(np.log(1.15))
    """Most that a channel of it is tinted, as a logarithm."""
    part_px: int = 12
    """Pixels along each side at which what lies around a face is looked at."""

    # Which of them are only partly seen (parts.py)
    rather_a_part: float = 1.5
    """Least log odds of a part of a tile, of which less than nine tenths can be seen."""
    part_beneath: float = 0.0
    """The same where the outline lies under that of a tile that is rather whole."""
    beneath_overlap: float = 0.1
    """Intersection over minimum from which it does."""
    inside_share: float = 0.97
    """Least share of its area in the picture of a tile that the edge does not cut: outlines are inexact."""

    # Which set they are of (sets.py)
    in_set: float = 0.05
    """Probability of being of the set below which a tile is foreign."""
    how_often: tuple[tuple[int, float], ...] = ((6, 0.7), (9, 0.1), (12, 0.2))
    """How often people play with each set, by its highest pips; estimated."""
    misread_beyond_set: float = 0.002
    """Share of tiles, all surely there, that are read with more pips than their set holds; estimated."""

    # Tiles that the tile model missed (second_look.py)
    max_searches: int = 3
    """Times that slots are searched: each tile found opens new slots."""
    glance_rounds: int = 1
    """Refinement steps of the first look at an outline that was not detected, which rules out most of them."""
    glance_log_odds: float = -3.0
    """Log odds above which a slot is looked at closely."""
    search_rounds: int = 4
    """Refinement steps of both looks together: an outline that was not detected may be off by a third of a tile."""
    found_log_odds: float = 5.0
    """Log odds above which a tile lies in the slot. That the tile model did not see it counts against it."""
    slot_asked_log_odds: float = 3.5
    """Log odds above which people are asked about a slot: a question costs less than a missed tile."""
    mostly_loose: float = 0.5
    """Share of two or more tiles up to which, if no more are joined, a hand lies there rather than a layout."""
    may_show_pips: float = 0.3
    """Least whole at first sight of a face-down tile beside loose ones that is looked at closely. On rendered photos
    those face down reach 0.2, but for one in a hundred, and those taken for them exceed 0.8."""
    double_blank_taken: float = 2.0
    """Log odds from which a tile is taken for the double-blank. A blank half laid well against it adds 5 to 6."""
    double_blank_asked: float = 0.0
    """Log odds from which people are asked whether a tile is the double-blank."""

    # The colour of the set (face_colour.py)
    colour_share: float = 0.75
    """Least share of the tiles that have one colour where the set has one."""
    alike_share: float = 0.25
    """Least share of the others that a tile of the set looks like: the brightest may be unlike the darkest."""
    darker: float = float(np.log(3.0))
    """Most that shade on a sunny table makes levels darker, as a logarithm: it has a tenth of the light, and levels are
    about the 2.2th root of light."""
    tinted: float = float(np.log(1.4))
    """Most that light of a lamp and of the sky on one table tint a channel, as a logarithm."""
    colour_noise: float = 16.0
    """Added to every level, as in dark faces noise decides the tint."""
    face_size: tuple[int, int] = (48, 24)
    """Length and width in pixels at which a face is looked at."""
    many_pips: float = 0.65
    """Share of a face below which its larger part may be the pips."""
    rim: int = 3
    """Pixels at the edge of a face that are passed over: the outline may be inexact."""

    # What people are asked about (doubts.py)
    worth_asking: float = 0.15
    """Least clearness of a rejected reading that is asked about (see `doubts._clearness`)."""
    tile_overlap: float = 0.2
    """Intersection over minimum with a tile from which a rejected reading is that tile."""
    rather_face_up: float = 0.5
    """Least whole of a tile taken for face down that is asked about."""
    rather_in_set: float = 0.5
    """Probability of being of the set below which a tile rather shows more pips than the set holds."""
    surely_foreign: float = 0.45
    """Least likelihood of such a tile that was not read, to lie there and to show just that, to be asked about."""
    max_questions: int = 2
    """In a picture where much is unsure, two questions already say that it is bad. Tiles that the pip model is sure of
    are asked about together in a third."""
    max_parts_asked: int = 4
    """Most tiles that are asked about because only a part of each can be seen."""
    max_named: int = 4
    """Most tiles that are named in a question about many."""


READING_TUNING = ReadingTuning()
