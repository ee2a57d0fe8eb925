"""Watches a table: frames in, what happened out, once, in order, soon, and never a play that was not made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from .absence import Absences
from .belief import Belief, LaidTile, View, lay_over, lies_on, reread_tile, share_changed, shift_between
from .closer import Read, read_closer, unexplained
from .happenings import Bumped, Cleared, Doubtful, Happening, Played, Reread, Settled, TakenBack
from .motion import SIDES, Motion, Picture
from .plays import Found, NewTile, find_plays
from .table import TableState, TileReading
from .voting import Vote, grown

__all__ = ["Bumped", "Cleared", "Doubtful", "Happening", "Played", "Reread", "Settled", "TakenBack", "Watcher"]

FRAMES = 3
"""Frames at rest that must show a tile before it is believed; more where it is hard to read."""
DOUBTFUL_FRAMES = 6
"""The same where its value is in doubt."""
VAGUE_FRAMES = 12
VAGUE = 0.3
"""A reading less probable than that is taken after VAGUE_FRAMES only."""
UNEXPLAINED_FRAMES = 15
"""Frames for a tile where nothing was seen to change: most likely it lay there before and could not be seen."""
CHANGED = 0.15
"""Share of a tile's place that looks different once it has been laid there."""
TELLING = 0.5
"""Share that must look different for a glance to tell the tile from the bare table."""
FOUND_AGAIN = 0.6
"""Share of the layout that must be seen after the whole picture has changed."""
LOST_SECONDS = 5.0
"""How long the layout may be nowhere after that before it counts as cleared away."""
DOUBT_SECONDS = 1.0
CLOSER_LOOKS = 8
"""At places that have changed and where nothing is read, before they are let be."""
QUIET_SECONDS = 0.4
"""Once nothing has moved or happened for so long, it is enough to look every IDLE_SECONDS."""
IDLE_SECONDS = 1.0


class Frame(Protocol):
    """A picture and its time in seconds, as camera.Frame."""

    @property
    def time(self) -> float: ...
    @property
    def image(self) -> NDArray[np.uint8]: ...


@dataclass(frozen=True, eq=False)
class _Look:
    """One reading of the table, with what moves there; `size` is the picture's width and height."""

    state: TableState
    motion: Motion
    size: tuple[int, int]

    @property
    def time(self) -> float:
        return self.state.time

    def is_covered(self, corners: NDArray[np.float32]) -> bool:
        return self.motion.covered(corners, self.size)


class Watcher:
    """One table being watched: `update` with every frame gives what has happened since the one before.

    `read` is a Reader's; `sides` are the sides of the picture where players sit.
    """

    def __init__(self, read: Read, sides: tuple[str, ...] = SIDES) -> None:
        self._read = read
        self._sides = sides
        self._motion: Motion | None = None
        self._motion_before: Motion | None = None
        """As it was when the table last settled: whose arm it was, should a tile be seen late."""
        self._vote = Vote()
        self._belief = Belief()
        self._absences = Absences()
        self._state: TableState | None = None
        self._stills: tuple[Picture, ...] = ()
        """Small pictures of the table as it last settled, the newest last."""
        self._reads = 0
        """Since something last moved."""
        self._closer_looks = 0
        """Since something last moved."""
        self._is_unexplained = False
        """Whether something has changed where nothing is read, and it is worth a closer look."""
        self._read_at = -np.inf
        self._busy_at = 0.0
        """When anything last moved or happened."""
        self._lost_at: float | None = None
        """When the whole picture changed, for as long as the layout was not found again."""
        self._has_said_bumped = False
        self._has_settled = False
        self._doubts: dict[tuple[str, Tile | None], float] = {}
        self._lying: frozenset[Tile] = frozenset()
        """Face-up tiles that lay about when the table last settled and are no part of the layout."""

    @property
    def layout(self) -> Layout:
        """The layout as it is believed to lie."""
        return self._belief.layout

    @property
    def state(self) -> TableState | None:
        """What was read last, with the believed layout; None before the first reading."""
        return self._state

    @property
    def moves(self) -> bool:
        """Whether something moves before the camera."""
        return self._motion is not None and self._motion.moves

    def update(self, frame: Frame) -> list[Happening]:
        """What the next frame shows to have happened, in order."""
        time = frame.time
        if self._motion is None:
            self._motion = Motion.start(frame.image, time, self._sides)
            self._stills = (self._motion.picture,)
        else:
            self._motion = self._motion.after(frame.image, time)
        motion, size = self._motion, (frame.image.shape[1], frame.image.shape[0])
        if motion.upset and self._lost_at is None:
            self._lost_at, self._has_said_bumped = time, False
            self._vote, self._stills = Vote(), ()
        if motion.moves:
            self._busy_at, self._reads, self._closer_looks, self._has_settled = time, 0, 0, False

        def is_covered(corners: NDArray[np.float32]) -> bool:
            return motion.covered(corners, size)

        if motion.moves and not self._moves_aside(motion, size):
            self._vote = self._vote.through_motion(is_covered)
            return []
        if time - self._busy_at > QUIET_SECONDS and time - self._read_at < IDLE_SECONDS - 1e-6:
            return []
        self._read_at = time
        state = self._read(frame.image, time)
        readings = state.readings + self._look_closer(frame.image, state, motion, size)
        self._vote = self._vote.after(readings, time, is_covered)
        self._reads += 1
        happened = self._judge(_Look(state, motion, size))
        if any(not isinstance(one, Settled) for one in happened):
            self._busy_at = time
        return happened

    def _moves_aside(self, motion: Motion, size: tuple[int, int]) -> bool:
        """Whether all that moves is far from the layout: somebody fidgets, and the table can be read."""
        if not len(self._belief) or motion.upset or self._lost_at is not None:
            return False
        return not any(motion.covered(grown(laid.reading.corners, 3.0), size) for laid in self._belief.tiles)

    def _look_closer(
        self, image: NDArray[np.uint8], state: TableState, motion: Motion, size: tuple[int, int]
    ) -> tuple[TileReading, ...]:
        """What can be read from near where something has changed since the table settled, and nothing was read."""
        self._is_unexplained = False
        if motion.moves or not self._stills or self._closer_looks >= CLOSER_LOOKS:
            return ()
        seen = [tile.corners for tile in (*state.facedown, *state.standing)]
        seen += [reading.corners for reading in (*state.readings, *(laid.reading for laid in self._belief.tiles))]
        places = unexplained(self._stills[-1], motion, seen, size)
        self._is_unexplained = bool(places)
        self._closer_looks += self._is_unexplained
        return tuple(
            reading
            for place in places
            for reading in read_closer(self._read, image, state.time, place)
            if not any(lies_on(reading, one) for one in state.readings)
        )

    def _judge(self, look: _Look) -> list[Happening]:
        """What all the frames since the last movement say, put against the belief."""
        happened: list[Happening] = []
        view = self._lay_over()
        if self._lost_at is not None:
            happened += self._look_for_layout(view, look)
            if self._lost_at is not None:
                return happened
        self._absences = self._absences.after(self._belief, view, look.motion, look.size)
        self._belief = self._belief.seen_at(view.seen)
        light = float(self._stills[-1].mean()) if self._stills else 0.0
        if self._absences.is_cleared(self._belief, look.motion, look.size, light):
            happened += self._clear(look)
            view = self._lay_over()
        elif self._absences.is_last_gone(self._belief, look.motion, look.size):
            happened.append(TakenBack(look.time, self._belief.tiles[-1].tile))
            self._belief = Belief(self._belief.tiles[:-1])
            view = self._lay_over()
        happened += self._reread(view, look)
        plain = [one for one in view.fresh if one.seen > 1 and not look.is_covered(one.reading.corners)]
        found = find_plays(self._belief, plain, look.state.facedown, self._lying)
        known = len(self._belief)
        happened += self._play(found, look)
        happened += self._doubt(found, look)
        is_pending = (
            self._is_unexplained
            or len(self._belief) < known + len(found.plays)
            or self._absences.is_undecided(self._belief, look.motion, look.size)
        )
        if is_pending or any(one.seen < FRAMES for one in view.fresh):
            self._busy_at = look.time
        if not is_pending and self._reads >= FRAMES and not look.motion.moves:
            happened += self._settle(found, look)
        self._state = self._believed(found, look, settled=not is_pending)
        return happened

    def _lay_over(self) -> View:
        """The belief found in what is seen; moved as a whole first, where the camera or the whole layout has moved."""
        if (warp := shift_between(self._belief, self._vote.sightings)) is not None:
            self._belief = self._belief.shifted(warp)
        return lay_over(self._belief, self._vote.sightings)

    def _look_for_layout(self, view: View, look: _Look) -> list[Happening]:
        """After the whole picture changed nothing is believed until most of the layout has been found again."""
        assert self._lost_at is not None
        if self._reads < FRAMES:
            return []
        seen = sum(one is not None for one in view.seen)
        has_moved = bool(view.moved) or any(laid.before is None for laid in self._belief.tiles)
        if seen >= FOUND_AGAIN * len(self._belief):
            self._lost_at, self._stills = None, (look.motion.picture,)
            return self._say_bumped(look) if has_moved else []
        if seen == 0 and look.motion.still_for() > LOST_SECONDS:
            self._lost_at = None
            return self._clear(look)
        return self._say_bumped(look) if look.motion.still_for() > DOUBT_SECONDS else []

    def _say_bumped(self, look: _Look) -> list[Happening]:
        if self._has_said_bumped:
            return []
        self._has_said_bumped = True
        return [Bumped(look.time)]

    def _clear(self, look: _Look) -> list[Happening]:
        self._belief, self._absences, self._lying = Belief(), Absences(), frozenset()
        return [Cleared(look.time)]

    def _reread(self, view: View, look: _Look) -> list[Happening]:
        """Believed tiles that have been seen to be others for so long that they were misread at first."""
        happened: list[Happening] = []
        for number, sighting in enumerate(view.seen):
            if sighting is not None and (tile := reread_tile(self._belief, number, sighting)) is not None:
                happened.append(Reread(look.time, self._belief.tiles[number].tile, tile))
                self._belief = self._belief.renamed(number, tile)
        return happened

    def _play(self, found: Found, look: _Look) -> list[Happening]:
        """The new tiles that have been seen for long enough, up to the first that was not."""
        happened: list[Happening] = []
        for new in found.plays:
            if not self._is_ripe(new, look):
                break
            centre = new.reading.corners.mean(axis=0)
            side = look.motion.side_of(centre, look.size)
            if side is None and self._motion_before is not None:
                side = self._motion_before.side_of(centre, look.size)
            before = next((still for still in self._stills if self._change(still, new, look) > TELLING), None)
            self._belief = Belief((*self._belief.tiles, LaidTile(new.tile, new.on, new.reading, before)))
            happened.append(Played(look.time, new.tile, new.on, side))
            if new.doubt is not None:
                happened.append(Doubtful(look.time, new.doubt))
        return happened

    def _is_ripe(self, new: NewTile, look: _Look) -> bool:
        frames = FRAMES if new.doubt is None else DOUBTFUL_FRAMES
        if new.reading.probability < VAGUE:
            frames = VAGUE_FRAMES
        if all(self._change(still, new, look) < CHANGED for still in self._stills):
            frames = UNEXPLAINED_FRAMES
        return new.sighting.seen >= frames and not new.sighting.missed

    def _change(self, still: Picture, new: NewTile, look: _Look) -> float:
        return share_changed(still, look.motion.picture, new.reading.corners, look.size)

    def _doubt(self, found: Found, look: _Look) -> list[Happening]:
        """What has been in doubt for a while, said once."""
        doubts = {(doubt.kind, doubt.tile): doubt for doubt in found.doubts}
        self._doubts = {key: self._doubts.get(key, look.time) for key in doubts}
        due = [key for key, since in self._doubts.items() if 0 <= since <= look.time - DOUBT_SECONDS]
        for key in due:
            self._doubts[key] = -1.0  # said
        return [Doubtful(look.time, doubts[key]) for key in due]

    def _settle(self, found: Found, look: _Look) -> list[Happening]:
        lying = frozenset(new.tile for new in found.loose)
        if self._has_settled and lying == self._lying:
            return []
        self._has_settled, self._lying = True, lying
        if not look.motion.arms:
            self._stills = (*self._stills[-1:], look.motion.picture)
        self._motion_before, self._motion = look.motion, look.motion.forget()
        return [Settled(self._believed(found, look, settled=True))]

    def _believed(self, found: Found, look: _Look, settled: bool) -> TableState:
        """What was read now, corrected by what is believed."""
        new = (*found.plays, *found.loose)
        laid = {one.tile for one in self._belief.tiles}
        beside = tuple(one for one in new if one.tile not in laid)
        return TableState(
            time=look.time,
            readings=(*(one.certain() for one in self._belief.tiles), *(one.reading for one in beside)),
            layout=self._belief.layout,
            links=self._belief.links,
            loose=tuple(one.tile for one in beside),
            facedown=look.state.facedown,
            standing=look.state.standing,
            settled=settled,
            doubts=found.doubts,
        )
