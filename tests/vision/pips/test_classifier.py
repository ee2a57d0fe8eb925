"""The pip model on drawn tiles."""

import numpy as np
import pytest
from drawn import corners_of, drawn_tile

from muggins.vision.pips.classifier import MOST_PIPS, PipClassifier
from muggins.vision.reading.tuning import READING_TUNING


@pytest.fixture(scope="module")
def reader():
    return PipClassifier()


def named(reader, image, corners):
    """The pips of both halves, as they are most likely."""
    return reader.read(image, corners[None]).pips[0].argmax(axis=1).tolist()


def test_no_tiles_give_no_readings(reader):
    read = reader.read(drawn_tile(1, 1), np.zeros((0, 4, 2), np.float32))
    assert read.pips.shape == (0, 2, MOST_PIPS + 1)
    assert read.corners.shape == (0, 4, 2)


def test_a_drawn_tile_lies_there_for_the_reader_although_it_is_flat_as_a_print(reader):
    read = reader.read(drawn_tile(6, 5), corners_of()[None])
    assert read.pips.sum(axis=2) == pytest.approx(1)
    assert read.is_faceup[0] > READING_TUNING.face_up


@pytest.mark.parametrize(("first", "second"), [(6, 5), (0, 4), (2, 1)])
def test_halves_are_named_in_the_order_of_the_corners(first, second, reader):
    image, corners = drawn_tile(first, second), corners_of()
    assert named(reader, image, corners) == [first, second]
    assert named(reader, image, np.roll(corners, 2, axis=0)) == [second, first]


@pytest.mark.parametrize("width", [45, 60, 90])
def test_every_half_is_named(width, reader):
    corners = corners_of(width)
    assert [named(reader, drawn_tile(pips, 5, width), corners) for pips in range(13)] == [[n, 5] for n in range(13)]


@pytest.mark.parametrize("width", [45, 60])
def test_ten_and_more_are_named_where_their_lines_run_across_the_tile(width, reader):
    tiles = [drawn_tile(pips, 5, width, crowds_turned=True) for pips in (10, 11, 12)]
    assert [named(reader, tile, corners_of(width)) for tile in tiles] == [[10, 5], [11, 5], [12, 5]]


def test_an_outline_that_is_a_little_off_is_moved_to_the_edges(reader):
    wrong = corners_of() + np.array([(4, 3), (5, 3), (4, 4), (5, 3)], np.float32)
    mended = reader.read(drawn_tile(4, 2), wrong[None]).corners[0]
    assert np.abs(mended - corners_of()).mean() < 0.5 * np.abs(wrong - corners_of()).mean()


def test_bare_table_is_no_tile(reader):
    cloth = np.full((200, 300, 3), (70, 110, 40), np.uint8)
    assert reader.read(cloth, corners_of()[None]).is_faceup[0] < 0.5


def test_outlines_that_are_a_little_off_are_cut_out_again_only_where_it_may_help(reader, monkeypatch):
    """A tile that was read clearly in the first round is left alone; a badly outlined one is cut out again."""
    shown, network = [], reader._network
    monkeypatch.setattr(reader, "_network", lambda crops, lie: shown.append(len(crops)) or network(crops, lie))
    image, exact = drawn_tile(6, 5, 120), corners_of(120)
    far = exact + np.float32((16, 12))
    read = reader.read(image, np.stack([exact, far]))
    assert shown == [2, 1]
    assert read.pips.argmax(axis=2).tolist() == [[6, 5], [6, 5]]
    assert np.abs(read.corners[1] - exact).max() < np.abs(far - exact).max() / 2


def test_an_outline_that_still_moves_is_cut_out_as_often_as_asked(reader, monkeypatch):
    """The tile model outlines small tiles so: half as large again as the tile."""
    shown, network = [], reader._network
    monkeypatch.setattr(reader, "_network", lambda crops, lie: shown.append(len(crops)) or network(crops, lie))
    image, exact = drawn_tile(6, 5, 120), corners_of(120)
    far = exact.mean(axis=0) + 1.5 * (exact - exact.mean(axis=0))
    read = reader.read(image, far[None].astype(np.float32), rounds=3)
    assert shown == [1, 1, 1]
    assert np.abs(read.corners[0] - exact).max() < np.abs(far - exact).max() / 3
