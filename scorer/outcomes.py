"""The outcomes of events as types, and their JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .tiles import Tile


@dataclass(frozen=True, slots=True)
class Missed:
    """A score that its player did not claim in time."""

    player: str
    points: int
    to: str | None
    """The side that gets the points; None if they are lost."""


@dataclass(frozen=True, slots=True)
class ProvenFault:
    """A draw or a pass that the tiles left in hand prove to be a fault."""

    player: str
    of: int
    """The number of the draw or pass in the record."""
    fault: str
    """`drew-although-able` or `passed-although-able`."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points beyond those of plays and tiles left, which are pegged with the event that carries the bonus."""

    kind: str
    """A name from `BONUSES`."""
    points: int
    to: str
    """The side that gets the points."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of any event: the scores after it, its faults, and an earlier score that it settles."""

    scores: Mapping[str, int]
    """Each side's score after the event."""
    winner: str | None = None
    faults: tuple[str, ...] = ()
    """Names from `FAULTS`, the gravest first."""
    missed: Missed | None = None
    is_past_target: bool = False
    """Whether points do not count because they lead past a target that is reached exactly."""
    skunked: tuple[str, ...] = ()
    """The sides that lose by a skunk; empty unless this event wins the game."""
    bonuses: tuple[Bonus, ...] = ()

    @property
    def fault(self) -> str | None:
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
    barred: str | None = None
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
    """The side that wins the hand; None in a tie, and while it is unknown."""
    unknown: tuple[str, ...] = ()
    """Players whose tiles left are unknown: the hand's points wait for a correction that names them."""
    play_off: tuple[str, ...] = ()
    """Sides that reach the target with equal scores, and play on."""
    pairs: tuple[tuple[Tile, Tile], ...] | None = None
    """Pairs that could still be discarded; None except in a game of pairs."""
    proven: tuple[ProvenFault, ...] = ()


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


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome as a new object that JSON can write: the keys of `ADDED` that apply, in a fixed order."""
    written: dict[str, Any] = {}
    if isinstance(outcome, PlayOutcome):
        written.update(count=outcome.count, points=outcome.points, open=list(outcome.open))
    elif isinstance(outcome, WrongClaimOutcome):
        written.update(count=outcome.count, due=outcome.due)
    elif isinstance(outcome, RoundHandOutcome):
        written.update(points=outcome.points, round=outcome.round)
    elif isinstance(outcome, RevisedOutcome) and outcome.open is not None:
        written.update(count=outcome.count, open=list(outcome.open))
    if missed := outcome.missed:
        written["missed"] = {"player": missed.player, "points": missed.points, "to": missed.to}
    if isinstance(outcome, PlayOutcome) and outcome.barred:
        written["barred"] = outcome.barred
    if outcome.is_past_target:
        written["over"] = True
    if outcome.skunked:
        written["skunked"] = list(outcome.skunked)
    if outcome.bonuses:
        written["bonus"] = [{"kind": each.kind, "points": each.points, "to": each.to} for each in outcome.bonuses]
    if isinstance(outcome, PlayOutcome) and outcome.tiles_left is not None:
        written["left"] = outcome.tiles_left
    if isinstance(outcome, HandEndOutcome):
        written.update(_hand_end_to_json(outcome))
    if isinstance(outcome, RoundHandOutcome) and outcome.play_off:
        written["play_off"] = list(outcome.play_off)
    if outcome.faults:
        written["fault"] = outcome.faults[0]
    if len(outcome.faults) > 1:
        written["faults"] = list(outcome.faults)
    written.update(scores=dict(outcome.scores), winner=outcome.winner)
    return written


def _hand_end_to_json(outcome: HandEndOutcome) -> dict[str, Any]:
    written: dict[str, Any] = {}
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
    return written
