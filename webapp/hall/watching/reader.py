"""The reader of a worker: tiles of any set, for one core."""

from __future__ import annotations

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.pips.remembering import RememberingClassifier
from muggins.vision.reading.reader import Reader
from muggins.vision.types import HoldsImage, Image, TableState


class PooledReader:
    """Both networks, loaded once for all sets of tiles, with one OpenVINO stream on one thread each.

    Many tables are read side by side, so a second thread for one picture would only wait for a core.
    """

    def __init__(self) -> None:
        self._detector = TileDetector(threads=1)
        self._pip_reader = RememberingClassifier(PipClassifier(threads=1))
        self._readers: dict[int, Reader] = {}

    def read(self, picture: Image | HoldsImage, set: int) -> TableState:
        """What lies on the table. Raises ValueError as Reader does."""
        if set not in self._readers:
            self._readers[set] = Reader(set, self._detector, self._pip_reader)
        return self._readers[set].read(picture)
