"""Rendered scenes with one thing held, and what is told of them."""

import numpy as np
import pytest

from muggins.datasets.evaluation.rendered import MIN_VISIBLE, as_photo
from muggins.datasets.evaluation.sweeps import SWEEPS, Row, things_row
from muggins.datasets.scenes.render import SceneConstraints, render
from muggins.scorer.layout import Layout
from muggins.vision.geometry.quads import areas
from muggins.vision.types import Doubt, TableState

SIZE = (320, 240)


def test_what_is_not_held_leaves_a_scene_as_its_seed_makes_it():
    plain, held = render(5, size=SIZE), render(5, size=SIZE, constraints=SceneConstraints())
    np.testing.assert_array_equal(plain.image, held.image)


def test_a_tile_is_as_long_as_asked_for():
    """Seen straight down, where nothing is foreshortened."""
    for length in (20, 60):
        scene = render(5, size=SIZE, constraints=SceneConstraints(elevation=90, tile_length=length))
        lying = np.array([tile.corners for tile in scene.tiles if tile.kind != "standing"])
        assert np.median(np.sqrt(2 * areas(lying))) == pytest.approx(length, rel=0.15)


def test_a_lower_camera_sees_tiles_flatter():
    def area(elevation):
        scene = render(5, size=SIZE, constraints=SceneConstraints(elevation=elevation, tile_length=40))
        return np.median(areas(np.array([tile.corners for tile in scene.tiles if tile.kind != "standing"])))

    assert area(90) > 1.2 * area(45)


def test_light_and_colours_are_what_was_asked_for():
    dark, light = (render(5, size=SIZE, constraints=SceneConstraints(brightness=b)).image.mean() for b in (0.1, 0.7))
    assert dark < light - 60
    red, blue = (
        render(5, size=SIZE, constraints=SceneConstraints(colours=(face, (0, 0, 0))))
        for face in ((0, 0, 0.9), (0.9, 0, 0))
    )
    corners = red.tiles[0].corners
    x, y = np.clip(corners.mean(axis=0), 0, np.array(SIZE) - 1).astype(int)
    assert (red.image != blue.image).any()
    assert int(red.image[y, x, 2]) - int(red.image[y, x, 0]) > int(blue.image[y, x, 2]) - int(blue.image[y, x, 0])


def test_the_labels_of_a_scene_ask_for_whole_tiles_alone():
    scene = render(5, size=SIZE)
    photo = as_photo(scene)
    whole = [tile for tile in scene.tiles if tile.kind == "faceup" and tile.visible > MIN_VISIBLE]
    assert len(photo.asked) == len(whole)
    assert {tile.kind for tile in photo.tiles} <= {"faceup"}


def test_a_row_tells_shares_with_intervals():
    assert (
        Row(100, 90, 9, 5).to_markdown("35") == "| 35 | 100 | 0.900 (0.826 to 0.945) | 0.100 (0.054 to 0.179) | 0.050 |"
    )
    assert Row(0, 0, 0, 0).to_markdown("16") == "| 16 | 0 | | | |"


def test_every_sweep_holds_one_thing():
    for rows in SWEEPS.values():
        held = [
            {name for name, value in vars(row).items() if value != getattr(SceneConstraints(), name)}
            for row in rows.values()
        ]
        assert all(len(names) == 1 and names == held[0] for names in held)


class SeesOneTile:
    """A reader that takes whatever it is shown for one tile, and asks about it."""

    def read(self, image):
        return TableState(0.0, (None,), Layout(), (), (), doubts=(Doubt("faint", "Does 6-4 lie there?"),))


def test_things_that_are_no_tiles_lie_alone_and_what_is_read_of_them_is_counted():
    bare = render(5, size=SIZE, constraints=SceneConstraints(thing="dice"))
    other = render(5, size=SIZE, constraints=SceneConstraints(thing="cribbage board"))
    assert bare.tiles == other.tiles == ()
    assert (bare.image != other.image).any()
    assert things_row(SeesOneTile(), "dice", range(1), []) == "| dice | 1 | 0 | 1 | 1 |"
