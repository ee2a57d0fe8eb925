"""The objects that all views of one app share."""

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
from .security import RateLimit, picture_limit
from .table_json import TableEncoder

EXTENSION = "muggins"
"""Key in `app.extensions` of the app's AppContext."""
MAX_STREAMS = 100
"""Streams open at once. A later one gets what there is, ends, and comes again."""


@dataclass
class AppContext:
    """The game session, its cameras, and the archive of games."""

    session: GameSession
    cameras: CameraSwitch
    encoder: TableEncoder = field(default_factory=TableEncoder)
    archive: Archive = field(init=False)
    stream_slots: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(MAX_STREAMS))
    """One is taken by each open stream. Apps that share a server share its slots."""
    pictures: RateLimit = field(default_factory=picture_limit)
    """Of the phone that is the camera. What comes without its key is not counted: strangers would blind the table."""
    photos: RateLimit = field(default_factory=picture_limit)
    """Of photos to count, from everybody who sees the table."""

    def __post_init__(self) -> None:
        self.archive = Archive(self.session)

    @property
    def camera(self) -> WatchThread | None:
        """The thread that watches the table; None where there is no camera."""
        return self.cameras.watch_thread

    @contextmanager
    def stream_slot(self) -> Iterator[bool]:
        """Whether one of the slots was free; it is taken until the block ends."""
        with taken_slot(self.stream_slots) as has_slot:
            yield has_slot


def current_context() -> AppContext:
    """The context of the app that answers the current request."""
    context = current_app.extensions[EXTENSION]
    assert isinstance(context, AppContext)
    return context


@contextmanager
def taken_slot(slots: threading.BoundedSemaphore) -> Iterator[bool]:
    """Whether a slot was free; it is taken until the block ends."""
    has_slot = slots.acquire(blocking=False)
    try:
        yield has_slot
    finally:
        if has_slot:
            slots.release()
