"""Assigns values to all tiles of a table together: each tile exists once, and halves that are joined match.

This is step 2 of the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile
from muggins.texts import lazy_gettext, lazy_ngettext, one_of

from ..geometry.points import Floats
from ..probability import sigmoid
from ..types import Detection, Doubt, TileReading
from .contacts import HALF, Ints, log_spot_ratios
from .joins import Adjacency, adjacency_of, log_prior_odds, score_pairs
from .tuning import LayoutTuning

_SPOT_OF_HALF = (HALF[:, None] == [0, 1]).astype(np.float64)
"""(8, 2): 1 where a spot belongs to a half."""


@dataclass(frozen=True, eq=False)
class _Values:
    """How likely N tiles have each of T values."""

    high: Ints
    """(T,): the higher half of each value."""
    low: Ints
    """(T,): the lower half."""
    alone: Floats
    """(N, T): the probability of each value, as reading and neighbours say."""
    together: Floats
    """(N, T): the same, given that each tile of the set lies there once."""
    chosen: Ints
    """(N,): the value that each tile gets."""

    def likely(self, probabilities: Floats, tuning: LayoutTuning) -> tuple[tuple[Tile, float], ...]:
        """The values that (T,) probabilities make likely, the likeliest first."""
        likeliest = np.argsort(-probabilities, kind="stable")[: tuning.max_likely]
        order = [k for k in likeliest if probabilities[k] >= tuning.min_likely]
        return tuple((Tile(int(self.high[k]), int(self.low[k])), float(probabilities[k])) for k in order)


def assign_values(
    readings: Sequence[TileReading],
    tuning: LayoutTuning,
    others: Sequence[Detection] = (),
    adjacency: Adjacency | None = None,
) -> tuple[tuple[TileReading, ...], tuple[Doubt, ...]]:
    """The readings with the likeliest values for the whole table, and doubts about them.

    Two tiles that both clearly show the same value keep it, with a doubt. `adjacency` is that of the readings and
    `others`; without it, it is worked out here if it is needed.
    """
    if not readings:
        return (), ()
    pips, tables = _tables(readings, tuning)
    seen = tables
    is_unclear = tables.max(axis=(1, 2)) < tuning.clear_tile * (1 - tuning.misread_half) ** 2
    if is_unclear.any() and len(readings) > 1:
        adjacency = adjacency_of(readings, tuning, others) if adjacency is None else adjacency
        tables = _weighed_by_neighbours(readings, adjacency, pips, tables, is_unclear, tuning)
    values = _assigned(tables, seen, tuning)
    named = tuple(
        _with_value(reading, table, int(values.high[chosen]), int(values.low[chosen]))
        for reading, table, chosen in zip(readings, tables, values.chosen, strict=True)
    )
    return named, tuple(_doubts(named, values, tuning))


def value_shares(
    readings: Sequence[TileReading], others: Sequence[Detection], asked: Sequence[int], tuning: LayoutTuning
) -> list[dict[Tile, float]]:
    """How likely each of the readings with the numbers `asked` is each value, as all readings of the table say.

    Their neighbours are asked however clear they are.
    """
    pips, tables = _tables(readings, tuning)
    is_asked = np.isin(np.arange(len(readings)), asked)
    adjacency = adjacency_of(readings, tuning, others)
    values = _assigned(_weighed_by_neighbours(readings, adjacency, pips, tables, is_asked, tuning), tables, tuning)
    tiles = [Tile(int(high), int(low)) for high, low in zip(values.high, values.low, strict=True)]
    return [dict(zip(tiles, values.together[number].tolist(), strict=True)) for number in asked]


def _tables(readings: Sequence[TileReading], tuning: LayoutTuning) -> tuple[Floats, Floats]:
    """(N, 2, S) the pips of the readings, any of which may be misread; (N, S, S) the first half by the second."""
    pips = np.array([reading.pips for reading in readings])
    pips = (1 - tuning.misread_half) * pips + tuning.misread_half / pips.shape[2]
    return pips, pips[:, 0, :, None] * pips[:, 1, None, :]


def _weighed_by_neighbours(
    readings: Sequence[TileReading],
    adjacency: Adjacency,
    pips: Floats,
    tables: Floats,
    is_unclear: NDArray[np.bool_],
    tuning: LayoutTuning,
) -> Floats:
    """(N, S, S): the tables, pips of the first half by pips of the second, weighed by what touches the unclear tiles.

    `pips` is (N, 2, S), `is_unclear` (N,).
    """
    contacts = adjacency.contacts
    if not len(contacts):
        return tables
    scores = score_pairs(contacts, readings, tuning)
    is_joined = sigmoid(log_prior_odds(scores, len(readings), adjacency.strewn, tuning))
    has_fit = contacts.fit.max(axis=(1, 2)) > tuning.min_fit
    # Every pair twice, once from the side of each of its tiles; those whose near side is an unclear tile are asked.
    here, there = np.concatenate([contacts.first, contacts.second]), np.concatenate([contacts.second, contacts.first])
    fits = np.exp(np.concatenate([contacts.fit, contacts.fit.transpose(0, 2, 1)]))
    asked = np.flatnonzero(np.tile(has_fit, 2) & is_unclear[here])
    halves, double = _support(fits[asked], pips[there[asked]], tuning)
    single = halves[:, 0, :, None] + halves[:, 1, None, :]
    is_double = np.eye(pips.shape[2], dtype=bool)
    joined = np.tile(is_joined, 2)[asked][:, None, None]
    weights = (1 - joined) + joined * np.where(is_double, double[:, :, None], single)
    weighed = tables.copy()
    np.multiply.at(weighed, here[asked], weights)
    return weighed


def _support(fit: Floats, neighbours: Floats, tuning: LayoutTuning) -> tuple[Floats, Floats]:
    """How much likelier K neighbours make each pip count of a tile, if they are joined to it.

    `fit` is (K, 8, 8), spots of the tile by spots of its neighbour; `neighbours` are the (K, 2, S) pips of the
    neighbours. The results are (K, 2, S) for the halves of a single, whose sum counts, and (K, S) for a double.
    """
    as_double = neighbours[:, 0] * neighbours[:, 1]
    as_single = neighbours - as_double[:, None]
    with_single = fit * np.exp(log_spot_ratios(tuning.both_single))
    with_double = fit * np.exp(log_spot_ratios(tuning.one_double))
    halves = _SPOT_OF_HALF.T @ with_single @ _SPOT_OF_HALF @ as_single
    halves += (with_double.sum(axis=2) @ _SPOT_OF_HALF)[:, :, None] * as_double[:, None]
    double = ((with_double.sum(axis=1) @ _SPOT_OF_HALF)[:, None] @ as_single)[:, 0]
    pip_counts = neighbours.shape[2]
    misplayed = tuning.misplay * with_single.sum(axis=(1, 2))[:, None]
    # Half of a misplay for each half of a single, as the two are added up.
    return pip_counts * halves + misplayed[:, None] / 2, pip_counts * double + misplayed


def _assigned(tables: Floats, seen: Floats, tuning: LayoutTuning) -> _Values:
    """The values of N tiles whose (N, S, S) tables give pips of the first half by pips of the second.

    `seen` are the tables before neighbours weighed them: neither a join nor another tile makes up a value.
    """
    high, low = np.tril_indices(tables.shape[1])
    alone, was_seen = (
        both / both.sum(axis=1, keepdims=True)
        for both in (each[:, high, low] + np.where(high == low, 0.0, each[:, low, high]) for each in (tables, seen))
    )
    repeats = _probability_of_repeat(alone, tuning)
    absent = np.log1p(-(1 - repeats) * np.minimum(alone, 1 - 1e-9))
    # Each value is as likely as the tile says, times how likely no other tile has it.
    together = alone * np.exp(absent.sum(axis=0) - absent)
    together = together / together.sum(axis=1, keepdims=True)
    hardly_seen = (was_seen < tuning.least_seen) & (was_seen < was_seen.max(axis=1, keepdims=True))
    chosen = _assign(np.where(hardly_seen, 0.0, alone), repeats, was_seen >= tuning.min_likely)
    return _Values(high, low, alone, together, chosen)


def _with_value(reading: TileReading, table: Floats, high: int, low: int) -> TileReading:
    """The reading with that value, its halves in the likelier order of the (S, S) table."""
    shows = (high, low) if table[high, low] >= table[low, high] else (low, high)
    return reading if reading.shows == shows else reading.read_as(shows)


def _doubts(named: Sequence[TileReading], values: _Values, tuning: LayoutTuning) -> list[Doubt]:
    """Doubts about tiles that are seen twice or whose value is unsure."""
    doubts: list[Doubt] = []
    counts = Counter(reading.tile for reading in named)
    for index, reading in enumerate(named):
        tile = reading.tile
        if counts[tile] > 1 and all(doubt.tile != tile for doubt in doubts):
            text = lazy_ngettext(
                "%(tile)s is seen %(number)s time.", "%(tile)s is seen %(number)s times.", counts[tile], tile=tile
            )
            doubts.append(Doubt("twice", text, tile, values.likely(values.alone[index], tuning)))
        elif counts[tile] == 1 and values.together[index, values.chosen[index]] < tuning.sure_value:
            likely = values.likely(values.together[index], tuning)
            doubts.append(value_doubt(tile, likely))
    return doubts


def value_doubt(tile: Tile, likely: Sequence[tuple[Tile, float]]) -> Doubt:
    """The doubt about the value of a tile that is taken for `tile`; `likely` is all that it may be."""
    others = [other for other, _ in likely if other != tile][:2]
    text = lazy_gettext("%(tile)s is hard to read.", tile=tile)
    if others:
        text = lazy_gettext("Is this %(tiles)s?", tiles=one_of([tile, *others]))
    return Doubt("value", text, tile, tuple(likely))


def _probability_of_repeat(probabilities: Floats, tuning: LayoutTuning) -> float:
    """How likely a tile lies on the table once more; high only where (N, T) probabilities show that sets are mixed."""
    clear = probabilities.argmax(axis=1)[probabilities.max(axis=1) > tuning.clearly_read]
    repeated = len(clear) - len(np.unique(clear))
    return (tuning.prior_repeats + repeated) / (tuning.prior_tiles + len(probabilities))


def _assign(probabilities: Floats, repeat: float, is_seen: NDArray[np.bool_]) -> Ints:
    """(N,): the value of each tile, the likeliest for all together.

    `probabilities` is (N, T). Each further tile of the same value is less likely by the factor `repeat`. A tile gives
    way only as a value that `is_seen` (N, T).
    """
    best = probabilities.argmax(axis=1)
    counts = np.bincount(best, minlength=probabilities.shape[1])
    if (counts <= 1).all():
        return np.asarray(best, dtype=np.int64)
    is_likeliest = probabilities == probabilities.max(axis=1, keepdims=True)
    cost = -np.log(np.where(is_seen | is_likeliest, probabilities, 0.0) + 1e-9)
    values = np.arange(probabilities.shape[1])
    copies = np.concatenate([values, np.repeat(values, np.maximum(counts - 1, 0))])
    cost = cost[:, copies]
    cost[:, probabilities.shape[1] :] -= np.log(repeat)
    return np.asarray(copies[_cheapest(cost)], dtype=np.int64)


def _cheapest(cost: Floats) -> Ints:
    """(N,): the column of each row with which the (N, M) costs add up to least, each column once; M is at least N.

    Rows are placed one by one along the shortest augmenting path (R. Jonker and A. Volgenant, A Shortest Augmenting
    Path Algorithm for Dense and Sparse Linear Assignment Problems, Computing 38, 1987).
    """
    rows, columns = cost.shape
    column_price = np.zeros(columns + 1)
    row_price = np.zeros(rows)
    owner = np.full(columns + 1, -1)
    for row in range(rows):
        owner[columns] = row
        here = columns
        least = np.full(columns, np.inf)
        previous = np.full(columns, columns)
        done = np.zeros(columns + 1, dtype=bool)
        while owner[here] >= 0:
            done[here] = True
            reduced = cost[owner[here]] - row_price[owner[here]] - column_price[:columns]
            better = ~done[:columns] & (reduced < least)
            least[better] = reduced[better]
            previous[better] = here
            ahead = int(np.where(done[:columns], np.inf, least).argmin())
            step = least[ahead]
            row_price[owner[done]] += step
            column_price[done] -= step
            least[~done[:columns]] -= step
            here = ahead
        while here != columns:
            owner[here] = owner[previous[here]]
            here = int(previous[here])
    column_of_row = np.full(rows, -1)
    taken = np.flatnonzero(owner[:columns] >= 0)
    column_of_row[owner[taken]] = taken
    return column_of_row
