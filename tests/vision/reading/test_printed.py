"""Tiles that look printed: read, asked about, or passed over, by what both models say."""

import pytest
from stored_models import PHOTO, StoredDetector, StoredPips

from muggins.scorer.tiles import Tile
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Detection


def state_of(seen, printed, faceup=(), confidence=0.9):
    """The table as read where each tile is printed with that probability, as the tile model has it."""
    found = [Detection(tile.corners, "faceup", confidence, how) for tile, how in zip(seen, printed, strict=True)]
    return Reader(detector=StoredDetector(found), pip_reader=StoredPips(seen, faceup)).read(PHOTO)


def names(tiles):
    return sorted(map(str, tiles))


@pytest.mark.parametrize(
    ("printed", "faceup", "is_read", "is_asked"),
    [
        (0.02, 0.99, True, False),
        (0.8, 0.99, True, False),
        (0.85, 0.4, False, True),
        (0.97, 0.99, False, True),
        (0.999, 0.99, False, True),
        (0.999, 0.92, False, True),
        (0.999, 0.1, False, False),
    ],
)
def test_a_tile_that_the_pip_model_is_sure_of_is_read_or_asked_about_however_printed_it_looks(
    lay, printed, faceup, is_read, is_asked
):
    state = state_of(lay("6-6: 0 0 0, 3-1: 6 4 0"), [printed, 0.02], {0: faceup, 1: 0.99})
    assert (Tile.parse("6-6") in state.tiles) is is_read
    assert [str(doubt.tile) for doubt in state.doubts if doubt.kind == "faint"] == ["6-6"] * is_asked
    alone = state_of(lay("6-6: 0 0 0"), [printed], {0: faceup})
    assert (bool(alone.readings), alone.doubts) == (is_read, ())


def test_a_tile_of_a_large_set_that_looks_printed_is_asked_about_too(lay):
    """Before any tile is read the set was taken for a double-six, which has no 12-10."""
    seen = lay("12-10: 0 0 0, 11-9: 6 4 0")
    found = [Detection(tile.corners, "faceup", 0.9, printed) for tile, printed in zip(seen, (0.98, 0.02), strict=True)]
    state = Reader(set=None, detector=StoredDetector(found), pip_reader=StoredPips(seen)).read(PHOTO)
    assert [(doubt.kind, str(doubt.tile)) for doubt in state.doubts] == [("faint", "12-10")]


def test_dark_tiles_without_a_bar_are_no_printed_page(lay):
    """The loose tiles of a real game: the tile model had them printed with 0.4 to 0.8, the pip model sure from 0.7."""
    seen = lay("5-5: 0 0 0, 6-2: 0 1.6 0, 4-3: 0 3.2 0, 4-4: 8 0 0")
    state = state_of(seen, [0.5, 0.83, 0.6, 0.37], {0: 0.69, 1: 0.83, 2: 0.95, 3: 0.93}, confidence=0.75)
    assert names(state.tiles) == ["4-3", "4-4", "5-5", "6-2"]
    assert state.doubts == ()


def test_a_page_of_printed_tiles_beside_the_table_is_not_read(lay):
    """Its tiles lie close together, and to the pip model they are none or hardly any."""
    table, page = lay("6-4: 0 0 0, 4-1: 2.05 0 0"), lay("5-5: 0 6 0, 5-3: 2.2 6 0, 2-2: 0 7.4 0, 3-0: 2.2 7.4 0")
    state = state_of([*table, *page], [0.02] * 2 + [0.98] * 4, dict.fromkeys(range(2, 6), 0.6))
    assert names(state.tiles) == ["4-1", "6-4"]
    assert state.doubts == ()


def test_a_tile_that_looks_printed_is_read_like_those_that_lie_beside_it(lay):
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 1-1: 3.6 0 90")
    alone = state_of(seen[2:], [0.96], {0: 0.9})
    beside = state_of(seen, [0.02, 0.02, 0.96], {2: 0.9})
    assert Tile.parse("1-1") not in alone.tiles
    assert Tile.parse("1-1") in beside.tiles


def test_halves_of_printed_tiles_make_no_tile(lay):
    """What was set aside as printed is not searched for straddles."""
    seen = lay("6-4: 0 0 0, 5-2: 4 4 0, 5-5: 5.01 4 0")
    found = [Detection(seen[0].corners, "faceup", 0.9), Detection(seen[2].corners, "faceup", 0.9, 0.999)]
    state = Reader(detector=StoredDetector(found), pip_reader=StoredPips(seen, {2: 0.4})).read(PHOTO)
    assert names(state.tiles) == ["6-4"]
