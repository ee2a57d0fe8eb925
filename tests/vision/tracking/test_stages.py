"""What the watcher reports when tiles are laid, covered, pushed, taken back, drawn, turned up and cleared."""

import math
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest
from stories import FIRST, LINE, PLAYED, STEP, WIDTH, Story, line, texts_of

from muggins.scorer.layout import Layout
from muggins.vision.tracking.events import Drawn, HandsRevealed, LayoutFound, Played, Settled
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.place import certain


def test_tiles_laid_one_after_another_are_plays_each_on_its_host_from_its_players_side():
    story = line()
    happened = story.watched()
    assert texts_of(happened) == PLAYED
    plays = [one for one in happened if isinstance(one, Played)]
    assert [one.side for one in plays] == ["bottom", "top", "bottom", "top"]
    for one in plays:
        # From the half that touches its host, or else from the lower one, to the other.
        begins = one.tile.shared(one.on) if one.on else one.tile.low
        (x0, y0), (x1, y1) = (story.half(str(one.tile), pips) for pips in (begins, one.tile.other(begins)))
        assert one.angle == round(math.degrees(math.atan2(y1 - y0, x1 - x0))) % 360
    assert story.watcher.layout == Layout.parse(LINE)


def test_both_sides_of_a_double_can_be_played_on():
    text = "6-4, 4-4>6-4, 4-1>4-4, 4-2>4-4, 4-0>4-4"
    story = Story(text).lay("left", "6-4", "4-4", "4-1", "4-2", "4-0")
    assert texts_of(story.watched()) == text.split(", ")


def test_tiles_played_between_two_clear_views_come_in_the_order_of_their_joins():
    story = Story(LINE).lay("bottom", "6-4")
    for tile in ("4-1", "3-1"):  # the second arm comes while the first is still there
        story.shots[-5:] = []
        story.reach("top", tile)
    assert texts_of(story.watched()) == ["6-4", "4-1>6-4", "3-1>4-1"]


def test_of_arms_in_a_hurry_each_laid_the_tile_that_was_seen_when_it_left():
    """One lay for longer where the next put his tile before all was read: both tiles were taken for the first one's."""
    story = Story(LINE).lay("bottom", "6-4")
    hovering = (0.5, 0.8, 1.0, 0.9, 1.0, 0.9, 1.0)
    story.shots += [replace(story.now, arm="right", at="6-4", reach=reach) for reach in hovering]
    story.shots[-1] = replace(story.now, arm=None, at=None)
    story.reach("right", "6-0")
    story.shots[-5:] = [story.now] * 2
    story.reach("top", "4-1")
    plays = [one for one in story.watched() if isinstance(one, Played)]
    sides = {str(one.tile): one.side for one in plays}
    assert sides == {"6-4": "bottom", "6-0": "right", "4-1": "top"}


def test_the_set_is_laid_although_tiles_lie_face_up_beside_the_table():
    story = Story("6-4, 4-1>6-4", loose="5-5 3-2")
    story.rest(10, lying=("5-5", "3-2")).lay("top", "6-4", "4-1")
    assert texts_of(story.watched()) == ["6-4", "4-1>6-4"]


def test_several_tiles_turned_over_on_an_empty_table_are_no_set():
    story = Story(loose="5-5 3-2 6-1").rest(30, lying=("5-5", "3-2", "6-1"))
    assert texts_of(story.watched()) == []


def test_a_standing_tile_read_as_if_face_up_now_and_then_does_not_hide_the_set():
    """Two tiles that came at once were both taken for tiles turned over, and the set came with the second play."""
    story = Story("6-4, 4-1>6-4", loose="0-0").rest(20, lying=("0-0",), unread=("0-0",))
    story.reach("bottom", "6-4")
    story.shots[-5:] = [replace(story.now, unread=() if number in (1, 3, 8) else ("0-0",)) for number in range(12)]
    laid = len(story.shots) * STEP
    first, second = [one for one in story.reach("top", "4-1").watched() if isinstance(one, Played)]
    assert (str(first.tile), str(second.tile)) == ("6-4", "4-1")
    assert first.time < laid


def test_a_tile_turned_over_among_the_boneyard_is_no_set():
    story = Story(loose="5-5 3-2")
    story.places["3-2"] = replace(story.places["5-5"], corners=story.places["5-5"].corners + np.array([WIDTH, 0]))
    story.rest(5, facedown=("3-2",)).reach("left", "5-5")
    assert texts_of(story.watched()) == []


def test_hands_turned_up_at_the_end_are_no_plays():
    story = line(loose="5-5 3-2 6-1")
    story.rest(30, lying=(*FIRST, "5-5", "3-2", "6-1"))
    happened = story.watched()
    assert texts_of(happened) == PLAYED
    assert set(map(str, [one for one in happened if isinstance(one, Settled)][-1].state.loose)) == {"5-5", "3-2", "6-1"}
    (up,) = [one for one in happened if isinstance(one, HandsRevealed)]
    assert sorted(str(tile) for tiles in up.hands.values() for tile in tiles) == ["3-2", "5-5", "6-1"]


def test_of_tiles_that_the_record_does_not_take_only_the_set_is_told():
    """The game was won and they laid another hand: two tiles on a set that did not count stopped the watching."""
    story = Story(LINE).lay("bottom", "6-4").reach("top", "4-1")
    story.shots[-5:] = []  # the second arm comes while the first is still there
    watcher = story.reach("top", "6-0").rest(20).make_watcher()
    happened = [event for frame in story.frames() for event in watcher.update(frame, Expected(Layout()))]
    assert texts_of(happened) == ["6-4"]
    assert not watcher.is_urgent


@pytest.mark.parametrize(("confidence", "is_up"), [(0.15, False), (0.4, True)])
def test_a_white_square_of_the_cloth_is_no_hand_turned_up(confidence, is_up):
    """The tile model hardly saw it, but it was read as 0-0: people were asked whether the hand was over."""
    story = line(loose="0-0")
    story.places["0-0"] = replace(showing(story.places["0-0"], (0, 0), 0.92), confidence=confidence)
    happened = story.rest(30, lying=(*FIRST, "0-0")).watched()
    assert any(isinstance(one, HandsRevealed) for one in happened) == is_up


def test_a_tile_put_down_beside_the_layout_is_played_when_it_is_pushed_up_to_it():
    story = line()
    beside = {"3-1": (90, 70)}
    story.shots = [shot for shot in story.shots if "3-1" not in shot.lying and shot.at != "3-1"]
    story.reach("top", "3-1", {"lying": FIRST, "moved": beside}).rest(20)
    story.reach("top", "3-1", {"moved": {}})
    happened = story.watched()
    assert texts_of(happened) == PLAYED
    assert happened[-1].time > 5


def test_a_play_taken_back_is_reported_and_may_be_played_elsewhere():
    story = line().lift("top", "3-1").rest(40).lay("top", "3-1")
    assert texts_of(story.watched()) == [*PLAYED, "back 3-1", "3-1>4-1"]


def test_a_tile_picked_up_and_put_back_is_nothing():
    """Players lift a tile, look at it and put it back: its play was taken back and told again, and scored again."""
    story = line().lift("top", "3-1").rest(5).lay("top", "3-1").rest(20)
    assert texts_of(story.watched()) == PLAYED


def test_the_set_can_be_taken_back():
    story = Story("6-4").lay("bottom", "6-4").lift("bottom", "6-4").rest(40)
    assert texts_of(story.watched()) == ["6-4", "back 6-4"]


def test_a_tile_under_a_cup_for_long_was_not_taken_back():
    story = line()
    for tile in ("6-4", "3-1"):
        story.reach("right", tile, {"cup": tile}).rest(200).reach("right", tile, {"cup": None})
    assert texts_of(story.watched()) == PLAYED


def test_a_tile_that_cannot_be_read_for_long_was_not_taken_back():
    """Glare lay on the last tile, and its place did not look bare."""
    story = line().rest(200, unread=("3-1",)).rest(5, unread=())
    assert texts_of(story.watched()) == PLAYED


def test_an_arm_that_rests_on_the_layout_changes_nothing():
    story = line()
    story.shots += [
        replace(story.now, arm="left", at="6-4", reach=reach) for reach in (0.3, 0.7, *[1.0] * 100, 0.7, 0.3)
    ]
    story.rest(10)
    assert texts_of(story.watched()) == PLAYED


def test_a_nudged_tile_and_a_layout_pushed_to_make_room_are_no_plays():
    text = f"{LINE}, 3-2>3-1"
    story = line(layout=text)
    story.reach("left", "6-0", {"moved": {"6-0": (6, 5)}})
    story.reach("left", "6-4", {"moved": dict.fromkeys((*FIRST, "3-2"), (31, -22))})
    story.lay("bottom", "3-2")
    assert texts_of(story.watched()) == [*PLAYED, "3-2>3-1"]


def test_a_bumped_camera_finds_the_layout_again_and_goes_on():
    text = f"{LINE}, 3-2>3-1"
    story = line(layout=text).rest(8, camera=(60, -40)).lay("bottom", "3-2")
    happened = story.watched()
    assert texts_of(happened) == [*PLAYED, "cameramoved", "3-2>3-1"]


@pytest.mark.parametrize("push", [(12, -6), (90, 40)])
def test_a_play_is_taken_back_and_laid_again_right_after_the_camera_was_pushed(push):
    """The look of the bare table there was lost: the missing tile was not noticed, nor was the play."""
    story = line().rest(20, camera=push).lift("top", "3-1").rest(40).lay("top", "3-1")
    assert [one for one in texts_of(story.watched()) if one != "cameramoved"] == [*PLAYED, "back 3-1", "3-1>4-1"]


def test_tiles_laid_after_the_camera_was_pushed_a_little_are_taken_back():
    """One place was compared with the table before the push, which shows a part of its neighbour there."""
    text = "0-0, 4-0>0-0, 4-4>4-0"
    story = Story(text).lay("bottom", "0-0").rest(20, camera=(-4, 16)).lay("top", "4-0").lay("bottom", "4-4")
    story.lift("bottom", "4-4").rest(8).lift("top", "4-0").rest(40)
    assert texts_of(story.watched()) == [*text.split(", "), "back 4-4", "back 4-0"]


def test_a_play_is_taken_back_and_laid_again_right_after_the_layout_was_pushed():
    story = line().reach("left", "6-4", {"moved": dict.fromkeys(FIRST, (31, -22))})
    story.lift("top", "3-1").rest(40).lay("top", "3-1")
    assert texts_of(story.watched()) == [*PLAYED, "back 3-1", "3-1>4-1"]


def test_while_the_camera_looks_elsewhere_nothing_is_played_or_taken_back():
    story = line()
    story.rest(20, camera=(95, 95), unread=FIRST).reach("top", "6-4", {}).rest(20)
    story.rest(8, camera=(0, 0), unread=())
    assert texts_of(story.watched()) == [*PLAYED, "cameramoved"]


def test_a_lamp_switched_on_is_no_play():
    story = line().rest(10, light=1.6).rest(10, light=0.6).rest(10, light=1.0)
    assert texts_of(story.watched()) == PLAYED


def test_in_the_dark_nothing_is_cleared_away():
    story = line().rest(80, light=0.05, unread=FIRST).rest(10, light=1.0, unread=())
    assert not {"cleared", "back 3-1"} & set(texts_of(story.watched()))


def test_the_cleared_table_takes_a_new_set():
    story = line()
    sweep = [replace(story.now, arm="top", at="6-4", reach=reach, lying=()) for reach in (0.3, 0.7, 1.0, 0.7, 0.3)]
    story.shots += sweep
    story.rest(15, lying=())
    story.lay("top", "4-1")
    assert texts_of(story.watched()) == [*PLAYED, "cleared", "4-1"]


def test_watching_begins_in_the_middle_of_a_hand():
    story = Story(LINE)
    story.shots = [replace(story.now, lying=FIRST)] * 40
    happened = story.watched()
    (lies,) = [one for one in happened if isinstance(one, LayoutFound)]
    assert not any(isinstance(one, Played) for one in happened)
    assert set(map(str, lies.layout.tiles)) == set(FIRST)
    assert lies.layout.count() == story.watcher.layout.count() == Layout.parse(LINE).count()
    assert None not in [placed.angle for placed in lies.layout.placements]


def test_a_tile_hard_to_read_is_played_as_the_likeliest_and_asked_about():
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4")
    story.rest(1, misread={"4-1": ("4-0", 0.45)}).lay("top", "4-1").rest(15)
    happened = texts_of(story.watched())
    assert len(happened) == 3
    assert happened[1] in ("4-1>6-4", "4-0>6-4")
    assert happened[2] == "doubt value"


def test_a_tile_that_lies_sure_and_joined_for_a_second_is_told_although_another_is_in_doubt():
    """A tile in glare kept what was played after it untold for as long as the glare lasted."""
    layout = "6-4, 4-1>6-4, 6-0>6-4, 2-1>4-1"
    story = Story(layout).lay("bottom", "6-4").rest(1, misread={"4-1": ("4-2", 0.5)})
    story.reach("top", "4-1", {"lying": ("6-4", "4-1", "2-1", "6-0")}).rest(30)
    assert texts_of(story.watched()) == ["6-4", "6-0>6-4", "4-1>6-4", "2-1>4-1"]


def test_a_tile_misread_at_first_is_corrected_once_many_frames_agree():
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4")
    story.rest(1, misread={"4-1": ("4-0", 0.97)}).lay("top", "4-1")
    story.rest(400, misread={})
    assert texts_of(story.watched()) == ["6-4", "4-0>6-4", "4-0 is 4-1"]


def test_a_tile_that_lies_there_already_is_not_played_again():
    story = line(loose="5-5")
    story.rest(40, lying=(*FIRST, "5-5"), misread={"5-5": ("6-4", 0.97)})
    assert texts_of(story.watched()) == PLAYED


def test_a_cup_over_the_whole_of_a_small_layout_does_not_clear_the_table():
    """It stood on the double between two tiles and hid them all; after three seconds the hand was over."""
    story = Story("4-4, 4-1>4-4, 6-4>4-4").lay("bottom", "4-4", "4-1", "6-4")
    story.reach("right", "4-4", {"cup": "4-4", "unread": ("4-4", "4-1", "6-4")}).rest(100)
    story.cup_size = 62
    story.reach("right", "4-4", {"cup": None, "unread": ()}).rest(5)
    assert texts_of(story.watched()) == ["4-4", "4-1>4-4", "6-4>4-4"]


def showing(place, halves, sure):
    """A tile that shows other halves, or the same more surely."""
    pips = np.full((2, 7), (1 - sure) / 7)
    pips[(0, 1), halves] += sure
    return replace(place, pips=pips, halves=None)


def misplayed(sure):
    """Bob lays 5-2 where 3-1 would match, takes it away and lays that."""
    story = line()
    story.places = {tile: showing(place, place.shows, 0.9999) for tile, place in story.places.items()}
    story.places["5-2"] = showing(story.places["3-1"], (5, 2), sure)
    story.shots = [shot for shot in story.shots if "3-1" not in shot.lying and shot.at != "3-1"]
    return story.lay("top", "5-2").rest(10).lift("top", "5-2").rest(10).lay("top", "3-1").watched()


def test_a_tile_that_does_not_match_is_a_misplay_reported_once_until_it_is_taken_away():
    happened = misplayed(sure=0.9999)
    assert texts_of(happened) == [*PLAYED[:3], "5-2>4-1", "back 5-2", "3-1>4-1"]
    (misplay,) = [one for one in happened if isinstance(one, Played) and str(one.tile) == "5-2"]
    assert (misplay.joins, misplay.side) == ((5, 1), "top")


def test_a_tile_not_surely_read_is_no_misplay():
    assert "5-2>4-1" not in texts_of(misplayed(sure=0.6))


def test_a_tile_that_was_read_clearly_and_is_exchanged_was_not_misread():
    """The double was pushed aside, its neighbour taken off, and another tile laid there: it was taken for that one.

    That the neighbour is gone is asked about: the record went on saying that it lay there.
    """
    story = Story("4-4, 4-3>4-4")
    story.places = {tile: showing(place, place.shows, 0.9999) for tile, place in story.places.items()}
    story.places["4-1"] = showing(
        story.places["4-3"], tuple(1 if half == 3 else half for half in story.places["4-3"].shows), 0.9999
    )
    story.lay("bottom", "4-4").lay("top", "4-3").rest(5)
    pushed = dict.fromkeys(("4-4", "4-1"), (-60, 2))
    story.reach("bottom", "4-4", {"lying": ("4-4", "4-1"), "moved": pushed}).rest(30)
    assert texts_of(story.watched()) == ["4-4", "4-3>4-4", "4-1>4-4", "missing 4-3"]


def with_bad_place(loose):
    """The layout without its last tile, 3-1, and a 5-2 whose place is there: against a 1."""
    story = line(loose=loose)
    story.places = {tile: showing(place, place.shows, 0.9999) for tile, place in story.places.items()}
    story.places["5-2"] = showing(story.places["3-1"], (5, 2), 0.9999)
    story.shots = [shot for shot in story.shots if "3-1" not in shot.lying and shot.at != "3-1"]
    return story


def last_revealed(happened):
    hands = [one for one in happened if isinstance(one, HandsRevealed)][-1].hands
    return {str(tile) for tiles in hands.values() for tile in tiles}


def test_a_tile_of_a_hand_turned_up_against_the_layout_is_no_misplay_and_not_asked_about():
    """A 5-0 turned up beside a 6-5 was taken for a misplay, and its pips were missing from the hand's."""
    story = with_bad_place("5-5")
    place, step = story.places["5-2"], np.array([0, -1.6 * WIDTH])
    story.places["5-5"] = replace(showing(place, (5, 5), 0.9999), corners=place.corners + step, ends=place.ends + step)
    happened = story.reach("top", "5-2", {"lying": (*story.now.lying, "5-2", "5-5")}).rest(30).watched()
    assert texts_of(happened) == PLAYED[:3]
    assert last_revealed(happened) == {"5-2", "5-5"}


def test_a_single_tile_turned_up_against_the_layout_after_another_hand_is_asked_about_each_time():
    story = with_bad_place("5-5")
    story.lay("bottom", "5-5").rest(20).lay("top", "5-2").rest(30)
    happened = story.lift("top", "5-2").rest(10).lay("top", "5-2").rest(15).watched()
    assert texts_of(happened) == [*PLAYED[:3], "doubt misplay", "doubt misplay"]
    assert last_revealed(happened) == {"5-2", "5-5"}


def test_a_lone_tile_that_seemed_misplayed_is_taken_back_once_hands_are_turned_up():
    story = with_bad_place("5-5 3-2")
    story.lay("top", "5-2").rest(20).reach("bottom", "5-5", {"lying": (*story.now.lying, "5-2", "5-5", "3-2")}).rest(30)
    happened = story.watched()
    assert texts_of(happened)[:5] == [*PLAYED[:3], "5-2>4-1", "back 5-2"]
    assert last_revealed(happened) == {"5-2", "5-5", "3-2"}


def with_boneyard():
    story = line(loose="5-5 3-2")
    for tile in ("5-5", "3-2"):
        place = story.places[tile]
        story.places[tile] = replace(place, corners=place.corners + np.array([460, 130]))
    story.shots = [replace(shot, facedown=("5-5", "3-2")) for shot in story.shots]
    return story


def test_a_tile_drawn_from_the_boneyard_is_reported_with_the_side_of_the_arm():
    story = with_boneyard().reach("top", "5-5", {"facedown": ("3-2",)}).rest(15)
    happened = story.watched()
    (drawn,) = [one for one in happened if isinstance(one, Drawn)]
    assert (drawn.tiles, drawn.side) == (1, "top")
    assert texts_of(happened) == [*PLAYED, "drawn"]


def test_a_boneyard_that_is_pushed_about_or_covered_is_not_drawn_from():
    story = with_boneyard()
    story.reach("top", "5-5", {"moved": {"5-5": (40, 10)}}).rest(10)
    story.reach("right", "3-2", {"cup": "3-2", "facedown": ("5-5",)}).rest(10)
    assert "drawn" not in texts_of(story.watched())


def test_tiles_of_the_next_hand_that_lie_where_the_last_hands_lay_are_seen_laid_at_once():
    """A sleeve stayed on the table when it was cleared; the next hand's tiles were taken for tiles of the last.

    Where nothing was seen to change, a tile must be seen for long: the first three were reported together as a layout
    that lay there already.
    """
    story = line()
    story.rest(1, arm="left", at=FIRST[0], reach=0.2).rest(40, lying=(), arm="left", at=FIRST[0], reach=0.2)
    before = len(story.shots)
    story.lay("bottom", *FIRST)
    happened = story.watched()
    assert texts_of(happened) == [*PLAYED, "cleared", *PLAYED]
    laid = [one.time for one in happened if isinstance(one, Played)][len(PLAYED) :]
    assert all(time <= (before + 11 * (number + 1)) * 0.1 for number, time in enumerate(laid))


def test_a_camera_that_looks_elsewhere_for_long_has_left_the_layout_behind():
    """It was an error in the program: the tracks were still compared with the tiles that had been cleared."""
    story = line()
    away = replace(story.now, camera=(95, 95), unread=FIRST)
    story.shots += [away] * 90
    assert texts_of(story.watched()) == [*PLAYED, "cameramoved", "cleared"]
    assert story.watcher.layout == Layout()


def test_a_tile_seen_too_faintly_to_be_read_is_asked_about_once():
    """Such doubts were shown for photos alone: in a game a tile in glare went untold and unasked."""
    story = line()
    story.shots = [shot for shot in story.shots if "3-1" not in shot.lying and shot.at != "3-1"]
    story.rest(30, lying=FIRST, unread=("3-1",), faint=("3-1",)).rest(20, faint=()).rest(40, faint=("3-1",))
    story.rest(60, unread=(), faint=())
    assert texts_of(story.watched()) == [*PLAYED[:3], "doubt faint", PLAYED[3], "doubtsettled"]


def test_a_question_is_withdrawn_once_nothing_shows_its_doubt_any_more():
    """Five questions stood there, most of them about a glare that was gone for minutes."""
    story = line(loose="5-5").rest(80, faint=("5-5",)).rest(30, faint=()).rest(30, faint=("5-5",)).rest(120, faint=())
    assert texts_of(story.watched()) == [*PLAYED, "doubt faint", "doubtsettled"]


def test_beside_hands_turned_up_nothing_is_asked_about_as_faint():
    """The answer would have played a tile of a hand."""
    story = line(loose="5-5 3-2 6-1")
    up = {"lying": (*FIRST, "5-5", "3-2", "6-1"), "unread": ("6-1",), "faint": ("6-1",)}
    story.reach("bottom", "5-5", up).rest(40)
    assert texts_of(story.watched()) == PLAYED


def test_a_tile_of_the_layout_is_not_asked_about_as_faint():
    story = line().rest(40, faint=("3-1",))
    assert texts_of(story.watched()) == PLAYED


def test_what_is_seen_faintly_is_asked_about_again_in_the_next_hand():
    story = line(loose="5-5").rest(80, faint=("5-5",))
    story.reach("top", "6-4", {"lying": (), "faint": ()}).rest(30).rest(80, faint=("5-5",))
    assert texts_of(story.watched()) == [*PLAYED, "doubt faint", "cleared", "doubt faint"]


def test_that_tiles_are_of_another_set_is_asked_about_once():
    """Each tile of a double-twelve was asked about in a game for which a double-six had been chosen."""
    story = line()
    for shown in ("12-1", "9-3"), ("9-3", "10-10"), (), ("12-1",):
        story.rest(40, foreign=shown)
    assert texts_of(story.watched()) == [*PLAYED, "doubt foreign"]


def exchanged(tile):
    """A story in which Bob takes his last tile away, and lays another one in its place, under one hand."""
    story = line()
    for name in FIRST:
        story.places[name] = certain(story.places[name])
    was, pips = story.places["3-1"], np.zeros((2, 7))
    pips[(0, 1), [1 if half == 1 else half + 2 for half in was.shows] if tile == "5-1" else (5, 3)] = 1.0
    story.places[tile] = replace(was, pips=pips, halves=None)
    return story.reach("top", "3-1", {"lying": (*FIRST[:-1], tile)}).rest(15)


@pytest.mark.parametrize("tile", ["5-1", "5-3"])
def test_a_tile_that_is_exchanged_in_its_place_was_taken_back_and_the_other_one_played(tile):
    """The other tile was taken for the first one misread, and where it did not fit nothing was told."""
    happened = exchanged(tile).watched()
    assert texts_of(happened) == [*PLAYED, "back 3-1", f"{tile}>4-1"]
    assert [event.side for event in happened if isinstance(event, Played)][-1] == "top"


@pytest.mark.parametrize("camera", [(0, 0), (40, 20)])
def test_a_tile_of_the_layout_of_which_only_a_part_is_seen_stays_what_it_is(camera):
    """It looked like 1-0 beside the hand that lay on it: people were asked about that, and the 3-1 was taken back."""
    story = line().rest(40, camera=camera)
    begun = len(texts_of(deepcopy(story).watched()))
    story.rest(80, partly={"3-1": "1-0"}).rest(10, partly={})
    assert texts_of(story.watched())[begun:] == []
    assert story.watcher.layout == Layout.parse(LINE)


def test_a_tile_still_in_the_fingers_that_lay_it_is_waited_for():
    """Half of it was read meanwhile, as another tile."""
    story = Story(LINE).lay("bottom", "6-4").lay("top", "4-1")
    lying = (*story.now.lying, "6-0")
    story.rest(40, lying=lying, arm="bottom", at="6-0", reach=1.0, partly={"6-0": "0-0"})
    story.rest(8, arm=None, at=None, partly={})
    happened = story.watched()
    assert texts_of(happened) == PLAYED[:3]
    assert [one.side for one in happened if isinstance(one, Played)][-1] == "bottom"


def test_a_tile_under_a_hand_that_has_long_rested_on_it_is_waited_for_too():
    """The hand belonged to the table by then, and people were asked about the part that it did not hide."""
    story = Story(LINE).lay("bottom", "6-4").lay("top", "4-1")
    lying = (*story.now.lying, "6-0")
    story.rest(80, lying=lying, arm="bottom", at="6-0", reach=1.0, partly={"6-0": "0-0"})
    story.rest(8, arm=None, at=None, partly={})
    assert texts_of(story.watched()) == PLAYED[:3]


def test_a_tile_of_which_only_a_part_is_seen_is_asked_about_once_where_it_may_have_been_played():
    story = Story(LINE).lay("bottom", "6-4").lay("top", "4-1").lay("bottom", "6-0")
    story.rest(60, lying=FIRST, partly={"3-1": "1-1"}).rest(80, partly={})
    assert texts_of(story.watched()) == [*PLAYED[:3], "doubt faint", PLAYED[3], "doubtsettled"]


def test_a_part_of_a_tile_in_a_hand_is_not_asked_about():
    story = line(loose="5-5 5-3").rest(60, lying=(*FIRST, "5-5", "5-3"), partly={"5-5": "5-0", "5-3": "3-0"})
    assert texts_of(story.watched()) == PLAYED


def test_a_tile_alone_on_the_table_of_which_only_a_part_is_seen_is_asked_about():
    story = Story(LINE).rest(40, lying=("6-4",), partly={"6-4": "6-0"})
    assert texts_of(story.watched()) == ["doubt faint"]
