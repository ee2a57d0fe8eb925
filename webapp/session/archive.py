"""All games: those kept in the store, and the one on the table."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import islice
from typing import Any

from muggins.scorer.events import RecordError
from muggins.scorer.game import Game, replay
from muggins.scorer.record import parse_event
from muggins.scorer.reports.review import GameSummary, look_back

from .session import GameSession
from .store import StoreError

HIGHEST_NUMBER = 2**31 - 1
"""Of a game or an event, as any database can hold."""


@dataclass(frozen=True)
class KeptGame:
    """A game as the list of games shows it."""

    id: int
    started: float | None
    """Seconds since 1970; None where that is not kept."""
    events: int
    is_on_table: bool
    summary: GameSummary | None
    """None where its record cannot be worked out any more."""
    trouble: str = ""
    """Why that is."""


class Archive:
    """The games of a live table and its store. Its methods may be called from any thread.

    What a list shows of a game is worked out once, and again when more has been told of it. Errors: StoreError.
    """

    def __init__(self, live: GameSession) -> None:
        self._live = live
        self._lock = threading.Lock()
        self._known: dict[int, tuple[int, GameSummary | None, str]] = {}
        """For each game, by how many events it was known, and what was found."""

    @property
    def is_persistent(self) -> bool:
        """Whether games outlive the program."""
        return self._live.store is not None

    def games(self, below: int | None = None, most: int | None = None, player: str | None = None) -> list[KeptGame]:
        """The newest games first: at most so many of those with a number below `below`, that `player` played in."""
        listed = (self._kept(*entry) for entry in self._entries() if below is None or entry[0] < below)
        wanted = (one for one in listed if player is None or (one.summary and player in one.summary.players))
        return list(islice(wanted, most))

    def find(self, id: int) -> KeptGame | None:
        """A game by its number."""
        return next((self._kept(*entry) for entry in self._entries() if entry[0] == id), None)

    def game(self, id: int) -> Game | None:
        """A game with its whole record; None where there is none. RecordError where it cannot be worked out."""
        now = self._live.snapshot
        if now.game is not None and now.game_id == id:
            return now.game
        store = self._live.store
        events = store.events(id) if store and 0 < id <= HIGHEST_NUMBER else []
        return replay(parse_event(event) for event in events) if events else None

    def lines(self, id: int) -> list[dict[str, Any]]:
        """A game's record, numbered, each event with what the scorer says of it, if its game can be worked out."""
        try:
            game = self.game(id)
            told = game.lines() if game else []
        except RecordError:
            store = self._live.store
            told = store.events(id) if store else []
        return [{"number": number, **line} for number, line in enumerate(told, 1)]

    def picture(self, id: int, number: int) -> bytes | None:
        """The JPEG kept with an event of a game."""
        store = self._live.store
        is_possible = 0 < id <= HIGHEST_NUMBER and 0 < number <= HIGHEST_NUMBER
        return store.picture(id, number) if store and is_possible else None

    def numbers_with_picture(self, id: int) -> list[int]:
        """The numbers of a game's events that a picture was kept with."""
        store = self._live.store
        return store.numbers_with_picture(id) if store else []

    def delete(self, id: int) -> None:
        """Remove a game for good, also the one on the table. RecordError where there is no such game."""
        found = self.find(id)
        if found is None:
            raise RecordError(f"there is no game {id}")
        if found.is_on_table:
            self._live.delete_game(id)
        elif self._live.store is not None:
            self._live.store.delete(id)
        with self._lock:
            self._known.pop(id, None)

    def _entries(self) -> list[tuple[int, float | None, int]]:
        """Every game: its number, when it was started, how many events it has; the newest first."""
        store, now = self._live.store, self._live.snapshot
        entries: dict[int, tuple[int, float | None, int]] = {}
        if store is not None:
            entries = {one.id: (one.id, one.started, one.events) for one in store.games()}
        if now.game is not None:
            started = entries[now.game_id][1] if now.game_id in entries else None
            entries[now.game_id] = (now.game_id, started, len(now.game.record))
        return sorted(entries.values(), reverse=True)

    def _kept(self, id: int, started: float | None, events: int) -> KeptGame:
        now = self._live.snapshot
        is_on_table = now.game is not None and now.game_id == id
        return KeptGame(id, started, events, is_on_table, *self._digested(id, events))

    def _digested(self, id: int, events: int) -> tuple[GameSummary | None, str]:
        with self._lock:
            known = self._known.get(id)
        if known is None or known[0] != events:
            try:
                known = (events, *self._worked_out(id))
            except StoreError as error:
                return None, str(error)  # one damaged game must not hide the others
            with self._lock:
                self._known[id] = known
        return known[1], known[2]

    def _worked_out(self, id: int) -> tuple[GameSummary | None, str]:
        try:
            game = self.game(id)
            return (look_back(game).digest, "") if game is not None else (None, "it has no events")
        except RecordError as error:
            # Its rules may have changed since it was played; the record itself is still there.
            return None, str(error)
