"""Elimination: a bracket that is drawn once, or draws by lot from the winners' box and the losers' box."""

from __future__ import annotations

from collections.abc import Iterator

from ..tournament.events import Box, RoundPaired, TournamentError
from ..tournament.standings import defeats, lives
from ..tournament.state import Tournament
from .field import Matching, Sides, lot_of, require_results, round_of
from .swiss import pair_off


def bracket_order(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom, for a power of two: 1 and 2 can only meet in the final."""
    order = [1]
    while len(order) < size:
        order = [seed for high in order for seed in (high, 2 * len(order) + 1 - high)]
    return order


def bracket(tournament: Tournament, match: Matching) -> Iterator[RoundPaired]:
    """The next round of a bracket by seed, once all results stand. High seeds have the byes of the first round."""
    seeds = tournament.seeds[-1]
    _require_two(seeds)
    require_results(tournament)
    alive = set(_with_defeats(tournament, 0))
    size = 1 << (len(seeds) - 1).bit_length()
    width = 1 << len(tournament.rounds_so_far)
    if width >= size or len(alive) < 2:
        return
    slots = [seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket_order(size)]
    left = [[number for number in slots[start : start + width] if number in alive] for start in range(0, size, width)]
    sides: list[Sides] = []
    byes: list[int] = []
    for first, second in zip(left[::2], left[1::2], strict=True):
        both = [number for number in (*first, *second) if number is not None]
        if len(both) == 2:
            sides.append(((both[0],), (both[1],)))
        else:
            byes.extend(both)
    boxes: list[Box | None] = ["final" if width * 2 == size else None] * len(sides)
    if width * 2 == size:
        third = _for_third_place(tournament)
        sides += third
        boxes += ["third place"] * len(third)
    yield round_of(tournament, sides, byes, boxes=boxes)


def by_lot(tournament: Tournament, match: Matching) -> Iterator[RoundPaired]:
    """The next round, once all results stand: each box is drawn by lot, without those who have met while it can be.

    The last of one box waits while the other has several. The last two meet in the final; in double elimination they
    meet again if the one without a defeat loses.
    """
    _require_two(tournament.seeds[-1])
    require_results(tournament)
    boxes: list[tuple[Box, list[int]]] = [("winners", _with_defeats(tournament, 0))]
    if lives(tournament.stage) == 2:
        boxes.append(("losers", _with_defeats(tournament, 1)))
    alive = [number for _, members in boxes for number in members]
    if len(alive) < 2:
        return
    if len(alive) == 2:
        last: list[Sides] = [((alive[0],), (alive[1],)), *_for_third_place(tournament)]
        yield round_of(tournament, last, boxes=("final", "third place"))
        return
    sides: list[Sides] = []
    names: list[Box] = []
    byes: list[int] = []
    waiting: list[int] = []
    lot = lot_of(tournament)
    for name, members in boxes:
        if len(members) < 2:
            waiting.extend(members)
            continue
        lot.shuffle(members)
        pairs, free = pair_off(tournament, members, dict.fromkeys(members, 0), match)
        sides.extend(((one,), (other,)) for one, other in pairs)
        names.extend([name] * len(pairs))
        byes.extend(free)
    yield round_of(tournament, sides, byes, waiting, names)


def _with_defeats(tournament: Tournament, number: int) -> list[int]:
    """The entries with so many defeats that have not withdrawn, in the order of their seeds."""
    lost = defeats(tournament, tournament.stage_number)
    return [entry for entry in tournament.seeds[-1] if len(lost[entry]) == number and tournament.entries[entry].plays]


def _for_third_place(tournament: Tournament) -> list[Sides]:
    """Those who have just lost the semi-finals, where the stage wants them to meet; nobody where one has withdrawn."""
    played = tournament.rounds_so_far
    if not tournament.stage.has_third_place or not played:
        return []
    lost = defeats(tournament, tournament.stage_number)
    out = [
        entry
        for entry in tournament.seeds[-1]
        if lost[entry] == (played[-1].number,) and tournament.entries[entry].plays
    ]
    return [((out[0],), (out[1],))] if len(out) == 2 else []


def _require_two(numbers: tuple[int, ...]) -> None:
    if len(numbers) < 2:
        raise TournamentError(
            "an elimination needs two entries that have checked in; there are %(number)s", number=len(numbers)
        )
