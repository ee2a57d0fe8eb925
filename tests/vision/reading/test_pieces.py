"""Pieces of rulers, remote controls and rows of switches, that look like tiles."""

import cv2
import numpy as np
import pytest
from stored_models import reader_of

from muggins.vision.types import Detection

GREY, WHITE, PINK = (90, 90, 90), (235, 238, 240), (194, 112, 234)
"""Blue, green and red levels."""


def on_paper(readings, longer=0.0, wider=0.0, table=GREY):
    """A picture of white outlines, each longer at its second end and wider on both sides, by lengths and widths."""
    picture = np.full((1280, 1280, 3), table, np.uint8)
    for reading in readings:
        first, second, third, fourth = reading.corners
        along, across = third - second, second - first
        paper = first - wider * across, second + wider * across, third + longer * along, fourth + longer * along
        paper = (*paper[:2], paper[2] + wider * across, paper[3] - wider * across)
        cv2.fillConvexPoly(picture, np.rint(paper).astype(int), WHITE)
    return picture


def read(readings, picture, more=(), **options):
    state = reader_of(readings, more, **options).read(picture)
    return [str(tile) for tile in state.tiles], len(state.doubts)


@pytest.mark.parametrize(
    ("longer", "wider", "tiles"),
    [(0.6, 0.0, []), (0.1, 0.0, ["2-1"]), (0.6, 0.7, ["2-1"])],
    ids=["the end of a ruler", "an outline too short", "a white tile on paper"],
)
def test_the_end_of_a_ruler_is_no_tile(lay, longer, wider, tiles):
    """A 2-1 was read at the end of a ruler, and a 9-9 among the buttons of a remote control."""
    seen = lay("2-1: 0 0 30")
    assert read(seen, on_paper(seen, longer, wider)) == (tiles, 0)


def test_nobody_is_asked_about_the_end_of_a_ruler(lay):
    seen = lay("6-4: -6 0 0, 2-1: 4 0 0")
    for longer, asked in ((0.6, 0), (0.0, 1)):
        picture = on_paper(seen[1:], longer)
        cv2.fillConvexPoly(picture, np.rint(seen[0].corners).astype(int), WHITE)
        assert read(seen, picture, faceup={1: 0.1}) == (["6-4"], asked)


def test_a_tile_against_another_is_read_though_its_colour_goes_on(lay):
    seen, [other] = lay("2-1: 0 0 0"), lay("6-5: 2 0 0")
    picture = on_paper(seen, 0.6)
    back = Detection(other.corners, "facedown", 0.9)
    assert read(seen, picture) == ([], 0)
    assert read(seen, picture, [back]) == (["2-1"], 0)


def test_joined_tiles_are_no_pieces(lay):
    seen = lay("2-1: -2.05 0 0, 6-1: 0 0 180")
    assert read(seen, on_paper(seen, 0.6)) == (["2-1", "6-1"], 0)


@pytest.mark.parametrize(("table", "beyond"), [((150, 150, 150), (180, 182, 184)), (GREY, PINK)])
def test_beyond_the_end_of_a_tile_lies_the_table_or_another_thing(lay, table, beyond):
    """A 5-0 lay on cloth that the light made as bright as the tile at one end only."""
    seen = lay("2-1: 0 0 0")
    picture = on_paper(seen, table=table)
    outside = seen[0].corners + (seen[0].corners[2] - seen[0].corners[1])
    cv2.fillConvexPoly(picture, np.rint(outside).astype(int), beyond)
    cv2.fillConvexPoly(picture, np.rint(seen[0].corners).astype(int), (200, 203, 206))
    assert read(seen, picture) == (["2-1"], 0)
