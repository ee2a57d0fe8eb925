"""Tracks: face-up tiles that lie still, each with its readings added up over frames."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile, full_set

from ..geometry.readings import aligned
from ..motion.motion import Motion
from ..types import TableState, TileReading

GATING_DISTANCE = 0.4
"""Widths of a tile that its centre and its halves may stray between frames."""
MEMORY_FRAMES = 16
"""Frames whose probabilities are averaged with equal weight; older ones fade."""
MAX_MISSED_FRAMES = 5
"""A tile in plain view that is not read in so many frames in a row is gone."""
SAME_PIPS = 0.1
"""Two readings of a half show different pips if the probability that they show the same is below this."""
CORNER_GAIN = 0.2
"""The least share of a new reading in the corners, which follow faster than pips: a nudged tile is the same tile."""
COVERED_WEIGHT_FRAMES = 2.0
"""Weight that is left to the frames before something lay over the tile."""
FRAME_WEIGHT = 0.5
"""What one frame's log probabilities count for: frames that follow each other misread alike."""
MIN_FRAME_PROBABILITY = 0.02
"""No frame speaks against a pip count more strongly than this probability does."""
MIN_LIKELY = 0.02
"""Values less likely than this are not asked about."""
EVIDENCE_KEPT = 0.97
"""Share of the evidence that is left after each further frame: light and glare change within seconds."""
CLEAR_PROBABILITY = 0.9
"""A frame shows a tile clearly if its likeliest value is at least this probable."""
DUPLICATE_WIDTHS = 0.5
"""Two readings whose centres are nearer than this are the same tile, detected twice."""

IsCovered = Callable[[NDArray[np.float32]], bool]
"""Returns for the corners of a tile whether something lies over it."""
SideOf = Callable[[NDArray[np.float32]], str | None]
"""Returns for a point (x, y in pixels) the side whose arm reached it."""
ArmsAt = Callable[[NDArray[np.float32]], Mapping[str, float]]
"""Returns for a point (x, y in pixels) how likely an arm of each side laid a tile there."""


def same_place(a: TileReading, b: TileReading, stray: float = GATING_DISTANCE) -> bool:
    """Returns whether two readings lie in the same place and direction, up to `stray` widths of the tile."""
    reach = stray * min(a.width, b.width)
    if _distance(a, b) >= reach:  # as it is for most pairs
        return False
    straight, crossed = a.ends - b.ends, a.ends[::-1] - b.ends
    strays = crossed if np.linalg.norm(crossed) < np.linalg.norm(straight) else straight
    return bool(np.abs(strays).max() < reach)


def match_greedily(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Returns the pairs that are left if each number on either side is used once, the first pairs first."""
    matched: dict[int, int] = {}
    for left, right in pairs:
        if left not in matched and right not in matched.values():
            matched[left] = right
    return matched


def _frame_evidence(reading: TileReading) -> NDArray[np.float64]:
    return FRAME_WEIGHT * np.log(np.maximum(reading.pips, MIN_FRAME_PROBABILITY))


def _distance(a: TileReading, b: TileReading) -> float:
    (ax, ay), (bx, by) = a.centre.tolist(), b.centre.tolist()
    return math.hypot(ax - bx, ay - by)


@dataclass(frozen=True, eq=False)
class Track:
    """A face-up tile that lies still, as several frames showed it."""

    reading: TileReading
    """Its filtered corners, and the mean of its probabilities."""
    since: float
    """Seconds of the frame that first showed it."""
    seen: int = 1
    """Frames that showed it since something last lay over it."""
    missed: int = 0
    """Frames in a row that did not show it although nothing lay over it."""
    weight: float = 1.0
    """Frames that the mean is made of."""
    evidence: NDArray[np.float64] | None = None
    """(2, set + 1): for each half the log probabilities of every pip count, added up over frames. None where nothing
    but the mean is known."""
    shown: Tile | None = None
    """What the newest frames show clearly, one after the other; None where the last was not clear."""
    shown_for: int = 0
    """How many of them there are."""
    is_covered: bool = False
    side: str | None = None
    """The side whose arm had been there when it was first seen."""
    arms: Mapping[str, float] = field(default_factory=dict)
    """How likely an arm of each side had laid it, as it seemed when it was first seen."""

    def update_with(self, reading: TileReading) -> Track:
        """Returns the track after one more frame that showed the tile."""
        reading = aligned(reading, self.reading)
        share = 1 / (self.weight + 1)
        follow = max(share, CORNER_GAIN)
        mean = replace(
            reading,
            corners=(1 - follow) * self.reading.corners + follow * reading.corners,
            ends=(1 - follow) * self.reading.ends + follow * reading.ends,
            pips=(1 - share) * self.reading.pips + share * reading.pips,
            confidence=(1 - share) * self.reading.confidence + share * reading.confidence,
            halves=None,
        )
        weight = min(self.weight + 1, MEMORY_FRAMES)
        shown = reading.tile if reading.probability >= CLEAR_PROBABILITY else None
        return replace(
            self,
            reading=mean,
            seen=self.seen + 1,
            missed=0,
            weight=weight,
            evidence=EVIDENCE_KEPT * self.log_evidence + _frame_evidence(reading),
            shown=shown,
            shown_for=self.shown_for + 1 if shown is not None and shown == self.shown else int(shown is not None),
            is_covered=False,
        )

    @property
    def log_evidence(self) -> NDArray[np.float64]:
        """(2, set + 1): what all frames together say about each half, as log probabilities up to a constant."""
        return self.weight * _frame_evidence(self.reading) if self.evidence is None else self.evidence

    def log_likelihood(self, tile: Tile) -> float:
        """Returns the log of how likely all frames are if this is `tile`, up to a constant; any tile may be asked."""
        evidence, (high, low) = self.log_evidence, tile.halves
        if high >= evidence.shape[1]:
            return -np.inf
        straight, turned = evidence[0, high] + evidence[1, low], evidence[0, low] + evidence[1, high]
        return float(straight if high == low else np.logaddexp(straight, turned))

    def likely(self) -> tuple[tuple[Tile, float], ...]:
        """Returns what this may be with its probability, by all frames, the likeliest first."""
        tiles = full_set(self.log_evidence.shape[1] - 1)
        logs = np.array([self.log_likelihood(tile) for tile in tiles])
        shares = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
        pairs = sorted(zip(tiles, map(float, shares), strict=True), key=lambda pair: -pair[1])
        return tuple(pair for pair in pairs if pair[1] >= MIN_LIKELY)

    def is_replaced_by(self, reading: TileReading) -> bool:
        """Returns whether a reading shows another tile, or the same one turned round, where something lay over it."""
        if not self.is_covered:
            return False
        likelihood = np.sum(aligned(reading, self.reading).pips * self.reading.pips, axis=1)
        return bool(likelihood.min() < SAME_PIPS)

    def covered(self) -> Track:
        """Returns the track with little weight, as another tile may lie there once the cover is gone."""
        return replace(
            self,
            seen=min(self.seen, 1),
            missed=0,
            weight=min(self.weight, COVERED_WEIGHT_FRAMES),
            evidence=self.log_evidence,
            is_covered=True,
        )


@dataclass(frozen=True, eq=False)
class TrackSet:
    """The tracks of all face-up tiles in view."""

    tracks: tuple[Track, ...] = ()

    def update(
        self,
        readings: Iterable[TileReading],
        time: float,
        is_covered: IsCovered,
        side_of: SideOf = lambda _: None,
        arms_at: ArmsAt = lambda _: {},
    ) -> TrackSet:
        """Returns the tracks after one more frame, taken at `time` seconds.

        A tile that is covered is neither updated nor missed.
        """

        def begin(reading: TileReading) -> Track:
            centre = reading.centre
            return Track(replace(reading, halves=None), time, side=side_of(centre), arms=arms_at(centre))

        fresh = [reading for reading in readings if not is_covered(reading.corners)]
        candidates = sorted(
            (_distance(track.reading, reading), t, r)
            for t, track in enumerate(self.tracks)
            for r, reading in enumerate(fresh)
            if same_place(reading, track.reading)
        )
        matched = match_greedily((t, r) for _, t, r in candidates)
        kept: list[Track] = []
        for t, track in enumerate(self.tracks):
            if t in matched and track.is_replaced_by(fresh[matched[t]]):
                kept.append(begin(fresh[matched[t]]))
            elif t in matched:
                kept.append(track.update_with(fresh[matched[t]]))
            elif is_covered(track.reading.corners):
                kept.append(track.covered())
            elif track.missed + 1 < MAX_MISSED_FRAMES and track.missed + 1 <= track.seen:
                kept.append(replace(track, missed=track.missed + 1))
        for r, reading in enumerate(fresh):
            is_new = r not in matched.values() and not any(_is_duplicate(reading, track) for track in kept)
            if is_new:
                kept.append(begin(reading))
        return TrackSet(tuple(kept))

    def cover(self, is_covered: IsCovered) -> TrackSet:
        """Returns the tracks after a frame that was not read because something moved."""
        return TrackSet(tuple(track.covered() if is_covered(track.reading.corners) else track for track in self.tracks))


def _is_duplicate(reading: TileReading, track: Track) -> bool:
    return not track.missed and _distance(reading, track.reading) < DUPLICATE_WIDTHS * track.reading.width


@dataclass(frozen=True, eq=False)
class Observation:
    """One reading of the table, with what moves there and the tracks up to it."""

    state: TableState
    motion: Motion
    size: tuple[int, int]
    """Width and height of the picture."""
    tracks: tuple[Track, ...]
    reads: int
    """Readings since something last moved, this one included."""
    is_unexplained: bool
    """Something has changed where nothing is read."""

    @property
    def time(self) -> float:
        """Seconds."""
        return self.state.time

    def is_covered(self, corners: NDArray[np.float32]) -> bool:
        """Returns whether something lies over a tile with these corners."""
        return self.motion.covered(corners, self.size)
