"""The events a game is a record of, and how they are read and written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .layout import Layout
from .tiles import Tile

Source = Literal["camera", "table"]

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
"""What an outcome's `fault` may be; `docs/rules.md` says when."""


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
    "gained",
    "hand_winner",
    "able",
    "untold",
    "pairs",
    "play_off",
    "skunked",
    "scores",
    "winner",
)
"""What the scorer may add to an event; `points` and `able` are also what some events carry."""


class RecordError(ValueError):
    """An event that cannot stand in the record, with what was expected instead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Event:
    """What every event may carry."""

    t: float | None = None
    """Seconds; for a video its own time."""
    by: Source | None = None
    """Who told it: the camera, or a person at the table."""


@dataclass(frozen=True, slots=True)
class GameStarted(_Event):
    """A game begins: which rules, and who sits where."""

    rules: str
    """The id of a rule set."""
    players: tuple[str, ...]
    """Clockwise."""
    teams: tuple[tuple[str, ...], ...] | None = None
    seats: Mapping[str, str] | None = None
    """Each player's side of the picture: bottom, top, left or right."""
    claims: Literal["auto", "call"] | None = None
    target: int | None = None
    set: int | None = None
    """The highest double of the set: 6, 9 or 12."""
    options: Mapping[str, str] | None = None
    """Anything else of the rule set that this table plays otherwise."""


@dataclass(frozen=True, slots=True)
class HandStarted(_Event):
    """A hand begins."""

    setter: str
    drawn: Mapping[str, int] | None = None
    """Tiles a player drew at first, where it was not what the rules say."""
    exposed: bool = False
    """A tile was seen while the hands were drawn."""
    layout: Layout | None = None
    """What lay there already where the record begins in the middle of a hand; `setter` then is whose turn it is."""


@dataclass(frozen=True, slots=True)
class Play(_Event):
    """A tile is played: on its host, or as the set."""

    player: str
    tile: Tile
    on: Tile | None = None
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that lie together, where they differ."""
    exposed: bool = False
    """The tile lay exposed, and the opponent said where it goes."""


@dataclass(frozen=True, slots=True)
class Claim(_Event):
    """A player claims the points of the last play."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class Muggins(_Event):
    """A player calls Muggins on a score that was not claimed."""

    player: str


@dataclass(frozen=True, slots=True)
class Score(_Event):
    """The table pegs points by hand that nothing else in the record brings: a score of before, or one agreed on."""

    player: str
    points: int
    """Below 0 where they are taken away; never 0."""


@dataclass(frozen=True, slots=True)
class Draw(_Event):
    """A player draws tiles from the boneyard."""

    player: str
    tiles: int = 1
    able: bool = False
    """The player owns up to having held a tile that could be played."""
    inferred: bool = False
    """The camera concluded it."""


@dataclass(frozen=True, slots=True)
class Pass(_Event):
    """A player passes."""

    player: str
    inferred: bool = False
    """The camera concluded it."""


@dataclass(frozen=True, slots=True)
class TakeBack(_Event):
    """The last play is undone, and all that came of it."""


@dataclass(frozen=True, slots=True)
class Correct(_Event):
    """An earlier event is told as it should have been, and everything after it is worked out anew."""

    of: int
    """The number of the event in the record, the first being 1."""
    said: Event | None
    """What it should have said; none if it should not be there at all."""


@dataclass(frozen=True, slots=True)
class HandEnd(_Event):
    """A hand is over, and the tiles that are left come to light."""

    hands: Mapping[str, tuple[Tile, ...] | None]
    """Of every player; None for tiles nobody has told yet: the hand's points wait until a correction tells them."""

    @property
    def known_hands(self) -> dict[str, tuple[Tile, ...]]:
        """The hands that were told."""
        return {player: tiles for player, tiles in self.hands.items() if tiles is not None}

    @property
    def unknown_players(self) -> list[str]:
        """The players whose tiles are still to be told."""
        return [player for player, tiles in self.hands.items() if tiles is None]


Event = GameStarted | HandStarted | Play | Claim | Muggins | Score | Draw | Pass | TakeBack | Correct | HandEnd
