"""Small pictures compared: light and noise are no change, and a tile is one."""

import cv2
import numpy as np
import pytest
from painted import SIZE, noisy, table, with_tile

from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.motion.change import change_mask, is_shifted, patched, small_copy


def test_white_balance_and_a_light_that_slopes_across_the_table_are_no_movement():
    slope = np.linspace(0.8, 1.15, SIZE[0], dtype=np.float32)[None, :, None]
    warm = np.array((0.9, 1.0, 1.08), np.float32)
    later = np.clip(table().astype(np.float32) * slope * warm, 0, 255).astype(np.uint8)
    assert not change_mask(small_copy(table()), small_copy(later)).any()


def test_a_single_tile_laid_down_changes_the_table():
    mask = change_mask(small_copy(table()), small_copy(with_tile(table())))
    row, column = np.argwhere(mask).mean(axis=0) * SIZE[0] / 160
    assert abs(column - 322) < 8
    assert abs(row - 231) < 8


def test_a_camera_moved_a_little_explains_the_edges_that_changed_and_a_tile_does_not():
    before = small_copy(table())
    moved = small_copy(
        cv2.warpAffine(table(), np.float32([[1, 0, 8], [0, 1, -6]]), SIZE, borderMode=cv2.BORDER_REFLECT)
    )
    assert is_shifted(before, moved, change_mask(before, moved))
    laid = small_copy(with_tile(table()))
    assert not is_shifted(before, laid, change_mask(before, laid))


def test_a_view_is_patched_where_the_table_has_changed_and_lit_as_it_is_now_elsewhere():
    before, now = small_copy(table()), small_copy(noisy(with_tile(table()), 1, gain=0.8, sigma=0.0))
    where = change_mask(before, now)
    assert where.any()
    assert not change_mask(patched(before, now, where), now).any()
    assert np.abs(patched(before, now, where) - now).mean() < 2


@pytest.mark.parametrize(("size", "opened"), [((1280, 720), "quarter"), ((640, 360), "quarter"), ((320, 180), "image")])
def test_the_small_copy_of_a_jpeg_is_that_of_the_whole_picture(size, opened):
    whole = cv2.resize(with_tile(table()), size, interpolation=cv2.INTER_AREA)
    jpeg = Jpeg(cv2.imencode(".jpg", whole)[1].tobytes(), "the camera")
    assert np.abs(small_copy(jpeg) - small_copy(cv2.imdecode(np.frombuffer(jpeg.content, np.uint8), 1))).max() <= 2
    assert opened in vars(jpeg)
