"""Watches a table: takes frames, paces the readings, and hands out what happened."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from muggins.scorer.layout import Layout
from muggins.texts import Text, text_of

from ..capture.frames import Frame
from ..motion.arms import SIDES, Picture, Side
from ..motion.motion import Motion
from ..types import TableState, TileReading
from .events import Cleared, LayoutFound, TableEvent
from .expected import Expected
from .memory import Lost, Proposals, TableMemory
from .place import lies_on
from .plays import state_of
from .rescan import ChangedPlace, CloserLook, Read, UnreadError, read_part, unexplained_places
from .stages import explain
from .tracks import Observation, TrackSet
from .tuning import TRACKING_TUNING, TrackingTuning

__all__ = ["Frame", "Watcher"]

ROUNDING_SECONDS = 1e-6
"""A reading may come this much early: times of frames are rounded."""


@dataclass(frozen=True, eq=False)
class _ClearReading:
    """A reading of the table at rest that left nothing open."""

    state: TableState
    picture: Picture
    """The small copy of what was read."""
    size: tuple[int, int]
    """Width and height of what was read."""
    frames: int = 1
    """Frames that it was taken for."""


class Watcher:
    """One table being watched. `update` takes every frame and returns what has happened since the one before.

    `read` is a Reader's method, and `sides` are the sides of the picture where players sit.
    """

    def __init__(self, read: Read, sides: tuple[Side, ...] = SIDES, tuning: TrackingTuning = TRACKING_TUNING) -> None:
        self._read = read
        self._sides = sides
        self._tuning = tuning
        self._memory = TableMemory(tracks=TrackSet(tuning=tuning))
        self._expected = Expected(Layout())
        """What the record says, if it takes all that was told."""
        self._recorded: Expected | None = None
        """What the record said last; None before, and where what was told is not recorded yet."""
        self._cleared: Expected | None = None
        """What the record said when the layout was cleared away. As long as it says so, nothing is expected."""
        self.unread: Text | str = ""
        """Why pictures stay unread until somebody helps, a sentence; "" once one is read."""
        self._seen_at: float | None = None
        """Seconds of the last frame; None before the first."""
        self._read_at = -np.inf
        """Seconds of the last frame that was read."""
        self._read_light = 0.0
        """The mean grey level of that frame."""
        self._read_surely: Picture | None = None
        """A small copy of that frame, if all that it shows was read surely and agrees with the record."""
        self._read_clearly: _ClearReading | None = None
        """The last reading, if it was clear and nothing has moved since."""
        self._closer_looks: tuple[CloserLook, ...] = ()
        """The newest last."""
        self._busy_at = 0.0
        """Seconds when anything last moved or happened."""
        self._looks_due = tuning.steady_frames
        """Readings that are still due without a pause: a few frames at rest show what a movement has led to."""

    @property
    def layout(self) -> Layout:
        """What the record says lies there, if it takes all that was told."""
        return self._expected.lying

    @property
    def state(self) -> TableState | None:
        """What was read last, corrected by what the record says. None before the first reading."""
        return self._memory.outcome.state

    @property
    def moves(self) -> bool:
        """Whether something moves in front of the camera."""
        return self._memory.motion is not None and self._memory.motion.moves

    @property
    def is_idle(self) -> bool:
        """Whether nothing has moved or happened for long."""
        return self._seen_at is not None and self._seen_at - self._busy_at > self._tuning.long_quiet_seconds

    @property
    def is_urgent(self) -> bool:
        """Whether the next reading may tell something new."""
        if self._memory.outcome.is_pending:
            return True
        return self._looks_due > 0 and (not self.moves or self._memory.is_touched)

    def update(self, frame: Frame, expected: Expected | None = None) -> list[TableEvent]:
        """What the next frame shows to have happened, in order.

        `expected` is what the record says of the table after the last events; without it they count as recorded.
        """
        self.expect(expected)
        self.glance(frame)
        return self.look(frame) if self.is_due(frame) else []

    def expect(self, given: Expected | None) -> None:
        """Takes what the record says of the table. Where the two differ, the record is right."""
        was, memory = self._expected, self._memory
        if given is None:
            self._recorded = None
            return
        if given.layout is None:
            is_unseen = isinstance(memory.phase, Lost) and not memory.places
            now = replace(given, layout=Layout() if is_unseen else was.lying)
        else:
            now = given
            if self._cleared is not None and (self._cleared.hand, self._cleared.layout) == (given.hand, given.layout):
                now = replace(given, layout=Layout())
        if now != was or memory.proposed != Proposals():
            memory = memory.expecting(now, was, self._recorded)
            is_back = now.hand < was.hand  # an end of a hand was taken back: other tiles may lie there by now
            if not memory.places and not now.lying.is_empty and (self._recorded is None or is_back):
                memory = replace(memory, phase=Lost())
        if now != was:
            # What people said may explain what else lies there: the next frame is read, however quiet the table is.
            self._read_at, self._read_surely = -np.inf, None
            self._busy_at = 0.0 if self._seen_at is None else self._seen_at
            if (state := memory.outcome.state) is not None:
                beside = [reading for reading in state.readings if reading.tile in state.loose]
                shown = state_of(now.lying, memory.places, memory.aside, beside, state)
                memory = replace(memory, outcome=replace(memory.outcome, state=shown))
        self._expected, self._memory, self._recorded = now, memory, given

    def is_due(self, frame: Frame) -> bool:
        """Whether a frame that was just glanced at is to be read."""
        if frame.time - self._read_at < self._pause() - ROUNDING_SECONDS or self._shows_what_was_read():
            return False
        return not self.moves or self._memory.moves_aside(frame.size, self._tuning)

    def _shows_what_was_read(self) -> bool:
        """Whether the last frame looks like the last that was read, which left nothing open."""
        motion = self._memory.motion
        if self.is_urgent or motion is None or self._read_surely is None:
            return False
        return _differ_by(self._read_surely, motion.picture) < self._tuning.same_levels

    def look(self, frame: Frame) -> list[TableEvent]:
        """Reads a frame that is due, and returns what it shows to have happened, in order."""
        self._read_at, self._read_light, self._read_surely = frame.time, self._light, None
        try:
            observation = self._observe(frame)
        except UnreadError as error:
            self._read_at = -np.inf  # the next frame is read, however quiet the table is
            if error.needs_help:
                self.unread = text_of(error)
            return []
        self.unread = ""
        told = explain(self._memory, self._expected, observation, self._tuning, self._sides)
        self._memory, self._expected, events = told
        for event in events:
            if isinstance(event, Cleared | LayoutFound):
                self._cleared = self._recorded if isinstance(event, Cleared) else None
        self._looks_due = max(0, self._looks_due - 1)
        motion, state, is_clear = observation.motion, observation.state, self._is_clear(observation.state)
        if is_clear and state.readings and self._memory.outcome.agrees:
            self._read_surely = motion.picture
        if not is_clear or observation.is_unexplained or motion.moves:
            self._read_clearly = None
        elif self._read_clearly is None:
            self._read_clearly = _ClearReading(state, motion.picture, frame.size)
        if self._memory.outcome.is_pending:
            self._busy_at = frame.time
        return list(events)

    def _is_clear(self, state: TableState) -> bool:
        """Whether nothing is in doubt, and a reading showed all tiles clearly, or none where nothing has changed."""
        bare = 0.0 if self._closer_looks else 1.0
        is_clear = min((each.probability for each in state.readings), default=bare) >= self._tuning.layout.clear_tile
        return is_clear and not (state.doubts or self._memory.doubts.since or self._memory.missing.since)

    def glance(self, frame: Frame) -> None:
        """Takes the motion in a frame, whether or not it will be read."""
        self._seen_at = frame.time
        before, motion = self._memory.motion, self._motion_in(frame)
        self._memory = self._memory.see(motion, frame.size, self._tuning)
        has_left = before is not None and bool(before.arms) and not motion.arms
        if motion.moves:
            self._read_clearly = None
        if motion.moves or has_left:
            self._busy_at = frame.time
            self._looks_due = self._tuning.steady_frames

    def _motion_in(self, frame: Frame) -> Motion:
        before = self._memory.motion
        if before is None:
            return Motion.start(frame.picture, frame.time, self._sides, self._tuning.motion)
        motion = before.after(frame.picture, frame.time)
        begins = motion.moves and not before.moves and self._memory.reads > 0
        return motion.after_read(before) if begins else motion

    def _observe(self, frame: Frame) -> Observation:
        """What a frame that was just glanced at shows. If it cannot be read, nothing is remembered of it."""
        memory, motion, size = self._memory, self._memory.motion, frame.size
        assert motion is not None
        state = self._reading_of(frame, motion)
        clear = [each.corners for each in state.readings if each.probability >= self._tuning.layout.clear_tile]
        motion = motion.without_tiles(clear, size)
        places = self._unexplained_places(state, motion, size)
        rescanned = tuple(reading for place in places for reading in self._look_closer(frame, place, motion, state))
        tracks = memory.tracks.update(
            state.readings + rescanned,
            frame.time,
            lambda corners: motion.covered(corners, size),
            lambda point: motion.side_of(point, size),
            lambda point: motion.arms_at(point, size),
            lambda corners: memory.has_looked_at(corners, size),
            state.parts,
        )
        self._memory = replace(
            memory,
            motion=motion,
            tracks=tracks,
            reads=memory.reads + 1,
            rescans=memory.rescans + bool(places),
            is_touched=memory.is_touched and motion.moves,
        ).look()
        return Observation(state, motion, size, tracks.tracks, memory.reads + 1, bool(places))

    def _reading_of(self, frame: Frame, motion: Motion) -> TableState:
        """What a frame shows. A clear reading stands for the next frames at rest that show the same.

        It confirms a tile as often as frames must show one; then the table is read again.
        """
        known = self._read_clearly
        stands = (
            known is not None
            and known.frames < self._tuning.steady_frames
            and known.size == frame.size
            and _differ_by(known.picture, motion.picture) < self._tuning.motion.sensitivity_levels
        )
        if known is None or not stands:
            self._read_clearly = None
            return self._read(frame.picture, frame.time)
        self._read_clearly = replace(known, frames=known.frames + 1)
        return replace(known.state, time=frame.time)

    def _look_closer(self, frame: Frame, place: ChangedPlace, motion: Motion, state: TableState) -> list[TileReading]:
        """The tiles that a closer look at a place shows beyond those that were read.

        A look that shows none stands for the next frames in which the place looks the same, as a clear reading does.
        """
        before = [look for look in self._closer_looks if look.is_of(place, motion, self._tuning)]
        frames = max((look.frames for look in before), default=0)
        seen: tuple[TileReading, ...] = ()
        if frames % self._tuning.steady_frames == 0:
            seen = read_part(self._read, frame.image, state.time, place.part, self._tuning)
        new = [each for each in seen if not any(lies_on(each, known, self._tuning) for known in state.readings)]
        looks = [look for look in self._closer_looks if look not in before]
        if not new:
            looks.append(CloserLook(place.spot, motion.picture, frames + 1))
        self._closer_looks = tuple(looks[-self._tuning.looks_kept :])
        return new

    def _unexplained_places(self, state: TableState, motion: Motion, size: tuple[int, int]) -> list[ChangedPlace]:
        """The places where something has changed since the table settled, and nothing was read.

        A place where closer looks have shown nothing is left alone as long as it looks the same.
        """
        memory = self._memory
        if motion.moves or not memory.backgrounds or memory.rescans >= self._tuning.max_rescans:
            return []
        known = [tile.corners for tile in (*state.facedown, *state.standing)]
        known += [reading.corners for reading in (*state.readings, *(place.reading for place in memory.places))]
        found = unexplained_places(memory.backgrounds[-1], motion, known, size, self._tuning)
        enough = [look for look in self._closer_looks if look.frames >= self._tuning.max_rescans]
        return [place for place in found if not any(look.is_of(place, motion, self._tuning) for look in enough)]

    @property
    def _light(self) -> float:
        """The mean grey level of the last frame, 0 to 255; 0 before the first."""
        return 0.0 if self._memory.motion is None else float(self._memory.motion.picture.mean())

    def _pause(self) -> float:
        """The seconds from one reading to the next."""
        tuning = self._tuning
        if self.is_urgent:
            return 0.0
        if abs(self._light - self._read_light) > tuning.relit_share * self._read_light:
            return tuning.relit_seconds
        return tuning.long_idle_seconds if self.is_idle and self._memory.outcome.agrees else tuning.idle_seconds


def _differ_by(was: Picture, now: Picture) -> float:
    """The most grey levels by which a pixel of two small copies differs; infinite for copies of different sizes."""
    if now is was:
        return 0.0
    return cv2.norm(was, now, cv2.NORM_INF) if now.shape == was.shape else np.inf
