"""What the table says becomes what the watcher believes: answers, corrections, what is undone or told by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from muggins.scorer.events import HandStarted
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.happenings import Doubtful, Happening, LayThere

from .journal import Told
from .live import LiveTable
from .sights import as_named


class Believes(Protocol):
    """A Watcher."""

    def believe(self, was: Layout, now: Layout) -> None: ...
    def confirm(self, tile: Tile) -> None: ...


class Agreement:
    """Between a live table and its watcher, about what lies there; made when the watcher begins to watch."""

    def __init__(self, live: LiveTable, watcher: Believes) -> None:
        self._live = live
        self._watcher = watcher
        self._game_id = live.snapshot.game_id
        self._confirmed = live.snapshot.confirmed
        self._heard = len(live.told_since(self._game_id, 0) or ())

    def keep(self) -> None:
        """Tells the watcher what the table has said since the last time."""
        # With the event before, since it is told by what it changed.
        told = self._live.told_since(self._game_id, max(0, self._heard - 1)) or ()
        for before, after in pairwise(told):
            was, now = _lying(before.game), _lying(after.game)
            if _is_by_table(after) and was is not None and now is not None and was != now:
                self._watcher.believe(was, now)
        self._heard = told[-1].number if told else self._heard
        confirmed = self._live.snapshot.confirmed
        for tile in confirmed - self._confirmed:
            self._watcher.confirm(tile)
        self._confirmed = confirmed

    def heed(self, happened: Sequence[Happening]) -> list[Happening]:
        """What has happened, but for doubts of tiles that the table has named before.

        A layout seen for the first time, as after a restart, holds them by the names that the table gave.
        """
        named: set[Tile] = set()
        for seen in (one.layout for one in happened if isinstance(one, LayThere)):
            game = self._live.snapshot.game
            now = as_named(game, seen) if game is not None else seen
            if now != seen:
                self._watcher.believe(seen, now)
                named |= {tile for tile in seen.tiles if tile not in now}
        return [one for one in happened if not (isinstance(one, Doubtful) and one.doubt.tile in named)]


def _is_by_table(told: Told) -> bool:
    """Whether the table has said something of the hand in play; that another has begun is no such thing."""
    return getattr(told.event, "by", None) == "table" and not isinstance(told.event, HandStarted)


def _lying(game: Game) -> Layout | None:
    """None where no hand is in play: then the record does not say what lies there."""
    return None if game.hand is None or game.hand.is_over else game.hand.layout
