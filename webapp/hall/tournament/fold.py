"""The step from one state of a tournament to the next. Nothing is overwritten: an event that was wrong is struck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple, replace
from itertools import combinations
from types import MappingProxyType

from muggins.scorer.names import LONGEST_NAME, is_name
from muggins.scorer.rules.rulesets import load_ruleset, ruleset_names

from . import events
from .events import Event, MatchPlace, Meeting, OfEntry, OfRound, TournamentError
from .formats import GROWING, FirstRound, Stage
from .results import Status, check_result, is_for_tournaments, verdict
from .state import Entry, PairedRound, Tournament


def apply(tournament: Tournament, event: Event) -> Tournament:
    """The tournament after one more event. TournamentError if the record cannot hold it."""
    record = (*tournament.record, event)
    if isinstance(event, events.Struck):
        return replace(_without_struck(record), record=record)
    if not tournament.record and not isinstance(event, events.TournamentStarted):
        raise TournamentError("the first event of a tournament's record names the tournament and its stages")
    return replace(_after(event, tournament), record=record)


def check_new(event: Event) -> None:
    """TournamentError where nobody adds such an event any more. Records that older versions kept may hold it."""
    match event:
        case events.TournamentStarted(_, stages):
            for stage in stages:
                rules = stage.match.rules
                if rules in ruleset_names() and not is_for_tournaments(load_ruleset(rules)):
                    raise TournamentError(
                        "%(rules)s is no game for a tournament: choose one that two sides play, and that the higher "
                        "score wins",
                        rules=repr(rules),
                    )
                if any(amount < 0 for amount in (*astuple(stage.scoring), stage.club_rounds)):
                    raise TournamentError(
                        "match points, points of a bye and the rounds in which clubs are kept apart are 0 or more"
                    )
        case events.ClockExtended(_, _, minutes) if minutes <= 0:
            raise TournamentError("points, hands, minutes and numbers of rounds are above 0")


def replay(record: Iterable[Event], before: Tournament | None = None) -> Tournament:
    """The tournament after all the events, which may go on from one `before` them.

    TournamentError gives the number of one that the record cannot hold.
    """
    tournament = before or Tournament()
    for number, event in enumerate(record, len(tournament.record) + 1):
        try:
            tournament = apply(tournament, event)
        except TournamentError as error:
            raise TournamentError("event %(number)s: %(error)s", number=number, error=error) from None
    return tournament


def struck_numbers(record: tuple[Event, ...]) -> set[int]:
    """The numbers of the events that do not count. Striking a strike makes an event count again.

    A round that does not count takes all with it that was told about it before it was drawn anew.
    """
    struck: set[int] = set()
    for number in range(len(record), 0, -1):
        event = record[number - 1]
        if isinstance(event, events.Struck) and number not in struck:
            struck.add(event.of)
    for number in tuple(struck):
        paired = record[number - 1]
        if type(paired) is events.RoundPaired:
            struck.update(_told_about(paired, number, record))
    return struck


def _told_about(paired: events.RoundPaired, number: int, record: tuple[Event, ...]) -> Iterator[int]:
    """The numbers of the events that concern a round, whose own number in the record is given."""
    for later, event in enumerate(record[number:], number + 1):
        if isinstance(event, OfRound) and event.key == paired.key:
            if type(event) is events.RoundPaired:
                return
            yield later


def _without_struck(record: tuple[Event, ...]) -> Tournament:
    """The state after a record whose last event strikes another."""
    last = record[-1]
    assert isinstance(last, events.Struck)
    _check_signed(last)
    if not 1 < last.of < len(record):
        raise TournamentError(
            "event %(number)s cannot be struck: name one from 2 to %(most)s", number=last.of, most=len(record) - 1
        )
    if last.of in struck_numbers(record[:-1]):
        raise TournamentError("event %(number)s is struck already", number=last.of)
    struck = struck_numbers(record)
    tournament = Tournament()
    for number, event in enumerate(record, 1):
        if number in struck or isinstance(event, events.Struck):
            continue
        try:
            tournament = _after(event, tournament)
        except TournamentError as error:
            raise TournamentError(
                "with that, event %(number)s cannot stand: %(error)s", number=number, error=error
            ) from None
    return tournament


def _check_signed(event: Event) -> None:
    """TournamentError unless the event says who decided, when and why."""
    if not event.by or event.t is None or not event.why:
        raise TournamentError("a decision of the desk says who made it, when, and why")


def _after(event: Event, tournament: Tournament) -> Tournament:
    """The state after an event that strikes nothing; its record is still the one before."""
    match event:
        case events.TournamentStarted():
            return _start(event, tournament)
        case events.TablesSet(tables):
            if len(set(tables)) < len(tables) or any(table < 1 for table in tables):
                raise TournamentError("each table has a number of its own, from 1 up")
            return replace(tournament, tables=tables)
        case events.Entered():
            return _enter(event, tournament)
        case events.CheckedIn(entries):
            for number in entries:
                tournament = _with_entry(tournament, replace(tournament.entry(number), is_here=True))
            return tournament
        case OfEntry():
            return _with_entry(tournament, _entry_after(event, tournament.entry(event.entry), tournament))
        case events.ByeAsked():
            return _plan_bye(event, tournament)
        case events.KeptApart():
            return _keep_apart(event, tournament)
        case events.PrizesSet(prizes):
            return replace(tournament, prizes=prizes)
        case events.Announced(text):
            return replace(tournament, announcement=text)
        case events.Published(is_public):
            return replace(tournament, is_public=is_public)
        case events.StageBegun():
            return _begin_stage(event, tournament)
        case events.RoundChanged():
            return _change_round(event, tournament)
        case events.RoundPaired():
            return _pair(event, tournament)
        case events.GameBegun():
            return _begin_game(event, tournament)
        case events.ResultTold():
            return _tell_result(event, tournament)
        case OfRound():
            return _with_round(tournament, _round_after(event, tournament.round(*event.key), tournament))
        case events.Adjusted():
            return _adjust(event, tournament)
        case events.RankingSet():
            return _rank(event, tournament)
    raise TypeError(type(event))


def _start(event: events.TournamentStarted, tournament: Tournament) -> Tournament:
    if tournament.record:
        raise TournamentError("the tournament has begun already; a new tournament is a new record")
    if not event.name or not event.stages:
        raise TournamentError("a tournament has a name, and one stage at least")
    for stage in event.stages:
        _check_stage(stage)
    return replace(tournament, name=event.name, stages=event.stages)


def _check_stage(stage: Stage) -> None:
    """TournamentError names what a stage lacks."""
    match = stage.match
    if match.rules not in ruleset_names():
        raise TournamentError(
            "no rule set is called %(rules)s; there are %(names)s",
            rules=repr(match.rules),
            names=", ".join(ruleset_names()),
        )
    if match.to is not None and match.hands is not None:
        raise TournamentError("a game goes to points or over a number of hands, not both")
    if match.best_of < 1 or match.best_of % 2 == 0:
        raise TournamentError("a match is the best of 1, 3, 5 ... games, not of %(number)s", number=match.best_of)
    if stage.first_round is not FirstRound.LOT and stage.pairing != "swiss":
        raise TournamentError("a first round of halves is for a Swiss stage")
    amounts = (match.to, match.hands, match.minutes, match.warning, match.skunk, stage.rounds, stage.takes)
    if any(amount is not None and amount <= 0 for amount in amounts):
        raise TournamentError("points, hands, minutes and numbers of rounds are above 0")
    if stage.pairing in GROWING and stage.rounds is None:
        raise TournamentError("the stage %(name)s needs a number of rounds", name=stage.name)
    if stage.groups != 1 and (stage.groups < 1 or stage.pairing != "round-robin"):
        raise TournamentError("groups are for a round robin, one or more of them")
    if stage.has_third_place and stage.pairing not in ("bracket", "single-elimination"):
        raise TournamentError("a match for the third place is for a bracket or a single elimination")
    if not stage.metrics:
        raise TournamentError("the standings of %(name)s need something to be ordered by", name=stage.name)


def _enter(event: events.Entered, tournament: Tournament) -> Tournament:
    if event.number < 1 or event.number in tournament.entries:
        raise TournamentError(
            "an entry needs a number of its own, from 1 up; %(number)s is taken or too low", number=event.number
        )
    if not 1 <= len(event.players) <= 2 or not all(event.players):
        raise TournamentError("an entry is one player, or a pair of two")
    for player in event.players:
        _check_free(player, tournament)
    if len(set(event.players)) < len(event.players):
        raise TournamentError("a pair is two players with two names")
    if (event.seed is not None and event.seed < 1) or (event.rating is not None and event.rating < 0):
        raise TournamentError("a seed is a number from 1 up, and a rating one from 0 up")
    entry = Entry(event.number, event.players, event.club, event.name, seed=event.seed, rating=event.rating)
    return _with_entry(tournament, entry)


def _check_free(player: str, tournament: Tournament) -> None:
    """TournamentError where nobody may be called so, or where the player plays for an entry that has not withdrawn."""
    if not is_name(player):
        raise TournamentError(
            "a player needs a name of at most %(most)s letters, without + or signs that cannot be seen, not %(came)s",
            most=LONGEST_NAME,
            came=f"{player!r:.40}",
        )
    for entry in tournament.entries.values():
        if player in entry.players and not entry.has_withdrawn:
            raise TournamentError("%(player)s plays for entry %(number)s already", player=player, number=entry.number)


def _with_entry(tournament: Tournament, entry: Entry) -> Tournament:
    return replace(tournament, entries=MappingProxyType(tournament.entries | {entry.number: entry}))


def _plan_bye(event: events.ByeAsked, tournament: Tournament) -> Tournament:
    _check_begun(event.stage, tournament)
    name = tournament.entry(event.entry).name
    if tournament.stages[event.stage - 1].pairing not in GROWING:
        raise TournamentError("who does not play a round can be planned in Swiss rounds and with rotation")
    if event.round <= len(tournament.rounds_of(event.stage)):
        raise TournamentError("round %(number)s has been drawn already", number=event.round)
    if any(
        (each.stage, each.round, each.entry) == (event.stage, event.round, event.entry) for each in tournament.asked
    ):
        raise TournamentError("%(name)s has asked for that already", name=name)
    return replace(tournament, asked=(*tournament.asked, event))


def _keep_apart(event: events.KeptApart, tournament: Tournament) -> Tournament:
    numbers = sorted(tournament.entry(number).number for number in event.entries)
    if len(set(numbers)) < 2 or len(set(numbers)) < len(numbers):
        raise TournamentError("those who are kept apart are two or more, each named once")
    return replace(tournament, apart=tournament.apart | set(combinations(numbers, 2)))


def _entry_after(event: OfEntry, entry: Entry, tournament: Tournament) -> Entry:
    """An entry after an event of its own."""
    match event:
        case events.TableFixed(_, table):
            if table < 1:
                raise TournamentError("each table has a number of its own, from 1 up")
            return replace(entry, table=table)
        case events.BadgeRenewed():
            return replace(entry, badges=entry.badges + 1)
        case events.Withdrawn():
            if entry.has_withdrawn:
                raise TournamentError("%(name)s has withdrawn already", name=entry.name)
            return replace(entry, has_withdrawn=True)
        case events.Returned():
            if not entry.has_withdrawn:
                raise TournamentError("%(name)s has not withdrawn", name=entry.name)
            for player in entry.players:
                _check_free(player, tournament)
            return replace(entry, has_withdrawn=False)
        case events.Substituted(_, leaves, comes):
            if leaves not in entry.players:
                raise TournamentError(
                    "%(player)s does not play for %(name)s, and nobody can take that place",
                    player=leaves,
                    name=entry.name,
                )
            _check_free(comes, tournament)
            players = tuple(comes if player == leaves else player for player in entry.players)
            return replace(entry, players=players, former_players=(*entry.former_players, leaves))
    raise TypeError(type(event))


def _begin_stage(event: events.StageBegun, tournament: Tournament) -> Tournament:
    if event.stage != tournament.stage_number + 1 or event.stage > len(tournament.stages):
        raise TournamentError(
            "stage %(stage)s cannot begin: %(begun)s of %(number)s have begun, and they are played in order",
            stage=event.stage,
            begun=tournament.stage_number,
            number=len(tournament.stages),
        )
    if len(set(event.entries)) < len(event.entries):
        raise TournamentError("an entry takes part in a stage once")
    for number in event.entries:
        entry = tournament.entry(number)
        if not entry.plays:
            raise TournamentError(
                "%(name)s has not checked in, or has withdrawn, and cannot begin a stage", name=entry.name
            )
    return replace(tournament, seeds=(*tournament.seeds, event.entries))


def _pair(event: events.RoundPaired, tournament: Tournament) -> Tournament:
    stage, number = tournament.stage, len(tournament.rounds_of(tournament.stage_number)) + 1
    if event.key != (tournament.stage_number, number):
        raise TournamentError(
            "round %(number)s of stage %(stage)s comes next, not round %(other)s of stage %(other_stage)s",
            number=number,
            stage=tournament.stage_number,
            other=event.round,
            other_stage=event.stage,
        )
    paired = PairedRound(event.stage, event.round, event.meetings, event.byes, event.waiting, event.asked, event.t)
    _check_paired(paired, stage, tournament)
    return replace(tournament, rounds=(*tournament.rounds, paired))


def _change_round(event: events.RoundChanged, tournament: Tournament) -> Tournament:
    _check_signed(event)
    before = tournament.round(*event.key)
    if before != tournament.rounds[-1]:
        raise TournamentError(
            "round %(number)s is not the newest; others were paired by its results", number=before.number
        )
    boxes = {meeting.table: meeting.box for meeting in before.meetings}
    meetings = tuple(replace(meeting, box=meeting.box or boxes.get(meeting.table)) for meeting in event.meetings)
    named = {*(number for meeting in meetings for number in meeting.entries), *event.byes, *event.waiting}
    asked = tuple(number for number in event.asked or before.asked if number not in named)
    after = replace(before, meetings=meetings, byes=event.byes, waiting=event.waiting, asked=asked)
    _check_paired(after, tournament.stages[event.stage - 1], tournament)
    told, games = dict(tournament.told), dict(tournament.games)
    goes_to = {meeting.sides: meeting.table for meeting in meetings}
    moved: dict[MatchPlace, tuple[events.ResultTold, ...]] = {}
    for meeting in before.meetings:
        place, table = MatchPlace(*event.key, meeting.table), goes_to.get(meeting.sides)
        if table == meeting.table:
            continue
        if table is None and verdict(tournament, place).stands:
            raise TournamentError(
                "the result of table %(table)s stands: strike it before others meet there", table=place.table
            )
        games.pop(place, None)
        was = told.pop(place, ())
        if table is not None and was:
            moved[place._replace(table=table)] = was
    tournament = replace(tournament, told=MappingProxyType(told | moved), games=MappingProxyType(games))
    return _with_round(tournament, after)


def _check_paired(paired: PairedRound, stage: Stage, tournament: Tournament) -> None:
    """TournamentError says why a round cannot be paired so."""
    _check_tables(paired.meetings, tournament)
    named = list(paired.entries)
    if len(set(named)) < len(named):
        raise TournamentError("an entry plays at one table in a round")
    for each in named:
        entry = tournament.entry(each)
        if stage.pairing not in GROWING and each not in tournament.seeds[-1]:
            raise TournamentError(
                "%(name)s came too late for %(stage)s, which was drawn for those who had checked in",
                name=entry.name,
                stage=stage.name,
            )


def _check_tables(meetings: tuple[Meeting, ...], tournament: Tournament) -> None:
    tables = [meeting.table for meeting in meetings]
    if len(set(tables)) < len(tables):
        raise TournamentError("one match at a table: two were named for the same")
    for table in tables:
        if table < 1 or (tournament.tables and table not in tournament.tables):
            raise TournamentError("table %(table)s is not in use", table=table)
    for meeting in meetings:
        if not meeting.sides[0] or len(meeting.sides[0]) != len(meeting.sides[1]):
            raise TournamentError("two sides with as many entries each meet at a table")


def _round_after(event: OfRound, each: PairedRound, tournament: Tournament) -> PairedRound:
    """A round after an event of its clock."""
    match event:
        case events.RoundStarted():
            if event.t is None:
                raise TournamentError("the clock of a round needs the time at which it starts")
            if each.started is not None:
                raise TournamentError("the clock of round %(number)s runs already", number=each.number)
            return replace(each, started=event.t)
        case events.ClockPaused():
            if each.started is None or event.t is None or each.paused is not None:
                raise TournamentError("the clock of round %(number)s does not run", number=each.number)
            return replace(each, paused=event.t)
        case events.ClockResumed():
            if each.paused is None or event.t is None:
                raise TournamentError("the clock of round %(number)s is not paused", number=each.number)
            return replace(each, paused=None, added=each.added + event.t - each.paused)
        case events.ClockExtended(_, _, minutes, table):
            if tournament.stages[event.stage - 1].match.minutes is None:
                raise TournamentError("matches of this stage end by their points or hands, not by the clock")
            if each.is_last_hand:
                raise TournamentError(
                    "the last hand of round %(number)s was called: strike that first", number=each.number
                )
            if table is None:
                return replace(each, added=each.added + minutes * 60)
            tournament.meeting(MatchPlace(*event.key, table))
            return replace(each, added_at=(*each.added_at, (table, minutes * 60)))
        case events.LastHandCalled():
            return replace(each, is_last_hand=True, last_hand=event.t)
    raise TypeError(type(event))


def _with_round(tournament: Tournament, changed: PairedRound) -> Tournament:
    rounds = tuple(changed if each.key == changed.key else each for each in tournament.rounds)
    return replace(tournament, rounds=rounds)


def _begin_game(event: events.GameBegun, tournament: Tournament) -> Tournament:
    tournament.meeting(event.place)
    if any(event.game in games for games in tournament.games.values()):
        raise TournamentError("game %(game)s belongs to a match already", game=event.game)
    games = tournament.games | {event.place: (*tournament.games.get(event.place, ()), event.game)}
    return replace(tournament, games=MappingProxyType(games))


def _tell_result(event: events.ResultTold, tournament: Tournament) -> Tournament:
    tournament.meeting(event.place)
    stage = tournament.stages[event.stage - 1]
    check_result(stage, event.result)
    before = verdict(tournament, event.place)
    if event.teller == "desk":
        if not event.by:
            raise TournamentError("a result entered at the desk says who entered it")
        if before.status is not Status.OPEN and event.result != before.result:
            _check_signed(event)
    elif before.stands and event.teller != "table":
        if event.result == before.result:
            return tournament
        raise TournamentError(
            "the result of table %(table)s in round %(number)s stands; ask the desk to look at it",
            table=event.table,
            number=event.round,
        )
    told = tournament.told | {event.place: (*tournament.told.get(event.place, ()), event)}
    return replace(tournament, told=MappingProxyType(told))


def _adjust(event: events.Adjusted, tournament: Tournament) -> Tournament:
    _check_signed(event)
    tournament.entry(event.entry)
    _check_begun(event.stage, tournament)
    if event.metric not in ("match_points", "wins", "difference", "points_for", "skunks", "games"):
        raise TournamentError("%(metric)s follows from the matches and cannot be adjusted by hand", metric=event.metric)
    return replace(tournament, adjustments=(*tournament.adjustments, event))


def _rank(event: events.RankingSet, tournament: Tournament) -> Tournament:
    _check_signed(event)
    _check_begun(event.stage, tournament)
    taking_part = tournament.entries_of(event.stage)
    for number in event.entries:
        if number not in taking_part:
            raise TournamentError("%(name)s does not take part in this stage", name=tournament.entry(number).name)
    if len(event.entries) < 2 or len(set(event.entries)) < len(event.entries):
        raise TournamentError("an order by hand names two entries or more, each once")
    return replace(tournament, rankings=(*tournament.rankings, event))


def _check_begun(stage: int, tournament: Tournament) -> None:
    if not 1 <= stage <= tournament.stage_number:
        raise TournamentError("stage %(stage)s has not begun", stage=stage)
