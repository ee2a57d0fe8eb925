"""What people say is what lies there: a camera may go on misreading, and people know better."""

from dataclasses import replace

import pytest
from evening import LAID, SIDES, Evening
from stories import STEP, Story

from muggins.scorer.events import Correct, Play, TakeBack
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

MISREAD = {"6-2": ("2-0", 0.55)}


@pytest.fixture(scope="module")
def begun():
    """A story watched up to its last frame: its shots, the watcher, the reader, and what was seen."""
    story = Story(LAID).lay("bottom", "5-2").lay("top", "5-3").reach("bottom", "6-2", misread=MISREAD).rest(12)
    story.shots[-17:] = [replace(shot, misread=MISREAD) for shot in story.shots[-17:]]
    shots, watcher = story.shots, story.make_watcher(sides=SIDES)
    story.shots = shots[:-1]
    happenings = [happening for frame in story.frames() for happening in watcher.update(frame)]
    story._reader.story = None
    return shots, watcher, story._reader, happenings


@pytest.fixture
def misread(start, begun):
    """6-2 lies on 5-2, is taken for 2-0, and asked about."""
    return Evening(start).begin(*begun)


def test_a_tile_misread_is_recorded_as_it_is_read_and_asked_about(misread):
    """The next tests start from this."""
    assert misread.watched()[-1] == "Ann 2-0>5-2"
    assert misread.asked == ["value"]


def test_after_an_answer_the_layout_shown_agrees_with_the_record(misread):
    """The overlay went on showing 2-0 although people had said 6-2."""
    misread.say(lambda: misread.answer("6-2")).story.rest(2)
    misread.watched()
    assert misread.shown.layout == misread.game.hand.layout == Layout.parse("5-2, 5-3>5-2, 6-2>5-2")
    assert Tile.parse("2-0") not in misread.shown.tiles


def test_after_an_answer_the_next_tile_laid_on_it_is_recorded_at_once(misread):
    """6-6 on 6-2 was taken for a hand turned up, since 2-0 was taken to lie there."""
    misread.say(lambda: misread.answer("6-2")).story.rest(5).lay("top", "6-6").rest(3)
    clear = (len(misread.story.shots) - 8) * STEP
    assert misread.watched() == ["Ann 5-2", "Bob 5-3>5-2", "Ann 6-2>5-2", "Bob 6-6>6-2"]
    assert misread.asked == []
    assert misread.game.hand.plays[-1].t - clear <= 0.8


def test_a_tile_laid_against_one_that_was_misread_answers_what_it_is(misread):
    """6-6 was no play on 2-0, and people were asked about both."""
    misread.story.lay("top", "6-6").rest(25)
    assert misread.watched()[-2:] == ["Ann 6-2>5-2", "Bob 6-6>6-2"]
    assert misread.asked == []


def with_glare(start, sure):
    """Half of a 4-1 that Ann lays is burnt out and read as 2-1; then Bob lays 5-4 against it."""
    evening = Evening(start, "1-1, 4-1>1-1, 5-4>4-1")
    places = evening.story.places
    places["5-4"] = replace(places["5-4"], pips=places["5-4"].pips.round())
    evening.story.lay("top", "1-1").rest(5, misread={"4-1": ("2-1", sure)}).lay("bottom", "4-1").lay("top", "5-4")
    return evening


def test_a_half_in_glare_is_known_by_what_is_laid_against_it(start):
    """Half of a 4-1 was burnt out and read as 2-1. It stayed that, and what was laid against the 4 was lost."""
    evening = with_glare(start, 0.8)
    laid = len(evening.story.shots) * STEP
    evening.story.rest(20)
    assert evening.watched() == ["Bob 1-1", "Ann 4-1>1-1", "Bob 5-4>4-1"]
    assert evening.game.hand.plays[-1].t <= laid + 2
    assert evening.asked == []


def test_where_a_half_in_glare_leaves_it_open_people_are_asked_with_both_answers(start):
    evening = with_glare(start, 0.97)
    evening.story.rest(20)
    assert evening.watched()[-1] == "Ann 2-1>1-1"
    [question] = evening.session.snapshot.questions
    assert (question.kind, [str(choice.tile) for choice in question.choices]) == ("value", ["4-1", "2-1"])
    evening.story.shots = evening.story.shots[-1:] * 5
    evening.say(lambda: evening.answer("4-1")).story.rest(10)
    assert evening.watched()[-2:] == ["Ann 4-1>1-1", "Bob 5-4>4-1"]
    assert evening.asked == []


def test_a_question_is_withdrawn_once_the_table_answers_it(misread):
    """2-0 it is after all: the glare is gone."""
    misread.story.rest(900, misread={"6-2": ("2-0", 0.995)})
    assert misread.watched()[-1] == "Ann 2-0>5-2"
    assert misread.asked == []


def test_what_people_said_outlasts_any_number_of_readings(misread):
    """It does so however surely the tile is read as another, and whatever moves over it."""
    sure = {"6-2": ("2-0", 0.95)}
    misread.say(lambda: misread.answer("6-2")).story.rest(5, misread=sure)
    misread.story.reach("top", "6-2", {}).rest(40)
    assert misread.watched() == ["Ann 5-2", "Bob 5-3>5-2", "Ann 6-2>5-2"]
    assert misread.shown.layout == misread.game.hand.layout


def begun_hand(start):
    """Three tiles lie there and are recorded, and the camera is started anew."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").lay("bottom", "6-2").rest(5)
    evening.watched()
    evening.story.shots = evening.story.shots[-1:]
    return evening


BEGUN = ["Ann 5-2", "Bob 5-3>5-2", "Ann 6-2>5-2"]


def test_a_table_seen_again_after_a_restart_is_not_scored_again(start):
    evening = begun_hand(start)
    evening.story.rest(30)
    assert evening.watched() == BEGUN
    assert evening.shown.layout == evening.game.hand.layout
    assert evening.asked == []


def test_what_was_played_while_nobody_watched_is_added_to_the_record(start):
    evening = begun_hand(start)
    evening.story.shots = [replace(evening.story.now, lying=("5-2", "5-3", "6-2", "6-6"))]
    evening.story.rest(40)
    assert evening.watched() == [*BEGUN, "Bob 6-6>6-2"]
    assert evening.asked == []


LATER = {"lying": ("5-2", "5-3", "6-2")}
UNWATCHED = {
    "a worker of the hall dies": lambda evening: evening.say(evening.restart).story.rest(40, **LATER),
    "the camera is turned away": lambda evening: evening.story.rest(20, lying=(), camera=(160, 90)).rest(
        40, **LATER, camera=(0, 0)
    ),
    "the server is started anew": lambda evening: (
        evening.watched() and setattr(evening.story, "shots", [replace(evening.story.now, **LATER)] * 40)
    ),
}


@pytest.mark.parametrize("happened", UNWATCHED)
def test_which_of_two_tiles_laid_while_nobody_watched_came_first_is_asked(happened, start):
    """The order was a guess, and the points of 5-3 and 6-2 went to whoever was guessed."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    UNWATCHED[happened](evening)
    assert sorted(play.split()[1] for play in evening.watched()) == ["5-2", "5-3>5-2", "6-2>5-2"]
    assert evening.asked == ["order"]


@pytest.mark.parametrize(("first", "then"), [("5-3", "6-2"), ("6-2", "5-3")])
def test_tiles_laid_one_after_the_other_in_a_pause_are_recorded_in_that_order(first, then, start):
    """Nothing counted then, but the camera has seen who laid which."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    evening.say(lambda: evening.session.pause(True)).story.lay("top", first).lay("bottom", then).rest(5)
    evening.say(lambda: evening.session.pause(False)).story.rest(40)
    assert evening.watched() == ["Ann 5-2", f"Bob {first}>5-2", f"Ann {then}>5-2"]
    assert evening.asked == []


@pytest.mark.parametrize(("side", "at"), [("bottom", "5-3"), ("top", "6-2")])
def test_of_two_tiles_that_came_under_one_arm_it_is_asked_which_was_first(side, at, start):
    """Another arm was hidden by it. The owner of the one got both tiles, and the other was taken to have drawn."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5).reach(side, at, LATER).rest(10)
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2", "Ann 6-2>5-2"]
    assert evening.asked == ["order"]


def is_asked_about_two_tiles(evening):
    plays, asked = evening.watched(), evening.asked
    return [play.split()[0] for play in plays] == ["Ann", "Bob", "Ann"] and asked == ["order"]


@pytest.mark.parametrize("frames", [0, 1, 2])
@pytest.mark.parametrize(("side", "at"), [("bottom", "5-3"), ("bottom", "6-2"), ("top", "5-3"), ("top", "6-2")])
def test_whoever_reaches_in_after_seconds_without_a_frame_has_not_laid_what_lies_there(side, at, frames, start):
    """Frames were missing for three seconds. The next arm got the tile that it came near, and nobody was asked."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5).rest(30, **LATER, is_missing=True)
    evening.story.rest(frames, is_missing=False).reach(side, at, {"is_missing": False}, is_missing=False).rest(10)
    assert is_asked_about_two_tiles(evening)


@pytest.mark.parametrize("frames", [1, 8, 12, 20])
@pytest.mark.parametrize(("side", "at"), [("bottom", "5-3"), ("bottom", "6-2"), ("top", "5-3")])
def test_an_arm_over_the_table_when_watching_goes_on_has_not_laid_what_lies_under_it(side, at, frames, start):
    """A worker was killed, and two tiles were laid until another took its place. An arm lay over one of them."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    evening.say(evening.restart).story.rest(frames, **LATER, arm=side, at=at, reach=1.0).rest(40, arm=None)
    assert is_asked_about_two_tiles(evening)


@pytest.mark.parametrize("frames", [1, 2])
@pytest.mark.parametrize(("side", "at"), [("bottom", "5-3"), ("top", "6-2")])
def test_of_two_tiles_under_one_arm_one_may_be_read_a_little_later(side, at, frames, start):
    """Nobody lays two tiles in a tenth of a second, but both were the player's whose arm had hidden the other's."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5).reach(side, at, LATER).rest(10)
    later = slice(-15, -15 + frames)
    evening.story.shots[later] = [replace(shot, unread=("6-2",)) for shot in evening.story.shots[later]]
    assert is_asked_about_two_tiles(evening)


@pytest.mark.parametrize(("side", "asked"), [("top", []), ("bottom", ["turn"])])
def test_one_tile_alone_after_seconds_without_a_frame_is_of_whose_turn_it_was_and_another_arm_is_asked_about(
    side, asked, start
):
    """Ann reached in for her next play, and the tile that Bob had laid while no frame came was hers."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5).rest(30, lying=("5-2", "5-3"), is_missing=True)
    evening.story.reach(side, "5-3", {"is_missing": False}, is_missing=False).rest(10)
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2"]
    assert evening.asked == asked
    for question in evening.session.snapshot.questions:
        assert [str(choice.text) for choice in question.choices] == ["Bob", "Ann"]
        evening.session.answer(question.id, 1)
        assert evening.game.hand.plays[-1].player == "Ann"


@pytest.mark.parametrize("at", ["5-3", "6-2"])
def test_a_tile_that_an_arm_hid_for_long_after_a_restart_may_have_come_before_the_other(at, start):
    """The arm lay over it for eight seconds. The other one had been told by then, and nobody was asked."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    evening.say(evening.restart).story.rest(80, **LATER, arm="bottom", at=at, reach=1.0).rest(40, arm=None)
    assert is_asked_about_two_tiles(evening)


def test_a_tile_laid_under_an_arm_during_a_restart_can_be_taken_back(start):
    """The arm that lay over it was kept as its bare place, which never looked like that again."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    later = {"lying": ("5-2", "5-3"), "arm": "top", "at": "5-3", "reach": 1.0}
    evening.say(evening.restart).story.rest(44, **later).rest(20, arm=None).lift("top", "5-3").rest(60)
    assert evening.watched() == ["Ann 5-2"]
    assert evening.asked == []


@pytest.mark.parametrize("later", [("5-2", "5-3"), ("5-2", "6-2"), ("5-2", "5-3", "6-2")])
@pytest.mark.parametrize("side", ["bottom", "top"])
@pytest.mark.parametrize("frames", [12, 40])
def test_a_recorded_tile_under_an_arm_is_not_the_one_that_lies_beside_it(frames, side, later, start):
    """5-2 was recorded and lay under an arm after a restart. Whoever had laid 5-3 meanwhile was told to have set it."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    evening.say(evening.restart).story.rest(frames, lying=later, arm=side, at="5-2", reach=1.0).rest(40, arm=None)
    plays = ["Bob 5-3>5-2", "Ann 6-2>5-2"] if len(later) == 3 else [f"Bob {later[1]}>5-2"]
    assert evening.watched() == ["Ann 5-2", *plays]
    assert evening.asked == (["order"] if len(later) == 3 else [])


def test_a_tile_beside_a_recorded_one_under_an_arm_is_not_what_the_next_is_laid_against(start):
    """5-5 was taken for 5-1, which an arm hid after a restart, and 5-4 on 5-5 was told as laid on 5-1."""
    evening = Evening(start, "5-1, 5-5>5-1, 5-4>5-5")
    evening.story.lay("bottom", "5-1").rest(26)
    under_arm = {"lying": ("5-1", "5-5"), "arm": "top", "at": "5-1", "reach": 1.0}
    evening.say(evening.restart).story.rest(23, **under_arm).rest(8, arm=None).lay("bottom", "5-4").rest(30)
    evening.watched()
    assert evening.game.layout == Layout.parse("5-1, 5-5>5-1, 5-4>5-5")


OUT_OF_VIEW = {
    "a worker of the hall dies": lambda evening: evening.say(evening.restart),
    "the camera is turned away": lambda evening: evening.story.rest(30, lying=(), camera=(160, 90)),
    "frames are missing": lambda evening: evening.story.rest(30, is_missing=True),
}
BACK = {"lying": ("5-2",), "camera": (0, 0), "is_missing": False}


@pytest.mark.parametrize("happened", OUT_OF_VIEW)
@pytest.mark.parametrize("sure", [0.8, 0.97])
def test_another_tile_where_a_recorded_one_lay_is_asked_about(sure, happened, start):
    """Nobody watched meanwhile: it may have been misread, or another hand has begun. It was renamed, unasked."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    OUT_OF_VIEW[happened](evening)
    evening.story.rest(60, **BACK, misread={"5-2": ("5-4", sure)})
    assert evening.watched() == ["Ann 5-2"]
    [question] = evening.session.snapshot.questions
    assert (question.kind, [str(choice.tile) for choice in question.choices]) == ("value", ["5-2", "5-4"])
    evening.answer("5-4")
    evening.story.shots = evening.story.shots[-1:] * 20
    assert evening.watched() == ["Ann 5-4"]
    assert evening.asked == []


@pytest.mark.parametrize("happened", OUT_OF_VIEW)
def test_a_recorded_tile_that_was_out_of_view_may_turn_out_misread_once_it_was_seen_again(happened, start):
    """A glance showed that it lay where it had lain; from then on many looks count as ever."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    OUT_OF_VIEW[happened](evening)
    evening.story.rest(10, **BACK).rest(60, misread={"5-2": ("5-4", 0.97)})
    assert evening.watched() == ["Ann 5-4"]


def test_plays_lifted_one_right_after_the_other_after_a_restart_are_taken_back(start):
    """Nobody knows what the table looked like before they lay there, and the first was not waited for in time."""
    evening = begun_hand(start)
    evening.story.rest(20).lift("bottom", "6-2").rest(3).lift("top", "5-3").rest(40)
    assert evening.watched() == ["Ann 5-2"]
    assert evening.asked == []


def test_the_last_tile_lifted_while_nobody_watched_is_asked_about(start):
    """It stayed in the record for good, and nothing that was laid then fitted."""
    evening = begun_hand(start)
    evening.story.shots = [replace(evening.story.now, lying=("5-2", "5-3"))]
    evening.story.rest(100)
    assert evening.watched() == BEGUN
    [question] = evening.session.snapshot.questions
    assert (question.kind, question.tile) == ("gone", Tile.parse("6-2"))
    evening.session.answer(question.id, 1)
    assert evening.game.layout == Layout.parse("5-2, 5-3>5-2")


def test_an_end_tile_lifted_after_a_later_play_is_asked_about_until_it_lies_there_again(start):
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").lay("bottom", "6-2").rest(5)
    evening.story.lift("top", "5-3").rest(40)
    asked = []
    evening.say(lambda: asked.extend(evening.session.snapshot.questions)).story.lay("top", "5-3").rest(5)
    assert evening.watched() == BEGUN
    assert [(question.kind, question.tile) for question in asked] == [("gone", Tile.parse("5-3"))]
    assert evening.asked == []


@pytest.mark.parametrize("hidden", [{"cup": "5-3"}, {"unread": ("5-3",)}], ids=["under a cup", "in glare"])
def test_an_end_tile_that_is_only_hidden_is_not_asked_about(hidden, start):
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").lay("bottom", "6-2").rest(5).rest(80, **hidden)
    assert evening.watched() == BEGUN
    assert evening.asked == []


@pytest.mark.parametrize("frames", [0, 10, 20])
def test_nobody_is_asked_about_a_tile_while_the_table_is_cleared_away(frames, start):
    """They are all gone in the end, and that is asked about once."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").lay("bottom", "6-2").lay("top", "6-6").rest(5)
    for tile in ("5-3", "6-6", "6-2", "5-2"):
        evening.story.lift("bottom", tile).rest(frames)
    evening.story.rest(40)
    evening.watched()
    assert evening.asked == ["hand-end"]


def second_hand(start, aside=""):
    """The hand was cleared away while nobody watched, and the next had begun."""
    evening = begun_hand(start)
    other = Evening(start, "4-1, 4-4>4-1, 4-0>4-4, 1-0>4-1", aside).story
    other.shots = [replace(other.now, lying=("4-1", "4-4", "4-0", *aside.split()))] * 60
    evening.story = other
    return evening


@pytest.mark.parametrize("aside", ["", "5-2 5-3 6-2"], ids=["one set", "the tiles of the other set lie aside"])
def test_a_second_hand_that_lies_there_after_a_restart_goes_on(aside, start):
    """Nobody looked at the screen, where it was asked whether a new hand had begun, and nothing of it was recorded."""
    evening = second_hand(start, aside)
    evening.story.lay("top", "1-0").rest(5)
    assert evening.watched() == ["Bob 1-0>4-1"]
    assert set(map(str, evening.game.layout.tiles)) == {"4-1", "4-4", "4-0", "1-0"}
    assert evening.shown.layout.tiles == evening.game.layout.tiles
    assert evening.asked == []


@pytest.mark.parametrize("how", ["undo", "answer"])
def test_the_old_hand_goes_on_after_a_restart_where_people_say_so_whatever_lies_there(how, start):
    """The camera was turned to the next table, and is turned back."""
    evening = second_hand(start)
    say = {
        "undo": evening.session.undo,
        "answer": lambda: evening.session.answer(evening.session.snapshot.questions[0].id, 2),
    }[how]
    evening.say(say).story.rest(60)
    assert evening.watched() == BEGUN
    [question] = evening.session.snapshot.questions
    assert question.kind == "differs"
    evening.session.answer(question.id, 1)
    evening.story.shots = evening.story.shots[-1:] * 60
    assert evening.watched() == BEGUN
    assert evening.asked == ["differs"]
    evening.story = begun_hand(start).story
    evening.story.rest(40)
    assert evening.watched() == BEGUN
    assert evening.shown.layout == evening.game.hand.layout
    assert evening.asked == []


def test_half_of_a_layout_after_a_restart_is_one_question(start):
    """The other half was lifted while nobody watched. What lay there was recorded: nobody was asked."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").rest(5)
    evening.say(evening.restart).story.rest(80, lying=("5-2",))
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2"]
    assert evening.asked == ["differs"]


def test_an_empty_table_after_a_restart_is_one_question(start):
    """The set was lifted while another process took over, and nobody ever said so."""
    evening = begun_hand(start)
    evening.story.rest(80, lying=())
    assert evening.watched() == BEGUN
    assert evening.asked == ["differs"]
    evening.story.shots = [replace(evening.story.now, lying=("5-2", "5-3", "6-2"))] * 20
    assert evening.watched() == BEGUN
    assert evening.asked == []


def test_a_tile_that_was_misread_is_known_after_the_camera_was_bumped(start):
    """It was recorded a second time, as what it was read as then."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5, misread={"5-3": ("5-4", 0.9)}).lay("top", "5-3").rest(5)
    evening.story.rest(40, misread={}, camera=(33, -21))
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2"]
    assert evening.asked == []


@pytest.mark.parametrize("bump", [(-6, 22), (25, 10), (-30, -20)])
def test_the_set_is_taken_back_after_the_camera_was_bumped(bump, start):
    """Its place was compared with the table as it had looked before the bump, and never was that bare again."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(10).rest(22, camera=bump).lift("bottom", "5-2").rest(60)
    evening.watched()
    assert evening.game.layout.is_empty
    assert evening.asked == []


@pytest.mark.parametrize("bump", [(-20, -15), (25, 10)])
def test_the_last_of_two_tiles_is_taken_back_after_the_camera_was_bumped(bump, start):
    """Both had moved together, as a layout does that is pushed, and its bare place was looked for where it had lain."""
    evening = Evening(start, "4-3, 4-2>4-3")
    evening.story.lay("bottom", "4-3").lay("top", "4-2").rest(10).rest(22, camera=bump).lift("top", "4-2").rest(60)
    assert evening.watched() == ["Ann 4-3"]
    assert evening.asked == []


def test_what_was_played_while_watching_was_paused_is_recorded_when_it_goes_on(start):
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    evening.say(lambda: evening.session.pause(True)).story.lay("top", "5-3").rest(5)
    evening.say(lambda: evening.session.pause(False)).story.rest(10).lay("bottom", "6-2").rest(5)
    assert evening.watched() == BEGUN
    assert evening.asked == []


def test_after_a_restart_a_tile_that_people_named_keeps_its_name(misread):
    """A new watcher read 2-0 there again, and it was recorded as a tile played meanwhile."""
    misread.say(lambda: misread.answer("6-2")).story.rest(5)
    misread.watched()
    misread.story.shots = [misread.story.now] * 30
    misread.story.lay("top", "6-6").rest(5)
    assert misread.watched() == ["Ann 5-2", "Bob 5-3>5-2", "Ann 6-2>5-2", "Bob 6-6>6-2"]
    assert misread.shown.layout.tiles == misread.game.hand.layout.tiles
    assert misread.asked == []


def test_a_reading_that_people_confirmed_is_not_read_again(misread):
    right = {"6-2": ("6-2", 0.99)}
    misread.say(lambda: misread.answer("2-0")).story.rest(2).reach("top", "6-2", {}).rest(260, misread=right)
    assert misread.watched()[-1] == "Ann 2-0>5-2"
    assert misread.shown.layout == misread.game.hand.layout


def test_after_a_restart_people_are_not_asked_again_about_what_they_confirmed(misread):
    """A mere yes was forgotten: the same doubt came up with every start."""
    misread.say(lambda: misread.answer("2-0")).story.rest(5)
    misread.watched()
    misread.story.shots = [misread.story.now] * 40
    assert misread.watched() == ["Ann 5-2", "Bob 5-3>5-2", "Ann 2-0>5-2"]
    assert misread.asked == []


@pytest.mark.parametrize("answer", ["2-0", "6-2"])
def test_after_a_restart_a_tile_people_named_is_known_though_it_was_covered_at_first(misread, answer):
    misread.say(lambda: misread.answer(answer)).story.rest(5)
    misread.watched()
    misread.story.shots = [replace(misread.story.now, unread=("6-2",))] * 30 + [misread.story.now] * 60
    assert misread.watched() == ["Ann 5-2", "Bob 5-3>5-2", f"Ann {answer}>5-2"]
    assert misread.asked == []
    assert misread.shown.layout.tiles == misread.game.hand.layout.tiles


def test_after_a_restart_a_tile_people_named_is_known_though_it_lies_only_against_a_double(start):
    """It was read as 6-5 again and recorded as one more tile: against a double there are several places."""
    wrong = {"5-0": ("6-5", 0.97)}
    evening = Evening(start, "5-5, 5-1>5-5, 5-0>5-5, 2-0>5-0")
    evening.story.lay("bottom", "5-5").lay("top", "5-1").rest(5, misread=wrong).lay("bottom", "5-0").rest(20)
    evening.say(lambda: evening.correct("6-5", "5-0>5-5")).story.rest(5)
    evening.watched()
    evening.story.shots = [evening.story.now] * 30
    evening.story.lay("top", "2-0").rest(5)
    assert evening.watched() == ["Ann 5-5", "Bob 5-1>5-5", "Ann 5-0>5-5", "Bob 2-0>5-0"]
    assert set(evening.shown.layout.tiles) == set(evening.game.hand.layout.tiles)
    assert evening.asked == []


def test_after_a_restart_a_set_that_people_named_is_known_again(start):
    wrong = {"5-2": ("5-4", 0.97)}
    evening = Evening(start)
    evening.story.rest(5, misread=wrong).lay("bottom", "5-2").rest(20)
    evening.say(lambda: evening.correct("5-4", "5-2")).story.rest(5)
    evening.watched()
    evening.story.shots = [evening.story.now] * 30
    evening.story.lay("top", "6-2").rest(5)
    assert evening.watched() == ["Ann 5-2", "Bob 6-2>5-2"]
    assert evening.asked == []


def test_a_correction_by_hand_and_its_undoing_are_shown(misread):
    misread.say(lambda: misread.correct("2-0", "6-2>5-2")).story.rest(5)
    seen = []
    misread.say(lambda: seen.append(str(misread.shown.layout)), misread.session.undo).story.rest(5)
    misread.watched()
    assert seen == ["5-2, 5-3>5-2, 6-2>5-2"]
    assert misread.shown.layout == misread.game.hand.layout == Layout.parse("5-2, 5-3>5-2, 2-0>5-2")


def test_another_host_entered_by_hand_is_shown(start):
    evening = Evening(start, "5-5, 5-1>5-5, 5-0>5-5, 1-0>5-1")
    evening.story.lay("bottom", "5-5").lay("top", "5-1").lay("bottom", "5-0").lay("top", "1-0").rest(5)
    evening.say(lambda: evening.correct("1-0", "1-0>5-0")).story.rest(5)
    evening.watched()
    assert evening.shown.layout == evening.game.hand.layout == Layout.parse("5-5, 5-1>5-5, 5-0>5-5, 1-0>5-0")


@pytest.mark.parametrize("how", ["undo", "take back"])
def test_a_play_undone_by_hand_is_not_played_again_while_it_lies_there(start, how):
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").rest(5)
    undo = {"undo": evening.session.undo, "take back": lambda: evening.session.tell(TakeBack())}[how]
    evening.say(undo).story.rest(40).reach("bottom", "5-3", {}).rest(30)
    assert evening.watched() == ["Ann 5-2"]
    assert evening.shown.layout == Layout.parse("5-2")
    assert evening.shown.loose == (Tile.parse("5-3"),)
    assert evening.asked == []


def test_a_play_undone_by_hand_can_be_lifted_and_played(start):
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").rest(5)
    evening.say(evening.session.undo).story.rest(5).lift("top", "5-3").rest(10).lay("top", "5-3")
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2"]


def test_a_play_undone_as_soon_as_it_is_told_can_be_lifted_and_played(start):
    """The record said the same before and after: the watcher went on believing what nobody had recorded."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3")

    def undo(told):
        if getattr(told, "tile", None) == Tile.parse("5-3"):
            evening.session.undo()

    tell = evening.session.on_table_event
    evening.session.on_table_event = lambda seen, picture=None: (tell(seen, picture), undo(seen))[0]
    evening.story.rest(20)
    assert evening.watched() == ["Ann 5-2"]
    assert evening.shown.layout == Layout.parse("5-2")
    evening.session.on_table_event = tell
    evening.story.shots = evening.story.shots[-1:] * 20
    evening.story.lift("top", "5-3").rest(10).lay("top", "5-3").rest(5)
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2"]
    assert evening.asked == []


def test_a_play_given_to_another_player_lies_where_it_lay(start):
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("bottom", "5-3").rest(5)

    def it_was_bob():
        [step] = [one for one in evening.game.standing() if getattr(one.event, "tile", None) == Tile.parse("5-3")]
        evening.session.tell(Correct(of=step.number, said=Play("Bob", step.event.tile, step.event.on)))

    evening.say(it_was_bob).story.rest(5).lay("bottom", "6-2")
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2", "Ann 6-2>5-2"]
    assert evening.shown.layout == evening.game.hand.layout


def test_a_tile_played_by_hand_is_what_people_said_once_it_is_seen(start):
    """It was read as 2-0 later, and recorded once more as that."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3")
    evening.say(lambda: evening.play("Ann", "6-2>5-2"))
    sure = {"6-2": ("6-0", 0.95)}
    evening.story.rest(5, misread=sure).lay("bottom", "6-2").rest(30).lay("top", "6-6").rest(5)
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2", "Ann 6-2>5-2", "Bob 6-6>6-2"]
    assert evening.shown.layout == evening.game.hand.layout
    assert evening.asked == []


@pytest.mark.parametrize("read_as", ["5-2", "6-1"])
def test_a_set_entered_by_hand_is_what_people_said_once_it_is_seen(start, read_as):
    """Read as 6-1 it was taken for a second set, and that could not stand in the record."""
    evening = Evening(start)
    evening.say(lambda: evening.play("Ann", "5-2"))
    evening.story.rest(5, misread={"5-2": (read_as, 0.97)}).lay("bottom", "5-2").rest(20).lay("top", "5-3").rest(5)
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2"]
    assert evening.shown.layout == evening.game.hand.layout
    assert evening.asked == []


def test_a_set_entered_by_hand_may_be_laid_long_after(start):
    """The watcher looked for it as after a restart, and people were asked whether a new hand had begun."""
    evening = Evening(start)
    evening.story.rest(5)
    evening.say(lambda: evening.play("Ann", "5-2")).story.rest(80)
    asked = []
    evening.say(lambda: asked.extend(evening.asked)).story.rest(1).lay("bottom", "5-2").lay("top", "5-3").rest(5)
    assert evening.watched() == ["Ann 5-2", "Bob 5-3>5-2"]
    assert asked == []


def test_a_set_entered_by_hand_before_the_last_hand_is_cleared_away_is_waited_for(start, tell):
    """The first tile of the hand before was taken for the set, and taken back when the table was cleared."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").lay("bottom", "6-2").rest(5)
    told = [lambda: evening.session.tell(tell("left Ann:, Bob: 4-4")), lambda: evening.play("Bob", "6-6")]
    evening.say(*told).story.rest(20)
    for tile in ("6-2", "5-3", "5-2"):
        evening.story.lift("bottom", tile)
    evening.story.rest(40).lay("top", "6-6").rest(10)
    assert evening.watched() == ["Bob 6-6"]
    assert evening.shown.layout == Layout.parse("6-6")
    assert evening.asked == []


@pytest.mark.parametrize("frames", [5, 20])
def test_a_set_entered_by_hand_is_not_the_only_tile_of_the_hand_before(frames, start, tell):
    """That one was taken for it, as if it had been renamed, and the set was taken back when the table was cleared."""
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").rest(5)
    told = [lambda: evening.session.tell(tell("left Ann:, Bob: 4-4")), lambda: evening.play("Bob", "6-6")]
    evening.say(*told).story.rest(frames).lift("bottom", "5-2").rest(40)
    assert evening.watched() == ["Bob 6-6"]
    evening.story.shots = [replace(evening.story.now, lying=("6-6",))] * 40
    assert evening.watched() == ["Bob 6-6"]
    assert evening.asked == []


def test_an_end_of_hand_entered_by_hand_leaves_the_layout_where_it_lies(start, tell):
    evening = Evening(start)
    evening.story.lay("bottom", "5-2").lay("top", "5-3").rest(5)
    evening.say(lambda: evening.session.tell(tell("left Ann: 6-6, Bob:"))).story.rest(20)
    evening.watched()
    assert evening.shown.layout == Layout.parse("5-2, 5-3>5-2")
