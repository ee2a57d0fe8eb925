"""A game as an immutable value: the record of its events, and the state that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .events import Correct, Event, GameStarted, HandEnd, RecordError, Side, TakeBack
from .hand import Hand
from .layout import Layout
from .match import Match
from .notation import events_of, notation_of
from .outcomes import Outcome, RevisedOutcome, outcome_to_json
from .record import event_to_json, standing_events
from .rules.rulesets import RuleSet
from .start import begin


@dataclass(frozen=True, slots=True)
class Step:
    """An event with its outcome and the state after it."""

    number: int
    """The place of the event in the record, counted from 1."""
    event: Event
    """The event as it was recorded, or as a correction replaced it."""
    outcome: Outcome
    match: Match
    """The state after the event."""

    def to_json(self) -> dict[str, Any]:
        """The event with its outcome as a new JSON object."""
        return _line(self.event, self.outcome)


@dataclass(frozen=True, slots=True)
class Game:
    """A record of events and the state that they lead to. Applying an event gives a new game."""

    record: tuple[Event, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    """The outcome of each event at the time it was applied; later corrections do not change it."""
    match: Match | None = None
    """The state after the last event; None before the first."""
    _standing: tuple[Step, ...] = field(default=(), compare=False)

    @staticmethod
    def parse(text: str) -> Game:
        """The game of the events in the text: `game five-up Ann Bob; Ann sets; Ann 5-5`; see `notation.event_of`.

        NotationError if one cannot be read, RecordError if one cannot follow.
        """
        return replay(events_of(text))

    def __repr__(self) -> str:
        return f"Game.parse({'; '.join(map(notation_of, self.record))!r})"

    def apply(self, event: Event) -> Game:
        """The game after one more event. RecordError if the record cannot hold it; this game stays as it is."""
        record = (*self.record, event)
        if isinstance(event, (TakeBack, Correct)):
            standing = _fold(record)
            outcome = _revised(standing)
        else:
            match, outcome = self.match.after(event, len(record)) if self.match else _begun(event)
            standing = (*self._standing, Step(len(record), event, outcome, match))
        return Game(record, (*self.outcomes, outcome), standing[-1].match, standing)

    def at(self, number: int) -> Game:
        """The game after the first `number` events."""
        return replay(self.record[:number])

    def standing(self) -> tuple[Step, ...]:
        """The events that stand after all take-backs and corrections, each with its outcome after them."""
        return self._standing

    def undo_event(self) -> Correct:
        """The event that undoes the last one when it is applied next. RecordError if nothing can be undone."""
        number = len(self.record)
        if number < 2:
            raise RecordError("there is nothing to undo: only the start of the game is recorded")
        last = self.record[-1]
        if not isinstance(last, Correct):
            return Correct(of=number, said=None)
        before = {entry.number: entry.event for entry in standing_events(self.record[:-1])}
        return Correct(of=last.of, said=before.get(last.of))

    def lines(self) -> list[dict[str, Any]]:
        """Each event with its outcome as one JSON object, in the order of the record."""
        return [_line(event, outcome) for event, outcome in zip(self.record, self.outcomes, strict=True)]

    @property
    def last(self) -> Step:
        """The newest event of the record, a take-back or a correction too. RecordError if the game has not begun."""
        match = self._begun()
        return Step(len(self.record), self.record[-1], self.outcomes[-1], match)

    @property
    def rules(self) -> RuleSet:
        """The rules of the game. RecordError if the game has not begun."""
        return self._begun().rules

    @property
    def players(self) -> tuple[str, ...]:
        """The players in clockwise order."""
        return self._begun().players

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides: the players, or the teams with their players joined by +."""
        return tuple(self._begun().sides)

    def side_of(self, player: str) -> str:
        """The side of a player. RecordError if no player has that name."""
        sides = self._begun().side_of
        if player not in sides:
            raise RecordError(
                "%(player)s does not play; the players are %(players)s",
                player=player,
                players=", ".join(self.players),
            )
        return sides[player]

    @property
    def seats(self) -> Mapping[str, Side]:
        """The side of the picture where each player sits; empty where nobody has said."""
        started = self.record[0]
        assert isinstance(started, GameStarted)
        return started.seats or {}

    @property
    def scores(self) -> Mapping[str, int]:
        """Each side's score; empty before the game begins."""
        return self.match.scores if self.match else {}

    @property
    def winner(self) -> str | None:
        """The side that has won; None until then."""
        return self.match.winner if self.match else None

    @property
    def pending_hand_ends(self) -> tuple[int, ...]:
        """The numbers of the hand_end events with unknown hands, whose points the scores do not include yet.

        A correction of the event names the tiles.
        """
        return self.match.pending_hand_ends if self.match else ()

    @property
    def hand(self) -> Hand | None:
        """The hand in play, or the last hand until the next begins; None before the first."""
        return self.match.hand if self.match else None

    @property
    def hand_in_play(self) -> Hand | None:
        """The hand in play; None before the first hand and between two hands."""
        return None if self.hand is None or self.hand.is_over else self.hand

    @property
    def layout(self) -> Layout:
        """The layout of the hand in play; empty before the first hand and between two hands."""
        hand = self.hand_in_play
        return hand.layout if hand else Layout()

    def _begun(self) -> Match:
        if self.match is None:
            raise RecordError("the game has not begun: its first event is a game event")
        return self.match


def replay(events: Iterable[Event]) -> Game:
    """The game after all the events. RecordError gives the number of an event that the record cannot hold."""
    game = Game()
    for number, event in enumerate(events, 1):
        try:
            game = game.apply(event)
        except RecordError as error:
            raise RecordError("event %(number)s: %(error)s", number=number, error=error) from None
    return game


def _line(event: Event, outcome: Outcome) -> dict[str, Any]:
    """An event with its outcome as a new JSON object."""
    return {**event_to_json(event), **outcome_to_json(outcome)}


def _begun(event: Event) -> tuple[Match, Outcome]:
    if not isinstance(event, GameStarted):
        raise RecordError("the first event of a record is a game event, which names the rules and the players")
    match = begin(event)
    return match, Outcome(match.scores)


def _left_hands_unknown(recorded: Event) -> bool:
    """Whether the event, as it was first recorded, ended a hand whose points were pegged later."""
    return isinstance(recorded, HandEnd) and bool(recorded.unknown_players)


def _revised(steps: Sequence[Step]) -> Outcome:
    """The outcome of a take-back or a correction after which these events stand."""
    if not steps:
        raise RecordError("the game event cannot be struck from the record")
    match = steps[-1].match
    hand = match.hand
    if hand is None:
        return RevisedOutcome(match.scores, match.winner)
    open_pips = tuple(hand.layout.open_pips(hand.rules))
    return RevisedOutcome(match.scores, match.winner, count=hand.count, open=open_pips)


def _fold(record: tuple[Event, ...]) -> tuple[Step, ...]:
    """The events that stand, each with its outcome and the state after it.

    If points that were named late show that the game was already won, the events after that point do not count.
    """
    match: Match | None = None
    steps: list[Step] = []
    points_came_late = False
    for entry in standing_events(record):
        if match is not None and match.winner is not None and points_came_late:
            break
        points_came_late = points_came_late or _left_hands_unknown(record[entry.number - 1])
        try:
            step = match.after(entry.event, entry.number, entry.is_kept) if match else _begun(entry.event)
        except RecordError as error:
            raise RecordError(
                "with that, event %(number)s cannot stand: %(error)s", number=entry.number, error=error
            ) from None
        match, outcome = step
        steps.append(Step(entry.number, entry.event, outcome, match))
    return tuple(steps)
