"""The live image of the pages: the newest frame as a JPEG, with what was read drawn over it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.rules.rulesets import RuleSet
from muggins.scorer.tiles import Tile
from muggins.texts import text_of
from muggins.vision.annotate import draw
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.capture.open_source import Frame, LiveSource
from muggins.vision.geometry.points import Floats
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.tracks import TrackSet
from muggins.vision.tracking.tuning import TrackingTuning
from muggins.vision.types import Detection, TableState, TileReading

from .framing import Crop, Framing, next_framing, straighten
from .setup_check import SetupCheck, check_setup
from .table_watcher import ReadPicture, narrowed

SHOWN_WIDTH = 1280
"""Width in pixels of the picture that pages show."""
SHOWN_QUALITY = 80
IDLE_DRAWING_SECONDS = 0.5
"""Seconds between drawn frames while nothing happens. Drawing every frame would take most of the program's time."""
TILE_MARGIN = 0.35
"""The margin around a tile that is cut out, in lengths of the tile."""
CHECKED_TOGETHER = TrackingTuning(memory_frames=4)
"""Readings of a tile are averaged while the camera is set up, as in a game: a tile that shines is read in some of them.
Pages check every 1.5 seconds, so a lamp that was moved is noticed in a few."""

Result = TypeVar("Result")


class LiveImage:
    """The newest frame of a source. It is drawn and encoded once for all viewers, and only while there are viewers."""

    def __init__(
        self,
        source: LiveSource,
        number: int = 0,
        clock: Callable[[], float] = time.monotonic,
        read: ReadPicture | None = None,
    ) -> None:
        """Frames are numbered from `number` + 1 on. Without `read`, a reader is loaded when the camera is set up."""
        self._source = source
        self._numbered_from = number
        self._state: TableState | None = None
        self._rules: RuleSet | None = None
        # One thread encodes for all viewers: each of the server's 128 threads would hold memory for images of its own.
        self._encoder = ThreadPoolExecutor(1, "live image")
        self._encoded: tuple[int, bytes] = (0, b"")
        self._encoded_at = -IDLE_DRAWING_SECONDS
        self._clock = clock
        self._is_active = threading.Event()
        """Set while something happens at the table, or may happen."""
        self._is_active.set()
        self._read = read
        self._checked = TrackSet(tuning=CHECKED_TOGETHER)
        self._near: Framing | None = None
        self._above: Framing | None = None
        self._straightened: tuple[TableState, Floats | None] | None = None
        """What was straightened last, and how: that takes 3 ms, and an idle table is read every four seconds."""

    @property
    def is_lost(self) -> bool:
        """Whether frames fail to come although the source is not over."""
        return self._source.is_lost

    @property
    def is_over(self) -> bool:
        """Whether a film has come to its end."""
        return self._source.is_over

    @property
    def number(self) -> int:
        """The number of the newest frame."""
        return self._numbered_from + (self._source.last.number if self._source.last is not None else 0)

    @property
    def frame(self) -> Frame | None:
        """The newest frame, without what is drawn over it; None before the first."""
        return self._source.last

    @property
    def state(self) -> TableState | None:
        """What was read last; it is drawn over each frame."""
        return self._state

    def show(self, state: TableState | None, is_idle: bool = False, rules: RuleSet | None = None) -> None:
        """Draws `state` over frames from now on, open where `rules` say. While the table is idle, some are left out."""
        self._state, self._rules = state, rules
        if is_idle:
            self._is_active.clear()
        else:
            self._is_active.set()

    def newest(self, after: int, wait: float) -> tuple[int, bytes] | None:
        """The newest frame above number `after`, as its number and a JPEG; None where none comes in `wait` seconds."""
        frame = self._source.newest(max(0, after - self._numbered_from), wait)
        if frame is None:
            return None
        number, jpeg = self._encoded
        due = self._encoded_at + IDLE_DRAWING_SECONDS - self._clock()
        if self._is_active.is_set() or due <= 0 or self._numbered_from + number <= after:
            self._is_active.wait(max(0.0, due))
            encoded = self._in_encoder(self._draw_and_encode, self._source.last or frame)
            if encoded is None:
                return None
            number, jpeg = encoded
        return self._numbered_from + number, jpeg

    def outlines(self) -> dict[str, list[float]]:
        """For each tile that was read last, x and y of its four corners as fractions of the frame's size."""
        frame, state = self._source.last, self._state
        if frame is None or state is None:
            return {}
        return {str(reading.tile): _shares(reading.corners, frame) for reading in state.readings}

    def near_view(self) -> dict[str, Any] | None:
        """The part of the picture around the tiles; None where the whole is to be shown.

        {"corners": x and y of what is in the four corners of the view, clockwise from its top left, as fractions of
        the frame's size; "shape": the view's width by its height}. It keeps still while it serves.
        """
        frame, state = self._source.last, self._state
        if frame is None or state is None:
            return None
        self._near = next_framing(self._near, _corners(state.readings), _size(frame), self._clock())
        return _as_fractions(self._near.crop, frame)

    def view_from_above(self) -> dict[str, Any] | None:
        """`near_view` with the table straightened; None where too few tiles are seen to know how the table lies."""
        frame, state = self._source.last, self._state
        if frame is None or state is None:
            return None
        if self._straightened is None or self._straightened[0] is not state:
            self._straightened = state, straighten(_corners(state.readings), _corners(state.facedown))
        to_table = self._straightened[1]
        tiles = _corners(state.readings if to_table is not None else ())
        self._above = next_framing(self._above, tiles, _size(frame), self._clock(), to_table)
        return _as_fractions(self._above.crop, frame)

    def crop(self, tile: Tile | None, outline: Sequence[float]) -> bytes | None:
        """A JPEG of what lies in an outline in pixels, or without one of a tile; None where the tile is not seen."""
        frame, corners = self._source.last, self._corners_of(tile, outline)
        if frame is None or corners is None:
            return None
        low, high = corners.min(axis=0), corners.max(axis=0)
        margin = float((high - low).max()) * TILE_MARGIN
        left, top = np.maximum(low - margin, 0).astype(int)
        right, bottom = (high + margin).astype(int)
        crop = frame.image[top:bottom, left:right]
        return encode_jpeg(np.ascontiguousarray(crop), SHOWN_QUALITY) if crop.size else None

    def whole(self) -> bytes | None:
        """A JPEG of the newest frame as it came; None before the first."""
        frame = self._source.last
        return encode_jpeg(frame.image, SHOWN_QUALITY) if frame is not None else None

    def place_of(self, tile: Tile | None, outline: Sequence[float]) -> list[float]:
        """The four corners of what `crop` shows, as `outlines` gives them; empty where it shows nothing."""
        frame, corners = self._source.last, self._corners_of(tile, outline)
        return [] if frame is None or corners is None else _shares(corners, frame)

    def _corners_of(self, tile: Tile | None, outline: Sequence[float]) -> Floats | None:
        if outline:
            return np.reshape(outline, (4, 2))
        reading = self._state.reading(tile) if self._state is not None and tile is not None else None
        return None if reading is None else np.asarray(reading.corners, np.float64)

    def check_setup(self) -> SetupCheck | None:
        """How well the newest frames that were checked can be read, before anybody plays; None before the first."""
        frame = self._source.last
        return self._in_encoder(self._read_and_check, frame) if frame is not None else None

    def close(self) -> None:
        """Ends the thread that encodes. From then on `newest` and `check_setup` return None."""
        self._encoder.shutdown()

    def _in_encoder(self, work: Callable[[Frame], Result], frame: Frame) -> Result | None:
        """What `work` makes of the frame in the thread that encodes; None once that thread has ended."""
        try:
            future = self._encoder.submit(work, frame)
        except RuntimeError:  # `close` came first: another camera took over while a viewer waited
            return None
        return future.result()

    def _read_and_check(self, frame: Frame) -> SetupCheck | None:
        if self._read is None:
            self._read = Reader().read
        try:
            state = self._read(frame.picture)
        except UnreadError as error:
            return SetupCheck(False, text_of(error))
        self._checked = self._checked.update(state.readings, state.time, is_covered=lambda _: False)
        readings = tuple(track.reading for track in self._checked.tracks if not track.missed)
        return check_setup(replace(state, readings=readings))

    def _draw_and_encode(self, frame: Frame) -> tuple[int, bytes]:
        if self._encoded[0] < frame.number:
            self._encoded = frame.number, encode_jpeg(self._drawn(frame.image), SHOWN_QUALITY)
            self._encoded_at = self._clock()
        return self._encoded

    def _drawn(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        state, rules = self._state, self._rules
        # Pages show the count themselves, by the rules of the game; where scores are claimed, not before the claim.
        # They ask the questions too, and what is written in a corner would be cut off once the page shows a part.
        return narrowed(image if state is None else draw(image, state, has_panel=False, rules=rules), SHOWN_WIDTH)


def _corners(tiles: Iterable[TileReading | Detection]) -> Floats:
    """(N, 4, 2) px."""
    return np.array([tile.corners for tile in tiles], np.float64).reshape(-1, 4, 2)


def _size(frame: Frame) -> Floats:
    """(2,) px: width and height."""
    return np.array(frame.size, np.float64)


def _as_fractions(crop: Crop | None, frame: Frame) -> dict[str, Any] | None:
    if crop is None:
        return None
    return {"corners": _shares(crop.corners, frame), "shape": round(crop.shape, 4)}


def _shares(corners: NDArray[Any], frame: Frame) -> list[float]:
    """x and y of each corner as fractions of the frame's size."""
    return [round(float(at), 4) for at in (corners / frame.size).flat]
