"""Reads the photos that phones send, one at a time, and forgets them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from muggins.texts import lazy_gettext
from muggins.vision.capture.images import Image, encode_jpeg
from muggins.vision.capture.photo_decoder import PhotoDecoder
from muggins.vision.types import TableState

from ..session.kept_pictures import KeptPictures
from .photo import PhotoCount

KEPT_QUALITY = 90
"""JPEG quality of the photos that are kept, of 100."""
READ_PIXELS = 2_300_000
"""Pixels to which photos are made smaller before they are read, as many as phones send."""


class TableReader(Protocol):
    """Reads what lies on the table in a picture."""

    def read(self, image: Image) -> TableState: ...


@dataclass(frozen=True, eq=False)
class ReadPhoto:
    """A photo and what it shows."""

    image: Image
    count: PhotoCount


class PhotoReader:
    """Reads photos of any set. The networks are loaded with the first photo. Thread-safe."""

    def __init__(self, make_reader: Callable[[], TableReader] | None = None, keep: Path | None = None) -> None:
        """Photos are kept in the folder `keep`, where one is named; without it none is."""
        self._make_reader = make_reader or _any_set
        self._kept = None if keep is None else KeptPictures(keep)
        self._decoder = PhotoDecoder(READ_PIXELS)
        self._reader: TableReader | None = None
        self._lock = threading.Lock()

    def read(self, content: bytes) -> ReadPhoto:
        """What a photo shows: JPEG, HEIC, PNG, WebP or BMP. ValueError, a sentence, where it is none of them.

        ValueError too where more tiles lie there than any set has.
        """
        with self._lock:
            image = self._decoder.decode(content, lazy_gettext("The photo"))
            self._reader = self._reader or self._make_reader()
            state = self._reader.read(image)
        count = PhotoCount((image.shape[1], image.shape[0]), state)
        if self._kept is not None:
            self._kept.store(f"counted-{time.time_ns()}.jpg", encode_jpeg(image, KEPT_QUALITY))
        return ReadPhoto(image, count)

    def prepare(self) -> None:
        """Loads the networks and starts the decoder in the background; the first photo need not wait for them."""
        if self._reader is None and not self._lock.locked():
            threading.Thread(target=self._load, name="reader of photos", daemon=True).start()

    def _load(self) -> None:
        with self._lock:
            self._decoder.start()
            self._reader = self._reader or self._make_reader()


def _any_set() -> TableReader:
    # Imported with the first photo: loading the networks takes longer than starting the dashboard.
    from muggins.vision.reading.reader import Reader

    return Reader(set=None)
