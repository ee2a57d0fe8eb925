"""The end of a hand as the camera sees it: people are asked, and nothing scores without a yes."""

import pytest

from muggins.scorer.events import Correct, HandStarted, RecordError, RoundHand, TakeBack
from muggins.webapp.speech.announce import announce

SEATS = {"Ann": "bottom", "Bob": "top"}


def dealt(seen, ann, bob):
    """The camera's table in a game with so few tiles that the hand is soon over."""
    seen.session.tell(HandStarted("Ann", drawn={"Ann": ann, "Bob": bob}))
    return seen


def test_once_the_table_is_cleared_the_tiles_left_are_asked_for(watched, tell):
    seen = watched()
    seen.see("5-5", "5-0>5-5", "cleared")
    assert seen.asked == [("hand-end", ["The hand goes on", "The plays were taken back"])]
    seen.session.tell(tell("left Ann: 6-6, Bob:"))
    assert seen.lines[3:] == ["hand to Bob"]
    assert seen.asked == []


def test_the_next_hand_goes_on_while_the_tiles_left_are_unknown(watched, tell):
    """It used to wait for them, and `muggins watch`, which nobody can answer, scored one hand only."""
    seen = watched()
    seen.see("5-5", "5-0>5-5", "cleared", "6-4", "6-1>6-4")
    assert seen.lines[3:] == ["hand to None", "Bob sets", "Bob 6-4 = 10 (2)", "Ann 6-1>6-4 = 5 (1)"]
    assert seen.game.pending_hand_ends == (5,)

    seen.session.tell(Correct(of=5, said=tell("left Ann: 6-6, Bob:")))

    assert seen.game.pending_hand_ends == ()
    assert seen.game.scores == {"Ann": 3, "Bob": 6}


def test_a_hand_that_only_seemed_cleared_goes_on(watched):
    seen = watched()
    seen.see("5-5", "5-0>5-5", "cleared", "lies 5-0, 5-5>5-0", "5-1>5-5")
    assert seen.lines[-1] == "Ann 5-1>5-5 = 1"
    assert seen.asked == []


def test_somebody_says_that_the_hand_goes_on_although_the_table_seemed_cleared(watched):
    seen = watched()
    seen.see("5-5", "5-0>5-5", "cleared")
    seen.answer(0)
    seen.see("5-1>5-5")
    assert seen.lines[-1] == "Ann 5-1>5-5 = 1"
    assert seen.asked == []


def test_plays_that_were_taken_up_at_once_are_taken_back_and_the_hand_begins_anew(watched):
    """Two tiles laid and taken up are a cleared table. Both plays stayed, and nothing that was laid then fitted."""
    seen = watched(seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5 top", "cleared")
    (asked,) = seen.session.snapshot.questions
    with pytest.raises(RecordError, match="the host says whether the hand is over"):
        seen.session.answer(asked.id, 1, "seat Bob")
    seen.answer(1)
    assert seen.game.layout.is_empty
    assert seen.asked == []
    seen.see("6-4 top")
    assert [play.player for play in seen.game.hand_in_play.plays] == ["Bob"]
    assert seen.game.pending_hand_ends == ()


def test_who_takes_back_all_plays_by_hand_is_not_asked_for_the_tiles_left(watched):
    seen = watched()
    seen.see("5-5", "5-0>5-5", "cleared")
    seen.session.tell(TakeBack())
    assert seen.asked == [("hand-end", ["The hand goes on", "The plays were taken back"])]
    seen.session.undo()
    seen.answer(1)
    assert seen.game.layout.is_empty
    seen.session.undo()
    seen.session.undo()
    seen.see("cleared")
    seen.session.tell(TakeBack())
    seen.session.tell(TakeBack())
    assert seen.asked == []


def test_nobody_has_taken_back_all_plays_where_somebody_may_have_gone_out(watched):
    seen = dealt(watched(), 1, 1)
    seen.see("5-5", "5-0>5-5", "cleared")
    assert seen.asked == [("hand-end", ["The hand goes on"])]


def test_a_player_cannot_say_that_the_hand_is_over(watched):
    """Whoever held a seat answered yes for all, and the points of the hand were given."""
    seen = dealt(watched(seats=SEATS), 2, 1)
    seen.see("5-5 bottom", "5-0>5-5 top", "up bottom 6-6")
    (asked,) = seen.session.snapshot.questions
    with pytest.raises(RecordError, match="the host says whether the hand is over"):
        seen.session.answer(asked.id, 0, "seat Bob")
    assert seen.session.snapshot.questions == (asked,)
    assert seen.session.answer(asked.id, 0, "desk")[-1].event.by == "desk"


def test_people_are_asked_before_a_hand_ends_as_it_cannot(watched, tell):
    """Bob was scored as out with four tiles in his hand, and nobody heard a word of it."""
    seen = watched("block", seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5")
    assert seen.session.tell(tell("left Ann: 6-6 6-2, Bob:"), is_sure=False) == ()
    [question] = seen.session.snapshot.questions
    assert str(question.text) == "That cannot be: cannot be out. Is the hand over? Ann: 6-6 6-2; Bob: none."
    assert seen.game.hand_in_play
    seen.answer(0)
    assert seen.lines[-1] == "hand to Bob"
    assert seen.asked == []


def test_people_are_asked_before_a_correction_ends_a_hand_as_it_cannot(watched, tell):
    """What the page asked at the end of a hand it did not ask when the tiles left, or a play, were put right later."""
    seen = watched("block", seats=SEATS, options={"tiles": "2:1"})
    seen.see("5-5 bottom")
    seen.session.tell(tell("left Ann:, Bob: 5-0"))
    wrong = Correct(of=4, said=tell("left Ann: 6-6, Bob:"))
    assert seen.session.tell(wrong, is_sure=False) == ()
    [question] = seen.session.snapshot.questions
    assert str(question.text) == "That cannot be: cannot be out. Is it right all the same? Ann: 6-6; Bob: none."
    seen.answer(1)
    assert seen.game.scores == {"Ann": 5, "Bob": 0}
    assert seen.session.tell(Correct(of=3, said=tell("Bob 5-5")), is_sure=False) == ()
    [question] = seen.session.snapshot.questions
    assert str(question.text) == "That cannot be: cannot be out. Is it right all the same? Ann: none; Bob: 5-0."
    seen.answer(0)
    assert [play.player for play in seen.game.hand.plays] == ["Bob"]
    assert seen.asked == []
    assert seen.session.tell(Correct(of=3, said=tell("Ann 5-5")), is_sure=False) != ()


def test_hands_turned_up_are_shown_for_a_yes_before_they_are_scored(watched):
    seen = dealt(watched(seats=SEATS), 2, 1)
    seen.see("5-5 bottom", "5-0>5-5 top", "up bottom 6-6")
    assert seen.asked == [("hand-end", ["Yes", "The hand goes on"])]
    assert "Ann: 6-6; Bob: none." in str(seen.session.snapshot.questions[0].text)
    assert seen.game.scores == {"Ann": 2, "Bob": 2}
    seen.answer(0)
    assert seen.lines[-1] == "hand to Bob"
    assert seen.game.scores == {"Ann": 2, "Bob": 4}


def test_what_is_asked_of_the_hands_grows_as_they_are_turned_up(watched):
    seen = dealt(watched("block", seats=SEATS), 2, 3)
    seen.see("5-5 bottom", "5-0>5-5 top", "up top 6-6, bottom 4-4", "up top 6-6 3-3, bottom 4-4", "cleared")
    [question] = seen.session.snapshot.questions
    assert str(question.text) == "The table was cleared. Is the hand over? Ann: 4-4; Bob: 6-6 3-3."
    seen.answer(0)
    assert seen.game.scores == {"Ann": 18, "Bob": 0}


def test_a_tile_face_up_while_the_other_player_still_holds_tiles_asks_nothing(watched):
    """After the first of Ann's five tiles, one face down was read as 4-2: `Is the hand over? Ann: none; Bob: 4-2`."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("6-1 bottom", "up top 4-2")
    assert seen.asked == []
    seen.see("cleared")
    [question] = seen.session.snapshot.questions
    assert str(question.text) == "The table was cleared. Is the hand over? Ann: not seen; Bob: 4-2."


def test_a_tile_face_up_before_each_player_is_no_end_while_they_hold_four(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("6-1 bottom", "1-0>6-1 top", "up top 4-2, bottom 3-3")
    assert seen.asked == []
    seen.see("up top 4-2 4-3 4-4, bottom 3-3 2-2 6-6 6-5")
    assert seen.asked == [("hand-end", ["Yes", "The hand goes on"])]


def test_watched_from_the_middle_of_a_hand_nobody_knows_how_many_tiles_are_held(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("lies 6-1, 1-0>6-1, 6-0>1-0, 6-6>6-0", "6-3>6-1 bottom", "up top 4-2")
    assert [kind for kind, _ in seen.asked] == ["hand-end"]


def test_one_tile_dropped_face_up_by_the_last_player_asks_nothing(watched):
    seen = watched(seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5 top", "up top 6-6")
    assert seen.asked == []


def test_the_yes_may_come_when_the_next_hand_has_begun(watched):
    seen = dealt(watched(seats=SEATS), 2, 1)
    seen.see("5-5 bottom", "5-0>5-5 top", "up bottom 6-6", "cleared", "6-4 bottom")
    assert seen.asked == [("hand-end", ["Yes", "No"])]
    assert seen.game.scores == {"Ann": 4, "Bob": 2}
    seen.answer(0)
    assert (seen.game.scores, seen.asked) == ({"Ann": 4, "Bob": 4}, [])


def test_a_tile_taken_for_a_hand_turned_up_that_is_played_after_all_takes_the_question_back(watched):
    """`Is the hand over? Ann: none; Bob: 6-6` stayed on every screen after 6-6 had been recorded."""
    seen = dealt(watched(seats=SEATS), 2, 2)
    seen.see("5-2 bottom", "5-3>5-2 top", "6-2>5-2 bottom", "up top 6-6")
    assert [kind for kind, _ in seen.asked] == ["hand-end"]
    seen.see("6-6>6-2 top")
    assert seen.lines[-1] == "Bob 6-6>6-2 = 15 (3)"
    assert seen.asked == []


def test_a_last_play_seen_late_leaves_the_hands_that_were_turned_up(watched):
    seen = dealt(watched(seats=SEATS), 3, 2)
    seen.see("5-2 bottom", "5-3>5-2 top", "up bottom 6-6 4-0, top 1-1")
    [before] = seen.session.snapshot.questions
    seen.see("6-2>5-2 bottom")
    assert seen.session.snapshot.questions == (before,)


def test_the_points_of_the_last_hand_are_still_asked_for_while_the_next_is_played(watched):
    seen = watched(seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5 top", "up bottom 6-6, top 1-1", "cleared", "6-4 bottom")
    asked = seen.session.snapshot.questions
    assert [one.kind for one in asked] == ["hand-end"]
    seen.see("6-1>6-4 top")
    assert seen.session.snapshot.questions == asked


def test_in_a_game_of_rounds_the_camera_records_nothing(watched):
    """Tiles are laid and turned up before the camera all evening: only the hands that people enter count."""
    seen = watched("by-hands", seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5 top", "cleared", "up top 6-6, bottom 4-4")
    assert seen.asked == []
    assert len(seen.game.record) == 1
    seen.session.enter_hand(RoundHand("Ann", points=12))
    assert seen.game.scores == {"Ann": 12, "Bob": 0}


def test_four_partners_turn_their_tiles_up_and_one_tap_scores_the_blocked_hand(watched):
    """Dee holds 4-0, Cid 3-0, Bob 2-0 and 1-1, Ann 3-1 and 1-0: 16 pips, and 25 for the passes after Cid's play."""
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top", "Dee": "right"}
    table = watched("dominican", "Ann Bob Cid Dee", seats=seats, options={"tiles": "4:2"})
    table.see("6-6 right", "6-5>6-6 top", "up right 4-0, top 3-0, left 2-0 1-1, bottom 3-1 1-0")
    (question,) = table.session.snapshot.questions
    assert str(question.text) == "Is the hand over? Dee: 4-0; Cid: 3-0; Bob: 2-0 1-1; Ann: 3-1 1-0."
    table.session.answer(question.id, 0)
    assert table.lines[3:6] == ["Bob passes (concluded)", "Ann passes (concluded)", "Dee passes (concluded)"]
    assert table.game.scores == {"Ann+Cid": 25 + 16, "Bob+Dee": 0}


def test_a_capicua_is_called_out_in_the_tables_language_after_one_tap(watched):
    """Dee goes out with 5-3, which fits both ends; 3-0, 2-0 and 1-0 are left."""
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top", "Dee": "right"}
    table = watched("dominican", "Ann Bob Cid Dee", seats=seats, options={"tiles": "4:2"})
    table.see("6-6 right", "6-5>6-6 top", "6-4>6-6 left", "4-3>6-4 bottom", "5-3>6-5 right")
    table.see("up top 3-0, left 2-0, bottom 1-0")
    (question,) = table.session.snapshot.questions
    table.session.answer(question.id, 0)
    assert table.game.scores == {"Ann+Cid": 0, "Bob+Dee": 25 + 6}
    said = announce(table.game, "es")
    assert "¡Capicúa! Son veinticinco puntos para Bob y Dee." in said
