"""Layouts turned on the table to make room, as films show it."""

import numpy as np
import pytest

from muggins.datasets.videos.director import direct_hand
from muggins.datasets.videos.rotations import rotate_layout
from muggins.datasets.videos.tile_placement import half_centres, place_tiles
from muggins.scorer import GameStarted, Layout

LENGTH, BOUNDS, NOTHING = 2.0, (12.0, 8.0), np.zeros((0, 2))
PLACEMENTS = Layout.parse("6-4, 4-1>6-4, 6-0>6-4, 3-1>4-1, 0-0>6-0, 3-2>3-1").placements


def laid():
    return place_tiles(np.random.default_rng(4), PLACEMENTS, LENGTH, BOUNDS, NOTHING, 1.0)


def apart(one, other):
    return np.linalg.norm(half_centres(one, LENGTH)[:, None] - half_centres(other, LENGTH)[None], axis=2).min()


@pytest.mark.parametrize("seed", range(8))
def test_what_was_joined_stays_joined_and_nothing_else_comes_near(seed):
    before = laid()
    there, which = rotate_layout(np.random.default_rng(seed), before, PLACEMENTS, 4, LENGTH, NOTHING, BOUNDS)
    assert which
    assert set(which) <= {one.tile for one in PLACEMENTS[:4]}
    by_tile = {one.tile: one for one in there}
    joined = {frozenset((one.tile, one.on)) for one in PLACEMENTS if one.on}
    for number, one in enumerate(there):
        assert (np.abs(half_centres(one, LENGTH)) <= BOUNDS).all()
        for other in there[:number]:
            is_near = apart(one, by_tile[other.tile]) < 1.3
            assert is_near == (frozenset((one.tile, other.tile)) in joined)


def test_a_table_that_is_full_has_no_room_to_turn_anything():
    everywhere = np.mgrid[-12:13, -8:9].reshape(2, -1).T.astype(float)
    assert rotate_layout(np.random.default_rng(0), laid(), PLACEMENTS, 4, LENGTH, everywhere, BOUNDS) is None


def test_a_filmed_hand_goes_on_where_its_layout_lies_after_each_turn():
    started = GameStarted("five-up", ("Ann", "Bob"), seats={"Ann": "bottom", "Bob": "top"})
    plain, hand = (direct_hand(started, 3, LENGTH, NOTHING, BOUNDS, turns=share) for share in (0.0, 1.0))
    assert hand.truth()["events"] == plain.truth()["events"]
    turns = [move for move in hand.moves if move.act == "turn"]
    assert turns
    assert not [move for move in plain.moves if move.act == "turn"]
    links = {event.tile: event.on for event in hand.events if hasattr(event, "on")}
    for move in hand.moves:
        lying = hand.lying(move.acts)
        assert all(apart(lying[tile], lying[host]) < 1.3 for tile, host in links.items() if host and tile in lying)
