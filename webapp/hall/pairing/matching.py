"""The cheapest way to pair a field off: a minimum-cost perfect matching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from muggins.texts import gettext

from ..tournament.events import TournamentError

Cost = Callable[[int, int], int | None]
"""The cost of a pair, a whole number from 0 up; None where the two cannot be paired."""


def match_all(numbers: Sequence[int], cost: Cost) -> list[tuple[int, int]]:
    """Pairs that take up all numbers and cost least together, each with the number that comes first in front.

    Costs are whole numbers, so that the result is exact. TournamentError where no pairing takes up all.
    """
    try:
        import networkx
    except ModuleNotFoundError:
        raise TournamentError(
            gettext("pairing needs networkx, which is not installed: pip install 'muggins[hall]'")
        ) from None
    priced = {(one, other): cost(numbers[one], numbers[other]) for one, other in combinations(range(len(numbers)), 2)}
    allowed = {pair: price for pair, price in priced.items() if price is not None}
    highest = max(allowed.values(), default=0) + 1
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(numbers)))
    graph.add_weighted_edges_from((*pair, highest - price) for pair, price in allowed.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(numbers):
        raise TournamentError(gettext("no pairing gives everybody an opponent; pair this round by hand"))
    return [(numbers[one], numbers[other]) for one, other in sorted((min(pair), max(pair)) for pair in found)]
