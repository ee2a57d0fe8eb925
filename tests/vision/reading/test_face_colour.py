"""Tiles of another colour than the set: a toy brick, the row of tiles on a leaflet, a square of a printed board."""

from functools import partial

import cv2
import numpy as np
import pytest
from stored_models import reader_of

from muggins.vision.reading.face_colour import face_colours, odd_colours
from muggins.vision.reading.tuning import READING_TUNING

face_colours = partial(face_colours, tuning=READING_TUNING)
odd_colours = partial(odd_colours, tuning=READING_TUNING)

HAND = "6-4: -6 -4 0, 4-1: 0 -4 0, 5-5: 6 -4 0, 2-0: -6 4 0, 3-3: 0 4 0"
"""Five loose tiles."""
JOINED = "6-4: -6 -4 0, 4-1: -3.95 -4 0, 5-5: 6 -4 0, 2-0: -6 4 0, 3-3: 0 4 0"
"""The same, where the 4-1 was played on the 6-4."""
WHITE, BLACK, PINK = (235, 238, 240), (18, 17, 16), (194, 112, 234)
"""Blue, green and red levels."""


def table_of(readings, colours, pips=BLACK):
    """A picture of the readings' outlines, each filled with its colour, with one large pip on each half."""
    picture = np.full((1280, 1280, 3), 90, np.uint8)
    for reading, colour in zip(readings, colours, strict=True):
        cv2.fillConvexPoly(picture, np.rint(reading.corners).astype(int), colour)
        radius = int(np.linalg.norm(reading.corners[0] - reading.corners[1]) / 6)
        for end in reading.ends:
            cv2.circle(picture, tuple(np.rint(end).astype(int).tolist()), radius, pips, -1)
    return picture


def read(lay, tiles, colours, faceup=()):
    seen = lay(tiles)
    state = reader_of(seen, faceup=faceup).read(table_of(seen, colours))
    return sorted(map(str, state.tiles)), [(doubt.kind, str(doubt.tile)) for doubt in state.doubts]


def test_a_brick_among_white_tiles_is_asked_about_and_not_read(lay):
    tiles, doubts = read(lay, HAND, [WHITE] * 4 + [PINK])
    assert tiles == ["2-0", "4-1", "5-5", "6-4"]
    assert doubts == [("faint", "3-3")]


def test_people_are_told_that_it_is_the_colour_that_raises_the_question(lay):
    seen = lay(HAND)
    (doubt,) = reader_of(seen).read(table_of(seen, [WHITE] * 4 + [PINK])).doubts
    assert str(doubt.text) == "Does 3-3 lie there? What was seen has a different colour from the other tiles."


def test_two_bricks_are_asked_about_in_one_question(lay):
    nine = HAND + ", 6-1: -6 0 0, 5-2: 0 0 0, 4-4: 6 0 0, 6-6: 6 4 0"
    seen = lay(nine)
    state = reader_of(seen).read(table_of(seen, [WHITE] * 7 + [PINK] * 2))
    assert len(state.tiles) == 7
    (doubt,) = state.doubts
    assert str(doubt.text).startswith("Do 4-4 and 6-6 lie there? What was seen has a different colour")
    assert [str(tile) for tile, _ in doubt.likely] == ["4-4", "6-6"]


def test_a_white_tile_on_a_leaflet_among_black_tiles_is_asked_about_and_not_read(lay):
    tiles, doubts = read(lay, HAND, [BLACK] * 4 + [WHITE])
    assert tiles == ["2-0", "4-1", "5-5", "6-4"]
    assert doubts == [("faint", "3-3")]


@pytest.mark.parametrize("light", [(90, 90, 88), (170, 200, 240)], ids=["in the shade", "in the light of a lamp"])
def test_a_tile_in_other_light_is_read(lay, light):
    assert read(lay, HAND, [WHITE] * 4 + [light]) == (["2-0", "3-3", "4-1", "5-5", "6-4"], [])


def test_a_joined_tile_that_stands_in_for_a_lost_one_is_read_whatever_its_colour(lay):
    tiles, _ = read(lay, JOINED, [WHITE, PINK, WHITE, WHITE, WHITE])
    assert tiles == ["2-0", "3-3", "4-1", "5-5", "6-4"]


def test_a_square_of_a_printed_board_is_asked_about_though_a_tile_ends_there(lay):
    tiles, doubts = read(lay, JOINED, [WHITE, PINK, WHITE, WHITE, WHITE], {1: 0.48})
    assert tiles == ["2-0", "3-3", "5-5", "6-4"]
    assert doubts == [("faint", "4-1")]


def test_a_set_of_many_colours_is_read_whole(lay):
    colours = [WHITE, BLACK, PINK, (30, 200, 40), (220, 60, 20)]
    assert read(lay, HAND, colours) == (["2-0", "3-3", "4-1", "5-5", "6-4"], [])


def test_three_tiles_do_not_tell_the_colour_of_their_set(lay):
    assert read(lay, "6-4: -6 -4 0, 4-1: 0 -4 0, 5-5: 6 -4 0", [WHITE, WHITE, PINK]) == (["4-1", "5-5", "6-4"], [])


@pytest.mark.parametrize(("colour", "tiles"), [(PINK, ["6-4"]), (WHITE, ["4-1", "6-4"])])
def test_what_is_unsure_and_of_another_colour_than_the_sure_tile_is_not_read_nor_asked_about(lay, colour, tiles):
    """A pink and an orange brick were read as 0-0, and “0-0 is seen 2 times” was asked."""
    seen = lay("6-4: -6 -4 0, 4-1: 0 4 0")
    state = reader_of(seen, faceup={1: 0.3}).read(table_of(seen, [WHITE, colour]))
    assert sorted(map(str, state.tiles)) == tiles
    assert state.doubts == ()


@pytest.mark.parametrize(("colour", "asked"), [(PINK, []), (WHITE, ["4-1"])])
def test_nobody_is_asked_about_what_has_a_colour_that_no_tile_has(lay, colour, asked):
    """With few tiles on the table a green block was asked about: “Does 2-0 lie there?”"""
    seen = lay("6-4: -6 -4 0, 4-1: 0 4 0")
    state = reader_of(seen, faceup={1: 0.1}).read(table_of(seen, [WHITE, colour]))
    assert list(map(str, state.tiles)) == ["6-4"]
    assert [str(doubt.tile) for doubt in state.doubts] == asked


def test_the_colour_of_a_face_is_that_between_its_pips(lay):
    [tile] = lay("6-4: 0 0 0")
    ((first, second),) = face_colours(table_of([tile], [PINK]), tile.corners[None])
    assert first == pytest.approx(PINK)
    assert np.array_equal(first, second)


def test_where_pips_cover_half_of_a_face_either_colour_may_be_that_of_the_set():
    """On a 9-9 with large pips in a colour, the pips are the larger part."""
    white, both = np.array([WHITE, WHITE]), np.array([PINK, WHITE])
    assert not odd_colours(np.array([white, white, white, white, both], np.float64)).any()
    pink = np.array([PINK, PINK])
    assert odd_colours(np.array([white, white, white, white, pink], np.float64)).tolist() == [False] * 4 + [True]
