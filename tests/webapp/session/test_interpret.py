"""What the camera saw, told as events: hands under way, draws, plays out of turn."""

import pytest

SEATS = {"Ann": "bottom", "Bob": "top"}


def test_in_the_middle_of_a_hand_the_layout_is_taken_as_it_lies_and_it_is_asked_whose_turn_it_is(watched):
    seen = watched("all-fives")
    seen.see("lies 5-5, 5-0>5-5, 5-1>5-5")
    assert seen.asked == [("turn", ["Ann", "Bob"])]
    assert (seen.game.hand.count, seen.game.scores) == (1, {"Ann": 0, "Bob": 0})
    seen.answer(1)
    seen.see("4-0>5-0")
    assert seen.lines == ["Bob sets", "Bob 4-0>5-0 = 5 (5)"]


def test_who_plays_first_on_a_layout_taken_as_it_lies_tells_whose_turn_it_was(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("lies 5-5, 5-0>5-5, 5-1>5-5", "4-0>5-0 top", "2-1>5-1 bottom")
    assert seen.lines == ["Bob sets", "Bob 4-0>5-0 = 5 (5)", "Ann 2-1>5-1 = 6"]
    assert seen.asked == []


def test_the_hand_that_is_over_and_still_lies_there_does_not_begin_again(watched, tell):
    seen = watched()
    seen.see("5-5", "5-0>5-5")
    seen.live.tell(tell("left Ann: 6-6, Bob:"))
    seen.see("lies 5-0, 5-5>5-0")
    assert seen.lines[-1] == "hand to Bob"


def test_what_was_played_while_nobody_watched_is_added_to_the_record(watched):
    seen = watched()
    seen.see("5-5", "5-0>5-5", "lies 4-0, 5-0>4-0, 5-5>5-0, 4-1>4-0")
    assert seen.lines[-2:] == ["Ann 4-0>5-0 = 14", "Bob 4-1>4-0 = 11"]


def test_tiles_drawn_from_the_boneyard_are_told(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "drawn 1 top", "5-1>5-5 bottom", "drawn 1 bottom")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (10)", "Bob draws 1", "Ann 5-1>5-5 = 11"]


def test_tiles_taken_into_the_hands_before_the_set_are_no_draws(watched):
    seen = watched(seats=SEATS)
    seen.see("drawn 5 bottom", "drawn 5 top", "5-5 bottom")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_while_there_are_tiles_to_draw_nobody_is_taken_to_have_passed(watched):
    """Five-Up: who cannot play draws until able, and the boneyard is full; so the play is out of turn."""
    seen = watched(seats=SEATS)
    seen.see("18 face down", "5-5 bottom", "5-1>5-5 bottom")
    assert seen.lines[-1] == "Ann 5-1>5-5 = 11 out-of-turn"
    assert seen.asked == [("turn", ["Ann, out of turn", "Bob"])]
    seen.answer(1)
    assert seen.lines[-1] == "Bob 5-1>5-5 = 11"


@pytest.mark.parametrize("next_game", ["6-4", "lies 6-4, 4-1>6-4"])
def test_a_game_that_is_won_as_the_next_begins_has_its_winner(watched, next_game):
    """Nobody claimed the last ten, and all went on: nothing more fitted the record, for the rest of the evening."""
    seen = watched("all-fives", claims="call", target=10)
    seen.see("5-5")
    assert (seen.game.winner, seen.game.scores) == (None, {"Ann": 0, "Bob": 0})
    seen.see("cleared", next_game)
    assert (seen.game.winner, seen.game.scores) == ("Bob", {"Ann": 0, "Bob": 10}), "who saw it has the points"
    assert seen.asked == []
