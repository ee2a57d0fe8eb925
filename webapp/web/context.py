"""The objects that all views of one app share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from flask import current_app

from ..camera.switch import CameraSwitch
from ..camera.watch_thread import WatchThread
from ..session.archive import Archive
from ..session.session import GameSession
from .security import RateLimit, picture_limit
from .table_json import TableEncoder

CONTEXT_EXTENSION = "muggins"
"""Key in `app.extensions` of the app's AppContext."""


class RecordedGame(Protocol):
    """A game on film that may be on the table in place of one that is played there."""

    @property
    def is_shown(self) -> bool:
        """Whether it is on the table now."""

    def show_again(self) -> None:
        """Begins it anew."""


@dataclass
class AppContext:
    """The game session, its cameras, and the archive of games."""

    session: GameSession
    cameras: CameraSwitch
    encoder: TableEncoder = field(default_factory=TableEncoder)
    archive: Archive = field(init=False)
    recorded: RecordedGame | None = None
    pictures: RateLimit = field(default_factory=picture_limit)
    """Limits the pictures of the phone that is the camera. Those without its key do not count: strangers would blind
    the table."""

    def __post_init__(self) -> None:
        self.archive = Archive(self.session)

    @property
    def shown(self) -> RecordedGame | None:
        """The recorded game, while it is on the table."""
        return self.recorded if self.recorded is not None and self.recorded.is_shown else None

    @property
    def camera(self) -> WatchThread | None:
        """The thread that watches the table; None where there is no camera."""
        return self.cameras.watch_thread


def current_context() -> AppContext:
    """The context of the app that answers the current request."""
    context = current_app.extensions[CONTEXT_EXTENSION]
    assert isinstance(context, AppContext)
    return context
