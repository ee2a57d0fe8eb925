"""What people say becomes what the watcher believes: answers, corrections, plays by hand, and their undoing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from muggins.scorer.events import Correct, HandStarted, Play
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout
from muggins.scorer.record import changes_nothing
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import DoubtRaised, LayoutFound, Played, TableEvent

from ..session.event_log import LoggedEvent
from ..session.relabel import named_by_hand, relabel
from ..session.session import GameSession
from .table_watcher import BelievingWatcher


class BeliefSync:
    """Keeps a watcher's belief about the layout in step with a session, from the first frame of the watcher on."""

    def __init__(self, session: GameSession, watcher: BelievingWatcher) -> None:
        self._session = session
        self._watcher = watcher
        self._game_id = session.snapshot.game_id
        events = session.events_since(self._game_id, 0) or ()
        self._synced_events = len(events)
        self._unseen_named = set(named_by_hand(events[-1].game)) if events else set()
        """Tiles that people named before this watcher began and that it has not seen yet."""

    def update_watcher(self) -> None:
        """Tell the watcher what people have said since the last call."""
        # A statement is known by the change that it makes, so the event before the first new one is needed too.
        events = self._session.events_since(self._game_id, max(0, self._synced_events - 1)) or ()
        for before, after in pairwise(events):
            was = _layout_at_start_of_hand(before.game) if _is_set(after) else _layout(before.game)
            now = _layout(after.game)
            if not _is_statement_about_hand(after) or was is None or now is None:
                continue
            if was != now:
                self._watcher.believe(was, now)
            elif (tile := _confirmed_tile(after)) is not None:
                self._watcher.confirm(tile)
        self._synced_events = events[-1].number if events else self._synced_events

    def relabel(self, seen: Sequence[TableEvent]) -> list[TableEvent]:
        """The watcher's events with the names that people gave to tiles, and without doubts about these tiles.

        A watcher that sees a layout for the first time, for example after a restart, misreads the same tiles again.
        """
        game = self._session.snapshot.game
        self._unseen_named &= set(named_by_hand(game)) if self._unseen_named and game is not None else set()
        if game is None or not self._unseen_named or not any(isinstance(one, LayoutFound | Played) for one in seen):
            return list(seen)
        layout = self._watcher.layout
        relabelled = relabel(game, layout, self._unseen_named)
        if relabelled != layout:
            self._watcher.believe(layout, relabelled)
        names = {old.tile: new.tile for old, new in zip(layout.placements, relabelled.placements, strict=True)}
        found = {tile for tile in names.values() if tile in self._unseen_named}
        for tile in found:
            self._watcher.confirm(tile)
        self._unseen_named -= found
        return [_renamed(event, names) for event in seen if not _doubts_one_of(event, found, names)]


def _doubts_one_of(event: TableEvent, tiles: set[Tile], names: Mapping[Tile, Tile]) -> bool:
    """Whether the event doubts one of `tiles`, under the name that the watcher read."""
    if not isinstance(event, DoubtRaised) or event.doubt.tile is None:
        return False
    return names.get(event.doubt.tile) in tiles


def _renamed(event: TableEvent, names: Mapping[Tile, Tile]) -> TableEvent:
    """A play under the names that people gave. The session itself relabels a layout that was found."""
    if not isinstance(event, Played):
        return event
    tile, on = names.get(event.tile, event.tile), event.on and names.get(event.on, event.on)
    if (tile, on) == (event.tile, event.on):
        return event
    return replace(event, tile=tile, on=on, joins=None)


def _confirmed_tile(logged: LoggedEvent) -> Tile | None:
    """The tile whose reading a person has confirmed."""
    said = logged.event.said if isinstance(logged.event, Correct) and changes_nothing(logged.game.record) else None
    return said.tile if isinstance(said, Play) else None


def _is_statement_about_hand(logged: LoggedEvent) -> bool:
    """Whether a person has said something about the hand in play. That a hand begins says nothing about it."""
    return logged.event.is_by_person and not isinstance(logged.event, HandStarted)


def _is_set(logged: LoggedEvent) -> bool:
    return isinstance(logged.event, Play) and logged.event.on is None


def _layout_at_start_of_hand(game: Game) -> Layout:
    """What lay there when the hand began.

    When people name the set, tiles of the hand before may not be cleared away yet.
    """
    began = max(number for number, event in enumerate(game.record) if isinstance(event, HandStarted))
    hand = game.at(began).hand
    return Layout() if hand is None else hand.layout


def _layout(game: Game) -> Layout | None:
    """The layout of the hand in play; None between hands, when the record does not say what lies there."""
    return None if game.hand_in_play is None else game.layout
