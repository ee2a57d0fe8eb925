"""How long naming and joining tiles takes, on a whole set laid out in one line that turns at the table's edge."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np

from muggins.scorer.tiles import full_set
from muggins.vision.geometry.quads import half_centres
from muggins.vision.layout.joins import adjacency_of, find_joins
from muggins.vision.layout.reconstruct import reconstruct
from muggins.vision.layout.value_assignment import assign_values
from muggins.vision.types import TileReading

ROW = 8
"""Tiles in a row of the line."""
PIXELS = 40.0
"""Along the width of a tile."""
SURE = 0.97


def milliseconds_for_layout(highest: int, rounds: int = 25) -> float:
    """Milliseconds of naming all tiles of a set and working out how they are joined.

    The quickest of several rounds counts, since other programs can only slow it down.
    """
    readings = whole_set_laid(highest)
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        adjacency = adjacency_of(readings)  # worked out once, as in a read
        named, _ = assign_values(readings, (), adjacency)
        reconstruct(named, (), find_joins(named, (), adjacency))
        taken.append((time.perf_counter() - began) * 1000)
    return min(taken)


def whole_set_laid(highest: int) -> list[TileReading]:
    """Readings of every tile of a set of an even highest number, each joined to the one before."""
    readings = []
    for number, (first, second) in enumerate(_in_one_line(highest)):
        row, place = divmod(number, ROW)
        way = 1 if row % 2 == 0 else -1
        middle = np.array([2.05 * (place if way > 0 else ROW - 1 - place), 2.5 * row])
        along, across = np.array([way, 0.0]), np.array([0.0, way / 2])
        flat = middle + np.array([across - along, -across - along, along - across, along + across])
        pips = np.full((2, highest + 1), (1 - SURE) / highest)
        pips[[0, 1], [first, second]] = SURE
        corners = (PIXELS * (flat + 2)).astype(np.float32)
        readings.append(TileReading(corners, half_centres(corners), pips))
    return readings


def _in_one_line(highest: int) -> list[tuple[int, int]]:
    """All tiles of a set so that each begins with the half that the one before ends with (Hierholzer)."""
    left = {tile.halves for tile in full_set(highest)}
    waiting, walked = [0], []
    while waiting:
        here = waiting[-1]
        # The lowest first: an order that is the same on every machine.
        there = next((pips for pips in range(highest + 1) if (max(here, pips), min(here, pips)) in left), None)
        if there is None:
            walked.append(waiting.pop())
        else:
            left.remove((max(here, there), min(here, there)))
            waiting.append(there)
    return list(pairwise(walked))
