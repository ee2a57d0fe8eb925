"""Games told in the words players use, for tests of everything that follows a game."""

import numpy as np
import pytest

from muggins.scorer.events import (
    Claim,
    Draw,
    GameStarted,
    HandEnd,
    HandStarted,
    Muggins,
    Pass,
    Play,
    TakeBack,
)
from muggins.scorer.layout import Placement
from muggins.scorer.tiles import Tile
from muggins.vision.geometry import half_centres
from muggins.vision.table import TileReading


def event_of(text):
    """Text such as "Ann sets", "Ann 5-3>5-5", "Ann passes", "Ann draws 2", "Ann claims 3", "left Ann: 5-1, Bob:"."""
    if text == "take back":
        return TakeBack()
    if text.startswith("left "):
        hands = (hand.partition(":") for hand in text.removeprefix("left ").split(","))
        return HandEnd(hands={name.strip(): tuple(map(Tile.parse, tiles.split())) for name, _, tiles in hands})
    player, what, *rest = text.split()
    if what == "draws":
        return Draw(player=player, tiles=int(rest[0]))
    if what == "claims":
        return Claim(player=player, points=int(rest[0]))
    kinds = {"passes": Pass, "calls": Muggins}
    if what in kinds:
        return kinds[what](player=player)
    if what == "sets":
        return HandStarted(setter=player)
    placement = Placement.parse(what)
    return Play(player=player, tile=placement.tile, on=placement.on, joins=placement.joins)


def start_of(rules="five-up", players="Ann Bob", **options):
    """The start of a game; `players` clockwise."""
    return GameStarted(rules=rules, players=tuple(players.split()), **options)


@pytest.fixture
def tell():
    """Text to event."""
    return event_of


@pytest.fixture
def start():
    """Rules and players to the start of a game."""
    return start_of


def tiles_seen(text, elevation=60.0, turn=20.0, noise=0.0, rng=None, sure=0.99):
    """Readings of tiles such as "4-6: 0 0 90, 6-1: 0 2.05 90": halves, place in tile widths, and where the second lies.

    The camera stands `elevation` degrees above the table and `turn` degrees around it; corners stray by `noise` tile
    lengths, and every half is read right with probability `sure`.
    """
    tilt, around = np.radians(elevation), np.radians(turn)
    ahead = -np.array([np.cos(tilt) * np.cos(around), np.cos(tilt) * np.sin(around), np.sin(tilt)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    readings = []
    for one in text.split(","):
        name, _, place = one.strip().partition(":")
        x, y, degrees = map(float, place.split())
        along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        across = np.array([-along[1], along[0]]) / 2
        flat = np.array([x, y]) + np.array([across - along, -across - along, along - across, along + across])
        solid = np.concatenate([flat, np.zeros((4, 1))], axis=1) @ rotation.T + [0, 0, 40]
        corners = 640 + 1400 * solid[:, :2] / solid[:, 2:]
        if rng is not None:
            corners += rng.normal(0, noise * np.linalg.norm(corners[3] - corners[0]), (4, 2))
        halves = [int(half) for half in name.split("-")]
        first, _, third, _ = corners
        one_way, other_way = third - first, corners[3] - corners[1]
        if one_way[0] * other_way[1] < one_way[1] * other_way[0]:
            corners = corners[[1, 0, 3, 2]]
        kinds = max(7, max(halves) + 1)
        pips = np.full((2, kinds), (1 - sure) / (kinds - 1))
        pips[[0, 1], halves] = sure
        readings.append(TileReading(corners, half_centres(corners), pips))
    return readings


@pytest.fixture
def lay():
    """Tiles on a table to readings of them."""
    return tiles_seen
