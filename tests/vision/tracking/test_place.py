"""The places of a layout's tiles, which follow what is seen."""

from dataclasses import replace

import pytest
from row import places, reading, seen

from muggins.scorer.tiles import Tile
from muggins.vision.tracking.tuning import TRACKING_TUNING


def test_a_place_follows_what_is_seen_and_keeps_the_recorded_value():
    (track,) = seen(reading("5-4", 103))
    followed = places()[0].seen_at(track, is_named=False, tuning=TRACKING_TUNING)
    assert followed.reading.tile == Tile.parse("6-4")
    assert followed.reading.corners[:, 0].mean() == pytest.approx(103)


def test_a_tile_that_was_asked_about_is_asked_about_again_under_another_name():
    assert not replace(places()[2], doubt="asked").renamed(Tile.parse("6-5")).doubt
