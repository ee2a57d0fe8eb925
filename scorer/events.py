"""The types of event that a record of a game holds; `record` reads and writes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, get_args

from .errors import ScorerError
from .json_types import FromOne, FromZero, Keywords, PlayerName
from .layout import Layout, Placement
from .rules.rulesets import Claims
from .tiles import Tile

SOURCES = ("camera", "table", "host", "desk")
"""Who may have reported an event, beside the players: the camera, somebody at the table, its host, a hall's desk."""
SEAT = "seat "
"""`by` begins so where a player's phone has reported the event; the player's name follows."""

Side = Literal["bottom", "top", "left", "right"]
"""A side of the camera picture."""

Fault = Literal[
    "misplay",
    "out-of-turn",
    "wrong-claim",
    "false-claim",
    "false-muggins",
    "drew-although-able",
    "passed-although-able",
    "passed-too-soon",
    "over-draw",
    "under-draw",
    "exposed",
    "not-blocked",
    "cannot-be-out",
    "miscounted",
    "wrong-set",
    "taken-back",
]
FAULTS: tuple[Fault, ...] = get_args(Fault)
"""The names of all faults; `docs/rules.md` says when each applies."""


BonusKind = Literal["opening-pass", "pass-round", "hand", "capicua", "chuchazo"]
BONUSES: tuple[BonusKind, ...] = get_args(BonusKind)
"""The names of all bonuses; `docs/rules.md` says when each is paid."""

Unseen = Literal["order-guessed", "order-told"]
"""Of a tile that nobody saw laid: whether people have said where it comes in the order of the plays."""

Source = Annotated[
    str,
    Keywords(title="Source", pattern=f"^({'|'.join(SOURCES)}|{SEAT}.*)$"),
    "Who reported an event: the camera, somebody at the table, its host, the desk of a hall, or a player's seat.",
]


class RecordError(ScorerError):
    """An event that the record cannot hold."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Event:
    """The fields that every event may carry."""

    t: float | None = None
    """Seconds on a monotonic clock; in a video, seconds from its start."""
    by: Source | None = None

    @property
    def is_by_person(self) -> bool:
        """Whether a person reported the event."""
        return self.by not in (None, "camera")


@dataclass(frozen=True, slots=True)
class GameStarted(_Event):
    """The start of a game: its rules, and who sits where."""

    rules: str
    """The id of a rule set, for example five-up."""
    players: Annotated[tuple[PlayerName, ...], Keywords(minItems=1)]
    """In clockwise order."""
    teams: tuple[tuple[PlayerName, ...], ...] | None = None
    seats: Mapping[str, Side] | None = None
    """Each player's side of the camera picture."""
    claims: Claims | None = None
    target: FromOne | None = None
    set: Annotated[int, Keywords(enum=[6, 9, 12])] | None = None
    """The highest double of the set."""
    options: Mapping[str, str] | None = None
    """Other options of the rule set that differ in this game, by their names."""


@dataclass(frozen=True, slots=True)
class HandStarted(_Event):
    """The start of a hand."""

    setter: PlayerName
    drawn: Mapping[str, int] | None = None
    """The number of tiles a player drew for the hand, if it differs from the rules."""
    exposed: bool = False
    """Whether a tile was seen while the hands were drawn."""
    layout: Layout | None = None
    """The tiles already played, if the record begins in the middle of a hand; `setter` is then the next player."""


@dataclass(frozen=True, slots=True)
class Play(_Event):
    """A tile played on its host, or as the set (the first tile of a hand)."""

    player: PlayerName
    tile: Tile
    on: Tile | None = None
    """The tile it was played on; none for the first tile of a hand."""
    joins: tuple[int, int] | None = None
    """The pips of the touching halves, first this tile's, then its host's, if they differ."""
    exposed: bool = False
    """Whether the tile lay exposed, so that the opponent said where to play it."""
    endwise: bool = False
    """Whether it lies at the end of a double whose side was free, or is itself the spinner and lies lengthwise."""
    angle: FromZero | None = field(default=None, compare=False)
    """Where the tile points in the camera's picture, from the half that touches the host to the other, and the first
    tile from its lower half to its higher: degrees clockwise from the right. Drawings lie as the picture does."""
    unseen: Unseen | None = None
    """That nobody saw the tile laid: its player is a guess, and so is its place in the order until people say it."""

    @staticmethod
    def at(player: str, placement: Placement) -> Play:
        """The play of a player that lays a tile there."""
        tile, on, joins = placement.tile, placement.on, placement.joins
        return Play(player, tile, on, joins, endwise=placement.endwise, angle=placement.angle)

    @property
    def placement(self) -> Placement:
        """The tile and where it lies."""
        return Placement(self.tile, self.on, self.joins, self.endwise, self.angle)

    def of(self, tile: Tile, on: Tile | None) -> Play:
        """The play with another tile or host, which touches it wherever it fits."""
        moved = replace(self, tile=tile, on=on, joins=None, angle=self.angle_of(tile))
        return replace(moved, endwise=self.endwise and moved.placement.double is not None)

    def angle_of(self, tile: Tile) -> int | None:
        """The angle if another tile lies there: the half that both have may be the lower of the one alone."""
        pips = self.tile.shared(tile)
        if self.angle is None or self.on is not None or pips is None:
            return self.angle
        return (self.angle + 180 * ((pips == self.tile.high) != (pips == tile.high))) % 360


@dataclass(frozen=True, slots=True)
class Claim(_Event):
    """A player's claim to the points of the last play."""

    player: PlayerName
    points: FromZero


@dataclass(frozen=True, slots=True)
class Muggins(_Event):
    """A player's call of Muggins on a score that was not claimed."""

    player: PlayerName


@dataclass(frozen=True, slots=True)
class Score(_Event):
    """Points that people peg by hand, for an earlier score or by agreement."""

    player: PlayerName
    points: int
    """Negative to take points away; never 0."""


@dataclass(frozen=True, slots=True)
class Draw(_Event):
    """Tiles that a player draws from the boneyard."""

    player: PlayerName
    tiles: FromOne = 1
    able: bool = False
    """Whether the player admits to having held a playable tile."""
    inferred: bool = False
    """Whether the program concluded the event from the order of play."""


@dataclass(frozen=True, slots=True)
class Pass(_Event):
    """A player's pass."""

    player: PlayerName
    inferred: bool = False
    """Whether the program concluded the event from the order of play."""


@dataclass(frozen=True, slots=True)
class TakeBack(_Event):
    """The withdrawal of the last play and of everything that followed from it."""


@dataclass(frozen=True, slots=True)
class Correct(_Event):
    """A replacement for an earlier event; everything after it is computed again."""

    of: FromOne
    """The number of the earlier event in the record, counted from 1."""
    said: Event | None
    """The event that replaces it; nothing in its place removes it."""


@dataclass(frozen=True, slots=True)
class HandEnd(_Event):
    """The end of a hand, with the tiles left in every player's hand."""

    hands: Mapping[str, tuple[Tile, ...] | None]
    """The tiles left with each player, or nothing if they are unknown: the hand's points then wait for a correction."""

    @property
    def known_hands(self) -> dict[str, tuple[Tile, ...]]:
        """The hands whose tiles are known."""
        return {player: tiles for player, tiles in self.hands.items() if tiles is not None}

    @property
    def unknown_players(self) -> list[str]:
        """The players whose tiles are unknown."""
        return [player for player, tiles in self.hands.items() if tiles is None]


@dataclass(frozen=True, slots=True)
class RoundHand(_Event):
    """The tiles left in one hand at the end of a round, in a game of rounds. It carries either `hand` or `points`."""

    player: PlayerName
    hand: tuple[Tile, ...] | None = None
    """The tiles left, none if the player went out; absent where only their points are known."""
    points: FromZero | None = None
    """What the tiles left count, as somebody added them up."""


Event = (
    GameStarted | HandStarted | Play | Claim | Muggins | Score | Draw | Pass | TakeBack | Correct | HandEnd | RoundHand
)

EVENT_NAMES: Mapping[str, type[Event]] = {
    "game": GameStarted,
    "hand": HandStarted,
    "play": Play,
    "claim": Claim,
    "muggins": Muggins,
    "score": Score,
    "draw": Draw,
    "pass": Pass,
    "take_back": TakeBack,
    "correct": Correct,
    "hand_end": HandEnd,
    "round_hand": RoundHand,
}
"""The name of each type of event in the record."""
