"""What looks at a table say has happened there, put against what is believed to lie on it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..motion.motion import SIDES, Motion, Picture
from ..types import TableState, TileReading
from .association import View, associate, estimate_camera_motion
from .belief import TELLING, Belief, LaidTile, known_first, lies_on, reread_tile, share_changed
from .boneyard import Boneyard
from .events import (
    CameraMoved,
    Cleared,
    DoubtRaised,
    Drawn,
    HandsRevealed,
    LayoutFound,
    Played,
    Reread,
    Settled,
    TableEvent,
    TakenBack,
)
from .hands import hands_turned_up, is_surely_up
from .missing import MissingTiles
from .overrides import ManualOverrides, confirmed, corrected, found_awaited
from .plays import FRAMES, Found, NewTile, find_plays, state_of
from .tracks import Observation, Track

UNEXPLAINED_FRAMES = 15
"""Frames for a tile where nothing was seen to change: most likely it lay there before and could not be seen."""
CHANGED = 0.15
"""Share of a tile's place that looks different once it has been laid there."""
FOUND_AGAIN = 0.6
"""Share of the layout that must be seen after the whole picture has changed."""
LOST_SECONDS = 5.0
"""How long the layout may be nowhere after that before it counts as cleared away."""
DOUBT_SECONDS = 1.0


class TableTracker:
    """What is believed of one table; `judge` with every look gives what has happened since the one before."""

    def __init__(self, sides: tuple[str, ...] = SIDES) -> None:
        """`sides` are the sides of the picture where players sit."""
        self._sides = sides
        self.belief = Belief()
        self.stills: tuple[Picture, ...] = ()
        """Small pictures of the table as it last settled, the newest last."""
        self.state: TableState | None = None
        """What was read last, with the believed layout; None before the first reading."""
        self.is_pending = False
        """Whether the last look has left something open that the next may decide."""
        self.agrees = False
        """Whether the last look showed every tile that is seen to be what it is believed to be."""
        self._motion_before: Motion | None = None
        """As it was when the table last settled: whose arm it was, should a tile be seen late."""
        self._absences = MissingTiles()
        self._boneyard = Boneyard()
        self._lost_at: float | None = None
        """When the whole picture changed, for as long as the layout was not found again."""
        self._has_moved = False
        """Since then the layout was found in another place."""
        self._has_said_bumped = False
        self._has_settled = False
        """Since something last moved, or the table was cleared."""
        self._has_still = False
        """Since then, with no arm over the table."""
        self._said = ManualOverrides()
        self._doubts: dict[tuple[str, Tile | None], float] = {}
        self._lying: frozenset[Tile] = frozenset()
        """Face-up tiles that lay about when the table last settled and are no part of the layout."""
        self._up, self._left_over = frozenset[Tile](), frozenset[Tile]()
        """Those of them that are surely tiles; those that lay there when the layout was cleared away."""

    @property
    def is_lost(self) -> bool:
        """Whether the whole picture has changed and the layout was not found again yet."""
        return self._lost_at is not None

    def lose(self, time: float) -> None:
        """The whole picture has changed: nothing is believed until the layout is found again."""
        self._lost_at, self._has_moved, self._has_said_bumped, self.stills = time, False, False, ()

    def stir(self) -> None:
        """Something moves: what the table looks like once it has settled is to be said again."""
        self._has_settled = self._has_still = False

    def believe(self, was: Layout, now: Layout) -> None:
        """The table has said that not `was` but `now` lies there."""
        self.belief, self._said = corrected(self.belief, self._said, was, now)
        self._show_said()

    def confirm(self, tile: Tile) -> None:
        """The table has said that a tile is what it is believed to be."""
        self.belief = confirmed(self.belief, tile)
        self._show_said()

    def _show_said(self) -> None:
        if self.state is not None:
            beside = [one for one in self.state.readings if one.tile in self.state.loose]
            self.state = state_of(self.belief, self._said.aside, beside, self.state)

    def judge(self, look: Observation) -> list[TableEvent]:
        """What all the frames since the last movement say, put against the belief."""
        happened: list[TableEvent] = []
        was, view = self.belief, self._lay_over(look)
        if self.is_lost:
            happened += self._look_for_layout(view, look)
            if self.is_lost:
                return happened
        self._absences = self._absences.after(self.belief, view, look.motion, look.size)
        self.belief = self.belief.seen_at(view.seen).bared(was, self.stills, look.motion.picture, look.size)
        light = float(self.stills[-1].mean()) if self.stills else 0.0
        if self._absences.is_cleared(self.belief, look.motion, look.size, light):
            happened += self._clear(look)
            view = self._lay_over(look)
        elif self._absences.is_last_gone(self.belief, look.motion, look.size):
            happened.append(TakenBack(look.time, self.belief.tiles[-1].tile))
            self.belief = Belief(self.belief.tiles[:-1])
            view = self._lay_over(look)
        happened += self._reread(view, look)
        plain = self._heed_said(view, look)
        found = find_plays(self.belief, plain, look.state.facedown, self._lying, self._left_over)
        known = len(self.belief)
        happened += self._play(found, look)
        happened += self._doubt(found, look)
        self.is_pending = (
            look.is_unexplained
            or found.is_undecided
            or len(self.belief) < known + len(found.plays)
            or self._absences.is_undecided(self.belief, look.motion, look.size)
        )
        self.agrees = self.belief.agrees_with(view.seen)
        is_settled = not self.is_pending
        if any(one.seen < FRAMES for one in view.fresh):
            self.is_pending = True
        if is_settled and look.reads >= FRAMES and not look.motion.moves:
            happened += self._settle(found, look)
        self.state = self._believed(found, look, settled=is_settled)
        return happened

    def _heed_said(self, view: View, look: Observation) -> list[Track]:
        """What is newly seen, but for what the table has told of by hand."""
        self._said = self._said.after(look.vote.sightings)
        plain = [one for one in view.fresh if one.seen > 1 and not look.is_covered(one.reading.corners)]
        plain = [one for one in plain if not self._said.is_aside(one)]
        known = len(self.belief)
        steady = [one for one in plain if one.seen >= FRAMES]
        self.belief, self._said = found_awaited(self.belief, self._said, steady, look.state.facedown)
        laid = [replace(one, before=self._bare(one.reading, look)) for one in self.belief.tiles[known:]]
        self.belief = Belief((*self.belief.tiles[:known], *laid))
        return [one for one in plain if not any(lies_on(one.reading, new.reading) for new in laid)]

    def _lay_over(self, look: Observation) -> View:
        """The belief found in what is seen; moved as a whole first, where the camera or the whole layout has moved."""
        if (warp := estimate_camera_motion(self.belief, look.vote.sightings)) is not None:
            camera = look.size if self.is_lost else None
            self.belief = self.belief.shifted(warp, camera)
            self._said = replace(self._said, aside=self._said.aside.shifted(warp, camera))
            self._has_moved = True
        return associate(self.belief, look.vote.sightings)

    def _look_for_layout(self, view: View, look: Observation) -> list[TableEvent]:
        """After the whole picture changed nothing is believed until most of the layout has been found again."""
        if look.reads < FRAMES:
            return []
        seen = sum(one is not None for one in view.seen)
        if seen >= FOUND_AGAIN * len(self.belief):
            self._lost_at, self.stills = None, (look.motion.picture,)
            self._boneyard = Boneyard()
            return self._say_bumped(look) if view.moved or self._has_moved else []
        if seen == 0 and look.motion.still_for() > LOST_SECONDS:
            self._lost_at = None
            return self._clear(look)
        return self._say_bumped(look) if look.motion.still_for() > DOUBT_SECONDS else []

    def _say_bumped(self, look: Observation) -> list[TableEvent]:
        if self._has_said_bumped:
            return []
        self._has_said_bumped = True
        return [CameraMoved(look.time)]

    def _clear(self, look: Observation) -> list[TableEvent]:
        self.belief, self._absences, self._left_over = Belief(), MissingTiles(), self._lying
        self._boneyard, self._said = Boneyard(), ManualOverrides()
        # Else the next hand's tiles would be looked for in views where the last hand's lie.
        self._has_settled = self._has_still = False
        return [Cleared(look.time)]

    def _reread(self, view: View, look: Observation) -> list[TableEvent]:
        """Believed tiles that have been seen to be others for so long that they were misread at first."""
        happened: list[TableEvent] = []
        for number, sighting in enumerate(view.seen):
            if sighting is not None and (tile := reread_tile(self.belief, number, sighting)) is not None:
                happened.append(Reread(look.time, self.belief.tiles[number].tile, tile))
                self.belief = self.belief.renamed(number, tile)
        return happened

    def _play(self, found: Found, look: Observation) -> list[TableEvent]:
        """The new tiles that have been seen for long enough, up to the first that was not."""
        laid: list[LaidTile] = []
        unseen: set[Tile] = set()
        """Whose place has looked like that before: no arm that was seen has laid them."""
        doubts: list[TableEvent] = []
        first = {new.tile: new.sighting.side for new in found.plays}
        for new in found.plays:
            if not self._is_ripe(new, look):
                break
            laid.append(LaidTile(new.tile, new.on, new.reading, self._bare(new.reading, look), new.joins))
            if not self._has_changed(new, look):
                unseen.add(new.tile)
            if new.doubt is not None:
                doubts.append(DoubtRaised(look.time, new.doubt))
        happened: list[TableEvent] = []
        if not self.belief.tiles:
            laid = known_first(laid)
            lying = [one for one in laid if one.before is None]
            if len(lying) > 1 and lying == laid[: len(lying)]:
                # Where nothing was believed nobody has laid so much unseen: it lay there before.
                happened.append(LayoutFound(look.time, Belief(tuple(lying)).layout))
        for one in laid[len(lying) if happened else 0 :]:
            at = one.reading.corners.mean(axis=0)
            side = None if one.tile in unseen else first[one.tile] or self._side_of(at, look)
            happened.append(Played(look.time, one.tile, one.on, side, one.joins))
        self.belief = Belief((*self.belief.tiles, *laid))
        return [*happened, *doubts]

    def _side_of(self, point: NDArray[np.float32], look: Observation) -> str | None:
        """Whence the arm came that was at a point before the table settled."""
        side = look.motion.side_of(point, look.size)
        if side is None and self._motion_before is not None:
            side = self._motion_before.side_of(point, look.size)
        return side

    def _is_ripe(self, new: NewTile, look: Observation) -> bool:
        frames = new.frames if self._has_changed(new, look) else UNEXPLAINED_FRAMES
        return new.sighting.seen >= frames and not new.sighting.missed

    def _has_changed(self, new: NewTile, look: Observation) -> bool:
        """Whether a tile's place has looked otherwise since the table settled."""
        return any(self._change(still, new.reading, look) >= CHANGED for still in self.stills)

    def _bare(self, reading: TileReading, look: Observation) -> Picture | None:
        """The table before a tile lay there."""
        return next((still for still in self.stills if self._change(still, reading, look) > TELLING), None)

    def _change(self, still: Picture, reading: TileReading, look: Observation) -> float:
        return share_changed(still, look.motion.picture, reading.corners, look.size)

    def _doubt(self, found: Found, look: Observation) -> list[TableEvent]:
        """What has been in doubt for a while, said once."""
        doubts = {(doubt.kind, doubt.tile): doubt for doubt in found.doubts}
        self._doubts = {key: self._doubts.get(key, look.time) for key in doubts}
        due = [key for key, since in self._doubts.items() if 0 <= since <= look.time - DOUBT_SECONDS]
        for key in due:
            self._doubts[key] = -1.0  # said
        return [DoubtRaised(look.time, doubts[key]) for key in due]

    def _settle(self, found: Found, look: Observation) -> list[TableEvent]:
        self._boneyard, drawn = self._boneyard.after(
            look.state.facedown, look.motion, look.size, lambda point: self._side_of(point, look)
        )
        happened: list[TableEvent] = [Drawn(look.time, tiles, side) for side, tiles in drawn]
        lying = frozenset(new.tile for new in found.loose)
        up = frozenset(new.tile for new in found.loose if new.tile in self._up or is_surely_up(new.reading))
        if up - self._up and self.belief.tiles:
            readings = [new.reading for new in found.loose if new.tile in up]
            happened.append(HandsRevealed(look.time, hands_turned_up(readings, look.size, self._sides)))
        self._up, is_new = up, not self._has_settled or lying != self._lying or bool(drawn)
        # With what lay over it at first, if that stays: a sleeve, a cup.
        if not look.motion.arms and (is_new or not self._has_still):
            self.stills, self._has_still = (*self.stills[-1:], look.motion.picture), True
        if not is_new:
            return happened
        self._has_settled, self._lying, self._left_over = True, lying, self._left_over & lying
        self._motion_before = look.motion
        happened.append(Settled(self._believed(found, look, settled=True)))
        return happened

    def _believed(self, found: Found, look: Observation, settled: bool) -> TableState:
        """What was read now, corrected by what is believed."""
        beside = [one.reading for one in (*found.plays, *found.loose)]
        seen = replace(look.state, time=look.time, settled=settled, doubts=found.doubts)
        return state_of(self.belief, self._said.aside, beside, seen)
