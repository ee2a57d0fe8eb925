"""The value that goes through the stages of a reading."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..geometry.table_plane import TablePlane
from ..layout.reconstruct import Reconstruction
from ..types import Detection, Doubt, Image, TableState, TileKind, TileReading
from .assembly import Assembly
from .tuning import READING_TUNING, ReadingTuning


@dataclass(frozen=True, eq=False)
class FaceReading:
    """An outline and what the pip model says of it. Two of them are the same only if they are the same object."""

    corners: NDArray[np.float32]
    """(4, 2) px in canonical order."""
    ends: NDArray[np.float32]
    """(2, 2) px: the centre of each half."""
    pips: NDArray[np.float64]
    """(2, 13): for each half the probability of every pip count, whatever the set holds."""
    confidence: float
    """The probability that a face-up tile lies here, from both models."""
    is_faceup: float
    """The same from the pip model alone."""
    lies: bool
    """Whether it is taken for a tile that lies face up."""
    detection: Detection | None = None
    """What the tile model found; None where a slot was searched."""
    looks_printed: bool = False
    """Whether it is rather a printed picture of a tile, as both models say."""
    part_odds: float = -np.inf
    """The log odds that less than nine tenths of the tile can be seen, as the pip model says."""

    @property
    def kind(self) -> TileKind | None:
        """How the tile model saw it lie; None where a slot was searched."""
        return None if self.detection is None else self.detection.kind

    @property
    def seen(self) -> float:
        """The tile model's confidence; 0 where a slot was searched."""
        return 0.0 if self.detection is None else self.detection.confidence

    def reading(self, set: int) -> TileReading:
        """The reading of a tile of the set whose highest pips are `set`."""
        pips = self.pips[:, : set + 1] + 1e-9
        return TileReading(self.corners, self.ends, pips / pips.sum(axis=1, keepdims=True), self.confidence)

    def probability_in_set(self, set: int) -> float:
        """The probability that the less likely of the two halves shows no more pips than the set holds."""
        return float(self.pips[:, : set + 1].sum(axis=1).min())


@dataclass(frozen=True, eq=False)
class Scene:
    """What is known of one picture after a stage of its reading."""

    image: Image
    set: int
    """The highest pips of a half."""
    detections: tuple[Detection, ...]
    """What the tile model found, the surest first, faint detections too."""
    tuning: ReadingTuning = READING_TUNING
    faces: tuple[FaceReading, ...] = ()
    """Every outline that the pip model was asked about."""
    tiles: tuple[FaceReading, ...] = ()
    """The faces that are taken for tiles on the table."""
    plane: TablePlane | None = None
    """The plane of the table, where it was estimated from exactly `tiles` and `facedown`."""
    assembly: Assembly = field(default_factory=Assembly)
    """The values and joins of `tiles`, in their order."""
    table: Reconstruction = field(default_factory=Reconstruction)
    other_colours: tuple[FaceReading, ...] = ()
    """The faces that were not taken for tiles because of their colour."""
    unlikely: tuple[FaceReading, ...] = ()
    """The faces that were taken for tiles and dropped again, as they are too unlikely."""
    parts: tuple[FaceReading, ...] = ()
    """The faces that were not taken for tiles because only a part of each can be seen."""
    overlap_doubts: tuple[Doubt, ...] = ()
    """Doubts where other outlines may be the tiles."""
    blank_doubts: tuple[Doubt, ...] = ()
    """Doubts whether a tile lies face down or is the double-blank."""
    doubts: tuple[Doubt, ...] = ()
    """All doubts, in the order in which people are asked."""

    @property
    def facedown(self) -> tuple[Detection, ...]:
        """The tiles that lie face down."""
        return self._of_kind("facedown")

    @property
    def standing(self) -> tuple[Detection, ...]:
        """The tiles that stand in hands."""
        return self._of_kind("standing")

    def is_faint(self, tile: Detection | None) -> bool:
        """Whether a detection is too faint to be read, or there was none."""
        return tile is None or tile.confidence < self.tuning.detection.min_confidence

    def _of_kind(self, kind: TileKind) -> tuple[Detection, ...]:
        faceup = {face.detection for face in self.faces if face.lies}
        return tuple(
            tile for tile in self.detections if tile.kind == kind and not self.is_faint(tile) and tile not in faceup
        )

    def with_faces(self, more: tuple[FaceReading, ...]) -> Scene:
        """The same scene after the pip model was asked about more outlines."""
        return replace(self, faces=(*self.faces, *more))

    def state(self, time: float) -> TableState:
        """What lies on the table at `time` in seconds."""
        layout, links, loose, _ = self.table
        readings = self.assembly.readings
        unlikely = tuple(Detection(face.corners, "faceup", face.confidence) for face in self.unlikely)
        parts = tuple(face.reading(self.set) for face in self.parts)
        return TableState(
            time, readings, layout, links, loose, self.facedown, self.standing, unlikely, parts, doubts=self.doubts
        )
