"""When a watched table is read, and how soon what is seen there is reported."""

import math
from dataclasses import replace

import numpy as np
from stories import FIRST, PLAYED, STEP, Shot, Story, line, texts_of

from muggins.vision.tracking.events import Played
from muggins.vision.tracking.tuning import TRACKING_TUNING


def test_a_play_is_reported_soon_after_the_hand_has_left():
    story = line()
    plays = [one for one in story.watched() if isinstance(one, Played)]
    cleared = [
        STEP * (number + 1)
        for number, shot in enumerate(story.shots[:-1])
        if shot.arm and not story.shots[number + 1].arm
    ]
    assert all(one.time - clear <= 0.4 for one, clear in zip(plays, cleared, strict=True))


def test_a_tile_laid_while_watching_begins_is_reported_soon():
    """The place that the arm left was taken for an arm, and looked at again only seconds later."""
    story = Story("6-4")
    laying = Shot(lying=("6-4",), arm="bottom", at="6-4", reach=1.0)
    story.shots = [laying, laying, *(replace(laying, reach=reach) for reach in (0.7, 0.3))]
    clear = len(story.shots) * STEP
    story.shots += [Shot(lying=("6-4",))] * 20
    (played,) = [one for one in story.watched() if isinstance(one, Played)]
    assert played.time - clear <= 0.8


def test_a_tile_that_flickers_between_values_is_never_another_play():
    story = line()
    for other in ("5-4", "6-5", "5-4", "6-3"):
        story.rest(2, misread={"6-4": (other, 0.9)}).rest(3, misread={}).rest(2, unread=("4-1", "6-0"))
    story.rest(6, unread=())
    assert texts_of(story.watched()) == PLAYED


def test_a_tile_too_small_to_be_found_in_the_whole_picture_is_found_from_near():
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4")
    story.lay("top", "4-1").rest(5)
    story.shots = [replace(shot, unread=("4-1",)) for shot in story.shots]
    story.only_closer = ("4-1",)
    assert texts_of(story.watched()) == ["6-4", "4-1>6-4"]


def test_a_place_where_nothing_is_found_from_near_is_left_alone_while_it_looks_the_same():
    """After each movement of any arm it was looked at eight times more, which kept a core busy in a lively game.

    It was looked at in each of eight frames that all looked the same; each third is enough.
    """
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4").lay("top", "4-1")
    story.shots = [replace(shot, unread=("4-1",)) for shot in story.shots[:-5]]
    for side in ("left", "right") * 4:
        story.rest(8, arm=side, at="6-4", reach=0.2)
    darker = len(story.shots) * STEP
    story.rest(12, light=0.8)
    story.watched()
    before = [time for time in story.closer_looks if time < darker]
    assert len(before) == math.ceil(TRACKING_TUNING.max_rescans / TRACKING_TUNING.steady_frames)
    assert len(story.closer_looks) > len(before), "in another light something may be read there"


def test_nothing_is_read_while_an_arm_moves_over_the_layout():
    story = line()
    story.watched()
    moving = {round(number * STEP, 3) for number, shot in enumerate(story.shots) if shot.arm and shot.reach == 1.0}
    assert not moving & set(story.reads[3:])


def test_a_table_where_nothing_happens_is_read_now_and_then_and_later_more_seldom():
    story = line().rest(300)
    story.watched()
    began = (len(story.shots) - 300) * STEP
    assert 5 <= sum(began + 1 < time < began + 10 for time in story.reads) <= 7
    assert 3 <= sum(began + 15 < time for time in story.reads) <= 4


def test_a_tile_that_glares_is_read_as_soon_as_the_light_falls():
    """The camera overexposed a white 6-4; it was told when the next reading of a quiet table came, or with the 4-1."""
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4").rest(12)
    story.shots = [replace(shot, unread=("6-4",)) for shot in story.shots]
    falls = len(story.shots)
    story.rest(30, unread=(), light=0.85)
    (played,) = [one for one in story.watched() if isinstance(one, Played)]
    assert played.time - falls * STEP <= 0.7
    assert sum(falls * STEP <= time < falls * STEP + 2 for time in story.reads) <= 6, "other light is read once"


def test_a_play_that_was_told_is_followed_by_no_reading_at_once():
    """It was read with every frame for as long as after a movement: twice as much reading in a busy hall."""
    story = line().rest(20)
    *_, last = [one for one in story.watched() if isinstance(one, Played)]
    assert not [time for time in story.reads if last.time < time < last.time + 1]


def test_only_seats_that_are_taken_are_sides():
    story = Story("6-4").lay("left", "6-4")
    (played,) = [one for one in story.watched(sides=("bottom", "top")) if isinstance(one, Played)]
    assert played.side in ("bottom", "top")


def clear(story):
    """The same story with tiles that are read surely."""
    story.places = {tile: replace(place, pips=place.pips.round()) for tile, place in story.places.items()}
    return story


def test_a_table_that_was_read_surely_is_read_again_once_its_picture_changes():
    story = clear(line()).rest(300)
    falls = len(story.shots) * STEP
    story.rest(50, light=0.8)
    story.watched()
    assert [time for time in story.reads if falls - 25 < time < falls] == []
    assert [time for time in story.reads if time >= falls] != []


def reads_of_a_play(story):
    """The times of the readings that led to the only play of a story."""
    (played,) = [one for one in story.watched() if isinstance(one, Played)]
    laid = STEP * next(number for number, shot in enumerate(story.shots) if shot.lying and not shot.arm)
    times = [time for time in story.reads if laid - STEP / 2 < time <= played.time]
    assert played.time - times[0] >= 2 * STEP - 1e-6, "three frames at rest have shown it"
    return times


def test_a_play_that_is_seen_clearly_is_read_once():
    """Three frames at rest show a tile before it is told. All three were read, which was half of a hall's work."""
    assert len(reads_of_a_play(clear(Story("6-4")).lay("bottom", "6-4"))) == 1


def test_a_play_that_is_not_seen_clearly_is_read_with_every_frame():
    assert len(reads_of_a_play(Story("6-4").lay("bottom", "6-4"))) == 3


def test_a_clear_reading_does_not_stand_for_a_picture_that_looks_different():
    story = clear(Story("6-4")).lay("bottom", "6-4")
    story.shots[-4:] = [
        replace(shot, light=light) for shot, light in zip(story.shots[-4:], (0.93, 1, 1, 1), strict=True)
    ]
    assert len(reads_of_a_play(story)) > 1


def test_a_clear_tile_that_is_looked_at_for_longer_is_read_anew_every_few_frames():
    """A tile that may not be played there is told after ten frames: one reading does not stand for all of them."""
    story = line()
    pips = np.eye(7)[[5, 2]]
    story.places["5-2"] = replace(story.places["3-1"], pips=pips, halves=None)
    story.shots = [shot for shot in story.shots if "3-1" not in shot.lying and shot.at != "3-1"]
    began = len(story.shots) * STEP
    *_, misplay = [one for one in clear(story).lay("top", "5-2").rest(10).watched() if isinstance(one, Played)]
    assert (str(misplay.tile), str(misplay.on)) == ("5-2", "4-1")
    assert 4 <= sum(began < time <= misplay.time for time in story.reads) <= 6


def test_a_bare_table_is_read_more_seldom_than_one_where_something_unread_has_come():
    """A bare table was read every 1.5 seconds, each time at seven scales: it took more of a core than a quiet game."""
    story = Story("6-4").rest(300)
    story.watched()
    bare = len(story.reads)
    hidden = Story("6-4").lay("bottom", "6-4").rest(300)
    hidden.shots = [replace(shot, unread=("6-4",)) for shot in hidden.shots]
    hidden.watched()
    assert 2 * bare < len(hidden.reads)


def test_a_layout_that_is_lost_is_looked_for_without_haste_and_not_shown_where_it_lay():
    """A bumped camera kept the table urgent for ever: 169 readings in 17 seconds, in a hall at the cost of others."""
    story = line()
    bumped = len(story.shots) * STEP
    story.rest(40, camera=(95, 95), unread=FIRST)
    story.watched()
    assert story.watcher.state.readings == ()
    assert len([time for time in story.reads if time >= bumped]) <= 15
