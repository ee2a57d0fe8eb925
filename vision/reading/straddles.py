"""Straddles: outlines around the inner halves of two neighbours, which occur where no bar shows where tiles end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..types import MIN_CONFIDENCE, Detection
from .faces import HalfReader, faces_of
from .scene import FaceReading, Scene

WHOLE = 0.9
"""An outline less likely than this to be a whole tile may be a straddle."""
SURE_CANDIDATE = 0.95
"""The tile half a length to either side is there if it is at least this likely to be a whole tile."""
RATHER_WHOLE = 0.5
"""An outline at least this likely to be a whole tile gives way only if there are tiles on both sides."""


def resolve_straddles(scene: Scene, half_reader: HalfReader) -> Scene:
    """The stage that replaces each straddle by the tiles it straddles."""
    doubtful = [
        (face, face.detection)
        for face in scene.faces
        if face.detection is not None
        and face.detection.kind == "faceup"
        and face.detection.confidence >= MIN_CONFIDENCE
        and face.is_faceup < WHOLE
    ]
    candidates = [tile for face, detection in doubtful for tile in straddle_candidates(detection, face.corners)]
    read = faces_of(scene.image, candidates, half_reader)
    instead: dict[FaceReading, list[FaceReading]] = {}
    for (face, _), *pair in zip(doubtful, read[::2], read[1::2], strict=True):
        kept = resolve_straddle(face.is_faceup, (pair[0].is_faceup, pair[1].is_faceup))
        instead[face] = [pair[index] for index in kept] or [face]
    return replace(scene, faces=tuple(other for face in scene.faces for other in instead.get(face, [face])))


def straddle_candidates(tile: Detection, corners: NDArray[np.float32]) -> tuple[Detection, Detection]:
    """The two tiles that a straddle with these (4, 2) px corners, an end first, would straddle."""
    half = (corners[2] - corners[1] + corners[3] - corners[0]) / 4
    return replace(tile, corners=corners - half), replace(tile, corners=corners + half)


def resolve_straddle(is_whole: float, are_whole: tuple[float, float]) -> list[int]:
    """The indices of the candidates that lie there instead of the outline; none where the outline is a tile.

    The arguments are the probabilities that the outline and its two candidates are whole face-up tiles.
    """
    sure = [index for index, probability in enumerate(are_whole) if probability >= SURE_CANDIDATE]
    return sure if is_whole < WHOLE and len(sure) > (is_whole >= RATHER_WHOLE) else []
