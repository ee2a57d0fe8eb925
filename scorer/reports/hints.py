"""Hints for players: the tiles that would score now, and the tiles of each number that are still out."""

from __future__ import annotations

from dataclasses import dataclass

from ..hand import Hand
from ..tiles import Tile, full_set


@dataclass(frozen=True, slots=True)
class ScoringMove:
    """A tile not seen yet that would score now: its host (None for the set), the count after it, and its points."""

    tile: Tile
    on: Tile | None
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Suit:
    """The tiles with one number: how many were played, and which are still out."""

    pips: int
    played: int
    out: tuple[Tile, ...]


def tiles_out(hand: Hand) -> tuple[Tile, ...]:
    """The tiles in the players' hands and the boneyard."""
    return tuple(tile for tile in full_set(hand.rules.set) if tile not in hand.layout)


def chances(hand: Hand) -> tuple[ScoringMove, ...]:
    """Every tile that would score now, with every host it could be played on. The most points come first."""
    found = []
    hosts = dict.fromkeys((end.tile, end.pips) for end in hand.open_ends)
    for tile in tiles_out(hand):
        for host in [host for host, pips in hosts if tile.has(pips)] if hosts else [None]:
            count = hand.layout.place(tile, host).count()
            if points := hand.rules.worth(count):
                found.append(ScoringMove(tile, host, count, points))
    return tuple(sorted(found, key=lambda chance: -chance.points))


def suits(hand: Hand) -> tuple[Suit, ...]:
    """The suit of each number, from blank up. A double-six set has seven tiles of each number."""
    out = tiles_out(hand)
    return tuple(
        Suit(pips, sum(tile.has(pips) for tile in hand.layout.tiles), tuple(tile for tile in out if tile.has(pips)))
        for pips in range(hand.rules.set + 1)
    )
