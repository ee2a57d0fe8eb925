"""Who scores with whom: each player alone, or partners who sit opposite."""

from __future__ import annotations

from .events import RecordError
from .rules.rulesets import RuleSet


def sides_of(
    rules: RuleSet, players: tuple[str, ...], teams: tuple[tuple[str, ...], ...] | None
) -> dict[str, tuple[str, ...]]:
    """The sides by name, in the order of the table, and who plays on each. RecordError where they cannot be so."""
    if teams is None:
        return {player: (player,) for player in players}
    if not rules.teams:
        raise RecordError(f"{rules.id} is not played in teams")
    if len(players) != 4 or len(teams) != 2 or any(len(team) != 2 for team in teams):
        raise RecordError("teams: two teams of two are expected")
    if {frozenset(team) for team in teams} != {frozenset(players[::2]), frozenset(players[1::2])}:
        expected = f"{' with '.join(players[::2])} and {' with '.join(players[1::2])}"
        raise RecordError(f"teams: partners sit opposite, so {expected} are expected")
    return {"+".join(team): team for team in teams}
