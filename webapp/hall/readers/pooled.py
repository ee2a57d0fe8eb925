"""One reader of tiles of any set, for a process that reads for one core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.pips.remembering import RememberingClassifier
from muggins.vision.reading.reader import Reader
from muggins.vision.types import HoldsImage, Image, TableState, image_of


class ReadsSets(Protocol):
    """One reader of tiles of any set. One thread at a time may call it."""

    def read(self, image: Image, set: int) -> TableState: ...


class PooledReader:
    """Both networks, loaded once for all sets of tiles, with one OpenVINO stream on one thread each.

    Many tables are read side by side, so a second thread for one picture would only wait for a core.
    """

    def __init__(self) -> None:
        self._detector = TileDetector(threads=1)
        self._pip_reader = RememberingClassifier(PipClassifier(threads=1))
        self._readers: dict[int, Reader] = {}

    def read(self, image: Image, set: int) -> TableState:
        """What lies on the table. Raises ValueError as Reader does."""
        if set not in self._readers:
            self._readers[set] = Reader(set, self._detector, self._pip_reader)
        return self._readers[set].read(image)


class OwnReaders:
    """The one reader of this process, for one thread at a time. It reads however late it is."""

    def __init__(self, make: Callable[[], ReadsSets] = PooledReader) -> None:
        """ValueError where the reader cannot be made."""
        self._reader = make()

    def read(self, picture: Image | HoldsImage, deadline: float, set: int = 6) -> TableState:
        """See `Readers.read`. Raises ValueError as Reader does."""
        return self._reader.read(image_of(picture), set)

    def close(self) -> None:
        """See `Readers.close`."""
