"""The live image of the pages: the newest frame as a JPEG, with what was read drawn over it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile
from muggins.vision.annotate import draw
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.capture.open_source import Frame, LiveSource
from muggins.vision.reading.reader import Reader
from muggins.vision.types import TableState

from .setup_check import SetupCheck, check_setup

WIDEST = 1280
"""Pixels across; a page shows no more."""
STILL_WIDTH = 640
"""Pixels across a picture that is stored with a play."""
JPEG_QUALITY = 80
IDLE_SECONDS = 0.5
"""The interval of drawn frames while nothing happens. Drawing each frame took most of the program's time then."""
MARGIN = 0.35
"""Shown around a tile that is cut out, in lengths of the tile."""

Result = TypeVar("Result")


def encode_still(frame: Frame) -> bytes:
    """A JPEG of a frame, STILL_WIDTH pixels wide: small enough to store with every play."""
    return encode_jpeg(_narrowed(frame.image, STILL_WIDTH), JPEG_QUALITY)


class LiveImage:
    """The newest frame of a source. It is drawn and encoded once for all viewers, and only while there are viewers."""

    def __init__(self, source: LiveSource, number: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        """Frames are numbered from `number` + 1 on."""
        self._source = source
        self._numbered_from = number
        self._state: TableState | None = None
        # One thread encodes for all viewers: each of the server's 128 threads would hold memory for images of its own.
        self._encoder = ThreadPoolExecutor(1, "live image")
        self._encoded: tuple[int, bytes] = (0, b"")
        self._encoded_at = -IDLE_SECONDS
        self._clock = clock
        self._is_active = threading.Event()
        """Set while something happens at the table, or may."""
        self._is_active.set()
        self._reader: Reader | None = None

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

    def show(self, state: TableState | None, is_idle: bool = False) -> None:
        """Draw `state` over frames from now on. While the table is idle, some frames are not drawn."""
        self._state = state
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
        due = self._encoded_at + IDLE_SECONDS - self._clock()
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
        return {
            str(reading.tile): [round(float(at), 4) for at in (reading.corners / frame.size).flat]
            for reading in state.readings
        }

    def crop_tile(self, tile: Tile) -> bytes | None:
        """A JPEG of a tile with a margin around it; None where it is not seen."""
        frame, reading = self._source.last, self._state.reading(tile) if self._state else None
        if frame is None or reading is None:
            return None
        low, high = reading.corners.min(axis=0), reading.corners.max(axis=0)
        margin = float((high - low).max()) * MARGIN
        left, top = np.maximum(low - margin, 0).astype(int)
        right, bottom = (high + margin).astype(int)
        crop = frame.image[top:bottom, left:right]
        return encode_jpeg(np.ascontiguousarray(crop), JPEG_QUALITY) if crop.size else None

    def check_setup(self) -> SetupCheck | None:
        """How well the newest frame can be read, before anybody plays; None before the first frame."""
        frame = self._source.last
        return self._in_encoder(self._read_and_check, frame) if frame is not None else None

    def close(self) -> None:
        """End the thread that encodes. From then on `newest` and `check_setup` return None."""
        self._encoder.shutdown()

    def _in_encoder(self, work: Callable[[Frame], Result], frame: Frame) -> Result | None:
        """What `work` makes of the frame in the thread that encodes; None once that thread has ended."""
        try:
            future = self._encoder.submit(work, frame)
        except RuntimeError:  # `close` came first: another camera took over while a viewer waited
            return None
        return future.result()

    def _read_and_check(self, frame: Frame) -> SetupCheck:
        if self._reader is None:
            self._reader = Reader()
        return check_setup(self._reader.read(frame.image))

    def _draw_and_encode(self, frame: Frame) -> tuple[int, bytes]:
        if self._encoded[0] < frame.number:
            self._encoded = frame.number, encode_jpeg(self._drawn(frame.image), JPEG_QUALITY)
            self._encoded_at = self._clock()
        return self._encoded

    def _drawn(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        state = self._state
        # Pages show the count themselves, by the rules of the game; where scores are claimed, not before the claim.
        return _narrowed(image if state is None else draw(image, state, tells_count=False), WIDEST)


def _narrowed(image: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """The image at most `width` pixels wide."""
    high, wide = image.shape[:2]
    if wide <= width:
        return image
    return np.asarray(cv2.resize(image, (width, round(high * width / wide)), interpolation=cv2.INTER_AREA), np.uint8)
