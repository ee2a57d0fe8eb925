"""Take back, and once more; bring back what was taken back."""

import pytest

from muggins.scorer import Correct, Play, RecordError, Tile
from muggins.scorer.undo import can_redo


@pytest.fixture
def evening(watched):
    seen = watched("all-fives")
    seen.see("6-4", "6-1>6-4", "1-0>6-1")
    return seen


PLAYS = ["Ann sets", "Ann 6-4 = 10 (10)", "Bob 6-1>6-4 = 5 (5)", "Ann 1-0>6-1 = 4"]


def test_twice_takes_back_two_plays(evening):
    """The second time brought the play back that the first had taken: nobody came any further than one play."""
    evening.session.undo()
    assert evening.lines == PLAYS[:3]
    evening.session.undo()
    assert evening.lines == PLAYS[:2]
    assert evening.game.scores == {"Ann": 10, "Bob": 0}


def test_what_was_taken_back_is_brought_back_in_its_order(evening):
    evening.session.undo()
    evening.session.undo()
    evening.session.redo()
    assert evening.lines == PLAYS[:3]
    evening.session.redo()
    assert evening.lines == PLAYS
    assert not can_redo(evening.game.record)


def test_what_was_brought_back_can_be_taken_back_again(evening):
    evening.session.undo()
    evening.session.redo()
    evening.session.undo()
    assert evening.lines == PLAYS[:3]
    evening.session.undo()
    assert evening.lines == PLAYS[:2]


def test_once_something_else_was_told_nothing_is_brought_back(evening, tell):
    evening.session.undo()
    assert can_redo(evening.game.record)
    evening.session.tell(tell("Ann 4-2>6-4"))
    assert not can_redo(evening.game.record)
    with pytest.raises(RecordError, match="nothing to bring back"):
        evening.session.redo()
    evening.session.undo()
    evening.session.undo()
    assert evening.lines == PLAYS[:2]


def test_a_correction_is_taken_back_before_what_it_corrected(evening, tell):
    evening.session.tell(Correct(of=5, said=Play("Ann", Tile(4, 0), Tile(6, 4))))
    assert evening.lines[-1] == "Ann 4-0>6-4 = 1"
    evening.session.undo()
    assert evening.lines == PLAYS
    evening.session.undo()
    assert evening.lines == PLAYS[:3]
    evening.session.redo()
    evening.session.redo()
    assert evening.lines[-1] == "Ann 4-0>6-4 = 1"


def test_a_play_that_the_camera_took_back_comes_back_first(evening, tell):
    evening.session.tell(tell("take back"))
    evening.session.undo()
    assert evening.lines == PLAYS
    evening.session.undo()
    assert evening.lines == PLAYS[:3]


def test_the_start_of_the_game_stays(evening):
    for _ in PLAYS:
        evening.session.undo()
    assert evening.lines == []
    with pytest.raises(RecordError, match="only the start of the game"):
        evening.session.undo()
    evening.session.redo()
    assert evening.lines == PLAYS[:1]
