"""The record of the game being played: each event is kept on disk, then told to everybody who follows the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from muggins.scorer.events import Correct, Event, GameStarted, RecordError, TakeBack
from muggins.scorer.game import Game
from muggins.scorer.record import event_to_json, parse_event

from .pubsub import Broker
from .store import Store


@dataclass(frozen=True)
class LoggedEvent:
    """An event as everybody hears of it."""

    game_id: int
    game: Game
    """As it stands after the event."""

    @property
    def number(self) -> int:
        """Of the event in the record, the first being 1."""
        return len(self.game.record)

    @property
    def event(self) -> Event:
        return self.game.record[-1]

    @property
    def line(self) -> dict[str, Any]:
        """The event with what the scorer says of it."""
        return event_to_json(self.event) | self.game.outcomes[-1]

    @property
    def reworks(self) -> bool:
        """Whether lines told before read otherwise from now on."""
        return isinstance(self.event, Correct | TakeBack)


@dataclass(frozen=True)
class Changed:
    """Something beside the record is different now."""

    what: Literal["game", "questions", "camera"]


Message = LoggedEvent | Changed
Heard = tuple[LoggedEvent, ...]


class EventLog:
    """One game's events, kept in a store where there is one, and told to the subscribers of a broker.

    Made with a store, it goes on with the newest game there. Its methods are called by one thread at a time.
    """

    def __init__(self, store: Store | None, broker: Broker[Message]) -> None:
        self.store = store
        self._broker = broker
        self.game_id = 0
        """0 where no game is played."""
        self._gone = 0
        """The number of the game that was deleted last while it was played."""
        self._told: list[LoggedEvent] = []
        if store is not None and (stored := store.games()):
            self.game_id = stored[0].id
            # A record of rules that have changed since stays on the disk, but cannot be played on.
            with suppress(RecordError):
                self._told = self._go_on(store.events(self.game_id))

    @property
    def game(self) -> Game | None:
        return self._told[-1].game if self._told else None

    @property
    def playing(self) -> Game:
        """The game; RecordError where none has begun."""
        if not self._told:
            raise RecordError("no game has begun: begin one first")
        return self._told[-1].game

    def told_since(self, game_id: int, number: int) -> Heard | None:
        """What was told after event `number` of a game; None where that game is not the one being played."""
        is_known = game_id == self.game_id and 0 <= number <= len(self._told)
        return tuple(self._told[number:]) if is_known else None

    def begin(self, started: GameStarted) -> None:
        """Another game; the one before stays in the store as it is."""
        game = Game().apply(started)
        if game.rules.pair:
            raise RecordError(f"{game.rules.name} has no layout to watch: `muggins read` names its pairs on a photo")
        above = max(self.game_id, self._gone)
        game_id = self.store.add_game(above) if self.store else above + 1
        self._write(LoggedEvent(game_id, game), None)
        self.game_id, self._told = game_id, [LoggedEvent(game_id, game)]
        self._broker.publish(Changed("game"))

    def forget(self) -> None:
        """The game is gone for good, and none is played until another begins."""
        if self.store:
            self.store.delete(self.game_id)
        # Whoever was away must not take another game for it.
        self._gone, self.game_id, self._told = self.game_id, 0, []
        self._broker.publish(Changed("game"))

    def add(self, events: Sequence[Event], picture: bytes | None = None) -> Heard:
        """Events in a row, all or none; the picture is kept with the last. RecordError where one cannot stand."""
        game, added = self.playing, []
        for event in events:
            game = game.apply(event)
            added.append(LoggedEvent(self.game_id, game))
        for told in added:
            self._write(told, picture if told is added[-1] else None)
            self._told.append(told)
            self._broker.publish(told)
        return tuple(added)

    def _write(self, told: LoggedEvent, picture: bytes | None) -> None:
        if self.store:
            self.store.append(told.game_id, told.number, event_to_json(told.event), picture)

    def _go_on(self, events: Iterable[Mapping[str, Any]]) -> list[LoggedEvent]:
        game, told = Game(), []
        for event in events:
            game = game.apply(parse_event(event))
            told.append(LoggedEvent(self.game_id, game))
        return told
