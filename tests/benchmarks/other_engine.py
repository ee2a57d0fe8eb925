"""Plays a second of `dominoes` from PyPI, another engine for the block game, to measure the scorer against.

    python tests/benchmarks/other_engine.py

prints them as JSON, or exits with 1 where `dominoes` is not installed. `muggins bench` runs this in a checkout.
"""

from __future__ import annotations

import json
import sys
from random import Random
from time import perf_counter
from typing import Any

HANDS = 20
"""Hands replayed in one timed stretch, which takes a few milliseconds."""


def plays_per_second(seconds: float = 1.0) -> float | None:
    """Plays a second of replaying the same hands for about `seconds`; None where `dominoes` is not installed.

    The quickest stretch counts, as in the scorer's own figure. This engine holds the two ends of a line: no doubles
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
    """The deal and the moves of a hand that four play at random; passes are None among the moves."""
    tiles = [dominoes.Domino(high, low) for high in range(7) for low in range(high + 1)]
    random.shuffle(tiles)
    deal = [tiles[place : place + 7] for place in range(0, 28, 7)]
    game = _dealt(dominoes, deal)
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    return deal, game.moves


def _dealt(dominoes: Any, deal: list[list[Any]]) -> Any:
    """A game of `dominoes` before its first move."""
    hands = [dominoes.Hand(tiles) for tiles in deal]
    return dominoes.Game(dominoes.SkinnyBoard(), hands, [], 0, tuple((tile, True) for tile in deal[0]), 0, None)


def main() -> int:
    figure = plays_per_second()
    if figure is None:
        print("other_engine: dominoes is not installed; pip install dominoes", file=sys.stderr)
        return 1
    print(json.dumps({"plays_per_second": round(figure)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
