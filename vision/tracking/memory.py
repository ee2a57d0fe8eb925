"""What a watcher remembers of a table from one frame to the next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..geometry.quads import scale_about_centre
from ..motion.arms import Mask, Picture, shadow_of
from ..motion.change import place_mask
from ..motion.motion import Motion
from ..types import TableState
from .boneyard import Boneyard
from .doubts import DoubtLog
from .expected import Expected
from .matching import ordered, renamed_tiles
from .missing import MissingTiles
from .place import Place, lies_on
from .plays import NewTile
from .tracks import Track, TrackSet
from .tuning import TrackingTuning


@dataclass(frozen=True)
class Unsettled:
    """Something has moved, or the layout was cleared away, since the table was last read at rest."""


@dataclass(frozen=True)
class AtRest:
    """The table has been read at rest."""

    is_bare: bool
    """Its background was taken, as no arm lay over it."""


@dataclass(frozen=True)
class Lost:
    """The layout is looked for: the whole picture has changed, or watching has begun in the middle of a hand."""

    has_moved: bool = False
    """The layout was found in another place."""
    is_told: bool = False
    """It was told that the camera has moved, or that the table differs from the record."""
    since: float = -math.inf
    """Seconds of the first frame that did not show it; -inf where watching has begun then."""


Phase = Unsettled | AtRest | Lost


@dataclass(frozen=True, eq=False)
class Settlement:
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
class Proposals:
    """Plays and names that were told; the record may take them or not."""

    plays: tuple[NewTile, ...] = ()
    names: frozenset[tuple[Tile, Tile]] = frozenset()
    """The names of tiles of the layout, each with the one that was proposed instead."""

    def has_play(self, play: NewTile) -> bool:
        """Whether this very play is among them."""
        told = play.tile, play.on, play.joins
        return any(told == (other.tile, other.on, other.joins) for other in self.plays)


@dataclass(frozen=True, eq=False)
class ReadingOutcome:
    """What the last reading has led to."""

    state: TableState | None = None
    """What was read, corrected by what the record says. None before the first reading, and while the layout is lost."""
    is_pending: bool = False
    """The reading has left something open that the next may decide."""
    agrees: bool = False
    """Every tile that is seen looks like what the record says."""


@dataclass(frozen=True, eq=False)
class TableMemory:
    """The places of the layout's tiles, and all else that readings up to now have shown."""

    motion: Motion | None = None
    phase: Phase = field(default_factory=Unsettled)
    is_touched: bool = False
    """Whether something has moved near the layout since the table was last read at rest."""
    places: tuple[Place, ...] = ()
    """Of the tiles of the layout, in the order of play; those that were not seen yet have none."""
    aside: tuple[Place, ...] = ()
    """Tiles that the record no longer names. They are not played again before they are lifted."""
    proposed: Proposals = field(default_factory=Proposals)
    """What the last reading led to, and the record has not judged yet."""
    declined: Proposals = field(default_factory=Proposals)
    """What the record did not take. It is not proposed again, a play not before the tile is lifted."""
    tracks: TrackSet = field(default_factory=TrackSet)
    reads: int = 0
    """Readings since something last moved."""
    rescans: int = 0
    """Those of them that needed a closer look."""
    missing: MissingTiles = field(default_factory=MissingTiles)
    unfound: frozenset[Tile] = frozenset()
    """The tiles of the layout that did not lie there when watching began, and have not been seen since."""
    told_missing: frozenset[Tile] = frozenset()
    """The tiles that people were asked about because they are gone."""
    boneyard: Boneyard = field(default_factory=Boneyard)
    settlement: Settlement = field(default_factory=Settlement)
    looked_at: Mask | None = None
    """(h, w): where a reading has shown the table since watching began or went on. None before the first."""
    found_at: float | None = None
    """Seconds when the first tile was told since then that nobody saw coming; None before."""
    backgrounds: tuple[Picture, ...] = ()
    """Small pictures of the table as it last settled, the newest last."""
    doubts: DoubtLog = field(default_factory=DoubtLog)
    outcome: ReadingOutcome = field(default_factory=ReadingOutcome)

    def see(self, motion: Motion, size: tuple[int, int], tuning: TrackingTuning) -> TableMemory:
        """The memory after the motion in a frame, a picture of `size` width and height."""
        seen = replace(self, motion=motion)
        if self.motion is None:
            seen = replace(seen, backgrounds=(motion.picture,))
        elif motion.scene_changed or motion.time - self.motion.time > tuning.unwatched_seconds:
            seen = replace(seen, looked_at=None, found_at=None)
            if not motion.scene_changed:
                seen = replace(seen, places=tuple(replace(place, is_presumed=True) for place in seen.places))
        elif self.looked_at is not None and self.motion.arms and not (motion.arms or self.motion.moves or motion.moves):
            # What was taken for an arm is the place that one has left, or something that stays: nothing was seen there.
            seen = replace(seen, looked_at=self.looked_at & ~shadow_of(self.motion.arms))
        if motion.scene_changed and not isinstance(self.phase, Lost):
            tracks = replace(seen.tracks, tracks=())
            seen = replace(seen, phase=Lost(since=motion.time), tracks=tracks, backgrounds=(), outcome=ReadingOutcome())
        if not motion.moves:
            return seen
        if not seen.moves_aside(size, tuning):
            tracks = seen.tracks.cover(lambda corners: motion.covered(corners, size))
            seen = replace(seen, is_touched=True, tracks=tracks)
        phase = seen.phase if isinstance(seen.phase, Lost) else Unsettled()
        return replace(seen, phase=phase, reads=0, rescans=0)

    def look(self) -> TableMemory:
        """The memory once a reading has shown the table where nothing hides it.

        A layout is looked for everywhere, until people know that it is not there.
        """
        if self.motion is None or (isinstance(self.phase, Lost) and not self.phase.is_told):
            return self
        shown = ~self.motion.hidden
        return replace(self, looked_at=shown if self.looked_at is None else self.looked_at | shown)

    def has_looked_at(self, corners: NDArray[np.floating], size: tuple[int, int]) -> bool:
        """Whether a reading has shown the place with these corners, in a picture of `size` width and height."""
        looked_at = self.looked_at
        return looked_at is not None and bool(looked_at[place_mask(corners, size, looked_at.shape) > 0].all())

    def moves_aside(self, size: tuple[int, int], tuning: TrackingTuning) -> bool:
        """Whether all that moves is far from the layout, so that the table can be read."""
        motion = self.motion
        if motion is None or not self.places or motion.scene_changed or isinstance(self.phase, Lost):
            return False
        near = (scale_about_centre(place.reading.corners, tuning.near_layout_factor) for place in self.places)
        return not any(motion.covered(corners, size) for corners in near)

    def expecting(self, now: Expected, was: Expected, recorded: Expected | None) -> TableMemory:
        """The memory once the record says `now`; `was` is what it would say had it taken all that was told.

        `recorded` is what it said last, None if unknown. A tile that it no longer names was taken back by hand, and is
        set aside. What it did not take is not proposed again.
        """
        layout = now.lying
        names = renamed_tiles(was.lying, layout) if now.hand == was.hand else {}
        places = [place.renamed(names[place.tile]) if place.tile in names else place for place in self.places]
        back = [place for place in self.aside if place.tile in layout]
        gone = [place for place in places if place.tile not in layout]
        proposed = Proposals() if recorded is None else self.proposed
        played = {} if now.hand != was.hand else {play.tile: play for play in proposed.plays}
        declined = tuple(played[place.tile] for place in gone if place.tile in played)
        if now.hand == was.hand:
            gone = [place for place in gone if recorded is not None and place.tile in recorded.lying]
        refused = {(new, old) for old, new in names.items()} & proposed.names
        return replace(
            self,
            places=ordered([*back, *places], now),
            aside=(*(place for place in self.aside if place not in back), *gone),
            proposed=Proposals(),
            declined=Proposals((*self.declined.plays, *declined), self.declined.names | refused),
        )

    def with_places(self, places: Sequence[Place], expected: Expected) -> TableMemory:
        """The memory with places of further tiles that the record names."""
        return replace(self, places=ordered((*self.places, *places), expected))

    def without_lifted(self, tracks: Sequence[Track], tuning: TrackingTuning) -> TableMemory:
        """The memory after a reading: a tile that was lifted may be played again."""

        def lies_there(place: Place | NewTile) -> bool:
            return any(lies_on(track.reading, place.reading, tuning) for track in tracks)

        plays = tuple(play for play in self.declined.plays if lies_there(play))
        aside = tuple(place for place in self.aside if lies_there(place))
        return replace(self, aside=aside, declined=replace(self.declined, plays=plays))
