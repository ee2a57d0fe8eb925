"""What watching a table needs of a Watcher."""

from __future__ import annotations

from typing import Protocol

from muggins.texts import Text
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame
from muggins.vision.types import TableState


class WatcherLostError(Exception):
    """The process that watched has died, and all it knew with it. A new watcher finds the layout again."""


class TableWatcher(Protocol):
    """The part of a Watcher that frames are fed to."""

    @property
    def state(self) -> TableState | None: ...
    @property
    def is_idle(self) -> bool: ...
    @property
    def unread(self) -> Text | str: ...
    def update(self, frame: Frame, expected: Expected | None) -> list[TableEvent]: ...
    def glance(self, frame: Frame) -> None: ...
