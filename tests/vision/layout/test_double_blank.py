"""The double-blank of a set without bars looks like a face-down tile; blank halves laid against it identify it."""

import pytest
from stored_models import PHOTO, reader_of

from muggins.scorer.tiles import Tile
from muggins.vision.types import Detection

BLANK = Tile.parse("0-0")


def read(lay, table, faceup=0.05, last_shows="facedown"):
    """The table as read, with the last tile detected as face down."""
    seen = lay(table)
    last = len(seen) - 1
    hidden = [Detection(seen[last].corners, last_shows, 0.9)]
    return reader_of(seen, hidden, faceup={last: faceup}, missed={last}).read(PHOTO)


@pytest.mark.parametrize(
    ("table", "faceup"),
    [
        ("1-0: 0 0 0, 6-1: -2.05 0 0, 0-0: 1.55 0 90", 0.05),
        ("1-0: 0 0 0, 6-1: -2.05 0 0, 0-3: 3.1 0 0, 0-0: 1.55 0 90", 0.001),
        ("1-0: 0 0 0, 0-3: 3.1 0 0, 4-0: 1.55 -2.05 90, 0-5: 1.55 2.05 90, 0-0: 1.55 0 90", 0.001),
    ],
)
def test_blank_halves_laid_against_it_identify_it(lay, table, faceup):
    state = read(lay, table, faceup)
    assert BLANK in state.layout.tiles
    assert set(state.layout.tiles) == set(state.tiles)
    assert state.facedown == ()
    assert state.doubts == ()


def test_one_blank_half_against_an_unlikely_double_blank_is_asked_about(lay):
    state = read(lay, "1-0: 0 0 0, 6-1: -2.05 0 0, 0-0: 1.55 0 90", 0.006)
    assert BLANK not in state.tiles
    assert [(doubt.kind, doubt.tile) for doubt in state.doubts] == [("faint", BLANK)]


@pytest.mark.parametrize(
    "table",
    [
        "0-1: 0 0 0, 6-0: -2.05 0 0, 0-0: 1.55 0 90",
        "1-0: 0 0 0, 6-1: -2.05 0 0, 0-0: 1.8 1.2 35",
        "1-0: 0 0 0, 6-1: -2.05 0 0, 0-0: 5 4 0, 0-0: 1.55 0 90",
        "1-0: 0 0 0, 6-1: -2.05 0 0, 2-0: 1.55 0 90",
    ],
    ids=["against a one", "lying anyhow", "the double-blank lies elsewhere", "it shows something else"],
)
def test_others_lie_face_down(lay, table):
    state = read(lay, table)
    assert len(state.facedown) == 1
    assert len(state.readings) == table.count(":") - 1
    assert state.doubts == ()


def test_tiles_of_a_hand_are_not_asked(lay):
    assert BLANK not in read(lay, "1-0: 0 0 0, 6-1: -2.05 0 0, 0-0: 1.55 0 90", last_shows="standing").tiles
