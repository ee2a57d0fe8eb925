"""Table talk: the club's words for tiles, sets and scores [club-sbyc, The language of the game]."""

from __future__ import annotations

from ..events import Claim, HandEnd, Play
from ..game import Game
from ..hand import Hand
from ..outcomes import PlayOutcome
from ..tiles import Tile

_NAMES = {
    Tile(5, 5): "crown jewels",
    Tile(6, 6): "Harry Belly",
    Tile(1, 1): "snake eyes",
    Tile(2, 2): "double deuce",
    Tile(0, 0): "double blank",
    Tile(6, 1): "nugget",
}

WORDS = (*_NAMES.values(), "dancing girl", "banker's set", "to follow", "lighthouse", "skunked")
"""Every expression that `table_talk` may return. They are names: `webapp.speech` has what is said in each language."""


def nickname(tile: Tile) -> str | None:
    """The club's name for a tile; None if it has none."""
    return _NAMES.get(tile) or ("dancing girl" if tile.has(5) else None)


def table_talk(game: Game) -> tuple[str, ...]:
    """The club's expressions for the last event: the tile's name, a banker's set, to follow, a lighthouse, skunked.

    Where scores must be claimed, `to follow` comes with the claim, because it would give the score away earlier.
    """
    if not game.record or game.hand is None:
        return ()
    event, outcome, hand = game.record[-1], game.outcomes[-1], game.hand
    expressions: list[str | None] = []
    if isinstance(event, Play) and isinstance(outcome, PlayOutcome):
        expressions = [nickname(event.tile)]
        if event.on is None and event.tile == Tile(3, 2):
            expressions.append("banker's set")
        if outcome.points and hand.unclaimed is None and _points_before(hand):
            expressions.append("to follow")
    elif isinstance(event, Claim) and not outcome.faults and _points_before(hand):
        expressions = ["to follow"]
    elif isinstance(event, HandEnd) and _set_a_lighthouse(hand, event):
        expressions = ["lighthouse"]
    if outcome.skunked:
        expressions.append("skunked")
    return tuple(expression for expression in expressions if expression)


def _points_before(hand: Hand) -> int:
    """The points that the play before the last was worth."""
    if len(hand.plays) < 2:
        return 0
    layout = type(hand.layout)(hand.layout.placements[:-1])
    return hand.rules.worth_of(layout)


def _set_a_lighthouse(hand: Hand, event: HandEnd) -> bool:
    """Whether the setter set a double and held no other tile with its number; False if the setter drew since."""
    first = None if hand.unwatched_plays else hand.plays[0]
    if first is None or not first.tile.is_double:
        return False
    left = event.hands[first.player]
    has_drawn = hand.drawn[first.player] > hand.dealt[first.player]
    if left is None or has_drawn:
        return False
    own = [play.tile for play in hand.plays[1:] if play.player == first.player]
    return not any(tile.has(first.tile.high) for tile in (*own, *left))
