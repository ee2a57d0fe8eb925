"""The types of event that a tournament's record holds; `record` reads and writes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from muggins.texts import Text

from .formats import Metric, Stage

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
class _Event:
    """The fields that every event may carry."""

    t: float | None = None
    """Seconds since 1970."""
    by: str | None = None
    """Who did it: a name, or a place in the hall."""
    why: str = ""
    """The reason, where somebody decided."""


@dataclass(frozen=True, slots=True)
class _OfRound(_Event):
    """What happens to a round as a whole."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True)
class TournamentStarted(_Event):
    """The start of the record: what is played."""

    name: str
    stages: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class TablesSet(_Event):
    """The tables in use from now on. A table's number stays with it."""

    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entered(_Event):
    """Somebody enters: a player, or a pair that stays together."""

    number: int
    players: tuple[str, ...]
    name: str | None = None
    """Shown in place of the players' names."""
    club: str | None = None
    seed: int | None = None
    """1 is the strongest. Those without one follow by their ratings."""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class ByeAsked(_Event):
    """An entry asks not to play in a round that has yet to be drawn."""

    stage: int
    round: int
    entry: int


@dataclass(frozen=True, slots=True)
class TableFixed(_Event):
    """An entry plays at this table from the next round on, as who cannot move far does."""

    entry: int
    table: int


@dataclass(frozen=True, slots=True)
class KeptApart(_Event):
    """No two of these entries meet, as those of one family, while they can be paired otherwise."""

    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BadgeRenewed(_Event):
    """An entry gets another badge; the one that it had is void."""

    entry: int


@dataclass(frozen=True, slots=True)
class PrizesSet(_Event):
    """What the places win, the first place first."""

    prizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Announced(_Event):
    """Every screen says so from now on; nothing takes what was said away."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Published(_Event):
    """Everybody may see the page of the event, or nobody without a code."""

    is_public: bool = True


@dataclass(frozen=True, slots=True)
class CheckedIn(_Event):
    """Entries are in the hall."""

    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn(_Event):
    """An entry plays no further round."""

    entry: int


@dataclass(frozen=True, slots=True)
class Returned(_Event):
    """An entry that had withdrawn plays on."""

    entry: int


@dataclass(frozen=True, slots=True)
class Substituted(_Event):
    """A player takes another's place in an entry, from now on. What the entry has won stays with it."""

    entry: int
    leaves: str
    comes: str


@dataclass(frozen=True, slots=True)
class StageBegun(_Event):
    """A stage begins with these entries, the highest seed first."""

    stage: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundPaired(_Event):
    """Who meets whom in a round."""

    stage: int
    round: int
    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()
    """The entries that win without play."""
    waiting: tuple[int, ...] = ()
    """The entries that neither play nor win, as the last of the winners' side does until the losers' side has one."""
    asked: tuple[int, ...] = ()
    """The entries that have asked not to play."""


@dataclass(frozen=True, slots=True)
class RoundChanged(RoundPaired):
    """The desk pairs the newest round otherwise. What was told about two sides goes with them to another table."""


@dataclass(frozen=True, slots=True)
class RoundStarted(_OfRound):
    """The clock of a round starts at `t`."""


@dataclass(frozen=True, slots=True)
class LastHandCalled(_OfRound):
    """The desk calls the last hand of a round."""


@dataclass(frozen=True, slots=True)
class ClockPaused(_OfRound):
    """The clock of a round stands still."""


@dataclass(frozen=True, slots=True)
class ClockResumed(_OfRound):
    """The clock of a round runs on."""


@dataclass(frozen=True, slots=True)
class ClockExtended(_Event):
    """A round has more time, or one of its tables has."""

    stage: int
    round: int
    minutes: float
    table: int | None = None


@dataclass(frozen=True, slots=True)
class GameBegun(_Event):
    """The table of a match has begun a game of it, and keeps its record."""

    stage: int
    round: int
    table: int
    game: int
    """The number of the game in the record of games."""


@dataclass(frozen=True, slots=True)
class ResultTold(_Event):
    """Somebody tells the result of a match."""

    stage: int
    round: int
    table: int
    teller: Teller
    result: Result


@dataclass(frozen=True, slots=True)
class Adjusted(_Event):
    """The desk adds to what an entry has in a stage, or takes from it."""

    stage: int
    entry: int
    metric: Metric
    amount: int


@dataclass(frozen=True, slots=True)
class RankingSet(_Event):
    """The desk orders entries by hand: these entries, in this order, take the places that they hold together."""

    stage: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Struck(_Event):
    """An earlier event does not count, as if it had never been recorded."""

    of: int
    """The number of the event in the record, counted from 1."""


Event = (
    TournamentStarted
    | TablesSet
    | Entered
    | ByeAsked
    | TableFixed
    | KeptApart
    | BadgeRenewed
    | PrizesSet
    | Announced
    | Published
    | CheckedIn
    | Withdrawn
    | Returned
    | Substituted
    | StageBegun
    | RoundPaired
    | RoundChanged
    | RoundStarted
    | ClockPaused
    | ClockResumed
    | ClockExtended
    | LastHandCalled
    | GameBegun
    | ResultTold
    | Adjusted
    | RankingSet
    | Struck
)

EVENT_NAMES: Mapping[str, type[Event]] = {
    "tournament": TournamentStarted,
    "tables": TablesSet,
    "entry": Entered,
    "bye": ByeAsked,
    "fixed_table": TableFixed,
    "apart": KeptApart,
    "badge": BadgeRenewed,
    "prizes": PrizesSet,
    "announce": Announced,
    "publish": Published,
    "check_in": CheckedIn,
    "withdraw": Withdrawn,
    "return": Returned,
    "substitute": Substituted,
    "stage": StageBegun,
    "round": RoundPaired,
    "change": RoundChanged,
    "start": RoundStarted,
    "pause": ClockPaused,
    "resume": ClockResumed,
    "extend": ClockExtended,
    "last_hand": LastHandCalled,
    "game": GameBegun,
    "result": ResultTold,
    "adjust": Adjusted,
    "ranking": RankingSet,
    "strike": Struck,
}
"""The name of each type of event in the record."""
