"""Stores pictures whose reading somebody corrected, with the right labels, where the player asked for it.

The folder holds labelled photos: `muggins eval` reads it, and `python -m muggins.datasets.evaluation.convert` makes a
YOLO or COCO data set of it.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.events import Correct
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.texts import lazy_gettext
from muggins.vision.capture.images import Image, encode_jpeg
from muggins.vision.evaluation.calibration import true_halves
from muggins.vision.geometry.footprint import outlines
from muggins.vision.geometry.readings import turned_round
from muggins.vision.labels.truth import TRUTH, TrueTile, as_truth, upright_box
from muggins.vision.types import Link, TableState, TileReading

from ..session.event_log import LoggedEvent
from ..session.kept_pictures import KeptPictures
from ..session.session import GameSession

SAMPLE_QUALITY = 95
NOTICE = lazy_gettext("Pictures of the table whose reading you correct are kept in %(folder)s, and nowhere else")


@dataclass(frozen=True, eq=False)
class ReadImage:
    """A picture of the table and what was read in it."""

    image: Image
    state: TableState


class SampleCollector:
    """A thread that stores the picture of the moment when a person corrects what was read."""

    def __init__(self, session: GameSession, folder: Path, newest: Callable[[], ReadImage | None]) -> None:
        """`newest` gives the newest picture that was read. ValueError where the folder cannot be written."""
        self._session = session
        self._kept = KeptPictures(folder, TRUTH)
        self._newest = newest
        self._messages = session.subscribe()
        self._thread = threading.Thread(target=self._run, name="sample collector", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._session.unsubscribe(self._messages)
        self._messages.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while (message := self._messages.get()) is not None:
            if isinstance(message, LoggedEvent) and isinstance(message.event, Correct) and message.event.is_by_person:
                self._store(message)

    def _store(self, correction: LoggedEvent) -> None:
        """Stores nothing where what was read does not agree with the record."""
        sample = self._newest()
        before = self._session.events_since(correction.game_id, correction.number - 2)
        if sample is None or not before:
            return
        labels = right_labels(sample.state, before[0].game.layout, correction.game.layout)
        if labels is None:
            return
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{correction.game_id}-{correction.number}.jpg"
        self._kept.store(name, encode_jpeg(sample.image, SAMPLE_QUALITY), json.dumps(as_truth(name, *labels)))


def right_labels(state: TableState, was: Layout, now: Layout) -> tuple[list[TrueTile], list[Link]] | None:
    """The tiles and joins of a picture, by the layout of the record before a correction and after it.

    None where a tile of the record is not seen, or more than one tile was corrected: labels must be complete and right.
    """
    wrong, right = set(was.tiles) - set(now.tiles), set(now.tiles) - set(was.tiles)
    if not state.settled or now.is_empty or len(wrong) > 1 or len(right) > 1:
        return None
    renamed = dict(zip(wrong, right, strict=False))
    readings = zip(state.readings, outlines(state.readings, state.facedown), strict=True)
    tiles = [_labelled(renamed.get(reading.tile, reading.tile), reading, outline) for reading, outline in readings]
    names = [tile.tile for tile in tiles]
    if not set(now.tiles) <= set(names) or len(set(names)) < len(names) or (wrong - set(renamed)) & set(names):
        return None
    links = [(placed.tile, placed.on) for placed in now.placements if placed.on is not None]
    for detection in state.facedown:
        tiles.append(TrueTile(None, "facedown", upright_box(detection.corners), detection.corners))
    for detection in state.standing:
        tiles.append(TrueTile(None, "standing", upright_box(detection.corners)))
    joined = {tile for link in links for tile in link}
    links += [link for link in state.links if not joined & set(link)]
    return tiles, links


def _labelled(tile: Tile, reading: TileReading, outline: NDArray[np.float32]) -> TrueTile:
    """The label of a reading: the corners of the higher half first, and a box around all that is seen of the tile."""
    starts_high = true_halves(tile, reading)[0] == tile.high
    corners = reading.corners if starts_high else turned_round(reading).corners
    return TrueTile(tile, "faceup", upright_box(outline), corners)
