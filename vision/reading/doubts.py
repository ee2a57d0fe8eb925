"""Collects what people should be asked, also about faces that were not taken for tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from muggins.scorer.language import lazy_gettext

from ..geometry.overlap import Outlines
from ..layout.reconstruct import reconstruct
from ..types import Detection, Doubt, TileReading
from .filters import HALF_SHARE, reject_truncated
from .scene import FaceReading, Scene
from .sets import IN_SET

WORTH_ASKING = 0.15
"""How clear a rejected reading must be to be asked about (see `_clearness`)."""
SAME_TILE = 0.2
"""A rejected reading whose intersection over minimum with a tile is above this is that tile."""
RATHER_FACE_UP = 0.5
"""A tile taken for face down is asked about if the pip model finds at least this likely that it lies face up."""
MAX_QUESTIONS = 2
"""In a picture where much is faint, two questions already say that the picture is bad."""


def lay_out(scene: Scene) -> Scene:
    """The stage that makes the layout from the tiles and their joins."""
    return replace(scene, table=reconstruct(scene.assembly.readings, scene.facedown, scene.assembly.joined))


def collect_doubts(scene: Scene) -> Scene:
    """The stage that gathers all doubts."""
    tiles = set(scene.tiles)
    rejected = [
        face
        for face in scene.faces
        if face not in tiles and (face.lies or _may_be_up(face)) and face.probability_in_set(scene.set) >= IN_SET
    ]
    asked = {doubt.tile for doubt in scene.overlap_doubts}
    readings = [face.reading(scene.set) for face in reject_truncated(rejected, scene.image, HALF_SHARE)]
    readings = [reading for reading in readings if reading.tile not in asked]
    others = [tile for tile in (*scene.facedown, *scene.standing) if tile not in {face.detection for face in rejected}]
    faint = doubts_for_rejected(readings, scene.assembly.readings, others)
    unsure = (*scene.foreign_doubts, *scene.assembly.value_doubts, *scene.overlap_doubts)
    return replace(scene, doubts=(*unsure, *scene.table.doubts, *faint, *scene.blank_doubts))


def _may_be_up(face: FaceReading) -> bool:
    """Whether what the tile model saw there may be a tile that lies face up."""
    if face.detection is None or face.detection.kind == "standing":
        return False
    return face.detection.kind == "faceup" or face.is_faceup >= RATHER_FACE_UP


def doubts_for_rejected(
    rejected: Iterable[TileReading], read: Sequence[TileReading], others: Sequence[Detection]
) -> tuple[Doubt, ...]:
    """Doubts about readings that were rejected, the clearest first; none about what was read or is among `others`."""
    asked = sorted(rejected, key=lambda reading: -_clearness(reading))
    if not asked:
        return ()
    corners = np.array([tile.corners for tiles in (asked, read, others) for tile in tiles])
    outlines, is_known = Outlines(corners), np.arange(len(corners)) >= len(asked)
    doubts: list[Doubt] = []
    for index, reading in enumerate(asked):
        if _clearness(reading) < WORTH_ASKING or len(doubts) == MAX_QUESTIONS:
            break
        if (outlines.intersection_over_min(index, is_known, SAME_TILE) < SAME_TILE).all():
            text = lazy_gettext(
                "Does %(tile)s lie there? Something like it was seen too faintly to be sure.", tile=reading.tile
            )
            doubts.append(Doubt("faint", text, reading.tile, reading.likely()[:3]))
            is_known[index] = True
    return tuple(doubts)


def _clearness(reading: TileReading) -> float:
    """How clearly a tile lies there and shows what it does.

    The confidence is the product of what both models say. Where one model sees a tile and the other hardly does,
    neither is taken at its word, so their geometric mean counts here.
    """
    return float(np.sqrt(max(reading.confidence, 0.0))) * reading.probability
