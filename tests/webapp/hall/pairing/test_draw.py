"""From stage to stage."""

import pytest
from tournament_story import begun, stages_line, tell

from muggins.webapp.hall.pairing.draw import PAIRINGS, begin_stage
from muggins.webapp.hall.pairing.field import lot_of
from muggins.webapp.hall.tournament.events import StageBegun, TournamentError
from muggins.webapp.hall.tournament.record import parse_event

ROUND_ROBIN = {"name": "All", "pairing": "round-robin", "match": {"to": 61}}


def test_the_first_stage_takes_those_who_have_checked_in():
    lines = ("enter 3 Cy", "enter 1 Ann", "enter 2 Bob", "here 1 3")
    assert begin_stage(tell(stages_line(ROUND_ROBIN), *lines)) == StageBegun(1, (1, 3))


def test_the_next_stage_waits_for_results():
    final = {"name": "Final", "pairing": "bracket", "takes": 2}
    lines = ("enter 1 A", "enter 2 B", "enter 3 C", "enter 4 D", "here 1 2 3 4", "begin", "pair")
    tournament = tell(stages_line(ROUND_ROBIN, final), *lines, "table 2: sides say 61:0")
    with pytest.raises(TournamentError, match="table 1 has no result yet in round 1: wait for it"):
        begin_stage(tournament)
    told = tell("table 1: sides say 60:61", tournament=tournament)
    assert begin_stage(told) == StageBegun(2, (2, 4))


def test_there_is_no_further_stage():
    with pytest.raises(TournamentError, match="Cup has no further stage"):
        begin_stage(begun())


def test_every_way_of_pairing_has_its_generator():
    for name in PAIRINGS:
        stage = {"name": "A", "pairing": name, "rounds": 2}
        assert parse_event(stages_line(stage)).stages[0].pairing == name


def test_each_round_has_a_lot_of_its_own():
    tournament = begun("rotation", entries=4)
    assert lot_of(tournament).random() == lot_of(tournament).random()
    assert lot_of(tournament).random() != lot_of(tell("pair", tournament=tournament)).random()
