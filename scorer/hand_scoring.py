"""The end of a hand: who wins it, the points for the tiles left, and the faults that those tiles prove."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .events import HandEnd, RecordError
from .hand import Hand, UnableTurn
from .rules.rulesets import RuleSet
from .tiles import Tile

Hands = Mapping[str, tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class HandResult:
    """The side that wins a hand (None in a tie), the player whose hand wins it, and the points gained."""

    side: str | None
    player: str | None
    points: int


def nearest_five(pips: int) -> int:
    """The multiple of five nearest to `pips`: 7 gives 5, 8 gives 10."""
    return (pips + 2) // 5 * 5


def pips_of(tiles: tuple[Tile, ...], rules: RuleSet) -> int:
    """The pips of the tiles left in one hand, with doubles counted once if the rules say so."""
    return sum(tile.high if rules.count_doubles_once and tile.is_double else tile.total for tile in tiles)


def score_hand(rules: RuleSet, sides: Mapping[str, tuple[str, ...]], hands: Hands) -> HandResult:
    """The result of a hand with these tiles left; `sides` holds the players of each side."""
    pips = {side: sum(pips_of(hands[player], rules) for player in players) for side, players in sides.items()}
    out = [(side, player) for side, players in sides.items() for player in players if not hands[player]]
    if out:
        side, player = out[0]
        losers = [total for loser, total in pips.items() if loser != side]
        return HandResult(side, player, 1 if rules.out == "one-point" else _points(rules, losers, 0))
    if rules.blocked == "nothing":
        return HandResult(None, None, 0)
    lowest = [side for side, total in pips.items() if total == min(pips.values())]
    if len(lowest) > 1 and rules.tie == "lowest-tile":
        lightest = {side: min(tile.total for player in sides[side] for tile in hands[player]) for side in lowest}
        lowest = [side for side in lowest if lightest[side] == min(lightest.values())]
    if len(lowest) > 1:
        return HandResult(None, None, 0)
    side = lowest[0]
    player = min(sides[side], key=lambda player: pips_of(hands[player], rules))
    losers = [total for loser, total in pips.items() if loser != side]
    return HandResult(side, player, _blocked_points(rules, losers, pips[side]))


def _blocked_points(rules: RuleSet, losers: list[int], own: int) -> int:
    if rules.blocked == "differences":
        return _points(rules, [total - own for total in losers], 0)
    return _points(rules, losers, own if rules.blocked == "pips-less-own" else 0)


def _points(rules: RuleSet, losers: list[int], less: int) -> int:
    """The points for the sum of the losers' pips minus `less`, rounded and divided as the rules say."""
    if rules.rounding == "each":
        return (sum(map(nearest_five, losers)) - less) // rules.divisor
    pips = sum(losers) - less
    return (nearest_five(pips) if rules.rounding == "sum" else pips) // rules.divisor


def validate_hands(hand: Hand, event: HandEnd) -> None:
    """Raises RecordError unless every player has a hand whose tiles can be left, or are marked as unknown."""
    if sorted(event.hands) != sorted(hand.players):
        named = ", ".join(event.hands) or "none"
        raise RecordError(
            f"hands: a hand is expected for each of {', '.join(hand.players)}, null if it is unknown; "
            f"these came: {named}"
        )
    places = dict.fromkeys(hand.layout.tiles, "on the table")
    for player, tiles in event.known_hands.items():
        for tile in tiles:
            if tile.high > hand.rules.set:
                raise RecordError(f"hands: {tile} is not in a set up to {hand.rules.set}-{hand.rules.set}")
            if tile in places:
                raise RecordError(f"hands: {tile} cannot be in {player}'s hand, since it is {places[tile]}")
            places[tile] = f"in {player}'s hand"
    if sum(not tiles for tiles in event.known_hands.values()) > 1:
        raise RecordError("hands: two players cannot both have gone out")


def is_cut_short(hand: Hand, hands: Hands) -> bool:
    """Whether nobody went out although a tile left could be played; False while a hand is unknown."""
    is_complete = len(hands) == len(hand.players)
    return (
        is_complete and all(hands.values()) and any(hand.can_play(tile) for tiles in hands.values() for tile in tiles)
    )


def disproved_turns(hand: Hand, hands: Hands) -> tuple[UnableTurn, ...]:
    """The draws and passes of players who certainly held a playable tile at that moment.

    Of the tiles that the player played later or has left, those that fitted at that moment are counted. The turn is
    disproved if there are more of them than the player can have drawn since. A player is not judged if the tiles drawn,
    played and left do not add up.
    """
    return tuple(
        turn for turn in hand.unable_turns if _adds_up(hand, hands, turn.player) and _was_able(hand, hands, turn)
    )


def _adds_up(hand: Hand, hands: Hands, player: str) -> bool:
    is_whole = len(hand.plays) == len(hand.layout)  # no tile lay there when the record began
    return is_whole and player in hands and hand.tiles_left(player) == len(hands[player])


def _was_able(hand: Hand, hands: Hands, turn: UnableTurn) -> bool:
    later = [play.tile for play in hand.plays[turn.plays :] if play.player == turn.player]
    could = sum(tile.high in turn.pips or tile.low in turn.pips for tile in (*later, *hands[turn.player]))
    # A player who draws until able draws at most one playable tile; all tiles drawn later may be playable.
    return could > hand.drawn[turn.player] - turn.drawn + min(1, turn.tiles)
