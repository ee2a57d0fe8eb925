"""The clock of a round, as at Yecla: a warning at 40 minutes, the last hand at 45."""

import pytest
from tournament_story import NINE_O_CLOCK, begun, tell

from muggins.webapp.hall.tournament.events import ClockExtended, ClockPaused, ClockResumed, TournamentError
from muggins.webapp.hall.tournament.fold import check_new
from muggins.webapp.hall.tournament.formats import MatchFormat
from muggins.webapp.hall.tournament.state import Clock, Phase, clock, last_hand_at

YECLA = MatchFormat(to=200, minutes=45, warning=40)


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (0, Clock(Phase.RUNNING, 2700)),
        (39, Clock(Phase.RUNNING, 360)),
        (40, Clock(Phase.WARNING, 300)),
        (45, Clock(Phase.LAST_HAND, 0)),
        (90, Clock(Phase.LAST_HAND, 0)),
    ],
)
def test_minutes_after_the_start(minutes, expected):
    tournament = tell("pair", "start", tournament=begun(match=YECLA))
    assert clock(tournament.rounds[0], YECLA, NINE_O_CLOCK + 60 * minutes) == expected


def test_a_round_waits_for_its_start():
    assert clock(tell("pair", tournament=begun()).rounds[0], YECLA, NINE_O_CLOCK) == Clock(Phase.WAITING)


def test_a_round_without_a_time():
    tournament = tell("pair", "start", tournament=begun())
    assert clock(tournament.rounds[0], MatchFormat(to=61), NINE_O_CLOCK + 1e6) == Clock(Phase.RUNNING)


def test_the_desk_calls_the_last_hand():
    tournament = tell("pair", "start", "last hand", tournament=begun(match=YECLA))
    assert clock(tournament.rounds[0], YECLA, NINE_O_CLOCK + 60) == Clock(Phase.LAST_HAND, 0)


def later(event, minutes, **fields):
    """An event of the clock so many minutes after the start."""
    return event(1, 1, **fields, t=NINE_O_CLOCK + 60 * minutes)


def test_a_clock_that_is_paused_stands_still_and_goes_on_later():
    """The light went out for ten minutes."""
    tournament = tell("pair", "start", later(ClockPaused, 20), tournament=begun(match=YECLA))
    assert clock(tournament.rounds[0], YECLA, NINE_O_CLOCK + 60 * 29) == Clock(Phase.PAUSED, 1500)
    tournament = tell(later(ClockResumed, 30), tournament=tournament)
    assert clock(tournament.rounds[0], YECLA, NINE_O_CLOCK + 60 * 49) == Clock(Phase.RUNNING, 360)
    assert last_hand_at(tournament.rounds[0], YECLA) == NINE_O_CLOCK + 60 * 55


def test_more_time_for_a_round_and_for_one_table():
    tournament = tell(
        "pair", "start", ClockExtended(1, 1, 5.0), ClockExtended(1, 1, 2.5, 2), tournament=begun(match=YECLA)
    )
    drawn = tournament.rounds[0]
    assert last_hand_at(drawn, YECLA) == last_hand_at(drawn, YECLA, 1) == NINE_O_CLOCK + 60 * 50
    assert clock(drawn, YECLA, NINE_O_CLOCK + 60 * 51).phase is Phase.LAST_HAND
    assert clock(drawn, YECLA, NINE_O_CLOCK + 60 * 51, 2) == Clock(Phase.WARNING, 90)


def test_a_clock_that_an_older_record_shortened_is_read_and_none_is_shortened_any_more():
    shortened = ClockExtended(1, 1, -5.0)
    drawn = tell("pair", "start", shortened, tournament=begun(match=YECLA)).rounds[0]
    assert last_hand_at(drawn, YECLA) == NINE_O_CLOCK + 60 * 40
    with pytest.raises(TournamentError, match=r"minutes .* are above 0"):
        check_new(shortened)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([later(ClockPaused, 1)], "the clock of round 1 does not run"),
        (["start", later(ClockResumed, 1)], "the clock of round 1 is not paused"),
        (["start", "last hand", ClockExtended(1, 1, 5.0)], "the last hand of round 1 was called: strike that first"),
        ([ClockExtended(1, 1, 5.0, 7)], "nobody plays at table 7 in round 1"),
    ],
)
def test_what_a_clock_cannot_do(lines, said):
    with pytest.raises(TournamentError, match=said):
        tell("pair", *lines, tournament=begun(match=YECLA))
