"""The start of a game: its rules, its sides, and the match of its kind."""

from __future__ import annotations

from .errors import ScorerError
from .events import GameStarted, RecordError
from .knockout import KnockoutMatch
from .layout_match import LayoutMatch
from .match import Match, sides_of_teams
from .names import LONGEST_NAME, is_name, look_the_same
from .rounds import RoundsMatch
from .rules.rulesets import RuleSet, load_ruleset, ruleset_names


def begin(event: GameStarted) -> Match:
    """The state before the first hand. RecordError names the wrong rule, player or option."""
    named = {"claims": event.claims, "target": event.target, "set": event.set}
    options = {**(event.options or {}), **{key: value for key, value in named.items() if value is not None}}
    if event.rules not in ruleset_names():
        raise RecordError(
            "no rule set is called %(rules)s; there are %(names)s; for a house rule set, name the rule set "
            "that it is based on, and its changes as options",
            rules=repr(event.rules),
            names=", ".join(ruleset_names()),
        )
    try:
        rules = load_ruleset(event.rules, options)
    except ScorerError as error:
        raise RecordError(*error.args, **error.values) from None
    players = event.players
    if len(players) not in rules.tiles:
        raise _wrong_number_of_players(rules, len(players))
    if not all(map(is_name, players)) or look_the_same(players):
        raise RecordError(
            "players: each needs a name of their own, of at most %(most)s letters, without + or signs that cannot be "
            "seen, not %(players)s",
            most=LONGEST_NAME,
            players=", ".join(f"{player!r:.40}" for player in players),
        )
    for player in event.seats or ():
        if player not in players:
            raise RecordError(
                "seats: %(player)s does not play; the players are %(players)s",
                player=player,
                players=", ".join(players),
            )
    sides = _sides_of(rules, players, event.teams)
    side_of = {player: side for side, members in sides.items() for player in members}
    kind = RoundsMatch if rules.is_rounds else KnockoutMatch if rules.pair else LayoutMatch
    return kind(rules, players, sides, side_of, dict.fromkeys(sides, 0))


def _sides_of(
    rules: RuleSet, players: tuple[str, ...], teams: tuple[tuple[str, ...], ...] | None
) -> dict[str, tuple[str, ...]]:
    """The players of each side: every player alone, or two teams of partners who sit opposite.

    RecordError if the rules or the number of players do not allow these teams.
    """
    if rules.partners == "rotating":
        if len(players) != 4:
            raise RecordError("partners rotate among four players, not %(players)s", players=len(players))
        if teams is not None:
            raise RecordError("teams: partners rotate, so each player is named alone, without teams")
    if teams is None and rules.partners == "fixed" and len(players) == 4 and not rules.is_rounds:
        teams = players[::2], players[1::2]
    if teams is None:
        return {player: (player,) for player in players}
    if not rules.teams or rules.is_rounds:
        raise RecordError("%(id)s is not played in teams", id=rules.id)
    if len(players) != 4 or len(teams) != 2 or any(len(team) != 2 for team in teams):
        raise RecordError("teams: two teams of two are expected")
    if {frozenset(team) for team in teams} != {frozenset(players[::2]), frozenset(players[1::2])}:
        raise RecordError(
            "teams: partners sit opposite, so %(first)s with %(third)s and %(second)s with %(fourth)s are expected",
            first=players[0],
            second=players[1],
            third=players[2],
            fourth=players[3],
        )
    return sides_of_teams(*teams)


def _wrong_number_of_players(rules: RuleSet, players: int) -> RecordError:
    numbers = tuple(rules.tiles)
    return RecordError(
        "%(id)s is played by %(numbers)s player, not by %(players)s",
        "%(id)s is played by %(numbers)s players, not by %(players)s",
        number=numbers[-1],
        id=rules.id,
        numbers=numbers,
        players=players,
    )
