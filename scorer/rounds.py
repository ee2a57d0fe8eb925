"""Games of rounds: the tiles left in each player's hand are entered one after another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .errors import Phrase
from .events import Event, RecordError, RoundHand
from .hand_scoring import pips_of
from .match import Match, best_of
from .outcomes import RoundHandOutcome
from .rules.rulesets import RuleSet
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class Round:
    """The hands of a round that are entered so far."""

    number: int = 1
    points: Mapping[str, int] = field(default_factory=dict)
    """What the hand of each player counts."""
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    """The tiles of each hand that was entered tile by tile."""

    def is_over(self, players: tuple[str, ...]) -> bool:
        """Whether the hands of all players are entered."""
        return len(self.points) == len(players)

    def winner(self, rules: RuleSet) -> str | None:
        """The player with the best hand so far; None in a tie."""
        best = best_of(rules, self.points)
        return best[0] if len(best) == 1 else None


@dataclass(frozen=True, slots=True)
class RoundsMatch(Match):
    """A game of rounds: nothing is recorded but the tiles left in the hands."""

    round: Round | None = None
    """The round whose hands are entered; None before the first."""

    def _step(self, event: Event, number: int, is_kept: bool) -> tuple[RoundsMatch, RoundHandOutcome]:
        """The state with one more hand. RecordError where the hand cannot be that player's; nothing is entered then.

        A round is over once every player's hand is entered. The next hand then begins another round.
        """
        if not isinstance(event, RoundHand):
            raise RecordError(
                "in %(game)s only the tiles left are entered, by a round_hand event for each player",
                game=self.rules.name,
            )
        self._check_player(event.player)
        current = self.round or Round()
        if current.is_over(self.players):
            current = Round(current.number + 1)
        _check_hand(self.rules, current, event)
        is_second_out = event.hand == () and () in current.hands.values()
        points = event.points if event.points is not None else pips_of(event.hand or (), self.rules)
        hands = current.hands if event.hand is None else {**current.hands, event.player: event.hand}
        current = Round(current.number, {**current.points, event.player: points}, hands)
        scores = {**self.scores, event.player: self.scores[event.player] + points}
        leaders = _leaders(self.rules, scores, current) if current.is_over(self.players) else []
        match = replace(self, round=current, scores=scores, winner=leaders[0] if len(leaders) == 1 else None)
        return match, RoundHandOutcome(
            match.scores,
            match.winner,
            ("cannot-be-out",) if is_second_out else (),
            round=current.number,
            points=points,
            play_off=tuple(leaders) if len(leaders) > 1 else (),
        )


def _leaders(rules: RuleSet, scores: Mapping[str, int], current: Round) -> list[str]:
    """The sides with the best total once the game has come to its end; none before."""
    rounds = rules.round_count
    is_end = max(scores.values()) >= rules.target if rounds is None else current.number >= rounds
    return best_of(rules, scores) if is_end else []


def _check_hand(rules: RuleSet, current: Round, event: RoundHand) -> None:
    player = event.player
    if (event.hand is None) == (event.points is None):
        raise RecordError("round_hand: either hand, the tiles left, or points is expected")
    if player in current.points:
        points = Phrase("%(number)s point", "%(number)s points", number=current.points[player])
        raise RecordError(
            "the hand of %(player)s in round %(round)s is entered already, with %(points)s; correct that entry instead",
            player=player,
            round=current.number,
            points=points,
        )
    holders = {tile: holder for holder, tiles in current.hands.items() for tile in tiles}
    for tile in event.hand or ():
        if tile.high > rules.set:
            raise RecordError("%(tile)s is not in a set up to %(high)s-%(high)s", tile=tile, high=rules.set)
        if holders.get(tile) == player:
            raise RecordError("%(tile)s is named twice, and a set holds each tile once", tile=tile)
        if tile in holders:
            raise RecordError(
                "%(tile)s cannot be in the hand of %(player)s, since it is in the hand of %(other)s",
                tile=tile,
                player=player,
                other=holders[tile],
            )
        holders[tile] = player
