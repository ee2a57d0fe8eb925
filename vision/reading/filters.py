"""Which faces can be tiles on this table: of one size, apart from each other, in the picture, and likely enough."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import compress
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.overlap import Outlined
from ..geometry.quads import areas, lengths_from_area
from ..geometry.table_plane import TablePlane, estimate_table_plane
from ..layout.reconstruct import chains_of
from ..types import Detection, Image, TileReading
from .assembly import Assembly, assemble_readings
from .scene import Scene
from .straddles import choose_tiles
from .tuning import ReadingTuning

T = TypeVar("T", bound=Outlined)


def reject_outliers(scene: Scene) -> Scene:
    """The stage that takes faces for tiles if they are of the common size, apart, and in the picture."""
    tuning = scene.tuning
    candidates = [face for face in scene.faces if not face.looks_printed]
    found = [face for face in candidates if not scene.is_faint(face.detection)]
    faces = [face for face in found if face.lies]
    plane, alike = reject_size_outliers(faces, scene.facedown, tuning)
    others = [
        face
        for face in candidates
        if face.kind == "faceup"
        and scene.is_faint(face.detection)
        and face.is_faceup >= tuning.rather_whole
        and (plane is None or plane.poses(face.corners[None]).misfit[0] < tuning.max_misfit)
    ]
    not_whole = [face for face in found if not face.lies and face.kind == "faceup"]
    chosen, doubts = choose_tiles([*alike, *not_whole], others, plane, tuning)
    tiles = tuple(reject_truncated(chosen, scene.image, tuning.whole_share))
    plane = plane if set(tiles) == set(faces) else None
    return replace(scene, tiles=tiles, plane=plane, overlap_doubts=tuple(doubts))


def reject_unlikely(scene: Scene) -> Scene:
    """The stage that drops loose tiles that are too unlikely, and all tiles where none is likely."""
    kept = _likely_enough(scene.assembly, scene.standing, scene.tuning)
    return keep_likely(scene, np.isin(np.arange(len(scene.tiles)), kept))


def keep_likely(scene: Scene, are_likely: NDArray[np.bool_]) -> Scene:
    """The scene without the tiles that are not among the likely ones (N,)."""
    if are_likely.all():
        return scene
    readings = list(compress(scene.assembly.readings, are_likely))
    return replace(
        scene,
        tiles=tuple(compress(scene.tiles, are_likely)),
        unlikely=(*scene.unlikely, *compress(scene.tiles, ~are_likely)),
        plane=None,
        assembly=assemble_readings(readings, scene.facedown, scene.tuning),
    )


def reject_size_outliers(
    faces: Sequence[T], facedown: Sequence[Detection], tuning: ReadingTuning
) -> tuple[TablePlane | None, list[T]]:
    """The plane of the table, estimated from all faces and the face-down tiles, and the faces of the common size.

    With fewer than `tuning.min_tiles_for_size` tiles the plane is None and all faces stay.
    """
    if len(faces) + len(facedown) < tuning.min_tiles_for_size or not faces:
        return None, list(faces)
    corners = np.array([face.corners for face in faces] + [tile.corners for tile in facedown])
    plane = estimate_table_plane(corners)
    misfits = plane.poses(corners).misfit[: len(faces)]
    return plane, [face for face, misfit in zip(faces, misfits, strict=True) if misfit < tuning.max_misfit]


def reject_truncated(faces: Sequence[T], image: Image, share: float) -> list[T]:
    """The faces of which at least this share of the area is in the picture."""
    if not faces:
        return []
    height, width = image.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    corners = np.array([face.corners for face in faces])
    is_beyond = np.any((corners < 0) | (corners > [width, height]), axis=(1, 2))
    sizes = areas(corners)
    return [
        face
        for index, face in enumerate(faces)
        if not is_beyond[index] or cv2.intersectConvexConvex(corners[index], frame)[0] >= share * sizes[index]
    ]


def _likely_enough(assembly: Assembly, standing: Sequence[Detection], tuning: ReadingTuning) -> list[int]:
    """The indices of the readings that are joined, or whose tile and value are likely enough.

    How likely depends on how surely tiles of hands stand there, as one may be seen by mistake. Empty where it is
    unlikely that any tile lies there. Of tiles that are joined one is enough: cards and keys seldom match where they
    touch.
    """
    readings, joined = assembly.readings, assembly.joined_tiles

    def threshold(reading: TileReading) -> float:
        there = _any_of(tile.confidence for tile in standing)
        in_row = _any_of(tile.confidence for tile in _standing_in_row(reading, standing, tuning))
        beside_hands, of_hand = tuning.plausible_beside_hands, tuning.plausible_in_row
        return tuning.plausible + there * (beside_hands - tuning.plausible) + in_row * (of_hand - beside_hands)

    likelihoods = [reading.likelihood for reading in readings]
    kept = [
        index
        for index, (reading, likelihood) in enumerate(zip(readings, likelihoods, strict=True))
        if reading.tile in joined or likelihood >= threshold(reading)
    ]
    chains = chains_of([reading.tile for reading in readings], assembly.joined.joins)
    together = [_any_of(likelihoods[index] for index, _ in chain) for chain in chains]
    surest = max([*(likelihoods[index] for index in kept), *together], default=0.0)
    return kept if surest >= tuning.surely_a_set else []


def _any_of(probabilities: Iterable[float]) -> float:
    """The probability that at least one of several independent things is so."""
    return 1 - math.prod(1 - probability for probability in probabilities)


def _standing_in_row(reading: TileReading, standing: Sequence[Detection], tuning: ReadingTuning) -> Iterable[Detection]:
    """The standing tiles to which a tile is as close as the tiles of a hand are to each other."""
    hands = np.array([tile.corners for tile in standing]).reshape(-1, 4, 2)
    gaps = np.maximum(hands.min(axis=1) - reading.corners.max(axis=0), reading.corners.min(axis=0) - hands.max(axis=1))
    return compress(standing, gaps.max(axis=1) < tuning.row_lengths * lengths_from_area(reading.corners[None])[0])
