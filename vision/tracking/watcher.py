"""Watches a table: takes frames, paces the readings, and hands out what happened."""

from __future__ import annotations

import numpy as np

from muggins.scorer.language import Text, text_of
from muggins.scorer.layout import Layout

from ..capture.frames import Frame
from ..motion.arms import SIDES
from ..types import TableState
from .events import TableEvent
from .expected import Expected
from .plays import STEADY_FRAMES
from .rescan import Read, UnreadError
from .tracker import TableTracker

__all__ = ["Frame", "Watcher"]

IDLE_SECONDS = 1.5
"""From one reading to the next while the table is quiet."""
LONG_QUIET_SECONDS = 10.0
"""Once nothing has moved or happened for so long, a table read as believed is read every LONG_IDLE_SECONDS only."""
LONG_IDLE_SECONDS = 4.0
"""From one reading to the next while the table is quiet for long."""
RELIT_SECONDS = 0.3
"""From one reading to the next while the light is another than at the last reading."""
RELIT_SHARE = 0.1
"""The light is another if the picture is brighter or darker by this share: what glared may be read now."""
ROUNDING_SECONDS = 1e-6
"""A reading may come this much early: times of frames are rounded."""


class Watcher:
    """One table being watched. `update` takes every frame and returns what has happened since the one before.

    `read` is a Reader's method, and `sides` are the sides of the picture where players sit.
    """

    def __init__(self, read: Read, sides: tuple[str, ...] = SIDES) -> None:
        self._read = read
        self._tracker = TableTracker(sides)
        self.unread: Text | str = ""
        """Why pictures stay unread until somebody helps, a sentence; "" once one is read."""
        self._seen_at: float | None = None
        """Seconds of the last frame; None before the first."""
        self._read_at = -np.inf
        """Seconds of the last frame that was read."""
        self._read_light = 0.0
        """The mean grey level of that frame."""
        self._busy_at = 0.0
        """Seconds when anything last moved or happened."""
        self._looks_due = STEADY_FRAMES
        """Readings without a pause that are still due: so many frames at rest show what has come of a movement."""

    @property
    def layout(self) -> Layout:
        """The layout as it is believed to lie."""
        return self._tracker.belief.layout

    @property
    def state(self) -> TableState | None:
        """What was read last, corrected by what is believed. None before the first reading."""
        return self._tracker.outcome.state

    @property
    def moves(self) -> bool:
        """Whether something moves in front of the camera."""
        return self._tracker.moves

    @property
    def is_idle(self) -> bool:
        """Whether nothing has moved or happened for long."""
        return self._seen_at is not None and self._seen_at - self._busy_at > LONG_QUIET_SECONDS

    @property
    def is_urgent(self) -> bool:
        """Whether the next reading may tell something: the table may have changed, or something is not decided yet."""
        if self._tracker.outcome.is_pending:
            return True
        return self._looks_due > 0 and (not self._tracker.moves or self._tracker.is_touched)

    def update(self, frame: Frame, expected: Expected | None = None) -> list[TableEvent]:
        """Returns what the next frame shows to have happened, in order.

        `expected` is what the record says of the table after the last events; without it they are believed as told.
        """
        self.expect(expected)
        self.glance(frame)
        return self.look(frame) if self.is_due(frame) else []

    def expect(self, expected: Expected | None) -> None:
        """Takes what the record says of the table. What people have said outranks what is read."""
        if expected is not None and self._tracker.expect(expected):
            # What they said may explain what else lies there: the next frame is read, however quiet the table is.
            self._read_at = -np.inf
            self._busy_at = 0.0 if self._seen_at is None else self._seen_at

    def is_due(self, frame: Frame) -> bool:
        """Whether a frame that was just glanced at is to be read."""
        is_due = frame.time - self._read_at >= self._pause() - ROUNDING_SECONDS
        return is_due and self._tracker.is_readable(frame.size)

    def look(self, frame: Frame) -> list[TableEvent]:
        """Reads a frame that is due, and returns what it shows to have happened, in order."""
        self._read_at, self._read_light = frame.time, self._tracker.light
        try:
            events = self._tracker.update(frame, self._read)
        except UnreadError as error:
            self._read_at = -np.inf  # the next frame is read, however quiet the table is
            if error.needs_help:
                self.unread = text_of(error)
            return []
        self.unread = ""
        self._looks_due = max(0, self._looks_due - 1)
        if self._tracker.outcome.is_pending:
            self._busy_at = frame.time
        return events

    def glance(self, frame: Frame) -> None:
        """Takes the motion in a frame that is not read: it came while another was read, and is too old by now."""
        self._seen_at = frame.time
        if self._tracker.see(frame):
            self._busy_at = frame.time
            self._looks_due = STEADY_FRAMES

    def _pause(self) -> float:
        """Returns the seconds from one reading to the next."""
        if self.is_urgent:
            return 0.0
        if abs(self._tracker.light - self._read_light) > RELIT_SHARE * self._read_light:
            return RELIT_SECONDS
        return LONG_IDLE_SECONDS if self.is_idle and self._tracker.outcome.agrees else IDLE_SECONDS
