"""The clock of a round, as at Yecla: a warning at 40 minutes, the last hand at 45."""

import pytest
from tournament_story import NINE_O_CLOCK, begun, tell

from muggins.webapp.hall.tournament.formats import MatchFormat
from muggins.webapp.hall.tournament.state import Clock, Phase, clock

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
