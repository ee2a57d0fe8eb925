"""Tiles that were laid while nobody watched: which came first is asked, and never guessed silently."""

import pytest

from muggins.scorer.events import RecordError
from muggins.webapp.session.current_hand import expected_of
from muggins.webapp.session.store import Store

SEATS = {"Ann": "bottom", "Bob": "top"}
LAID = ("5-5 bottom", "5-1>5-5 unwatched", "5-0>5-5 unwatched")
"""The worker was killed after Ann's 5-5. Then two tiles were laid, and it came back."""
GUESSED = ["Bob 5-1>5-5 = 11", "Ann 5-0>5-5 = 1"]
OTHERWISE = ["Bob 5-0>5-5 = 10 (10)", "Ann 5-1>5-5 = 1"]


def first(*tiles):
    return ("order", [f"{tile} came first" for tile in tiles])


@pytest.fixture
def killed(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see(*LAID)
    return seen


def test_which_of_two_tiles_came_first_is_asked_and_an_answer_settles_it(killed):
    """Bob laid 5-0 for ten points, and Ann 5-1. It was recorded the other way round, and nobody was asked."""
    assert (killed.lines[2:], killed.asked) == (GUESSED, [first("5-1", "5-0")])
    killed.answer(1)
    assert (killed.lines[2:], killed.asked) == (OTHERWISE, [])
    assert killed.game.scores == {"Ann": 10, "Bob": 10}


def test_the_order_that_is_recorded_may_be_right(killed):
    killed.answer(0)
    assert (killed.lines[2:], killed.asked) == (GUESSED, [])


def test_a_tile_that_lies_on_the_other_came_later_and_nobody_is_asked(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "5-1>5-5 unwatched", "6-1>5-1 unwatched")
    assert seen.asked == []


def test_tiles_of_two_interruptions_came_one_after_the_other(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see(*LAID[:2])
    seen.time += 60.0
    seen.see(LAID[2])
    assert seen.asked == []


def test_an_order_that_the_rules_forbid_is_not_offered(watched):
    """The first double alone is a spinner: had 6-6 come after 4-4, 6-2 could not lie at its end."""
    seen = watched("all-fives", seats=SEATS, options={"spinner": "first-double"})
    seen.see("6-4 bottom", "6-6>6-4 unwatched", "4-4>6-4 unwatched", "6-3>6-6 top", "6-2>6-6 bottom")
    assert seen.asked == []


def test_the_answer_may_come_after_more_plays_and_they_stay_as_they_are(killed):
    killed.see("5-4>5-5 top", "4-1>5-4 bottom")
    later = killed.lines[4:]
    killed.answer(1)
    assert killed.lines[2:] == [*OTHERWISE, *later]


def test_the_answer_may_come_after_the_hand_and_changes_its_points(killed, tell):
    killed.session.tell(tell("left Ann:, Bob: 6-6"))
    assert killed.game.scores == {"Ann": 20, "Bob": 0}
    killed.see("6-4 bottom")
    assert killed.asked == [first("5-1", "5-0")]
    killed.answer(1)
    assert killed.game.scores == {"Ann": 30, "Bob": 10}


def test_undo_takes_the_answer_back_and_it_is_asked_again(killed):
    killed.answer(1)
    killed.session.undo()
    assert (killed.lines[2:], killed.asked) == (GUESSED, [first("5-1", "5-0")])
    killed.session.redo()
    assert (killed.lines[2:], killed.asked) == (OTHERWISE, [])


def test_what_is_undone_is_not_asked_about(killed):
    question = killed.session.snapshot.questions[0]
    killed.session.undo()
    assert killed.asked == []
    with pytest.raises(RecordError, match="not asked any more"):
        killed.session.answer(question.id, 1)


@pytest.mark.parametrize("answer", [0, 1])
def test_the_question_outlives_a_restart_of_the_server_and_so_does_the_answer(answer, watched, tmp_path):
    seen = watched("all-fives", seats=SEATS, store=Store(str(tmp_path / "games")))
    seen.see(*LAID)
    again = watched(None, store=Store(str(tmp_path / "games")))
    assert again.asked == [first("5-1", "5-0")]
    again.answer(answer)
    assert watched(None, store=Store(str(tmp_path / "games"))).asked == []


def test_of_three_tiles_it_is_asked_which_came_first_and_then_about_the_others(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see(*LAID, "5-4>5-5 unwatched")
    in_order = "In this order: 5-1, 5-0, 5-4"
    assert seen.asked == [("order", [*first("5-1", "5-0", "5-4")[1], in_order])]
    seen.answer(2)
    assert seen.lines[2].startswith("Bob 5-4>5-5 = 14")
    assert seen.asked == [first("5-1", "5-0")]
    seen.answer(1)
    assert [line.split(" = ")[0] for line in seen.lines[2:]] == ["Bob 5-4>5-5", "Ann 5-0>5-5", "Bob 5-1>5-5"]
    assert seen.asked == []


def test_three_tiles_that_were_recorded_rightly_are_settled_by_one_answer(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see(*LAID, "5-4>5-5 unwatched")
    before = seen.lines
    seen.answer(3)
    assert (seen.lines, seen.asked) == (before, [])


@pytest.mark.parametrize("tile", [1, 2])
def test_any_tile_of_a_layout_that_was_found_may_have_been_the_set(tile, watched, tell):
    """The hand had begun by the record, and three tiles lay there when the camera saw the table again."""
    seen = watched("all-fives", seats=SEATS)
    seen.session.tell(tell("Ann sets"))
    seen.see("lies 6-4, 4-1>6-4, 1-0>4-1")
    assert seen.asked[0][1][:3] == ["6-4 came first", "4-1 came first", "1-0 came first"]
    seen.answer(tile)
    assert seen.lines[1].startswith(("Ann 4-1 = 5", "Ann 1-0 = 1")[tile - 1])
    assert {str(tile) for tile in seen.game.layout.tiles} == {"6-4", "4-1", "1-0"}


def test_whoever_plays_a_double_goes_on_in_the_order_that_people_say(watched):
    seen = watched("seven-toed-pete", "Ann Bob Cem Dan", seats=SEATS)
    seen.see("6-3 bottom", "6-1>6-3 unwatched", "3-3>6-3 unwatched")
    assert seen.lines[2:] == ["Bob 6-1>6-3 = 4", "Cem 3-3>6-3 = 7"]
    seen.answer(1)
    assert seen.lines[2:] == ["Bob 3-3>6-3 = 12", "Bob 6-1>6-3 = 7"]


def test_who_plays_after_tiles_that_nobody_saw_is_not_out_of_turn_and_nobody_has_passed(watched):
    """One tile was laid unwatched, and Ann's arm laid the next: it was recorded that Bob drew all and passed."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "5-1>5-5 unwatched", "5-0>5-5 top")
    assert seen.lines[2:] == [GUESSED[0], "Bob 5-0>5-5 = 1"]
    assert seen.asked == []


def test_people_who_say_the_order_name_no_tile(killed):
    """A tile that people have named stays what it is, whatever is read. They have only said which came first."""
    killed.answer(1)
    assert expected_of(killed.game).named == {}
    killed.see("5-1 is 5-2")
    assert killed.lines[2:] == ["Bob 5-0>5-5 = 10 (10)", "Ann 5-2>5-5 = 2"]


def test_a_tile_that_is_put_right_by_hand_is_still_one_that_nobody_saw(killed, tell):
    killed.session.tell(tell("event 4 is Bob 5-2>5-5"))
    assert killed.asked == [first("5-2", "5-0")]
