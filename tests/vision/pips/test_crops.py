"""Upright crops of tiles."""

import numpy as np
import pytest
from drawn import corners_of, drawn_tile

from muggins.vision.pips.crops import CROP_LENGTH, CROP_MARGIN, CROP_WIDTH, is_upside_down, rectify_tiles, slants


def test_a_crop_shows_the_tile_and_a_margin_of_table() -> None:
    crop = rectify_tiles(drawn_tile(0, 0), corners_of()[None])[0]
    assert crop.shape == (CROP_WIDTH + 2 * CROP_MARGIN, CROP_LENGTH + 2 * CROP_MARGIN, 3)
    assert crop[CROP_MARGIN + 4, CROP_MARGIN + 4].min() > 200
    assert crop[2, 2].max() < 130


@pytest.mark.parametrize("turn", range(4))
def test_a_turned_tile_is_cut_out_the_same_way_up(turn: int) -> None:
    image, corners = drawn_tile(6, 0), corners_of()
    straight = rectify_tiles(image, corners[None])[0].astype(int)
    for _ in range(turn):
        corners = np.stack([corners[:, 1], image.shape[1] - 1 - corners[:, 0]], -1)
        image = np.ascontiguousarray(np.rot90(image))
    turned = rectify_tiles(image, corners[None])[0].astype(int)
    assert np.abs(straight - turned).mean() < 6


@pytest.mark.parametrize("width", [20, 37, 45, 60, 75, 110, 160, 300])
def test_tiles_of_all_sizes_are_cut_out_in_the_same_place(width: int) -> None:
    """The tile's bar lies at the centre of the crop to a tenth of a pixel, however much the tile is shrunk."""
    image = np.zeros((width + 80, 2 * width + 80, 3), np.uint8)
    image[:, 40 + width :] = 255
    crop = rectify_tiles(image, corners_of(width)[None])[0].astype(float)
    dark = CROP_LENGTH + 2 * CROP_MARGIN - crop[..., 0].sum(axis=1) / 255
    assert dark == pytest.approx(CROP_MARGIN + CROP_LENGTH / 2, abs=0.1)


@pytest.mark.parametrize("width", [75, 110, 200])
def test_detail_too_fine_for_a_crop_is_averaged(width: int) -> None:
    """Every second pixel is white, so skipping pixels would show stripes that are not there."""
    image = np.indices((width + 80, 2 * width + 80)).sum(axis=0) % 2 * 255
    crop = rectify_tiles(image.astype(np.uint8)[..., None].repeat(3, axis=2), corners_of(width)[None])[0]
    assert np.abs(crop[4:-4, 4:-4].astype(int) - 127).max() < 25


def test_one_of_the_two_ends_gives_a_crop_that_is_the_same_way_up_as_the_picture() -> None:
    ways = np.stack([corners_of(), np.roll(corners_of(), 2, axis=0)])
    assert is_upside_down(ways).tolist() == [False, True]


def test_slants_differ_between_a_foreshortened_tile_and_one_seen_in_full() -> None:
    full, low = corners_of(), corners_of() * (1, 0.5)
    assert slants(full[None])[0] == pytest.approx([2**0.5, 0, 0, 0.5**0.5], abs=1e-3)
    assert slants(low[None].astype(np.float32))[0] == pytest.approx([2, 0, 0, 0.5], abs=1e-3)
