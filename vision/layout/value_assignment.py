"""Names all tiles of a table together: each tile is there once, and halves that lie together match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from muggins.scorer.tiles import Tile

from ..geometry.points import Floats
from ..types import Detection, Doubt, TileReading
from .contacts import BOTH_SINGLE, HALF, ONE_DOUBLE, Ints
from .joins import MISPLAY, Adjacency, contacts_of, log_joined, score_pairs

# What a reading gives is never surer than this share.
SLIP = 0.01
# A tile surer than this is not asked of its neighbours.
CLEAR = 0.99
# A tile less sure than this, after all is weighed, is asked about.
SURE_OF_VALUE = 0.9
# Tiles that lie on a table twice, among so many: two sets mixed. Counted up with what the table shows.
TWICE, AMONG = 0.2, 20.0

# A neighbour that fits worse than this, as a log, says nothing.
WORTH_ASKING = -6.0

_LYING_SINGLE, _LYING_DOUBLE = np.exp(BOTH_SINGLE), np.exp(ONE_DOUBLE)
_OF_HALF = (HALF[:, None] == [0, 1]).astype(np.float64)
"""(8, 2): which places belong to which half."""


def assign_values(
    readings: Sequence[TileReading], beside: Sequence[Detection] = (), touching: Adjacency | None = None
) -> tuple[tuple[TileReading, ...], tuple[Doubt, ...]]:
    """The readings with the values that are likeliest for the table as a whole, and which of them are in doubt.

    Two tiles that both clearly show the same keep it, with a doubt. `touching` is what `contacts_of` gives, worked out
    here where it is asked for and not known.
    """
    if not readings:
        return (), ()
    kinds = readings[0].pips.shape[1]
    pips = (1 - SLIP) * np.array([reading.pips for reading in readings]) + SLIP / kinds
    tables = pips[:, 0, :, None] * pips[:, 1, None, :]
    unclear = tables.max(axis=(1, 2)) < CLEAR * (1 - SLIP) ** 2
    if unclear.any() and len(readings) > 1:
        _ask_neighbours(readings, touching or contacts_of(readings, beside), pips, tables, unclear)
    high, low = np.tril_indices(kinds)
    chances = tables[:, high, low] + np.where(high == low, 0.0, tables[:, low, high])
    chances = chances / chances.sum(axis=1, keepdims=True)
    again = _chance_of_twice(chances)
    named = _assign(chances, again)
    elsewhere = np.log1p(-(1 - again) * np.minimum(chances, 1 - 1e-9))
    apart = chances * np.exp(elsewhere.sum(axis=0) - elsewhere)
    apart = apart / apart.sum(axis=1, keepdims=True)
    settled: list[TileReading] = []
    doubts: list[Doubt] = []
    for number, reading in enumerate(readings):
        pair = int(high[named[number]]), int(low[named[number]])
        straight = tables[number, pair[0], pair[1]] >= tables[number, pair[1], pair[0]]
        shows = pair if straight else pair[::-1]
        settled.append(reading if reading.shows == shows else reading.read_as(shows))
    counts = Counter(reading.tile for reading in settled)
    for number, reading in enumerate(settled):
        tile = reading.tile
        if counts[tile] > 1 and all(doubt.tile != tile for doubt in doubts):
            text = f"{tile} is seen {counts[tile]} times."
            doubts.append(Doubt("twice", text, tile, _likely(chances[number], high, low)))
        elif counts[tile] == 1 and apart[number, named[number]] < SURE_OF_VALUE:
            likely = _likely(apart[number], high, low)
            others = [str(other) for other, _ in likely if other != tile][:2]
            text = f"Is this {' or '.join([str(tile), *others])}?" if others else f"{tile} is hard to read."
            doubts.append(Doubt("value", text, tile, likely))
    return tuple(settled), tuple(doubts)


def _ask_neighbours(
    readings: Sequence[TileReading], touching: Adjacency, pips: Floats, tables: Floats, unclear: Ints
) -> None:
    """Weighs, in place, the (N, S, S) tables of what both halves show by what lies against the unclear tiles."""
    contacts = touching.contacts
    if not len(contacts):
        return
    odds = log_joined(score_pairs(contacts, readings), len(readings), touching.strewn)
    joined = 1 / (1 + np.exp(-odds))
    near = contacts.fit.max(axis=(1, 2)) > WORTH_ASKING
    # Each unclear tile with each neighbour; of a pair whose second it is, the fit is looked at from the other side.
    here, there = np.concatenate([contacts.first, contacts.second]), np.concatenate([contacts.second, contacts.first])
    fits = np.exp(np.concatenate([contacts.fit, contacts.fit.transpose(0, 2, 1)]))
    asked = np.flatnonzero(np.tile(near, 2) & unclear[here])
    halves, both = _support(fits[asked], pips[there[asked]])
    single = halves[:, 0, :, None] + halves[:, 1, None, :]
    same = np.eye(pips.shape[2], dtype=bool)
    likely = np.tile(joined, 2)[asked][:, None, None]
    np.multiply.at(tables, here[asked], (1 - likely) + likely * np.where(same, both[:, :, None], single))


def _support(fit: Floats, other: Floats) -> tuple[Floats, Floats]:
    """How much likelier each of K neighbours makes each pip count of a tile's halves, if it is joined.

    `fit` is (K, 8, 8), places of the tile by places of the neighbour, and `other` the (K, 2, S) pips of the neighbours.
    Gives (K, 2, S) for the halves of a single, and (K, S) for a double.
    """
    as_double = other[:, 0] * other[:, 1]
    as_single = other - as_double[:, None]
    lying_single, to_double = fit * _LYING_SINGLE, fit * _LYING_DOUBLE
    halves = _OF_HALF.T @ lying_single @ _OF_HALF @ as_single
    halves += (to_double.sum(axis=2) @ _OF_HALF)[:, :, None] * as_double[:, None]
    both = ((to_double.sum(axis=1) @ _OF_HALF)[:, None] @ as_single)[:, 0]
    # Shared out to both halves of a single, since these are added up.
    misplayed = MISPLAY * lying_single.sum(axis=(1, 2))[:, None]
    return other.shape[2] * halves + misplayed[:, None] / 2, other.shape[2] * both + misplayed


def _chance_of_twice(chances: Floats) -> float:
    """That a tile seen once is seen once more: small, unless this table shows clearly that sets are mixed."""
    clear = chances.argmax(axis=1)[chances.max(axis=1) > 0.97]
    repeated = len(clear) - len(np.unique(clear))
    return (TWICE + repeated) / (AMONG + len(chances))


def _assign(chances: Floats, again: float) -> Ints:
    """For each of (N, T) readings its tile, the likeliest for all together when each further use costs `again`."""
    best = chances.argmax(axis=1)
    counts = np.bincount(best, minlength=chances.shape[1])
    if (counts <= 1).all():
        return np.asarray(best, dtype=np.int64)
    cost = -np.log(chances + 1e-9)
    each = np.arange(chances.shape[1])
    copies = np.concatenate([each, np.repeat(each, np.maximum(counts - 1, 0))])
    cost = cost[:, copies]
    cost[:, chances.shape[1] :] -= np.log(again)
    return np.asarray(copies[_cheapest(cost)], dtype=np.int64)


def _cheapest(cost: Floats) -> Ints:
    """The column of each row for which the (N, M) costs add up to least, each column used once; M is N at least.

    Rows are placed one by one along the cheapest chain of moves (Jonker and Volgenant).
    """
    rows, columns = cost.shape
    column_price = np.zeros(columns + 1)
    row_price = np.zeros(rows)
    owner = np.full(columns + 1, -1)
    for row in range(rows):
        owner[columns] = row
        here = columns
        least = np.full(columns, np.inf)
        came = np.full(columns, columns)
        done = np.zeros(columns + 1, dtype=bool)
        while owner[here] >= 0:
            done[here] = True
            reduced = cost[owner[here]] - row_price[owner[here]] - column_price[:columns]
            better = ~done[:columns] & (reduced < least)
            least[better] = reduced[better]
            came[better] = here
            ahead = int(np.where(done[:columns], np.inf, least).argmin())
            step = least[ahead]
            row_price[owner[done]] += step
            column_price[done] -= step
            least[~done[:columns]] -= step
            here = ahead
        while here != columns:
            owner[here] = owner[came[here]]
            here = int(came[here])
    found = np.full(rows, -1)
    taken = np.flatnonzero(owner[:columns] >= 0)
    found[owner[taken]] = taken
    return found


def _likely(chances: Floats, high: Ints, low: Ints, at_least: float = 0.02) -> tuple[tuple[Tile, float], ...]:
    order = [k for k in np.argsort(-chances, kind="stable")[:6] if chances[k] >= at_least]
    return tuple((Tile(int(high[k]), int(low[k])), float(chances[k])) for k in order)
