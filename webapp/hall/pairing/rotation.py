"""Partners that rotate: each player has another partner each round, and meets others as evenly as can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ..tournament.events import RoundPaired, TournamentError
from ..tournament.fold import apply
from ..tournament.state import Tournament
from .field import History, Matching, in_order, round_of, taking_part
from .round_robin import berger


def rotation(tournament: Tournament, match: Matching) -> Iterator[RoundPaired]:
    """All rounds that are left, for those who take part now."""
    while len(tournament.rounds_so_far) < (tournament.stage.rounds or 0):
        drawn = _next_round(tournament, match)
        yield drawn
        tournament = apply(tournament, drawn)


def _next_round(tournament: Tournament, match: Matching) -> RoundPaired:
    """Partners first, then who meets whom; up to three players have a bye.

    Nobody is a partner twice while that can be avoided, then nobody has two byes, then partners follow the Berger
    tables: without drop-outs these give each player every other as a partner once.
    """
    numbers = taking_part(tournament)
    if len(numbers) < 4:
        raise TournamentError(
            "partners that rotate need four players that have checked in; there are %(number)s", number=len(numbers)
        )
    history = History.of(tournament.rounds_so_far)
    free = [-number for number in range(1, len(numbers) % 4 + 1)]
    seats = [*numbers, *free]
    planned = {
        in_order(seats[one - 1], seats[other - 1])
        for one, other in berger(len(seats), len(tournament.rounds_so_far) % (len(seats) - 1) + 1)
    }
    bye_unit = len(seats)
    partner_unit = (sum(history.byes.values()) + 4) * bye_unit

    def partner_cost(one: int, other: int) -> int | None:
        if one < 0 and other < 0:
            return None
        is_unplanned = int(in_order(one, other) not in planned)
        if one < 0 or other < 0:
            return history.byes[max(one, other)] * bye_unit + is_unplanned
        return history.partnered(one, other) * partner_unit + is_unplanned

    pairs = match(seats, partner_cost)
    byes = [max(pair) for pair in pairs if min(pair) < 0]
    sides = [pair for pair in pairs if min(pair) > 0]

    # A third meeting costs as much as four second ones, so that meetings are spread.
    def opponent_cost(one: int, other: int) -> int:
        return sum(4 ** history.met(ours, theirs) for ours, theirs in product(sides[one], sides[other]))

    tables = match(range(len(sides)), opponent_cost)
    return round_of(tournament, [(sides[one], sides[other]) for one, other in tables], byes)
