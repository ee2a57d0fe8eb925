"""What the record says about the hand in play."""

from __future__ import annotations

from muggins.scorer.events import Play
from muggins.scorer.game import Game
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import number_of_play


def hosts_for(game: Game, tile: Tile) -> list[Tile | None]:
    """The tiles that `tile` can be played on; [None] where it would be the set."""
    hand = game.hand_in_play
    if hand is None or hand.layout.is_empty:
        return [None]
    return list(dict.fromkeys(end.tile for end in hand.open_ends if tile.has(end.pips)))


def find_play(game: Game, tile: Tile) -> tuple[int, Play] | None:
    """The play of `tile` in the hand in play, after its number in the record; None where it was not played."""
    hand = game.hand_in_play
    play = next((play for play in (hand.plays if hand else ()) if play.tile == tile), None)
    number = number_of_play(game, play) if play is not None else None
    return None if play is None or number is None else (number, play)
