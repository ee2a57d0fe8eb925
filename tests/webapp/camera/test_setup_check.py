"""How well a camera can read the table before a game: whole, large and sharp tiles, or a sentence on what to do."""

from dataclasses import replace

import pytest

from muggins.datasets.scenes.render import SceneConstraints, faceup_outlines
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.geometry.quads import order_corners
from muggins.vision.types import Detection, Doubt, TableState
from muggins.webapp.camera.setup_check import check_setup


def state_of(readings, *doubts, facedown=()):
    return TableState(0.0, tuple(readings), Layout(), (), (), facedown, doubts=doubts)


def test_the_frame_turns_green_when_the_tiles_there_are_read_reliably(lay):
    check = check_setup(state_of(lay("6-4: 0 0 90, 3-1: 4 0 0")))
    assert (check.is_good, str(check.says)) == (True, "All 2 tiles that lie there are read reliably.")


@pytest.mark.parametrize(
    ("tiles", "doubts", "says"),
    [
        ("", (), "Lay a few tiles face up"),
        ("6-4: 0 0 90", (Doubt("edge", "cut"),), "cut off by the edge"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(lay, tiles, doubts, says):
    check = check_setup(state_of(lay(tiles) if tiles else [], *doubts))
    assert not check.is_good
    assert says in str(check.says)


def test_tiles_that_are_unsure_or_small_are_reported(lay):
    assert "One tile is not seen clearly" in str(check_setup(state_of(lay("6-4: 0 0 90", sure=0.8))).says)
    [reading] = lay("6-4: 0 0 90")
    small = type(reading)(reading.corners / 20, reading.ends / 20, reading.pips)
    assert "bring the camera nearer" in str(check_setup(state_of([small])).says)


@pytest.mark.parametrize(("kind", "tile"), [("value", "4-2"), ("twice", "6-4"), ("faint", "4-2")])
def test_a_tile_that_the_game_would_ask_about_is_not_read_reliably(lay, kind, tile):
    """Beside tiles that are clear, a lamp shone on the 4-2: the frame was green, and the game asked what it is."""
    check = check_setup(state_of(lay("6-4: 0 0 90, 4-2: 4 0 0"), Doubt(kind, "?", Tile.parse(tile))))
    assert not check.is_good
    assert "One tile is not seen clearly" in str(check.says)
    assert "move a lamp" in str(check.says)


def check_rendered(seed, *doubts, **constraints):
    """The check of a rendered table whose tiles are found, and not turned up yet."""
    outlines = faceup_outlines(seed, (1280, 960), SceneConstraints(laid="loose", **constraints))
    return check_setup(
        state_of([], *doubts, facedown=tuple(Detection(order_corners(one[None])[0], "facedown") for one in outlines))
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_camera_leant_against_a_cup_is_told_to_look_down_more_steeply_before_anything_is_misread(seed):
    """The far tiles were missed then, and nobody knew why."""
    for degrees in (20, 25, 30):
        assert "The camera stands low" in str(check_rendered(seed, elevation=degrees, tile_length=120).says)
    for degrees in (45, 60, 80):
        assert "Turn a few face up" in str(check_rendered(seed, elevation=degrees, tile_length=120).says)


def test_a_low_camera_is_raised_before_it_is_moved_off_a_tile_that_the_edge_cuts_off():
    """What the edge cuts off changes as the camera is raised. From 20 degrees people were told of the edge alone."""
    cut = Doubt("edge", "cut")
    assert "The camera stands low" in str(check_rendered(1, cut, elevation=20, tile_length=120).says)
    assert "cut off by the edge" in str(check_rendered(1, cut, elevation=60, tile_length=120).says)


@pytest.mark.parametrize("length", [20, 30])
def test_a_camera_far_away_is_told_to_come_nearer(length):
    assert "bring the camera nearer" in str(check_rendered(1, elevation=70, tile_length=length).says)


def test_tiles_too_far_away_to_be_read_at_all_are_small(lay):
    """Nothing was read, so people were told to lay a few tiles there; seventeen lay there, 20 pixels long."""
    far = [Detection(reading.corners / 8, "faceup", 0.3) for reading in lay("6-4: 0 0 90, 3-1: 4 0 0")]
    assert "bring the camera nearer" in str(check_setup(replace(state_of([]), unlikely=tuple(far))).says)
    standing = tuple(replace(one, kind="standing") for one in far)
    assert "bring the camera nearer" in str(check_setup(replace(state_of([]), standing=standing)).says)


def test_where_tiles_lie_that_are_not_seen_it_is_said_what_to_do(lay):
    """None of seven tiles 16 pixels long was seen, so people were told to lay a few tiles there. Beside one 23 pixels
    long a white card was taken for a tile face down, so they were told to turn it up."""
    assert "nearer or higher" in str(check_setup(state_of([])).says)
    [reading] = lay("6-4: 0 0 90")
    card = Detection(reading.corners, "facedown")
    assert "nearer or higher" in str(check_setup(state_of([], facedown=(card,))).says)


def test_one_small_thing_beside_no_tile_is_not_a_tile_far_away(lay):
    [reading] = lay("6-4: 0 0 90")
    small = (Detection(reading.corners / 8, "faceup", 0.3),)
    assert "Lay a few tiles" in str(check_setup(replace(state_of([]), unlikely=small)).says)
    beside_a_tile = replace(state_of([reading]), unlikely=small * 3)
    assert check_setup(beside_a_tile).is_good


def test_a_tile_in_somebodys_fingers_does_not_say_that_the_light_is_bad(lay):
    lying, held = lay("6-4: 0 0 90, 3-1: 4 0 0")
    asked = Doubt("faint", "Only a part of a tile can be seen there, perhaps of 3-1.", held.tile, outline=held.outline)
    state = replace(state_of([lying]), doubts=(asked,))
    assert "One tile is not seen clearly" in str(check_setup(state).says)
    assert check_setup(replace(state, parts=(held,))).is_good
