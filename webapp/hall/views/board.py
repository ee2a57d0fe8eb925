"""What the pages of a tournament show, worked out of its state: matches, standings, the closest table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from muggins.texts import Text, gettext, lazy_gettext

from ..desk.service import clock_of
from ..desk.wording import points_text
from ..floor.floor import Floor
from ..floor.glance import TableGlance
from ..floor.surroundings import table_path
from ..tournament.events import TELLER_OF_SIDE, MatchPlace, Meeting, ResultTold
from ..tournament.record import to_json
from ..tournament.results import Status, Verdict, meetings_without_result, verdict
from ..tournament.standings import StandingsLine, standings
from ..tournament.state import Clock, PairedRound, Phase, Tournament

PHASES: Mapping[Phase, Text] = {
    Phase.WAITING: lazy_gettext("The clock has not started"),
    Phase.RUNNING: lazy_gettext("Playing"),
    Phase.PAUSED: lazy_gettext("The clock is paused"),
    Phase.WARNING: lazy_gettext("The last hand comes soon"),
    Phase.LAST_HAND: lazy_gettext("Last hand"),
}


@dataclass(frozen=True)
class MatchView:
    """A match as the pages show it."""

    place: MatchPlace
    meeting: Meeting
    names: tuple[str, str]
    known: Verdict
    text: str
    """What is known of the result."""
    games: tuple[int, ...]
    """The numbers of its games in the record of games."""
    newest: tuple[ResultTold, ...]
    """What each has told last, where the desk has yet to decide; what stood first, where it was changed since."""
    words: str
    """What a search finds it by: its table, and the names and numbers of its entries."""
    is_even: bool = False
    """Whether another hand decides it."""

    @property
    def result(self) -> str:
        """The points of the result, as they are typed: `61:40`."""
        return points_text(self.known.result) if self.known.result else ""

    @property
    def address(self) -> str:
        """The path of the table's own pages."""
        return table_path(self.place.table)

    def said(self, told: ResultTold) -> str:
        """What somebody has told about the match."""
        return points_text(told.result) or gettext("a side did not play on")

    def told_by(self, told: ResultTold) -> str:
        """Who has told it."""
        if told.teller == "table":
            return gettext("The table's record")
        if told.teller == "desk":
            return told.by or gettext("the desk")
        return self.names[int(told.teller == TELLER_OF_SIDE[2])]

    def body(self, told: ResultTold) -> Any:
        """The result that somebody has told, as JSON."""
        return to_json(told.result)


@dataclass(frozen=True)
class Seat:
    """Where a player finds the next match."""

    player: str
    table: int | None
    """None for a bye, and for who waits."""
    against: str
    """The other side, or what there is in its place."""


@dataclass(frozen=True)
class RoundBoard:
    """A round as the pages show it."""

    round: PairedRound
    clock: Clock
    phase: Text
    matches: tuple[MatchView, ...]
    """By table."""
    byes: tuple[str, ...]
    waiting: tuple[str, ...]
    asked: tuple[str, ...]
    """Who has asked not to play."""
    has_clock: bool
    seats: tuple[Seat, ...]
    """By name."""

    @property
    def is_new(self) -> bool:
        """Whether people still look for their tables: hardly a result stands yet."""
        return 4 * self.open > 3 * len(self.matches)

    @property
    def is_late(self) -> bool:
        """Whether those who still play are late: time is up, or three quarters are done where there is no clock."""
        if self.has_clock:
            return self.clock.phase is Phase.LAST_HAND
        return 4 * self.open <= len(self.matches)

    @property
    def open(self) -> int:
        """The number of matches whose result does not stand yet."""
        return sum(not match.known.stands for match in self.matches)


def match_at(tournament: Tournament, each: PairedRound, meeting: Meeting, even: Collection[int] = ()) -> MatchView:
    """A match of a round; `even` are the tables where another hand decides."""
    place = MatchPlace(*each.key, meeting.table)
    known = verdict(tournament, place)
    first, second = (tournament.side_name(side) for side in meeting.sides)
    is_even = meeting.table in even and known.result is None
    text = gettext("even: another hand decides") if is_even else result_text(known, tournament, meeting)
    words = f"{meeting.table} {first} {second} {' '.join(map(str, meeting.entries))}"
    games, newest = tournament.games.get(place, ()), _newest_told(tournament, place, known)
    return MatchView(place, meeting, (first, second), known, text, games, newest, words, is_even)


def _newest_told(tournament: Tournament, place: MatchPlace, known: Verdict) -> tuple[ResultTold, ...]:
    told = tournament.told.get(place, ())
    if known.stands:
        standing = [each for each in told if each.result == known.result and each.teller != "table"]
        return (*(standing or told)[-1:], told[-1]) if known.recorded else ()
    return tuple({each.teller: each for each in told}.values())


def result_text(known: Verdict, tournament: Tournament, meeting: Meeting) -> str:
    """What is known of the result of a match, as a word or the points of its games."""
    if known.status is Status.DISPUTED:
        return gettext("the sides tell different results")
    if known.result is None:
        return gettext("no result yet")
    absent = [tournament.side_name(meeting.sides[number - 1]) for number in known.result.forfeit]
    if len(absent) == 2:
        given_up = gettext("given up by both sides")
    else:
        given_up = gettext("given up by %(name)s", name=absent[0]) if absent else ""
    told = "; ".join(filter(None, (points_text(known.result), given_up)))
    if known.stands:
        return told
    waiting = " & ".join(tournament.side_name(meeting.sides[number - 1]) for number in known.missing)
    return gettext("%(result)s, to be confirmed by %(name)s", result=told, name=waiting)


def round_board(
    tournament: Tournament, each: PairedRound, now: float, even: Collection[int] = (), table: int | None = None
) -> RoundBoard:
    """A round at a time, in seconds since 1970; `even` are the tables where another hand decides.

    The clock is that of `table`, where one is named.
    """
    clock = clock_of(tournament, each, now, table)
    matches = [match_at(tournament, each, meeting, even) for meeting in each.meetings]
    byes, waiting, asked = (
        tuple(tournament.entries[number].name for number in numbers)
        for numbers in (each.byes, each.waiting, each.asked)
    )
    return RoundBoard(
        each,
        clock,
        PHASES[clock.phase],
        tuple(sorted(matches, key=lambda match: match.place.table)),
        byes,
        waiting,
        asked,
        tournament.stages[each.stage - 1].match.minutes is not None,
        _seats(tournament, matches, each),
    )


def _seats(tournament: Tournament, matches: Sequence[MatchView], each: PairedRound) -> tuple[Seat, ...]:
    found = [
        Seat(player, match.place.table, match.text if match.is_even else match.names[1 - index])
        for match in matches
        for index, side in enumerate(match.meeting.sides)
        for player in tournament.side_players(side)
    ]
    without = ((each.byes, gettext("bye")), (each.waiting, gettext("waits")), (each.asked, gettext("does not play")))
    for numbers, text in without:
        found += [Seat(player, None, text) for player in tournament.side_players(numbers)]
    return tuple(sorted(found, key=lambda seat: seat.player.casefold()))


def urgent_matches(tournament: Tournament) -> list[MatchView]:
    """The matches of all rounds that wait for the desk: those that were changed after their result stood first."""
    found = [
        match_at(tournament, each, meeting)
        for each in tournament.rounds
        for place, meeting in each.matches
        if verdict(tournament, place).needs_desk
    ]
    return sorted(found, key=lambda match: not match.known.stands)


def newest_boards(tournament: Tournament, now: float, even: Collection[int] = ()) -> list[RoundBoard]:
    """The rounds of the stage being played whose results are awaited, or else the newest one; the oldest first.

    `even` are the tables where another hand decides.
    """
    rounds = tournament.rounds_so_far
    running = [each for each in rounds if meetings_without_result(tournament, each)]
    return [round_board(tournament, each, now, even) for each in running or rounds[-1:]]


def newest_standings(tournament: Tournament) -> tuple[StandingsLine, ...]:
    """The standings of the stage being played; none before the first."""
    return standings(tournament, tournament.stage_number) if tournament.stage_number else ()


def closest_table(tables: Floor, boards: Sequence[RoundBoard]) -> TableGlance | None:
    """Of the tables that play a match now, the one where the sides are closest; None where none has begun to score."""
    playing = {match.place.table for board in boards for match in board.matches if not match.known.stands}
    found = []
    for glance in (tables.glance(number) for number in tables.numbers if number in playing):
        scores = list(glance.scores.values())
        if not glance.winner and len(scores) == 2 and max(scores) > 0:
            found.append((abs(scores[0] - scores[1]), -sum(scores), glance.number, glance))
    return min(found)[3] if found else None
