"""How many plays a second the fold of a hand takes in, legality, count and score included."""

from __future__ import annotations

from time import perf_counter

from muggins.scorer.events import GameStarted, HandEnd, Play
from muggins.scorer.game import replay
from muggins.scorer.simulation.random_games import random_game

FOLDS = 10  # in a stretch, a few thousandths of a second


def plays_per_second(seconds: float = 1.0) -> float:
    """Plays a second, from folding one hand of Five-Up again and again for about that long.

    The quickest stretch of many short ones counts, since other programs can only slow it down.
    """
    game = random_game(GameStarted("five-up", ("Ann", "Bob")), seed=4)
    hand = game.record[: next(place for place, event in enumerate(game.record) if isinstance(event, HandEnd)) + 1]
    plays = sum(isinstance(event, Play) for event in hand)
    quickest, start = 0.0, perf_counter()
    while not quickest or perf_counter() - start < seconds:
        begun = perf_counter()
        for _ in range(FOLDS):
            replay(hand)
        quickest = max(quickest, FOLDS * plays / (perf_counter() - begun))
    return quickest
