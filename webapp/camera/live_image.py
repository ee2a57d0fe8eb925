"""The live picture as the pages show it: the newest frame as a JPEG, what is read drawn over it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile
from muggins.vision.annotate import draw
from muggins.vision.capture.open_source import Frame, LiveSource
from muggins.vision.reading.reader import Reader
from muggins.vision.types import TableState

from .setup_check import SetupCheck, check_setup

WIDEST = 1280
"""Pixels across; more is not seen on a page."""
STILL_WIDTH = 640
QUALITY = 80
IDLE_SECONDS = 0.5
"""A table where nothing happens is shown so often: drawing it oftener would be most of what the program does then."""
MARGIN = 0.35
"""Around a tile that is cut out, in its own lengths."""


def encode_still(frame: Frame) -> bytes:
    """A JPEG of the moment, small enough to keep one with every play."""
    return _encoded(_shrunk(frame.image, STILL_WIDTH))


class LiveImage:
    """The newest frame of a source, drawn and encoded once however many look at it, and only if somebody does."""

    def __init__(self, source: LiveSource, number: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        """Its pictures are numbered from above `number`."""
        self._source = source
        self._before = number
        self._state: TableState | None = None
        # One thread for all who look: each of a server's many would keep memory for pictures of its own.
        self._drawer = ThreadPoolExecutor(1, "picture")
        self._encoded: tuple[int, bytes] = (0, b"")
        self._encoded_at = -IDLE_SECONDS
        self._clock = clock
        self._happens = threading.Event()
        """Whether something happens at the table, or may."""
        self._happens.set()
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
        """Of the newest picture."""
        return self._before + (self._source.last.number if self._source.last is not None else 0)

    @property
    def frame(self) -> Frame | None:
        """What it shows, before anything is drawn over it; None before the first."""
        return self._source.last

    @property
    def state(self) -> TableState | None:
        """What is drawn over it: what was read last."""
        return self._state

    def show(self, state: TableState | None, is_idle: bool = False) -> None:
        """Draw this reading over frames from now on; while the table is idle, not over all of them."""
        self._state = state
        if is_idle:
            self._happens.clear()
        else:
            self._happens.set()

    def newest(self, after: int, wait: float) -> tuple[int, bytes] | None:
        """Number and JPEG of the newest frame above `after`, waiting for it; None where none came in `wait` seconds."""
        frame = self._source.newest(max(0, after - self._before), wait)
        if frame is None:
            return None
        number, jpeg = self._encoded
        due = self._encoded_at + IDLE_SECONDS - self._clock()
        if self._happens.is_set() or due <= 0 or self._before + number <= after:
            self._happens.wait(max(0.0, due))
            number, jpeg = self._drawer.submit(self._encode, self._source.last or frame).result()
        return self._before + number, jpeg

    def outlines(self) -> dict[str, list[float]]:
        """Where each tile lies that was read last: x and y of its four corners, as shares of the picture."""
        frame, state = self._source.last, self._state
        if frame is None or state is None:
            return {}
        return {
            str(reading.tile): [round(float(at), 4) for at in (reading.corners / frame.size).flat]
            for reading in state.readings
        }

    def crop_tile(self, tile: Tile) -> bytes | None:
        """A JPEG of a tile and a little around it; None where it is not seen."""
        frame, reading = self._source.last, self._state.reading(tile) if self._state else None
        if frame is None or reading is None:
            return None
        low, high = reading.corners.min(axis=0), reading.corners.max(axis=0)
        margin = float((high - low).max()) * MARGIN
        left, top = np.maximum(low - margin, 0).astype(int)
        right, bottom = (high + margin).astype(int)
        cut = frame.image[top:bottom, left:right]
        return _encoded(np.ascontiguousarray(cut)) if cut.size else None

    def check_setup(self) -> SetupCheck | None:
        """How well the table is seen, before anybody plays; None without a frame."""
        frame = self._source.last
        return self._drawer.submit(self._look, frame).result() if frame is not None else None

    def _look(self, frame: Frame) -> SetupCheck:
        if self._reader is None:
            self._reader = Reader()
        return check_setup(self._reader.read(frame.image))

    def _encode(self, frame: Frame) -> tuple[int, bytes]:
        if self._encoded[0] < frame.number:
            self._encoded = frame.number, _encoded(self._drawn(frame.image))
            self._encoded_at = self._clock()
        return self._encoded

    def _drawn(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        state = self._state
        # The pages tell the count themselves, by the rules that are played; and where it is to be claimed, not before.
        return _shrunk(image if state is None else draw(image, state, tells_count=False), WIDEST)


def _shrunk(image: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    high, wide = image.shape[:2]
    if wide <= width:
        return image
    return np.asarray(cv2.resize(image, (width, round(high * width / wide)), interpolation=cv2.INTER_AREA), np.uint8)


def _encoded(image: NDArray[np.uint8]) -> bytes:
    is_encoded, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert is_encoded
    return bytes(jpeg)
