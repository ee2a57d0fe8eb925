"""What everybody in the hall is told at once: that the last hand is played."""

from __future__ import annotations

from muggins.texts import Text, lazy_gettext

from ..tournament.clock import Phase
from ..tournament.results import meetings_without_result
from ..tournament.state import PairedRound, Tournament
from .service import clock_of

LAST_HAND = lazy_gettext("Last hand: finish the hand in play; no other begins")
ANOTHER_HAND = lazy_gettext("Even, and somebody must go on: another hand decides")


def round_notice(tournament: Tournament, each: PairedRound, now: float) -> Text | str:
    """What those who play a round are told at a time, in seconds since 1970; "" for nothing."""
    has_clock = tournament.stages[each.stage - 1].match.minutes is not None
    is_time = has_clock and clock_of(tournament, each, now).phase is Phase.LAST_HAND
    return LAST_HAND if is_time and meetings_without_result(tournament, each) else ""


def hall_notice(tournament: Tournament, now: float) -> Text | str:
    """What every screen of the hall says at a time, in seconds since 1970; "" for nothing."""
    rounds = tournament.rounds_of(tournament.stage_number) if tournament.stage_number else ()
    return next((notice for each in rounds if (notice := round_notice(tournament, each, now))), "")
