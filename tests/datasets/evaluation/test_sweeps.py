"""Rendered scenes with one thing held, and what is told of them."""

from dataclasses import replace

import numpy as np
import pytest

from muggins.datasets.evaluation import sweeps
from muggins.datasets.evaluation.rendered import MIN_ASKED, as_photo
from muggins.datasets.evaluation.sweeps import HIDDEN, SWEEPS, PartsRow, SweepRow, things_row
from muggins.datasets.scenes.render import SceneConstraints, faceup_outlines, render
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.geometry.quads import areas, half_centres
from muggins.vision.types import Doubt, TableState, TileReading

SIZE = (320, 240)


def areas_of_faces(**constraints):
    """The areas of the tiles face up, in square pixels."""
    return areas(np.array(faceup_outlines(5, SIZE, SceneConstraints(**constraints))))


def test_a_tile_is_as_long_as_asked_for_and_flatter_before_a_lower_camera():
    """Seen straight down nothing is foreshortened."""
    for length in (20, 60):
        from_above = np.median(areas_of_faces(elevation=90, tile_length=length))
        assert np.sqrt(2 * from_above) == pytest.approx(length, rel=0.15)
        assert from_above > 1.2 * np.median(areas_of_faces(elevation=45, tile_length=length))


def test_light_and_colours_are_what_was_asked_for():
    def one_tile(red, blue, brightness):
        colours = ((blue, 0, red), (0, 0, 0))
        held = SceneConstraints(colours=colours, brightness=brightness, laid="single", counted=True)
        scene = render(1, size=SIZE, constraints=held)
        x, y = scene.tiles[0].corners.mean(axis=0).astype(int)
        return scene.image.mean(), int(scene.image[y, x, 2]) - int(scene.image[y, x, 0])

    (dark, redder), (light, bluer) = one_tile(0.9, 0, 0.1), one_tile(0, 0.9, 0.7)
    assert dark < light - 60
    assert redder > 0 > bluer


def test_the_labels_of_a_scene_ask_for_whole_tiles_alone():
    scene = render(21, size=SIZE)
    photo = as_photo(scene)
    faceup = [tile for tile in scene.tiles if tile.kind == "faceup"]
    assert 0 < len(photo.asked) == sum(tile.visible > MIN_ASKED for tile in faceup) < len(faceup)
    assert {tile.kind for tile in photo.tiles} <= {"faceup"}


def test_a_row_tells_shares_with_intervals():
    assert (
        SweepRow(100, 90, 9, 5).to_markdown("35")
        == "| 35 | 100 | 0.900 (0.826 to 0.945) | 0.100 (0.054 to 0.179) | 0.050 |"
    )
    assert SweepRow(0, 0, 0, 0).to_markdown("16") == "| 16 | 0 | | | |"


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


def test_things_that_are_no_tiles_lie_alone_and_what_is_read_of_them_is_counted(monkeypatch):
    monkeypatch.setattr(sweeps, "SIZE", SIZE)
    bare = render(5, size=SIZE, constraints=SceneConstraints(thing="dice"))
    other = render(5, size=SIZE, constraints=SceneConstraints(thing="cribbage board"))
    assert bare.tiles == other.tiles == ()
    assert (bare.image != other.image).any()
    assert things_row(SeesOneTile(), "dice", range(1), []) == "| dice | 1 | 0 | 1 | 1 |"


def read_at(*outlines):
    """Readings of a 6-4 with these corners."""
    pips = np.full((2, 7), 1e-9)
    pips[[0, 1], [6, 4]] = 1
    pips /= pips.sum(axis=1, keepdims=True)
    return tuple(TileReading(corners, half_centres(corners), pips) for corners in outlines)


def test_a_part_that_is_read_as_a_whole_tile_or_asked_about_is_counted_as_such():
    """In a heap the tiles beneath are parts. Whole tiles that are read are no parts."""
    scene = render(3, size=SIZE, constraints=replace(HIDDEN["other tiles, in a heap"], tile_length=40.0))
    parts = [tile for tile in scene.tiles if tile.kind == "faceup" and 0.3 < tile.visible < 0.8]
    whole = [tile for tile in scene.tiles if tile.kind == "faceup" and tile.visible > MIN_ASKED]
    assert parts
    assert whole
    outline = tuple(parts[0].corners.ravel().tolist())
    asked = Doubt("faint", "Does 6-4 lie there?", outline=outline)
    in_doubt = (Doubt("value", "Is this 6-4?", Tile(6, 4)),)
    states = {
        "doubted": TableState(0.0, read_at(parts[0].corners), Layout(), (), (), doubts=in_doubt),
        "read": TableState(0.0, read_at(parts[0].corners), Layout(), (), ()),
        "asked": TableState(0.0, (), Layout(), (), (), doubts=(asked,)),
        "whole": TableState(0.0, read_at(*(tile.corners for tile in whole)), Layout(), (), ()),
    }
    rows = {name: PartsRow.of(scene, state) for name, state in states.items()}
    assert (rows["read"].read, rows["read"].unasked, rows["read"].asked) == (1, 1, 0)
    assert (rows["doubted"].read, rows["doubted"].unasked) == (1, 0)
    assert (rows["asked"].read, rows["asked"].asked) == (0, 1)
    assert rows["whole"].read == 0
    together = rows["read"] + rows["asked"]
    assert together.parts == 2 * rows["read"].parts > 2
    assert together.to_markdown("heaps").startswith(f"| heaps | {together.whole} | ")
