"""The cheapest pairs, compared with all that there are."""

import sys
from random import Random

import pytest

from muggins.webapp.hall.pairing.field import match_all
from muggins.webapp.hall.tournament.events import TournamentError


def ways(numbers):
    """Every way to pair an even number off."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        for rest in ways([number for number in others if number != other]):
            yield [(first, other), *rest]


@pytest.mark.parametrize("seed", range(20))
def test_no_pairing_is_cheaper(seed):
    lot = Random(seed)
    costs = {(one, other): lot.choice([0, 1, 5, 10**12]) for one in range(8) for other in range(one + 1, 8)}

    def total(pairs):
        return sum(costs[min(pair), max(pair)] for pair in pairs)

    found = match_all(range(8), lambda one, other: costs[min(one, other), max(one, other)])
    assert sorted(number for pair in found for number in pair) == list(range(8))
    assert total(found) == min(map(total, ways(list(range(8)))))


def test_pairs_that_cannot_be_are_not_made():
    assert match_all([1, 2, 3, 4], lambda one, other: None if {one, other} == {1, 2} else one * other) != [
        (1, 2),
        (3, 4),
    ]


def test_nobody_to_pair():
    assert match_all([], lambda one, other: 0) == []


def test_a_pairing_that_cannot_be_made():
    with pytest.raises(TournamentError, match="no pairing gives everybody an opponent; pair this round by hand"):
        match_all([1, 2, 3], lambda one, other: 0)


def test_without_networkx(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(TournamentError, match=r"networkx, which is not installed: .* -m pip install "):
        match_all([1, 2], lambda one, other: 0)
