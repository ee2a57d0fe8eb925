"""The results of matches: which are possible, which stand, and what a table's record comes to."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game
from muggins.scorer.json_types import Keywords
from muggins.scorer.rules.rulesets import RuleSet, load_ruleset
from muggins.texts import lazy_gettext

from . import events
from .events import DoubtfulError, MatchPlace, Meeting, Result, SideNumber, TournamentError
from .formats import ELIMINATIONS, Confirmation, MatchFormat, Stage
from .state import PairedRound, Tournament, remembered

BOTH: tuple[SideNumber, ...] = (1, 2)


class Status(enum.Enum):
    """How far the result of a match has come."""

    OPEN = "open"
    """Nobody has told it."""
    TOLD = "told"
    """Somebody has told it, and somebody has yet to confirm it."""
    DISPUTED = "disputed"
    """The sides tell it differently. The desk decides."""
    CONFIRMED = "confirmed"
    DECIDED = "decided"
    """The desk has entered it."""


StatusName = Annotated[str, Keywords(enum=[status.value for status in Status])]
"""A status as JSON writes it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a match."""

    status: Status
    result: Result | None = None
    """The result that stands, or the newest that was told; None in a dispute."""
    missing: tuple[SideNumber, ...] = ()
    """The sides whose word is awaited."""
    recorded: Result | None = None
    """What the table's record comes to, where that differs from the result or there is none."""

    @property
    def stands(self) -> bool:
        """Whether the result counts."""
        return self.status in (Status.CONFIRMED, Status.DECIDED)

    @property
    def won_by(self) -> SideNumber | None:
        """The side that has won, where the result stands; None in a draw, too."""
        return winner(self.result) if self.stands and self.result else None

    @property
    def needs_desk(self) -> bool:
        """Whether the desk is to look at it: the sides differ, or the table was corrected after the result stood."""
        return self.status is Status.DISPUTED or (self.stands and self.recorded is not None)


@remembered
def verdict(tournament: Tournament, place: MatchPlace) -> Verdict:
    """What is known of the match at a place. Once a result stands, only the desk changes it."""
    confirmation = tournament.stages[place.stage - 1].confirmation
    newest: dict[events.Teller, Result] = {}
    known = Verdict(Status.OPEN, None, BOTH)
    for told in tournament.told.get(place, ()):
        newest[told.teller] = told.result
        if told.teller == "desk":
            # The desk has seen what the table's record says.
            newest.pop("table", None)
        if told.teller != "table" or not known.stands:
            known = _judge(newest, confirmation)
        recorded = newest.get("table")
        known = replace(known, recorded=None if recorded == known.result else recorded)
    return known


def _judge(newest: Mapping[events.Teller, Result], confirmation: Confirmation) -> Verdict:
    """What follows from the newest that each has told."""
    if "desk" in newest:
        return Verdict(Status.DECIDED, newest["desk"])
    sides = {number: newest[teller] for number, teller in events.TELLER_OF_SIDE.items() if teller in newest}
    if len(sides) == 2 and sides[1] != sides[2]:
        return Verdict(Status.DISPUTED)
    missing = tuple(number for number in BOTH if number not in sides)
    result = next(iter(sides.values())) if sides else newest["table"]
    differs = bool(sides) and newest.get("table", result) != result
    if confirmation == "both" or differs:
        return Verdict(Status.TOLD if missing else Status.CONFIRMED, result, missing)
    return Verdict(Status.CONFIRMED, result)


def standing_results(tournament: Tournament, stage: int) -> Iterator[tuple[int, Meeting, Result]]:
    """The results of a stage that stand, each with its meeting and the number of its round."""
    for each in tournament.rounds_of(stage):
        for place, meeting in each.matches:
            known = verdict(tournament, place)
            if known.stands and known.result is not None:
                yield each.number, meeting, known.result


def meetings_without_result(tournament: Tournament, each: PairedRound) -> tuple[Meeting, ...]:
    """The meetings of a round whose result does not stand yet, in the order of the tables."""
    return tuple(meeting for place, meeting in each.matches if not verdict(tournament, place).stands)


def winner(result: Result) -> SideNumber | None:
    """The side that wins a match; None in a draw, and where neither side came."""
    if result.forfeit:
        return None if len(result.forfeit) == 2 else (2 if result.forfeit[0] == 1 else 1)
    won = games_won(result)
    if won[0] == won[1]:
        return None
    return 1 if won[0] > won[1] else 2


def games_won(result: Result) -> tuple[int, int]:
    """The games that each side has won."""
    return sum(ours > theirs for ours, theirs in result.games), sum(ours < theirs for ours, theirs in result.games)


def check_result(stage: Stage, result: Result) -> None:
    """TournamentError says why a match of a stage cannot end so."""
    if len(set(result.forfeit)) < len(result.forfeit) or len(result.forfeit) > 2:
        raise TournamentError("a side gives a match up once")
    if not result.games and not result.forfeit:
        raise TournamentError("a result names the points of both sides, or the side that did not play")
    match = stage.match
    if len(result.games) > match.best_of:
        raise TournamentError(
            "a match has at most %(most)s games here, not %(number)s", most=match.best_of, number=len(result.games)
        )
    for points in result.games:
        _check_game(match, points, bool(result.forfeit))
    if result.forfeit:
        return
    needed = match.best_of // 2 + 1
    for number in range(1, len(result.games)):
        if needed in games_won(Result(result.games[:number])):
            raise TournamentError("the match was won after %(number)s games; no other follows", number=number)
    if match.minutes is None and len(result.games) < match.best_of and needed not in games_won(result):
        raise TournamentError("a side wins the match with %(needed)s games; none has as many", needed=needed)
    if stage.pairing in ELIMINATIONS and winner(result) is None:
        raise TournamentError("somebody must go on: the match is even, so play another hand")


def _check_game(match: MatchFormat, points: tuple[int, int], is_cut_short: bool) -> None:
    """TournamentError says why a game cannot end with these points."""
    high, low = max(points), min(points)
    if low < 0:
        raise TournamentError("points are 0 or more, not %(points)s", points=low)
    if match.is_capped and match.to is not None and high > match.to:
        raise TournamentError(
            "points beyond %(target)s do not count: write %(target)s, not %(points)s", target=match.to, points=high
        )
    if is_cut_short or match.can_end_even:
        return
    if high == low:
        raise TournamentError("a game has one winner, not %(points)s to %(points)s", points=high)
    if match.to is not None and high < match.to:
        raise TournamentError(
            "a game goes to %(target)s; nobody has more than %(points)s", target=match.to, points=high
        )
    if match.to is not None and low >= match.to:
        raise TournamentError("only the winner reaches %(target)s, not both sides", target=match.to)


def is_for_tournaments(rules: RuleSet) -> bool:
    """Whether two sides can play it, a player or a pair each; standings take the higher score for the better one."""
    are_two = 2 in rules.tiles or (4 in rules.tiles and (rules.teams or rules.partners == "fixed"))
    return are_two and rules.wins == "highest"


def goal_of(match: MatchFormat) -> int | None:
    """The points that win a game; None where it goes over a number of hands."""
    return match.to or (None if match.hands else load_ruleset(match.rules).target)


def check_likely(stage: Stage, result: Result) -> None:
    """DoubtfulError says what is odd about a result that is possible, as a slip of whoever typed it is."""
    match, goal, rules = stage.match, goal_of(stage.match), load_ruleset(stage.match.rules)
    # In a hand hardly more is scored than all tiles of the set have pips.
    most = goal * 3 // 2 if goal else (match.hands or 1) * (rules.set * (rules.set + 1) * (rules.set + 2) // 2)
    for high, low in (sorted(points, reverse=True) for points in result.games):
        if high > most:
            raise DoubtfulError("%(points)s points are far more than a game here has", points=high)
        if high == 0:
            raise DoubtfulError("in this game nobody has a point")
        if goal and low >= goal:
            raise DoubtfulError("only the winner reaches %(target)s, not both sides", target=goal)
        if goal and high < goal and not match.can_end_even and not result.forfeit:
            raise DoubtfulError("a game goes to %(target)s; nobody has more than %(points)s", target=goal, points=high)


def game_for(tournament: Tournament, place: MatchPlace) -> GameStarted:
    """The event that begins a game at the table of a match: its players in their seats, its rules and its target."""
    meeting = tournament.meeting(place)
    match = tournament.stages[place.stage - 1].match
    first, second = (tournament.side_players(side) for side in meeting.sides)
    if len(first) != len(second):
        raise TournamentError("a player alone cannot meet a pair at table %(table)s", table=place.table)
    players = tuple(player for pair in zip(first, second, strict=True) for player in pair)
    teams = (first, second) if len(first) > 1 else None
    return GameStarted(match.rules, players, teams=teams, target=match.to)


def is_game_over(stage: Stage, game: Game) -> bool:
    """Whether somebody has won a game, or all its hands are played; in an elimination an even game goes on."""
    if game.winner is not None:
        return True
    hands = stage.match.hands
    is_played = hands is not None and game.hand_in_play is None and hands_of(game) >= hands
    is_even = len(set(game.scores.values())) == 1 and not game.pending_hand_ends
    return is_played and not (is_even and stage.pairing in ELIMINATIONS)


def hands_of(game: Game) -> int:
    """The number of hands that were begun."""
    return 0 if game.match is None else game.match.hands


def result_of_games(
    tournament: Tournament, place: MatchPlace, games: Sequence[Game], is_time: bool = False
) -> Result | None:
    """What the games that a table has recorded come to; None while the match goes on.

    `is_time` says that the last hand was called: the hand in play is finished, and the match is over. Even then an
    elimination goes on, hand by hand, until one side is ahead. TournamentError says why the games are no result.
    """
    meeting, stage = tournament.meeting(place), tournament.stages[place.stage - 1]
    named = [(game, _sides_in(tournament, meeting, game)) for game in games]
    if is_time and len(games) > 1 and not hands_of(games[-1]):
        named = named[:-1]
    newest = named[-1][0]
    is_ended = is_time and newest.hand_in_play is None and hands_of(newest) > 0
    if not (is_ended or is_game_over(stage, newest)):
        return None
    for game, _ in named:
        _check_known(stage, meeting, game, is_time and game is newest)
    result = Result(tuple(_points(stage.match, game, sides) for game, sides in named))
    most = stage.match.best_of
    if not is_time and most // 2 + 1 not in games_won(result) and len(result.games) < most:
        return None
    if is_time and stage.pairing in ELIMINATIONS and winner(result) is None:
        return None
    check_result(stage, result)
    return result


def _sides_in(tournament: Tournament, meeting: Meeting, game: Game) -> tuple[str, str]:
    """What a game calls the two sides of a meeting. TournamentError where others play it.

    A game keeps the names with which it began, so whoever was substituted since counts for the side too.
    """
    sides = game.match.sides if game.match is not None else {}
    if game.match is not None and game.rules.partners == "rotating":
        raise TournamentError(
            "partners rotate in the game at table %(table)s, with a score for each; a match has two sides: "
            "begin it again",
            table=meeting.table,
        )
    known = [_players_ever(tournament, side) for side in meeting.sides]
    for names in (tuple(sides), tuple(sides)[::-1]):
        if len(names) == 2 and all(set(sides[name]) <= players for name, players in zip(names, known, strict=True)):
            return names[0], names[1]
    raise TournamentError(
        "the record of table %(table)s is of %(recorded)s, but %(first)s and %(second)s play there",
        table=meeting.table,
        recorded=", ".join(game.players) if game.match else lazy_gettext("nobody"),
        first=" & ".join(tournament.side_players(meeting.sides[0])),
        second=" & ".join(tournament.side_players(meeting.sides[1])),
    )


def _players_ever(tournament: Tournament, side: tuple[int, ...]) -> frozenset[str]:
    """All who play or have played for a side, also by a substitution that was struck since."""
    changes = [each for each in _substitutions(tournament) if each.entry in side]
    return frozenset(tournament.side_players(side)).union(*((each.leaves, each.comes) for each in changes))


@remembered
def _substitutions(tournament: Tournament) -> tuple[events.Substituted, ...]:
    return tuple(each for each in tournament.record if isinstance(each, events.Substituted))


def _check_known(stage: Stage, meeting: Meeting, game: Game, is_cut_short: bool) -> None:
    """TournamentError where the points of a game are not known yet."""
    if game.pending_hand_ends:
        raise TournamentError("table %(table)s has yet to say which tiles were left in a hand", table=meeting.table)
    if not (is_cut_short or is_game_over(stage, game)):
        raise TournamentError("the game at table %(table)s is not over", table=meeting.table)


def _points(match: MatchFormat, game: Game, sides: tuple[str, str]) -> tuple[int, int]:
    """The points of both sides in a game."""
    first, second = (game.scores[side] for side in sides)
    if match.is_capped and match.to is not None:
        return min(first, match.to), min(second, match.to)
    return first, second
