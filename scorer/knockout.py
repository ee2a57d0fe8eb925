"""Knock Out, the game for one: two tiles with twelve pips between them are discarded, until none are left [booklet].

In a record a play is a pair: `tile` and `on`. The `hand_end` names the tiles that lie face up at the end.
"""

from __future__ import annotations

from itertools import combinations

from .events import Play, RecordError
from .hand import Hand, PlayResult
from .tiles import Tile, full_set


def pairs(tiles: tuple[Tile, ...], total: int = 12) -> tuple[tuple[Tile, Tile], ...]:
    """Every pair of the tiles that has `total` pips, in the order of the tiles."""
    return tuple((first, second) for first, second in combinations(tiles, 2) if first.total + second.total == total)


def discard(hand: Hand, event: Play) -> tuple[Hand, PlayResult]:
    """The hand with one more pair discarded, and the pips of both tiles as the count.

    RecordError if the event names no pair, or a tile that is not in the set or already discarded.
    """
    tile, second = event.tile, event.on
    if second is None or second == tile:
        raise RecordError("in %(id)s two tiles go together: name the other as `on`", id=hand.rules.id)
    whole_set, gone = full_set(hand.rules.set), discarded(hand)
    for each in (tile, second):
        if each not in whole_set:
            raise RecordError("%(tile)s is not in a set up to %(set)s-%(set)s", tile=each, set=hand.rules.set)
        if each in gone:
            raise RecordError("%(tile)s was discarded already, and a set holds each tile once", tile=each)
    pips = tile.total + second.total
    faults = () if pips == hand.rules.pair else ("misplay",)
    return hand.with_play(event), PlayResult(pips, 0, (), faults, None)


def discarded(hand: Hand) -> tuple[Tile, ...]:
    """The tiles discarded so far, in the order of the plays."""
    return tuple(tile for play in hand.plays for tile in (play.tile, play.on) if tile is not None)


def pairs_left(hand: Hand, shown: tuple[Tile, ...]) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs among the tiles that lie face up at the end of the hand.

    RecordError unless they are tiles of the set that were not discarded, each once, and as many as must lie face up.
    """
    whole_set, known = full_set(hand.rules.set), shown + discarded(hand)
    if len(set(known)) < len(known) or not set(known) <= set(whole_set):
        raise RecordError(
            "hands: each tile of the set is there once; these came: %(tiles)s", tiles=", ".join(map(str, known))
        )
    expected = min(hand.rules.tiles[1], len(whole_set) - len(known) + len(shown))
    if len(shown) != expected:
        raise RecordError(
            "hands: %(expected)s tiles are expected face up, not %(shown)s", expected=expected, shown=len(shown)
        )
    return pairs(shown, hand.rules.pair)
