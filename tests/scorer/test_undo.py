"""Undo and redo, several times in a row."""

import pytest

from muggins.scorer import Correct, Play, RecordError, Tile
from muggins.scorer.undo import can_redo


@pytest.fixture
def evening(watched):
    table = watched("all-fives")
    table.see("6-4", "6-1>6-4", "1-0>6-1")
    return table


PLAYS = ["Ann sets", "Ann 6-4 = 10 (10)", "Bob 6-1>6-4 = 5 (5)", "Ann 1-0>6-1 = 4"]


def test_two_undos_take_back_two_plays(evening):
    """The second undo used to restore the play that the first had removed, so only one play could ever be undone."""
    evening.session.undo()
    assert evening.lines == PLAYS[:3]
    evening.session.undo()
    assert evening.lines == PLAYS[:2]
    assert evening.game.scores == {"Ann": 10, "Bob": 0}


def test_redo_restores_undone_plays_in_order(evening):
    evening.session.undo()
    evening.session.undo()
    evening.session.redo()
    assert evening.lines == PLAYS[:3]
    evening.session.redo()
    assert evening.lines == PLAYS
    assert not can_redo(evening.game.record)


def test_a_restored_play_can_be_undone_again(evening):
    evening.session.undo()
    evening.session.redo()
    evening.session.undo()
    assert evening.lines == PLAYS[:3]
    evening.session.undo()
    assert evening.lines == PLAYS[:2]


def test_after_a_new_event_nothing_can_be_redone(evening, tell):
    evening.session.undo()
    assert can_redo(evening.game.record)
    evening.session.tell(tell("Ann 4-2>6-4"))
    assert not can_redo(evening.game.record)
    with pytest.raises(RecordError, match="nothing to bring back"):
        evening.session.redo()
    evening.session.undo()
    evening.session.undo()
    assert evening.lines == PLAYS[:2]


def test_a_correction_is_undone_before_the_play_that_it_corrects(evening, tell):
    evening.session.tell(Correct(of=5, said=Play("Ann", Tile(4, 0), Tile(6, 4))))
    assert evening.lines[-1] == "Ann 4-0>6-4 = 1"
    evening.session.undo()
    assert evening.lines == PLAYS
    evening.session.undo()
    assert evening.lines == PLAYS[:3]
    evening.session.redo()
    evening.session.redo()
    assert evening.lines[-1] == "Ann 4-0>6-4 = 1"


def test_undo_after_a_take_back_restores_the_play_first(evening, tell):
    evening.session.tell(tell("take back"))
    evening.session.undo()
    assert evening.lines == PLAYS
    evening.session.undo()
    assert evening.lines == PLAYS[:3]


def test_the_start_of_the_game_cannot_be_undone(evening):
    for _ in PLAYS:
        evening.session.undo()
    assert evening.lines == []
    with pytest.raises(RecordError, match="only the start of the game"):
        evening.session.undo()
    evening.session.redo()
    assert evening.lines == PLAYS[:1]
