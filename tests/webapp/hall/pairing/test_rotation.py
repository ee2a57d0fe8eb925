"""Partners that rotate: another partner each round."""

from collections import Counter

import pytest
from tournament_story import begun, pairs_of, tell

from muggins.webapp.hall.pairing.draw import PAIRINGS, next_round
from muggins.webapp.hall.pairing.field import History, match_all
from muggins.webapp.hall.tournament.events import TournamentError


def history_of(tournament):
    for drawn in PAIRINGS["rotation"](tournament, match_all):
        tournament = tell(drawn, tournament=tournament)
    return tournament, History.of(tournament.rounds)


@pytest.mark.parametrize("entries", [4, 8, 12])
def test_each_has_every_other_as_partner_once(entries):
    _, history = history_of(begun("rotation", entries=entries, rounds=entries - 1))
    assert set(history.partners.values()) == {1}
    assert len(history.partners) == entries * (entries - 1) // 2


def test_sixteen_meet_nobody_more_than_twice_in_seven_rounds():
    _, history = history_of(begun("rotation", entries=16, rounds=7))
    assert sum(history.meetings.values()) == 7 * 4 * 4
    assert max(history.meetings.values()) == 2


@pytest.mark.parametrize("entries", [5, 6, 7, 9, 10, 11])
def test_those_who_do_not_fit_at_a_table_have_a_bye_in_turn(entries):
    tournament, history = history_of(begun("rotation", entries=entries, rounds=4))
    assert all(len(each.byes) == entries % 4 for each in tournament.rounds)
    fewest, most = divmod(4 * (entries % 4), entries)
    assert max(history.byes.values()) == fewest + bool(most)
    assert max(history.partners.values()) == 1


def test_after_a_drop_out_nobody_is_a_partner_twice():
    tournament = tell(
        "pair", "pair", "withdraw 3", "enter 20 Zoe", "here 20", tournament=begun("rotation", 8, rounds=6)
    )
    tournament, history = history_of(tournament)
    assert max(history.partners.values()) == 1
    assert Counter(len(each.meetings) for each in tournament.rounds) == {2: 6}


def test_rounds_are_drawn_before_results_are_in():
    first, second, *_ = PAIRINGS["rotation"](begun("rotation", entries=4), match_all)
    assert (pairs_of(first), pairs_of(second)) == ("1+4-2+3", "1+2-3+4")


def test_three_are_too_few():
    with pytest.raises(TournamentError, match=r"partners that rotate need four players .* there are 3"):
        next_round(begun("rotation", entries=3))
