"""Tiles of which only a part can be seen: under another, in a hand that holds it. They are asked about, not read."""

from dataclasses import replace

import numpy as np
from stored_models import PHOTO, reader_of

HAND = "6-4: -6 -4 0, 4-1: 0 -4 0, 5-5: 6 -4 0, 2-0: -6 4 0, 3-3: 0 4 0"
"""Five loose tiles."""
SURELY, HARDLY = 8.0, 1.0
"""Log odds that only a part of a tile can be seen: more than any whole tile has, and as some whole ones have."""


def read(lay, text, part_odds):
    """The tiles read, and the questions, where the pip model has seen parts at these places in the text."""
    state = reader_of(lay(text), part_odds=part_odds).read(PHOTO)
    return sorted(map(str, state.tiles)), state.doubts


def test_a_tile_half_under_a_hand_is_asked_about_and_not_read(lay):
    tiles, (doubt,) = read(lay, HAND, {3: SURELY})
    assert tiles == ["3-3", "4-1", "5-5", "6-4"]
    assert (doubt.kind, str(doubt.tile)) == ("faint", "2-0")
    assert str(doubt.text) == "Only a part of a tile can be seen there, perhaps of 2-0."
    assert doubt.outline == tuple(map(float, lay(HAND)[3].corners.flat))


def test_a_whole_tile_that_looks_a_little_like_a_part_is_read(lay):
    tiles, doubts = read(lay, HAND, {3: HARDLY})
    assert tiles == ["2-0", "3-3", "4-1", "5-5", "6-4"]
    assert not doubts


def test_a_tile_in_glare_that_looks_like_a_part_is_asked_about_by_its_value(lay):
    """A lamp was mirrored in it; it was taken for a part, which nobody was asked about in time."""
    seen = lay(HAND)
    pips = 0.55 * seen[3].pips + 0.45 * np.roll(seen[3].pips, 1, axis=1)
    seen[3] = replace(seen[3], pips=pips, halves=None)
    state = reader_of(seen, part_odds={3: SURELY}).read(PHOTO)
    assert len(state.tiles) == 5
    assert [doubt.kind for doubt in state.doubts] == ["value"]
    assert not state.parts


def test_of_two_tiles_in_a_heap_the_one_beneath_is_asked_about(lay):
    """Both outlines were found whole, one upon the other, and both tiles were read."""
    heap = HAND + ", 6-1: 6.3 -3.0 60"
    tiles, (doubt,) = read(lay, heap, {2: HARDLY, 5: -HARDLY})
    assert "6-1" in tiles
    assert "5-5" not in tiles
    assert str(doubt.text) == "Only a part of a tile can be seen there, perhaps of 5-5."


def test_a_tile_in_a_layout_of_which_only_a_part_can_be_seen_is_joined_to_nothing(lay):
    state = reader_of(lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-1: 4.1 0 180"), part_odds={2: SURELY}).read(PHOTO)
    assert [sorted(map(str, link)) for link in state.links] == [["4-1", "6-4"]]


def test_a_tile_that_the_edge_of_the_picture_cuts_off_is_read_while_most_of_it_can_be_seen(lay):
    """A tenth of the leftmost tile is out of the picture, and all its pips can be seen."""
    seen = lay(HAND)
    across = np.array([seen[2].corners[:, 0].min() + 25, 0], np.float32)
    beside = [replace(reading, corners=reading.corners - across, ends=reading.ends - across) for reading in seen]
    assert "5-5" in map(str, reader_of(beside, part_odds={2: SURELY}).read(PHOTO).tiles)


def test_where_no_tile_lies_nothing_is_a_part():
    state = reader_of([]).read(PHOTO)
    assert not state.tiles
    assert not state.doubts


def test_four_parts_are_asked_about_at_most(lay):
    _, doubts = read(lay, HAND + ", 6-6: 6 4 0, 5-1: -6 0 0", dict.fromkeys(range(1, 7), SURELY))
    assert len(doubts) == 4
