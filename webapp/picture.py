"""The live picture as the pages show it: the newest frame as a JPEG, what is read drawn over it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.vision.camera import Frame, Newest
from muggins.vision.draw import draw
from muggins.vision.table import TableState

WIDEST = 1280
"""Pixels across; more is not seen on a page."""
STILL_WIDTH = 640
QUALITY = 80


def still(frame: Frame) -> bytes:
    """A JPEG of the moment, small enough to keep one with every play."""
    return _encoded(_shrunk(frame.image, STILL_WIDTH))


class LivePicture:
    """The newest frame of a source, drawn and encoded once however many look at it, and only if somebody does."""

    def __init__(self, source: Newest) -> None:
        self._source = source
        self._state: TableState | None = None
        # One thread for all who look: each of a server's many would keep memory for pictures of its own.
        self._drawer = ThreadPoolExecutor(1, "picture")
        self._encoded: tuple[int, bytes] = (0, b"")

    @property
    def is_lost(self) -> bool:
        """Whether frames fail to come although the source is not over."""
        return self._source.is_lost

    @property
    def is_over(self) -> bool:
        """Whether a film has come to its end."""
        return self._source.is_over

    @property
    def state(self) -> TableState | None:
        """What is drawn over it: what was read last."""
        return self._state

    def show(self, state: TableState | None) -> None:
        """Draw this reading over frames from now on."""
        self._state = state

    def newest(self, after: int, wait: float) -> tuple[int, bytes] | None:
        """Number and JPEG of the newest frame above `after`, waiting for it; None where none came in `wait` seconds."""
        frame = self._source.newest(after, wait)
        if frame is None:
            return None
        return self._drawer.submit(self._encode, frame).result()

    def _encode(self, frame: Frame) -> tuple[int, bytes]:
        if self._encoded[0] < frame.number:
            self._encoded = frame.number, _encoded(self._drawn(frame.image))
        return self._encoded

    def _drawn(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        state = self._state
        return _shrunk(image if state is None else draw(image, state), WIDEST)


def _shrunk(image: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    high, wide = image.shape[:2]
    if wide <= width:
        return image
    return np.asarray(cv2.resize(image, (width, round(high * width / wide)), interpolation=cv2.INTER_AREA), np.uint8)


def _encoded(image: NDArray[np.uint8]) -> bytes:
    is_encoded, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert is_encoded
    return bytes(jpeg)
