"""Whose play it was: the order of turns, the side of the arm, passes that are concluded, and what people correct."""

from muggins.scorer.events import Correct

SEATS = {"Ann": "bottom", "Bob": "top"}


def test_the_side_of_the_arm_names_the_player_and_who_is_skipped_took_a_tile(watched):
    """The hand of the recorded game: Bob sets, and later cannot play while Ann plays twice."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("6-4 top", "4-1>6-4 bottom", "6-0>6-4 top", "3-1>4-1 bottom", "5-3>3-1 bottom", "5-5>5-3 top")
    assert seen.lines == [
        "Bob sets",
        "Bob 6-4 = 10 (10)",
        "Ann 4-1>6-4 = 7",
        "Bob 6-0>6-4 = 1",
        "Ann 3-1>4-1 = 3",
        "Bob draws 1 (concluded)",
        "Ann 5-3>3-1 = 5 (5)",
        "Bob 5-5>5-3 = 10 (10)",
    ]
    assert seen.game.scores == {"Ann": 5, "Bob": 20}


def test_who_passes_in_a_game_without_drawing_is_concluded_from_the_order(watched):
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top"}
    seen = watched("block", "Ann Bob Cid", seats=seats)
    seen.see("6-4 bottom", "4-1>6-4 bottom")
    assert seen.lines[2:] == ["Bob passes (concluded)", "Cid passes (concluded)", "Ann 4-1>6-4 = 7"]


def test_who_must_draw_until_able_has_emptied_the_boneyard_before_a_pass(watched):
    seen = watched(seats=SEATS)
    seen.see("6-4 bottom", "6-5>6-4 bottom", "5-1>6-5 bottom")
    assert seen.lines[2:] == [
        "Bob draws 16 (concluded)",
        "Bob passes (concluded)",
        "Ann 6-5>6-4 = 9",
        "Bob passes (concluded)",
        "Ann 5-1>6-5 = 5 (1)",
    ]


def test_every_event_carries_the_seconds_of_the_video_and_who_told_it(watched, tell):
    seen = watched()
    seen.see("6-4", "4-1>6-4")
    [told] = seen.session.tell(tell("Ann 1-0>4-1"))
    assert [(event.t, event.by) for event in seen.game.record[2:4]] == [(1.0, "camera"), (2.0, "camera")]
    assert told.event.by == "table"
    assert told.event.t >= 2.0


def test_after_a_hand_the_turn_to_set_goes_round(watched, tell):
    seen = watched("all-fives", "Ann Bob Cid")
    seen.see("5-5", "5-0>5-5")
    seen.session.tell(tell("left Ann: 6-6, Bob:, Cid: 1-0"))
    seen.see("cleared", "6-4")
    assert seen.lines[-2:] == ["Bob sets", "Bob 6-4 = 10 (10)"]


def test_claims_and_muggins_are_said_by_hand(watched, tell):
    seen = watched("all-fives", claims="call")
    seen.see("5-5")
    seen.session.tell(tell("Ann claims 10"))
    seen.see("5-0>5-5")
    seen.session.tell(tell("Ann calls"))
    assert seen.game.scores == {"Ann": 20, "Bob": 0}


def test_a_play_by_hand_skips_players_as_the_cameras_do(watched, tell):
    seen = watched("all-fives")
    seen.session.tell(tell("Bob 6-4"))
    seen.session.tell(tell("Bob 6-0>6-4"))
    assert seen.lines == ["Bob sets", "Bob 6-4 = 10 (10)", "Ann draws 1 (concluded)", "Bob 6-0>6-4 = 4"]


def test_a_play_given_to_another_player_takes_the_concluded_pass_along(watched, tell):
    """The arm was taken for Ann's: the pass that was made up for Bob must not stay behind."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("6-4 bottom", "6-0>6-4 bottom")
    assert seen.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]
    seen.session.tell(Correct(of=5, said=tell("Bob 6-0>6-4")))
    assert seen.lines[2:] == ["Bob 6-0>6-4 = 4"]
    seen.session.tell(Correct(of=seen.game.standing()[-1].number, said=tell("Ann 6-0>6-4")))
    assert seen.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]


def test_a_correction_of_an_earlier_play_reworks_what_came_after(watched, tell):
    seen = watched("all-fives")
    seen.see("6-4", "6-1>6-4", "1-0>6-1")
    seen.session.tell(Correct(of=4, said=tell("Bob 6-2>6-4")))
    assert seen.lines[2:] == ["Bob 6-2>6-4 = 6", "Ann 1-0>6-2 = 4 misplay"]


def test_undo_takes_back_whatever_came_last(watched, tell):
    seen = watched()
    seen.see("5-5", "5-0>5-5")
    seen.session.tell(tell("left Ann: 6-6, Bob:"))
    seen.session.undo()
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert seen.game.scores == {"Ann": 2, "Bob": 2}
