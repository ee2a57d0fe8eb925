"""The numbers by which motion is judged, all in one place: pass another `MotionTuning` to try others.

"Pixels" are those of the small copy of a picture, and "share" without more is a share of that copy's area.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class MotionTuning:
    """What counts as a change, as movement, and as an arm."""

    # Change between two small copies (change.py)
    long_side_pixels: int = 160
    """Longer side of the small copy, in pixels."""
    sensitivity_levels: float = 10.0
    """Difference at which a pixel has changed, in grey levels of 255, once noise and light are taken off."""
    max_noise_levels: float = 4.0
    """Most noise that is taken off, in grey levels: no camera has more once the light of both pictures is the same."""
    tremble_share: float = 0.04
    """Difference allowed at an edge, as a share of its slope: a trembling camera shifts edges by part of a pixel."""
    clipped_level: float = 245.0
    """Grey level from which a pixel may have been any brighter. Light is cut off at 255; noise of 8 levels that is cut
    off too, and the rounding of a video, leave 249 of that."""
    bent_level: float = 200.0
    """Grey level from which the tone curve of a camera may be flatter than below: from there on exposure does less."""
    fit_rounds: int = 5
    """Most rounds of reweighting in the fit of the light, so that it does not follow an arm in one of the pictures."""
    settled_fit: float = 1e-3
    """Change of the terms of the light below which a round is the last: a quarter of a grey level."""
    shifted_pixels: float = 0.7
    """Movement of a corner of the picture from which the camera has moved, in pixels."""
    unexplained_share: float = 0.4
    """A shift of the camera explains all foreign pixels if it leaves less than this share of them."""

    # A camera that shakes (steady.py)
    max_shake_pixels: float = 2.0
    """Largest shift right and down that is shake, in pixels. A camera that is shifted farther was moved."""
    min_shake_pixels: float = 0.03
    """Smallest shift that is corrected, in pixels: a smaller one changes no pixel beyond noise."""
    shake_steps_pixels: tuple[float, ...] = (2.0, 1.0, 0.5, 0.25, 0.1)
    """What the shift may still be off by in each step, in pixels. Edges that differ by more are outliers."""
    still_noise_levels: float = 2.0
    """Grey levels by which a small copy may differ from the still anywhere."""
    shake_expected_pixels: float = 1.0
    """Prior deviation of the shift, in pixels: pictures of a still without edges are not shifted."""

    # Glare that flickers (flicker.py)
    max_spot_share: float = 1 / 60
    """Largest spot of light, as a share: a good deal more than a tile."""
    spot_border_pixels: int = 2
    """Distance from the border within which nothing is a spot, in pixels: an arm comes over the border."""
    spot_fading: float = 0.9
    """Share of the memory of a spot that is left after each frame."""
    spot_recent: float = 0.5
    """Memory above which a pixel has changed in the last frames."""
    spot_same_share: float = 0.5
    """Share of a spot that must have changed in the last frames for it to flicker."""

    # Arms (arms.py)
    min_arm_share: float = 1 / 400
    """Smallest arm, as a share."""
    min_crossing_pixels: int = 3
    """Shortest piece of the border that an arm comes over, in pixels."""
    left_contrast: float = 1.5
    """Factor by which the place of an arm that has left stood out more from its surroundings before than now."""
    hand_pixels: float = 2.0
    """Distance in pixels from the end of an arm's mask to its finger tips."""
    same_reach_pixels: float = 3.0
    """Distance in pixels from where an arm came nearest, within which it is counted how long it stayed."""
    reach_pixels: float = 4.0
    """Distance in pixels at which an arm is less likely to have laid a tile by a factor of e."""
    earlier_share: float = 0.5
    """How likely an arm is to have laid a tile that was not read once it had left, compared with an arm since."""
    dwell_frames: float = 2.0
    """Frames after which an arm is half as likely to have laid a tile as one that stayed for long."""
    near_share: float = 0.08
    """Distance at which an arm may have laid a tile, by a finger tip, as a share of the picture's longer side."""

    # Rest and movement (motion.py)
    min_moving_share: float = 1 / 1200
    """Smallest change that is movement, as a share: a finger tip."""
    scene_changed_share: float = 0.5
    """Largest foreign share that can be an arm. Beyond it the light was switched, or the camera was moved."""
    patience_seconds: float = 1.5
    """Rest after which something foreign belongs to the table, in seconds: a cup, or a sleeve that stays."""
    outlasted_share: float = 0.9
    """Share of something foreign that must have rested so long, while arms move elsewhere."""
    first_patience_seconds: float = 0.3
    """Rest after which the bare place is recognised that an arm in the very first picture has left, in seconds."""
    glimpse_seconds: float = 0.5
    """Seconds for which a table at rest is only glimpsed at: the light drifts."""
    views_kept: int = 2
    """Older views of the table that are kept when something new belongs to it."""


MOTION_TUNING = MotionTuning()
