"""The types of event that a tournament's record holds; `record` reads and writes them as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar, dataclass_transform

from muggins.texts import Text

from .formats import Metric, Stage

RoundKey = tuple[int, int]
"""A stage and the number of a round in it."""
SideNumber = Literal[1, 2]
Teller = Literal["table", "side 1", "side 2", "desk"]
"""Who tells a result: the table's record, one of its sides, or the desk."""
TELLER_OF_SIDE: Mapping[SideNumber, Teller] = {1: "side 1", 2: "side 2"}
Box = Literal["winners", "losers", "final", "third place"]
"""What an elimination draws a meeting from."""


class TournamentError(ValueError):
    """What cannot be done. The message says what was expected, what came, and what to do."""

    def __init__(self, message: str, many: str | None = None, /, **values: object) -> None:
        """`str` writes the message in the language in use then; `many` is its form for several, as in `ngettext`."""
        super().__init__(Text(message, values, many))


class DoubtfulError(TournamentError):
    """What can be done but looks like a slip. It is done where somebody says that it is meant so."""


class MatchPlace(NamedTuple):
    """Where a match is played."""

    stage: int
    round: int
    table: int

    @property
    def round_key(self) -> RoundKey:
        """The round that it belongs to."""
        return self.stage, self.round


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two sides that meet at a table."""

    table: int
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The numbers of the entries: one a side, or two partners where partners rotate."""
    box: Box | None = None
    """None in a bracket before its final, and where no elimination is played."""

    @property
    def entries(self) -> tuple[int, ...]:
        """All entries at the table."""
        return self.sides[0] + self.sides[1]


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to."""

    games: tuple[tuple[int, int], ...] = ()
    """The points of side 1 and side 2 in each game."""
    forfeit: tuple[SideNumber, ...] = ()
    """The sides that did not play on, or did not come: one, or both."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """The fields that every event may carry."""

    t: float | None = None
    """Seconds since 1970."""
    by: str | None = None
    """Who did it: a name, or a place in the hall."""
    why: str = ""
    """The reason, where somebody decided."""


EVENT_NAMES: dict[str, type[Event]] = {}
"""Each type of event by its name in the record."""
E = TypeVar("E", bound=Event)


@dataclass_transform(frozen_default=True)
def _named(name: str) -> Callable[[type[E]], type[E]]:
    """Makes a class a type of event, which the record knows by the name."""

    def make(kind: type[E]) -> type[E]:
        made = dataclass(frozen=True, slots=True)(kind)
        EVENT_NAMES[name] = made
        return made

    return make


@dataclass(frozen=True, slots=True)
class OfEntry(Event):
    """What concerns one entry."""

    entry: int


@dataclass(frozen=True, slots=True)
class OfRound(Event):
    """What concerns a round that was drawn."""

    stage: int
    round: int

    @property
    def key(self) -> RoundKey:
        """The round."""
        return self.stage, self.round


@dataclass(frozen=True, slots=True)
class OfMatch(OfRound):
    """What concerns the match at a table."""

    table: int

    @property
    def place(self) -> MatchPlace:
        """Where it is played."""
        return MatchPlace(self.stage, self.round, self.table)


@_named("tournament")
class TournamentStarted(Event):
    """The start of the record: what is played."""

    name: str
    stages: tuple[Stage, ...]


@_named("tables")
class TablesSet(Event):
    """The tables in use from now on. A table's number stays with it."""

    tables: tuple[int, ...]


@_named("entry")
class Entered(Event):
    """Somebody enters: a player, or a pair that stays together."""

    number: int
    players: tuple[str, ...]
    name: str | None = None
    """Shown in place of the players' names."""
    club: str | None = None
    seed: int | None = None
    """1 is the strongest. Those without one follow by their ratings."""
    rating: int | None = None


@_named("bye")
class ByeAsked(Event):
    """An entry asks not to play in a round that has yet to be drawn."""

    stage: int
    round: int
    entry: int


@_named("fixed_table")
class TableFixed(OfEntry):
    """An entry plays at this table from the next round on, as who cannot move far does."""

    table: int


@_named("apart")
class KeptApart(Event):
    """No two of these entries meet, as those of one family, while they can be paired otherwise."""

    entries: tuple[int, ...]


@_named("badge")
class BadgeRenewed(OfEntry):
    """An entry gets another badge; the one that it had is void."""


@_named("prizes")
class PrizesSet(Event):
    """What the places win, the first place first."""

    prizes: tuple[str, ...]


@_named("announce")
class Announced(Event):
    """Every screen says so from now on; nothing takes what was said away."""

    text: str = ""


@_named("publish")
class Published(Event):
    """Everybody may see the page of the event, or nobody without a code."""

    is_public: bool = True


@_named("check_in")
class CheckedIn(Event):
    """Entries are in the hall."""

    entries: tuple[int, ...]


@_named("withdraw")
class Withdrawn(OfEntry):
    """An entry plays no further round."""


@_named("return")
class Returned(OfEntry):
    """An entry that had withdrawn plays on."""


@_named("substitute")
class Substituted(OfEntry):
    """A player takes another's place in an entry, from now on. What the entry has won stays with it."""

    leaves: str
    comes: str


@_named("stage")
class StageBegun(Event):
    """A stage begins with these entries, the highest seed first."""

    stage: int
    entries: tuple[int, ...]


@_named("round")
class RoundPaired(OfRound):
    """Who meets whom in a round."""

    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()
    """The entries that win without play."""
    waiting: tuple[int, ...] = ()
    """The entries that neither play nor win, as the last of the winners' side does until the losers' side has one."""
    asked: tuple[int, ...] = ()
    """The entries that have asked not to play."""


@_named("change")
class RoundChanged(RoundPaired):
    """The desk pairs the newest round otherwise. What was told about two sides goes with them to another table."""


@_named("start")
class RoundStarted(OfRound):
    """The clock of a round starts at `t`."""


@_named("pause")
class ClockPaused(OfRound):
    """The clock of a round stands still."""


@_named("resume")
class ClockResumed(OfRound):
    """The clock of a round runs on."""


@_named("extend")
class ClockExtended(OfRound):
    """A round has more time, or one of its tables has."""

    minutes: float
    table: int | None = None


@_named("last_hand")
class LastHandCalled(OfRound):
    """The desk calls the last hand of a round."""


@_named("game")
class GameBegun(OfMatch):
    """The table of a match has begun a game of it, and keeps its record."""

    game: int
    """The number of the game in the record of games."""


@_named("result")
class ResultTold(OfMatch):
    """Somebody tells the result of a match."""

    teller: Teller
    result: Result


@_named("adjust")
class Adjusted(Event):
    """The desk adds to what an entry has in a stage, or takes from it."""

    stage: int
    entry: int
    metric: Metric
    amount: int


@_named("ranking")
class RankingSet(Event):
    """The desk orders entries by hand: these entries, in this order, take the places that they hold together."""

    stage: int
    entries: tuple[int, ...]


@_named("strike")
class Struck(Event):
    """An earlier event does not count, as if it had never been recorded."""

    of: int
    """The number of the event in the record, counted from 1."""
