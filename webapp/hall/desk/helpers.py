"""Who helps at the desk: each task has an address of its own, and steps that it may take. The chief may take all."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from muggins.texts import lazy_gettext

from ...web.access import Keys
from ..tournament import events
from ..tournament.events import Event
from .badges import sealed

SEAL_LENGTH = 16
"""Letters that prove an address: a stranger would have to guess one of 31^16."""


class Task(enum.StrEnum):
    """What a helper does at the desk."""

    CHECK_IN = "check-in"
    ARBITER = "arbiter"


TASK_NAMES = {Task.CHECK_IN: lazy_gettext("Check-in"), Task.ARBITER: lazy_gettext("Arbiter")}
_AT_CHECK_IN = (events.Entered, events.CheckedIn, events.Substituted, events.BadgeRenewed)
_AT_TABLES = (
    events.ResultTold,
    events.Withdrawn,
    events.Returned,
    events.ByeAsked,
    events.TableFixed,
    events.Announced,
)
_AT_CLOCK = (events.RoundStarted, events.ClockPaused, events.ClockResumed, events.ClockExtended, events.LastHandCalled)
STEPS: Mapping[Task, tuple[type[Event], ...]] = {
    Task.CHECK_IN: _AT_CHECK_IN,
    Task.ARBITER: (*_AT_CHECK_IN, *_AT_TABLES, *_AT_CLOCK),
}
"""The events that each task may record."""


def seal_of(task: Task, keys: Keys) -> str:
    """What proves the address of a task. A new code for spectators makes it another."""
    return sealed(f"task {task} {keys.code}", keys.signing, SEAL_LENGTH)
