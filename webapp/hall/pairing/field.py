"""The field of a round: who takes part, whom they have met, which tables are free, and the cheapest way to pair off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from muggins.texts.installing import extra_command

from ..tournament.events import Box, Meeting, RoundPaired, TournamentError
from ..tournament.formats import GROWING
from ..tournament.results import meetings_without_result
from ..tournament.state import PairedRound, Tournament

Pairing = Callable[[Tournament, "Matching"], Iterator[RoundPaired]]
"""Every way of pairing: the rounds of the stage that can be paired from what is known, the next one first.

It ends where the stage does, or where results must come first. TournamentError says why a round cannot be paired.
"""

Sides = tuple[tuple[int, ...], tuple[int, ...]]
Cost = Callable[[int, int], int | None]
"""The cost of a pair, a whole number from 0 up; None where the two cannot be paired."""
Matching = Callable[[Sequence[int], Cost], list[tuple[int, int]]]
"""`match_all`, or in its place `match_in_turn`."""


def taking_part(tournament: Tournament) -> list[int]:
    """The entries that play the next round: those of the stage, and in a first stage that grows those who came late."""
    asked = asking(tournament)
    return [number for number in _present(tournament) if number not in asked]


def asking(tournament: Tournament) -> tuple[int, ...]:
    """The entries that have asked not to play in the next round."""
    key = tournament.stage_number, len(tournament.rounds_so_far) + 1
    asked = {each.entry for each in tournament.asked if (each.stage, each.round) == key}
    return tuple(number for number in _present(tournament) if number in asked)


def _present(tournament: Tournament) -> list[int]:
    seeds = tournament.seeds[-1]
    numbers = list(seeds)
    if tournament.stage_number == 1 and tournament.stage.pairing in GROWING:
        numbers += sorted(set(tournament.entries) - set(seeds))
    return [number for number in numbers if tournament.entries[number].plays]


@dataclass(frozen=True, slots=True)
class History:
    """What has been paired in the rounds of a stage."""

    meetings: Counter[tuple[int, int]]
    """How often two have met across a table, the lower number first."""
    partners: Counter[tuple[int, int]]
    """How often two have been partners."""
    byes: Counter[int]

    @staticmethod
    def of(rounds: Sequence[PairedRound]) -> History:
        """The history of these rounds."""
        history = History(Counter(), Counter(), Counter())
        for each in rounds:
            history.byes.update(each.byes)
            for meeting in each.meetings:
                history.meetings.update(in_order(*pair) for pair in product(*meeting.sides))
                for side in meeting.sides:
                    history.partners.update(in_order(*pair) for pair in combinations(side, 2))
        return history

    def met(self, one: int, other: int) -> int:
        """How often two have met across a table."""
        return self.meetings[in_order(one, other)]

    def partnered(self, one: int, other: int) -> int:
        """How often two have been partners."""
        return self.partners[in_order(one, other)]


def in_order(one: int, other: int) -> tuple[int, int]:
    """Both, the lower number first."""
    return (one, other) if one < other else (other, one)


def same_club(tournament: Tournament, one: int, other: int) -> bool:
    """Whether two entries are of one club."""
    club = tournament.entries[one].club
    return club is not None and club == tournament.entries[other].club


def lot_of(tournament: Tournament) -> Random:
    """What draws the next round by lot: the same each time it is asked for the same round."""
    number = len(tournament.rounds_so_far) + 1
    return Random(f"{tournament.stage.lot}/{tournament.stage_number}/{number}")


def require_results(tournament: Tournament) -> None:
    """TournamentError names the tables whose results must come before the next round or stage."""
    for each in tournament.rounds_so_far:
        if missing := meetings_without_result(tournament, each):
            tables = ", ".join(str(meeting.table) for meeting in missing)
            raise TournamentError(
                "table %(tables)s has no result yet in round %(round)s: wait for it, or enter it at the desk",
                "tables %(tables)s have no result yet in round %(round)s: wait for them, or enter them at the desk",
                number=len(missing),
                tables=tables,
                round=each.number,
            )


def round_of(
    tournament: Tournament,
    sides: Sequence[Sides],
    byes: Sequence[int] = (),
    waiting: Sequence[int] = (),
    boxes: Sequence[Box | None] = (),
) -> RoundPaired:
    """The next round with these sides at the tables, in order. TournamentError where tables are too few."""
    fixed: dict[int, int] = {}
    for place, pair in enumerate(sides):
        for table in (tournament.entries[entry].table for side in pair for entry in side):
            if table and place not in fixed and table not in fixed.values() and table in (tournament.tables or [table]):
                fixed[place] = table
    tables = tournament.tables or tuple(range(1, len(sides) + 1))
    if len(tables) < len(sides):
        raise TournamentError(
            "the round needs %(needed)s tables and %(number)s are in use: add tables, or play with fewer entries",
            needed=len(sides),
            number=len(tables),
        )
    boxes = boxes or [None] * len(sides)
    free = iter(table for table in tables if table not in fixed.values())
    meetings = tuple(
        Meeting(fixed.get(place) or next(free), pair, box)
        for place, (pair, box) in enumerate(zip(sides, boxes, strict=False))
    )
    number = len(tournament.rounds_so_far) + 1
    return RoundPaired(tournament.stage_number, number, meetings, tuple(byes), tuple(waiting), asking(tournament))


def match_in_turn(numbers: Sequence[int], cost: Cost) -> list[tuple[int, int]]:
    """Pairs of neighbours, whatever they cost: enough to learn at once whether a round can be paired."""
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def prepare() -> None:
    """Loads networkx, where it is installed: the first draw would wait for it, a tenth of a second and more."""
    with suppress(ModuleNotFoundError):
        import networkx  # noqa: F401


def match_all(numbers: Sequence[int], cost: Cost) -> list[tuple[int, int]]:
    """Pairs that take up all numbers and cost least together, each with the number that comes first in front.

    Costs are whole numbers, so that the result is exact. TournamentError where no pairing takes up all.
    """
    try:
        import networkx
    except ModuleNotFoundError:
        raise TournamentError(
            "pairing needs networkx, which is not installed: %(command)s", command=extra_command("hall")
        ) from None
    priced = {(one, other): cost(numbers[one], numbers[other]) for one, other in combinations(range(len(numbers)), 2)}
    allowed = {pair: price for pair, price in priced.items() if price is not None}
    highest = max(allowed.values(), default=0) + 1

    class Graph(networkx.Graph):  # type: ignore[type-arg]
        """A graph that hands out neighbours as they are: with a view around each a draw takes half as long again."""

        def __getitem__(self, node: int) -> Any:
            return self._adj[node]  # type: ignore[attr-defined]

    graph: networkx.Graph[int] = Graph()
    graph.add_nodes_from(range(len(numbers)))
    graph.add_weighted_edges_from((*pair, highest - price) for pair, price in allowed.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(numbers):
        raise TournamentError("no pairing gives everybody an opponent; pair this round by hand")
    return [(numbers[one], numbers[other]) for one, other in sorted((min(pair), max(pair)) for pair in found)]
