"""Asks the pip model what the detected tiles show, and decides which of them lie face up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..geometry.quads import half_centres, lengths_from_area, order_corners, starts_at_second_end, turn_round
from ..geometry.table_plane import estimate_table_plane
from ..pips.classifier import PipPredictions
from ..types import Detection, Image, TileKind
from .scene import FaceReading, Scene
from .tuning import ReadingTuning


class HalfReader(Protocol):
    """Reads the halves of tiles."""

    def read(self, image: Image, corners: NDArray[np.float32], rounds: int) -> PipPredictions:
        """What the tiles at `corners` (N, 4, 2) px show, with their outlines refined in at most `rounds` rounds."""
        ...


def read_faces(scene: Scene, half_reader: HalfReader) -> Scene:
    """The stage that asks what the detected tiles show."""
    found = [tile for tile in scene.detections if not scene.is_faint(tile)]
    faint = [tile for tile in scene.detections if tile.kind == "faceup" and scene.is_faint(tile)]
    faceup = [tile for tile in found if tile.kind == "faceup"]
    asked = [*faceup, *_may_lie_face_up(found, faceup, scene.tuning), *faint[: scene.tuning.max_faint]]
    return replace(scene, faces=tuple(faces_of(scene, asked, half_reader)))


def faces_of(
    scene: Scene, tiles: Sequence[Detection], half_reader: HalfReader, rounds: int | None = None
) -> list[FaceReading]:
    """What each of the tiles shows, refined in at most `rounds` rounds, and whether it lies face up."""
    tuning = scene.tuning
    if not tiles:
        return []
    rounds = tuning.pips.refinement_steps if rounds is None else rounds
    predictions = half_reader.read(scene.image, np.array([tile.corners for tile in tiles], np.float32), rounds)
    confidences = np.array([tile.confidence for tile in tiles])
    seen_faceup, standing_threshold = np.array([tile.kind == "faceup" for tile in tiles]), tuning.lies_after_all
    # What the pip model was trained to read rather than refuse needs more where the tile model sees no tile face up.
    is_faceup = np.where(seen_faceup, predictions.is_faceup, predictions.faceup_at_even_costs())
    is_sure = [
        tile.kind == "faceup" and confidence >= tuning.detection.min_confidence
        for tile, confidence in zip(tiles, is_faceup * confidences, strict=True)
    ]
    faceup_from_above = predictions.faceup_from_above(tuning.pips.rarer_from_above)
    may_stand = any(tile.kind == "standing" for tile in tiles) or (is_faceup < faceup_from_above / 2).any()
    if may_stand and _looks_down(predictions.corners[is_sure], tuning):
        is_faceup, standing_threshold = faceup_from_above, tuning.face_up
    thresholds: dict[TileKind, float] = {
        "faceup": tuning.face_up,
        "facedown": tuning.shows_pips,
        "standing": standing_threshold,
    }
    faces = oriented_faces(predictions, is_faceup, is_faceup * confidences)
    return [
        replace(face, lies=face.is_faceup >= thresholds[tile.kind], detection=tile)
        for face, tile in zip(faces, tiles, strict=True)
    ]


def oriented_faces(
    predictions: PipPredictions, is_faceup: NDArray[np.float64], confidences: NDArray[np.float64]
) -> Iterator[FaceReading]:
    """The predictions in canonical order, with (N,) probabilities that each lies face up, and (N,) confidences."""
    corners = order_corners(predictions.corners)
    pips = turn_round(predictions.pips, starts_at_second_end(predictions.corners))
    columns = (corners, half_centres(corners), pips, confidences.tolist(), is_faceup.tolist())
    odds = np.full(len(corners), -np.inf) if predictions.part_odds is None else predictions.part_odds
    for values, part_odds in zip(zip(*columns, strict=True), odds.tolist(), strict=True):
        yield FaceReading(*values, lies=True, part_odds=part_odds)


def _looks_down(corners: NDArray[np.float32], tuning: ReadingTuning) -> bool:
    """Whether there are tiles (N, 4, 2) and the camera looks down on them steeply."""
    if not len(corners):
        return False
    ordered = order_corners(corners)
    elevations = estimate_table_plane(ordered).elevations(ordered.mean(axis=1))
    return bool(np.median(elevations) >= tuning.looks_down_degrees)


def _may_lie_face_up(found: Sequence[Detection], faceup: Sequence[Detection], tuning: ReadingTuning) -> list[Detection]:
    """The standing and face-down tiles that may lie face up after all.

    Where there are face-up tiles, a face-down tile must be near enough to one to be joined to it. The boneyard is not
    read.
    """
    others = [tile for tile in found if tile.kind != "faceup"]
    if not others:
        return []
    corners = np.array([tile.corners for tile in others])
    is_near = np.ones(len(others), dtype=bool)
    if faceup:
        centres = np.array([tile.corners for tile in faceup]).mean(axis=1)
        distances = np.linalg.norm(corners.mean(axis=1)[:, None] - centres, axis=2).min(axis=1)
        is_near = distances < tuning.neighbour_lengths * lengths_from_area(corners)
    may_lie = (
        tile.confidence < tuning.surely_stands if tile.kind == "standing" else near
        for tile, near in zip(others, is_near, strict=True)
    )
    return list(compress(others, may_lie))
