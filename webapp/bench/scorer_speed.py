"""How many plays a second the scorer replays, with legality, count, score and record."""

from __future__ import annotations

from time import perf_counter

from muggins.scorer.events import GameStarted, HandEnd, Play
from muggins.scorer.game import replay
from muggins.scorer.random_games import random_game

REPLAYS = 10
"""Replays of the hand in one timed stretch, which takes a few milliseconds."""


def plays_per_second(seconds: float = 1.0) -> float:
    """Plays a second of replaying one hand of Five-Up for about `seconds`, in the quickest of many short stretches.

    Other programs can only slow a stretch down.
    """
    game = random_game(GameStarted("five-up", ("Ann", "Bob")), seed=4)
    hand = game.record[: next(place for place, event in enumerate(game.record) if isinstance(event, HandEnd)) + 1]
    plays = sum(isinstance(event, Play) for event in hand)
    quickest, start = 0.0, perf_counter()
    while not quickest or perf_counter() - start < seconds:
        begun = perf_counter()
        for _ in range(REPLAYS):
            replay(hand)
        quickest = max(quickest, REPLAYS * plays / (perf_counter() - begun))
    return quickest
