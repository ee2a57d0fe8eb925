"""What the table says becomes what the watcher believes: answers, corrections, what is undone or told by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

from muggins.scorer.events import Correct, HandStarted, Play
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout
from muggins.scorer.record import changes_nothing
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import DoubtRaised, LayoutFound, Played, TableEvent

from ..session.event_log import LoggedEvent
from ..session.relabel import named_by_hand, relabel
from ..session.session import GameSession


class BelievingWatcher(Protocol):
    """A Watcher."""

    @property
    def layout(self) -> Layout: ...
    def believe(self, was: Layout, now: Layout) -> None: ...
    def confirm(self, tile: Tile) -> None: ...


class BeliefSync:
    """Between a live table and its watcher, about what lies there; made when the watcher begins to watch."""

    def __init__(self, live: GameSession, watcher: BelievingWatcher) -> None:
        self._live = live
        self._watcher = watcher
        self._game_id = live.snapshot.game_id
        told = live.events_since(self._game_id, 0) or ()
        self._heard = len(told)
        self._to_find = set(named_by_hand(told[-1].game)) if told else set()
        """Tiles that the table has named before this watcher began, and that it has not seen yet."""

    def keep(self) -> None:
        """Tells the watcher what the table has said since the last time."""
        # With the event before, since it is told by what it changed.
        told = self._live.events_since(self._game_id, max(0, self._heard - 1)) or ()
        for before, after in pairwise(told):
            was, now = _lay_before(before.game) if _is_set(after) else _lying(before.game), _lying(after.game)
            if not _is_by_table(after) or was is None or now is None:
                continue
            if was != now:
                self._watcher.believe(was, now)
            elif (tile := _confirmed(after)) is not None:
                self._watcher.confirm(tile)
        self._heard = told[-1].number if told else self._heard

    def heed(self, happened: Sequence[TableEvent]) -> list[TableEvent]:
        """What has happened, with tiles that the table has named before by that name, and without doubts of them.

        A watcher that sees a layout for the first time, as after a restart, reads them as they were read before.
        """
        game = self._live.snapshot.game
        self._to_find &= set(named_by_hand(game)) if self._to_find and game is not None else set()
        if game is None or not self._to_find or not any(isinstance(one, LayoutFound | Played) for one in happened):
            return list(happened)
        seen = self._watcher.layout
        now = relabel(game, seen, self._to_find)
        if now != seen:
            self._watcher.believe(seen, now)
        name = {was.tile: right.tile for was, right in zip(seen.placements, now.placements, strict=True)}
        found = {tile for tile in name.values() if tile in self._to_find}
        for tile in found:
            self._watcher.confirm(tile)
        self._to_find -= found
        return [
            _renamed(one, name)
            for one in happened
            if not (isinstance(one, DoubtRaised) and one.doubt.tile is not None and name.get(one.doubt.tile) in found)
        ]


def _renamed(happening: TableEvent, name: Mapping[Tile, Tile]) -> TableEvent:
    """The happening by the right names; a layout that lies there is named where it is put into the record."""
    if not isinstance(happening, Played):
        return happening
    tile, on = name.get(happening.tile, happening.tile), happening.on and name.get(happening.on, happening.on)
    if (tile, on) == (happening.tile, happening.on):
        return happening
    return replace(happening, tile=tile, on=on, joins=None)


def _confirmed(told: LoggedEvent) -> Tile | None:
    """The tile of which the table has said that it is what it was taken for."""
    said = told.event.said if isinstance(told.event, Correct) and changes_nothing(told.game.record) else None
    return said.tile if isinstance(said, Play) else None


def _is_by_table(told: LoggedEvent) -> bool:
    """Whether the table has said something of the hand in play; that another has begun is no such thing."""
    return getattr(told.event, "by", None) == "table" and not isinstance(told.event, HandStarted)


def _is_set(told: LoggedEvent) -> bool:
    return isinstance(told.event, Play) and told.event.on is None


def _lay_before(game: Game) -> Layout:
    """What lay there when the hand began: tiles of the hand before may not be cleared away yet when the set is told."""
    began = max(number for number, event in enumerate(game.record) if isinstance(event, HandStarted))
    hand = game.at(began).hand
    return Layout() if hand is None else hand.layout


def _lying(game: Game) -> Layout | None:
    """None where no hand is in play: then the record does not say what lies there."""
    return None if game.hand is None or game.hand.is_over else game.hand.layout
