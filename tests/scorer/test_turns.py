"""Who played: the order of turns, the side of the arm, inferred draws and passes, and corrections by people."""

from muggins.scorer.events import Correct

SEATS = {"Ann": "bottom", "Bob": "top"}


def test_the_side_of_the_arm_names_the_player_and_a_skipped_player_took_a_tile(watched):
    """The hand of the recorded game: Bob sets, and later cannot play while Ann plays twice."""
    table = watched("all-fives", seats=SEATS)
    table.see("6-4 top", "4-1>6-4 bottom", "6-0>6-4 top", "3-1>4-1 bottom", "5-3>3-1 bottom", "5-5>5-3 top")
    assert table.lines == [
        "Bob sets",
        "Bob 6-4 = 10 (10)",
        "Ann 4-1>6-4 = 7",
        "Bob 6-0>6-4 = 1",
        "Ann 3-1>4-1 = 3",
        "Bob draws 1 (concluded)",
        "Ann 5-3>3-1 = 5 (5)",
        "Bob 5-5>5-3 = 10 (10)",
    ]
    assert table.game.scores == {"Ann": 5, "Bob": 20}


def test_a_skipped_player_has_passed_in_a_game_without_drawing(watched):
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top"}
    table = watched("block", "Ann Bob Cid", seats=seats)
    table.see("6-4 bottom", "4-1>6-4 bottom")
    assert table.lines[2:] == ["Bob passes (concluded)", "Cid passes (concluded)", "Ann 4-1>6-4 = 7"]


def test_a_player_who_must_draw_until_able_empties_the_boneyard_before_passing(watched):
    table = watched(seats=SEATS)
    table.see("6-4 bottom", "6-5>6-4 bottom", "5-1>6-5 bottom")
    assert table.lines[2:] == [
        "Bob draws 16 (concluded)",
        "Bob passes (concluded)",
        "Ann 6-5>6-4 = 9",
        "Bob passes (concluded)",
        "Ann 5-1>6-5 = 5 (1)",
    ]


def test_every_event_carries_its_time_and_who_reported_it(watched, tell):
    table = watched()
    table.see("6-4", "4-1>6-4")
    [logged] = table.session.tell(tell("Ann 1-0>4-1"))
    assert [(event.t, event.by) for event in table.game.record[2:4]] == [(1.0, "camera"), (2.0, "camera")]
    assert logged.event.by == "table"
    assert logged.event.t >= 2.0


def test_the_players_take_turns_to_set(watched, tell):
    table = watched("all-fives", "Ann Bob Cid")
    table.see("5-5", "5-0>5-5")
    table.session.tell(tell("left Ann: 6-6, Bob:, Cid: 1-0"))
    table.see("cleared", "6-4")
    assert table.lines[-2:] == ["Bob sets", "Bob 6-4 = 10 (10)"]


def test_claims_and_calls_of_muggins_are_entered_by_hand(watched, tell):
    table = watched("all-fives", claims="call")
    table.see("5-5")
    table.session.tell(tell("Ann claims 10"))
    table.see("5-0>5-5")
    table.session.tell(tell("Ann calls"))
    assert table.game.scores == {"Ann": 20, "Bob": 0}


def test_a_play_entered_by_hand_implies_skipped_turns_as_one_seen_by_the_camera_does(watched, tell):
    table = watched("all-fives")
    table.session.tell(tell("Bob 6-4"))
    table.session.tell(tell("Bob 6-0>6-4"))
    assert table.lines == ["Bob sets", "Bob 6-4 = 10 (10)", "Ann draws 1 (concluded)", "Bob 6-0>6-4 = 4"]


def test_moving_a_play_to_another_player_removes_the_draw_inferred_before_it(watched, tell):
    """The arm was wrongly taken for Ann's, so a draw was inferred for Bob. The correction removes that draw too."""
    table = watched("all-fives", seats=SEATS)
    table.see("6-4 bottom", "6-0>6-4 bottom")
    assert table.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]
    table.session.tell(Correct(of=5, said=tell("Bob 6-0>6-4")))
    assert table.lines[2:] == ["Bob 6-0>6-4 = 4"]
    table.session.tell(Correct(of=table.game.standing()[-1].number, said=tell("Ann 6-0>6-4")))
    assert table.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]


def test_a_correction_of_an_earlier_play_computes_later_plays_again(watched, tell):
    table = watched("all-fives")
    table.see("6-4", "6-1>6-4", "1-0>6-1")
    table.session.tell(Correct(of=4, said=tell("Bob 6-2>6-4")))
    assert table.lines[2:] == ["Bob 6-2>6-4 = 6", "Ann 1-0>6-2 = 4 misplay"]


def test_undo_removes_the_last_event(watched, tell):
    table = watched()
    table.see("5-5", "5-0>5-5")
    table.session.tell(tell("left Ann: 6-6, Bob:"))
    table.session.undo()
    assert table.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert table.game.scores == {"Ann": 2, "Bob": 2}
