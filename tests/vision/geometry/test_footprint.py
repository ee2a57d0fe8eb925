"""The outline of a tile goes around its face and the visible sides."""

import numpy as np
import pytest
from tabletop import camera, tiles

from muggins.scorer.tiles import Tile
from muggins.vision.evaluation.metrics import iou
from muggins.vision.geometry.footprint import THICKNESS_IN_WIDTHS, outlines
from muggins.vision.geometry.quads import order_corners
from muggins.vision.labels.truth import upright_box
from muggins.vision.types import TileReading

BLANK = np.full((2, 7), 1 / 7)


def on_the_table(elevation, thickness=THICKNESS_IN_WIDTHS, count=14):
    """Readings of the faces of scattered tiles, and the true boxes around the tiles in pixels."""
    flat, _ = tiles(np.random.default_rng(5), count)
    projection = camera(elevation, turn=np.pi / 2)

    def pixels(height):
        solid = np.concatenate([flat, np.full((*flat.shape[:2], 1), height), np.ones((*flat.shape[:2], 1))], axis=-1)
        picture = solid @ projection.T
        return (1280, 720) - picture[..., :2] / picture[..., 2:]  # that camera is held on its head

    faces, undersides = pixels(thickness), pixels(0.0)
    readings = [TileReading(order_corners(face[None])[0], np.zeros((2, 2)), BLANK) for face in faces]
    return readings, [upright_box(body) for body in np.concatenate([faces, undersides], axis=1)]


@pytest.mark.parametrize("elevation", [25, 35, 50, 70])
def test_at_a_slant_the_sides_belong_to_the_tile(elevation):
    readings, bodies = on_the_table(elevation)
    shared = [iou(upright_box(outline), body) for outline, body in zip(outlines(readings), bodies, strict=True)]
    faces = [iou(upright_box(one.corners), body) for one, body in zip(readings, bodies, strict=True)]
    assert min(shared) > 0.85
    assert np.mean(faces) < np.mean(shared)


@pytest.mark.parametrize("thickness", [0.28, 0.52])
def test_unusually_thin_and_thick_tiles_are_outlined_nearly(thickness):
    readings, bodies = on_the_table(30, thickness)
    assert min(iou(upright_box(outline), body) for outline, body in zip(outlines(readings), bodies, strict=True)) > (
        0.75
    )


def test_straight_down_the_outline_is_the_face():
    readings, _ = on_the_table(90, 0.0)
    for outline, reading in zip(outlines(readings), readings, strict=True):
        assert iou(upright_box(outline), upright_box(reading.corners)) > 0.97


def test_corners_keep_their_order():
    readings, _ = on_the_table(30)
    for outline, reading in zip(outlines(readings), readings, strict=True):
        kept = (outline == reading.corners).all(axis=1)
        assert 1 <= kept.sum() <= 3
        assert (outline[~kept, 1] > reading.corners[~kept, 1]).all()


def test_no_tiles_have_no_outlines():
    assert outlines([]) == []


def test_for_one_tile_alone_the_priors_decide():
    (alone,), (body,) = on_the_table(30, count=1)
    assert iou(upright_box(outlines([alone])[0]), body) > 0.5
    assert alone.tile == Tile(0, 0)


def test_the_outline_of_a_tile_at_the_edge_stays_in_the_picture():
    readings, _ = on_the_table(30)
    (whole,), (shown,) = outlines(readings[:1]), outlines(readings[:1], size=(400, 300))
    assert whole.max() > 400
    assert shown.min() >= 0
    assert (shown <= (399, 299)).all()
