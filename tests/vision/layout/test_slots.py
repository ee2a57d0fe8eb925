"""Slots: the places where tiles joined to the tiles already read would lie."""

from functools import partial

import numpy as np

from muggins.vision.geometry.overlap import intersection_over_min
from muggins.vision.layout.joins import find_joins
from muggins.vision.layout.slots import open_slots
from muggins.vision.layout.tuning import LAYOUT_TUNING
from muggins.vision.types import Detection

find_joins = partial(find_joins, tuning=LAYOUT_TUNING)
open_slots = partial(open_slots, tuning=LAYOUT_TUNING)


def places(readings, beside=()):
    joins, _ = find_joins(readings)
    return open_slots(readings, joins, beside, (1280, 1280))


def is_looked_at(found, reading):
    """Whether one of the slots is nearly where the reading is."""
    return any(intersection_over_min(place.outline, reading.corners) > 0.85 for place in found)


def test_open_halves_have_a_slot_for_every_way_that_people_lay(lay):
    """In line, across as a double, and turned both ways in front of the open half and beside it."""
    chain = "6-4: 0 0 0, 4-1: 2.05 0 0"
    found = places(lay(chain))
    ways = ["4.1 0 0", "3.6 0 90", "3.6 0.5 90", "3.6 -0.5 90", "2.55 1.55 90", "2.55 -1.55 90"]
    for way in ways:
        tile = lay(f"{chain}, 1-0: {way}")[2]
        assert is_looked_at(found, tile)
    assert {place.shows for place in found} == {1, 6}
    assert len(found) == 2 * len(ways)


def test_joined_halves_have_no_slots(lay):
    found = places(lay("6-4: 0 0 0, 4-1: 2.05 0 0"))
    assert not is_looked_at(found, lay("6-4: 0 0 0, 4-1: 2.05 0 0, 4-0: 0.5 1.55 90")[2])


def test_a_double_has_slots_on_its_free_sides_and_ends(lay):
    table = "6-4: 0 0 0, 4-4: 1.55 0 90"
    at_the_double = [place for place in places(lay(table)) if place.shows == 4]
    assert len(at_the_double) == 3
    for way in ("3.1 0 0", "1.55 2.05 90", "1.55 -2.05 90"):
        assert is_looked_at(at_the_double, lay(f"{table}, 4-1: {way}")[2])


def test_a_slot_under_a_tile_is_taken(lay):
    table = "6-4: 0 0 0, 4-1: 2.05 0 0"
    facedown = Detection(lay(f"{table}, 0-0: 4.1 0 0")[2].corners, "facedown")
    assert len(places(lay(table), [facedown])) < len(places(lay(table)))
    assert not is_looked_at(places(lay(table), [facedown]), facedown)


def test_slots_outside_the_picture_are_left_out(lay):
    readings = lay("6-4: 0 0 0, 4-1: 2.05 0 0")
    joins, _ = find_joins(readings)
    for place in open_slots(readings, joins, (), (700, 700)):
        assert (place.outline < 700).all()
        assert (place.outline >= 0).all()


def test_loose_tiles_among_many_have_no_slots(lay):
    assert places(lay("6-4: 0 0 0, 5-5: 5 0 20, 1-0: 0 5 50, 3-2: -5 0 0")) == []
    assert places([]) == []


def test_a_slot_is_recognised(lay):
    one, *others = places(lay("6-4: 0 0 0, 4-1: 2.05 0 0"))
    assert one.is_as(type(one)(one.outline + np.float32(1), one.shows), LAYOUT_TUNING)
    assert not any(one.is_as(other, LAYOUT_TUNING) for other in others)
