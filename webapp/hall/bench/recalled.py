"""Readers on other machines, simulated: what they answer was read before, and comes as late as reading took."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from muggins.scorer.game import Game
from muggins.texts import lazy_gettext
from muggins.vision.capture.images import decode_picture
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState

from ..readers import wire
from ..readers.pool import BUSY
from ..readers.pooled import PooledReader
from ..readers.remote import jpeg_of
from ..watching.pool import WatchingPool
from ..watching.worker import work
from .films import PacedFilm

READERS = 8
"""Simulated readers: as many as two machines of four cores have."""
SECONDS_FILE = "seconds"


class RecalledReaders:
    """Answers with what `recall` has stored. The only processor time it costs here is that of opening the answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seconds = float((folder / SECONDS_FILE).read_text())

    def read(self, picture: Image | HoldsImage, deadline: float, set: int = 6) -> TableState:
        """See `Readers.read`. Raises UnreadError for a picture that was not stored."""
        began = time.monotonic()
        stored = self._folder / _name(jpeg_of(picture))
        if not stored.exists():
            raise UnreadError(BUSY)
        state = wire.decode(stored.read_bytes())
        time.sleep(max(0.0, began + self._seconds - time.monotonic()))
        return state

    def close(self) -> None:
        """See `Readers.close`."""


def recall(films: Sequence[PacedFilm], folder: Path) -> None:
    """Stores in `folder` what lies in each picture of the films, and how many seconds reading takes a core here."""
    reader, taken = PooledReader(), []
    for film in films:
        highest = Game().apply(film.started).rules.set
        for jpeg in film.load().values():
            image = decode_picture(jpeg, lazy_gettext("The picture"))
            began = time.monotonic()
            state = reader.read(image, highest)
            taken.append(time.monotonic() - began)
            (folder / _name(jpeg)).write_bytes(wire.encode(state))
    (folder / SECONDS_FILE).write_text(str(median(taken)))


def recalled_pool(films: Sequence[PacedFilm], number: int | None, folder: Path) -> WatchingPool:
    """Watching processes, each of which waits for a simulated reader. The films are read into `folder` before."""
    recall(films, folder)
    return WatchingPool(number or READERS, partial(work, make=partial(RecalledReaders, folder)))


def _name(jpeg: bytes) -> str:
    return hashlib.sha256(jpeg).hexdigest()
