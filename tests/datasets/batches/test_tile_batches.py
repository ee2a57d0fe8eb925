"""Windows of training pictures: wherever and however large a tile comes to lie, its corners come along."""

import cv2
import numpy as np
import pytest

from muggins.datasets.batches import tile_batches
from muggins.datasets.batches.tile_batches import LARGE_LENGTHS_PX, MAX_ENLARGEMENT, SMALL_LENGTHS_PX, _random_window
from muggins.datasets.scenes.render import LABELS
from muggins.vision.types import KINDS

CORNERS = np.array([(400, 380), (440, 380), (440, 460), (400, 460)], np.float32)


def table_with_one_tile():
    image = np.full((832, 832, 3), 60, np.uint8)
    cv2.fillConvexPoly(image, CORNERS.astype(np.int32), (240, 240, 240))
    tiles = np.array([[0, KINDS.index("faceup"), 1.0, 400, 380, 440, 460, *CORNERS.ravel(), 6, 4]], np.float32)
    return image, tiles


@pytest.mark.parametrize(("small", "large"), [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
def test_the_corners_told_lie_where_the_tile_is_seen(monkeypatch, small, large):
    monkeypatch.setattr(tile_batches, "SMALL_SHARE", small)
    monkeypatch.setattr(tile_batches, "LARGE_SHARE", large)
    monkeypatch.setattr(tile_batches, "ANYWHERE_SHARE", 0.0)
    for seed in range(20):
        part, tiles = _random_window(np.random.default_rng(seed), *table_with_one_tile(), 320)
        corners = tiles[0, 7:15].reshape(4, 2)
        told = cv2.fillConvexPoly(np.zeros((320, 320), np.uint8), corners.round().astype(np.int32), 1)
        seen = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY) > 200
        # So few pixels differ only where both outlines lie within two.
        assert (told != seen).sum() < 1.5 * cv2.arcLength(corners, True)


def lengths_in_windows(monkeypatch, small, large):
    """Pixels that the tile is long in 40 windows of 320, with those shares of windows for small and for large ones."""
    monkeypatch.setattr(tile_batches, "SMALL_SHARE", small)
    monkeypatch.setattr(tile_batches, "LARGE_SHARE", large)
    monkeypatch.setattr(tile_batches, "ANYWHERE_SHARE", 0.0)
    windows = [_random_window(np.random.default_rng(seed), *table_with_one_tile(), 320)[1] for seed in range(40)]
    corners = [tiles[0, 7:15].reshape(4, 2) for tiles in windows]
    return [np.linalg.norm(one[2] - one[1]) for one in corners]


def test_small_windows_show_tiles_as_small_as_a_whole_table_does(monkeypatch):
    lengths = lengths_in_windows(monkeypatch, small=1.0, large=0.0)
    shortest = 0.5 * 320 / 832 * 80  # a smaller window's picture would be mostly grey
    assert min(lengths) == pytest.approx(shortest, abs=1.0)
    assert max(lengths) <= SMALL_LENGTHS_PX[1] + 1.0


def test_large_windows_show_tiles_as_large_as_a_phone_held_close_does(monkeypatch):
    lengths = lengths_in_windows(monkeypatch, small=0.0, large=1.0)
    assert min(lengths) >= LARGE_LENGTHS_PX[0] - 1.0
    assert max(lengths) == pytest.approx(MAX_ENLARGEMENT * 80, abs=1.0)


def test_windows_that_look_anywhere_show_the_table_beside_tiles_too(monkeypatch):
    monkeypatch.setattr(tile_batches, "ANYWHERE_SHARE", 1.0)
    shown = [_random_window(np.random.default_rng(seed), *table_with_one_tile(), 320)[1][0, 2] for seed in range(40)]
    assert min(shown) == 0.0
    assert max(shown) > 0.9


@pytest.mark.parametrize("printed", [0, 1])
def test_windows_of_a_table_without_tiles_show_most_of_it(monkeypatch, printed):
    """The more so where tiles are printed: it takes the page around them to see that."""
    monkeypatch.setattr(tile_batches, "SMALL_SHARE", 0.0)
    monkeypatch.setattr(tile_batches, "LARGE_SHARE", 0.0)
    image = np.full((832, 832, 3), 60, np.uint8)
    cv2.rectangle(image, (366, 366), (466, 466), (240, 240, 240), -1)
    tiles = table_with_one_tile()[1][:printed]
    tiles[:, 1] = LABELS.index("printed")
    shares = []
    for seed in range(60):
        part, seen = _random_window(np.random.default_rng(seed), image, tiles, 320)
        shares.append(np.sqrt((part[..., 0] > 200).sum()) / 320)
    shown = 100 / 832 / np.array([share for share in shares if share > 0.1])
    assert 0.6 < min(shown) < 0.7
    assert 0.9 < max(shown) < 1.05
    assert seen.shape == (printed, 17)
