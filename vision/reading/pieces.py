"""Tells tiles from pieces of longer things: of a ruler, a remote control, a row of switches.

A tile ends at its ends. Where the colour of the face goes on beyond an end for half a tile's length, and does not
beyond the sides, the outline is a piece of a strip.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import intersections_over_min
from ..geometry.points import apply_homography, unit_square_to_quads
from .face_colour import face_colours, flattened, medians, of_one_colour
from .filters import keep_likely
from .scene import Scene
from .tuning import ReadingTuning

Span = tuple[float, float]
"""From where to where, in lengths of a tile from one of its ends, or in widths from one of its sides."""


def reject_pieces(scene: Scene) -> Scene:
    """The stage that drops loose tiles that are pieces of longer things.

    Only where there are fewer tiles than `tuning.min_tiles_for_size`: more of one size are rather tiles.
    """
    readings, joined = scene.assembly.readings, scene.assembly.joined_tiles
    if len(readings) >= scene.tuning.min_tiles_for_size or len(joined) == len(readings):
        return scene
    is_joined = np.array([reading.tile in joined for reading in readings])
    return keep_likely(scene, is_joined | ~are_pieces(scene, [reading.corners for reading in readings]))


def are_pieces(scene: Scene, outlines: Sequence[NDArray[np.float32]]) -> NDArray[np.bool_]:
    """(N,) whether what lies in each outline (4, 2) px goes on beyond an end, where no other tile is seen."""
    faces = face_colours(scene.image, np.array(outlines), scene.tuning)[:, 0]
    return np.array([_is_piece(scene, outline, face) for outline, face in zip(outlines, faces, strict=True)], bool)


def _is_piece(scene: Scene, outline: NDArray[np.float32], face: NDArray[np.float64]) -> bool:
    """The same of one outline, whose face has that colour (3,)."""
    tuning = scene.tuning
    sides = [
        _colour_of(scene, _part(outline, tuning.middle, beside(tuning.beyond_side))) for beside in (_before, _after)
    ]
    for beyond in (_before, _after):
        parts = [_colour_of(scene, _part(outline, beyond(span), tuning.middle)) for span in tuning.beyond_end]
        if (
            all(_is_one(part, face, tuning) for part in parts)
            and not any(_is_one(side, colour, tuning) for side in sides for colour in (face, *parts))
            and not _is_tile_at(scene, outline, _part(outline, beyond((0.0, 0.5))))
        ):
            return True
    return False


def _before(span: Span) -> Span:
    return -span[1], -span[0]


def _after(span: Span) -> Span:
    return 1 + span[0], 1 + span[1]


def _part(outline: NDArray[np.float32], along: Span, across: Span = (0.0, 1.0)) -> NDArray[np.float64]:
    """(4, 2) px: what spans so much of the length and of the width of an outline, on the table around it."""
    square = [(along[0], across[1]), (along[0], across[0]), (along[1], across[0]), (along[1], across[1])]
    return apply_homography(unit_square_to_quads(outline[None])[0], np.array(square))


def _colour_of(scene: Scene, part: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3,) the median levels of a part of the table; NaN where the picture does not show it whole."""
    height, width = scene.image.shape[:2]
    if (part < 0).any() or (part >= (width, height)).any():
        return np.full(3, np.nan)
    pixels = flattened(scene.image, part[None], (scene.tuning.part_px, scene.tuning.part_px))
    return np.asarray(medians(pixels, np.ones(pixels.shape[:3], bool))[0])


def _is_one(colour: NDArray[np.float64], other: NDArray[np.float64], tuning: ReadingTuning) -> bool:
    """Whether two colours (3,) may be of one thing; False where one is unknown."""
    return bool(of_one_colour(colour, other, tuning.goes_on_darker, tuning.goes_on_tinted, tuning))


def _is_tile_at(scene: Scene, outline: NDArray[np.float32], part: NDArray[np.float64]) -> bool:
    """Whether something that is taken for a tile, other than what the outline shows, lies in a part of the table."""
    tuning = scene.tuning
    faceup = [face.corners for face in scene.faces if face.lies and not scene.is_faint(face.detection)]
    tiles = np.array([*faceup, *(tile.corners for tile in (*scene.facedown, *scene.standing))])
    if not len(tiles):
        return False
    is_other = intersections_over_min(outline, tiles) < tuning.detection.same_tile
    return bool((intersections_over_min(part, tiles[is_other]) >= tuning.tile_overlap).any())
