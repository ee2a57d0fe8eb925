"""The tiles face down, counted over many looks; what is taken from among them."""

import numpy as np

from muggins.vision.motion.motion import Motion
from muggins.vision.tracking.boneyard import Boneyard
from muggins.vision.tracking.tuning import TRACKING_TUNING
from muggins.vision.types import Detection

SIZE = (640, 360)
PLACES = ((100, 100), (100, 180), (180, 100))


def picture(places):
    image = np.full((360, 640, 3), 90, np.uint8)
    for x, y in places:
        image[y : y + 40, x : x + 20] = 220
    return image


def facedown(places):
    return [Detection(np.array([[x, y], [x + 20, y], [x + 20, y + 40], [x, y + 40]]), "facedown") for x, y in places]


def looked(*looks, side="left"):
    """The tiles taken, and the boneyard. Each look is the places of tiles there, and the places that are found."""
    yard, taken, time = Boneyard(), [], 0.0
    motion = Motion.start(picture(looks[0][0]), 0.0)
    for there, found in looks:
        time += 0.1
        motion = motion.after(picture(there), time)
        yard, drawn = yard.update(facedown(found), motion, SIZE, lambda _: side, TRACKING_TUNING)
        taken += drawn
    return yard, taken


def sure(yard):
    return sum(tile.seen >= TRACKING_TUNING.steady_looks for tile in yard.tiles)


def test_tiles_are_counted_once_they_have_been_seen_for_a_while():
    yard, taken = looked(*[(PLACES, PLACES)] * 8)
    assert (sure(yard), taken) == (3, [])


def test_a_tile_whose_place_is_bare_was_taken():
    yard, taken = looked(*[(PLACES, PLACES)] * 8, *[(PLACES[:2], PLACES[:2])] * 20)
    assert (sure(yard), taken) == (2, [("left", 1)])


def test_a_tile_that_is_not_found_but_lies_there_was_not_taken():
    yard, taken = looked(*[(PLACES, PLACES)] * 8, *[(PLACES, PLACES[:2])] * 20)
    assert (sure(yard), taken) == (3, [])


def test_where_no_arm_was_seen_nothing_was_taken():
    assert looked(*[(PLACES, PLACES)] * 8, *[(PLACES[:2], PLACES[:2])] * 20, side=None)[1] == []


def test_a_tile_near_its_players_side_was_in_the_hand_already():
    own = (*PLACES[:2], (20, 300))
    assert looked(*[(own, own)] * 8, *[(PLACES[:2], PLACES[:2])] * 20, side="left")[1] == []


def test_a_tile_pushed_elsewhere_was_not_taken():
    pushed = (*PLACES[:2], (250, 250))
    assert looked(*[(PLACES, PLACES)] * 8, *[(pushed, pushed)] * 20)[1] == []
