"""The clock of a round: how long it has run, and whether the last hand is being played."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from .formats import MatchFormat
from .state import PairedRound


class Phase(enum.Enum):
    """Where a round stands by its clock."""

    WAITING = "waiting"
    """Paired, but not started."""
    RUNNING = "running"
    WARNING = "warning"
    """The last hand comes soon."""
    LAST_HAND = "last hand"
    """The hand in play is the last. It is finished; no other begins."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round at one moment."""

    phase: Phase
    seconds_left: float | None = None
    """Until the last hand; None where no time is set, or the round has not started."""


def last_hand_at(each: PairedRound, match: MatchFormat) -> float | None:
    """When the last hand of a round was called or is due, in seconds since 1970; None where neither is known."""
    due = None if each.started is None or match.minutes is None else each.started + match.minutes * 60
    return min((moment for moment in (each.last_hand, due) if moment is not None), default=None)


def clock(each: PairedRound, match: MatchFormat, now: float) -> Clock:
    """The clock of a round at `now`, in seconds since 1970."""
    if each.is_last_hand:
        return Clock(Phase.LAST_HAND, 0.0)
    if each.started is None:
        return Clock(Phase.WAITING)
    if match.minutes is None:
        return Clock(Phase.RUNNING)
    seconds = now - each.started
    left = match.minutes * 60 - seconds
    if left <= 0:
        return Clock(Phase.LAST_HAND, 0.0)
    is_near = match.warning is not None and seconds >= match.warning * 60
    return Clock(Phase.WARNING if is_near else Phase.RUNNING, left)
