"""Elimination: brackets by seed, and draws from the winners' and the losers' box."""

from random import Random

import pytest
from tournament_story import begun, pairs_of, tell

from muggins.webapp.hall.pairing.draw import PAIRINGS, next_round
from muggins.webapp.hall.pairing.elimination import bracket_order
from muggins.webapp.hall.pairing.field import match_all
from muggins.webapp.hall.tournament.events import TournamentError
from muggins.webapp.hall.tournament.standings import defeats, standings


def play(tournament, wins=lambda one, other: one < other):
    """The newest round with its results."""
    for meeting in tournament.rounds[-1].meetings:
        points = "61:40" if wins(*meeting.entries) else "40:61"
        tournament = tell(f"table {meeting.table}: sides say {points}", tournament=tournament)
    return tournament


def to_the_end(tournament, wins=lambda one, other: one < other):
    """The tournament once no round is left."""
    while drawn := next(PAIRINGS[tournament.stage.pairing](tournament, match_all), None):
        tournament = play(tell(drawn, tournament=tournament), wins)
    return tournament


def test_the_best_seeds_meet_last():
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_bracket_of_eight():
    tournament = play(tell("pair", tournament=begun("bracket", entries=8)))
    assert pairs_of(tournament.rounds[0]) == "1-8 4-5 2-7 3-6"
    assert pairs_of(next_round(tournament)) == "1-4 2-3"


def test_high_seeds_have_the_byes():
    drawn = next_round(begun("bracket", entries=5))
    assert (pairs_of(drawn), drawn.byes) == ("4-5", (1, 2, 3))


def test_the_winner_of_an_upset_takes_the_place_of_the_favourite():
    tournament = play(tell("pair", tournament=begun("bracket", entries=4)), wins=lambda one, other: one > other)
    drawn = next_round(tournament)
    assert (pairs_of(drawn), drawn.meetings[0].box) == ("4-3", "final")


def test_who_withdraws_lets_the_opponent_go_on():
    tournament = tell("withdraw 1", tournament=play(tell("pair", tournament=begun("bracket", entries=8))))
    drawn = next_round(tournament)
    assert (pairs_of(drawn), drawn.byes) == ("2-3", (4,))


@pytest.mark.parametrize("entries", [2, 3, 7, 8, 13])
@pytest.mark.parametrize("pairing", ["bracket", "single-elimination", "double-elimination"])
def test_the_best_wins_and_all_others_go_out(pairing, entries):
    tournament = to_the_end(begun(pairing, entries=entries))
    lives = 2 if pairing == "double-elimination" else 1
    lost = defeats(tournament, 1)
    assert len(lost.pop(1)) < lives
    assert {len(rounds) for rounds in lost.values()} == {lives}
    assert standings(tournament, 1)[0].tally.entry == 1
    if pairing != "bracket":
        byes = [number for each in tournament.rounds for number in each.byes]
        assert len(byes) - len(set(byes)) <= 1


def test_losers_meet_losers():
    """After the first round of eight each box has four, and each is drawn by itself."""
    tournament = tell("pair", tournament=play(tell("pair", tournament=begun("double-elimination", entries=8))))
    lost = defeats(tournament, 1)
    boxes = {
        (meeting.box, *(len(lost[number]) for number in meeting.entries)) for meeting in tournament.rounds[1].meetings
    }
    assert boxes == {("winners", 0, 0), ("losers", 1, 1)}


def test_the_last_of_the_winners_waits():
    tournament = begun("double-elimination", entries=4)
    for _ in range(2):
        tournament = play(tell("pair", tournament=tournament))
    drawn = next_round(tournament)
    assert drawn.waiting == (1,)
    assert [meeting.box for meeting in drawn.meetings] == ["losers"]


def test_a_final_that_the_unbeaten_side_loses_is_played_again():
    tournament = begun("double-elimination", entries=2)
    for points in ("61:40", "40:61"):
        tournament = tell("pair", f"table 1: sides say {points}", tournament=tournament)
    assert [len(rounds) for rounds in defeats(tournament, 1).values()] == [1, 1]
    again = tell("pair", "table 1: sides say 40:61", tournament=tournament)
    assert standings(again, 1)[0].tally.entry == 2
    with pytest.raises(TournamentError, match="Only is over after 3 rounds"):
        next_round(again)


@pytest.mark.parametrize("seed", range(5))
def test_random_eliminations_end_with_one(seed):
    lot = Random(seed)
    entries = lot.randrange(3, 20)
    tournament = to_the_end(
        begun("double-elimination", entries=entries, lot=seed), wins=lambda one, other: lot.random() < 0.5
    )
    standing = [number for number, rounds in defeats(tournament, 1).items() if len(rounds) < 2]
    assert len(standing) == 1


def test_one_alone_cannot_be_drawn():
    for pairing in ("bracket", "single-elimination"):
        with pytest.raises(TournamentError, match="two entries that have checked in; there are 1"):
            next_round(begun(pairing, entries=1))


@pytest.mark.parametrize("pairing", ["bracket", "single-elimination"])
def test_the_losers_of_the_semi_finals_meet_for_the_third_place(pairing):
    tournament = play(tell("pair", tournament=begun(pairing, entries=4, has_third_place=True)))
    drawn = next_round(tournament)
    assert [meeting.box for meeting in drawn.meetings] == ["final", "third place"]
    tournament = play(tell(drawn, tournament=tournament), wins=lambda one, other: one > other)
    rows = standings(tournament, 1)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert rows[2].tally.entry == max(drawn.meetings[1].entries)
    assert next(PAIRINGS[pairing](tournament, match_all), None) is None


def test_nobody_plays_for_the_third_place_where_one_has_withdrawn():
    tournament = play(tell("pair", tournament=begun("bracket", entries=4, has_third_place=True)))
    assert len(next_round(tell("withdraw 4", tournament=tournament)).meetings) == 1


def test_a_match_for_the_third_place_is_for_a_single_elimination():
    with pytest.raises(TournamentError, match="a match for the third place is for a bracket"):
        begun("double-elimination", has_third_place=True)
