"""Tiles that the tile model missed: in slots where one would be joined, and those that it took for face down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from muggins.texts import lazy_gettext

from ..geometry.overlap import intersections_over_min, nms_by_confidence
from ..layout.double_blank import DOUBLE_BLANK, find_double_blank
from ..layout.slots import Slot, open_slots
from ..pips.classifier import PipPredictions
from ..probability import log_odds, sigmoid
from ..types import Doubt
from .assembly import assemble_readings
from .faces import HalfReader, faces_of, oriented_faces
from .filters import reject_truncated
from .scene import FaceReading, Scene


def assemble(scene: Scene) -> Scene:
    """The stage that works out the values and joins of the tiles."""
    readings = [face.reading(scene.set) for face in scene.tiles]
    return replace(scene, assembly=assemble_readings(readings, scene.facedown, scene.tuning, scene.plane))


def turn_up_loose(scene: Scene, half_reader: HalfReader) -> Scene:
    """The stage that reads tiles taken for face down where the others lie loose, as the tiles left in a hand do.

    Beside a layout only those near it were asked about: the others are the boneyard.
    """
    tuning = scene.tuning
    tiles, joined = scene.assembly.readings, scene.assembly.joined_tiles
    if len(tiles) < 2 or len(joined) > tuning.mostly_loose * len(tiles):
        return scene
    known = {face.detection for face in scene.faces}
    apart = [tile for tile in scene.facedown if tile not in known]
    glances = zip(apart, faces_of(scene, apart, half_reader, tuning.glance_rounds), strict=True)
    promising = [tile for tile, face in glances if face.is_faceup >= tuning.may_show_pips]
    faces = tuple(faces_of(scene, promising, half_reader))
    found = tuple(face for face in faces if face.lies)
    scene = scene.with_faces(tuple(face for face in faces if not face.lies))
    return _with_tiles(scene, found) if found else scene


def search_slots(scene: Scene, half_reader: HalfReader) -> Scene:
    """The stage that looks for further tiles where they would be joined to the tiles found so far."""
    tuning = scene.tuning
    size = scene.image.shape[1], scene.image.shape[0]
    tried: list[Slot] = []
    for _ in range(tuning.max_searches):
        assembly = scene.assembly
        slots = open_slots(
            assembly.readings, assembly.joined.joins, scene.facedown, size, tuning.layout, assembly.adjacency
        )
        slots = [slot for slot in slots if not any(slot.is_as(other, tuning.layout) for other in tried)]
        tried.extend(slots)
        found, nearly = _faces_in(slots, scene, half_reader)
        scene = scene.with_faces(nearly)
        if not found:
            break
        scene = _with_tiles(scene, found)
    return scene


def recover_double_blank(scene: Scene) -> Scene:
    """The stage that turns up the double-blank where blank halves lie against a tile taken for face down."""
    tuning = scene.tuning
    hidden = [face for face in scene.faces if face.kind == "facedown" and not face.lies]
    candidates = {face.detection for face in hidden}
    facedown = [tile for tile in scene.facedown if tile not in candidates]
    may_be = [face.reading(scene.set) for face in hidden]
    found = find_double_blank(scene.assembly.readings, may_be, facedown, tuning.layout)
    if found is None or found.log_odds < tuning.double_blank_asked:
        return scene
    probability = float(sigmoid(found.log_odds))
    if found.log_odds >= tuning.double_blank_taken:
        return _with_tiles(scene, (replace(hidden[found.index], confidence=probability, lies=True),))
    text = lazy_gettext("Is it the double-blank that lies against a blank half there, or a tile face down?")
    doubt = Doubt("faint", text, DOUBLE_BLANK, ((DOUBLE_BLANK, probability),), may_be[found.index].outline)
    return replace(scene, blank_doubts=(doubt,))


def _with_tiles(scene: Scene, faces: tuple[FaceReading, ...]) -> Scene:
    """The scene with more faces taken for tiles, where they lie apart and in the picture."""
    apart = nms_by_confidence([*scene.tiles, *faces], scene.tuning.detection.overlap)
    tiles = reject_truncated(apart, scene.image, scene.tuning.whole_share)
    return assemble(replace(scene.with_faces(faces), tiles=tuple(tiles), plane=None))


def _faces_in(
    slots: Sequence[Slot], scene: Scene, half_reader: HalfReader
) -> tuple[tuple[FaceReading, ...], tuple[FaceReading, ...]]:
    """The tiles that lie in some of the slots, and those that nearly do, about which people are asked."""
    tuning = scene.tuning
    outlines = np.array([slot.outline for slot in slots]).reshape(-1, 4, 2)
    glance, odds = _look_at(slots, outlines, scene, half_reader, tuning.glance_rounds)
    slots = [slot for slot, likely in zip(slots, odds, strict=True) if likely > tuning.glance_log_odds]
    closer = glance.corners[odds > tuning.glance_log_odds]
    predictions, odds = _look_at(slots, closer, scene, half_reader, tuning.search_rounds - tuning.glance_rounds)
    odds = odds + _seen_faintly(predictions.corners, scene)
    faces = list(oriented_faces(predictions, predictions.is_faceup, predictions.is_faceup / 2))
    found = tuple(face for face, likely in zip(faces, odds, strict=True) if likely > tuning.found_log_odds)
    nearly = (face for face, likely in zip(faces, odds, strict=True) if likely > tuning.slot_asked_log_odds)
    return found, tuple(face for face in nearly if face not in found)


def _look_at(
    slots: Sequence[Slot], outlines: NDArray[np.float32], scene: Scene, half_reader: HalfReader, rounds: int
) -> tuple[PipPredictions, NDArray[np.float64]]:
    """What the pip model says of N slots, outlined (N, 4, 2) so far, and (N,) log odds that a tile lies in each."""
    if not slots:
        return PipPredictions(np.zeros((0, 2, 13)), np.zeros(0), np.zeros((0, 4, 2), np.float32)), np.zeros(0)
    predictions = half_reader.read(scene.image, outlines, rounds)
    return predictions, _log_odds_of_tiles(slots, predictions, scene.set)


def _seen_faintly(outlines: NDArray[np.float32], scene: Scene) -> NDArray[np.float64]:
    """(N,) log odds to add for a tile in each of (N, 4, 2) outlines: above 0 where the tile model saw one too faintly.

    What it saw well enough to be read needs no slot.
    """
    tuning = scene.tuning
    faint = [
        tile for tile in scene.detections if tile.kind == "faceup" and scene.is_faint(tile) and not tile.looks_printed
    ]
    if not faint or not len(outlines):
        return np.zeros(len(outlines))
    corners, confidences = np.array([tile.corners for tile in faint]), [tile.confidence for tile in faint]
    least = tuning.detection.same_tile
    overlaps = np.array([intersections_over_min(outline, corners, least) for outline in outlines])
    seen = np.where(overlaps >= least, confidences, tuning.undetected).max(axis=1)
    return np.asarray(np.log(seen / tuning.undetected))


def _log_odds_of_tiles(slots: Sequence[Slot], found: PipPredictions, set: int) -> NDArray[np.float64]:
    """(N,) log odds that a whole face-up tile lies in each slot with a half that matches."""
    shows = [slot.shows for slot in slots]
    matches = found.pips[np.arange(len(slots)), :, shows].max(axis=1)
    outlines = np.array([slot.outline for slot in slots])
    moved = np.linalg.norm((found.corners - outlines).mean(axis=1), axis=1)
    width = np.linalg.norm(outlines[:, 0] - outlines[:, 1], axis=1)
    odds = log_odds(found.is_faceup, 1e-6) + np.log((set + 1) * matches + 0.02)
    # An outline that was refined to a place more than a width away shows another tile.
    return np.asarray(np.where(moved < width, odds, -np.inf))
