"""Watches a table: frames in, what happened out, once, in order, soon, and never a play that was not made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..capture.frames import Frame
from ..geometry.quads import scale_about_centre
from ..motion.motion import SIDES, Motion
from ..types import TableState, TileReading
from .belief import lies_on
from .events import Settled, TableEvent
from .rescan import Read, read_closer, unexplained
from .tracker import TableTracker
from .tracks import Observation, TrackSet

__all__ = ["Frame", "Watcher"]

CLOSER_LOOKS = 8
"""At places that have changed and where nothing is read, before they are let be."""
QUIET_SECONDS = 0.4
"""Once nothing has moved or happened for so long, it is enough to look every IDLE_SECONDS."""
IDLE_SECONDS = 1.0
LONG_QUIET_SECONDS = 10.0
"""Once nothing has for so long, and all is read as it is believed to be, every LONG_IDLE_SECONDS is enough."""
LONG_IDLE_SECONDS = 4.0


class Watcher:
    """One table being watched: `update` with every frame gives what has happened since the one before.

    `read` is a Reader's; `sides` are the sides of the picture where players sit.
    """

    def __init__(self, read: Read, sides: tuple[str, ...] = SIDES) -> None:
        self._read = read
        self._sides = sides
        self._judge = TableTracker(sides)
        self._motion: Motion | None = None
        self._vote = TrackSet()
        self._reads = 0
        """Since something last moved."""
        self._closer_looks = 0
        """Since something last moved."""
        self._read_at = -np.inf
        self._busy_at = 0.0
        """When anything last moved or happened."""

    @property
    def layout(self) -> Layout:
        """The layout as it is believed to lie."""
        return self._judge.belief.layout

    @property
    def state(self) -> TableState | None:
        """What was read last, with the believed layout; None before the first reading."""
        return self._judge.state

    @property
    def moves(self) -> bool:
        """Whether something moves before the camera."""
        return self._motion is not None and self._motion.moves

    @property
    def is_idle(self) -> bool:
        """Whether nothing has moved or happened for long."""
        return self._motion is not None and self._motion.time - self._busy_at > LONG_QUIET_SECONDS

    def update(self, frame: Frame) -> list[TableEvent]:
        """What the next frame shows to have happened, in order."""
        motion, size, time = self._look_for_motion(frame), frame.size, frame.time

        def is_covered(corners: NDArray[np.float32]) -> bool:
            return motion.covered(corners, size)

        if motion.moves and not self._moves_aside(motion, size):
            return []
        if time - self._read_at < self._pause(time) - 1e-6:
            return []
        self._read_at = time
        state = self._read(frame.image, time)
        closer, is_unexplained = self._look_closer(frame.image, state, motion, size)
        self._vote = self._vote.after(
            state.readings + closer, time, is_covered, lambda point: motion.side_of(point, size)
        )
        self._reads += 1
        happened = self._judge.judge(Observation(state, motion, size, self._vote, self._reads, is_unexplained))
        if self._judge.is_pending or any(not isinstance(one, Settled) for one in happened):
            self._busy_at = time
        if any(isinstance(one, Settled) for one in happened):
            self._motion = motion.forget()
        return happened

    def believe(self, was: Layout, now: Layout) -> None:
        """The table has said that not `was` but `now` lies there; that is surer than what is read."""
        self._judge.believe(was, now)
        self._look_again()

    def confirm(self, tile: Tile) -> None:
        """The table has said that a tile is what it is believed to be."""
        self._judge.confirm(tile)
        self._look_again()

    def _look_again(self) -> None:
        """The next frame is read, however quiet the table is: what was said may tell what else lies there."""
        self._read_at, self._busy_at = -np.inf, self._motion.time if self._motion is not None else 0.0

    def glance(self, frame: Frame) -> None:
        """Notes what moves in a frame that came while another was read, and that is itself too old to be read."""
        self._look_for_motion(frame)

    def _pause(self, time: float) -> float:
        """Seconds from one reading to the next."""
        if self.is_idle and self._judge.agrees:
            return LONG_IDLE_SECONDS
        return IDLE_SECONDS if time - self._busy_at > QUIET_SECONDS else 0.0

    def _look_for_motion(self, frame: Frame) -> Motion:
        time = frame.time
        if self._motion is None:
            self._motion = Motion.start(frame.image, time, self._sides)
            self._judge.stills = (self._motion.picture,)
        else:
            before = self._motion
            self._motion = before.after(frame.picture, time)
            if self._motion.moves and not before.moves and self._reads:
                self._motion = self._motion.after_a_look(before)
            if before.arms and not self._motion.arms:  # what it hid can be read
                self._busy_at = time
        motion, size = self._motion, frame.size
        if motion.upset and not self._judge.is_lost:
            self._judge.lose(time)
            self._vote = TrackSet()
        if motion.moves:
            self._busy_at, self._reads, self._closer_looks = time, 0, 0
            self._judge.stir()
            if not self._moves_aside(motion, size):
                self._vote = self._vote.through_motion(lambda corners: motion.covered(corners, size))
        return motion

    def _moves_aside(self, motion: Motion, size: tuple[int, int]) -> bool:
        """Whether all that moves is far from the layout: somebody fidgets, and the table can be read."""
        believed = self._judge.belief.tiles
        if not believed or motion.upset or self._judge.is_lost:
            return False
        return not any(motion.covered(scale_about_centre(laid.reading.corners, 3.0), size) for laid in believed)

    def _look_closer(
        self, image: NDArray[np.uint8], state: TableState, motion: Motion, size: tuple[int, int]
    ) -> tuple[tuple[TileReading, ...], bool]:
        """What can be read from near where something has changed since the table settled, and nothing was read.

        And whether there is such a place.
        """
        stills = self._judge.stills
        if motion.moves or not stills or self._closer_looks >= CLOSER_LOOKS:
            return (), False
        seen = [tile.corners for tile in (*state.facedown, *state.standing)]
        seen += [reading.corners for reading in (*state.readings, *(laid.reading for laid in self._judge.belief.tiles))]
        places = unexplained(stills[-1], motion, seen, size)
        self._closer_looks += bool(places)
        closer = tuple(
            reading
            for place in places
            for reading in read_closer(self._read, image, state.time, place)
            if not any(lies_on(reading, one) for one in state.readings)
        )
        return closer, bool(places)
