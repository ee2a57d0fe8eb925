"""From event to event: what the record takes, what it refuses, and that nothing is overwritten."""

from dataclasses import replace

import pytest
from tournament_story import begun, signed, tell

from muggins.webapp.hall.tournament.events import (
    Adjusted,
    Entered,
    GameBegun,
    Meeting,
    RankingSet,
    Result,
    ResultTold,
    RoundChanged,
    RoundPaired,
    RoundStarted,
    StageBegun,
    Struck,
    TablesSet,
    TournamentError,
    TournamentStarted,
)
from muggins.webapp.hall.tournament.fold import apply, check_new, replay
from muggins.webapp.hall.tournament.formats import MatchFormat, Scoring, Stage
from muggins.webapp.hall.tournament.state import MatchPlace

ONE = TournamentStarted("Cup", (Stage(name="Only", pairing="swiss", rounds=3),))


def paired(*pairs, number=1, byes=()):
    """A round of the first stage, its tables 1, 2, ..."""
    meetings = (Meeting(table, ((one,), (other,))) for table, (one, other) in enumerate(pairs, 1))
    return RoundPaired(1, number, tuple(meetings), byes)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["enter 1 Ann"], "the first event .* names the tournament and its stages"),
        ([ONE, ONE], "has begun already; a new tournament is a new record"),
        ([TournamentStarted("Cup", ())], "a name, and one stage at least"),
        ([ONE, "tables 1 1"], "each table has a number of its own"),
        ([ONE, TablesSet((0,))], "each table has a number of its own"),
        ([ONE, "enter 1 Ann, Bob, Cy"], "one player, or a pair of two"),
        ([ONE, "enter 1 Ann, Ann"], "a pair is two players with two names"),
        ([ONE, Entered(1, ("Ann+Bob",))], "a name of at most 100 letters, without"),
        ([ONE, Entered(1, ("Ann  Lee",))], "not 'Ann  Lee'"),
        ([ONE, "enter 1 Ann", "enter 1 Bob"], "1 is taken or too low"),
        ([ONE, "enter 1 Ann", "enter 2 Ann"], "Ann plays for entry 1 already"),
        ([ONE, "here 7"], "no entry has the number 7: enter it first, or check the number"),
        ([ONE, "enter 1 Ann", "withdraw 1", "withdraw 1"], "Ann has withdrawn already"),
        ([ONE, "enter 1 Ann", "return 1"], "Ann has not withdrawn"),
        ([ONE, "enter 1 Ann", "withdraw 1", "enter 2 Ann", "return 1"], "Ann plays for entry 2 already"),
        ([ONE, "enter 1 Ann", "enter 2 Bob", "Ann leaves 1, Bob comes"], "Bob plays for entry 2 already"),
        ([ONE, "enter 1 Ann", StageBegun(1, (1,))], "Ann has not checked in, or has withdrawn"),
        ([ONE, "enter 1 Ann", "here 1", StageBegun(1, (1, 1))], "takes part in a stage once"),
        ([ONE, StageBegun(2, ())], "stage 2 cannot begin: 0 of 1 have begun"),
        ([ONE, paired((1, 2))], "no stage has begun"),
    ],
)
def test_before_the_first_round(lines, said):
    with pytest.raises(TournamentError, match=said):
        tell(*lines)


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        (Stage(name="A", pairing="swiss"), "the stage A needs a number of rounds"),
        (Stage(name="A", pairing="swiss", rounds=0), "above 0"),
        (Stage(name="A", pairing="bracket", metrics=()), "need something to be ordered by"),
        (Stage(name="A", pairing="bracket", match=MatchFormat(rules="chess")), "no rule set is called 'chess'"),
        (Stage(name="A", pairing="bracket", match=MatchFormat(to=61, hands=4)), "to points or over a number of hands"),
        (Stage(name="A", pairing="bracket", match=MatchFormat(best_of=2)), "the best of 1, 3, 5 ... games, not of 2"),
    ],
)
def test_a_stage_that_cannot_be_played(stage, said):
    with pytest.raises(TournamentError, match=said):
        tell(TournamentStarted("Cup", (stage,)))


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        (Stage(name="A", pairing="swiss", rounds=3, scoring=Scoring(draw=-1)), "are 0 or more"),
        (Stage(name="A", pairing="swiss", rounds=3, club_rounds=-1), "are 0 or more"),
        (Stage(name="A", pairing="bracket", match=MatchFormat(rules="hungarian")), "'hungarian' is no game for a tour"),
        (Stage(name="A", pairing="bracket", match=MatchFormat(rules="fortress")), "choose one that two sides play"),
    ],
)
def test_a_stage_that_is_refused_now_is_read_where_a_record_holds_it(stage, said):
    """The hall of a club that had played Hungarian did not start any more: its record was called damaged."""
    event = TournamentStarted("Cup", (stage,))
    with pytest.raises(TournamentError, match=said):
        check_new(event)
    assert replay([event]).stages == (stage,)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (paired((1, 2), number=2), "round 1 of stage 1 comes next, not round 2 of stage 1"),
        (paired((1, 2), (2, 3)), "an entry plays at one table in a round"),
        (paired((1, 2), byes=(1,)), "an entry plays at one table in a round"),
        (paired((1, 9)), "no entry has the number 9"),
        (RoundPaired(1, 1, (Meeting(1, ((1,), (2,))), Meeting(1, ((3,), (4,))))), "two were named for the same"),
        (RoundPaired(1, 1, (Meeting(0, ((1,), (2,))),)), "table 0 is not in use"),
        (RoundPaired(1, 1, (Meeting(1, ((1, 3), (2,))),)), "two sides with as many entries each"),
        (RoundStarted(1, 1, t=5.0), "round 1 of stage 1 has not been paired"),
        (Adjusted(1, 1, "wins", 1), "says who made it, when, and why"),
        (Adjusted(2, 1, "wins", 1, **signed("a fault")), "stage 2 has not begun"),
        (Adjusted(1, 1, "opponents", 1, **signed("a fault")), "opponents follows from the matches"),
        (RankingSet(1, (1, 2)), "says who made it, when, and why"),
        (RankingSet(1, (1,), **signed("a draw")), "two entries or more, each once"),
        (Struck(2), "says who made it, when, and why"),
        (Struck(1, **signed("a slip")), "event 1 cannot be struck: name one from 2 to"),
        (Struck(2, **signed("a slip")), "with that, event 6 cannot stand: no entry has the number 1"),
    ],
)
def test_what_a_stage_cannot_hold(event, said):
    tournament = begun(entries=4)
    with pytest.raises(TournamentError, match=said):
        apply(tournament, event)


def test_a_table_that_is_not_in_use():
    with pytest.raises(TournamentError, match="table 3 is not in use"):
        tell("tables 1 2", RoundPaired(1, 1, (Meeting(3, ((1,), (2,))),)), tournament=begun(entries=4))


def test_the_clock_of_a_round_starts_once():
    with pytest.raises(TournamentError, match="the clock of round 1 runs already"):
        tell("pair", "start", "start", tournament=begun())
    with pytest.raises(TournamentError, match="needs the time at which it starts"):
        tell("pair", RoundStarted(1, 1), tournament=begun())


def test_who_comes_late_plays_in_a_swiss_stage():
    late = tell("enter 5 E", "here 5", paired((1, 5)), tournament=begun(entries=4))
    assert late.entries_of(1) == (1, 2, 3, 4, 5)


def test_who_comes_late_is_too_late_for_a_round_robin():
    with pytest.raises(TournamentError, match="E came too late for Only, which was drawn for those who had checked in"):
        tell("enter 5 E", "here 5", paired((1, 5)), tournament=begun("round-robin", entries=4))


def test_a_substitute_keeps_what_the_entry_has_won():
    before = tell("pair", "table 1: sides say 61:40", tournament=begun(entries=2, rounds=3))
    after = tell("A leaves 1, Zoe comes", tournament=before)
    assert (after.entries[1].name, after.entries[1].former_players) == ("Zoe", ("A",))
    assert after.told == before.told


def test_what_is_struck_does_not_count_and_stays_in_the_record():
    tournament = tell("pair", "table 1: sides say 61:40", tournament=begun(entries=2))
    struck = tell(f"strike {len(tournament.record)} because the slip was of table 2", tournament=tournament)
    assert len(struck.record) == len(tournament.record) + 1
    assert [len(told) for told in struck.told.values()] == [1]


def test_a_strike_can_be_struck():
    tournament = tell("pair", "table 1: sides say 61:40", tournament=begun(entries=2))
    number = len(tournament.record)
    again = tell(
        f"strike {number} because the slip was of table 2",
        f"strike {number + 1} because it was of table 1 after all",
        tournament=tournament,
    )
    assert again.told == tournament.told
    with pytest.raises(TournamentError, match=f"event {number + 1} is struck already"):
        tell(f"strike {number + 1} because of nothing", tournament=again)


def test_a_round_is_struck_with_all_that_was_told_about_it_and_comes_back_with_it():
    tournament = tell("pair", "start", "table 1: sides say 61:40", tournament=begun(entries=2))
    number = next(number for number, event in enumerate(tournament.record, 1) if isinstance(event, RoundPaired))
    struck = tell(f"strike {number} because B is ill", tournament=tournament)
    assert (struck.rounds, dict(struck.told)) == ((), {})
    back = tell(f"strike {len(struck.record)} because B is here", tournament=struck)
    assert (back.rounds, back.told) == (tournament.rounds, tournament.told)
    anew = tell("pair", "table 1: side 1 says 61:50", tournament=struck)
    assert [told.result.games for told in anew.told[MatchPlace(1, 1, 1)]] == [((61, 50),)]


def changed(*meetings, byes=()):
    return RoundChanged(1, 1, meetings, byes, **signed("B had the wrong table"))


def test_two_entries_change_places_and_a_match_moves_with_what_was_told_about_it():
    drawn = (Meeting(1, ((1,), (2,))), Meeting(2, ((3,), (4,))), Meeting(3, ((5,), (6,))))
    tournament = tell(RoundPaired(1, 1, drawn), "table 3: side 1 says 61:40", tournament=begun(entries=7))
    tournament = apply(tournament, GameBegun(1, 1, 1, 9))
    changes = changed(Meeting(1, ((1,), (3,))), Meeting(2, ((2,), (4,))), Meeting(9, ((5,), (6,))), byes=(7,))
    after = apply(tournament, changes)
    assert after.rounds[-1].meetings == changes.meetings
    assert after.rounds[-1].byes == (7,)
    assert {place.table: told[0].result.games for place, told in after.told.items()} == {9: ((61, 40),)}
    assert not after.games
    number = next(number for number, event in enumerate(after.record, 1) if type(event) is RoundPaired)
    assert tell(f"strike {number} because of rain", tournament=after).rounds == ()
    assert tell(f"strike {len(after.record)} because of haste", tournament=after).rounds == tournament.rounds


def test_what_cannot_be_changed_in_a_round():
    tournament = tell("pair", "table 1: sides say 61:40", tournament=begun(entries=4))
    one, two = tournament.rounds[-1].meetings
    swapped = (replace(one, sides=(one.sides[0], two.sides[0])), replace(two, sides=(one.sides[1], two.sides[1])))
    with pytest.raises(TournamentError, match="the result of table 1 stands: strike it before others meet there"):
        apply(tournament, changed(*swapped))
    with pytest.raises(TournamentError, match="who made it, when, and why"):
        apply(tournament, RoundChanged(1, 1, (one, two)))
    with pytest.raises(TournamentError, match="an entry plays at one table in a round"):
        apply(tournament, changed(one, replace(one, table=3)))
    later = tell("table 2: sides say 61:40", "pair", tournament=tournament)
    with pytest.raises(TournamentError, match="round 1 is not the newest"):
        apply(later, changed(one, two))


def test_a_round_before_the_newest_is_not_struck():
    tournament = tell("pair", "table 1: sides say 61:40", "pair", tournament=begun(entries=2))
    number = next(number for number, event in enumerate(tournament.record, 1) if isinstance(event, RoundPaired))
    with pytest.raises(TournamentError, match="round 1 of stage 1 comes next, not round 2"):
        tell(f"strike {number} because B is ill", tournament=tournament)


def test_a_record_is_replayed_from_its_first_event():
    tournament = tell("pair", "table 1: sides say 61:40", tournament=begun(entries=2))
    assert replay(tournament.record) == tournament
    with pytest.raises(TournamentError, match="event 3: no entry has the number 2"):
        replay((*tournament.record[:2], tournament.record[3]))


def test_a_tournament_stays_as_it_is_when_an_event_is_refused():
    tournament = tell("pair", tournament=begun(entries=2))
    record = tournament.record
    with pytest.raises(TournamentError):
        apply(tournament, ResultTold(1, 1, 9, "side 1", Result(((61, 0),))))
    assert tournament.record is record
