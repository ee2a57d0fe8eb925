"""Plays a second of `dominoes` from PyPI, another engine for the block game, to measure the scorer against."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

HANDS = 20
"""Replayed in a stretch, a few thousandths of a second."""


def plays_per_second(seconds: float = 1.0) -> float | None:
    """Plays a second, from replaying a few hands again and again for about that long; None where it is not installed.

    As in the scorer's own figure the quickest stretch counts. This engine holds two ends of a line, with no doubles
    across, no count and no record.
    """
    try:
        import dominoes
    except ImportError:
        return None
    random = Random(4)
    hands = [_random_hand(dominoes, random) for _ in range(HANDS)]
    plays = sum(move is not None for _, moves in hands for move in moves)
    quickest, start = 0.0, perf_counter()
    while not quickest or perf_counter() - start < seconds:
        games = [_dealt(dominoes, deal) for deal, _ in hands]
        begun = perf_counter()
        for game, (_, moves) in zip(games, hands, strict=True):
            for move in moves:
                if move is not None:
                    game.make_move(*move)
        quickest = max(quickest, plays / (perf_counter() - begun))
    return quickest


def _random_hand(dominoes: Any, random: Random) -> tuple[list[list[Any]], list[Any]]:
    """A hand of four played at random: its deal, and its moves with the passes between them."""
    tiles = [dominoes.Domino(high, low) for high in range(7) for low in range(high + 1)]
    random.shuffle(tiles)
    deal = [tiles[place : place + 7] for place in range(0, 28, 7)]
    game = _dealt(dominoes, deal)
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    return deal, game.moves


def _dealt(dominoes: Any, deal: list[list[Any]]) -> Any:
    hands = [dominoes.Hand(tiles) for tiles in deal]
    return dominoes.Game(dominoes.SkinnyBoard(), hands, [], 0, tuple((tile, True) for tile in deal[0]), 0, None)
