"""Names all tiles of a table together: each tile is there once, and halves that lie together match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from muggins.scorer.tiles import Tile

from .contacts import BOTH_SINGLE, HALF, ONE_DOUBLE, Contacts, Ints
from .geometry import Floats
from .reconstruct import contacts_of, log_joined, weigh
from .table import Detection, Doubt, TileReading

# What a reading gives is never surer than this share.
SLIP = 0.01
# A tile surer than this is not asked of its neighbours.
CLEAR = 0.998
# A tile less sure than this, after all is weighed, is asked about.
SURE_OF_VALUE = 0.9
# Tiles that lie on a table twice, among so many: two sets mixed. Counted up with what the table shows.
TWICE, AMONG = 0.2, 20.0


def name_tiles(
    readings: Sequence[TileReading], beside: Sequence[Detection] = ()
) -> tuple[tuple[TileReading, ...], tuple[Doubt, ...]]:
    """The readings with the values that are likeliest for the table as a whole, and which of them are in doubt.

    Two tiles that both clearly show the same keep it, with a doubt.
    """
    if not readings:
        return (), ()
    kinds = readings[0].pips.shape[1]
    pips = (1 - SLIP) * np.array([reading.pips for reading in readings]) + SLIP / kinds
    tables = pips[:, 0, :, None] * pips[:, 1, None, :]
    unclear = tables.max(axis=(1, 2)) < CLEAR * (1 - SLIP) ** 2
    if unclear.any() and len(readings) > 1:
        _ask_neighbours(readings, beside, pips, tables, unclear)
    high, low = np.tril_indices(kinds)
    chances = tables[:, high, low] + np.where(high == low, 0.0, tables[:, low, high])
    chances = chances / chances.sum(axis=1, keepdims=True)
    again = _chance_of_twice(chances)
    named = _assign(chances, again)
    elsewhere = np.log1p(-(1 - again) * np.minimum(chances, 1 - 1e-9))
    apart = chances * np.exp(elsewhere.sum(axis=0) - elsewhere)
    apart = apart / apart.sum(axis=1, keepdims=True)
    settled, doubts = [], []
    for number, reading in enumerate(readings):
        pair = int(high[named[number]]), int(low[named[number]])
        straight = tables[number, pair[0], pair[1]] >= tables[number, pair[1], pair[0]]
        settled.append(reading.read_as(pair if straight else pair[::-1]))
    counts = Counter(reading.tile for reading in settled)
    for number, reading in enumerate(settled):
        tile, likely = reading.tile, _likely(apart[number], high, low)
        if counts[tile] > 1:
            text = f"{tile} is seen {counts[tile]} times."
            doubts.append(Doubt("twice", text, tile, _likely(chances[number], high, low)))
        elif apart[number, named[number]] < SURE_OF_VALUE:
            others = [str(other) for other, _ in likely if other != tile][:2]
            text = f"Is this {' or '.join([str(tile), *others])}?" if others else f"{tile} is hard to read."
            doubts.append(Doubt("value", text, tile, likely))
    return tuple(settled), tuple(doubts)


def _ask_neighbours(
    readings: Sequence[TileReading], beside: Sequence[Detection], pips: Floats, tables: Floats, unclear: Ints
) -> None:
    """Weighs, in place, the (N, S, S) tables of what both halves show by what lies against the unclear tiles."""
    contacts, strewn = contacts_of(readings, beside)
    if not len(contacts):
        return
    odds = log_joined(weigh(contacts, readings).odds, strewn)
    joined = 1 / (1 + np.exp(-odds))
    kinds = pips.shape[2]
    same = np.eye(kinds, dtype=bool)
    for tile in np.flatnonzero(unclear):
        for pair in np.flatnonzero((contacts.first == tile) | (contacts.second == tile)):
            one_half, other_half, both = _support(contacts, int(pair), int(tile), pips)
            single = one_half[:, None] + other_half[None, :]
            tables[tile] *= (1 - joined) + joined * np.where(same, both[:, None], single)


def _support(contacts: Contacts, pair: int, tile: int, pips: Floats) -> tuple[Floats, Floats, Floats]:
    """How much likelier a neighbour makes each pip count of a tile's halves, if it is joined.

    Three (S,) arrays: for the first and the second half of a single, and for a double.
    """
    turned = contacts.first[pair] != tile
    other = pips[contacts.first[pair] if turned else contacts.second[pair]]
    fit = np.exp(contacts.fit[pair].T if turned else contacts.fit[pair])
    as_double = other[0] * other[1]
    # What a single neighbour shows at each of its places: none halfway along a side, which belongs to both halves.
    as_single = np.stack([other[half] * (1 - other[1 - half]) if half >= 0 else 0 * other[0] for half in HALF])
    to_single = fit * np.exp(BOTH_SINGLE)
    to_double = fit * np.exp(ONE_DOUBLE)
    shown = pips.shape[2] * (to_single @ as_single + to_double.sum(axis=1)[:, None] * as_double)
    both = pips.shape[2] * (to_double @ as_single).sum(axis=0)
    return shown[HALF == 0].sum(axis=0), shown[HALF == 1].sum(axis=0), both


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
