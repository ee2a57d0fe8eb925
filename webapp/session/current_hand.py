"""What the record says about the hand in play."""

from __future__ import annotations

from muggins.scorer.events import Play
from muggins.scorer.game import Game
from muggins.scorer.hand import Hand
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import number_of_play


def hand_in_play(game: Game) -> Hand | None:
    """The hand in play; None before the first hand and between two hands."""
    return None if game.hand is None or game.hand.is_over else game.hand


def hosts_for(game: Game, tile: Tile) -> list[Tile | None]:
    """The tiles that `tile` can be played on; [None] where it would be the set."""
    hand = hand_in_play(game)
    if hand is None or hand.layout.is_empty:
        return [None]
    return list(dict.fromkeys(end.tile for end in hand.open_ends if tile.has(end.pips)))


def find_play(game: Game, tile: Tile) -> tuple[int, Play] | None:
    """The play of `tile` in the hand in play, after its number in the record; None where it was not played."""
    hand = hand_in_play(game)
    play = next((play for play in (hand.plays if hand else ()) if play.tile == tile), None)
    number = number_of_play(game, play) if play is not None else None
    return None if play is None or number is None else (number, play)
