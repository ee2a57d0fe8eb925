"""The tournament in words: what everybody is told at once, and the record with a line for each event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muggins.texts import Text, all_of, gettext, lazy_gettext, ngettext

from ..tournament import events
from ..tournament.events import Event, Result
from ..tournament.fold import struck_numbers
from ..tournament.results import meetings_without_result
from ..tournament.state import PairedRound, Phase, Tournament
from .service import clock_of

LAST_HAND = lazy_gettext("Last hand: finish the hand in play; no other begins")
ANOTHER_HAND = lazy_gettext("Even, and somebody must go on: another hand decides")


def round_notice(tournament: Tournament, each: PairedRound, now: float, table: int | None = None) -> Text | str:
    """What those who play a round, or at one table of it, are told at a time, in seconds since 1970; "" for nothing."""
    has_clock = tournament.stages[each.stage - 1].match.minutes is not None
    is_time = has_clock and clock_of(tournament, each, now, table).phase is Phase.LAST_HAND
    return LAST_HAND if is_time and meetings_without_result(tournament, each) else ""


def hall_notice(tournament: Tournament, now: float) -> Text | str:
    """What every screen of the hall says at a time, in seconds since 1970; "" for nothing."""
    said = next((notice for each in tournament.rounds_so_far if (notice := round_notice(tournament, each, now))), "")
    return said or tournament.announcement


@dataclass(frozen=True)
class Line:
    """An event of the record as the desk reads it."""

    number: int
    event: Event
    text: str
    is_struck: bool


def lines(tournament: Tournament) -> Iterator[Line]:
    """The record in words, the newest event first."""
    struck = struck_numbers(tournament.record)
    for number in range(len(tournament.record), 0, -1):
        event = tournament.record[number - 1]
        yield Line(number, event, _say(event, tournament), number in struck)


def undoable(tournament: Tournament) -> Line | None:
    """The strike that was the last step of the desk; None where that was something else."""
    for line in lines(tournament):
        event = line.event
        is_tables = isinstance(event, events.GameBegun)
        if not is_tables and (not isinstance(event, events.ResultTold) or event.teller == "desk"):
            return line if isinstance(event, events.Struck) else None
    return None


def points_text(result: Result) -> str:
    """The points of a result: `61:40`, or of each game of a match: `61:40, 50:61`."""
    return ", ".join(f"{ours}:{theirs}" for ours, theirs in result.games)


def _name(number: int, tournament: Tournament) -> str:
    entry = tournament.entries.get(number)
    return entry.name if entry is not None else gettext("entry %(number)s", number=number)


def _names(numbers: tuple[int, ...], tournament: Tournament) -> Text | str:
    return all_of([_name(each, tournament) for each in numbers])


def _result(result: Result) -> str:
    if not result.forfeit:
        return points_text(result)
    if len(result.forfeit) == 2:
        return gettext("neither side played on")
    return gettext("side %(number)s did not play on", number=result.forfeit[0])


def _say(event: Event, tournament: Tournament) -> str:
    match event:
        case events.TournamentStarted(name):
            return gettext("%(name)s begins", name=name)
        case events.TablesSet(tables):
            return gettext("Tables in use: %(tables)s", tables=", ".join(map(str, tables)))
        case events.Entered(number, players, name):
            name = name or " & ".join(players)
            return gettext("%(name)s enters with number %(number)s", name=name, number=number)
        case events.ByeAsked(_, number, entry):
            return gettext("%(name)s does not play in round %(round)s", name=_name(entry, tournament), round=number)
        case events.TableFixed(entry, table):
            return gettext("%(name)s always plays at table %(table)s", name=_name(entry, tournament), table=table)
        case events.KeptApart(entries):
            return gettext("Kept apart: %(names)s", names=_names(entries, tournament))
        case events.BadgeRenewed(entry):
            return gettext("%(name)s gets another badge", name=_name(entry, tournament))
        case events.PrizesSet(prizes):
            return gettext("Prizes: %(prizes)s", prizes=", ".join(prizes) or gettext("none"))
        case events.Announced(text):
            return gettext("Announced: %(text)s", text=text) if text else gettext("Nothing is announced any more")
        case events.Published(is_public):
            return gettext("The event's page is public") if is_public else gettext("The event's page is not public")
        case events.ClockPaused(_, number):
            return gettext("The clock of round %(number)s is paused", number=number)
        case events.ClockResumed(_, number):
            return gettext("The clock of round %(number)s goes on", number=number)
        case events.ClockExtended(_, number, minutes, None):
            return gettext("Round %(number)s: %(minutes)s minutes more", number=number, minutes=f"{minutes:g}")
        case events.ClockExtended(_, number, minutes, table):
            return gettext(
                "Round %(number)s, table %(table)s: %(minutes)s minutes more",
                number=number,
                table=table,
                minutes=f"{minutes:g}",
            )
        case events.CheckedIn(entries) if len(entries) > 3:
            return ngettext("%(number)s entry checks in", "%(number)s entries check in", len(entries))
        case events.CheckedIn(entries):
            return gettext("Checked in: %(names)s", names=_names(entries, tournament))
        case events.Withdrawn(entry):
            return gettext("%(name)s withdraws", name=_name(entry, tournament))
        case events.Returned(entry):
            return gettext("%(name)s returns", name=_name(entry, tournament))
        case events.Substituted(_, leaves, comes):
            return gettext("%(comes)s takes the place of %(leaves)s", comes=comes, leaves=leaves)
        case events.StageBegun(number, entries):
            return ngettext(
                "%(stage)s begins with %(number)s entry",
                "%(stage)s begins with %(number)s entries",
                len(entries),
                stage=tournament.stages[number - 1].name,
            )
        case events.RoundChanged(_, number):
            return gettext("Round %(number)s is paired otherwise", number=number)
        case events.RoundPaired(_, number):
            return gettext("Round %(number)s is drawn", number=number)
        case events.RoundStarted(_, number):
            return gettext("The clock of round %(number)s starts", number=number)
        case events.LastHandCalled(_, number):
            return gettext("The last hand of round %(number)s is called", number=number)
        case events.GameBegun(_, number, table, game):
            return gettext(
                "Round %(round)s, table %(table)s: game %(game)s begins", round=number, table=table, game=game
            )
        case events.ResultTold(_, number, table, teller, result):
            tellers: dict[events.Teller, str] = {
                "table": gettext("the table"),
                "desk": gettext("the desk"),
                "side 1": gettext("side 1"),
                "side 2": gettext("side 2"),
            }
            return gettext(
                "Round %(round)s, table %(table)s: %(result)s, says %(teller)s",
                round=number,
                table=table,
                result=_result(result),
                teller=tellers[teller],
            )
        case events.Adjusted(_, entry, metric, amount):
            return gettext(
                "%(name)s: %(amount)s (%(metric)s) by hand",
                name=_name(entry, tournament),
                amount=f"{amount:+d}",
                metric=metric_name(metric),
            )
        case events.RankingSet(_, entries):
            names = ", ".join(_name(each, tournament) for each in entries)
            return gettext("Order by hand: %(names)s", names=names)
        case events.Struck(number):
            struck = tournament.record[number - 1]
            if isinstance(struck, events.Struck):
                return gettext("Counts again: %(event)s", event=_say(tournament.record[struck.of - 1], tournament))
            return gettext("Struck: %(event)s", event=_say(struck, tournament))
    raise TypeError(type(event))


def metric_meaning(metric: str) -> str:
    """What a metric of the standings counts."""
    return {
        "match_points": gettext("for wins and draws; a bye is a win"),
        "wins": gettext("matches won; a bye is one"),
        "difference": gettext("own points less those of opponents"),
        "points_for": gettext("all own points"),
        "head_to_head": gettext("who won the match between two who are level"),
        "among_tied": gettext("the matches of all who are level"),
        "skunks": gettext("games won by a skunk"),
        "games": gettext("games won less games lost"),
        "opponents": gettext("how strong the opponents were: Buchholz"),
        "opponents_cut": gettext("Buchholz without the weakest opponent; a round without one counts as that"),
        "beaten": gettext("match points of those beaten, and half of those of a draw: Sonneborn-Berger"),
    }.get(metric, "")


def metric_name(metric: str) -> str:
    """What people call a metric of the standings."""
    return {
        "match_points": gettext("match points"),
        "wins": gettext("wins"),
        "difference": gettext("difference"),
        "points_for": gettext("points for"),
        "head_to_head": gettext("head to head"),
        "among_tied": gettext("among the tied"),
        "skunks": gettext("skunks"),
        "games": gettext("games"),
        "opponents": gettext("opponents' match points"),
        "opponents_cut": gettext("opponents with a cut"),
        "beaten": gettext("opponents beaten"),
        "lasted": gettext("lasted"),
    }[metric]
