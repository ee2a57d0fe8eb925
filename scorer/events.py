"""The types of event that a record of a game holds; `record` reads and writes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .errors import ScorerError
from .layout import Layout
from .tiles import Tile

SOURCES = ("camera", "table", "host", "desk")
"""Who may have reported an event, beside the players: the camera, somebody at the table, its host, a hall's desk."""
SEAT = "seat "
"""`by` begins so where a player's phone has reported the event; the player's name follows."""

FAULTS = (
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
)
"""The names of all faults; `docs/rules.md` says when each applies."""


BONUSES = ("opening-pass", "pass-round", "hand", "capicua", "chuchazo")
"""The names of all bonuses; `docs/rules.md` says when each is paid."""

ADDED = (
    "count",
    "points",
    "open",
    "fault",
    "faults",
    "barred",
    "left",
    "missed",
    "over",
    "due",
    "bonus",
    "gained",
    "hand_winner",
    "able",
    "untold",
    "pairs",
    "play_off",
    "round",
    "skunked",
    "scores",
    "winner",
)
"""All JSON keys of outcomes. Some events carry `points` or `able` themselves."""


class RecordError(ScorerError):
    """An event that the record cannot hold."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Event:
    """The fields that every event may carry."""

    t: float | None = None
    """The time in seconds. In a video it counts from the start."""
    by: str | None = None
    """Who reported the event: one of SOURCES, or a player's seat, as in `seat Ann`."""

    @property
    def is_by_person(self) -> bool:
        """Whether a person reported the event."""
        return self.by not in (None, "camera")


@dataclass(frozen=True, slots=True)
class GameStarted(_Event):
    """The start of a game: its rules, and who sits where."""

    rules: str
    """The id of a rule set."""
    players: tuple[str, ...]
    """In clockwise order."""
    teams: tuple[tuple[str, ...], ...] | None = None
    seats: Mapping[str, str] | None = None
    """Each player's side of the camera picture: bottom, top, left or right."""
    claims: Literal["auto", "call"] | None = None
    target: int | None = None
    set: int | None = None
    """The highest double of the set: 6, 9 or 12."""
    options: Mapping[str, str] | None = None
    """Other options of the rule set that differ in this game, by the names in `OPTIONS`."""


@dataclass(frozen=True, slots=True)
class HandStarted(_Event):
    """The start of a hand."""

    setter: str
    drawn: Mapping[str, int] | None = None
    """The number of tiles a player drew for the hand, if it differs from the rules."""
    exposed: bool = False
    """Whether a tile was seen while the hands were drawn."""
    layout: Layout | None = None
    """The tiles already played, if the record begins in the middle of a hand; `setter` is then the next player."""


@dataclass(frozen=True, slots=True)
class Play(_Event):
    """A tile played on its host, or as the set (the first tile of a hand)."""

    player: str
    tile: Tile
    on: Tile | None = None
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that touch, if they differ."""
    exposed: bool = False
    """Whether the tile lay exposed, so that the opponent said where to play it."""


@dataclass(frozen=True, slots=True)
class Claim(_Event):
    """A player's claim to the points of the last play."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class Muggins(_Event):
    """A player's call of Muggins on a score that was not claimed."""

    player: str


@dataclass(frozen=True, slots=True)
class Score(_Event):
    """Points that people peg by hand, for an earlier score or by agreement."""

    player: str
    points: int
    """Negative to take points away; never 0."""


@dataclass(frozen=True, slots=True)
class Draw(_Event):
    """Tiles that a player draws from the boneyard."""

    player: str
    tiles: int = 1
    able: bool = False
    """Whether the player admits to having held a playable tile."""
    inferred: bool = False
    """Whether the program concluded the event from the order of play."""


@dataclass(frozen=True, slots=True)
class Pass(_Event):
    """A player's pass."""

    player: str
    inferred: bool = False
    """Whether the program concluded the event from the order of play."""


@dataclass(frozen=True, slots=True)
class TakeBack(_Event):
    """The withdrawal of the last play and of everything that followed from it."""


@dataclass(frozen=True, slots=True)
class Correct(_Event):
    """A replacement for an earlier event; everything after it is computed again."""

    of: int
    """The number of the earlier event in the record, counted from 1."""
    said: Event | None
    """The event that replaces it; None removes it."""


@dataclass(frozen=True, slots=True)
class HandEnd(_Event):
    """The end of a hand, with the tiles left in every player's hand."""

    hands: Mapping[str, tuple[Tile, ...] | None]
    """One entry a player, None if the tiles are unknown. The hand's points then wait for a correction."""

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

    player: str
    hand: tuple[Tile, ...] | None = None
    """The tiles left, none if the player went out; None where only their points are known."""
    points: int | None = None
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
