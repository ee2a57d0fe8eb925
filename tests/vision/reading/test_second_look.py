"""Tiles that were not found at first, looked for where they would be joined."""

import pytest
from stored_models import PHOTO, reader_of

from muggins.scorer.tiles import Tile


@pytest.mark.parametrize("missed", [{3}, {2}, {2, 3}, {1, 4}])
def test_tiles_that_were_not_found_are_looked_for_where_they_would_be_joined(lay, missed):
    """A chain of five that turns a corner: gaps in it and its end are looked at once more, along the chain."""
    seen = lay("6-4: 0 0 0, 4-4: 1.55 0 90, 4-1: 3.1 0 0, 1-5: 4.65 0.5 90, 5-0: 4.65 2.55 90")
    state = reader_of(seen, missed=missed).read(PHOTO)
    assert set(state.layout.tiles) == set(map(Tile.parse, ("6-4", "4-4", "4-1", "5-1", "5-0")))


def test_what_lies_there_but_does_not_match_is_left_to_the_detector(lay):
    """Without a half that matches, a glance at a likely place is too weak a ground to see a tile there."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 3-0: 4.1 0 0", sure=0.999)
    assert sorted(map(str, reader_of(seen, missed={2}, faceup={2: 0.9}).read(PHOTO).tiles)) == ["4-1", "6-4"]
