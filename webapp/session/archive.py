"""All games: those in the store, and the one being played."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import islice
from typing import Any

from muggins.scorer.events import RecordError
from muggins.scorer.game import Game, replay
from muggins.scorer.record import parse_event
from muggins.scorer.reports.review import GameSummary, review_game
from muggins.texts import Text, lazy_gettext, text_of

from .session import GameSession
from .store import StoreError

HIGHEST_NUMBER = 2**31 - 1
"""The highest number of a game or an event that every database can hold."""


@dataclass(frozen=True)
class KeptGame:
    """A game as the list of games shows it."""

    id: int
    started: float | None
    """Seconds since 1970; None where that is not stored."""
    events: int
    """The number of events."""
    is_on_table: bool
    """Whether the game is being played."""
    summary: GameSummary | None
    """None where the record cannot be replayed any more."""
    trouble: Text | str = ""
    """Why it cannot, a sentence."""


@dataclass(frozen=True)
class _Entry:
    """A game before its events are read."""

    id: int
    started: float | None
    events: int


@dataclass(frozen=True)
class _Summarised:
    """What the first `events` events of a game come to."""

    events: int
    summary: GameSummary | None
    trouble: Text | str = ""


class Archive:
    """The games of a session and its store. Methods may be called from any thread, and raise StoreError.

    A game is summarised once, and again when it has more events.
    """

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._summarised: dict[int, _Summarised] = {}
        """The newest summary of each game."""

    @property
    def is_persistent(self) -> bool:
        """Whether games outlive the program."""
        return self._session.store is not None

    def games(self, below: int | None = None, most: int | None = None, player: str | None = None) -> list[KeptGame]:
        """The newest games first: at most `most` with a number below `below` in which `player` takes part."""
        listed = (self._kept(entry) for entry in self._entries() if below is None or entry.id < below)
        wanted = (game for game in listed if player is None or (game.summary and player in game.summary.players))
        return list(islice(wanted, most))

    def find(self, id: int) -> KeptGame | None:
        """A game by its number."""
        return next((self._kept(entry) for entry in self._entries() if entry.id == id), None)

    def game(self, id: int) -> Game | None:
        """A game with its whole record; None where there is none. RecordError where it cannot be replayed."""
        now = self._session.snapshot
        if now.game is not None and now.game_id == id:
            return now.game
        store = self._session.store
        events = store.events(id) if store and 0 < id <= HIGHEST_NUMBER else []
        return replay(parse_event(event) for event in events) if events else None

    def lines(self, id: int) -> list[dict[str, Any]]:
        """The record of a game as JSON, numbered, with the outcomes where the game can be replayed.

        What is covered is left out.
        """
        try:
            game = self.game(id)
            lines = game.lines(covers=True) if game else []
        except RecordError:
            store = self._session.store
            lines = store.events(id) if store else []
        return [{"number": number, **line} for number, line in enumerate(lines, 1)]

    def lines_after(self, id: int, number: int) -> list[tuple[int, dict[str, Any]]]:
        """What follows event `number` of a game: the rest of that game, or the first game after it that has events.

        Each line has the number of its game.
        """
        for entry in reversed(self._entries()):
            if (entry.id, entry.events) > (id, number):
                lines = self.lines(entry.id)[number if entry.id == id else 0 :]
                return [(entry.id, line) for line in lines]
        return []

    def count_after(self, id: int, number: int) -> int:
        """The number of events that follow event `number` of a game, those of later games too."""
        later = [entry for entry in self._entries() if entry.id >= id]
        return sum(max(0, entry.events - (number if entry.id == id else 0)) for entry in later)

    def picture(self, id: int, number: int) -> bytes | None:
        """The JPEG that was stored with an event of a game."""
        store = self._session.store
        is_possible = 0 < id <= HIGHEST_NUMBER and 0 < number <= HIGHEST_NUMBER
        return store.picture(id, number) if store and is_possible else None

    def numbers_with_picture(self, id: int) -> list[int]:
        """The numbers of the events of a game that a picture was stored with."""
        store = self._session.store
        return store.numbers_with_picture(id) if store else []

    def clip(self, id: int, number: int) -> bytes | None:
        """The clip that was stored with an event of a game, an animated WebP."""
        store = self._session.store
        is_possible = 0 < id <= HIGHEST_NUMBER and 0 < number <= HIGHEST_NUMBER
        return store.clip(id, number) if store and is_possible else None

    def numbers_with_clip(self, id: int) -> list[int]:
        """The numbers of the events of a game that a clip was stored with."""
        store = self._session.store
        return store.numbers_with_clip(id) if store else []

    def delete(self, id: int) -> None:
        """Deletes a game for good, also the one being played. RecordError where there is no such game."""
        found = self.find(id)
        if found is None:
            raise RecordError("there is no game %(number)s", number=id)
        if found.is_on_table:
            self._session.delete_game(id)
        elif self._session.store is not None:
            self._session.store.delete(id)
        with self._lock:
            self._summarised.pop(id, None)

    def _entries(self) -> list[_Entry]:
        """Every game, the newest first."""
        store, now = self._session.store, self._session.snapshot
        stored = store.games() if store is not None else []
        entries = {game.id: _Entry(game.id, game.started, game.events) for game in stored}
        if now.game is not None:
            started = entries[now.game_id].started if now.game_id in entries else None
            entries[now.game_id] = _Entry(now.game_id, started, len(now.game.record))
        return sorted(entries.values(), key=lambda entry: entry.id, reverse=True)

    def _kept(self, entry: _Entry) -> KeptGame:
        now = self._session.snapshot
        is_on_table = now.game is not None and now.game_id == entry.id
        found = self._summary(entry)
        return KeptGame(entry.id, entry.started, entry.events, is_on_table, found.summary, found.trouble)

    def _summary(self, entry: _Entry) -> _Summarised:
        with self._lock:
            known = self._summarised.get(entry.id)
        if known is not None and known.events == entry.events:
            return known
        try:
            found = self._summarise(entry)
        except StoreError as error:
            return _Summarised(entry.events, None, text_of(error))  # one damaged game must not hide the others
        with self._lock:
            self._summarised[entry.id] = found
        return found

    def _summarise(self, entry: _Entry) -> _Summarised:
        try:
            game = self.game(entry.id)
            if game is None:
                return _Summarised(entry.events, None, lazy_gettext("it has no events"))
            return _Summarised(entry.events, review_game(game.uncovered()).summary)
        except RecordError as error:
            # Its rules may have changed since it was played. The record itself is still there.
            return _Summarised(entry.events, None, text_of(error))
