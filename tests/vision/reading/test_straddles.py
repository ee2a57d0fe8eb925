"""Straddles: the inner halves of two neighbours taken for one tile."""

import pytest
from stored_models import PHOTO, reader_of

from muggins.scorer.tiles import Tile


def read(lay, table, faceup):
    """The table as read where only its last tile is detected, a whole tile with that probability."""
    seen = lay(table)
    last = len(seen) - 1
    state = reader_of(seen, faceup={last: faceup}, missed=set(range(last))).read(PHOTO)
    return {str(tile) for tile in state.tiles}, state


@pytest.mark.parametrize("faceup", [0.05, 0.3, 0.8])
def test_a_straddle_becomes_the_two_tiles_it_straddles(lay, faceup):
    tiles, state = read(lay, "4-1: 0 0 30, 1-6: 1.78 1.03 30, 1-1: 0.89 0.51 30", faceup)
    assert tiles == {"4-1", "6-1"}
    assert state.links == ((Tile.parse("4-1"), Tile.parse("6-1")),)
    assert state.doubts == ()


def test_in_a_row_each_tile_is_read_once(lay):
    """Of four tiles in a row three straddles were detected."""
    seen = lay("4-1: 0 0 0, 1-6: 2.05 0 0, 6-3: 4.1 0 0, 3-0: 6.15 0 0, 1-1: 1.02 0 0, 6-6: 3.07 0 0, 3-3: 5.12 0 0")
    state = reader_of(seen, faceup=dict.fromkeys((4, 5, 6), 0.6), missed={0, 1, 2, 3}).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["3-0", "4-1", "6-1", "6-3"]
    assert len(state.links) == 3
    assert state.doubts == ()


def test_a_likely_enough_tile_stays_one(lay):
    tiles, _ = read(lay, "4-1: 0 0 0, 1-6: 2.05 0 0, 1-1: 1.02 0 0", 0.92)
    assert tiles == {"1-1"}


@pytest.mark.parametrize(("faceup", "is_read"), [(0.3, "4-1"), (0.6, "5-1")])
def test_one_candidate_is_believed_over_a_less_likely_outline_only(lay, faceup, is_read):
    tiles, _ = read(lay, "4-1: 0 0 0, 5-1: 1.02 0 0", faceup)
    assert tiles == {is_read}
