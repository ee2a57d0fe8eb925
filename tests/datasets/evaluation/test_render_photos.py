"""Rendered scenes as labelled photos, those of a set with stars for pips among them."""

import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from muggins.datasets.assets.tile_faces import face_map, half_pips
from muggins.datasets.assets.tile_styles import random_style
from muggins.datasets.evaluation import render_photos
from muggins.datasets.scenes.render import RenderedScene, SceneTile
from muggins.scorer import Tile
from muggins.vision.evaluation.metrics import iou
from muggins.vision.labels.loader import read_labelled

CORNERS = np.array([(10, 40), (10, 20), (50, 20), (50, 40)], np.float32)
BOX = (10.0, 20.0, 50.0, 40.0)


def a_tile(kind="faceup", first=6, second=1, visible=1.0):
    return SceneTile(kind, Tile(max(first, second), min(first, second)), first, second, CORNERS, BOX, visible)


def labels_of(*tiles):
    return render_photos.true_tiles(RenderedScene(np.zeros((60, 80, 3), np.uint8), tiles))


@pytest.mark.parametrize(("first", "second", "corner"), [(6, 1, 0), (1, 6, 2), (4, 4, 0)])
def test_corners_begin_with_the_end_of_the_higher_half(first, second, corner):
    (tile,) = labels_of(a_tile(first=first, second=second))
    np.testing.assert_array_equal(tile.corners[0], CORNERS[corner])


def test_a_tile_under_an_arm_is_neither_asked_for_nor_named():
    (tile,) = labels_of(a_tile(visible=0.6))
    assert tile.is_cut
    assert tile.tile is None


def test_tiles_that_show_no_face_are_not_named():
    back, hand = labels_of(a_tile("facedown"), a_tile("standing"))
    assert (back.tile, hand.tile) == (None, None)
    assert back.corners is not None
    assert hand.corners is None


def test_a_printed_picture_of_a_tile_is_no_tile_of_the_photo():
    assert labels_of(a_tile("printed")) == []


def test_what_is_written_is_read_as_labelled_photos_and_other_seeds_show_other_scenes(tmp_path, monkeypatch):
    monkeypatch.setattr(render_photos, "SIZE", (320, 240))
    photos = []
    for first in (0, 50):
        out = tmp_path / str(first)
        asked = ["--out", str(out), "--count", "1", "--first", str(first), "--starry", "--elevation", "70"]
        monkeypatch.setattr(sys, "argv", ["photos", *asked])
        assert render_photos.main() == 0
        photos += read_labelled(out)
    assert len(photos) == 2
    for photo in photos:
        assert len(photo.asked) >= render_photos.MIN_WHOLE_TILES
        assert cv2.imread(str(photo.path)).shape == (240, 320, 3)
        for tile in photo.asked:
            face = (*tile.corners.min(axis=0), *tile.corners.max(axis=0))
            assert iou(tile.box, face) > 0.5
    assert photos[0].path.read_bytes() != photos[1].path.read_bytes()


def test_threes_and_fives_stand_otherwise_on_a_starry_set_alone():
    round_set = replace(render_photos.STARRY, ringed=False)
    for pips in range(7):
        stars, spots = half_pips(render_photos.STARRY, pips, 0.5), half_pips(round_set, pips, 0.5)
        assert len(stars) == len(spots) == pips
        assert np.allclose(stars, spots) == (pips not in (3, 5))


def test_tens_and_more_stand_as_makers_have_them_and_never_fall_together():
    rng = np.random.default_rng(3)
    for style in (random_style(rng) for _ in range(40)):
        lines = [half_pips(style, pips, 0.5) - (0.5, 0) for pips in range(13)]
        assert [len(places) for places in lines] == list(range(13))
        for places in lines[2:]:
            apart = np.linalg.norm(places[:, None] - places, axis=2)[~np.eye(len(places), dtype=bool)]
            assert apart.min() > 0.1
        runs_across = [len(np.unique(np.round(places[:, 0], 6))) == 3 for places in lines[9:13]]
        assert runs_across[3] == (style.across != style.crowds_turned)


def test_a_star_has_five_rays():
    """On a circle beyond the notches and within the tips, star and face follow each other five times."""
    across = 200
    face = face_map(np.random.default_rng(0), replace(render_photos.STARRY, wear=0.0), 1, 0, across).colour
    around = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    x = (render_photos.STARRY.length / 4 + render_photos.STARRY.pip_radius * np.cos(around)) * across
    y = (0.5 + render_photos.STARRY.pip_radius * np.sin(around)) * across
    is_star = face[np.round(y).astype(int), np.round(x).astype(int), 0] < 0.45
    assert np.count_nonzero(np.diff(is_star.astype(int), append=int(is_star[0])) == 1) == 5


def test_no_set_drawn_at_random_has_its_threes_and_fives_in_a_ring():
    rng = np.random.default_rng(1)
    assert not any(random_style(rng).ringed for _ in range(200))
