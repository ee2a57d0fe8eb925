"""A tournament as an immutable value: its record, the state that the record leads to, and the clock of each round."""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

from .events import Adjusted, ByeAsked, Event, MatchPlace, Meeting, RankingSet, ResultTold, RoundKey, TournamentError
from .formats import MatchFormat, Stage


@dataclass(frozen=True, slots=True)
class Entry:
    """A player, or a pair that stays together."""

    number: int
    players: tuple[str, ...]
    club: str | None = None
    given_name: str | None = None
    is_here: bool = False
    """Whether the entry has checked in."""
    has_withdrawn: bool = False
    former_players: tuple[str, ...] = ()
    """Those whose place others have taken."""
    seed: int | None = None
    rating: int | None = None
    table: int | None = None
    """The table where it always plays."""
    badges: int = 0
    """How often its badge was renewed."""

    @property
    def name(self) -> str:
        """What people call the entry."""
        return self.given_name or " & ".join(self.players)

    @property
    def plays(self) -> bool:
        """Whether the entry takes part in the next round."""
        return self.is_here and not self.has_withdrawn

    @property
    def strength(self) -> tuple[float, int, int]:
        """What entries are seeded by, the strongest first: their seeds, then their ratings, then their numbers."""
        return (math.inf if self.seed is None else self.seed, -(self.rating or 0), self.number)


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round that has been paired."""

    stage: int
    number: int
    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    """The entries that have asked not to play."""
    paired: float | None = None
    """When it was paired, in seconds since 1970."""
    started: float | None = None
    """When its clock started, in seconds since 1970."""
    last_hand: float | None = None
    """When the desk called the last hand."""
    is_last_hand: bool = False
    paused: float | None = None
    """Since when its clock stands still."""
    added: float = 0
    """Seconds by which it is longer: it was extended, or paused."""
    added_at: tuple[tuple[int, float], ...] = ()
    """A table and the seconds that it has on top, for each time that one was given."""

    @property
    def key(self) -> RoundKey:
        """The stage and the number."""
        return self.stage, self.number

    @property
    def entries(self) -> Iterator[int]:
        """All entries that the round names."""
        for meeting in self.meetings:
            yield from meeting.entries
        yield from self.byes
        yield from self.waiting
        yield from self.asked

    def seconds(self, match: MatchFormat, table: int | None = None) -> float | None:
        """The seconds that it, or a table of it, may play before the last hand; None where no time is set."""
        if match.minutes is None:
            return None
        return match.minutes * 60 + self.added + sum(seconds for number, seconds in self.added_at if number == table)

    @property
    def matches(self) -> Iterator[tuple[MatchPlace, Meeting]]:
        """Its meetings with their places."""
        return ((MatchPlace(*self.key, meeting.table), meeting) for meeting in self.meetings)

    def meeting_at(self, table: int) -> Meeting | None:
        """Who meets at a table; None where it is not in use."""
        return next((meeting for meeting in self.meetings if meeting.table == table), None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after the events of its record. `fold.apply` gives a new one."""

    record: tuple[Event, ...] = ()
    name: str = ""
    stages: tuple[Stage, ...] = ()
    tables: tuple[int, ...] = ()
    """The tables in use; none named means as many as a round needs."""
    entries: MappingProxyType[int, Entry] = field(default_factory=lambda: MappingProxyType({}))
    seeds: tuple[tuple[int, ...], ...] = ()
    """The entries of each stage that has begun, the highest seed first."""
    rounds: tuple[PairedRound, ...] = ()
    """The rounds of all stages, as they were paired."""
    told: MappingProxyType[MatchPlace, tuple[ResultTold, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """All that was told about each match, the oldest first."""
    games: MappingProxyType[MatchPlace, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The numbers of the games that the table of each match has begun, in order."""
    adjustments: tuple[Adjusted, ...] = ()
    rankings: tuple[RankingSet, ...] = ()
    asked: tuple[ByeAsked, ...] = ()
    apart: frozenset[tuple[int, int]] = frozenset()
    """Two that do not meet, the lower number first."""
    prizes: tuple[str, ...] = ()
    announcement: str = ""
    is_public: bool = False
    known: dict[Any, Any] = field(init=False, compare=False, repr=False, default_factory=dict)
    """The answers of `remembered` functions. The tournament after another event begins without any."""

    @property
    def stage_number(self) -> int:
        """The stage being played, counted from 1; 0 before the first begins."""
        return len(self.seeds)

    @property
    def stage(self) -> Stage:
        """The stage being played. TournamentError before the first begins."""
        if not self.seeds:
            raise TournamentError("no stage has begun: check entries in, then begin the first stage")
        return self.stages[len(self.seeds) - 1]

    def rounds_of(self, stage: int) -> tuple[PairedRound, ...]:
        """The rounds of a stage that have been paired."""
        return tuple(each for each in self.rounds if each.stage == stage)

    @property
    def rounds_so_far(self) -> tuple[PairedRound, ...]:
        """The rounds of the stage being played; none before the first stage."""
        return self.rounds_of(self.stage_number)

    def round(self, stage: int, number: int) -> PairedRound:
        """A round. TournamentError where it has not been paired."""
        for each in self.rounds:
            if each.key == (stage, number):
                return each
        raise TournamentError("round %(number)s of stage %(stage)s has not been paired", number=number, stage=stage)

    def meeting(self, place: MatchPlace) -> Meeting:
        """Who meets at a place. TournamentError where nobody does."""
        meeting = self.round(*place.round_key).meeting_at(place.table)
        if meeting is None:
            raise TournamentError(
                "nobody plays at table %(table)s in round %(number)s", table=place.table, number=place.round
            )
        return meeting

    def entry(self, number: int) -> Entry:
        """An entry by its number. TournamentError where there is none."""
        found = self.entries.get(number)
        if found is None:
            raise TournamentError(
                "no entry has the number %(number)s: enter it first, or check the number", number=number
            )
        return found

    def entries_of(self, stage: int) -> tuple[int, ...]:
        """Everybody who takes or took part in a stage: its seeds, then those who came late."""
        seeds = self.seeds[stage - 1]
        known = set(seeds)
        late = []
        for each in self.rounds_of(stage):
            for number in each.entries:
                if number not in known:
                    known.add(number)
                    late.append(number)
        return (*seeds, *late)

    def groups_of(self, stage: int) -> tuple[tuple[int, ...], ...]:
        """The groups of a stage: its seeds spread so that each group is as strong, 1 4 5 8 and 2 3 6 7."""
        number = self.stages[stage - 1].groups
        groups: list[list[int]] = [[] for _ in range(number)]
        for place, entry in enumerate(self.seeds[stage - 1]):
            lap, index = divmod(place, number)
            groups[index if lap % 2 == 0 else number - 1 - index].append(entry)
        return tuple(map(tuple, groups))

    def side_name(self, side: tuple[int, ...]) -> str:
        """What people call a side: the name of its entry, or those of its two partners."""
        return " & ".join(self.entries[number].name for number in side)

    def side_players(self, side: tuple[int, ...]) -> tuple[str, ...]:
        """The players of a side."""
        return tuple(player for number in side for player in self.entries[number].players)


Rest = ParamSpec("Rest")
Answer = TypeVar("Answer")


def remembered(
    work: Callable[Concatenate[Tournament, Rest], Answer],
) -> Callable[Concatenate[Tournament, Rest], Answer]:
    """A function of a tournament that works each answer out once: many pages ask for the same standings.

    Its answers are the same in every language.
    """

    def answer(tournament: Tournament, /, *args: Rest.args, **kwargs: Rest.kwargs) -> Answer:
        key = (work, args, *kwargs.items())
        if key not in tournament.known:
            tournament.known[key] = work(tournament, *args, **kwargs)
        found: Answer = tournament.known[key]
        return found

    functools.update_wrapper(answer, work)
    return answer


class Phase(enum.Enum):
    """Where a round stands by its clock."""

    WAITING = "waiting"
    """Paired, but not started."""
    RUNNING = "running"
    PAUSED = "paused"
    WARNING = "warning"
    """The last hand comes soon."""
    LAST_HAND = "last hand"
    """The hand in play is the last. It is finished; no other begins."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round at one moment."""

    phase: Phase
    seconds_left: float | None = None
    """Seconds until the last hand; None where no time is set, or the round has not started."""


def last_hand_at(each: PairedRound, match: MatchFormat, table: int | None = None) -> float | None:
    """When the last hand of a round, or of a table, was called or is due, in seconds since 1970; None where unknown."""
    seconds = each.seconds(match, table)
    due = None if each.started is None or seconds is None or each.paused is not None else each.started + seconds
    return min((moment for moment in (each.last_hand, due) if moment is not None), default=None)


def clock(each: PairedRound, match: MatchFormat, now: float, table: int | None = None) -> Clock:
    """The clock of a round, or of one of its tables, at `now`, in seconds since 1970."""
    if each.is_last_hand:
        return Clock(Phase.LAST_HAND, 0.0)
    if each.started is None:
        return Clock(Phase.WAITING)
    allowed = each.seconds(match, table)
    if allowed is None:
        return Clock(Phase.PAUSED if each.paused is not None else Phase.RUNNING)
    left = allowed - ((now if each.paused is None else each.paused) - each.started)
    if left <= 0:
        return Clock(Phase.LAST_HAND, 0.0)
    if each.paused is not None:
        return Clock(Phase.PAUSED, left)
    is_near = match.minutes is not None and match.warning is not None and left <= (match.minutes - match.warning) * 60
    return Clock(Phase.WARNING if is_near else Phase.RUNNING, left)
