"""The record of the game being played: each event is stored on disk, then published to every subscriber."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from muggins.scorer.events import Correct, Event, GameStarted, RecordError, TakeBack
from muggins.scorer.game import Game, Step
from muggins.scorer.record import event_to_json, parse_event
from muggins.scorer.reports.wording import title_of

from .pubsub import Broker
from .store import Store


@dataclass(frozen=True)
class LoggedEvent:
    """The newest event of a record, with the game that it makes."""

    game_id: int
    game: Game
    """The game after the event."""

    @property
    def number(self) -> int:
        """The number of the event in the record; the first is 1."""
        return len(self.game.record)

    @property
    def event(self) -> Event:
        return self.game.record[-1]

    @property
    def step(self) -> Step:
        """The event with its outcome, as it was recorded."""
        return self.game.last

    @property
    def changes_earlier_lines(self) -> bool:
        """Whether lines that were published before read otherwise from now on."""
        return isinstance(self.event, Correct | TakeBack) or self.game.is_just_uncovered

    @property
    def line(self) -> dict[str, Any]:
        """The event with its number and its outcome, as everybody may know it by now."""
        return {"number": self.number, **self.step.to_json(self.game.covered_play is not None)}


@dataclass(frozen=True)
class Changed:
    """Something beside the record has changed."""

    what: Literal["game", "questions", "camera", "notice"]


Message = LoggedEvent | Changed

DELETED = "deleted"
"""The setting that holds the number of the last game that was deleted while it was played."""


class EventLog:
    """The events of one game, stored where there is a store, and published to a broker.

    A log with a store resumes the newest game there. Its methods are called by one thread at a time.
    """

    def __init__(self, store: Store | None, broker: Broker[Message]) -> None:
        self.store = store
        self._broker = broker
        self.game_id = 0
        """0 while no game is played."""
        self._deleted_id = int(store.setting(DELETED) or 0) if store is not None else 0
        self._logged: list[LoggedEvent] = []
        if store is not None and (stored := store.games()):
            self.game_id = stored[0].id
            # A record whose rules have changed since stays in the store, but cannot be resumed.
            with suppress(RecordError):
                self._logged = self._replay(store.events(self.game_id))

    @property
    def game(self) -> Game | None:
        return self._logged[-1].game if self._logged else None

    @property
    def playing(self) -> Game:
        """The game; RecordError where none has begun."""
        if not self._logged:
            raise RecordError("no game has begun: begin one first")
        return self._logged[-1].game

    def since(self, game_id: int, number: int) -> tuple[LoggedEvent, ...] | None:
        """The events after event `number` of a game; None where another game is being played."""
        is_known = game_id == self.game_id and 0 <= number <= len(self._logged)
        return tuple(self._logged[number:]) if is_known else None

    def begin(self, started: GameStarted) -> None:
        """Begin another game; the one before stays in the store as it is."""
        game = Game().apply(started)
        if game.rules.pair:
            raise RecordError(
                "%(game)s has no layout to watch: `muggins read` names its pairs on a photo", game=title_of(game.rules)
            )
        above = max(self.game_id, self._deleted_id)
        game_id = self.store.add_game(above) if self.store else above + 1
        first = LoggedEvent(game_id, game)
        self._write([first], None)
        self.game_id, self._logged = game_id, [first]
        self._broker.publish(Changed("game"))

    def delete(self) -> None:
        """Delete the game, also from the store. No game is played until another begins."""
        if self.store:
            self.store.delete(self.game_id)
            self.store.set_setting(DELETED, str(self.game_id))
        # Who was away must not take the next game for this one: its number is not given again, after a restart neither.
        self._deleted_id, self.game_id, self._logged = self.game_id, 0, []
        self._broker.publish(Changed("game"))

    def append(self, events: Sequence[Event], picture: bytes | None = None) -> tuple[LoggedEvent, ...]:
        """Record events in a row: all, or none. RecordError where one does not fit, StoreError where it is not stored.

        `picture` is a JPEG that is stored with the last event.
        """
        game, added = self.playing, []
        for event in events:
            game = game.apply(event)
            added.append(LoggedEvent(self.game_id, game))
        self._write(added, picture)
        self._logged += added
        for logged in added:
            self._broker.publish(logged)
        return tuple(added)

    def _write(self, added: Sequence[LoggedEvent], picture: bytes | None) -> None:
        if self.store and added:
            lines = (event_to_json(logged.event) for logged in added)
            self.store.append(added[0].game_id, added[0].number, *lines, picture=picture)

    def _replay(self, events: Iterable[Mapping[str, Any]]) -> list[LoggedEvent]:
        game, logged = Game(), []
        for event in events:
            game = game.apply(parse_event(event))
            logged.append(LoggedEvent(self.game_id, game))
        return logged
