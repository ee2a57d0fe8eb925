"""The pip model for one camera's pictures after another: a crop that has not changed is not read again."""

from __future__ import annotations

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from ..types import Image
from .classifier import PipClassifier, PipPredictions
from .crops import CROP_SIZE, rectify_tiles
from .tuning import PIPS_TUNING, PipsTuning

COPY_SIZE = (CROP_SIZE[1] // 4, CROP_SIZE[0] // 4)
"""Width and height of the copies of crops that are compared. A pip is two pixels wide there, and noise is averaged."""


@dataclass(frozen=True, eq=False)
class _Crop:
    """A crop that was read clearly."""

    outline: NDArray[np.float32]
    """(4, 2) px, as it was asked about."""
    rounds: int | None
    copy: NDArray[np.uint8]
    """The crop at COPY_SIZE."""
    predicted: tuple[NDArray[np.float64] | NDArray[np.float32], ...]
    """What the pip model said, in the order of the fields of PipPredictions."""


class RememberingClassifier:
    """A pip model that remembers what it read clearly. Only one thread at a time may call `read`."""

    def __init__(self, classifier: PipClassifier, tuning: PipsTuning = PIPS_TUNING) -> None:
        self._tuning = tuning
        self._classifier = classifier
        self._crops: list[_Crop] = []
        """The one seen last at the end."""

    def read(self, image: Image, corners: NDArray[np.float32], rounds: int | None = None) -> PipPredictions:
        """See `PipClassifier.read`. What was read clearly before and looks the same is told as it was told then."""
        outlines = np.asarray(corners, np.float32).reshape(-1, 4, 2)
        known = self._unchanged(image, outlines, rounds)
        changed = np.array([index for index, crop in enumerate(known) if crop is None], np.int64)
        fresh = self._classifier.read(image, outlines[changed], rounds)
        columns = [np.asarray(getattr(fresh, field.name)) for field in fields(fresh)]
        rows = iter(zip(*columns, strict=True))
        told = [next(rows) if crop is None else crop.predicted for crop in known]
        clear = np.flatnonzero(_is_clear(fresh, self._tuning)).tolist()
        copies = _copies(image, outlines[changed[clear]])
        seen = {crop: None for crop in known if crop is not None}
        new = [
            _Crop(outlines[changed[row]], rounds, copy, told[changed[row]])
            for row, copy in zip(clear, copies, strict=True)
        ]
        kept = [crop for crop in self._crops if crop not in seen]
        self._crops = [*kept, *seen, *new][-self._tuning.most_remembered :]
        if not told:
            return fresh
        return PipPredictions(*(np.stack(column) for column in zip(*told, strict=True)))

    def _unchanged(self, image: Image, outlines: NDArray[np.float32], rounds: int | None) -> list[_Crop | None]:
        """For each of (N, 4, 2) outlines the nearest crop remembered, if it looks the same now.

        What has changed is forgotten.
        """
        found: list[_Crop | None] = [None] * len(outlines)
        if not found or not self._crops:
            return found
        before = np.stack([crop.outline for crop in self._crops])
        apart = np.abs(outlines[:, None] - before).max(axis=(2, 3))
        apart[:, [crop.rounds != rounds for crop in self._crops]] = np.inf
        widths = np.linalg.norm(outlines[:, 0] - outlines[:, 1], axis=1)
        # The newest of those equally near comes last.
        nearest = apart.shape[1] - 1 - apart[:, ::-1].argmin(axis=1)
        is_near = apart[np.arange(len(outlines)), nearest] < self._tuning.wavering_widths * widths
        asked = np.flatnonzero(is_near).tolist()
        crops = [self._crops[nearest[index]] for index in asked]
        now = _copies(image, before[nearest[asked]])
        changed = set()
        for index, crop, copy in zip(asked, crops, now, strict=True):
            if cv2.norm(crop.copy, copy, cv2.NORM_INF) < self._tuning.unchanged_levels:
                found[index] = crop
            else:
                changed.add(crop)
        self._crops = [crop for crop in self._crops if crop not in changed]
        return found


def _copies(image: Image, outlines: NDArray[np.float32]) -> list[NDArray[np.uint8]]:
    """The crops of (N, 4, 2) outlines at COPY_SIZE."""
    crops = rectify_tiles(image, outlines)
    return [np.asarray(cv2.resize(crop, COPY_SIZE, interpolation=cv2.INTER_AREA), np.uint8) for crop in crops]


def _is_clear(predicted: PipPredictions, tuning: PipsTuning) -> NDArray[np.bool_]:
    """(N,) whether there is no doubt that a tile lies there, and what it shows, or that none does."""
    shows = np.minimum(predicted.is_faceup, predicted.pips.max(axis=2).min(axis=1))
    return np.asarray(np.maximum(shows, 1 - predicted.is_faceup) > tuning.clear_crop, np.bool_)
