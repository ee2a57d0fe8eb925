"""What was seen on a table, as values."""

import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.types import Detection, Doubt, TableState, TileReading

UPRIGHT = [[0, 0], [10, 0], [10, 20], [0, 20]]
ENDS = [[5, 5], [5, 15]]


def chances(**shown):
    """A half's probabilities: chances(p6=0.9, p5=0.1)."""
    row = np.zeros(7)
    for name, probability in shown.items():
        row[int(name[1:])] = probability
    return row


def reading(first, second, **more):
    return TileReading(UPRIGHT, ENDS, np.array([first, second]), **more)


def test_a_reading_is_its_likeliest_tile():
    seen = reading(chances(p4=0.9, p5=0.1), chances(p6=0.8, p0=0.2))
    assert seen.tile == Tile.parse("6-4")
    assert seen.shows == (4, 6)
    assert seen.probability == pytest.approx(0.72)


def test_a_tile_is_as_likely_as_both_ways_round_together():
    """4 beside 6 and 6 beside 4 are one tile, so 6-4 is likelier here than either half alone says."""
    seen = reading(chances(p4=0.5, p6=0.5), chances(p4=0.5, p6=0.5))
    assert dict(seen.likely())[Tile.parse("6-4")] == pytest.approx(0.5)
    assert dict(seen.likely())[Tile.parse("4-4")] == pytest.approx(0.25)


def test_unlikely_tiles_are_left_out_and_the_likeliest_comes_first():
    seen = reading(chances(p1=0.99, p2=0.01), chances(p3=0.7, p5=0.3))
    assert [tile for tile, _ in seen.likely(0.02)] == [Tile.parse("3-1"), Tile.parse("5-1")]


def test_the_whole_table_may_say_that_a_tile_is_another():
    seen = reading(chances(p6=0.6, p5=0.4), chances(p1=1.0))
    mended = seen.read_as((5, 1))
    assert mended.tile == Tile.parse("5-1")
    assert mended.probability == pytest.approx(0.4)
    assert seen.tile == Tile.parse("6-1")


def test_arrays_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        reading(chances(p1=1.0), chances(p1=1.0)).corners[0, 0] = 3


@pytest.mark.parametrize(
    ("corners", "ends", "pips", "complaint"),
    [
        (UPRIGHT[:3], ENDS, np.full((2, 7), 1 / 7), "corners: expected 4x2 finite numbers, got shape \\(3, 2\\)"),
        (UPRIGHT, ENDS[:1], np.full((2, 7), 1 / 7), "ends: expected 2x2"),
        (UPRIGHT, ENDS, np.full((7,), 1 / 7), "pips: expected 2xany"),
        (UPRIGHT, ENDS, np.full((2, 7), 0.5), "pips: expected two rows of probabilities that add up to 1"),
        (np.full((4, 2), np.nan), ENDS, np.full((2, 7), 1 / 7), "corners: expected 4x2 finite numbers"),
    ],
)
def test_arrays_of_another_shape_are_refused(corners, ends, pips, complaint):
    with pytest.raises(ValueError, match=complaint):
        TileReading(corners, ends, pips)


def test_halves_that_the_set_does_not_hold_are_refused():
    with pytest.raises(ValueError, match="expected pips from 0 to 6, got \\(9, 1\\)"):
        reading(chances(p1=1.0), chances(p1=1.0), halves=(9, 1))


def test_a_tile_lies_face_up_or_face_down_or_stands():
    assert Detection(UPRIGHT, "standing").kind == "standing"
    with pytest.raises(ValueError, match="expected one of faceup, facedown, standing, got 'sideways'"):
        Detection(UPRIGHT, "sideways")


def test_a_doubt_is_of_a_known_kind():
    with pytest.raises(ValueError, match="got 'weather'"):
        Doubt("weather", "Is it raining?")


def test_of_a_tile_seen_twice_the_surer_reading_is_given():
    faint = reading(chances(p6=0.6, p5=0.4), chances(p4=1.0))
    clear = reading(chances(p6=1.0), chances(p4=1.0))
    state = TableState(0.0, (faint, clear), Layout.parse("6-4"), (), ())
    assert state.reading(Tile.parse("6-4")) is clear
    assert state.reading(Tile.parse("1-1")) is None
    assert state.tiles == (Tile.parse("6-4"), Tile.parse("6-4"))
