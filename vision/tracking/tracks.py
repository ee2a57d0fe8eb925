"""Readings of tiles that stay where they are, added up over frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..geometry.readings import aligned, centre_of, width_of
from ..motion.motion import Motion
from ..types import TableState, TileReading

GATING_DISTANCE = 0.4
"""Widths of a tile that its centre may stray between frames."""
MEMORY = 16
"""Frames whose probabilities are added up; older ones fade."""
MAX_MISSED = 5
"""Frames in a row in which a tile in plain view was not seen: it is gone."""

ANOTHER = 0.1
"""How likely two readings of a half may be of the same pips for them to be of different tiles."""

IsCovered = Callable[[NDArray[np.float32]], bool]
"""Says of the corners of a tile whether something lies over it."""
SideOf = Callable[[NDArray[np.float32]], str | None]
"""Says of a point (x, y in pixels) from which side an arm reached it."""


def same_place(a: TileReading, b: TileReading, stray: float = GATING_DISTANCE) -> bool:
    """Whether both lie in the same place and the same way, as far as frames of a table at rest differ."""
    width = min(width_of(a), width_of(b))
    return bool(np.abs(aligned(a, b).ends - b.ends).max() < stray * width and _distance(a, b) < stray * width)


def _distance(a: TileReading, b: TileReading) -> float:
    return float(np.linalg.norm(centre_of(a) - centre_of(b)))


@dataclass(frozen=True, eq=False)
class Track:
    """A face-up tile that lies still, as several frames showed it."""

    reading: TileReading
    """Its corners, and the mean of its probabilities."""
    since: float
    """Seconds: when it was first seen."""
    seen: int = 1
    """Frames that showed it, since something last lay over it."""
    missed: int = 0
    """Frames in a row that did not show it although nothing lay over it."""
    weight: float = 1.0
    """How many frames the mean is made of."""
    is_covered: bool = False
    side: str | None = None
    """Whence the arm came that had been there when it was first seen."""

    def update_with(self, reading: TileReading) -> Track:
        reading = aligned(reading, self.reading)
        share = 1 / (self.weight + 1)
        # Corners follow faster than pips: a nudged tile is the same tile.
        follow = max(share, 0.2)
        mean = replace(
            reading,
            corners=(1 - follow) * self.reading.corners + follow * reading.corners,
            ends=(1 - follow) * self.reading.ends + follow * reading.ends,
            pips=(1 - share) * self.reading.pips + share * reading.pips,
            confidence=(1 - share) * self.reading.confidence + share * reading.confidence,
            halves=None,
        )
        weight = min(self.weight + 1, MEMORY)
        return replace(self, reading=mean, seen=self.seen + 1, missed=0, weight=weight, is_covered=False)

    def is_outdone_by(self, reading: TileReading) -> bool:
        """Whether another tile, or the same turned round, lies there now that what lay over it is gone."""
        if not self.is_covered:
            return False
        likely = np.sum(aligned(reading, self.reading).pips * self.reading.pips, axis=1)
        return bool(likely.min() < ANOTHER)

    def covered(self) -> Track:
        """After something has lain over it, another tile may lie there: what was seen before counts little."""
        return replace(self, seen=min(self.seen, 1), missed=0, weight=min(self.weight, 2.0), is_covered=True)


@dataclass(frozen=True, eq=False)
class TrackSet:
    """All face-up tiles in view, each with what the frames so far say it is."""

    sightings: tuple[Track, ...] = ()

    def after(
        self,
        readings: Iterable[TileReading],
        time: float,
        is_covered: IsCovered,
        side_of: SideOf = lambda _: None,
    ) -> TrackSet:
        """The vote with one more frame, taken at `time` seconds; what is covered neither votes nor is missed."""

        def first_seen(reading: TileReading) -> Track:
            return Track(replace(reading, halves=None), time, side=side_of(centre_of(reading)))

        fresh = [reading for reading in readings if not is_covered(reading.corners)]
        pairs = sorted(
            (_distance(sighting.reading, reading), s, r)
            for s, sighting in enumerate(self.sightings)
            for r, reading in enumerate(fresh)
            if same_place(reading, sighting.reading)
        )
        taken: dict[int, int] = {}
        for _, s, r in pairs:
            if s not in taken and r not in taken.values():
                taken[s] = r
        kept: list[Track] = []
        for s, sighting in enumerate(self.sightings):
            if s in taken and sighting.is_outdone_by(fresh[taken[s]]):
                kept.append(first_seen(fresh[taken[s]]))
            elif s in taken:
                kept.append(sighting.update_with(fresh[taken[s]]))
            elif is_covered(sighting.reading.corners):
                kept.append(sighting.covered())
            elif sighting.missed + 1 < MAX_MISSED and sighting.missed + 1 <= sighting.seen:
                kept.append(replace(sighting, missed=sighting.missed + 1))
        for r, reading in enumerate(fresh):
            # A tile boxed twice is still one tile.
            doubled = (_distance(reading, one.reading) < 0.5 * width_of(one.reading) for one in kept if not one.missed)
            if r not in taken.values() and not any(doubled):
                kept.append(first_seen(reading))
        return TrackSet(tuple(kept))

    def through_motion(self, is_covered: IsCovered) -> TrackSet:
        """The vote after a frame that was not read because something moved."""
        return TrackSet(tuple(one.covered() if is_covered(one.reading.corners) else one for one in self.sightings))


@dataclass(frozen=True, eq=False)
class Observation:
    """One reading of the table, with what moves there and what the frames before it showed."""

    state: TableState
    motion: Motion
    size: tuple[int, int]
    """Width and height of the picture."""
    vote: TrackSet
    reads: int
    """Since something last moved, this one with them."""
    is_unexplained: bool
    """Whether something has changed where nothing is read."""

    @property
    def time(self) -> float:
        return self.state.time

    def is_covered(self, corners: NDArray[np.float32]) -> bool:
        return self.motion.covered(corners, self.size)
