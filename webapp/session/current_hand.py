"""What the record says about the hand in play."""

from __future__ import annotations

from muggins.scorer.events import Correct, HandStarted, Play
from muggins.scorer.game import Game
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import number_of_play
from muggins.vision.tracking.expected import Expected


def expected_of(game: Game) -> Expected:
    """What lies on the table by the record."""
    hands = sum(isinstance(step.event, HandStarted) for step in game.standing())
    if game.hand_in_play is None:
        return Expected(hand=hands)
    statements = (event.said if isinstance(event, Correct) else event for event in game.record if event.is_by_person)
    named = {statement.tile for statement in statements if isinstance(statement, Play)}
    return Expected(game.layout, hands, {tile: _names(game, tile) for tile in game.layout.tiles if tile in named})


def _names(game: Game, tile: Tile) -> frozenset[Tile]:
    """All names that the record ever gave a tile of the hand."""
    found = find_play(game, tile)
    if found is None:
        return frozenset()
    number, _ = found
    corrections = [event.said for event in game.record if isinstance(event, Correct) and event.of == number]
    said = (game.record[number - 1], *corrections)
    return frozenset(event.tile for event in said if isinstance(event, Play))


def hosts_for(game: Game, tile: Tile) -> list[Tile | None]:
    """The tiles that `tile` can be played on; [None] where it would be the set."""
    hand = game.hand_in_play
    if hand is None:
        return [None]
    return list(dict.fromkeys(laid.on for laid in hand.layout.plays_of(tile, hand.rules)))


def find_play(game: Game, tile: Tile) -> tuple[int, Play] | None:
    """The play of `tile` in the hand in play, after its number in the record; None where it was not played."""
    hand = game.hand_in_play
    play = next((play for play in (hand.plays if hand else ()) if play.tile == tile), None)
    number = number_of_play(game, play) if play is not None else None
    return None if play is None or number is None else (number, play)
