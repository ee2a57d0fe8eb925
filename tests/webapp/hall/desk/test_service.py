"""The desk: each step becomes an event of the record, and what cannot be is refused with one sentence."""

import pytest

from muggins.webapp.hall.desk.service import TournamentDesk, place_at
from muggins.webapp.hall.desk.wording import undoable
from muggins.webapp.hall.tournament.events import (
    CheckedIn,
    Entered,
    Meeting,
    Result,
    RoundPaired,
    Struck,
    TablesSet,
    TournamentError,
    TournamentStarted,
    Withdrawn,
)
from muggins.webapp.hall.tournament.formats import MatchFormat, Stage
from muggins.webapp.hall.tournament.results import Status, verdict
from muggins.webapp.hall.tournament.state import MatchPlace

FIRST = MatchPlace(1, 1, 1)
WON = Result(((61, 40),))


def test_a_tournament_goes_from_entries_to_the_next_round(desk, begun, clock):
    drawn = begun(entries=4)
    assert [meeting.table for meeting in drawn.meetings] == [1, 2]
    desk.start_clock(by="Pat")
    assert desk.tournament.rounds[-1].started == clock()
    for table in (1, 2):
        desk.tell_result(MatchPlace(1, 1, table), WON, by="Pat")
    desk.draw_round(by="Pat")
    assert [each.number for each in desk.tournament.rounds] == [1, 2]
    assert all(event.t == clock() for event in desk.tournament.record)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (lambda desk: desk.draw_round(), "tables 1, 2 have no result yet in round 1"),
        (lambda desk: desk.begin_stage(), "Open has no further stage"),
        (lambda desk: desk.call_last_hand(), "matches of this stage end by their points or hands, not by the clock"),
        (lambda desk: desk.tell(TablesSet((1, 2, 1))), "each table has a number of its own"),
        (lambda desk: desk.tell(Entered(9, ("Ann",))), "Ann plays for entry 1 already"),
        (lambda desk: desk.tell_result(MatchPlace(1, 1, 7), WON, by="Pat"), "nobody plays at table 7 in round 1"),
        (lambda desk: desk.tell_result(FIRST, Result(((60, 40),)), by="Pat"), "a game goes to 61"),
        (lambda desk: desk.tell(Struck(1, by="Pat", why="wrong")), "event 1 cannot be struck"),
        (
            lambda desk: desk.tell(RoundPaired(1, 2, (Meeting(1, ((1,), (2,))), Meeting(1, ((3,), (4,)))))),
            "one match at a table: two were named for the same",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_recorded(desk, begun, step, said):
    begun(entries=4)
    before = desk.tournament
    with pytest.raises(TournamentError, match=said):
        step(desk)
    assert desk.tournament == before


def test_a_round_that_needs_more_tables_than_there_are_is_refused(desk, begun):
    begun(entries=4)
    for table in (1, 2):
        desk.tell_result(MatchPlace(1, 1, table), WON, by="Pat")
    desk.tell(TablesSet((5,)))
    with pytest.raises(TournamentError, match="needs 2 tables and 1 are in use"):
        desk.draw_round()


def test_before_the_first_tournament_there_is_nothing_to_do(desk):
    with pytest.raises(TournamentError, match="no tournament has begun"):
        desk.tell(CheckedIn((1,)))


def test_what_both_sides_tell_differently_waits_for_the_desk(desk, begun):
    begun(entries=2)
    desk.tell_result(FIRST, WON, side=1)
    desk.tell_result(FIRST, Result(((61, 45),)), side=2)
    assert verdict(desk.tournament, FIRST).needs_desk
    with pytest.raises(TournamentError, match="who made it, when, and why"):
        desk.tell_result(FIRST, WON, by="Pat")
    desk.tell_result(FIRST, WON, by="Pat", why="the replay shows it")
    assert verdict(desk.tournament, FIRST).status is Status.DECIDED


@pytest.mark.parametrize("confirmation", ["both", "one"])
def test_a_table_that_is_corrected_after_the_result_stood_waits_for_the_desk(desk, begun, confirmation):
    begun(entries=2, confirmation=confirmation)
    desk.tell_recorded(desk.tournament, FIRST, WON)
    desk.tell_result(FIRST, WON, side=1)
    if confirmation == "both":
        desk.tell_result(FIRST, WON, side=2)
    corrected = Result(((61, 45),))
    desk.tell_recorded(desk.tournament, FIRST, corrected)
    known = verdict(desk.tournament, FIRST)
    assert (known.stands, known.result, known.recorded) == (True, WON, corrected)
    assert verdict(desk.tournament, FIRST).needs_desk
    desk.tell_result(FIRST, corrected, by="Pat", why="the table was corrected")
    known = verdict(desk.tournament, FIRST)
    assert (known.result, known.recorded, known.needs_desk) == (corrected, None, False)


def test_a_correction_that_is_taken_back_asks_nobody(desk, begun):
    begun(entries=2, confirmation="one")
    for result in (WON, Result(((61, 45),)), WON):
        desk.tell_recorded(desk.tournament, FIRST, result)


def test_the_last_hand_is_called_once(desk, begun):
    begun(entries=2, match=MatchFormat(to=150, minutes=30))
    desk.call_last_hand(by="Pat")
    with pytest.raises(TournamentError, match="the last hand of round 1 was called already"):
        desk.call_last_hand(by="Pat")


def test_a_round_is_drawn_anew_after_it_was_struck(desk, begun):
    begun(entries=4)
    desk.start_clock()
    desk.tell_games([(desk.tournament, FIRST, 7)])
    desk.tell_recorded(desk.tournament, FIRST, WON)
    desk.tell(Withdrawn(4))
    before = desk.tournament.record
    desk.strike_round((1, 1), "Pat", "Hal has left")
    assert desk.tournament.rounds == ()
    assert len(desk.tournament.record) == len(before) + 1
    assert desk.tournament.record[: len(before)] == before
    desk.draw_round()
    drawn = desk.tournament.rounds[-1]
    assert (drawn.number, len(drawn.meetings), len(drawn.byes)) == (1, 1, 1)


def test_of_two_desks_that_strike_one_round_the_second_is_told_and_strikes_no_other(desk, begun):
    """The second strike took whichever round was newest when it came: that before."""
    begun(entries=4)
    for table in (1, 2):
        desk.tell_result(MatchPlace(1, 1, table), WON, by="Pat")
    desk.draw_round(meant=(1, 2))
    with pytest.raises(TournamentError, match="round 2 has been drawn already"):
        desk.draw_round(meant=(1, 2))
    desk.strike_round((1, 2), "Pat", "wrong pairing")
    with pytest.raises(TournamentError, match="round 2 of stage 1 has not been paired"):
        desk.strike_round((1, 2), "Sam", "wrong pairing")
    with pytest.raises(TournamentError, match="Swiss has begun already"):
        desk.begin_stage(meant=1)
    assert [each.number for each in desk.tournament.rounds] == [1]


def test_a_struck_round_of_eighty_tables_is_one_event_and_comes_back(desk, begun):
    """It was 9.7 seconds of striking one event after the other, in which somebody pressed again."""
    desk.begin(TournamentStarted("Big", (Stage(name="Swiss", pairing="round-robin", match=MatchFormat(to=61)),)))
    desk.enter({number: Entered(number, (f"P{number}",)) for number in range(1, 161)}, is_here=True)
    desk.begin_stage()
    desk.draw_round()
    for table in range(1, 81):
        desk.tell_result(MatchPlace(1, 1, table), WON, side=1)
        desk.tell_result(MatchPlace(1, 1, table), WON, side=2)
    before = desk.tournament
    desk.strike_round((1, 1), "Pat", "wrong tables")
    assert len(desk.tournament.record) == len(before.record) + 1
    undo = undoable(desk.tournament)
    assert undo.text == "Struck: Round 1 is drawn"
    desk.tell(Struck(undo.number, by="Pat", why="undone"))
    assert (desk.tournament.rounds, desk.tournament.told) == (before.rounds, before.told)


def test_a_list_of_entries_is_one_step_also_where_another_desk_was_first(hall, clock):
    """158 entries were 316 steps, each of them written to the disk and told to every page: 2.8 seconds."""
    told = []
    desk = TournamentDesk(hall, lambda: told.append(desk.tournament), now=clock)
    desk.begin(TournamentStarted("Big", (Stage(name="Swiss", pairing="swiss", rounds=3),)))
    TournamentDesk(hall, now=clock).enter({1: Entered(1, ("Zoe",))})
    desk.enter({number: Entered(number, (f"P{number}",)) for number in range(1, 159)}, is_here=True, by="Pat")
    assert len(told) == 2
    assert [entry.number for entry in desk.tournament.entries.values() if entry.is_here] == [*range(2, 160)]
    assert desk.tournament.record[-1] == CheckedIn(tuple(range(2, 160)), t=clock(), by="Pat")
    assert desk.read(1) == TournamentDesk(hall, now=clock).tournament


def test_nobody_is_entered_where_one_of_a_list_cannot_be(desk):
    desk.begin(TournamentStarted("Open", (Stage(name="Swiss", pairing="swiss", rounds=3),)))
    with pytest.raises(TournamentError, match="line 3: Ann plays for entry 1 already"):
        desk.enter({1: Entered(1, ("Ann",)), 2: Entered(2, ("Bob",)), 3: Entered(3, ("Ann",))}, is_here=True)
    assert desk.tournament.entries == {}


def test_two_desks_of_two_processes_add_to_one_record(hall, clock, begun, desk):
    begun(entries=2)
    changes = []
    other = TournamentDesk(hall, lambda: changes.append(1), now=clock)
    desk.tell(Entered(3, ("Cid",)))
    # It has not read the entry of the first desk, so its number is taken; it reads on and adds the next.
    other.tell(Entered(4, ("Dee",)))
    desk.tell(Entered(5, ("Eve",)))
    assert [entry.name for entry in desk.tournament.entries.values()] == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    with pytest.raises(TournamentError, match="3 is taken or too low"):
        other.tell(Entered(3, ("Eve",)))
    assert changes


def test_the_desk_turns_to_a_newer_tournament(begun, desk):
    begun(entries=2)
    desk.begin(TournamentStarted("Second", (Stage(name="All", pairing="round-robin"),)))
    assert (desk.number, desk.tournament.name) == (2, "Second")
    assert desk.read(1).name == "Open"
    assert desk.read(3) is None
    assert desk.numbers() == [2, 1]


def test_a_table_plays_its_first_match_without_a_result(desk, begun):
    assert place_at(desk.tournament, 1) is None
    begun(entries=3, pairing="round-robin", rounds=1)
    desk.draw_round()
    assert place_at(desk.tournament, 1) == FIRST
    desk.tell_result(FIRST, WON, by="Pat")
    assert place_at(desk.tournament, 1) == MatchPlace(1, 2, 1)
    assert place_at(desk.tournament, 2) is None
