"""Games told in the words players use, for tests of everything that follows a game."""

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
