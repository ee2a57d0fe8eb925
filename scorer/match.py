"""A match: the state of a game after some of its events, and the step from one state to the next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from .events import Event, GameStarted, RecordError
from .hand import Hand
from .outcomes import Outcome
from .rules.rulesets import RuleSet


def best_of(rules: RuleSet, totals: Mapping[str, int]) -> list[str]:
    """The names with the total that wins by these rules, the lowest or the highest."""
    best = min(totals.values()) if rules.wins == "lowest" else max(totals.values())
    return [name for name, total in totals.items() if total == best]


def sides_of_teams(*teams: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The players of each team by its name, in which theirs are joined by +."""
    return {"+".join(team): team for team in teams}


@dataclass(frozen=True, slots=True)
class Match(ABC):
    """The state of a game: its rules, its sides and their scores. Each kind of game adds what it plays with."""

    rules: RuleSet
    players: tuple[str, ...]
    """In clockwise order."""
    sides: Mapping[str, tuple[str, ...]]
    """The players of each side."""
    side_of: Mapping[str, str]
    scores: Mapping[str, int]
    winner: str | None = None

    @property
    def hand(self) -> Hand | None:
        """The hand in play, or the last hand until the next begins; None before the first, and in a game of rounds."""
        return None

    @property
    def hands(self) -> int:
        """The number of hands begun; a hand dealt again counts once, and one of a round not at all."""
        return 0

    @property
    def hand_sides(self) -> Mapping[str, tuple[str, ...]]:
        """The players of each side in the hand in play, or the last one: as in the game, unless partners rotate."""
        return self.sides_of_hand(max(1, self.hands))

    def sides_of_hand(self, number: int) -> Mapping[str, tuple[str, ...]]:
        """The players of each side in the hand of that number, counted from 1."""
        return self.sides

    @property
    def pending_hand_ends(self) -> tuple[int, ...]:
        """The numbers of the hand_end events whose points wait for unknown tiles."""
        return ()

    @property
    def next_setter(self) -> str | None:
        """The player who sets the next hand; None if the tiles or a lot decide it."""
        return None

    @property
    def skunked(self) -> tuple[str, ...]:
        """The sides that lose by a skunk: their scores are below the skunk and below half the target."""
        if self.winner is None or self.rules.wins == "lowest":
            return ()
        limit = min(self.rules.skunk, (self.rules.target + 1) // 2)
        return tuple(side for side, score in self.scores.items() if score < limit and side != self.winner)

    def after(self, event: Event, number: int, is_kept: bool = False) -> tuple[Match, Outcome]:
        """The state after an event, and the outcome of the event; `number` is its place in the record.

        `is_kept` says that it is a draw which followed from a play since taken back. RecordError if the event cannot
        follow.
        """
        if self.winner is not None:
            raise RecordError(
                "the game is over: %(winner)s has won it; take back or correct a play to go on", winner=self.winner
            )
        if isinstance(event, GameStarted):
            raise RecordError("the game has begun already; a new game is a new record")
        return self._step(event, number, is_kept)

    @abstractmethod
    def _step(self, event: Event, number: int, is_kept: bool) -> tuple[Match, Outcome]:
        """As `after`, for an event after the start of a game that goes on."""

    def _check_player(self, player: str) -> None:
        if player not in self.side_of:
            raise RecordError(
                "%(player)s does not play; the players are %(players)s",
                player=player,
                players=", ".join(self.players),
            )
