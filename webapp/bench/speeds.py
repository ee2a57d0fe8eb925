"""How fast the work without pictures is: replaying plays, and naming and joining the tiles of a whole set."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np

from muggins.scorer.events import GameStarted, HandEnd, Play
from muggins.scorer.game import replay
from muggins.scorer.random_games import random_game
from muggins.scorer.tiles import full_set
from muggins.vision.geometry.quads import half_centres
from muggins.vision.layout.joins import adjacency_of, find_joins
from muggins.vision.layout.reconstruct import reconstruct
from muggins.vision.layout.tuning import LAYOUT_TUNING
from muggins.vision.layout.value_assignment import assign_values
from muggins.vision.types import TileReading

REPLAYS = 10
"""Replays of the hand in one timed stretch, which takes a few milliseconds."""
TILES_IN_ROW = 8
WIDTH_PIXELS = 40.0
"""The width of a tile."""
ALONG_WIDTHS = 2.05
"""From the middle of a tile to the middle of the next one in its row, in widths: tiles touch with a small gap."""
ROW_WIDTHS = 2.5
"""From the middle of a row to the middle of the next, in widths: rows do not touch."""
PROBABILITY = 0.97
"""Of the pips that each half shows."""


def plays_per_second(seconds: float = 1.0) -> float:
    """Plays a second of replaying one hand of Five-Up for about `seconds`, in the quickest of many short stretches.

    Other programs can only slow a stretch down.
    """
    game = random_game(GameStarted("five-up", ("Ann", "Bob")), seed=4)
    hand = game.record[: next(place for place, event in enumerate(game.record) if isinstance(event, HandEnd)) + 1]
    plays = sum(isinstance(event, Play) for event in hand)
    quickest, start = 0.0, time.perf_counter()
    while not quickest or time.perf_counter() - start < seconds:
        begun = time.perf_counter()
        for _ in range(REPLAYS):
            replay(hand)
        quickest = max(quickest, REPLAYS * plays / (time.perf_counter() - begun))
    return quickest


def milliseconds_for_layout(highest: int, rounds: int = 25) -> float:
    """Milliseconds to name all tiles of a set and find how they are joined, in the quickest of some rounds.

    Other programs can only slow a round down.
    """
    readings = whole_set_laid(highest)
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        adjacency = adjacency_of(readings, LAYOUT_TUNING)  # worked out once, as in a read
        named, _ = assign_values(readings, LAYOUT_TUNING, (), adjacency)
        reconstruct(named, LAYOUT_TUNING, (), find_joins(named, LAYOUT_TUNING, (), adjacency))
        taken.append((time.perf_counter() - began) * 1000)
    return min(taken)


def whole_set_laid(highest: int) -> list[TileReading]:
    """Readings of all tiles of a set in one line that turns at the table's edge; `highest` is even."""
    readings = []
    for number, (first, second) in enumerate(_in_one_line(highest)):
        row, column = divmod(number, TILES_IN_ROW)
        direction = 1 if row % 2 == 0 else -1
        steps = column if direction > 0 else TILES_IN_ROW - 1 - column
        middle = np.array([ALONG_WIDTHS * steps, ROW_WIDTHS * row])
        along, across = np.array([direction, 0.0]), np.array([0.0, direction / 2])
        flat = middle + np.array([across - along, -across - along, along - across, along + across])
        pips = np.full((2, highest + 1), (1 - PROBABILITY) / highest)
        pips[[0, 1], [first, second]] = PROBABILITY
        corners = (WIDTH_PIXELS * (flat + 2)).astype(np.float32)
        readings.append(TileReading(corners, half_centres(corners), pips))
    return readings


def _in_one_line(highest: int) -> list[tuple[int, int]]:
    """All tiles of a set, each beginning with the half that the one before ends with (Hierholzer's algorithm)."""
    unused = {tile.halves for tile in full_set(highest)}
    path, circuit = [0], []
    while path:
        here = path[-1]
        # The lowest half first, so that the line is the same on every machine.
        there = next((pips for pips in range(highest + 1) if (max(here, pips), min(here, pips)) in unused), None)
        if there is None:
            circuit.append(path.pop())
        else:
            unused.remove((max(here, there), min(here, there)))
            path.append(there)
    return list(pairwise(circuit))
