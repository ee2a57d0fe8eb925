"""Tiles that were not found at first, looked for where they would be joined."""

import pytest
from stored_models import PHOTO, reader_of

from muggins.scorer.tiles import Tile
from muggins.vision.types import Detection


@pytest.mark.parametrize("missed", [{3}, {2}, {2, 3}, {1, 4}])
def test_missed_tiles_are_found_in_slots(lay, missed):
    """In a chain of five that turns a corner, gaps and the end are searched along the chain."""
    seen = lay("6-4: 0 0 0, 4-4: 1.55 0 90, 4-1: 3.1 0 0, 1-5: 4.65 0.5 90, 5-0: 4.65 2.55 90")
    state = reader_of(seen, missed=missed).read(PHOTO)
    assert set(state.layout.tiles) == set(map(Tile.parse, ("6-4", "4-4", "4-1", "5-1", "5-0")))


def test_a_missed_tile_that_does_not_match_is_left_to_the_tile_model(lay):
    """Without a half that matches, the pip model alone is too little evidence for a tile in a slot."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 3-0: 4.1 0 0", sure=0.999)
    assert sorted(map(str, reader_of(seen, missed={2}, faceup={2: 0.9}).read(PHOTO).tiles)) == ["4-1", "6-4"]


@pytest.mark.parametrize(
    ("faceup", "is_read", "is_asked"), [(0.99, True, False), (0.93, False, True), (0.5, False, False)]
)
def test_people_are_asked_about_a_tile_that_nearly_shows_in_a_slot(lay, faceup, is_read, is_asked):
    """A real 5-3 without a bar was passed over in silence with log odds of 4.8; from 5 on a tile is read."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 1-0: 4.1 0 0", sure=0.99)
    state = reader_of(seen, missed={2}, faceup={2: faceup}).read(PHOTO)
    missed = Tile.parse("1-0")
    assert (missed in state.tiles) is is_read
    assert any(doubt.kind == "faint" and doubt.tile == missed for doubt in state.doubts) is is_asked


@pytest.mark.parametrize(("printed", "is_read"), [(0.1, True), (0.9, False)])
def test_a_tile_in_a_slot_that_was_seen_too_faintly_counts_as_seen(lay, printed, is_read):
    """A real 5-3 without a bar was seen in its slot by both models, and by neither surely enough alone."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 1-0: 4.1 0 0", sure=0.99)
    faint = Detection(seen[2].corners, "faceup", 0.2, printed)
    state = reader_of(seen, missed={2}, faceup={2: 0.93}, more=[faint]).read(PHOTO)
    assert (Tile.parse("1-0") in state.tiles) is is_read
