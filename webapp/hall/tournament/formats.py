"""How a tournament is played: its stages, their matches, and what counts in their standings."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Literal, NewType

PairingName = Literal["swiss", "round-robin", "rotation", "bracket", "single-elimination", "double-elimination"]
"""How a stage finds who meets whom.

In a `rotation` each player gets another partner each round. A `bracket` is drawn once, by seed. The two others draw by
lot, among those without a defeat and, in double elimination, among those with one.
"""

Metric = Literal[
    "match_points",
    "wins",
    "difference",
    "points_for",
    "head_to_head",
    "among_tied",
    "skunks",
    "games",
    "opponents",
    "opponents_cut",
    "beaten",
    "lasted",
]
"""What standings are ordered by; `standings` says what each means."""

Confirmation = Literal["both", "one"]
"""Who must tell a result before it stands: both sides, or one of them or the table's record."""


class FirstRound(enum.StrEnum):
    """How the first round of a Swiss stage is drawn."""

    LOT = "lot"
    HALVES = "halves"
    """The first seed meets the first of the lower half, the second the second, and so on."""


Lot = NewType("Lot", int)
"""What draws by lot begin from. The same number draws the same again."""
HIGHEST_LOT = 2**53 - 1
"""Nobody can try all lots to find which one has drawn a round; every program reads the highest exactly."""

ELIMINATIONS: tuple[PairingName, ...] = ("bracket", "single-elimination", "double-elimination")
GROWING: tuple[PairingName, ...] = ("swiss", "rotation")
"""The pairings that take entries who come after the first round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFormat:
    """When a match is over, and who has won it."""

    rules: str = "five-up"
    """The id of a rule set."""
    to: int | None = None
    """The points that win a game."""
    hands: int | None = None
    """The number of hands of a game, in place of points."""
    best_of: int = 1
    """The most games of a match: 1, 3, 5 ..."""
    is_capped: bool = False
    """Whether points beyond `to` do not count."""
    minutes: float | None = None
    """The time after which the last hand is called; the side that is ahead then wins."""
    warning: float | None = None
    """The time, in minutes, after which people are told that the last hand comes soon."""
    skunk: int | None = None
    """The loser of a game with fewer points than this is skunked."""

    @property
    def can_end_even(self) -> bool:
        """Whether a game may end without a winner: after a number of hands, or by the clock."""
        return self.hands is not None or self.minutes is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """The match points of a match, and what a bye is worth."""

    win: int = 2
    draw: int = 1
    skunk: int = 0
    """Match points on top of those of the win, for each game that was won by a skunk."""
    bye_points: int = 0
    """Points for, without any against, of a bye and of a win without play."""
    asked_bye: int = 0
    """Match points of a round in which an entry has asked not to play."""
    missed: int = 0
    """Match points of each round before the first of an entry that comes late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A part of a tournament in which one way of pairing is kept."""

    name: str
    pairing: PairingName
    match: MatchFormat = field(default_factory=MatchFormat)
    scoring: Scoring = field(default_factory=Scoring)
    rounds: int | None = None
    """The number of rounds. A round robin counts how often all meet all; an elimination ends by itself."""
    groups: int = 1
    """In a round robin, how many groups play apart, each all against all. Seeds are spread over them evenly."""
    has_third_place: bool = False
    """Whether those who lose the semi-finals of a single elimination meet for the third place."""
    takes: int | None = None
    """The number of entries that come here from the stage before; None takes all."""
    metrics: tuple[Metric, ...] = ("wins", "difference", "points_for")
    """What the standings are ordered by, the most important first."""
    club_rounds: int = 2
    """The first rounds in which entries of one club are kept apart."""
    first_round: FirstRound = FirstRound.LOT
    confirmation: Confirmation = "both"
    lot: Lot = Lot(0)
    """0 where draws are known beforehand."""
