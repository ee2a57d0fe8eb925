"""A game as an immutable value: the record of its events, and the state that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from .events import (
    Claim,
    Correct,
    Draw,
    Event,
    Fault,
    GameStarted,
    HandEnd,
    HandStarted,
    Muggins,
    Pass,
    Play,
    RecordError,
    Side,
    TakeBack,
)
from .hand import Hand
from .layout import Layout
from .match import Match
from .notation import events_of, notation_of
from .outcomes import Outcome, RevisedOutcome, outcome_to_json
from .record import NumberedEvent, event_to_json, replaced_events, standing_after
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

    def to_json(self, is_covered: bool = False) -> dict[str, Any]:
        """The event with its outcome as a new JSON object; without the count if that `is_covered`."""
        return _line(self.event, self.outcome, is_covered)


@dataclass(frozen=True, slots=True)
class Game:
    """A record of events and the state that they lead to. Applying an event gives a new game."""

    record: tuple[Event, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    """The outcome of each event at the time it was applied; later corrections do not change it."""
    match: Match | None = None
    """The state after the last event; None before the first."""
    _stretches: tuple[_Stretch, ...] = field(default=(), compare=False)

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
            stretches = _revised_stretches(self._stretches, record)
            match = stretches[-1].after if stretches else None
            outcome = _revised(match, event)
        else:
            match, outcome = self.match.after(event, len(record)) if self.match else _begun(event)
            stretches = _followed(self._stretches, Step(len(record), event, outcome, match))
        return Game(record, (*self.outcomes, outcome), match, stretches)

    def at(self, number: int) -> Game:
        """The game after the first `number` events."""
        return replay(self.record[:number])

    def standing(self) -> tuple[Step, ...]:
        """The events that stand after all take-backs and corrections, each with its outcome after them."""
        return tuple(chain.from_iterable(stretch.steps for stretch in self._stretches))

    def undo_event(self) -> Correct:
        """The event that undoes the last one when it is applied next. RecordError if nothing can be undone."""
        number = len(self.record)
        if number < 2:
            raise RecordError("there is nothing to undo: only the start of the game is recorded")
        last = self.record[-1]
        if not isinstance(last, Correct):
            return Correct(of=number, said=None)
        return Correct(of=last.of, said=replaced_events(self.record)[number])

    def lines(self, covers: bool = False) -> list[dict[str, Any]]:
        """Each event with its outcome as one JSON object, in the order of the record.

        `covers` leaves out what players have still to find by themselves.
        """
        covered = (self.covered_play if covers else None) or len(self.record) + 1
        numbered = enumerate(zip(self.record, self.outcomes, strict=True), 1)
        return [_line(event, outcome, number >= covered) for number, (event, outcome) in numbered]

    @property
    def covered_play(self) -> int | None:
        """The number of the last play while its score may be claimed; None where nothing may.

        Until then players find the count by themselves: nobody is told what this event and those after it count.
        """
        return _covered_play(self._stretches[-1].steps) if self._stretches else None

    @property
    def is_just_uncovered(self) -> bool:
        """Whether the last event has claimed or settled the score of the play before."""
        steps = self._stretches[-1].steps if self._stretches else ()
        play = _covered_play(steps[:-1])
        return play is not None and play != self.covered_play

    def uncovered(self) -> Game:
        """The game as everybody may know it: up to a play whose score may still be claimed."""
        play = self.covered_play
        return self if play is None else self.at(play - 1)

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

    @property
    def hand_sides(self) -> Mapping[str, tuple[str, ...]]:
        """The players of each side in the hand in play, or the last one: as in the game, unless partners rotate."""
        return self._begun().hand_sides

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

    def partners_of(self, player: str) -> tuple[str, ...]:
        """The players of a player's side in the hand, that one among them. RecordError if no player has that name."""
        self.side_of(player)
        return next(members for members in self.hand_sides.values() if player in members)

    def scorers_of(self, player: str) -> tuple[str, ...]:
        """Whose points they are that a player makes: the player alone has made them, but where partners rotate."""
        partners = self.partners_of(player) if self.rules.partners == "rotating" else (player,)
        return (player, *(each for each in partners if each != player))

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
    def needed(self) -> Mapping[str, int]:
        """The points that a side needs to reach the target, for each side that may reach it with two plays."""
        if self.winner is not None or self.match is None or self.rules.is_rounds or self.rules.wins == "lowest":
            return {}
        left = {side: self.rules.target - score for side, score in self.scores.items()}
        return {side: points for side, points in left.items() if 0 < points <= 2 * self.rules.most_in_play}

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


def _line(event: Event, outcome: Outcome, is_covered: bool = False) -> dict[str, Any]:
    """An event with its outcome as a new JSON object."""
    return {**event_to_json(event), **outcome_to_json(outcome, is_covered)}


def _covered_play(steps: Sequence[Step]) -> int | None:
    """The number of the last play of a hand while its score may be claimed; None where there is none."""
    for step in reversed(steps):
        if step.match.winner is not None or step.match.rules.claims == "auto" or not step.match.rules.scores_in_play:
            return None
        if isinstance(step.event, Play):
            return step.number
        is_right = isinstance(step.event, Claim | Muggins) and not step.outcome.faults
        if is_right or step.outcome.missed or isinstance(step.event, Draw | Pass | HandEnd):
            return None
    return None


def _begun(event: Event) -> tuple[Match, Outcome]:
    if not isinstance(event, GameStarted):
        raise RecordError("the first event of a record is a game event, which names the rules and the players")
    match = begin(event)
    return match, Outcome(match.scores)


def _revised(match: Match | None, event: TakeBack | Correct) -> Outcome:
    """The outcome of a take-back or a correction that leads to this state."""
    if match is None:
        raise RecordError("the game event cannot be struck from the record")
    hand = match.hand
    if hand is None:
        return RevisedOutcome(match.scores, match.winner)
    stood = isinstance(event, TakeBack) and match.rules.taking_back == "never"
    faults: tuple[Fault, ...] = ("taken-back",) if stood else ()
    open_pips = tuple(hand.layout.open_pips(hand.rules))
    return RevisedOutcome(match.scores, match.winner, faults, count=hand.count, open=open_pips)


class _Stretch:
    """The entries from the start of a hand to that of the next, and what they lead to.

    Mostly a correction changes nothing in later hands but the scores: their steps are worked out when somebody asks.
    """

    __slots__ = ("_extremes", "_steps", "after", "before", "entries")

    def __init__(
        self,
        entries: tuple[NumberedEvent, ...],
        before: Match | None,
        after: Match | None,
        steps: tuple[Step, ...] | None = None,
        extremes: Mapping[str, tuple[int, int]] | None = None,
    ) -> None:
        self.entries = entries
        self.before = before
        """The state before the first entry; None before the game."""
        self.after = after
        self._steps = steps
        self._extremes = extremes

    @property
    def steps(self) -> tuple[Step, ...]:
        """The events that stand, each with its outcome and the state after it."""
        if self._steps is None:
            self._steps = tuple(_fold(self.entries, self.before))
        return self._steps

    @property
    def extremes(self) -> Mapping[str, tuple[int, int]]:
        """The lowest and the highest score of each side after one of the events.

        Where points led past an exact target and do not count, the highest is the target, which was within reach.
        """
        if self._extremes is None:
            outcomes = [step.outcome for step in self.steps]
            rules = self.steps[0].match.rules
            is_shared = rules.partners == "rotating"  # a missed score may be past the target of one partner alone
            is_cut = rules.exact and any(
                each.past_target or (each.missed and (is_shared or not each.missed.to)) for each in outcomes
            )
            columns = {side: [each.scores[side] for each in outcomes] for side in outcomes[0].scores}
            reached = [rules.target] * bool(is_cut)
            self._extremes = {side: (min(column), max(column + reached)) for side, column in columns.items()}
        return self._extremes

    def moved(self, before: Match, gains: Mapping[str, int]) -> _Stretch | None:
        """The same hand after a state with other scores; None if they may change more than the scores after it."""
        rules = before.rules
        if self.after is None or rules.tally != "sum" or rules.hands:
            return None
        extremes = {side: (low + gains[side], high + gains[side]) for side, (low, high) in self.extremes.items()}
        for low, high in chain(self.extremes.values(), extremes.values()):
            if low < 0 or high >= rules.target - rules.near_target:
                return None
        scores = {side: score + gains[side] for side, score in self.after.scores.items()}
        return _Stretch(self.entries, before, replace(self.after, scores=scores), extremes=extremes)


def _followed(stretches: tuple[_Stretch, ...], step: Step) -> tuple[_Stretch, ...]:
    """The stretches with one more event at the end."""
    entry = NumberedEvent(step.number, step.event)
    last = stretches[-1] if stretches else None
    if last is None or isinstance(step.event, HandStarted):
        return (*stretches, _Stretch((entry,), last.after if last else None, step.match, (step,)))
    return (*stretches[:-1], _Stretch((*last.entries, entry), last.before, step.match, (*last.steps, step)))


def _revised_stretches(was: tuple[_Stretch, ...], record: tuple[Event, ...]) -> tuple[_Stretch, ...]:
    """The stretches after a take-back or a correction, the last event of the record.

    What stands before the change stays as it is, and so do the hands after it where only the scores differ.
    """
    entries = standing_after(chain.from_iterable(stretch.entries for stretch in was), record)
    hands = _split_at_hands(entries)
    same = [hand == stretch.entries for hand, stretch in zip(hands, was, strict=False)]
    kept = same.index(False) if False in same else len(same)
    same = [hand == stretch.entries for hand, stretch in zip(reversed(hands), reversed(was), strict=False)]
    same_at_end = same.index(False) if False in same else len(same)
    stretches = list(was[:kept])
    for place in range(kept, len(hands)):
        before = stretches[-1].after if stretches else None
        left = len(hands) - place
        if left <= same_at_end and (rest := _moved(was[-left:], before)) is not None:
            return (*stretches, *rest)
        known = _steps_before_change(was[place], hands[place]) if place == kept < len(was) else ()
        match, last = (known[-1].match, known[-1].number) if known else (before, 0)
        later = (entry for entry in hands[place] if entry.number > last)
        steps = (*known, *_fold(later, match, entries, record))
        stretches.append(_Stretch(hands[place], before, steps[-1].match if steps else before, steps))
    return tuple(stretches)


def _steps_before_change(was: _Stretch, entries: Sequence[NumberedEvent]) -> tuple[Step, ...]:
    """The steps of a hand before the first of its entries that is another now."""
    pairs = zip(was.entries, entries, strict=False)
    change = next((min(old.number, new.number) for old, new in pairs if old != new), None)
    if change is None:
        change = min(was.entries[-1].number, entries[-1].number) + 1
    return tuple(step for step in was.steps if step.number < change)


def _split_at_hands(entries: Sequence[NumberedEvent]) -> list[tuple[NumberedEvent, ...]]:
    """The entries before the first hand, and from the start of each hand to that of the next."""
    starts = [place for place, entry in enumerate(entries) if place and isinstance(entry.event, HandStarted)]
    return [tuple(entries[start:end]) for start, end in zip([0, *starts], [*starts, len(entries)], strict=True)]


def _moved(was: Sequence[_Stretch], before: Match | None) -> Sequence[_Stretch] | None:
    """The last hands of a game that goes on, after another state; None if more than the scores may differ in them."""
    number, event, _ = was[0].entries[0]
    was_before, was_after = was[0].before, was[-1].after
    if event is None or was_before is None or was_after is None or was_after.winner or not before or before.winner:
        return None
    first, was_first = before.after(event, number)[0], was_before.after(event, number)[0]
    if replace(first, scores=was_first.scores) != was_first:
        return None
    gains = {side: score - was_before.scores[side] for side, score in before.scores.items()}
    if not any(gains.values()):
        return was
    moved: list[_Stretch] = []
    for stretch in was:
        if before is None or (after := stretch.moved(before, gains)) is None:
            return None
        moved.append(after)
        before = after.after
    return moved


def _fold(
    entries: Iterable[NumberedEvent],
    match: Match | None,
    all_entries: Iterable[NumberedEvent] = (),
    record: tuple[Event, ...] = (),
) -> Iterator[Step]:
    """The events that stand from a state on, each with its outcome and the state after it.

    If points that were named late show that the game was already won, the events after that point do not count.
    """
    for number, event, is_kept in entries:
        if event is None:
            continue
        if match is not None and match.winner is not None and _has_late_points(all_entries, record, number):
            return
        try:
            match, outcome = match.after(event, number, is_kept) if match else _begun(event)
        except RecordError as error:
            raise RecordError(
                "with that, event %(number)s cannot stand: %(error)s", number=number, error=error
            ) from None
        yield Step(number, event, outcome, match)


def _has_late_points(entries: Iterable[NumberedEvent], record: tuple[Event, ...], number: int) -> bool:
    """Whether an event before this one, as it was first recorded, ended a hand whose points were pegged later."""
    earlier = (record[entry.number - 1] for entry in entries if entry.number < number and entry.event)
    return any(isinstance(event, HandEnd) and event.unknown_players for event in earlier)
