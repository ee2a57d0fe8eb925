"""The tournament that the hall plays: every step of the desk becomes an event of its record."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from muggins.texts import gettext

from ...session.store import ConflictError, Store, StoreError
from ..pairing.draw import begin_stage, next_round, why_no_round
from ..records.tournament_store import TournamentStore
from ..tournament import events
from ..tournament.events import DoubtfulError, Event, MatchPlace, Meeting, Result, RoundKey, TournamentError
from ..tournament.fold import apply
from ..tournament.results import check_likely, check_result, meetings_without_result
from ..tournament.state import Clock, PairedRound, Tournament, clock, remembered
from .entry_list import at_line

ADDING_TRIES = 20
"""How often an event is tried to be added while others add theirs."""


class TournamentDesk:
    """A tournament of a hall. Methods may be called from any thread; nothing in the record is overwritten.

    Several desks may keep one tournament. They agree by the record: whoever adds an event has read all before it.
    Methods raise TournamentError where a step cannot be, and StoreError where it cannot be stored; then the record is
    unchanged.
    """

    def __init__(
        self,
        hall: Store,
        on_change: Callable[[], object] = lambda: None,
        now: Callable[[], float] = time.time,
        number: int = 0,
    ) -> None:
        """`on_change` is called after each change; `now` gives seconds since 1970.

        It is the tournament of the number, or else always the newest.
        """
        self._store = TournamentStore(hall)
        self._on_change = on_change
        self.now = now
        self._lock = threading.RLock()
        self.number = number or max(self._store.numbers(), default=0)
        """The number of the tournament; 0 before the first."""
        self.tournament = self._store.read(self.number) if self.number else Tournament()
        """The tournament as it stands; an empty one before the first."""

    def numbers(self) -> list[int]:
        """The numbers of all tournaments of the hall, the newest first."""
        return self._store.numbers()

    def read(self, number: int) -> Tournament | None:
        """Any tournament of the hall; None where there is none of that number."""
        if number == self.number:
            return self.tournament
        tournament = self._store.read(number)
        return tournament if tournament.record else None

    # The steps of the desk

    def begin(self, started: events.TournamentStarted) -> None:
        """Begins a tournament, and turns to it. Others go on beside it."""
        with self._lock:
            self.number = self._store.begin(replace(started, t=self.now()))
            self.tournament = self._store.read(self.number)
        self._on_change()

    def tell(self, event: Event, is_sure: bool = True) -> None:
        """Records an event, with the time of now. DoubtfulError where it looks like a slip, unless somebody is sure."""

        def checked(tournament: Tournament) -> Event:
            if isinstance(event, events.ResultTold) and not is_sure:
                tournament.round(*event.key)
                stage = tournament.stages[event.stage - 1]
                # Nobody is asked whether they mean what cannot be.
                check_result(stage, event.result)
                check_likely(stage, event.result)
            if isinstance(event, events.Entered):
                _check_size(tournament, event.players)
            if isinstance(event, events.Returned):
                _check_size(tournament, tournament.entry(event.entry).players)
            return event

        self._add(checked)

    # Each names the round or the stage that is meant, so that what another desk has done meanwhile is not done twice.

    def draw_round(self, by: str | None = None, meant: RoundKey | None = None) -> None:
        """Pairs the next round."""

        def draw(tournament: Tournament) -> Event:
            if meant is not None and any(each.key == meant for each in tournament.rounds):
                raise TournamentError("round %(number)s has been drawn already", number=meant[1])
            return replace(next_round(tournament), by=by)

        self._add(draw)

    def begin_stage(self, by: str | None = None, meant: int | None = None, is_sure: bool = True) -> None:
        """Begins the next stage with those who have checked in, or the best of the stage before.

        DoubtfulError where rounds of the stage before are left, unless somebody is sure.
        """

        def begin(tournament: Tournament) -> Event:
            if meant is not None and 0 < meant <= tournament.stage_number:
                raise TournamentError("%(stage)s has begun already", stage=tournament.stages[meant - 1].name)
            event = begin_stage(tournament)
            if not is_sure and tournament.stage_number and not why_no_round(tournament):
                raise DoubtfulError(
                    "%(stage)s is not over: round %(number)s comes next",
                    stage=tournament.stage.name,
                    number=len(tournament.rounds_so_far) + 1,
                )
            return replace(event, by=by)

        self._add(begin)

    def start_clock(self, by: str | None = None, meant: RoundKey | None = None) -> None:
        """Starts the clock of the newest round."""
        self._add(lambda tournament: events.RoundStarted(*_meant(tournament, meant).key, by=by))

    def call_last_hand(self, by: str | None = None, meant: RoundKey | None = None) -> None:
        """Calls the last hand of the newest round: the hand in play at each table is finished, and no other begins."""

        def call(tournament: Tournament) -> Event:
            each = _meant(tournament, meant)
            if tournament.stages[each.stage - 1].match.minutes is None:
                raise TournamentError(
                    "matches of this stage end by their points or hands, not by the clock; no last hand is called"
                )
            if each.is_last_hand:
                raise TournamentError("the last hand of round %(number)s was called already", number=each.number)
            return events.LastHandCalled(*each.key, by=by)

        self._add(call)

    def enter(self, entries: Mapping[int, events.Entered], is_here: bool = False, by: str | None = None) -> None:
        """Records entries under the next numbers that are free, and that they have checked in where they are here.

        They are given by the numbers of their lines. TournamentError names the line of one that cannot be entered; none
        of them is then.
        """

        def numbered(tournament: Tournament) -> list[Event]:
            came: list[Event] = []
            for line, entered in entries.items():
                event = replace(entered, number=max(tournament.entries, default=0) + 1, by=by)
                try:
                    _check_size(tournament, event.players)
                    tournament = apply(tournament, event)
                except TournamentError as error:
                    raise at_line(line, error) if len(entries) > 1 else error from None
                came.append(event)
            if is_here:
                numbers = tuple(tournament.entries)[-len(entries) :]
                came.append(events.CheckedIn(numbers, by=by))
            return came

        self._add_all(numbered)

    def strike_round(self, meant: RoundKey, by: str, why: str) -> None:
        """Takes a round out of the count with all that was told about it, so that it can be drawn anew."""
        self._add(lambda tournament: events.Struck(_number_of(tournament, meant), by=by, why=why))

    def swap(self, meant: RoundKey, entries: tuple[int, int], by: str, why: str) -> None:
        """Lets two entries change their places in a round."""
        places = {entries[0]: entries[1], entries[1]: entries[0]}

        def swapped(numbers: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(places.get(number, number) for number in numbers)

        def change(tournament: Tournament) -> Event:
            each = tournament.round(*meant)
            for number in entries:
                if number not in each.entries:
                    raise TournamentError("%(name)s is not in this round", name=tournament.entry(number).name)
            meetings = tuple(
                replace(meeting, sides=(swapped(meeting.sides[0]), swapped(meeting.sides[1])))
                for meeting in each.meetings
            )
            others = (swapped(numbers) for numbers in (each.byes, each.waiting, each.asked))
            return events.RoundChanged(*meant, meetings, *others, by=by, why=why)

        self._add(change)

    def tell_result(
        self,
        place: MatchPlace,
        result: Result,
        by: str | None = None,
        why: str = "",
        side: events.SideNumber | None = None,
        is_sure: bool = True,
    ) -> None:
        """Records what the desk, or one of the sides, says about a match."""
        teller: events.Teller = "desk" if side is None else events.TELLER_OF_SIDE[side]
        self.tell(events.ResultTold(*place, teller, result, by=by, why=why), is_sure)

    # What a table does in a match, worked out for the tournament as it was `then`.

    def tell_recorded(self, then: Tournament, place: MatchPlace, result: Result) -> None:
        """Records what the record of the table comes to."""
        told = events.ResultTold(*place, "table", result)
        self._add_of_matches([(then, place, told)])

    def tell_games(self, begun: Sequence[tuple[Tournament, MatchPlace, int]]) -> None:
        """Records which games of the record tables have begun for their matches: all, or none."""
        self._add_of_matches([(then, place, events.GameBegun(*place, game)) for then, place, game in begun])

    def _add_of_matches(self, told: Sequence[tuple[Tournament, MatchPlace, Event]]) -> None:
        """Appends events of matches, but not where others meet at the place by now.

        They do once another tournament has begun, or the round was struck and drawn anew.
        """
        self._add_all(lambda now: [event for then, place, event in told if _drawn(then, place) == _drawn(now, place)])

    def _add(self, make: Callable[[Tournament], Event]) -> None:
        """Appends the event that `make` finds fit for the tournament as it stands, and tells others."""
        self._add_all(lambda tournament: [make(tournament)])

    def _add_all(self, make: Callable[[Tournament], Sequence[Event]]) -> None:
        """Appends the events that `make` finds fit for the tournament as it stands, all or none, and tells others."""
        if not self.number:
            raise TournamentError("no tournament has begun: begin one first")
        with self._lock:
            for _ in range(ADDING_TRIES):
                made, moment = make(self.tournament), self.now()
                timed = (replace(event, t=moment) for event in made)
                try:
                    if made:
                        self.tournament = self._store.append(self.number, self.tournament, *timed)
                    break
                except ConflictError:
                    self.tournament = self._store.read(self.number, self.tournament)
            else:
                raise StoreError(gettext("others write all the time; try again"))
        self._on_change()


def newest_round(tournament: Tournament) -> PairedRound:
    """The round that was paired last in the stage being played. TournamentError where there is none."""
    if not tournament.rounds_so_far:
        raise TournamentError("no round of this stage has been drawn yet")
    return tournament.rounds_so_far[-1]


def clock_of(tournament: Tournament, each: PairedRound, now: float, table: int | None = None) -> Clock:
    """The clock of a round, or of one of its tables, by the format of its stage."""
    return clock(each, tournament.stages[each.stage - 1].match, now, table)


def place_at(tournament: Tournament, table: int) -> MatchPlace | None:
    """The match that a table plays now: the first whose result does not stand; None where there is none."""
    return _places_in_play(tournament).get(table)


@remembered
def _places_in_play(tournament: Tournament) -> Mapping[int, MatchPlace]:
    """The match that each table plays now."""
    found: dict[int, MatchPlace] = {}
    for each in tournament.rounds_so_far:
        for meeting in meetings_without_result(tournament, each):
            found.setdefault(meeting.table, MatchPlace(*each.key, meeting.table))
    return found


def _drawn(tournament: Tournament, place: MatchPlace) -> tuple[Event, float | None, Meeting | None] | None:
    """What identifies the match at a place; None where none is played there."""
    for each in tournament.rounds_of(place.stage):
        if each.number == place.round:
            return tournament.record[0], each.paired, each.meeting_at(place.table)
    return None


def _check_size(tournament: Tournament, players: tuple[str, ...]) -> None:
    """TournamentError where a pair would meet a player alone: no table can seat them."""
    others = next((each for each in tournament.entries.values() if not each.has_withdrawn), None)
    if others is not None and len(others.players) != len(players):
        raise TournamentError(
            "%(name)s cannot meet %(other)s: enter players alone, or pairs alone",
            name=" & ".join(players),
            other=others.name,
        )


def _meant(tournament: Tournament, key: RoundKey | None) -> PairedRound:
    """The round that is meant, else the newest. TournamentError where it has not been paired."""
    return newest_round(tournament) if key is None else tournament.round(*key)


def _number_of(tournament: Tournament, key: RoundKey) -> int:
    """The number of the event that drew a round. TournamentError where the round has not been paired."""
    tournament.round(*key)
    drawn = (
        number
        for number, event in enumerate(tournament.record, 1)
        if type(event) is events.RoundPaired and event.key == key
    )
    return max(drawn)
