"""What part of the picture shows the game: near, or straightened as if seen from above. It grows with the layout."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from muggins.vision.geometry.points import Floats, apply_homography, unit_square_to_quads
from muggins.vision.geometry.quads import lengths_from_area, scale_about_centre
from muggins.vision.geometry.table_plane import estimate_table_plane

Size = NDArray[np.float64]
"""(2,) px: width and height of the picture."""

ROOM = 1.5
"""Tile lengths of table shown around the tiles: one more tile fits on any side."""
TIGHT = 0.4
"""Tile lengths around the tiles that must be shown; with less, the view grows."""
MAX_ZOOM = 3.0
"""How many times nearer than the whole picture a view may be: a page's picture is 1,280 pixels wide, and would blur."""
SLACK = 2.0
"""The view shrinks once it is this many times as large as it need be."""
GROW_SECONDS = 0.4
"""How long tiles lie outside the view before it grows: a misreading often lasts one frame."""
SHRINK_SECONDS = 2.0
"""How long a view is too large, or askew, before it changes: a hand may hide tiles for a while."""
MAX_BEND = 0.12
"""Tile lengths by which straightened tiles may lie off their place before the view is straightened anew."""
MAX_TURN_DEGREES = 4.0
"""Degrees by which straightened tiles may be turned before the view is turned."""
MIN_TILES_FOR_PLANE = 3
"""Tiles that it takes to tell how the table lies: each outline is off by some pixels."""
MIN_ELEVATION_DEGREES = 12.0
"""Degrees above the table that a camera must have for its view to be straightened: a lower one shows too little."""
MAX_CORNER_MISFIT = 0.1
"""Tile lengths by which the corners of most tiles may miss those of true tiles on the table."""
MAX_SWAY = 3.0
"""How many times as large the table's nearest point in a straightened view may be as its middle."""


@dataclass(frozen=True, eq=False)
class Crop:
    """A part of the picture that a page shows as an upright rectangle."""

    corners: Floats
    """(4, 2) px: the points of the picture in the rectangle's corners, clockwise from its top left."""
    shape: float
    """The rectangle's width divided by its height."""

    def to_rectangle(self) -> Floats:
        """(3, 3): the homography from pixels to the rectangle, whose height is 1."""
        square = unit_square_to_quads(self.corners[None, [3, 0, 1, 2]])[0]
        return np.asarray(np.diag([self.shape, 1.0, 1.0]) @ np.linalg.inv(square))


@dataclass(frozen=True, eq=False)
class Framing:
    """The crop that is shown, kept for as long as it serves."""

    crop: Crop | None
    """None for the whole picture."""
    unfit_since: float | None = None
    """Seconds since when another crop would serve better; None where this one serves."""


def crop_around(tiles: Floats, size: Size, to_table: Floats | None = None) -> Crop | None:
    """The part of the picture around tiles, with ROOM to grow; None without tiles, or where too little can be shown.

    `tiles` is (N, 4, 2) px. With `to_table`, a homography (3, 3) from pixels to the table, the crop straightens the
    table.
    """
    if not len(tiles):
        return None
    table = np.eye(3) if to_table is None else to_table
    flat = apply_homography(table, tiles)
    room = ROOM * float(np.median(lengths_from_area(flat)))
    low, high = flat.min(axis=(0, 1)) - room, flat.max(axis=(0, 1)) + room
    # Units of the table for each pixel, around the tiles.
    unit = float(np.median(lengths_from_area(flat) / lengths_from_area(tiles)))
    floor, ceiling = _bounds(table, size)
    for axis in (0, 1):
        least = size[axis] * unit / MAX_ZOOM
        low[axis], high[axis] = _span((low[axis], high[axis]), least, (floor[axis], ceiling[axis]))
    box = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    back = np.asarray(np.linalg.inv(table), np.float64)
    nearness = box @ back[2, :2] + back[2, 2]
    middle = float(flat.mean(axis=(0, 1)) @ back[2, :2] + back[2, 2])
    if nearness.min() * MAX_SWAY < middle:
        return None
    return Crop(apply_homography(back, box), float((high - low)[0] / (high - low)[1]))


def straighten(tiles: Floats, facedown: Floats) -> Floats | None:
    """(3, 3): the homography from pixels to the table, turned so that most of `tiles` lie along its axes.

    `tiles` and `facedown` are (N, 4, 2) px, corners in canonical order; those of a boneyard lie any way, but tell the
    plane too. Of the four turns it is the one nearest to the picture's. None where the tiles do not tell how the table
    lies.
    """
    laid, tiles = len(tiles), np.concatenate([tiles, facedown])
    if not laid or len(tiles) < MIN_TILES_FOR_PLANE:
        return None
    plane = estimate_table_plane(tiles)
    if float(np.median(plane.elevations(tiles.mean(axis=1)))) < MIN_ELEVATION_DEGREES:
        return None
    poses = plane.poses(tiles)
    if float(np.median(poses.misfit)) > MAX_CORNER_MISFIT:
        return None
    along = poses.along[:laid]
    # Tiles lie lengthwise and across: the fourth power takes all four directions for one.
    turn = float(np.angle(((along[:, 0] + 1j * along[:, 1]) ** 4).sum())) / 4
    rotation = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    return np.asarray(rotation @ plane.matrix)


def next_framing(
    framing: Framing | None, tiles: Floats, size: Size, time: float, to_table: Floats | None = None
) -> Framing:
    """The framing after `framing`, for tiles (N, 4, 2) px as they are read at `time`, in seconds.

    The crop stays while all tiles are in it with some room, it is not far too large, and what is to be straight is.
    """
    wanted = crop_around(tiles, size, to_table)
    if framing is None:
        return Framing(wanted)
    patience = _patience(framing.crop, wanted, tiles, size, to_table)
    if patience is None:
        return Framing(framing.crop)
    since = time if framing.unfit_since is None else framing.unfit_since
    return Framing(wanted) if time - since >= patience else replace(framing, unfit_since=since)


def _patience(
    shown: Crop | None, wanted: Crop | None, tiles: Floats, size: Size, to_table: Floats | None
) -> float | None:
    """For how many seconds to keep a crop although another is wanted; None where it serves."""
    if shown is None or wanted is None:
        return None if shown is wanted else SHRINK_SECONDS
    rectangle = shown.to_rectangle()
    around = np.clip(scale_about_centre(np.asarray(tiles, np.float32), 1 + 2 * TIGHT), 0.0, size)
    placed = apply_homography(rectangle, around)
    # A clipped corner may lie on the very edge of the crop.
    if placed.min() < -0.01 or (placed > np.array([shown.shape, 1.0]) + 0.01).any():
        return GROW_SECONDS
    needed = apply_homography(rectangle, wanted.corners)
    extent = needed.max(axis=0) - needed.min(axis=0)
    if max(extent[0] / shown.shape, extent[1]) < 1 / SLACK:
        return SHRINK_SECONDS
    table = np.eye(3) if to_table is None else to_table
    bend, turn = _deviation(apply_homography(rectangle, tiles), apply_homography(table, tiles))
    return SHRINK_SECONDS if bend > MAX_BEND or turn > MAX_TURN_DEGREES else None


def _deviation(shown: Floats, flat: Floats) -> tuple[float, float]:
    """How far tiles (N, 4, 2) as shown lie off those on the table, in tile lengths, and by how many degrees they turn.

    The offset is measured after size and turn are taken out. A turn by a right angle is none: a square layout may be
    shown either way.
    """
    seen = np.concatenate(shown) @ np.array([1, 1j])
    laid = np.concatenate(flat) @ np.array([1, 1j])
    seen, laid = seen - seen.mean(), laid - laid.mean()
    factor = complex(np.vdot(laid, seen) / np.vdot(laid, laid))
    length = float(np.median(lengths_from_area(shown)))
    quarter = abs(np.degrees(np.angle(factor))) % 90
    return float(np.abs(seen - factor * laid).max()) / length, float(min(quarter, 90 - quarter))


def _bounds(table: Floats, size: Size) -> tuple[Floats, Floats]:
    """(2,) and (2,): the least and greatest coordinates of the picture's corners on the table."""
    picture = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    if (picture @ table[2, :2] + table[2, 2]).min() <= 1e-9:  # the picture shows the horizon
        return np.full(2, -np.inf), np.full(2, np.inf)
    corners = apply_homography(table, picture)
    return corners.min(axis=0), corners.max(axis=0)


def _span(span: tuple[float, float], least: float, bounds: tuple[float, float]) -> tuple[float, float]:
    """The part of a span within the bounds, widened to `least` where there is room, about its middle if possible."""
    low, high = max(span[0], bounds[0]), min(span[1], bounds[1])
    spare = max(0.0, min(least, bounds[1] - bounds[0]) - (high - low)) / 2
    shift = max(0.0, bounds[0] - (low - spare)) - max(0.0, high + spare - bounds[1])
    return low - spare + shift, high + spare + shift
