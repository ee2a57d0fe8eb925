"""The table tracker: takes frames and readings of one table, and says what has happened there.

At every moment the table is in one `Phase`. Frames and readings give `Signal`s, and `TRANSITIONS` says which phase
follows. A play is believed while the table rests, and nothing is while it is LOST.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..capture.frames import Frame
from ..geometry.quads import scale_about_centre
from ..layout.value_assignment import value_doubt
from ..motion.arms import EARLIER_SHARE, SIDES, Picture
from ..motion.motion import Motion
from ..types import Doubt, TableState, TileReading
from . import events as table_event
from .association import Association, associate, estimate_camera_motion
from .belief import (
    Belief,
    LaidTile,
    bare_place,
    is_wavering,
    known_first,
    lies_on,
    reread_tile,
    share_changed,
    tile_that_gives_way,
)
from .boneyard import Boneyard
from .events import DoubtRaised, LayoutFound, Played, TableEvent
from .expected import Expected, relabel, renamed_in
from .hands import are_hands_up, hands_turned_up, is_surely_up
from .missing import MissingTiles
from .overrides import ManualOverrides, confirmed, corrected, find_awaited
from .plays import STEADY_FRAMES, NewTile, NewTiles, find_plays, state_of
from .proposals import Proposals
from .rescan import Read, read_part, unexplained_places
from .tracks import Observation, Track, TrackSet

UNEXPLAINED_FRAMES = 15
"""Frames for a tile where nothing was seen to change: most likely it lay there before and could not be seen."""
CHANGED_SHARE = 0.15
"""Share of a tile's place that looks different once the tile has been laid there."""
FOUND_SHARE = 0.6
"""Share of the layout that must be seen for it to be found again."""
LOST_SECONDS = 5.0
"""A layout that is nowhere for so long at rest has been cleared away."""
CAMERA_MOVED_SECONDS = 1.0
"""A layout that is not found for so long at rest means that the camera has moved."""
DOUBT_SECONDS = 1.0
"""A doubt is raised once it has lasted for so long."""
UNREAD = ("edge", "faint", "foreign")
"""The kinds of the reader's doubts about what it has not read."""
UNREAD_SECONDS = 2.0
"""Such a doubt is raised once it has lasted for so long. Most tiles are read once the arm is gone."""
UNTOLD_SECONDS = 1.0
"""A tile that lies sure and joined for so long is believed, although one before it is still in doubt."""
WAVERING_FRAMES = 100
"""Frames for which a tile that wavers is read without a pause. It is read now and then after that."""
NEW_BONEYARD_FRAMES = 6
"""Frames at rest for which new tiles face down are read without a pause. They are read now and then after that."""
MAX_RESCANS = 8
"""Closer looks at places where nothing is read, before they are left alone."""
NEAR_LAYOUT = 3.0
"""What moves is aside if it stays out of the tiles of the layout, each larger by this factor."""


class Phase(Enum):
    """What the table is doing, as far as it matters for tracking."""

    MOVING = auto()
    """Something moves."""
    SETTLING = auto()
    """Nothing moves, but the table has not settled since something moved or the layout was cleared."""
    COVERED = auto()
    """The table has settled, with an arm over it: its background is not known."""
    SETTLED = auto()
    """The table has settled, and its background was taken without an arm over it."""
    LOST = auto()
    """The whole picture has changed, and the layout has not been found again."""


class Signal(Enum):
    """What a frame or a reading says about the phase."""

    MOVED = auto()
    """Something moves in a frame."""
    RESTED = auto()
    """Nothing moves in a frame."""
    SCENE_CHANGED = auto()
    """The whole picture has changed: a lamp, or the camera was moved."""
    FOUND = auto()
    """Most of the layout is seen again."""
    CLEARED = auto()
    """The layout was cleared away."""
    SETTLED_UNDER_ARM = auto()
    """A reading leaves nothing open, with an arm over the table."""
    SETTLED_IN_VIEW = auto()
    """A reading leaves nothing open, and no arm is over the table."""


TRANSITIONS: Mapping[Signal, Mapping[Phase, Phase]] = {
    Signal.MOVED: dict.fromkeys((Phase.SETTLING, Phase.COVERED, Phase.SETTLED), Phase.MOVING),
    Signal.RESTED: {Phase.MOVING: Phase.SETTLING},
    Signal.SCENE_CHANGED: dict.fromkeys((Phase.MOVING, Phase.SETTLING, Phase.COVERED, Phase.SETTLED), Phase.LOST),
    Signal.FOUND: {Phase.LOST: Phase.SETTLING},
    # In the next hand tiles are compared with backgrounds of the bare table, so it must settle anew.
    Signal.CLEARED: dict.fromkeys((Phase.LOST, Phase.COVERED, Phase.SETTLED), Phase.SETTLING),
    Signal.SETTLED_UNDER_ARM: {Phase.SETTLING: Phase.COVERED},
    Signal.SETTLED_IN_VIEW: dict.fromkeys((Phase.SETTLING, Phase.COVERED), Phase.SETTLED),
}
"""For each signal the phase that follows each phase. A signal changes no phase that is not named."""


@dataclass(frozen=True, eq=False)
class _Looks:
    """What readings have shown so far."""

    tracks: TrackSet = field(default_factory=TrackSet)
    reads: int = 0
    """Readings since something last moved."""
    rescans: int = 0
    """Readings since something last moved after which places had to be looked at closer."""


@dataclass(frozen=True, eq=False)
class _Settlement:
    """What the table showed when it last settled."""

    motion: Motion | None = None
    """With the arms remembered: whose arm it was, should a tile be seen late."""
    lying: frozenset[Tile] = frozenset()
    """Face-up tiles that lay about and are no part of the layout."""
    left_over: frozenset[Tile] = frozenset()
    """The tiles of `lying` that lay there already when the layout was cleared away."""
    turned_up: frozenset[Tile] = frozenset()
    """The tiles of `lying` that are surely tiles."""


@dataclass(frozen=True)
class _Relocation:
    """What has happened since the layout was lost."""

    has_moved: bool = False
    """The layout was found in another place."""
    is_announced: bool = False
    """CameraMoved was said."""


@dataclass(frozen=True)
class _DoubtLog:
    """The doubts of the last reading: since when each has lasted, in seconds, and which were raised."""

    since: Mapping[tuple[str, Tile | None], float] = field(default_factory=dict)
    raised: frozenset[tuple[str, Tile | None]] = frozenset()

    def update(self, doubts: Sequence[Doubt], time: float) -> tuple[_DoubtLog, list[Doubt]]:
        """Returns the log after a reading, and the doubts to raise now.

        What is not read comes and goes, so it is asked about once.
        """
        lasting = {_what(doubt): doubt for doubt in doubts}
        since = {key: self.since.get(key, time) for key in lasting}
        least = {key: UNREAD_SECONDS if key[0] in UNREAD else DOUBT_SECONDS for key in since}
        due = [key for key, began in since.items() if key not in self.raised and began <= time - least[key]]
        raised = frozenset(key for key in (*self.raised, *due) if key in since or key[0] in UNREAD)
        return _DoubtLog(since, raised), [lasting[key] for key in due]


def _doubts_one_of(event: TableEvent, tiles: frozenset[Tile], names: Mapping[Tile, Tile]) -> bool:
    """Whether the event doubts one of `tiles`, under the name that was read."""
    return isinstance(event, DoubtRaised) and event.doubt.tile is not None and names.get(event.doubt.tile) in tiles


def _renamed(event: TableEvent, names: Mapping[Tile, Tile]) -> TableEvent:
    """What was laid, under other names."""
    if isinstance(event, LayoutFound):
        return replace(event, layout=renamed_in(event.layout, names))
    if not isinstance(event, Played):
        return event
    tile, on = names.get(event.tile, event.tile), event.on and names.get(event.on, event.on)
    return event if (tile, on) == (event.tile, event.on) else replace(event, tile=tile, on=on, joins=None)


def _what(doubt: Doubt) -> tuple[str, Tile | None]:
    """Returns what a doubt is about. That tiles are of another set is one doubt, whichever of them shows it."""
    return doubt.kind, None if doubt.kind == "foreign" else doubt.tile


@dataclass(frozen=True, eq=False)
class Outcome:
    """What the last reading has led to."""

    state: TableState | None = None
    """What was read, corrected by what is believed. None before the first reading."""
    is_pending: bool = False
    """The reading has left something open that the next may decide."""
    agrees: bool = False
    """Every tile that is seen looks like what it is believed to be."""
    doubts: _DoubtLog = field(default_factory=_DoubtLog)


class TableTracker:
    """What is believed about one table.

    `see` takes every frame and `update` the frames to read; `update` returns what has happened since the one before.
    """

    def __init__(self, sides: tuple[str, ...] = SIDES) -> None:
        """`sides` are the sides of the picture where players sit."""
        self.phase = Phase.MOVING
        self.belief = Belief()
        self.outcome = Outcome()
        self.is_touched = False
        """Whether something has moved near the layout since the table was last read at rest."""
        self._sides = sides
        self._motion: Motion | None = None
        self._backgrounds: tuple[Picture, ...] = ()
        """Small pictures of the table as it last settled, the newest last."""
        self._looks = _Looks()
        self._missing = MissingTiles()
        self._boneyard = Boneyard()
        self._overrides = ManualOverrides()
        self._settlement = _Settlement()
        self._relocation = _Relocation()
        self._expected: Expected | None = None
        """What the record said last; None where nobody keeps one: then all that is proposed is believed."""
        self._proposals = Proposals()
        self._unseen_named: frozenset[Tile] = frozenset()
        """Tiles that people named before this watcher began and that it has not seen yet."""

    @property
    def moves(self) -> bool:
        """Whether something moves in front of the camera."""
        return self._motion is not None and self._motion.moves

    @property
    def light(self) -> float:
        """The mean grey level of the last frame, 0 to 255; 0 before the first."""
        return 0.0 if self._motion is None else float(self._motion.picture.mean())

    def expect(self, expected: Expected) -> bool:
        """Takes what the record says. Returns whether people have said something about what lies there since."""
        was, self._expected = self._expected, expected
        if was is None:
            self._unseen_named = frozenset(expected.named)
            return False
        now = expected.layout
        if now is None or (expected == was and not self._proposals.are_new):
            return False
        before = self._said()
        then = was.layout if was.layout is not None and was.hand == expected.hand else Layout()
        belief, overrides, self._proposals = self._proposals.judged(self.belief, self._overrides, then, now)
        for tile in expected.named.keys() - was.named.keys():
            belief = confirmed(belief, tile)
        self.belief, self._overrides = belief, overrides
        self._show_belief()
        return self._said() != before

    def _said(self) -> tuple[object, ...]:
        """What people have said about the tiles that lie there."""
        named = tuple(laid.tile for laid in self.belief.tiles if laid.is_confirmed)
        aside = tuple(laid.tile for laid in self._overrides.aside.tiles)
        return self.belief.layout, named, aside, self._overrides.awaited

    def _under_given_names(self, events: list[TableEvent]) -> list[TableEvent]:
        """The events with the names that people gave to tiles, and without doubts about these tiles.

        A watcher that sees a layout for the first time, for example after a restart, misreads the same tiles again.
        """
        expected = self._expected
        is_laid = any(isinstance(one, LayoutFound | Played) for one in events)
        if expected is None or not self._unseen_named or not is_laid:
            return events
        self._unseen_named &= expected.named.keys()
        layout = self.belief.layout
        relabelled = relabel(expected, layout, self._unseen_named)
        self.belief, self._overrides = corrected(self.belief, self._overrides, layout, relabelled)
        names = dict(zip(layout.tiles, relabelled.tiles, strict=True))
        found = self._unseen_named & set(names.values())
        for tile in found:
            self.belief = confirmed(self.belief, tile)
        self._unseen_named -= found
        self._show_belief()
        return [_renamed(event, names) for event in events if not _doubts_one_of(event, found, names)]

    def _show_belief(self) -> None:
        """Works a player's word into the state that was read last."""
        if (state := self.outcome.state) is not None:
            beside = [reading for reading in state.readings if reading.tile in state.loose]
            self.outcome = replace(self.outcome, state=state_of(self.belief, self._overrides.aside, beside, state))

    def _signal(self, signal: Signal) -> None:
        self.phase = TRANSITIONS[signal].get(self.phase, self.phase)

    def see(self, frame: Frame) -> bool:
        """Takes the motion in a frame. Returns whether something moves, or an arm has left what it hid."""
        before, motion = self._motion, self._motion_in(frame)
        self._motion = motion
        if before is None:
            self._backgrounds = (motion.picture,)
        if motion.scene_changed and self.phase is not Phase.LOST:
            self._backgrounds, self._relocation = (), _Relocation()
            self._looks = replace(self._looks, tracks=TrackSet())
            self._signal(Signal.SCENE_CHANGED)
        self._signal(Signal.MOVED if motion.moves else Signal.RESTED)
        if motion.moves:
            tracks = self._looks.tracks
            if not self._moves_aside(motion, frame.size):
                self.is_touched = True
                tracks = tracks.cover(lambda corners: motion.covered(corners, frame.size))
            self._looks = _Looks(tracks)
        return motion.moves or (before is not None and bool(before.arms) and not motion.arms)

    def _motion_in(self, frame: Frame) -> Motion:
        before = self._motion
        if before is None:
            return Motion.start(frame.picture, frame.time, self._sides)
        motion = before.after(frame.picture, frame.time)
        begins = motion.moves and not before.moves and self._looks.reads > 0
        return motion.after_read(before) if begins else motion

    def is_readable(self, size: tuple[int, int]) -> bool:
        """Returns whether a frame of `size` width and height that was just seen can be read."""
        return self._motion is not None and (not self._motion.moves or self._moves_aside(self._motion, size))

    def _moves_aside(self, motion: Motion, size: tuple[int, int]) -> bool:
        """Returns whether all that moves is far from the layout: somebody fidgets, and the table can be read."""
        believed = self.belief.tiles
        if not believed or motion.scene_changed or self.phase is Phase.LOST:
            return False
        return not any(motion.covered(scale_about_centre(laid.reading.corners, NEAR_LAYOUT), size) for laid in believed)

    def update(self, frame: Frame, read: Read) -> list[TableEvent]:
        """Reads a frame that was just seen, and returns what has happened. Where `read` raises, nothing has."""
        assert self._motion is not None
        motion, size = self._motion, frame.size
        state = read(frame.picture, frame.time)
        self.is_touched &= motion.moves
        places = self._unexplained_places(state, motion, size)
        rescanned = tuple(
            reading
            for place in places
            for reading in read_part(read, frame.image, state.time, place)
            if not any(lies_on(reading, known) for known in state.readings)
        )
        tracks = self._looks.tracks.update(
            state.readings + rescanned,
            frame.time,
            lambda corners: motion.covered(corners, size),
            lambda point: motion.side_of(point, size),
            lambda point: motion.arms_at(point, size),
        )
        self._looks = _Looks(tracks, self._looks.reads + 1, self._looks.rescans + bool(places))
        events = self._interpret(Observation(state, motion, size, tracks.tracks, self._looks.reads, bool(places)))
        return self._under_given_names(events)

    def _unexplained_places(
        self, state: TableState, motion: Motion, size: tuple[int, int]
    ) -> list[tuple[int, int, int, int]]:
        """Returns the places near which something has changed since the table settled, and nothing was read."""
        if motion.moves or not self._backgrounds or self._looks.rescans >= MAX_RESCANS:
            return []
        known = [tile.corners for tile in (*state.facedown, *state.standing)]
        known += [reading.corners for reading in state.readings]
        known += [laid.reading.corners for laid in self.belief.tiles]
        return unexplained_places(self._backgrounds[-1], motion, known, size)

    def _interpret(self, look: Observation) -> list[TableEvent]:
        """Puts a reading against what is believed."""
        was, seen = self.belief, self._associate(look)
        events: list[TableEvent] = []
        if self.phase is Phase.LOST:
            events += self._find_layout(seen, look)
            if self.phase is Phase.LOST:
                return events
            seen = seen if self.belief.tiles else self._associate(look)
        self._missing = self._missing.update(self.belief, seen, look.motion, look.size)
        self.belief = self.belief.seen_at(seen.seen)
        self.belief = self.belief.with_bare_places(was, self._backgrounds, look.motion.picture, look.size)
        gone = self._take_away(look)
        seen = self._associate(look) if gone else seen
        events += [*gone, *self._reread(seen, look)]
        fresh = self._apply_overrides(seen, look)
        settlement = self._settlement
        new = find_plays(self.belief, fresh, look.state.facedown, settlement.lying, settlement.left_over)
        known = len(self.belief)
        events += self._play(new, look)
        wavering = self._wavering(seen)
        lasting = (*new.doubts, *self._doubts_about(wavering, seen), *self._unread(new, look))
        doubts, due = self.outcome.doubts.update(lasting, look.time)
        events += [table_event.DoubtRaised(look.time, doubt) for doubt in due]
        is_settled = not (
            look.is_unexplained
            or new.is_undecided
            or len(self.belief) < known + sum(not self._proposals.refuses(play) for play in new.plays)
            or self._missing.is_undecided(self.belief, look.motion, look.size)
        )
        if is_settled and look.reads >= STEADY_FRAMES and not look.motion.moves:
            events += self._settle(new, look)
        self.outcome = Outcome(
            self._believed(new, look, settled=is_settled),
            is_pending=not is_settled
            or self._boneyard.misses_a_tile
            or (self._boneyard.is_new and look.reads < NEW_BONEYARD_FRAMES)
            or any(track.seen < STEADY_FRAMES for track in seen.fresh)
            or (bool(wavering) and look.reads < WAVERING_FRAMES),
            agrees=self.belief.agrees_with(seen.seen),
            doubts=doubts,
        )
        return events

    def _associate(self, look: Observation) -> Association:
        """Finds the belief among the tracks, moved as a whole first if the camera or the whole layout has moved."""
        warp = estimate_camera_motion(self.belief, look.tracks)
        if warp is not None:
            camera = look.size if self.phase is Phase.LOST else None
            self.belief = self.belief.shifted(warp, camera)
            self._overrides = replace(self._overrides, aside=self._overrides.aside.shifted(warp, camera))
            self._relocation = replace(self._relocation, has_moved=True)
        return associate(self.belief, look.tracks)

    def _find_layout(self, seen: Association, look: Observation) -> list[TableEvent]:
        """Leaves the phase LOST once most of the layout is seen again, or has been nowhere for long."""
        if look.reads < STEADY_FRAMES:
            return []
        tiles_seen = sum(track is not None for track in seen.seen)
        if tiles_seen >= FOUND_SHARE * len(self.belief):
            self._backgrounds, self._boneyard = (look.motion.picture,), Boneyard()
            self._signal(Signal.FOUND)
            return self._announce_move(look) if seen.moved or self._relocation.has_moved else []
        if tiles_seen == 0 and look.motion.still_for() > LOST_SECONDS:
            return self._clear(look)
        return self._announce_move(look) if look.motion.still_for() > CAMERA_MOVED_SECONDS else []

    def _announce_move(self, look: Observation) -> list[TableEvent]:
        if self._relocation.is_announced:
            return []
        self._relocation = replace(self._relocation, is_announced=True)
        return [table_event.CameraMoved(look.time)]

    def _take_away(self, look: Observation) -> list[TableEvent]:
        """Clears the layout, or takes back its last tile, if that is what the missing tiles mean."""
        light = float(self._backgrounds[-1].mean()) if self._backgrounds else 0.0
        if self._missing.is_cleared(self.belief, look.motion, look.size, light):
            return self._clear(look)
        if self._missing.is_last_gone(self.belief, look.motion, look.size):
            last = self.belief.tiles[-1].tile
            self.belief = Belief(self.belief.tiles[:-1])
            return [table_event.TakenBack(look.time, last)]
        return []

    def _clear(self, look: Observation) -> list[TableEvent]:
        self.belief, self._missing, self._boneyard = Belief(), MissingTiles(), Boneyard()
        self._overrides, self.outcome = ManualOverrides(), replace(self.outcome, doubts=_DoubtLog())
        self._proposals = Proposals()
        self._settlement = replace(self._settlement, left_over=self._settlement.lying)
        self._signal(Signal.CLEARED)
        return [table_event.Cleared(look.time)]

    def _reread(self, seen: Association, look: Observation) -> list[TableEvent]:
        """Renames believed tiles that have been seen to be others for so long that they were misread at first."""
        events: list[TableEvent] = []
        for number, track in enumerate(seen.seen):
            if track is None:
                continue
            tile = reread_tile(self.belief, number, track) or tile_that_gives_way(
                self.belief, number, track, seen.fresh
            )
            was = self.belief.tiles[number].tile
            if tile is not None and (was, tile) not in self._proposals.refused_rereads:
                events.append(table_event.Reread(look.time, was, tile))
                self.belief = self.belief.renamed(number, tile)
                self._proposals = self._proposals.with_reread(was, tile)
        return events

    def _wavering(self, seen: Association) -> list[int]:
        """Returns the numbers of the believed tiles that may be others, by all frames that showed them."""
        tracks = enumerate(seen.seen[: len(self.belief)])
        return [
            number
            for number, track in tracks
            if track is not None and track.seen >= STEADY_FRAMES and is_wavering(self.belief, number, track)
        ]

    def _doubts_about(self, wavering: Sequence[int], seen: Association) -> list[Doubt]:
        """Returns the doubts about wavering tiles that were not asked about when they were played."""
        tiles = [(self.belief.tiles[number], seen.seen[number]) for number in wavering]
        return [
            value_doubt(laid.tile, track.likely()) for laid, track in tiles if track is not None and not laid.is_asked
        ]

    def _unread(self, new: NewTiles, look: Observation) -> list[Doubt]:
        """Returns the doubts about what lies there unread: seen too faintly, cut off, or not of the set.

        Once hands are turned up, it may be of a hand, and no answer may play it.
        """
        if are_hands_up(tile.reading for tile in new.loose):
            return []
        read = {laid.tile for laid in self.belief.tiles} | {tile.tile for tile in (*new.plays, *new.loose)}
        return [doubt for doubt in look.state.doubts if doubt.kind in UNREAD and doubt.tile not in read]

    def _apply_overrides(self, seen: Association, look: Observation) -> list[Track]:
        """Lays the tiles that were played by hand and are seen now; returns the other fresh tracks."""
        self._overrides, self._proposals = self._overrides.update(look.tracks), self._proposals.update(look.tracks)
        plain = [track for track in seen.fresh if track.seen > 1 and not look.is_covered(track.reading.corners)]
        plain = [track for track in plain if not self._overrides.is_aside(track)]
        steady = [track for track in plain if track.seen >= STEADY_FRAMES]
        known = len(self.belief)
        belief, self._overrides = find_awaited(self.belief, self._overrides, steady, look.state.facedown)
        laid = [replace(tile, before=self._bare_place(tile.reading, look)) for tile in belief.tiles[known:]]
        self.belief = Belief((*belief.tiles[:known], *laid))
        return [track for track in plain if not any(lies_on(track.reading, tile.reading) for tile in laid)]

    def _play(self, new: NewTiles, look: Observation) -> list[TableEvent]:
        """Believes the new tiles that have been seen for long enough, up to the first that has not."""
        ripe = [play for play in self._ripe_plays(new, look) if not self._proposals.refuses(play)]
        self._proposals = self._proposals.with_plays(ripe)
        laid = [
            LaidTile(
                play.tile,
                play.on,
                play.reading,
                self._bare_place(play.reading, look),
                play.joins,
                play.is_misplay,
                bool(play.doubt),
            )
            for play in ripe
        ]
        tracks = {play.tile: play.track for play in ripe}
        # No arm that was seen has laid a tile whose place looked like that before.
        unseen = {play.tile for play in ripe if not self._has_changed(play, look)}
        events: list[TableEvent] = []
        played = laid
        if not self.belief.tiles:
            laid = known_first(laid)
            lying = [tile for tile in laid if tile.before is None]
            played = laid
            if len(lying) > 1 and lying == laid[: len(lying)]:
                # On an empty table nobody has laid so much unseen: it lay there before.
                events.append(table_event.LayoutFound(look.time, Belief(tuple(lying)).layout))
                played = laid[len(lying) :]
        for tile in played:
            middle = tile.reading.corners.mean(axis=0)
            track = tracks[tile.tile]
            side = None if tile.tile in unseen else track.side or self._side_of(middle, look)
            arms = {} if side is None else self._arms_at(middle, look, track)
            events.append(table_event.Played(look.time, tile.tile, tile.on, side, tile.joins, arms))
        self.belief = Belief((*self.belief.tiles, *laid))
        return [*events, *(table_event.DoubtRaised(look.time, play.doubt) for play in ripe if play.doubt is not None)]

    def _side_of(self, point: NDArray[np.float32], look: Observation) -> str | None:
        """Returns the side whose arm was at a point before the table settled."""
        side = look.motion.side_of(point, look.size)
        if side is None and self._settlement.motion is not None:
            side = self._settlement.motion.side_of(point, look.size)
        return side

    def _arms_at(self, point: NDArray[np.float32], look: Observation, track: Track) -> dict[str, float]:
        """Returns for each side how likely an arm from there laid a tile that is believed now.

        It may have been laid before it was first seen, and before the table last settled.
        """
        arms = dict(track.arms or look.motion.arms_at(point, look.size))
        if self._settlement.motion is not None:
            for side, weight in self._settlement.motion.arms_at(point, look.size).items():
                arms[side] = max(arms.get(side, 0.0), EARLIER_SHARE * weight)
        return arms

    def _ripe_plays(self, new: NewTiles, look: Observation) -> list[NewTile]:
        """Returns the new tiles to believe now, each after its host.

        A tile waits for those before it that are not ripe yet, so that plays come in order, but not for long.
        """
        ripe: list[NewTile] = []
        there = {laid.tile for laid in self.belief.tiles}
        waits = False
        for play in new.plays:
            is_old = play.doubt is None and look.time - play.track.since >= UNTOLD_SECONDS
            if self._is_ripe(play, look) and (play.on is None or play.on in there) and (is_old or not waits):
                ripe.append(play)
                there.add(play.tile)
            else:
                waits = True
        return ripe

    def _is_ripe(self, play: NewTile, look: Observation) -> bool:
        """Returns whether a new tile has been seen for long enough to be believed."""
        frames = play.frames if self._has_changed(play, look) else UNEXPLAINED_FRAMES
        return play.track.seen >= frames and not play.track.missed

    def _has_changed(self, play: NewTile, look: Observation) -> bool:
        """Returns whether a tile's place has looked different since the table settled."""
        return any(
            share_changed(background, look.motion.picture, play.reading.corners, look.size) >= CHANGED_SHARE
            for background in self._backgrounds
        )

    def _bare_place(self, reading: TileReading, look: Observation) -> Picture | None:
        return bare_place(self._backgrounds, look.motion.picture, reading, look.size)

    def _settle(self, new: NewTiles, look: Observation) -> list[TableEvent]:
        """Takes the table as it lies now; returns what came to light beside the layout, and Settled if that is new."""
        self._boneyard, drawn = self._boneyard.update(
            look.state.facedown, look.motion, look.size, lambda point: self._side_of(point, look)
        )
        events: list[TableEvent] = [table_event.Drawn(look.time, tiles, side) for side, tiles in drawn]
        was = self._settlement
        lying = frozenset(tile.tile for tile in new.loose)
        turned_up = [tile for tile in new.loose if tile.tile in was.turned_up or is_surely_up(tile.reading)]
        self._settlement = replace(was, turned_up=frozenset(tile.tile for tile in turned_up))
        if self._settlement.turned_up - was.turned_up and self.belief.tiles:
            if (last := self.belief.tiles[-1]).is_misplay:
                # It was the first tile of the hands that are turned up, and lies among them from the next reading on.
                self.belief = Belief(self.belief.tiles[:-1])
                events.append(table_event.TakenBack(look.time, last.tile))
            hands = hands_turned_up([tile.reading for tile in turned_up], look.size, self._sides)
            events.append(table_event.HandsRevealed(look.time, hands))
        is_new = self.phase not in (Phase.COVERED, Phase.SETTLED) or lying != was.lying or bool(drawn)
        # What lies over the table at first belongs to it if it stays: a sleeve, a cup.
        if not look.motion.arms and (is_new or self.phase is not Phase.SETTLED):
            self._backgrounds = (*self._backgrounds[-1:], look.motion.picture)
            self._signal(Signal.SETTLED_IN_VIEW)
        if not is_new:
            return events
        self._signal(Signal.SETTLED_UNDER_ARM)
        self._settlement = replace(self._settlement, motion=look.motion, lying=lying, left_over=was.left_over & lying)
        self._motion = look.motion.forget()
        return [*events, table_event.Settled(self._believed(new, look, settled=True))]

    def _believed(self, new: NewTiles, look: Observation, settled: bool) -> TableState:
        """Returns what was read now, corrected by what is believed."""
        beside = [tile.reading for tile in (*new.plays, *new.loose)]
        read = replace(look.state, time=look.time, settled=settled, doubts=new.doubts)
        return state_of(self.belief, self._overrides.aside, beside, read)
