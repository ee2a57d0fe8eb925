"""Which tiles are joined: the likeliest forest of joins for the table as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..geometry.points import Floats
from ..geometry.table_plane import Poses, TablePlane, estimate_table_plane
from ..types import Detection, Doubt, TileReading
from .contacts import BOTH_SINGLE, HALF, MIDDLES, ONE_DOUBLE, PLACES, Contacts, Ints, find_contacts

# Before a table is seen: how many of the neighbours on it are joined, lie there by accident, or are laid in rows.
JOINED, BY_ACCIDENT, IN_ROWS = 1.0, 0.5, 0.05
# So many of the tiles that are played do not match.
MISPLAY = 0.02
# Tiles that are joined to nothing make neighbours by accident; so many each.
LOOSE_TOUCH = 0.1
# A half is played on once; where people lay tiles for themselves a second one at its side happens.
HALF_TAKEN = np.log(0.1)
PLACE_TAKEN = -8.0
# A join less sure than this is asked about.
SURE_OF_JOIN = np.log(3.0)
# Tiles that do not match are asked about if they lie so much likelier than neighbours by accident do.
AS_PLAYED = np.log(60.0)


@dataclass(frozen=True)
class Join:
    """Two tiles that lie together, and how sure that is."""

    first: int
    second: int
    """Numbers of the tiles."""
    places: tuple[int, int]
    """Where they touch, as contacts.py counts places."""
    halves: tuple[int, int]
    """What the halves that touch show."""
    odds: float
    """Log of how much likelier joined than neighbours by accident."""


class Joined(NamedTuple):
    """The joins of a table."""

    joins: tuple[Join, ...] = ()
    """The surest first."""
    doubts: tuple[Doubt, ...] = ()


def find_joins(
    readings: Sequence[TileReading], beside: Sequence[Detection] = (), touching: Adjacency | None = None
) -> Joined:
    """The likeliest joins: matching halves that lie together, no ring among them; and doubts.

    `touching` is what `contacts_of` gives, worked out here where it is not known.
    """
    if not readings:
        return Joined()
    touching = contacts_of(readings, beside) if touching is None else touching
    if not len(touching.contacts):
        return Joined()
    ways = score_pairs(touching.contacts, readings)
    odds = ways.odds + log_joined(ways, len(readings), touching.strewn)
    chosen: list[Join] = []
    unsure: list[Join] = []
    forest = _Forest(readings)
    for pair in np.argsort(-odds, kind="stable"):
        if odds[pair] < -SURE_OF_JOIN:
            break
        join = ways.join(int(pair), float(odds[pair]))
        join = replace(join, odds=join.odds + forest.conflict_penalty(join))
        if join.odds > 0:
            forest.add(join)
            chosen.append(join)
        if abs(join.odds) < SURE_OF_JOIN:
            unsure.append(join)
    strays = _strays(chosen, forest, len(readings))
    chosen = [join for join in chosen if join not in strays]
    unsure.extend(join for join in strays if join not in unsure)
    asked = [_join_doubt(readings, join) for join in unsure]
    return Joined(tuple(chosen), (*asked, *_misplays(readings, ways, forest)))


def _strays(chosen: Sequence[Join], forest: _Forest, tiles: int) -> list[Join]:
    """The joins of chains that are more likely chance.

    The fewer of many tiles hang together, the less likely that anything was played: the rest would lie in hands.
    """
    chains: dict[int, list[Join]] = {}
    for join in chosen:
        chains.setdefault(forest.root(join.first), []).append(join)
    loose = tiles - len({tile for join in chosen for tile in (join.first, join.second)})
    weak = [chain for chain in chains.values() if sum(join.odds for join in chain) < np.log1p(loose)]
    return [join for chain in weak for join in chain]


@dataclass(frozen=True, eq=False)
class Adjacency:
    """How tiles lie on the table, whatever they show."""

    plane: TablePlane
    poses: Poses
    """Of the tiles that are read, and after them of those face down."""
    contacts: Contacts
    """The pairs of readings that nearly touch."""
    strewn: int
    """How often a reading nearly touches a tile face down."""


def contacts_of(
    readings: Sequence[TileReading], beside: Sequence[Detection] = (), plane: TablePlane | None = None
) -> Adjacency:
    """How at least one reading lies on the table, and what it touches; of tiles `beside` those face down count.

    `plane` is the table they lie on, found here where it is not known.
    """
    facedown = [tile.corners for tile in beside if tile.kind == "facedown"]
    corners = np.array([reading.corners for reading in readings] + facedown)
    plane = estimate_table_plane(corners) if plane is None else plane
    poses = plane.poses(corners)
    contacts = find_contacts(poses, plane.length)
    faceup = contacts.second < len(readings)
    strewn = int((~faceup & (contacts.first < len(readings))).sum())
    kept = Contacts(contacts.first[faceup], contacts.second[faceup], contacts.fit[faceup], contacts.row[faceup])
    return Adjacency(plane, poses, kept, strewn)


@dataclass(frozen=True, eq=False)
class PairScores:
    """The likeliest way in which each pair in contact lies."""

    contacts: Contacts
    values: Ints
    """(N, 8) what the half at each place shows."""
    places: Ints
    """(M, 2): the place of the first and of the second tile."""
    odds: Floats
    """(M,) log of how much likelier this is for tiles that are joined than for tiles that are not."""
    as_played: Floats
    """(M,) the same for the likeliest way of lying if the values did not count."""
    played_places: Ints
    """(M, 2): the places of that."""

    def join(self, pair: int, odds: float) -> Join:
        first, second = int(self.contacts.first[pair]), int(self.contacts.second[pair])
        here, there = int(self.places[pair, 0]), int(self.places[pair, 1])
        halves = int(self.values[first, here]), int(self.values[second, there])
        return Join(first, second, (here, there), halves, odds)


def score_pairs(contacts: Contacts, readings: Sequence[TileReading]) -> PairScores:
    """How each pair lies, going by the values that the readings are taken to show."""
    first, second = contacts.first, contacts.second
    named = np.array([reading.shows for reading in readings])
    kinds = max(reading.pips.shape[1] for reading in readings)
    sure = np.array([[row[half] for row, half in zip(one.pips, one.shows, strict=True)] for one in readings])
    sure = 0.98 * sure + 0.02 / kinds
    double = named[:, 0] == named[:, 1]
    values, trust = named[:, HALF], sure[:, HALF]
    trust[:, MIDDLES] = sure.prod(axis=1)[:, None]
    ways = np.where((double[first] ^ double[second])[:, None, None], ONE_DOUBLE, BOTH_SINGLE)
    # The middle of a side is a place at a double alone.
    barred = np.zeros((len(readings), 8))
    barred[~double, MIDDLES] = -60.0
    lies = contacts.fit + ways + barred[first][:, :, None] + barred[second][:, None, :]
    alike = values[first][:, :, None] == values[second][:, None, :]
    both = kinds * trust[first][:, :, None] * trust[second][:, None, :]
    scores = (lies + np.where(alike, np.log(both), -60.0)).reshape(len(first), -1)
    same = (np.sort(named[first], axis=1) == np.sort(named[second], axis=1)).all(axis=1)
    scores[same] -= 60.0
    lies = lies.reshape(len(first), -1)
    return PairScores(contacts, values, _best(scores), scores.max(axis=1), lies.max(axis=1), _best(lies))


def _best(scores: Floats) -> Ints:
    """(M, 2) the place of the first and of the second tile with the highest of (M, 64) scores."""
    return np.stack(np.unravel_index(scores.argmax(axis=1), (PLACES, PLACES)), axis=1)


def log_joined(ways: PairScores, tiles: int, strewn: int) -> Floats:
    """(M,) log of how many neighbours that lie like each pair are joined on this table, for each that is not.

    The table itself tells: many that lie well but do not match are a row, a set on show or the tiles of a hand. `tiles`
    is how many lie face up, and `strewn` how often one of them nearly touches a tile face down.
    """
    as_joined = np.exp(np.clip(ways.odds, -50, 50)) + MISPLAY * np.exp(ways.as_played)
    in_row = np.exp(ways.contacts.row)
    before = np.array([[JOINED], [BY_ACCIDENT + strewn], [IN_ROWS]])
    joined, accident, rows = np.repeat(before, len(in_row), axis=1)
    for _ in range(8):
        share = np.stack([joined * as_joined, accident, rows * in_row])
        share /= share.sum(axis=0)
        # What a pair is taken for must not speak for itself: only the others count.
        joined, accident, rows = before + share.sum(axis=1, keepdims=True) - share
        accident += LOOSE_TOUCH * np.maximum(0.0, tiles - 1 - joined)
    return np.asarray(np.log(joined) - np.log(accident + rows * in_row))


class _Forest:
    """Joins chosen so far: which tiles hang together, and which halves and places are taken."""

    def __init__(self, readings: Sequence[TileReading]) -> None:
        self._root = list(range(len(readings)))
        self.size = [1] * len(readings)
        self._is_double = [reading.shows[0] == reading.shows[1] for reading in readings]
        self._halves: set[tuple[int, int]] = set()
        self._places: set[tuple[int, int]] = set()

    def root(self, tile: int) -> int:
        while self._root[tile] != tile:
            self._root[tile] = self._root[self._root[tile]]
            tile = self._root[tile]
        return tile

    def conflict_penalty(self, join: Join) -> float:
        """Log of how much less likely a join is beside those chosen."""
        if self.root(join.first) == self.root(join.second):
            return -np.inf
        total = 0.0
        for tile, place in zip((join.first, join.second), join.places, strict=True):
            if (tile, place) in self._places:
                total += PLACE_TAKEN
            if not self._is_double[tile] and (tile, int(HALF[place])) in self._halves:
                total += float(HALF_TAKEN)
        return total

    def add(self, join: Join) -> None:
        for tile, place in zip((join.first, join.second), join.places, strict=True):
            self._places.add((tile, place))
            self._halves.add((tile, int(HALF[place])))
        one, other = self.root(join.first), self.root(join.second)
        self._root[one] = other
        self.size[other] += self.size[one]

    def is_open(self, tile: int, place: int) -> bool:
        """Whether nothing is joined there."""
        half = (tile, int(HALF[place]))
        return (tile, place) not in self._places and (self._is_double[tile] or half not in self._halves)


def _join_doubt(readings: Sequence[TileReading], join: Join) -> Doubt:
    one, other = readings[join.first].tile, readings[join.second].tile
    probability = float(1 / (1 + np.exp(-join.odds)))
    text = f"Are {one} and {other} joined? They match, but do not lie quite as joined tiles do."
    return Doubt("join", text, one, ((other, probability),))


def _misplays(readings: Sequence[TileReading], ways: PairScores, forest: _Forest) -> list[Doubt]:
    """Tiles that lie just as joined ones do at an open half of a chain, but do not match it."""
    doubts = []
    for pair in np.flatnonzero((ways.as_played > AS_PLAYED) & (ways.odds < -SURE_OF_JOIN)):
        first, second = int(ways.contacts.first[pair]), int(ways.contacts.second[pair])
        here, there = (int(place) for place in ways.played_places[pair])
        sizes = forest.size[forest.root(first)], forest.size[forest.root(second)]
        apart = forest.root(first) != forest.root(second)
        if apart and max(sizes) > 1 and forest.is_open(first, here) and forest.is_open(second, there):
            if sizes[0] > sizes[1]:
                first, second = second, first
            one, other = readings[first].tile, readings[second].tile
            text = f"{one} lies against {other}, but the halves do not match."
            doubts.append(Doubt("misplay", text, one, ((other, 1.0),)))
    return doubts
