"""Hints for players: the tiles that would score now, and the tiles of each number that are still out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from muggins.texts import gettext, pgettext

from ..events import Claim, Play
from ..game import Game
from ..hand import Hand
from ..outcomes import PlayOutcome
from ..tiles import Tile
from .faults import host_in_words

_Place = tuple[Tile | None, bool]
"""A host, and whether the tile lies endwise."""


@dataclass(frozen=True, slots=True)
class ScoringMove:
    """A tile not seen yet that would score now: its host (None for the set), the count after it, and its points."""

    tile: Tile
    on: Tile | None
    count: int
    points: int
    endwise: bool = False
    """Whether it must lie endwise for these points."""


@dataclass(frozen=True, slots=True)
class Suit:
    """The tiles with one number: how many were played, and which are still out."""

    pips: int
    played: int
    out: tuple[Tile, ...]


def tiles_out(hand: Hand) -> tuple[Tile, ...]:
    """The tiles in the players' hands and the boneyard."""
    return tuple(tile for tile in hand.pack if tile not in hand.layout)


def scoring_moves(game: Game) -> tuple[ScoringMove, ...]:
    """Every tile with which the player to play would score now, with every host it could be played on.

    The points are those that the play would bring this player, near the target too. The most points come first.
    """
    hand = game.hand_in_play
    if hand is None or hand.to_play is None:
        return ()
    moves = []
    for tile in tiles_out(hand):
        for laid in hand.layout.plays_of(tile, hand.rules):
            played = _played_now(game, Play.at(hand.to_play, laid))
            if played is not None and played.points:
                moves.append(ScoringMove(tile, laid.on, played.count, played.points, laid.endwise))
    return tuple(sorted(moves, key=lambda move: -move.points))


def _played_now(game: Game, play: Play) -> PlayOutcome | None:
    """What a play would bring; None where its score would pass its player's target, or an earlier score wins before."""
    after = game.apply(play)
    played, last = after.outcomes[-1], after
    if after.hand is not None and after.hand.unclaimed is not None:
        last = after.apply(Claim(*after.hand.unclaimed))
    is_past = game.side_of(play.player) in last.outcomes[-1].past_target
    return played if isinstance(played, PlayOutcome) and not is_past else None


def suits(hand: Hand) -> tuple[Suit, ...]:
    """The suit of each number, from blank up. A double-six set has seven tiles of each number."""
    out = tiles_out(hand)
    return tuple(
        Suit(pips, sum(tile.has(pips) for tile in hand.layout.tiles), tuple(tile for tile in out if tile.has(pips)))
        for pips in range(hand.rules.set + 1)
    )


def hints_text(game: Game) -> str:
    """The hints for the hand in play: its layout, its scoring moves and its suits. They use no tiles in hand."""
    hand = game.hand_in_play
    if hand is None or game.winner is not None:
        return gettext("No hand is in play.")
    layout = hand.layout or pgettext("no tile in the layout", "nothing yet")
    lines = [
        gettext("%(player)s to play; count %(count)s", player=hand.to_play, count=hand.count),
        "  " + gettext("layout  %(layout)s", layout=layout),
    ]
    if hand.rules.scores_in_play:
        lines += ["", gettext("Would score now:"), *_scoring(game, hand)]
    lines += ["", gettext("Numbers played, and tiles still out:")]
    lines += [f"  {suit.pips:>2}  {_played(suit, hand)}  {_tiles(suit.out)}" for suit in suits(hand)]
    return "\n".join(lines)


def _played(suit: Suit, hand: Hand) -> str:
    return gettext("%(played)s of %(all)s", played=suit.played, all=hand.rules.set + 1)


def _scoring(game: Game, hand: Hand) -> list[str]:
    """One line for each host with the tiles that would score there. The most points come first."""
    ends: dict[_Place, list[str]] = {}
    for move in scoring_moves(game):
        text = gettext("%(tile)s for %(points)s", tile=move.tile, points=move.points)
        ends.setdefault((move.on, move.endwise), []).append(text)
    lines = [f"  {_at_host(*place, ', '.join(tiles))}" for place, tiles in _in_order(hand, ends)]
    return lines or [f"  {pgettext('no tile would score', 'nothing')}"]


def _at_host(host: Tile | None, endwise: bool, tiles: str) -> str:
    if host is None:
        return gettext("as the set: %(tiles)s", tiles=tiles)
    return gettext("on %(host)s: %(tiles)s", host=host_in_words(host, endwise), tiles=tiles)


def _in_order(hand: Hand, ends: Mapping[_Place, list[str]]) -> list[tuple[_Place, list[str]]]:
    """The hosts in the order in which they were played."""
    order = [None, *hand.layout.tiles]
    return sorted(ends.items(), key=lambda end: (order.index(end[0][0]), end[0][1]))


def _tiles(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles)) or pgettext("no tiles", "none")
