"""What the camera sees becomes events and questions: hands under way, draws, plays out of turn."""

from typing import get_args

import pytest

from muggins.scorer.events import Correct, Draw, Play, TakeBack
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.record import event_to_json, parse_event
from muggins.scorer.reports.svg_placement import place_tiles
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import (
    CameraMoved,
    Cleared,
    DoubtRaised,
    DoubtSettled,
    Drawn,
    HandsRevealed,
    LayoutFound,
    Missing,
    Played,
    Reread,
    Settled,
    TableEvent,
    TakenBack,
)
from muggins.vision.types import Doubt, TableState
from muggins.webapp.session.interpret import Notes, interpret

SEATS = {"Ann": "bottom", "Bob": "top"}


def test_in_the_middle_of_a_hand_the_layout_is_taken_as_it_lies_and_it_is_asked_whose_turn_it_is(watched):
    seen = watched("all-fives")
    seen.see("lies 5-5, 5-0>5-5, 5-1>5-5")
    assert seen.asked == [("turn", ["Ann", "Bob"])]
    assert (seen.game.hand.count, seen.game.scores) == (1, {"Ann": 0, "Bob": 0})
    seen.answer(1)
    seen.see("4-0>5-0")
    assert seen.lines == ["Bob sets", "Bob 4-0>5-0 = 5 (5)"]


def test_the_first_play_on_a_layout_taken_as_it_lies_shows_whose_turn_it_was(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("lies 5-5, 5-0>5-5, 5-1>5-5", "4-0>5-0 top", "2-1>5-1 bottom")
    assert seen.lines == ["Bob sets", "Bob 4-0>5-0 = 5 (5)", "Ann 2-1>5-1 = 6"]
    assert seen.asked == []


def test_a_misread_tile_of_a_layout_taken_as_it_lies_is_put_right(watched):
    """It stayed what it was read as, and whoever said what it is was told that it may lie in several places."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("lies 5-5, 5-0>5-5, 5-1>5-5, 2-1>5-1", "5-1 is 5-2")
    assert str(seen.game.layout) == "5-5, 5-0>5-5, 5-2>5-5, 2-1>5-2"
    seen.doubt("value", "5-0", "5-0", "5-3")
    seen.answer(1)
    assert str(seen.game.layout) == "5-5, 5-3>5-5, 5-2>5-5, 2-1>5-2"
    seen.see("5-3 is 5-4")
    assert str(seen.game.layout) == "5-5, 5-3>5-5, 5-2>5-5, 2-1>5-2", "people have named it"
    seen.session.undo()
    assert str(seen.game.layout) == "5-5, 5-0>5-5, 5-2>5-5, 2-1>5-2"


def test_where_side_and_end_of_the_spinner_are_open_people_say_which_one_a_tile_touches(watched):
    """The camera tells which tiles touch, and not where. What was scored meanwhile is put right by the answer."""
    seen = watched("sniff", options={"spinner-ends": "any-time"})
    seen.see("6-4", "4-4>6-4")
    assert seen.lines == ["Ann sets", "Ann 6-4 = 10 (2)", "Bob 4-4>6-4 = 14"]
    assert seen.asked == [("endwise", ["Its side", "Its end"])]
    seen.answer(1)
    seen.see("4-1>4-4")
    seen.answer(0)
    seen.see("5-4>4-4", "4-0>4-4")
    assert seen.lines[2:4] == ["Bob 4-4>6-4^ = 10 (2)", "Ann 4-1>4-4 = 11"]
    assert [kind for kind, _ in seen.asked] == ["endwise"]  # about the 5-4: then its sides are taken


def test_in_any_other_game_nobody_is_asked_what_part_of_a_double_a_tile_touches(watched):
    seen = watched("sniff")
    seen.see("6-4", "4-4>6-4", "4-1>4-4", "5-4>4-4")
    assert seen.asked == []


@pytest.mark.parametrize(("tile", "count"), [("5-0", "10 (10)"), ("5-1", "11")])
def test_a_tile_picked_up_and_put_back_or_exchanged_is_still_its_players_and_nobody_is_asked(tile, count, watched):
    """Ann's arm rested beside the tile while Bob put it straight, and it became her play."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5 top", "gone 5-0", f"{tile}>5-5 bottom")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (10)", f"Bob {tile}>5-5 = {count}"]
    assert seen.asked == []


def test_a_tile_that_comes_back_much_later_is_whoevers_arm_lays_it(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "5-0>5-5 top", "gone 5-0")
    seen.time += 60.0
    seen.see("5-0>5-5 bottom")
    assert seen.lines[-1] == "Ann 5-0>5-5 = 10 (10)"


def test_the_hand_that_is_over_and_still_lies_there_does_not_begin_again(watched, tell):
    seen = watched()
    seen.see("5-5", "5-0>5-5")
    seen.session.tell(tell("left Ann: 6-6, Bob:"))
    seen.see("lies 5-0, 5-5>5-0")
    assert seen.lines[-1] == "hand to Bob"


def test_a_table_that_is_seen_first_and_may_be_that_of_the_record_is_asked_about_once(watched):
    """Half of the layout had another place, and nobody had said so."""
    seen = watched("all-fives")
    seen.see("5-5", "5-0>5-5", "lies 6-4, 4-0>6-4, 5-0>4-0", "lies 6-4, 4-0>6-4, 5-0>4-0")
    assert seen.asked == [("differs", ["A new hand has begun", "The hand goes on"])]
    assert len(seen.lines) == 3
    seen.answer(0)
    seen.see("lies 6-4, 4-0>6-4, 5-0>4-0")
    assert seen.lines[-2:] == ["hand to None", "Bob sets"]
    assert seen.game.layout == Layout.parse("6-4, 4-0>6-4, 5-0>4-0")


OLD = ["5-5 bottom", "5-0>5-5", "4-0>5-0"]
OLD_LAYOUT = "5-5, 5-0>5-5, 4-0>5-0"
NEW = "lies 6-4, 4-1>6-4, 6-2>6-4"


@pytest.fixture
def second_hand(watched):
    """The table was cleared while nobody watched, and when somebody does the second hand lies there."""
    seen = watched("all-fives", seats=SEATS)
    seen.see(*OLD, NEW)
    return seen


def test_a_second_hand_that_lies_there_goes_on_and_it_is_asked_whose_turn_it_is(second_hand):
    """Nothing of the second hand was recorded until somebody looked at a screen and said that it had begun."""
    assert second_hand.lines[-2:] == ["hand to None", "Bob sets"]
    assert second_hand.game.pending_hand_ends, "the tiles left in the first hand are unknown"
    assert second_hand.asked == [("turn", ["Ann", "Bob", "The old hand goes on"])]
    second_hand.see("2-0>6-2 bottom")
    assert second_hand.lines[-2:] == ["Ann sets", "Ann 2-0>6-2 = 1"]
    assert second_hand.asked == []


@pytest.mark.parametrize("how", ["undo", "answer"])
def test_the_old_hand_goes_on_where_people_say_so_at_once_and_whatever_is_seen_then(how, second_hand):
    """The camera had been turned to another table."""
    {"undo": second_hand.session.undo, "answer": lambda: second_hand.answer(2)}[how]()
    assert second_hand.game.hand_in_play.layout == Layout.parse(OLD_LAYOUT)
    assert second_hand.asked == []
    second_hand.see(NEW)
    assert second_hand.lines[-1] == "Ann 4-0>5-0 = 14"
    assert [kind for kind, _ in second_hand.asked] == ["differs"]
    second_hand.see("cleared", NEW)
    assert second_hand.lines[-1] == "Ann 4-0>5-0 = 14"
    second_hand.session.redo()
    assert second_hand.lines[-2:] == ["hand to None", "Bob sets"]


def test_undo_takes_back_who_is_to_play_before_the_second_hand(second_hand):
    second_hand.answer(0)
    assert second_hand.lines[-2:] == ["hand to None", "Ann sets"]
    second_hand.session.undo()
    assert second_hand.lines[-2:] == ["hand to None", "Bob sets"]
    second_hand.session.undo()
    assert second_hand.lines[-1] == "Ann 4-0>5-0 = 14"


def test_a_camera_that_is_turned_back_to_the_old_hand_begins_no_third(second_hand):
    second_hand.see(f"lies {OLD_LAYOUT}")
    assert second_hand.game.layout == Layout.parse(NEW.removeprefix("lies"))
    second_hand.answer(2, 0)
    assert second_hand.game.hand_in_play.layout == Layout.parse(OLD_LAYOUT)


@pytest.mark.parametrize(
    "lying",
    [
        "5-5, 5-2>5-5, 5-3>5-5, 3-3>5-3",
        "4-0, 5-0>4-0, 4-4>4-0, 4-1>4-4, 6-1>4-1",
        "5-1, 6-5>5-1",
        "4-2, 6-2>4-2",
    ],
    ids=["the recorded set lies there", "two tiles still touch", "pushed together", "two tiles"],
)
def test_a_layout_that_may_be_the_recorded_one_is_asked_about(lying, watched):
    seen = watched("all-fives")
    seen.see("5-5", "5-0>5-5", "4-0>5-0", "5-1>5-5", "6-5>5-5", "6-4>6-5", "4-3>4-0", f"lies {lying}")
    assert len(seen.lines) == 8
    assert [kind for kind, _ in seen.asked] == ["differs"]


LONG = "6-6, 6-5>6-6, 6-4>6-6, 5-5>6-5, 4-4>6-4, 5-4>5-5, 4-2>4-4, 4-1>5-4, 2-2>4-2, 1-1>4-1, 2-1>2-2, 3-1>1-1"


@pytest.mark.parametrize(
    ("lying", "is_plain"),
    [
        ("5-3, 3-3>5-3, 4-3>3-3, 4-2>4-3, 2-0>4-2", True),
        ("6-6, 6-1>6-6, 6-2>6-6, 2-2>6-2", True),
        ("4-1, 2-1>4-1, 2-2>2-1, 4-2>2-2, 4-4>4-2, 6-4>4-4", False),
        ("5-4, 4-4>5-4, 4-1>4-4, 2-1>4-1, 4-2>4-4, 3-2>4-2, 6-3>3-2", False),
        ("5-4, 4-1>5-4, 3-1>4-1", False),
        ("2-1, 6-1>2-1, 6-2>6-1", False),
        ("6-4, 5-4>6-4, 4-1>6-4, 2-1>4-1, 2-0>2-1, 3-0>2-0, 5-3>3-0, 5-1>5-3", True),
        ("4-4, 5-4>4-4, 4-1>4-4, 6-5>5-4, 2-1>4-1, 4-2>2-1, 6-4>6-5", True),
    ],
    ids=["others", "the set again", "as recorded", "in part", "two touch", "three", "many elsewhere", "the same tiles"],
)
def test_after_a_long_hand_a_layout_is_plainly_another_by_what_is_gone_and_what_touches(lying, is_plain, watched):
    """After long hands few tiles are new, and a second hand that plainly lay there was asked about."""
    seen = watched("all-fives", seats=SEATS)
    first, *others = LONG.split(", ")
    seen.see(f"{first} bottom", *others, f"lies {lying}")
    assert [kind for kind, _ in seen.asked] == (["turn"] if is_plain else ["differs"])
    if is_plain:
        assert seen.game.layout == Layout.parse(lying)
        seen.session.undo()
        assert seen.game.layout == Layout.parse(LONG)


def test_a_set_that_was_recorded_alone_may_have_been_misread(watched):
    seen = watched("all-fives")
    seen.see("6-1", "lies 5-2, 5-3>5-2, 6-2>5-2")
    assert seen.lines == ["Ann sets", "Ann 6-1 = 7"]
    assert [kind for kind, _ in seen.asked] == ["differs"]


def test_an_empty_table_after_it_was_cleared_does_not_end_the_hand(watched):
    """A watcher that was started anew saw nothing there either, and the hand was over unasked."""
    seen = watched("all-fives")
    seen.see("5-5", "5-0>5-5", "cleared", "lies")
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (10)"
    assert [kind for kind, _ in seen.asked] == ["hand-end"]


def test_whether_a_new_hand_has_begun_is_no_question_once_the_layout_is_found(watched):
    seen = watched()
    seen.see("5-5", "5-0>5-5", "lies 6-4, 4-1>6-4", "rests")
    assert seen.asked == []


def test_tiles_drawn_from_the_boneyard_are_recorded(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "drawn 1 top", "5-1>5-5 bottom", "drawn 1 bottom")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (10)", "Bob draws 1", "Ann 5-1>5-5 = 11"]


def test_a_draw_that_is_seen_right_after_it_was_concluded_is_the_same_draw(watched):
    """The boneyard was read late. A second draw passed the turn on, and the next plays went to the wrong players."""
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "5-1>5-5 bottom", "drawn 1 top", "6-5>5-5 top")
    assert seen.lines[2:] == ["Bob draws 1 (concluded)", "Ann 5-1>5-5 = 11", "Bob 6-5>5-5 = 7"]
    assert seen.asked == []


def test_a_draw_that_is_seen_a_while_after_a_play_is_another_draw(watched):
    seen = watched("all-fives", seats=SEATS)
    seen.see("5-5 bottom", "5-1>5-5 bottom", "rests", "drawn 1 top")
    assert seen.lines[2:] == ["Bob draws 1 (concluded)", "Ann 5-1>5-5 = 11", "Bob draws 1"]


def test_tiles_taken_into_the_hands_before_the_set_are_no_draws(watched):
    seen = watched(seats=SEATS)
    seen.see("drawn 5 bottom", "drawn 5 top", "5-5 bottom")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_while_there_are_tiles_to_draw_nobody_is_taken_to_have_passed(watched):
    """In Five-Up a player who cannot play draws until able. The boneyard is full, so the play is out of turn."""
    seen = watched(seats=SEATS)
    seen.see("18 face down", "5-5 bottom", "5-1>5-5 bottom")
    assert seen.lines[-1] == "Ann 5-1>5-5 = 11 out-of-turn"
    assert seen.asked == [("turn", ["Ann, out of turn", "Bob"])]
    seen.answer(1)
    assert seen.lines[-1] == "Bob 5-1>5-5 = 11"


def test_who_played_a_tile_is_no_question_once_it_is_taken_back(watched):
    """The question stayed, and its answer did not fit the record."""
    seen = watched(seats=SEATS)
    seen.see("18 face down", "5-5 bottom", "5-1>5-5 bottom")
    seen.session.undo()
    assert seen.asked == []


WHO = ("turn", ["Ann", "Bob"])


@pytest.fixture
def doubtful(watched):
    """Ann played 5-1 by her arm, which would have drawn all tiles for Bob: it is asked who did."""
    seen = watched(seats=SEATS)
    seen.see("6-4 bottom 1.0", "6-5>6-4 bottom 1.0 top 0.5", "5-1>6-5 top 1.0")
    assert (seen.lines[-1], seen.asked) == ("Ann 5-1>6-5 = 5 (1)", [WHO])
    return seen


def test_who_played_a_tile_stays_asked_when_the_next_is_laid(doubtful):
    """The question went with the next play, and the points stayed with whoever had been likeliest."""
    doubtful.see("1-0>5-1 top")
    assert doubtful.asked[0] == WHO
    doubtful.answer(1, 0)
    assert [line.split(" = ")[0] for line in doubtful.lines[3:]] == ["Bob 5-1>6-5", "Bob 1-0>5-1"]


def test_who_played_a_tile_says_nothing_of_which_it_is(doubtful):
    """It had been reread meanwhile, and the answer brought the misread one back."""
    doubtful.see("5-1 is 5-2")
    doubtful.answer(1)
    assert doubtful.lines[-1].startswith("Bob 5-2>6-5")


@pytest.mark.parametrize("next_game", ["6-4", "lies 6-4, 4-1>6-4"])
def test_a_game_that_is_won_as_the_next_begins_has_its_winner(watched, next_game):
    """Nobody claimed the last ten, and people played on: nothing fitted the record for the rest of the evening."""
    seen = watched("all-fives", claims="call", target=10)
    seen.see("5-5")
    assert (seen.game.winner, seen.game.scores) == (None, {"Ann": 0, "Bob": 0})
    seen.see("cleared", next_game)
    assert (seen.game.winner, seen.game.scores) == ("Bob", {"Ann": 0, "Bob": 10}), "who saw it has the points"
    assert seen.asked == []


def seen_by_camera(kind):
    """One event of each kind, at second 7."""
    tile = Tile(5, 1)
    return {
        CameraMoved: CameraMoved(7.0),
        Settled: Settled(TableState(7.0, (), Layout(), (), ())),
        DoubtRaised: DoubtRaised(7.0, Doubt("value", "5-1?", tile, ((tile, 0.6),))),
        DoubtSettled: DoubtSettled(7.0, tile),
        Cleared: Cleared(7.0),
        HandsRevealed: HandsRevealed(7.0, {"bottom": (Tile(6, 6),)}),
        LayoutFound: LayoutFound(7.0, Layout.parse("6-4, 6-1>6-4")),
        Played: Played(7.0, tile, Tile(5, 5)),
        Reread: Reread(7.0, Tile(5, 0), tile),
        TakenBack: TakenBack(7.0, Tile(5, 0)),
        Missing: Missing(7.0, Tile(5, 0)),
        Drawn: Drawn(7.0, 1, "bottom"),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "events", "questions"),
    [
        (CameraMoved, [], []),
        (Settled, [], []),
        (DoubtRaised, [], ["value"]),
        (Cleared, [], ["hand-end"]),
        (HandsRevealed, [], []),
        (DoubtSettled, [], []),
        (LayoutFound, [], ["differs"]),
        (Played, [Play], []),
        (Reread, [Correct], []),
        (TakenBack, [TakeBack], []),
        (Missing, [], ["gone"]),
        (Drawn, [Draw], []),
    ],
)
def test_every_kind_of_table_event_has_an_interpretation(start, played, kind, events, questions):
    game = played(start(seats=SEATS), "Ann sets", "Ann 5-5", "Bob 5-0>5-5")
    found = interpret(game, seen_by_camera(kind), Notes())
    assert [type(event) for event in found.events] == events
    assert [question.kind for question in found.questions] == questions
    assert kind in get_args(TableEvent)


def test_no_kind_of_table_event_is_forgotten():
    assert {type(seen_by_camera(kind)) for kind in get_args(TableEvent)} == set(get_args(TableEvent))


@pytest.mark.parametrize("kind", get_args(TableEvent))
def test_while_nothing_counts_the_camera_changes_neither_the_record_nor_the_questions(kind):
    """The game is won, or somebody has asked for a pause; a bump is noted all the same."""
    found = interpret(None, seen_by_camera(kind), Notes())
    assert (found.events, found.questions) == ((), ())
    assert found.notes == Notes(is_bumped=kind is CameraMoved)


def test_a_table_that_does_not_fit_the_record_is_one_question(start, played):
    """Each tile on one that could not be recorded was a question of its own."""
    found = interpret(
        played(start(), "Ann sets"), LayoutFound(7.0, Layout.parse("9-9, 9-1>9-9, 8-1>9-1")), Notes(boneyard=14)
    )
    assert [question.kind for question in found.questions] == ["cannot"]


def test_what_does_not_fit_the_record_is_a_question_and_leaves_the_notes(start, played):
    game = played(start(), "Ann sets", "Ann 5-5")
    notes = Notes(boneyard=14)
    found = interpret(game, Played(7.0, Tile(6, 1), Tile(6, 4)), notes)
    assert (found.events, found.notes) == ((), notes)
    [question] = found.questions
    assert (question.kind, question.tile) == ("cannot", Tile(6, 1))
    assert str(question.text).startswith("6-1 was seen, but it does not fit the record: ")


def test_tiles_that_were_laid_unwatched_are_drawn_as_they_lie(played, start):
    lying = Layout().lay(Placement(Tile(6, 4), angle=270)).lay(Placement(Tile(6, 1), Tile(6, 4), angle=90))
    game = played(start(), "Ann sets")
    plays = [event for event in interpret(game, LayoutFound(7.0, lying), Notes()).events if isinstance(event, Play)]
    assert [(play.player, play.tile, play.angle) for play in plays] == [
        ("Ann", Tile(6, 4), 270),
        ("Bob", Tile(6, 1), 90),
    ]


def test_a_hand_under_way_is_drawn_alike_before_and_after_a_restart(played, start):
    """Until the next start it lay as in the picture, and then otherwise: the record keeps its tiles alone."""
    lying = Layout().lay(Placement(Tile(6, 4), angle=270)).lay(Placement(Tile(6, 1), Tile(6, 4), angle=90))
    *_, started = interpret(played(start()), LayoutFound(7.0, lying), Notes()).events
    kept = parse_event(event_to_json(started))
    assert place_tiles(kept.layout) == place_tiles(started.layout)
