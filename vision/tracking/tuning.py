"""The numbers by which a table is watched, all in one place: pass another `TrackingTuning` to try others.

"Widths" are those of a tile, and "share" without more is a share of a tile's place. Seconds are those of the camera.
"Frames" are frames that were read, unless said otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..layout.tuning import LAYOUT_TUNING, LayoutTuning
from ..motion.tuning import MOTION_TUNING, MotionTuning

WATCHED_LAYOUT = replace(LAYOUT_TUNING, least_seen=0.0)
"""A tile that was laid against another in play may be what it hardly looks like: glare passes, and people are asked."""


@dataclass(frozen=True, kw_only=True)
class TrackingTuning:
    """When what is seen counts as played, taken back or cleared away."""

    layout: LayoutTuning = WATCHED_LAYOUT
    motion: MotionTuning = MOTION_TUNING

    # Pace of the readings (watcher.py)
    idle_seconds: float = 1.5
    """Seconds between two readings while the table is quiet."""
    long_quiet_seconds: float = 10.0
    """Seconds without movement or event after which a table that is read as recorded is quiet for long."""
    long_idle_seconds: float = 4.0
    """Seconds between two readings of such a table."""
    relit_seconds: float = 0.3
    """Seconds between two readings while the light is another than at the last one."""
    relit_share: float = 0.1
    """Share by which the picture is brighter or darker in another light: what glared may be read now."""
    same_levels: float = 5.0
    """Difference in grey levels of 255 that no pixel of a small copy reaches while two frames show the same table."""
    max_rescans: int = 8
    """Frames for which places where nothing is read are looked at closer, before they are left alone."""
    looks_kept: int = 4
    """Places that are remembered for having shown nothing from near."""

    # Closer looks (rescan.py)
    min_tile_share: float = 1 / 1500
    """Smallest change that may be a tile, as a share of the picture."""
    max_tile_share: float = 1 / 25
    """Largest change that may be a tile, as a share of the picture."""
    max_places: int = 2
    """Most places that are looked at after one reading."""
    part_lengths: float = 2.5
    """Length of the part that is looked at, as a multiple of that of the change."""
    min_part_share: float = 1 / 4
    """Least length of that part, as a share of the picture's longer side: a tile that fills the view is not known."""
    margin_share: float = 0.15
    """Margin of that part in which tiles may be cut off, as a share of its side."""

    # Readings added up over frames (tracks.py)
    gating_widths: float = 0.4
    """Distance that a tile's centre and halves may stray between frames, in widths."""
    memory_frames: int = 16
    """Frames whose probabilities are averaged with equal weight; older ones fade."""
    max_missed_frames: int = 5
    """Frames in a row that do not show a tile in plain view, after which it is gone."""
    same_pips: float = 0.1
    """Probability that two readings of a half show the same, below which they show different pips."""
    corner_gain: float = 0.2
    """Least share of a new reading in the corners. They follow faster than pips: a nudged tile is the same tile."""
    covered_weight_frames: float = 2.0
    """Weight, in frames, that is left to the frames before something lay over the tile."""
    frame_weight: float = 0.5
    """Weight of one frame's log probabilities: frames that follow each other misread alike."""
    min_frame_probability: float = 0.02
    """Least probability with which one frame speaks against a pip count."""
    evidence_kept: float = 0.97
    """Share of the evidence that is left after each further frame: light and glare change within seconds."""
    clear_probability: float = 0.9
    """Least probability of a value that a frame shows clearly."""
    duplicate_widths: float = 0.5
    """Distance between the centres of two readings below which one tile was detected twice, in widths."""

    # Tracks that are tiles of the layout (association.py, place.py)
    stayed_widths: float = 0.6
    """Distance that a tile may stray from its place and still lie there, in widths."""
    overlap_share: float = 0.3
    """Share of the smaller tile's area above which two tiles cannot both lie there."""
    elsewhere_frames: int = 3
    """Frames that must show a tile in a new place."""
    elsewhere_probability: float = 0.5
    """Least probability of a tile's value there for it to have moved on its own."""
    together_probability: float = 0.2
    """The same for it to count among those that may have moved together."""
    swung_probability: float = 0.02
    """The same for it to have moved with the tiles beside it."""
    scale_tolerance: float = 0.2
    """Share by which a tile may look larger or smaller where it was moved to."""
    inlier_share: float = 0.7
    """Least share of the points that follow a common movement."""
    stayed_bonus: float = 6.0
    """Added to the log probability of a track in the tile's place."""
    swung_bonus: float = 4.0
    """Added to the log probability of a track where the neighbours have moved to."""
    near_bonus: float = 2.0
    """Added to the log probability of a track nearby."""
    near_widths: float = 1.5
    """Distance within which a track is nearby, in widths."""

    # Tiles that the record names (matching.py, search.py)
    unlikely: float = 0.02
    """Probability below which a tile was not read. If what was read can lie there as well, it is that."""
    found_share: float = 0.6
    """Least share of the layout that is seen where it is found again."""
    joined_share: float = 0.5
    """Least share of the joins of tiles found by value that are seen. By chance few are as in the record."""
    found_probability: float = 0.5
    """Least probability of a tile that is found by its value alone."""
    layout_lost_seconds: float = 5.0
    """Seconds at rest after which a layout that is nowhere was cleared away."""
    camera_moved_seconds: float = 1.0
    """Seconds at rest after which the camera has moved if the layout is not found."""
    near_layout_factor: float = 3.0
    """Factor by which each tile of the layout is made larger: what stays out of them moves aside."""

    # Bare places (explanation.py)
    telling_share: float = 0.5
    """Least share that looks different where a small picture tells a tile from the bare table."""
    around_factor: float = 2.5
    """Factor by which a tile's place is made larger for the table all around it."""
    pushed_share: float = 0.6
    """Share of the table around a tile that looks different once the camera was pushed."""

    # New tiles (plays.py, hands.py, stages.py)
    steady_frames: int = 3
    """Frames at rest that must show a tile before it is told."""
    doubted_frames: int = 6
    """The same for a tile whose value is in doubt."""
    vague_frames: int = 12
    """The same for a vague reading."""
    vague_probability: float = 0.3
    """Probability below which a reading is vague."""
    misplay_frames: int = 10
    """The same for a tile where none may be played: one misread, or put down for a moment, looks like that too."""
    unexplained_frames: int = 15
    """The same where nothing was seen to change: most likely it lay there before and could not be seen."""
    changed_share: float = 0.15
    """Least share that looks different once a tile has been laid there."""
    untold_seconds: float = 1.0
    """Seconds after which a sure, joined tile is told although one before it is still in doubt."""
    misplay_probability: float = 0.8
    """Least probability of the tile and of its host in a misplay; with less, one of them is misread."""
    surely_detected: float = 0.25
    """Least confidence of a detection that is surely a tile; the grain of a cloth is fainter."""
    surely_read: float = 0.5
    """Least probability of a value that is surely a tile's, however faint its detection."""
    several_up: int = 2
    """Tiles surely face up beside the layout that are hands turned up: people misplay one tile."""
    several_loose: int = 3
    """The same, whenever they came, for nobody to be asked about any: one or two may lie there by accident."""
    together_seconds: float = 0.5
    """Seconds within which tiles came together: a player plays one tile, and turns up a whole hand."""
    unwatched_seconds: float = 2.0
    """Seconds between two frames in which two players may each have laid a tile: a play takes about a second."""
    free_widths: float = 0.15
    """Free space around the set, in widths: a tile that touches tiles face down belongs to the boneyard."""
    touching_area: float = 0.02
    """Area that a tile face down shares with that space if it touches it, in squared widths."""
    undecided_frames: int = 15
    """Frames for which several tiles that may each be the set are looked at."""
    standing_out: int = 2
    """Divisor of the frames of the tile seen most: one seen in no more than that is not the set."""
    wavering_frames: int = 100
    """Frames for which a tile that wavers is read without a pause. It is read now and then after that."""

    # Tiles that are others than recorded (values.py)
    reread_frames: float = 16.0
    """Weight in frames of a track whose mean says that a tile is another than it was read as."""
    reread_max_probability: float = 0.1
    """Most probability of the recorded value that is given up then."""
    reread_min_probability: float = 0.8
    """Least probability of the new value then."""
    better_log_odds: float = 4.0
    """Log odds, by all frames together, from which a tile is another than it was read as."""
    better_frames: float = 8.0
    """Weight in frames of a track that is asked for that."""
    wavering_log_odds: float = 4.0
    """Log odds against another value below which a tile wavers."""
    contrary_frames: int = 3
    """Frames in a row that clearly show another value, from which it wavers too: the light has changed."""
    misnamed_share: float = 0.001
    """Least probability with which a mean of readings speaks against a value."""
    agrees_probability: float = 0.5
    """Probability of the recorded value above which a tile looks like what the record says."""

    # Tiles that are not seen any more (missing.py)
    bare_share: float = 0.3
    """Share that looks different from before the tile lay there, below which its place is bare."""
    bare_seconds: float = 0.3
    """Seconds for which a bare place is seen before its tile has left it."""
    unknown_seconds: float = 3.0
    """Seconds for which a tile is not seen before it is gone: people pick tiles up and put them back, and pictures
    cannot always say whether a place is bare. Where another tile comes in the meantime, it is gone at once."""
    cleared_seconds: float = 0.8
    """Seconds for which no tile of the layout is seen, and most places are bare, before the table is cleared."""
    dark_share: float = 0.4
    """Share of the light of the last reading below which nothing can be seen."""
    still_probability: float = 0.02
    """Probability of its value above which a track in a tile's place is still that tile."""

    # Tiles face down (boneyard.py)
    steady_looks: int = 6
    """Looks at the table at rest that must show a tile face down before it can be missed."""
    gone_looks: int = 3
    """Looks in a row that do not show it, after which it is gone."""
    gone_share: float = 0.5
    """Share that looks different once it is gone."""
    stray_widths: float = 0.35
    """Distance that its centre may stray between looks, in widths."""
    hand_share: float = 0.2
    """Share of the picture, along a player's side, in which tiles face down belong to that player's hand."""
    new_boneyard_frames: int = 6
    """Frames at rest for which new tiles face down are read without a pause. They are read now and then after that."""

    # Questions (doubts.py)
    doubt_seconds: float = 1.0
    """Seconds that a doubt lasts before people are asked."""
    unread_seconds: float = 2.0
    """The same for a doubt about what is not read: most tiles are read once the arm is gone."""
    gone_seconds: float = 6.0
    """Seconds without a doubt before its question is withdrawn: what is not read comes and goes."""


TRACKING_TUNING = TrackingTuning()
