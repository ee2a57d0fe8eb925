"""Tiles that were laid while nobody watched: which came first is asked, and never guessed silently."""

import pytest

from muggins.scorer.events import RecordError
from muggins.webapp.session import session
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


@pytest.mark.parametrize(("unseen", "times"), [("5-1 5-0 5-2 5-3", 1), ("5-5 5-1", 3)])
def test_the_orders_of_tiles_laid_early_are_not_tried_again_at_every_play_of_a_long_hand(
    unseen, times, watched, monkeypatch
):
    """Six tiles cost a second in all at each event that followed. A set among them may yet be another spinner."""
    seen, tried = watched("all-fives", seats=SEATS), []
    if "5-5" not in unseen:
        seen.see("5-5 bottom")
    seen.see(*(f"{tile}>5-5 unwatched".removeprefix("5-5>") for tile in unseen.split()))
    asked = seen.asked
    ask = session.question_about_order
    monkeypatch.setattr(session, "question_about_order", lambda game: (tried.append(game), ask(game))[1])
    seen.see("4-1>5-1 top", "6-4>4-1 bottom", "drawn 1 top", "6-1>6-4 top")
    assert len(tried) == times
    assert seen.asked == asked


WHO_SET = ("order", ["Ann", "Bob"])


@pytest.mark.parametrize("lying", ["lies 5-5, 5-1>5-5, 6-1>5-1", "5-5 unwatched"])
def test_who_set_a_tile_that_nobody_saw_laid_is_asked_and_the_plays_after_it_go_by_turns(lying, watched):
    """Bob had set. The first player of the game was guessed, all points were the other side's, and nobody was asked.

    Three tiles on a table that had been bare were taken as they lay, and their points were lost.
    """
    seen = watched("all-fives", seats=SEATS)
    seen.see("rests", lying)
    while seen.asked[0][1][0] != "Ann":
        seen.answer(0)
    assert (seen.asked, seen.game.hand.setter) == ([WHO_SET], "Ann")
    seen.answer(1)
    players = [play.player for play in seen.game.hand.plays]
    assert players == ["Bob", "Ann", "Bob"][: len(players)]
    assert (seen.game.hand.setter, seen.game.scores, seen.asked) == ("Bob", {"Ann": 0, "Bob": 10}, [])


def test_whoever_is_said_to_have_set_may_be_whom_the_record_names(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 unwatched", "5-1>5-5 top")
    before = seen.lines
    assert seen.asked == [WHO_SET]
    seen.answer(0)
    assert (seen.lines, seen.asked) == (before, [])


def test_nobody_is_asked_who_set_where_the_rules_or_people_say_it(watched, tell):
    seen = watched("all-fives", seats=SEATS)
    seen.session.tell(tell("Bob sets"))
    seen.see("5-5 unwatched")
    assert (seen.lines, seen.asked) == (["Bob sets", "Bob 5-5 = 10 (10)"], [])


def test_whose_turn_it_is_stays_asked_until_somebody_is_seen_to_play_and_unseen_plays_go_by_turns(watched):
    """Two more tiles were laid while nobody watched: the question was gone, and their players were a guess."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("lies 5-5, 5-0>5-5, 5-1>5-5", "4-0>5-0 unwatched", "4-1>5-1 unwatched")
    assert [line.split(" = ")[0] for line in seen.lines] == ["Ann sets", "Ann 4-0>5-0", "Bob 4-1>5-1"]
    [place] = [place for place, (kind, _) in enumerate(seen.asked) if kind == "turn"]
    seen.answer(1, place)
    assert [line.split(" = ")[0] for line in seen.lines] == ["Bob sets", "Bob 4-0>5-0", "Ann 4-1>5-1"]


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


@pytest.mark.parametrize(("answer", "scores"), [(0, {"Ann": 20, "Bob": 0}), (1, {"Ann": 10, "Bob": 10})])
def test_who_scored_unseen_is_asked_where_the_next_to_play_was_not_next_by_turns(answer, scores, watched):
    """Bob's arm laid 5-1. Ann may have laid 5-0, as Bob had to draw; the ten points were his, and nobody was asked."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5 unwatched", "5-1>5-5 top")
    assert seen.asked == [("order", ["Ann", "Bob"])]
    seen.answer(answer)
    assert (seen.game.scores, seen.asked) == (scores, [])
    seen.see("4-0>5-0 bottom")
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
