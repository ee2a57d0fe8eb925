"""New views laid over what is believed to lie there: tiles that stay, are pushed aside, swung round, or new."""

import numpy as np
import pytest
from believed import PLACES, belief, reading, seen

from muggins.scorer.tiles import Tile
from muggins.vision.tracking.association import associate, estimate_camera_motion
from muggins.vision.tracking.belief import lies_on


def test_a_tile_in_its_place_is_that_tile_whatever_it_is_read_as():
    found = associate(belief(), seen(reading("5-4", 102), reading("4-1", 141), reading("6-0", 59)))
    assert None not in found.seen
    assert not found.fresh
    assert not found.moved


def test_a_tile_in_a_new_place_is_fresh():
    found = associate(belief(), seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 59), reading("5-1", 182)))
    (fresh,) = found.fresh
    assert fresh.reading.tile == Tile.parse("5-1")


def test_a_tile_pushed_aside_is_known_by_its_value():
    found = associate(belief(), seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 40, 160)))
    assert found.moved == (2,)
    assert found.seen[2].reading.tile == Tile.parse("6-0")


def test_a_tile_seen_too_briefly_elsewhere_has_not_moved():
    found = associate(belief(), [*seen(reading("6-4", 100)), *seen(reading("6-0", 40, 160), frames=2)])
    assert found.moved == ()


def test_a_tile_over_a_believed_tile_is_not_new():
    found = associate(belief(), seen(reading("5-5", 112), reading("6-4", 100)))
    assert not found.fresh
    assert lies_on(reading("5-5", 112), reading("6-4", 100))
    assert not lies_on(reading("5-5", 141), reading("6-4", 100))


def test_covered_and_missed_sightings_say_nothing():
    (one,) = seen(reading("6-4", 100))
    assert associate(belief("6-4"), [one.covered()]).seen == (None,)


def moved_by(shift, turn=0.0):
    """All believed tiles after the camera has moved."""
    return seen(*(reading(tile, PLACES[tile], shift=shift, turn=turn) for tile in ("6-4", "4-1", "6-0")))


def test_a_camera_that_was_pushed_shifts_the_whole_belief():
    warp = estimate_camera_motion(belief(), moved_by((33, -27)))
    assert warp == pytest.approx(np.array([[1, 0, 33], [0, 1, -27]]), abs=0.5)
    shifted = belief().shifted(warp)
    assert associate(shifted, moved_by((33, -27))).moved == ()


def test_a_push_by_one_tile_is_known_by_the_values():
    """Each tile now lies where its neighbour lay."""
    warp = estimate_camera_motion(belief(), moved_by((41, 0)))
    assert warp == pytest.approx(np.array([[1, 0, 41], [0, 1, 0]]), abs=0.5)


def test_a_single_tile_that_moved_moves_nothing_else():
    assert (
        estimate_camera_motion(belief(), seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 40, 160)))
        is None
    )


def test_a_layout_turned_round_is_known_by_its_values_although_places_are_taken():
    """Turned by half a circle around its set, which lies where it lay but the other way round."""
    turned = seen(reading("6-4", 100, turn=np.pi), reading("4-1", 59, turn=np.pi), reading("6-0", 141, turn=np.pi))
    warp = estimate_camera_motion(belief(), turned)
    assert warp == pytest.approx(np.array([[-1, 0, 200], [0, -1, 200]]), abs=0.5)


def test_a_tile_hard_to_read_went_where_the_one_that_it_lies_on_has_gone():
    """An arm of 6-4 was swung round by a right angle; of its two tiles only one is read surely."""
    text = "6-4, 4-1>6-4, 6-0>6-4, 5-1>4-1"
    still = [reading("6-4", 100), reading("6-0", 59)]
    swung = [reading("4-1", 131, 131, turn=np.pi / 2), reading("5-1", 131, 172, sure=0.45, turn=np.pi / 2)]
    found = associate(belief(text), seen(*still, *swung))
    assert (None not in found.seen, found.moved, found.fresh) == (True, (1, 3), ())


def test_another_tile_beside_one_that_was_swung_round_is_new():
    text = "6-4, 4-1>6-4, 6-0>6-4, 5-1>4-1"
    swung = [reading("4-1", 131, 131, turn=np.pi / 2), reading("5-5", 131, 172, turn=np.pi / 2)]
    found = associate(belief(text), seen(reading("6-4", 100), reading("6-0", 59), *swung))
    assert found.seen[3] is None
    assert [one.reading.tile for one in found.fresh] == [Tile.parse("5-5")]
