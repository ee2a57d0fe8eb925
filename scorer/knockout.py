"""Knock Out, the game for one: discard two tiles with twelve pips between them until none are left.

In a record a play is a pair: the tile, `on` the other one that goes with it. The hand's end tells what lies face up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from .events import Play, RecordError
from .hand import Hand, PlayResult
from .rules.rulesets import RuleSet, load_ruleset
from .tiles import Tile, full_set


def pairs(tiles: tuple[Tile, ...], total: int = 12) -> tuple[tuple[Tile, Tile], ...]:
    """Every two of the tiles that have that many pips between them."""
    return tuple((one, other) for one, other in combinations(tiles, 2) if one.total + other.total == total)


@dataclass(frozen=True, slots=True)
class KnockOut:
    """A game of Knock Out: the tiles that lie face up, and those that were discarded."""

    rules: RuleSet
    shown: tuple[Tile, ...]
    discarded: tuple[Tile, ...] = ()

    @staticmethod
    def begin(shown: tuple[Tile, ...], rules: RuleSet | None = None) -> KnockOut:
        """The game with its first tiles face up. ValueError if they are too many or too few, or not a set's."""
        return KnockOut(rules or load_ruleset("knock-out"), shown).checked()

    @property
    def stock(self) -> int:
        """Tiles that are still face down."""
        return len(full_set(self.rules.set)) - len(self.shown) - len(self.discarded)

    @property
    def pairs(self) -> tuple[tuple[Tile, Tile], ...]:
        """The pairs that may be discarded now."""
        return pairs(self.shown, self.rules.pair)

    @property
    def is_won(self) -> bool:
        return not self.shown and not self.stock

    @property
    def is_lost(self) -> bool:
        return bool(self.shown) and not self.pairs

    def discard(self, one: Tile, other: Tile, drawn: tuple[Tile, ...]) -> KnockOut:
        """The game with a pair discarded and replaced by tiles drawn from the stock.

        ValueError if they are no pair, or the tiles drawn cannot be.
        """
        if (one, other) not in self.pairs and (other, one) not in self.pairs:
            told = " or ".join(f"{a} with {b}" for a, b in self.pairs) or "none"
            raise ValueError(f"{one} with {other} cannot be discarded; the pairs of {self.rules.pair} pips are: {told}")
        kept = tuple(tile for tile in self.shown if tile not in (one, other))
        return KnockOut(self.rules, kept + drawn, (*self.discarded, one, other)).checked()

    def checked(self) -> KnockOut:
        """The game itself. ValueError unless its tiles are a set's, each once, and as many lie face up as should."""
        whole = full_set(self.rules.set)
        seen = self.shown + self.discarded
        if len(set(seen)) < len(seen) or not set(seen) <= set(whole):
            raise ValueError(f"each tile of the set is there once; these came: {', '.join(map(str, seen))}")
        expected = min(self.rules.tiles[1], len(whole) - len(self.discarded))
        if len(self.shown) != expected:
            raise ValueError(f"{expected} tiles are expected face up, not {len(self.shown)}")
        return self


def discard(hand: Hand, event: Play) -> tuple[Hand, PlayResult]:
    """The hand with a pair more in the waste pile; its count are the pips of both. RecordError if they cannot go."""
    tile, other = event.tile, event.on
    if other is None or other == tile:
        raise RecordError(f"in {hand.rules.id} two tiles go together: name the other as `on`")
    gone, whole = discarded(hand), full_set(hand.rules.set)
    for one in (tile, other):
        if one not in whole:
            raise RecordError(f"{one} is not in a set up to {hand.rules.set}-{hand.rules.set}")
        if one in gone:
            raise RecordError(f"{one} was discarded already, and a set holds each tile once")
    pips = tile.total + other.total
    faults = () if pips == hand.rules.pair else ("misplay",)
    return hand.with_play(event), PlayResult(pips, 0, (), faults, None)


def discarded(hand: Hand) -> tuple[Tile, ...]:
    """The tiles in the waste pile."""
    return tuple(tile for play in hand.plays for tile in (play.tile, play.on) if tile is not None)


def pairs_left(hand: Hand, shown: tuple[Tile, ...]) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs among the tiles that lie face up at the end. RecordError if those cannot lie there."""
    try:
        return KnockOut(hand.rules, shown, discarded(hand)).checked().pairs
    except ValueError as error:
        raise RecordError(f"hands: {error}") from None
