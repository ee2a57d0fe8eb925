"""Tracks: face-up tiles that lie still, each with its readings added up over frames."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile, full_set

from ..geometry.overlap import intersections_over_min
from ..geometry.readings import aligned
from ..motion.arms import Side
from ..motion.motion import Motion
from ..types import TableState, TileReading
from .tuning import TRACKING_TUNING, TrackingTuning

IsCovered = Callable[[NDArray[np.float32]], bool]
"""Whether something lies over a tile with these corners."""
SideOf = Callable[[NDArray[np.float32]], Side | None]
"""The side whose arm reached a point (x, y in pixels)."""
ArmsAt = Callable[[NDArray[np.float32]], Mapping[Side, float]]
"""How likely an arm of each side laid a tile at a point (x, y in pixels)."""
WasSeen = Callable[[NDArray[np.float32]], bool]
"""Whether an earlier reading has shown the place with these corners, since watching began or went on."""


def same_place(a: TileReading, b: TileReading, stray: float) -> bool:
    """Whether two readings lie in the same place and direction, up to `stray` widths of the tile."""
    reach = stray * min(a.width, b.width)
    if _distance(a, b) >= reach:  # as it is for most pairs
        return False
    straight, crossed = a.ends - b.ends, a.ends[::-1] - b.ends
    strays = crossed if np.linalg.norm(crossed) < np.linalg.norm(straight) else straight
    return bool(np.abs(strays).max() < reach)


def is_among(parts: Sequence[TileReading], reading: TileReading, tuning: TrackingTuning) -> bool:
    """Whether one of the tiles of which only a part is seen lies where a reading does."""
    there = [part.corners for part in parts]
    return bool((intersections_over_min(reading.corners, there) > tuning.overlap_share).any())


def match_greedily(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The pairs that remain when each number on either side is used once; earlier pairs win."""
    matched: dict[int, int] = {}
    for left, right in pairs:
        if left not in matched and right not in matched.values():
            matched[left] = right
    return matched


def _frame_evidence(reading: TileReading, tuning: TrackingTuning) -> NDArray[np.float64]:
    return tuning.frame_weight * np.log(np.maximum(reading.pips, tuning.min_frame_probability))


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
    """Frames in the mean."""
    evidence: NDArray[np.float64] | None = None
    """(2, set + 1): for each half the log probabilities of every pip count, added up over frames. None where nothing
    but the mean is known."""
    shown: Tile | None = None
    """What the newest frames all show clearly; None where the last was not clear."""
    shown_for: int = 0
    """How many such frames there are in a row."""
    is_covered: bool = False
    instead_of: Tile | None = None
    """The tile that lay there clearly before fingers laid this one in its place; None where none did."""
    side: Side | None = None
    """The side whose arm had been there when it was first seen."""
    arms: Mapping[Side, float] = field(default_factory=dict)
    """How likely an arm of each side had laid it, as it seemed when it was first seen."""
    is_found: bool = False
    """Whether the first look at its place showed it, since watching began or went on: nobody saw when it came."""
    tuning: TrackingTuning = TRACKING_TUNING

    def update_with(self, reading: TileReading) -> Track:
        """The track after one more frame that showed the tile."""
        reading = aligned(reading, self.reading)
        share = 1 / (self.weight + 1)
        follow = max(share, self.tuning.corner_gain)
        mean = replace(
            reading,
            corners=(1 - follow) * self.reading.corners + follow * reading.corners,
            ends=(1 - follow) * self.reading.ends + follow * reading.ends,
            pips=(1 - share) * self.reading.pips + share * reading.pips,
            confidence=(1 - share) * self.reading.confidence + share * reading.confidence,
            halves=None,
        )
        weight = min(self.weight + 1, self.tuning.memory_frames)
        shown = reading.tile if reading.probability >= self.tuning.clear_probability else None
        return replace(
            self,
            reading=mean,
            seen=self.seen + 1,
            missed=0,
            weight=weight,
            evidence=self.tuning.evidence_kept * self.log_evidence + _frame_evidence(reading, self.tuning),
            shown=shown,
            shown_for=self.shown_for + 1 if shown is not None and shown == self.shown else int(shown is not None),
            is_covered=False,
        )

    @property
    def log_evidence(self) -> NDArray[np.float64]:
        """(2, set + 1): log probabilities of the pips of each half by all frames, up to a constant."""
        return self.weight * _frame_evidence(self.reading, self.tuning) if self.evidence is None else self.evidence

    def log_likelihood(self, tile: Tile) -> float:
        """The log likelihood of all frames if this is `tile`, up to a constant."""
        evidence, (high, low) = self.log_evidence, tile.halves
        if high >= evidence.shape[1]:
            return -np.inf
        straight, turned = evidence[0, high] + evidence[1, low], evidence[0, low] + evidence[1, high]
        return float(straight if high == low else np.logaddexp(straight, turned))

    def likely(self) -> tuple[tuple[Tile, float], ...]:
        """What this may be by all frames, each value with its probability, the likeliest first."""
        tiles = full_set(self.log_evidence.shape[1] - 1)
        logs = np.array([self.log_likelihood(tile) for tile in tiles])
        shares = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
        pairs = sorted(zip(tiles, map(float, shares), strict=True), key=lambda pair: -pair[1])
        return tuple(pair for pair in pairs if pair[1] >= self.tuning.layout.min_likely)

    def is_replaced_by(self, reading: TileReading) -> bool:
        """Whether something lay over the tile, and a reading shows another one there or the same turned round."""
        if not self.is_covered:
            return False
        likelihood = np.sum(aligned(reading, self.reading).pips * self.reading.pips, axis=1)
        return bool(likelihood.min() < self.tuning.same_pips)

    @property
    def has_taken_a_place(self) -> bool:
        """Whether frames enough clearly show this tile in the place of another one."""
        is_other = self.instead_of is not None and self.instead_of != self.reading.tile
        return is_other and self.seen >= self.tuning.steady_frames and self.is_clear

    @property
    def is_clear(self) -> bool:
        """Whether the mean says clearly which tile it is: its neighbours are not asked."""
        return self.reading.probability >= self.tuning.layout.clear_tile

    def covered(self) -> Track:
        """The track with little weight: another tile may lie there once it is uncovered."""
        return replace(
            self,
            seen=min(self.seen, 1),
            missed=0,
            weight=min(self.weight, self.tuning.covered_weight_frames),
            evidence=self.log_evidence,
            is_covered=True,
        )


@dataclass(frozen=True, eq=False)
class TrackSet:
    """The tracks of all face-up tiles in view."""

    tracks: tuple[Track, ...] = ()
    tuning: TrackingTuning = TRACKING_TUNING

    def update(
        self,
        readings: Iterable[TileReading],
        time: float,
        is_covered: IsCovered,
        side_of: SideOf = lambda _: None,
        arms_at: ArmsAt = lambda _: {},
        was_seen: WasSeen = lambda _: True,
        parts: Sequence[TileReading] = (),
    ) -> TrackSet:
        """The tracks after one more frame, taken at `time` seconds.

        A covered tile is neither updated nor missed. Nor is one that frames enough have shown whole, or that was
        covered, and of which only a part is seen, one of `parts`.
        """

        def begin(reading: TileReading) -> Track:
            side, arms = side_of(reading.centre), arms_at(reading.centre)
            is_found = not was_seen(reading.corners)
            plain = replace(reading, halves=None)
            return Track(plain, time, side=side, arms=arms, is_found=is_found, tuning=self.tuning)

        def is_known(track: Track) -> bool:
            return track.is_covered or track.seen >= self.tuning.steady_frames

        fresh = [reading for reading in readings if not is_covered(reading.corners)]
        candidates = sorted(
            (_distance(track.reading, reading), t, r)
            for t, track in enumerate(self.tracks)
            for r, reading in enumerate(fresh)
            if same_place(reading, track.reading, self.tuning.gating_widths)
        )
        matched = match_greedily((t, r) for _, t, r in candidates)
        kept: list[Track] = []
        for t, track in enumerate(self.tracks):
            if t in matched and track.is_replaced_by(fresh[matched[t]]):
                was = track.instead_of or (track.reading.tile if track.is_clear else None)
                kept.append(replace(begin(fresh[matched[t]]), instead_of=was))
            elif t in matched:
                kept.append(track.update_with(fresh[matched[t]]))
            elif is_covered(track.reading.corners):
                kept.append(track.covered())
            elif is_known(track) and is_among(parts, track.reading, self.tuning):
                kept.append(track)
            elif track.missed + 1 < self.tuning.max_missed_frames and track.missed + 1 <= track.seen:
                kept.append(replace(track, missed=track.missed + 1))
        for r, reading in enumerate(fresh):
            is_new = r not in matched.values() and not any(_is_duplicate(reading, track) for track in kept)
            if is_new:
                kept.append(begin(reading))
        return replace(self, tracks=tuple(kept))

    def cover(self, is_covered: IsCovered) -> TrackSet:
        """The tracks after a frame that was not read because something moved."""
        tracks = (track.covered() if is_covered(track.reading.corners) else track for track in self.tracks)
        return replace(self, tracks=tuple(tracks))


def _is_duplicate(reading: TileReading, track: Track) -> bool:
    return not track.missed and _distance(reading, track.reading) < track.tuning.duplicate_widths * track.reading.width


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
        """Whether something lies over a tile with these corners."""
        return self.motion.covered(corners, self.size)
