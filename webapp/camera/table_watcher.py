"""What watching a table needs of a Watcher."""

from __future__ import annotations

from typing import Protocol

from muggins.scorer.rules.rulesets import RuleSet
from muggins.texts import Text
from muggins.vision.pips.classifier import MOST_PIPS
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame
from muggins.vision.types import TableState


def watched_set(rules: RuleSet) -> int:
    """The highest double that is looked for. The set of a game of rounds may have higher ones than are read."""
    return min(rules.set, MOST_PIPS) if rules.is_rounds else rules.set


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
