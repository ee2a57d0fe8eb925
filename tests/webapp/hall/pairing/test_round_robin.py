"""Round robin by the Berger tables, as FIDE prints them."""

from itertools import combinations

import pytest
from tournament_story import begun, pairs_of, tell

from muggins.webapp.hall.pairing.draw import PAIRINGS, next_round
from muggins.webapp.hall.pairing.field import match_all
from muggins.webapp.hall.pairing.round_robin import berger
from muggins.webapp.hall.tournament.events import TournamentError
from muggins.webapp.hall.tournament.standings import standings


def test_the_table_for_six():
    printed = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
    for number, pairs in enumerate(printed, 1):
        expected = {tuple(map(int, pair.split("-"))) for pair in pairs.split()}
        assert set(berger(6, number)) == expected


@pytest.mark.parametrize("size", [2, 4, 8, 10, 16])
def test_all_meet_all_once(size):
    pairs = [frozenset(pair) for number in range(1, size) for pair in berger(size, number)]
    assert sorted(map(sorted, pairs)) == sorted(map(list, combinations(range(1, size + 1), 2)))


def all_rounds(tournament):
    return list(PAIRINGS["round-robin"](tournament, match_all))


def test_all_rounds_are_known_before_the_first_result():
    drawn = all_rounds(begun("round-robin", entries=4))
    assert [pairs_of(each) for each in drawn] == ["1-4 2-3", "1-2 4-3", "3-1 2-4"]


def test_with_five_each_has_one_bye():
    drawn = all_rounds(begun("round-robin", entries=5))
    assert sorted(number for each in drawn for number in each.byes) == [1, 2, 3, 4, 5]


def test_all_meet_all_twice_with_sides_exchanged():
    drawn = [pairs_of(each) for each in all_rounds(begun("round-robin", entries=4, rounds=2))]
    assert drawn[3:] == ["4-1 3-2", "2-1 3-4", "1-3 4-2"]


def test_who_withdraws_leaves_byes_behind():
    tournament = tell(
        "pair", "table 1: sides say 61:0", "table 2: sides say 61:0", "withdraw 4", tournament=begun("round-robin")
    )
    assert [(pairs_of(each), each.byes) for each in all_rounds(tournament)] == [("1-2", (3,)), ("3-1", (2,))]


def test_the_last_round_is_the_last():
    tournament = begun("round-robin", entries=2)
    with pytest.raises(TournamentError, match="Only is over after 1 rounds"):
        next_round(tell("pair", tournament=tournament))


def test_groups_play_side_by_side_each_all_against_all():
    drawn = all_rounds(begun("round-robin", entries=8, groups=2))
    assert [pairs_of(each) for each in drawn] == ["1-8 4-5 2-7 3-6", "1-4 8-5 2-3 7-6", "5-1 4-8 6-2 3-7"]


def test_a_smaller_group_is_done_earlier():
    drawn = all_rounds(begun("round-robin", entries=6, groups=2))
    assert len(drawn) == 3
    drawn = all_rounds(begun("round-robin", entries=7, groups=2))
    assert [len(each.meetings) + len(each.byes) for each in drawn] == [4, 4, 4]


def test_a_group_of_one_is_refused():
    with pytest.raises(TournamentError, match="3 groups need two entries each at least"):
        all_rounds(begun("round-robin", entries=5, groups=3))


def test_groups_are_for_a_round_robin():
    with pytest.raises(TournamentError, match="groups are for a round robin"):
        begun("swiss", groups=2)


def test_the_first_of_each_group_stand_above_the_second_of_each():
    tournament = begun("round-robin", entries=4, groups=2)
    tournament = tell("pair", "table 1: sides say 61:0", "table 2: sides say 61:50", tournament=tournament)
    assert [(row.rank, row.tally.entry) for row in standings(tournament, 1)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
