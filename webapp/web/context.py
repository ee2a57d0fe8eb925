"""What the views of one app work with."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import current_app

from ..camera.switch import CameraSwitch
from ..camera.watch_thread import WatchThread
from ..session.archive import Archive
from ..session.session import GameSession
from .table_json import Tables

MOST_LISTENERS = 100
"""Streams that stay open at once. Who comes later hears what there is and is told to come again."""


@dataclass
class AppContext:
    """The live table, the camera that watches it, and the games that are kept."""

    live: GameSession
    cameras: CameraSwitch
    tables: Tables = field(default_factory=Tables)
    archive: Archive = field(init=False)
    _places: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(MOST_LISTENERS))

    def __post_init__(self) -> None:
        self.archive = Archive(self.live)

    @property
    def watching(self) -> WatchThread | None:
        """What watches the table now; None where there is no camera."""
        return self.cameras.watching

    @contextmanager
    def listener(self) -> Iterator[bool]:
        """Whether there is a place for one more stream; it is kept until the block ends."""
        has_place = self._places.acquire(blocking=False)
        try:
            yield has_place
        finally:
            if has_place:
                self._places.release()


def world() -> AppContext:
    """That of the app that answers the request."""
    found = current_app.extensions["muggins"]
    assert isinstance(found, AppContext)
    return found
