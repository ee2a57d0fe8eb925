"""Asks about tiles of which only a part can be seen, as something lies over them: another tile, a hand, a box.

Such a part is easily taken for a whole tile with fewer pips. What the edge of the picture cuts off is another matter:
filters.py knows how much is missing. Of rendered tiles of which five to nine tenths can be seen, 38 of 41 at the edge
are read right, and 119 of 172 that something covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import Outlines
from .assembly import assemble_readings
from .filters import reject_truncated
from .scene import FaceReading, Scene
from .tuning import ReadingTuning


def reject_parts(scene: Scene) -> Scene:
    """The stage that drops tiles of which only a part can be seen; people are asked about them.

    A tile that people are asked about anyway stays: a lamp's reflection hides pips of a whole tile too.
    """
    are_parts = parts_among(scene.tiles, scene.tuning) & ~_are_asked_about(scene)
    inside = reject_truncated(scene.tiles, scene.image, scene.tuning.inside_share)
    are_parts &= np.array([tile in inside for tile in scene.tiles], bool)
    if not are_parts.any():
        return scene
    parts, kept = compress(scene.tiles, are_parts), compress(scene.tiles, ~are_parts)
    readings = list(compress(scene.assembly.readings, ~are_parts))
    assembly = assemble_readings(readings, scene.facedown, scene.tuning)
    return replace(scene, tiles=tuple(kept), plane=None, assembly=assembly, parts=tuple(parts))


def _are_asked_about(scene: Scene) -> NDArray[np.bool_]:
    """(N,) whether the value of each of the tiles is in doubt, or whether it is of the set."""
    asked = {doubt.tile for doubt in (*scene.assembly.value_doubts, *scene.overlap_doubts)}
    return np.array(
        [
            reading.tile in asked or face.probability_in_set(scene.set) < scene.tuning.rather_in_set
            for face, reading in zip(scene.tiles, scene.assembly.readings, strict=True)
        ],
        bool,
    )


def parts_among(tiles: Sequence[FaceReading], tuning: ReadingTuning) -> NDArray[np.bool_]:
    """(N,) which of the tiles are only partly seen, as they look, and as they lie under others."""
    odds = np.array([tile.part_odds for tile in tiles])
    outlines = Outlines(np.array([tile.corners for tile in tiles]).reshape(-1, 4, 2), tuning.beneath_overlap)
    beneath = np.array(
        [
            (outlines.intersection_over_min(index, odds < tile.part_odds) >= tuning.beneath_overlap).any()
            for index, tile in enumerate(tiles)
        ],
        bool,
    )
    return np.asarray(odds >= np.where(beneath, tuning.part_beneath, tuning.rather_a_part))
