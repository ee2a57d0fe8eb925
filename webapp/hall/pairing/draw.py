"""The next round of a tournament, and the next stage, whatever the way of pairing."""

from __future__ import annotations

from collections.abc import Mapping

from ..tournament.events import RoundPaired, StageBegun, TournamentError
from ..tournament.formats import PairingName
from ..tournament.standings import standings
from ..tournament.state import Tournament
from .elimination import bracket, by_lot
from .field import Matching, Pairing, match_all, match_in_turn, require_results
from .rotation import rotation
from .round_robin import round_robin
from .swiss import swiss

PAIRINGS: Mapping[PairingName, Pairing] = {
    "swiss": swiss,
    "round-robin": round_robin,
    "rotation": rotation,
    "bracket": bracket,
    "single-elimination": by_lot,
    "double-elimination": by_lot,
}


def next_round(tournament: Tournament, match: Matching = match_all) -> RoundPaired:
    """The event that pairs the next round. TournamentError where the stage is over, or a round cannot be paired.

    With `match_in_turn` it is no draw, and tells only whether there can be one.
    """
    stage = tournament.stage
    for drawn in PAIRINGS[stage.pairing](tournament, match):
        return drawn
    raise TournamentError(
        "%(stage)s is over after %(number)s rounds; no other is paired",
        stage=stage.name,
        number=len(tournament.rounds_so_far),
    )


def why_no_round(tournament: Tournament) -> str:
    """Why no round can be drawn now, in one sentence; "" where one can."""
    try:
        next_round(tournament, match_in_turn)
    except TournamentError as error:
        return str(error)
    return ""


def begin_stage(tournament: Tournament) -> StageBegun:
    """The event that begins the next stage: those who have checked in, or the best of the stage before.

    TournamentError where all stages have begun, or results of the one before are missing.
    """
    number = tournament.stage_number
    if number == len(tournament.stages):
        raise TournamentError("%(name)s has no further stage", name=tournament.name)
    takes = tournament.stages[number].takes
    if number == 0:
        seeds = [entry.number for entry in sorted(tournament.entries.values(), key=lambda entry: entry.strength)]
    else:
        require_results(tournament)
        seeds = [row.tally.entry for row in standings(tournament, number)]
    return StageBegun(number + 1, tuple(entry for entry in seeds if tournament.entries[entry].plays)[:takes])
