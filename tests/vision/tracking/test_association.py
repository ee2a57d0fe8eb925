"""New views laid over the places of a layout: tiles that stay, are pushed aside, swung round, or new."""

from functools import partial

import numpy as np
import pytest
from row import AT, LAYOUT, places, reading, seen

from muggins.scorer.tiles import Tile
from muggins.vision.tracking.association import associate, estimate_camera_motion
from muggins.vision.tracking.place import lies_on
from muggins.vision.tracking.tuning import TRACKING_TUNING

associate = partial(associate, tuning=TRACKING_TUNING)
estimate_camera_motion = partial(estimate_camera_motion, tuning=TRACKING_TUNING)
lies_on = partial(lies_on, tuning=TRACKING_TUNING)


def associated(tracks, text=LAYOUT):
    return associate(places(text), (), tracks)


def shown(found):
    return {str(tile) for tile in found.seen}


def moved(found):
    return {str(tile) for tile in found.moved}


def test_a_tile_in_its_place_is_that_tile_whatever_it_is_read_as():
    found = associated(seen(reading("5-4", 102), reading("4-1", 141), reading("6-0", 59)))
    assert shown(found) == {"6-4", "4-1", "6-0"}
    assert not found.fresh
    assert not found.moved


def test_a_tile_in_a_new_place_is_fresh():
    found = associated(seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 59), reading("5-1", 182)))
    (fresh,) = found.fresh
    assert fresh.reading.tile == Tile.parse("5-1")


def test_a_tile_pushed_aside_is_known_by_its_value():
    found = associated(seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 40, 160)))
    assert moved(found) == {"6-0"}
    assert found.seen[Tile.parse("6-0")].reading.tile == Tile.parse("6-0")


def test_a_tile_seen_too_briefly_elsewhere_has_not_moved():
    found = associated([*seen(reading("6-4", 100)), *seen(reading("6-0", 40, 160), frames=2)])
    assert not found.moved


def test_a_tile_over_a_tile_of_the_layout_is_not_new():
    found = associated(seen(reading("5-5", 112), reading("6-4", 100)))
    assert not found.fresh
    assert lies_on(reading("5-5", 112), reading("6-4", 100))
    assert not lies_on(reading("5-5", 141), reading("6-4", 100))


def test_covered_and_missed_sightings_say_nothing():
    (one,) = seen(reading("6-4", 100))
    assert not associated([one.covered()], "6-4").seen


def moved_by(shift, turn=0.0):
    """All tiles of the layout after the camera has moved."""
    return seen(*(reading(tile, AT[tile], shift=shift, turn=turn) for tile in ("6-4", "4-1", "6-0")))


def test_a_camera_that_was_pushed_shifts_the_whole_layout():
    warp = estimate_camera_motion(places(), moved_by((33, -27)))
    assert warp == pytest.approx(np.array([[1, 0, 33], [0, 1, -27]]), abs=0.5)
    shifted = [place.shifted(warp) for place in places()]
    assert not associate(shifted, (), moved_by((33, -27))).moved


def test_a_push_by_one_tile_is_known_by_the_values():
    """Each tile now lies where its neighbour lay."""
    warp = estimate_camera_motion(places(), moved_by((41, 0)))
    assert warp == pytest.approx(np.array([[1, 0, 41], [0, 1, 0]]), abs=0.5)


def test_a_single_tile_that_moved_moves_nothing_else():
    assert (
        estimate_camera_motion(places(), seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 40, 160)))
        is None
    )


def test_a_layout_turned_round_is_known_by_its_values_although_places_are_taken():
    """Turned by half a circle around its set, which lies where it lay but the other way round."""
    turned = seen(reading("6-4", 100, turn=np.pi), reading("4-1", 59, turn=np.pi), reading("6-0", 141, turn=np.pi))
    warp = estimate_camera_motion(places(), turned)
    assert warp == pytest.approx(np.array([[-1, 0, 200], [0, -1, 200]]), abs=0.5)


def test_a_tile_hard_to_read_went_where_the_one_that_it_lies_on_has_gone():
    """An arm of 6-4 was swung round by a right angle; of its two tiles only one is read surely."""
    text = "6-4, 4-1>6-4, 6-0>6-4, 5-1>4-1"
    still = [reading("6-4", 100), reading("6-0", 59)]
    swung = [reading("4-1", 131, 131, turn=np.pi / 2), reading("5-1", 131, 172, sure=0.45, turn=np.pi / 2)]
    found = associated(seen(*still, *swung), text)
    assert (len(found.seen), moved(found), found.fresh) == (4, {"4-1", "5-1"}, ())


def test_another_tile_beside_one_that_was_swung_round_is_new():
    text = "6-4, 4-1>6-4, 6-0>6-4, 5-1>4-1"
    swung = [reading("4-1", 131, 131, turn=np.pi / 2), reading("5-5", 131, 172, turn=np.pi / 2)]
    found = associated(seen(reading("6-4", 100), reading("6-0", 59), *swung), text)
    assert "5-1" not in shown(found)
    assert [one.reading.tile for one in found.fresh] == [Tile.parse("5-5")]
