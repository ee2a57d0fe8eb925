"""The outcomes of events as types, and their JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from .events import BonusKind, Fault
from .json_types import FromOne, PlayerName, Scores, TileText
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class Missed:
    """A score that its player did not claim in time."""

    player: str
    points: int
    to: str | None
    """The side of the hand that gets the points; None if they are lost."""


@dataclass(frozen=True, slots=True)
class ProvenFault:
    """A draw or a pass that the tiles left in hand prove to be a fault."""

    player: str
    of: int
    """The number of the draw or pass in the record."""
    fault: Fault
    """`drew-although-able` or `passed-although-able`."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points beyond those of plays and tiles left, which are pegged with the event that carries the bonus."""

    kind: BonusKind
    points: int
    to: str
    """The side of the hand that gets the points."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of any event: the scores after it, its faults, and an earlier score that it settles."""

    scores: Mapping[str, int]
    """Each side's score after the event."""
    winner: str | None = None
    faults: tuple[Fault, ...] = ()
    """The gravest first."""
    missed: Missed | None = None
    past_target: tuple[str, ...] = ()
    """The sides for which points do not count because they lead past a target that is reached exactly."""
    skunked: tuple[str, ...] = ()
    """The sides that lose by a skunk; empty unless this event wins the game."""
    bonuses: tuple[Bonus, ...] = ()

    @property
    def fault(self) -> Fault | None:
        """The gravest fault."""
        return self.faults[0] if self.faults else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOutcome(Outcome):
    """The outcome of a play. If a missed score wins the game before the play counts, it is a plain `Outcome`."""

    count: int
    """Pips of the exposed ends after the play; in a game of pairs the pips of both tiles."""
    points: int
    """0 if the score is barred."""
    open: tuple[int, ...]
    """Pips of the open ends, rising."""
    barred: Fault | None = None
    """The fault for which the player may not score with this play."""
    tiles_left: int | None = None
    """Tiles of the set not discarded yet; None except in a game of pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongClaimOutcome(Outcome):
    """The outcome of a claim of the wrong points."""

    count: int
    due: int
    """The points that the last play is worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEndOutcome(Outcome):
    """The outcome of a hand_end. If a missed score wins the game before it counts, it is a plain `Outcome`."""

    gained: Mapping[str, int] | None = None
    """The change of each side's score, bonuses included; None while a hand is unknown."""
    hand_winner: str | None = None
    """The side of the hand that wins it; None in a tie, and while it is unknown."""
    unknown: tuple[str, ...] = ()
    """Players whose tiles left are unknown: the hand's points wait for a correction that names them."""
    play_off: tuple[str, ...] = ()
    """Sides that reach the target with equal scores, and play on."""
    pairs: tuple[tuple[Tile, Tile], ...] | None = None
    """Pairs that could still be discarded; None except in a game of pairs."""
    proven: tuple[ProvenFault, ...] = ()

    @property
    def won(self) -> int:
        """What the winner of the hand gains; of two partners who rotate the more, if one is past an exact target."""
        return max((each for side, each in (self.gained or {}).items() if has_part(side, self.hand_winner)), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundHandOutcome(Outcome):
    """The outcome of a hand that is entered in a game of rounds."""

    round: int
    """The number of the round, counted from 1."""
    points: int
    """What the tiles of the hand count."""
    play_off: tuple[str, ...] = ()
    """Sides with the same best total at the end of the game, so that another round must decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisedOutcome(Outcome):
    """The outcome of a take-back or a correction: the layout after it. Both fields are None before the first hand."""

    count: int | None = None
    open: tuple[int, ...] | None = None


def has_part(side: str, of: str | None) -> bool:
    """Whether a side of the game gets what a side of a hand gets: its own, or where partners rotate that of two."""
    return of is not None and (side == of or side in of.split("+"))


class MissedJson(TypedDict):
    """A score that its player did not claim in time."""

    player: PlayerName
    points: int
    to: str | None
    """The side that got the points; null where they are lost."""


class BonusJson(TypedDict):
    """Points that come on top and are pegged with the event."""

    kind: BonusKind
    points: int
    to: str
    """The side that gets the points."""


class _ProvenFaultJson(TypedDict):
    player: PlayerName
    of: int
    fault: Fault


class OutcomeJson(TypedDict, total=False):
    """What the scorer adds to an event, as JSON. Some events carry `points` or `able` themselves."""

    count: int
    """The sum of the open ends."""
    points: int
    """The points that a play is worth, or that were claimed."""
    open: list[int]
    """The pips of the open ends in rising order."""
    due: int
    """The points that should have been claimed."""
    round: FromOne
    """Number of the round, from 1."""
    missed: MissedJson
    barred: Fault
    """Why a score was not awarded."""
    over: bool
    """True where the points would exceed a target that must be reached exactly, so they do not count; where partners
    rotate, perhaps for one of the two alone."""
    skunked: list[str]
    """The sides that lose by a skunk."""
    bonus: list[BonusJson]
    left: int
    """Tiles left in the stock, in Knock Out."""
    play_off: list[str]
    """Sides with equal scores, which play on."""
    untold: list[PlayerName]
    """Players whose remaining tiles are not known yet."""
    gained: Scores
    """The change of each side's score, bonuses included."""
    hand_winner: str | None
    pairs: list[list[TileText]]
    """Pairs that could still be discarded."""
    able: list[_ProvenFaultJson]
    """At the end of a hand: the players who passed or drew although able to play."""
    fault: Fault
    """The gravest fault."""
    faults: list[Fault]
    """All faults where there are several, the gravest first."""
    scores: Scores
    winner: str | None


ADDED = tuple(OutcomeJson.__annotations__)
"""All JSON keys of outcomes. Some events carry `points` or `able` themselves."""


def outcome_to_json(outcome: Outcome, is_covered: bool = False) -> OutcomeJson:
    """The outcome as a new object that JSON can write: the keys that apply, in a fixed order.

    One that `is_covered` leaves out what players have still to find by themselves: the count and what it is worth.
    """
    written: OutcomeJson = {}
    if isinstance(outcome, PlayOutcome):
        if not is_covered:
            written["count"], written["points"] = outcome.count, outcome.points
        written["open"] = list(outcome.open)
    elif isinstance(outcome, WrongClaimOutcome):
        if not is_covered:
            written["count"], written["due"] = outcome.count, outcome.due
    elif isinstance(outcome, RoundHandOutcome):
        written["points"], written["round"] = outcome.points, outcome.round
    elif isinstance(outcome, RevisedOutcome) and outcome.count is not None and outcome.open is not None:
        if not is_covered:
            written["count"] = outcome.count
        written["open"] = list(outcome.open)
    if missed := outcome.missed:
        written["missed"] = {"player": missed.player, "points": missed.points, "to": missed.to}
    if isinstance(outcome, PlayOutcome) and outcome.barred:
        written["barred"] = outcome.barred
    if outcome.past_target:
        written["over"] = True
    if outcome.skunked:
        written["skunked"] = list(outcome.skunked)
    if outcome.bonuses:
        written["bonus"] = [{"kind": each.kind, "points": each.points, "to": each.to} for each in outcome.bonuses]
    if isinstance(outcome, PlayOutcome) and outcome.tiles_left is not None:
        written["left"] = outcome.tiles_left
    if isinstance(outcome, HandEndOutcome):
        _add_hand_end(written, outcome)
    if isinstance(outcome, RoundHandOutcome) and outcome.play_off:
        written["play_off"] = list(outcome.play_off)
    if outcome.faults:
        written["fault"] = outcome.faults[0]
    if len(outcome.faults) > 1:
        written["faults"] = list(outcome.faults)
    written["scores"], written["winner"] = dict(outcome.scores), outcome.winner
    return written


def _add_hand_end(written: OutcomeJson, outcome: HandEndOutcome) -> None:
    if outcome.play_off:
        written["play_off"] = list(outcome.play_off)
    if outcome.unknown:
        written["untold"] = list(outcome.unknown)
    if outcome.gained is not None:
        written["gained"] = dict(outcome.gained)
    if outcome.gained is not None or outcome.hand_winner is not None:
        written["hand_winner"] = outcome.hand_winner
    if outcome.pairs is not None:
        written["pairs"] = [[str(tile) for tile in pair] for pair in outcome.pairs]
    if outcome.proven:
        written["able"] = [{"player": each.player, "of": each.of, "fault": each.fault} for each in outcome.proven]
