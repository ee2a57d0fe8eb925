"""Hints in words: the layout, the tiles that would score now, and the tiles still out."""

from __future__ import annotations

from collections.abc import Mapping

from ..game import Game
from ..hand import Hand
from ..tiles import Tile
from .hints import chances, suits


def outlook(game: Game) -> str:
    """The hand in play as every player may know it: the text uses no tiles in hand."""
    hand = game.hand
    if hand is None or hand.is_over or game.winner is not None:
        return "No hand is in play."
    lines = [f"{hand.to_play} to play; count {hand.count}", f"  layout  {hand.layout or 'nothing yet'}"]
    if hand.rules.multiples:
        lines += ["", "Would score now:", *_scoring(hand)]
    lines += ["", "Numbers played, and tiles still out:"]
    lines += [f"  {suit.pips:>2}  {suit.played} of {hand.rules.set + 1}  {_tiles(suit.out)}" for suit in suits(hand)]
    return "\n".join(lines)


def _scoring(hand: Hand) -> list[str]:
    """One line a host with the tiles that would score there, the most points first."""
    ends: dict[Tile | None, list[str]] = {}
    for chance in chances(hand):
        worth = f"{chance.tile} for {chance.points}"
        ends.setdefault(chance.on, []).append(worth)
    lines = [f"  {f'on {host}' if host else 'as the set'}: {', '.join(tiles)}" for host, tiles in _in_order(hand, ends)]
    return lines or ["  nothing"]


def _in_order(hand: Hand, ends: Mapping[Tile | None, list[str]]) -> list[tuple[Tile | None, list[str]]]:
    """The hosts in the order in which they were played."""
    order = [None, *hand.layout.tiles]
    return sorted(ends.items(), key=lambda end: order.index(end[0]))


def _tiles(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles)) or "none"
