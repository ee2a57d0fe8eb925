"""Workers on other machines, simulated: what they read was read before, and takes as long as reading took."""

from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from muggins.scorer.game import Game
from muggins.texts import lazy_gettext
from muggins.vision.capture.images import decode_picture
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState

from ..watching.pool import BUSY, ProcessLink, WatchingPool
from ..watching.worker import PooledReader, work
from .films import PacedFilm

WORKERS = 8
"""Simulated workers: as many as two machines of four cores have."""
SECONDS_FILE = "seconds"


class RecalledReader:
    """Answers with what `recall` has stored. The only processor time it costs here is that of opening the answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seconds = float((folder / SECONDS_FILE).read_text())

    def read(self, picture: Image | HoldsImage, set: int) -> TableState:
        """See `PooledReader.read`. Raises UnreadError for a picture that was not stored."""
        began = time.monotonic()
        stored = self._folder / (_name(picture.content) if isinstance(picture, Jpeg) else "")
        if not stored.is_file():
            raise UnreadError(BUSY)
        state: TableState = pickle.loads(stored.read_bytes())
        time.sleep(max(0.0, began + self._seconds - time.monotonic()))
        return state


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
            (folder / _name(jpeg)).write_bytes(pickle.dumps(state))
    (folder / SECONDS_FILE).write_text(str(median(taken)))


def recalled_pool(films: Sequence[PacedFilm], number: int | None, folder: Path) -> WatchingPool:
    """Simulated workers. The films are read into `folder` before."""
    recall(films, folder)
    return WatchingPool(number or WORKERS, partial(ProcessLink, partial(work, make=partial(RecalledReader, folder))))


def _name(jpeg: bytes) -> str:
    return hashlib.sha256(jpeg).hexdigest()
