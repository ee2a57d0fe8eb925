"""Round robin: all meet all, in the order of the Berger tables."""

from __future__ import annotations

from collections.abc import Iterator

from ..tournament.events import RoundPaired, TournamentError
from ..tournament.fold import apply
from ..tournament.state import Tournament
from .field import Matching, Sides, round_of


def berger(size: int, number: int) -> list[tuple[int, int]]:
    """The pairs of round `number` of a Berger table for an even number of seats, seats counted from 1.

    The first of each pair is the one that the tables name first, so that it evens out.
    """
    last = size - 1
    pairs = []
    for seat in range(1, size):
        other = (number + 1 - seat) % last or last
        if other == seat:
            pairs.append((seat, size) if seat <= size // 2 else (size, seat))
        elif seat < other:
            pairs.append((seat, other) if (seat + other) % 2 else (other, seat))
    return sorted(pairs, key=min)


def _seats_of(group: tuple[int, ...], index: int, times: int) -> Iterator[tuple[int, ...]]:
    """Who sits together in a round of a group, counted from 0; one alone has a bye. Nobody once the group is done."""
    size = len(group) + len(group) % 2
    if index >= times * (size - 1):
        return
    for pair in berger(size, index % (size - 1) + 1):
        both = pair if index // (size - 1) % 2 == 0 else pair[::-1]
        yield tuple(group[seat - 1] for seat in both if seat <= len(group))


def round_robin(tournament: Tournament, match: Matching) -> Iterator[RoundPaired]:
    """All rounds that are left. Where an opponent is missing or has withdrawn, the round is a bye.

    Groups play side by side. One that is smaller is done earlier.
    """
    groups = tournament.groups_of(tournament.stage_number)
    if min(map(len, groups)) < 2:
        raise TournamentError(
            "%(number)s group needs two entries at least that have checked in",
            "%(number)s groups need two entries each at least that have checked in",
            number=len(groups),
        )
    times = tournament.stage.rounds or 1
    longest = max(len(group) + len(group) % 2 - 1 for group in groups)
    for index in range(len(tournament.rounds_so_far), times * longest):
        sides: list[Sides] = []
        byes: list[int] = []
        for group in groups:
            for here in _seats_of(group, index, times):
                playing = [number for number in here if tournament.entries[number].plays]
                if len(playing) == 2:
                    sides.append(((playing[0],), (playing[1],)))
                else:
                    byes.extend(playing)
        drawn = round_of(tournament, sides, byes)
        yield drawn
        tournament = apply(tournament, drawn)
