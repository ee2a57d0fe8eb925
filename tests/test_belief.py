"""The table as it is believed to lie, and new views laid over it."""

from dataclasses import replace

import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.belief import (
    Belief,
    LaidTile,
    known_first,
    lay_over,
    lies_on,
    reread_tile,
    share_changed,
    shift_between,
)
from muggins.vision.table import TileReading
from muggins.vision.voting import Sighting


def reading(tile, x, y=100.0, sure=0.95, shift=(0, 0), turn=0.0):
    """A tile of 20 x 40 pixels around x, y, its higher half to the left."""
    along = np.array([np.cos(turn), np.sin(turn)]) * 20
    across = np.array([-along[1], along[0]]) / 2
    middle = np.array([x, y], float) + shift
    ends = np.array([middle - along, middle + along])
    corners = np.array([ends[0] + across, ends[0] - across, ends[1] - across, ends[1] + across])
    pips = np.full((2, 7), (1 - sure) / 7)
    pips[(0, 1), Tile.parse(tile).halves] += sure
    return TileReading(corners, np.array([middle - along / 2, middle + along / 2]), pips)


PLACES = {"6-4": 100, "4-1": 141, "6-0": 59, "5-1": 182}


def belief(text="6-4, 4-1>6-4, 6-0>6-4"):
    return Belief(
        tuple(LaidTile(p.tile, p.on, reading(str(p.tile), PLACES[str(p.tile)])) for p in Layout.parse(text).placements)
    )


def seen(*readings, frames=8):
    return [Sighting(one, 0.0, seen=frames, weight=float(frames)) for one in readings]


def test_its_layout_and_links_are_those_of_the_plays():
    assert belief().layout == Layout.parse("6-4, 4-1>6-4, 6-0>6-4")
    assert belief().links == ((Tile.parse("4-1"), Tile.parse("6-4")), (Tile.parse("6-0"), Tile.parse("6-4")))
    assert Tile.parse("4-1") in belief()


def test_a_tile_in_its_place_is_that_tile_whatever_it_is_read_as():
    view = lay_over(belief(), seen(reading("5-4", 102), reading("4-1", 141), reading("6-0", 59)))
    assert None not in view.seen
    assert not view.fresh
    assert not view.moved


def test_a_tile_in_a_new_place_is_fresh():
    view = lay_over(belief(), seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 59), reading("5-1", 182)))
    (fresh,) = view.fresh
    assert fresh.reading.tile == Tile.parse("5-1")


def test_a_tile_pushed_aside_is_known_by_its_value():
    view = lay_over(belief(), seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 40, 160)))
    assert view.moved == (2,)
    assert view.seen[2].reading.tile == Tile.parse("6-0")


def test_a_tile_seen_too_briefly_elsewhere_has_not_moved():
    view = lay_over(belief(), [*seen(reading("6-4", 100)), *seen(reading("6-0", 40, 160), frames=2)])
    assert view.moved == ()


def test_what_lies_over_a_believed_tile_is_no_new_tile():
    view = lay_over(belief(), seen(reading("5-5", 112), reading("6-4", 100)))
    assert not view.fresh
    assert lies_on(reading("5-5", 112), reading("6-4", 100))
    assert not lies_on(reading("5-5", 141), reading("6-4", 100))


def test_covered_and_missed_sightings_say_nothing():
    (one,) = seen(reading("6-4", 100))
    assert lay_over(belief("6-4"), [one.covered()]).seen == (None,)


def moved_by(shift, turn=0.0):
    """All believed tiles after the camera has moved."""
    return seen(*(reading(tile, PLACES[tile], shift=shift, turn=turn) for tile in ("6-4", "4-1", "6-0")))


def test_a_camera_that_was_pushed_shifts_the_whole_belief():
    warp = shift_between(belief(), moved_by((33, -27)))
    assert warp == pytest.approx(np.array([[1, 0, 33], [0, 1, -27]]), abs=0.5)
    shifted = belief().shifted(warp)
    assert lay_over(shifted, moved_by((33, -27))).moved == ()


def test_a_push_by_one_tile_is_known_by_the_values():
    """Each tile now lies where its neighbour lay."""
    warp = shift_between(belief(), moved_by((41, 0)))
    assert warp == pytest.approx(np.array([[1, 0, 41], [0, 1, 0]]), abs=0.5)


def test_a_single_tile_that_moved_moves_nothing_else():
    assert shift_between(belief(), seen(reading("6-4", 100), reading("4-1", 141), reading("6-0", 40, 160))) is None


def test_places_follow_what_is_seen_and_keep_the_believed_value():
    view = lay_over(belief(), seen(reading("5-4", 103)))
    followed = belief().seen_at(view.seen).tiles[0]
    assert followed.reading.tile == Tile.parse("6-4")
    assert followed.reading.corners[:, 0].mean() == pytest.approx(103)
    assert followed.certain().probability > 0.99


def test_many_frames_can_show_that_a_tile_was_misread():
    believed = belief()
    (sighting,) = seen(reading("6-5", 59, sure=0.97), frames=30)
    assert reread_tile(believed, 2, sighting) == Tile.parse("6-5")
    (brief,) = seen(reading("6-5", 59, sure=0.97), frames=5)
    assert reread_tile(believed, 2, brief) is None
    renamed = believed.renamed(2, Tile.parse("6-5"))
    assert renamed.layout == Layout.parse("6-4, 4-1>6-4, 6-5>6-4")


def test_a_tile_is_never_reread_as_one_that_its_neighbours_do_not_fit():
    (sighting,) = seen(reading("5-3", 59, sure=0.97), frames=30)
    assert reread_tile(belief(), 2, sighting) is None


def test_a_tile_is_never_reread_as_one_that_lies_elsewhere():
    (sighting,) = seen(reading("6-4", 59, sure=0.97), frames=30)
    assert reread_tile(belief(), 2, sighting) is None


def test_a_place_looks_different_when_a_tile_has_been_laid_there():
    rng = np.random.default_rng(0)
    before = rng.uniform(60, 120, (90, 160, 3)).astype(np.float32)
    after = before.copy()
    after[20:30, 40:60] = 220
    corners = np.array([(320, 160), (480, 160), (480, 240), (320, 240)], np.float32)
    assert share_changed(before, after, corners, (1280, 720)) > 0.8
    assert share_changed(before, after, corners + np.float32(300), (1280, 720)) == 0


def test_what_lay_there_before_is_told_before_what_was_laid_since():
    """Watching began in the middle of a hand, and before the table had settled somebody played."""
    still = np.zeros((1, 1, 3), np.float32)
    root, *others = belief("4-1, 6-4>4-1, 6-0>6-4").tiles
    told = known_first([replace(root, before=still), *others])
    assert [(str(one.tile), one.on and str(one.on)) for one in told] == [
        ("6-4", None),
        ("6-0", "6-4"),
        ("4-1", "6-4"),
    ]
