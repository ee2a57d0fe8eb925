"""Which tiles are joined: the likeliest forest of joins for the whole table (steps 3 and 4 of the model)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from muggins.texts import lazy_gettext

from ..geometry.points import Floats
from ..geometry.table_plane import Poses, TablePlane, estimate_table_plane
from ..probability import sigmoid
from ..types import Detection, Doubt, TileReading
from .contacts import HALF, MIDDLES, SPOTS, Contacts, Ints, find_contacts, log_spot_ratios
from .tuning import LayoutTuning

IMPOSSIBLE = -60.0
"""Log odds against halves that do not match, and against the middle of a single's side."""


@dataclass(frozen=True)
class Join:
    """Two tiles that are joined."""

    first: int
    second: int
    """Indices of the tiles."""
    spots: tuple[int, int]
    """Where they touch: a spot of the first tile and one of the second, as in contacts.py."""
    halves: tuple[int, int]
    """The pips of the halves that touch."""
    odds: float
    """Log odds that they are joined rather than neighbours by accident."""


class Joined(NamedTuple):
    """The joins of a table."""

    joins: tuple[Join, ...] = ()
    """The surest first."""
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, eq=False)
class Adjacency:
    """How tiles lie on the table, whatever they show."""

    plane: TablePlane
    poses: Poses
    """Of the tiles that were read and, after them, of the face-down tiles."""
    contacts: Contacts
    """The pairs of readings that nearly touch."""
    strewn: int
    """How many pairs of a reading and a face-down tile nearly touch."""


@dataclass(frozen=True, eq=False)
class PairScores:
    """The likeliest way in which the tiles of each of M pairs are joined."""

    contacts: Contacts
    pips: Ints
    """(N, 8): the pips of the half at each spot of each tile."""
    spots: Ints
    """(M, 2): the spot of the first tile and that of the second."""
    odds: Floats
    """(M,): the log of how much likelier joined tiles lie so and show this than neighbours by accident."""
    odds_if_played: Floats
    """(M,): the same for the likeliest way of lying, whatever the tiles show."""
    spots_if_played: Ints
    """(M, 2): the spots of that way of lying."""

    def join(self, pair: int, odds: float) -> Join:
        """The join of a pair with the given log odds."""
        first, second = int(self.contacts.first[pair]), int(self.contacts.second[pair])
        here, there = int(self.spots[pair, 0]), int(self.spots[pair, 1])
        halves = int(self.pips[first, here]), int(self.pips[second, there])
        return Join(first, second, (here, there), halves, odds)


def adjacency_of(
    readings: Sequence[TileReading],
    tuning: LayoutTuning,
    others: Sequence[Detection] = (),
    plane: TablePlane | None = None,
) -> Adjacency:
    """How at least one reading lies on the table, and what it touches.

    Of `others` the face-down tiles count. `plane` is the plane estimated from the same tiles; without it, it is
    estimated here.
    """
    facedown = [tile.corners for tile in others if tile.kind == "facedown"]
    corners = np.array([reading.corners for reading in readings] + facedown)
    plane = estimate_table_plane(corners) if plane is None else plane
    poses = plane.poses(corners)
    contacts = find_contacts(poses, plane.length, tuning)
    faceup = contacts.second < len(readings)
    strewn = int((~faceup & (contacts.first < len(readings))).sum())
    among_readings = Contacts(
        contacts.first[faceup], contacts.second[faceup], contacts.fit[faceup], contacts.row[faceup]
    )
    return Adjacency(plane, poses, among_readings, strewn)


def find_joins(
    readings: Sequence[TileReading],
    tuning: LayoutTuning,
    others: Sequence[Detection] = (),
    adjacency: Adjacency | None = None,
) -> Joined:
    """The likeliest joins of tiles whose values are assigned: halves that match and touch, without rings; and doubts.

    `adjacency` is that of the same tiles and `others`; without it, it is worked out here.
    """
    if not readings:
        return Joined()
    adjacency = adjacency_of(readings, tuning, others) if adjacency is None else adjacency
    if not len(adjacency.contacts):
        return Joined()
    scores = score_pairs(adjacency.contacts, readings, tuning)
    odds = scores.odds + log_prior_odds(scores, len(readings), adjacency.strewn, tuning)
    chosen: list[Join] = []
    unsure: list[Join] = []
    forest = _Forest(readings, tuning)
    for pair in np.argsort(-odds, kind="stable"):
        if odds[pair] < -tuning.sure_join:
            break
        join = scores.join(int(pair), float(odds[pair]))
        join = replace(join, odds=join.odds + forest.conflict_penalty(join))
        if join.odds > 0:
            forest.add(join)
            chosen.append(join)
        if abs(join.odds) < tuning.sure_join:
            unsure.append(join)
    strays = _strays(chosen, forest, len(readings))
    chosen = [join for join in chosen if join not in strays]
    unsure.extend(join for join in strays if join not in unsure)
    asked = [_join_doubt(readings, join) for join in unsure]
    return Joined(tuple(chosen), (*asked, *_misplays(readings, scores, forest, tuning)))


def score_pairs(contacts: Contacts, readings: Sequence[TileReading], tuning: LayoutTuning) -> PairScores:
    """How the tiles of each of M pairs are joined, given the values that were assigned to them."""
    first, second = contacts.first, contacts.second
    shown = np.array([reading.shows for reading in readings])
    pip_counts = max(reading.pips.shape[1] for reading in readings)
    sure = np.array(
        [[row[half] for row, half in zip(reading.pips, reading.shows, strict=True)] for reading in readings]
    )
    sure = (1 - tuning.slip) * sure + tuning.slip / pip_counts
    is_double = shown[:, 0] == shown[:, 1]
    pips = shown[:, HALF]
    # The middle of a double's side belongs to both halves.
    probabilities = np.concatenate(
        [sure[:, HALF[: MIDDLES.start]], np.repeat(sure.prod(axis=1)[:, None], 2, 1)], axis=1
    )
    single, double = log_spot_ratios(tuning.both_single), log_spot_ratios(tuning.one_double)
    spot_ratios = np.where((is_double[first] ^ is_double[second])[:, None, None], double, single)
    barred = np.zeros((len(readings), SPOTS))
    barred[~is_double, MIDDLES] = IMPOSSIBLE
    lies = contacts.fit + spot_ratios + barred[first][:, :, None] + barred[second][:, None, :]
    matches = pips[first][:, :, None] == pips[second][:, None, :]
    match_ratio = pip_counts * probabilities[first][:, :, None] * probabilities[second][:, None, :]
    odds = (lies + np.where(matches, np.log(match_ratio), IMPOSSIBLE)).reshape(len(first), -1)
    # Two readings of one tile are not joined.
    same_tile = (np.sort(shown[first], axis=1) == np.sort(shown[second], axis=1)).all(axis=1)
    odds = np.where(same_tile[:, None], odds + IMPOSSIBLE, odds)
    lies = lies.reshape(len(first), -1)
    return PairScores(contacts, pips, _best_spots(odds), odds.max(axis=1), lies.max(axis=1), _best_spots(lies))


def _best_spots(scores: Floats) -> Ints:
    """(M, 2): the spots of the first and of the second tile with the highest of (M, 64) scores."""
    return np.stack(np.unravel_index(scores.argmax(axis=1), (SPOTS, SPOTS)), axis=1)


def log_prior_odds(scores: PairScores, tiles: int, strewn: int, tuning: LayoutTuning) -> Floats:
    """(M,): the log of how many pairs are joined on this table for each that is not, judged by all other pairs.

    Many pairs that lie well but do not match are a row, a set on show or the tiles of a hand. `tiles` is the number of
    face-up tiles, `strewn` the number of pairs of one of them and a face-down tile.
    """
    joined_ratio = np.exp(np.clip(scores.odds, -50, 50)) + tuning.misplay * np.exp(scores.odds_if_played)
    row_ratio = np.exp(scores.contacts.row)
    # Axes: the three classes joined, accident and row, by M pairs.
    prior = np.array([[tuning.prior_joined], [tuning.prior_accident + strewn], [tuning.prior_in_row]])
    joined, accident, row = np.repeat(prior, len(row_ratio), axis=1)
    for _ in range(tuning.class_iterations):
        share = np.stack([joined * joined_ratio, accident, row * row_ratio])
        share = share / share.sum(axis=0)
        # Only the other pairs count: a pair must not speak for itself.
        joined, accident, row = prior + share.sum(axis=1, keepdims=True) - share
        accident = accident + tuning.accidents_per_loose_tile * np.maximum(0.0, tiles - 1 - joined)
    return np.asarray(np.log(joined) - np.log(accident + row * row_ratio))


class _Forest:
    """The joins chosen so far, as disjoint sets of tiles, and the halves and spots that are taken."""

    def __init__(self, readings: Sequence[TileReading], tuning: LayoutTuning) -> None:
        self._tuning = tuning
        self._parent = list(range(len(readings)))
        self._size = [1] * len(readings)
        self._is_double = [reading.shows[0] == reading.shows[1] for reading in readings]
        self._halves: set[tuple[int, int]] = set()
        self._spots: set[tuple[int, int]] = set()

    def root(self, tile: int) -> int:
        """The tile that stands for all that are joined to this one."""
        while self._parent[tile] != tile:
            self._parent[tile] = self._parent[self._parent[tile]]
            tile = self._parent[tile]
        return tile

    def size(self, tile: int) -> int:
        """How many tiles are in the chain of this one."""
        return self._size[self.root(tile)]

    def conflict_penalty(self, join: Join) -> float:
        """The log of how much less likely a join is beside those chosen; minus infinity where it closes a ring."""
        if self.root(join.first) == self.root(join.second):
            return -np.inf
        total = 0.0
        for tile, spot in zip((join.first, join.second), join.spots, strict=True):
            if (tile, spot) in self._spots:
                total += self._tuning.spot_taken
            if not self._is_double[tile] and (tile, int(HALF[spot])) in self._halves:
                total += self._tuning.half_taken
        return total

    def add(self, join: Join) -> None:
        """Chooses a join that closes no ring."""
        for tile, spot in zip((join.first, join.second), join.spots, strict=True):
            self._spots.add((tile, spot))
            self._halves.add((tile, int(HALF[spot])))
        first, second = self.root(join.first), self.root(join.second)
        self._parent[first] = second
        self._size[second] += self._size[first]

    def is_open(self, tile: int, spot: int) -> bool:
        """Whether nothing is joined there."""
        half = (tile, int(HALF[spot]))
        return (tile, spot) not in self._spots and (self._is_double[tile] or half not in self._halves)


def _strays(chosen: Sequence[Join], forest: _Forest, tiles: int) -> list[Join]:
    """The joins of chains that are more likely chance.

    The more tiles of a table are joined to nothing, the less likely it is that any was played.
    """
    chains: dict[int, list[Join]] = {}
    for join in chosen:
        chains.setdefault(forest.root(join.first), []).append(join)
    loose = tiles - len({tile for join in chosen for tile in (join.first, join.second)})
    weak = [chain for chain in chains.values() if sum(join.odds for join in chain) < np.log1p(loose)]
    return [join for chain in weak for join in chain]


def _join_doubt(readings: Sequence[TileReading], join: Join) -> Doubt:
    """A doubt whether two tiles are joined."""
    first, second = readings[join.first].tile, readings[join.second].tile
    text = lazy_gettext(
        "Are %(first)s and %(second)s joined? They match, but do not lie quite as joined tiles do.",
        first=first,
        second=second,
    )
    return Doubt("join", text, first, ((second, float(sigmoid(join.odds))),))


def _misplays(
    readings: Sequence[TileReading], scores: PairScores, forest: _Forest, tuning: LayoutTuning
) -> list[Doubt]:
    """Doubts about tiles that lie as if joined to an open half of a chain, but do not match it."""
    doubts = []
    for pair in np.flatnonzero((scores.odds_if_played > tuning.as_if_played) & (scores.odds < -tuning.sure_join)):
        first, second = int(scores.contacts.first[pair]), int(scores.contacts.second[pair])
        here, there = (int(spot) for spot in scores.spots_if_played[pair])
        sizes = forest.size(first), forest.size(second)
        are_apart = forest.root(first) != forest.root(second)
        if are_apart and max(sizes) > 1 and forest.is_open(first, here) and forest.is_open(second, there):
            # The tile of the shorter chain is the one that was misplayed.
            if sizes[0] > sizes[1]:
                first, second = second, first
            misplayed, host = readings[first].tile, readings[second].tile
            text = lazy_gettext(
                "%(tile)s lies against %(host)s, but the halves do not match.", tile=misplayed, host=host
            )
            doubts.append(Doubt("misplay", text, misplayed, ((host, 1.0),)))
    return doubts
