"""Which set is played with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from muggins.scorer.tiles import full_set

from .assembly import assemble_readings
from .scene import FaceReading, Scene
from .tuning import ReadingTuning

SETS = (6, 9, 12)
"""The highest pips of the sets that are sold."""


def choose_set(scene: Scene, sets: Sequence[int]) -> Scene:
    """The stage that chooses the likeliest of the sets by Bayes' rule.

    Each tile of a set is as likely to lie there as any other. A table of small tiles therefore speaks for a small set,
    and one tile with many pips among them is rather a misread one. Where no tile is read, those count that look printed
    but are surely face up, as people are asked about them.
    """
    if len(sets) == 1:
        return scene
    tiles = scene.tiles or [
        face for face in scene.faces if face.looks_printed and face.is_faceup >= scene.tuning.surely_face_up
    ]
    return replace(scene, set=max(sets, key=lambda highest: _log_likelihood(tiles, highest, scene.tuning)))


def _log_likelihood(tiles: Sequence[FaceReading], highest: int, tuning: ReadingTuning) -> float:
    """The log of how often people play with the set and such tiles are drawn. Each tile weighs by its confidence."""
    confidence = np.array([face.confidence for face in tiles])
    in_set = tuning.misread_beyond_set + (1 - tuning.misread_beyond_set) * np.array(
        [face.probability_in_set(highest) for face in tiles]
    )
    tiles_of_set = len(full_set(highest))
    return float(
        np.log(dict(tuning.how_often)[highest]) + confidence @ np.log(in_set) - len(confidence) * np.log(tiles_of_set)
    )


def reject_foreign(scene: Scene) -> Scene:
    """The stage that drops tiles that are not of the set."""
    tiles = tuple(face for face in scene.tiles if face.probability_in_set(scene.set) >= scene.tuning.in_set)
    if len(tiles) == len(scene.tiles):
        return scene
    assembly = assemble_readings([face.reading(scene.set) for face in tiles], scene.facedown, scene.tuning)
    return replace(scene, tiles=tiles, plane=None, assembly=assembly)
