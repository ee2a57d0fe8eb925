"""The places of a layout's tiles, which follow what is seen."""

from dataclasses import replace

import numpy as np
import pytest
from row import places, reading, seen

from muggins.scorer.tiles import Tile
from muggins.vision.tracking.place import share_changed


def test_a_place_follows_what_is_seen_and_keeps_the_recorded_value():
    (track,) = seen(reading("5-4", 103))
    followed = places()[0].seen_at(track, is_named=False)
    assert followed.reading.tile == Tile.parse("6-4")
    assert followed.reading.corners[:, 0].mean() == pytest.approx(103)


def test_a_tile_that_was_asked_about_is_asked_about_again_under_another_name():
    assert not replace(places()[2], doubt="asked").renamed(Tile.parse("6-5")).doubt


def test_a_place_looks_different_when_a_tile_has_been_laid_there():
    rng = np.random.default_rng(0)
    before = rng.uniform(60, 120, (90, 160, 3)).astype(np.float32)
    after = before.copy()
    after[20:30, 40:60] = 220
    corners = np.array([(320, 160), (480, 160), (480, 240), (320, 240)], np.float32)
    assert share_changed(before, after, corners, (1280, 720)) > 0.8
    assert share_changed(before, after, corners + np.float32(300), (1280, 720)) == 0
