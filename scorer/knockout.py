"""Knock Out, the game for one: two tiles with twelve pips between them are discarded, until none are left [booklet].

In a record a play is a pair: `tile` and `on`. The `hand_end` names the tiles that lie face up at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from .events import Draw, HandEnd, Pass, Play, RecordError
from .hand import Hand
from .hand_scoring import validate_hands
from .layout_match import LayoutMatch
from .outcomes import HandEndOutcome, Outcome, PlayOutcome
from .tiles import Tile, full_set


@dataclass(frozen=True, slots=True)
class KnockoutMatch(LayoutMatch):
    """A game of pairs: the layout of its hands stays empty."""

    def _play(self, event: Play, hand: Hand) -> tuple[LayoutMatch, Outcome]:
        hand, pips = discard(hand, event)
        tiles_left = len(full_set(self.rules.set)) - 2 * len(hand.plays)
        match = self._with(hand) if tiles_left else self._with(hand)._won_by(self.side_of[event.player])
        return match, PlayOutcome(
            match.scores,
            match.winner,
            () if pips == self.rules.pair else ("misplay",),
            skunked=match.skunked,
            count=pips,
            points=0,
            open=(),
            tiles_left=tiles_left,
        )

    def _draw_or_pass(self, event: Draw | Pass, number: int, hand: Hand) -> tuple[LayoutMatch, Outcome]:
        raise RecordError("in %(id)s nobody draws or passes: a pair is discarded, or the hand ends", id=self.rules.id)

    def _end_hand(self, event: HandEnd, number: int, hand: Hand) -> tuple[LayoutMatch, Outcome]:
        """The state after a hand that ends with these tiles face up: a fault while a pair is left."""
        validate_hands(hand, event)
        if event.unknown_players:
            return self._await_tiles(hand, event, number)
        (shown,) = event.known_hands.values()
        left = pairs_left(hand, shown)
        match = self._with(hand.ended())
        return match, HandEndOutcome(
            match.scores,
            faults=("not-blocked",) if left else (),
            gained=dict.fromkeys(self.scores, 0),
            pairs=left,
        )


def pairs(tiles: tuple[Tile, ...], total: int = 12) -> tuple[tuple[Tile, Tile], ...]:
    """Every pair of the tiles that has `total` pips, in the order of the tiles."""
    return tuple((first, second) for first, second in combinations(tiles, 2) if first.total + second.total == total)


def discard(hand: Hand, event: Play) -> tuple[Hand, int]:
    """The hand with one more pair discarded, and the pips of both tiles.

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
    return hand.with_play(event), tile.total + second.total


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
