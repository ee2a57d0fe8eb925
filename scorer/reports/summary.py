"""The summary of a game: each hand with its layout and points, and each player's points, misses and faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..events import Claim, Draw, HandStarted, Muggins, Pass, Score
from ..game import Game, Step
from ..layout import Layout
from ..outcomes import Bonus, HandEndOutcome, PlayOutcome, RoundHandOutcome
from ..rounds import RoundsMatch
from ..tiles import Tile


@dataclass(slots=True)
class HandSummary:
    """A hand: its setter, its events, its layout and its points. A round of a game of rounds is one too."""

    number: int
    setter: str
    """Empty in a game of rounds."""
    steps: list[Step] = field(default_factory=list)
    layout: Layout = field(default_factory=Layout)
    left: tuple[Tile, ...] = ()
    """In a game of rounds the tiles left in the hands that are entered, hand by hand."""
    before: Mapping[str, int] = field(default_factory=dict)
    """Each side's score before the hand."""
    scores: Mapping[str, int] = field(default_factory=dict)
    """Each side's score after the last event of the hand."""
    gained: Mapping[str, int] = field(default_factory=dict)
    """Each side's points for the tiles left at the end of the hand."""
    winner: str | None = None
    """The side that won the hand."""
    is_over: bool = False
    unknown_players: tuple[str, ...] = ()
    """Players whose tiles left are unknown; the hand lacks the points for them."""

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of the hand, in the order in which they were paid."""
        return tuple(bonus for step in self.steps for bonus in step.outcome.bonuses)

    @property
    def points(self) -> dict[str, int]:
        """Each side's points in the hand, in play and at its end."""
        return {side: score - self.before[side] for side, score in self.scores.items()}


@dataclass(slots=True)
class PlayerSummary:
    """A player's figures in a game."""

    player: str
    plays: int = 0
    draws: int = 0
    """Tiles drawn after the deal."""
    passes: int = 0
    points: int = 0
    """Points pegged in play, or claimed where scores are claimed."""
    muggins: int = 0
    """Points taken by calling Muggins."""
    missed: int = 0
    """Points made but not claimed."""
    faults: int = 0

    def average(self, hands: int) -> float:
        """Points made in play, per hand."""
        return self.points / hands if hands else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """The hands and players of a game."""

    hands: tuple[HandSummary, ...]
    players: tuple[PlayerSummary, ...]

    def averages(self) -> dict[str, float]:
        """Each side's mean points per hand, over the hands played to their end."""
        over = [hand for hand in self.hands if hand.is_over]
        sides = over[-1].scores if over else {}
        return {side: sum(hand.points[side] for hand in over) / len(over) for side in sides}


def summarise(game: Game) -> Summary:
    """The summary of a game after all corrections. RecordError if the game has not begun."""
    hands: list[HandSummary] = []
    players = {player: PlayerSummary(player) for player in game.players}
    before: Mapping[str, int] = dict.fromkeys(game.sides, 0)
    for step in game.standing():
        if isinstance(step.event, HandStarted):
            hands.append(HandSummary(len(hands) + 1, step.event.setter, before=before))
        if isinstance(step.outcome, RoundHandOutcome) and step.outcome.round > len(hands):
            hands.append(HandSummary(step.outcome.round, setter="", before=before))
        if hands:
            _add(hands[-1], step)
        before = step.match.scores
        if player := players.get(getattr(step.event, "player", "")):
            _count(player, step, game.side_of(player.player))
        if isinstance(step.outcome, HandEndOutcome):
            for proven in step.outcome.proven:
                players[proven.player].faults += 1
        if missed := step.outcome.missed:
            players[missed.player].missed += missed.points
        hand = step.match.hand
        if isinstance(step.event, Claim) and not step.outcome.faults and hand and hand.is_called:
            players[hand.last_player].missed -= step.event.points  # Muggins was called, but the claim came in time
    return Summary(tuple(hands), tuple(players.values()))


def _add(hand: HandSummary, step: Step) -> None:
    hand.steps.append(step)
    hand.scores = step.match.scores
    hand.layout = step.match.hand.layout if step.match.hand else hand.layout
    outcome = step.outcome
    if isinstance(outcome, HandEndOutcome):
        hand.unknown_players = outcome.unknown
        if outcome.gained is not None:
            hand.gained, hand.winner, hand.is_over = outcome.gained, outcome.hand_winner, True
    match = step.match
    if isinstance(match, RoundsMatch) and match.round is not None:
        hand.left = tuple(tile for tiles in match.round.hands.values() for tile in tiles)
        if match.round.is_over(match.players):
            hand.gained, hand.winner, hand.is_over = match.round.points, match.round.winner(match.rules), True


def _count(player: PlayerSummary, step: Step, side: str) -> None:
    """Adds an event of the player, who is of that side of the game."""
    event, outcome = step.event, step.outcome
    player.faults += bool(outcome.faults)
    is_within = side not in outcome.past_target
    if isinstance(outcome, PlayOutcome):
        player.plays += 1
        player.points += outcome.points if step.match.rules.claims == "auto" and is_within else 0
    elif isinstance(event, (Claim, Score)):
        player.points += event.points if is_within and not outcome.faults else 0
    elif isinstance(event, Draw):
        player.draws += event.tiles
    elif isinstance(event, Pass):
        player.passes += 1
    elif isinstance(event, Muggins) and outcome.missed and outcome.missed.to:
        player.muggins += outcome.missed.points
