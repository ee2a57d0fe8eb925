"""Table talk: the club's words for tiles, sets and scores [club-sbyc, The language of the game]."""

from __future__ import annotations

from ..events import Claim, Draw, HandEnd, Pass, Play
from ..game import Game
from ..hand import Hand, UnableTurn
from ..layout import Layout
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

WORDS = (
    *_NAMES.values(),
    *(
        "dancing girl",
        "banker's set",
        "crossing the T",
        "to follow",
        "follow tile",
        "cut off",
        "tile shop",
        "to domino",
    ),
    *("lighthouse", "skunked"),
)
"""Every expression that `table_talk` may return. They are names: `webapp.speech` has what is said in each language."""


def nickname(tile: Tile) -> str | None:
    """The club's name for a tile; None if it has none."""
    return _NAMES.get(tile) or ("dancing girl" if tile.has(5) else None)


def table_talk(game: Game) -> tuple[str, ...]:
    """The club's expressions for the last event.

    Where scores must be claimed, `to follow` comes with the claim, because it would give the score away earlier. A
    lighthouse is known at the end of the hand, to those who see all tiles of the setter.
    """
    if not game.record or game.hand is None:
        return ()
    event, outcome, hand = game.record[-1], game.outcomes[-1], game.hand
    expressions: list[str | None] = []
    if isinstance(event, Play) and isinstance(outcome, PlayOutcome):
        expressions = [nickname(event.tile)]
        if event.on is None and event.tile == Tile(3, 2):
            expressions.append("banker's set")
        if event.on and event.on.is_double and not outcome.faults:
            before = Layout(hand.layout.placements[:-1])
            is_crossed = before.taken(event.on)[0] < hand.layout.taken(event.on)[0] == 2
            expressions += ["crossing the T"] * is_crossed
        if outcome.points and hand.unclaimed is None:
            expressions += _following(hand)
    elif isinstance(event, Claim) and not outcome.faults:
        expressions += _following(hand)
    elif isinstance(event, (Draw, Pass)) and not outcome.faults and not event.inferred:
        is_cut_off = bool(hand.plays) and [turn.player for turn in _unable_since_play(hand)] == [event.player]
        expressions = ["cut off" if is_cut_off else "tile shop" if isinstance(event, Draw) else None]
    elif isinstance(event, HandEnd):
        expressions += ["to domino"] * (() in event.hands.values())
        expressions += ["lighthouse"] * _set_a_lighthouse(hand, event)
    if outcome.skunked:
        expressions.append("skunked")
    return tuple(expression for expression in expressions if expression)


def _unable_since_play(hand: Hand) -> list[UnableTurn]:
    """The draws and passes since the last play."""
    return [turn for turn in hand.unable_turns if turn.plays == len(hand.plays)]


def _following(hand: Hand) -> list[str]:
    """What is said of a score right after a score: `to follow`, and `follow tile` for the only tile that could."""
    if len(hand.plays) < 2:
        return []
    before = Layout(hand.layout.placements[:-1])
    if not hand.rules.worth_of(before):
        return []
    could = {
        tile
        for tile in hand.pack
        if tile not in before
        for laid in before.plays_of(tile, hand.rules)
        if hand.rules.worth_of(before.lay(laid))
    }
    return ["to follow", "follow tile"] if could == {hand.plays[-1].tile} else ["to follow"]


def _set_a_lighthouse(hand: Hand, event: HandEnd) -> bool:
    """Whether the setter set a double and held no tile to follow it.

    False if the setter drew since, and where not all tiles of the setter are known: then nobody can know.
    """
    first = None if hand.unwatched_plays else hand.plays[0]
    if first is None or not first.tile.is_double:
        return False
    left = event.hands[first.player]
    has_drawn = hand.drawn[first.player] > hand.dealt[first.player]
    if left is None or has_drawn or len(left) != hand.tiles_left(first.player):
        return False
    own = [play.tile for play in hand.plays[1:] if play.player == first.player]
    return not any(Layout().place(first.tile).takes(tile, hand.rules) for tile in (*own, *left))
