"""The layout turned on the table, an arm of it swung round, the camera turned: links stay, and play goes on."""

import pytest
from stories import FIRST, LINE, PLAYED, Story, line, texts_of

from muggins.scorer.layout import Layout
from muggins.vision.tracking.events import Played

LONGER = f"{LINE}, 3-2>3-1, 5-0>6-0"
NEXT = ["3-2>3-1", "5-0>6-0"]
"""At one end, and at the other."""
OTHERS = ("3-2", "5-0")


def plays_on(story):
    """After all that has happened to the first four tiles, two more are played, and reported rightly."""
    story.lay("bottom", "3-2").lay("top", "5-0")
    happened = story.watched()
    sides = [one.side for one in happened if isinstance(one, Played)]
    assert story.watcher.layout == Layout.parse(LONGER)
    assert sides == ["bottom", "top", "bottom", "top", "bottom", "top"]
    return texts_of(happened)


@pytest.mark.parametrize("degrees", [10, 180, -120])
def test_a_layout_turned_to_make_room_is_no_play_and_both_its_ends_stay_open(degrees):
    """The layout was turned by half a circle around its middle tile. The others came to lie on each other's
    places: they were taken for misread, and nothing was reported any more."""
    story = line(layout=LONGER)
    middle = tuple(story.places["4-1"].corners.mean(axis=0))
    story.turn("left", degrees, middle, *FIRST, *OTHERS)
    assert plays_on(story) == PLAYED + NEXT


@pytest.mark.parametrize("degrees", [20, 90, -40])
def test_an_arm_of_the_layout_swung_round_to_make_room_is_no_play(degrees):
    story = line(layout=LONGER)
    story.turn("right", degrees, story.half("4-1", 4), "4-1", "3-1", "3-2")
    assert plays_on(story) == PLAYED + NEXT


def test_a_layout_is_turned_again_and_again():
    story = line(layout=LONGER)
    middle = tuple(story.places["4-1"].corners.mean(axis=0))
    for degrees in (90, 180, 150):
        story.turn("left", degrees, middle, *FIRST, *OTHERS)
    assert plays_on(story) == PLAYED + NEXT


def test_tiles_hard_to_read_are_taken_along_by_the_others_when_the_layout_is_turned():
    """People were asked about them as if they lay there twice, and the next play was not reported."""
    layout = "4-3, 5-4>4-3, 6-5>5-4, 6-3>4-3, 6-4>6-3, 6-1>6-5"
    story, first = Story(layout), ("4-3", "5-4", "6-5", "6-3")
    for tile in first:
        story.lay("bottom", tile)
    story.turn("left", 135, story.half("4-3", 4), *first, "6-4", "6-1")
    vague = {"6-5": ("6-2", 0.55), "6-3": ("0-0", 0.44)}
    story.rest(1, misread=vague).lay("bottom", "6-4").lay("top", "6-1")
    assert texts_of(story.watched()) == layout.split(", ")


def test_the_last_tile_of_an_arm_that_was_swung_round_was_not_taken_back_although_it_is_hard_to_read():
    """It was taken back and played again: it was not surely read anywhere, and its old place was bare."""
    story = line(layout=LONGER)
    story.turn("right", 45, story.half("4-1", 4), "4-1", "3-1", "3-2")
    story.shots[-5:] = []
    story.rest(20, misread={"3-1": ("3-0", 0.54)})
    assert plays_on(story)[:5] == [*PLAYED, "3-2>3-1"]


@pytest.mark.parametrize(("degrees", "steps"), [(10, 1), (40, 5), (180, 1)])
def test_a_turned_camera_is_reported_and_finds_the_layout_again(degrees, steps):
    story = line(layout=LONGER)
    for step in range(1, steps + 1):
        story.rest(1, rolled=degrees * step / steps)
    story.rest(8)
    assert plays_on(story) == [*PLAYED, "cameramoved", *NEXT]


def test_before_a_phone_that_is_turned_upright_and_back_play_goes_on():
    story = line(layout=LONGER).rest(15, upright=True).lay("bottom", "3-2").rest(15, upright=False).lay("top", "5-0")
    assert texts_of(story.watched()) == [*PLAYED, "cameramoved", "3-2>3-1", "cameramoved", "5-0>6-0"]
