"""Cut-outs for the pip model, and what it says of tiles drawn here."""

import cv2
import numpy as np
import pytest

from muggins.vision.pips.classifier import (
    CROP_LENGTH,
    CROP_MARGIN,
    CROP_WIDTH,
    MOST_PIPS,
    PipClassifier,
    orient_upright,
    rectify_tiles,
    slants,
)
from muggins.vision.reading.reader import FACE_UP


def drawn_tile(first: int, second: int, width: int = 60, crowds_turned: bool = False) -> np.ndarray:
    """A white tile with black pips lying along the picture, `width` px across, on 40 px of green cloth.

    The lines of ten pips and more run along it too, or across it where they are turned.
    """
    six, outer = (
        [(x, y) for y in (-1, 1) for x in (-1, 0, 1)],
        [(x, y) for y in (-1, 1) for x in (-1.1, -0.37, 0.37, 1.1)],
    )
    places = {
        0: [], 1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)], 6: six,
        7: [*six, (0, 0)], 8: [*six, (-1, 0), (1, 0)], 9: [*six, (-1, 0), (0, 0), (1, 0)],
        10: [*outer, (-0.6, 0), (0.6, 0)], 11: [*outer, (-0.8, 0), (0, 0), (0.8, 0)],
        12: [*outer, (-1.1, 0), (-0.37, 0), (0.37, 0), (1.1, 0)],
    }  # fmt: skip
    image = np.full((width + 80, 2 * width + 80, 3), (70, 110, 40), np.uint8)
    cv2.rectangle(image, (40, 40), (39 + 2 * width, 39 + width), (235, 240, 240), -1)
    cv2.line(image, (40 + width, 44), (40 + width, 35 + width), (20, 20, 20), 3)
    for half, pips in enumerate((first, second)):
        turned = crowds_turned and pips >= 10
        for x, y in ((y, x) if turned else (x, y) for x, y in places[pips]):
            middle = (int(40 + width * (half + 0.5) + x * 0.27 * width), int(40 + width * (0.5 + 0.27 * y)))
            radius = 0.095 if pips < 7 else 0.075 if pips < 10 else 0.06
            cv2.circle(image, middle, round(radius * width), (20, 20, 20), -1, cv2.LINE_AA)
    return image


def corners_of(width: int = 60) -> np.ndarray:
    return np.array(
        [(39.5, 39.5 + width), (39.5, 39.5), (39.5 + 2 * width, 39.5), (39.5 + 2 * width, 39.5 + width)], np.float32
    )


def test_a_cut_out_shows_the_tile_and_a_margin_of_table() -> None:
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
    """The middle line of the tile must lie in the middle, however much the tile is shrunk: to a tenth of a pixel."""
    image = np.zeros((width + 80, 2 * width + 80, 3), np.uint8)
    image[:, 40 + width :] = 255
    crop = rectify_tiles(image, corners_of(width)[None])[0].astype(float)
    dark = CROP_LENGTH + 2 * CROP_MARGIN - crop[..., 0].sum(axis=1) / 255
    assert dark == pytest.approx(CROP_MARGIN + CROP_LENGTH / 2, abs=0.1)


@pytest.mark.parametrize("width", [75, 110, 200])
def test_what_is_too_fine_for_a_cut_out_is_averaged_in_it(width: int) -> None:
    """Every second pixel is white: skipping pixels would show stripes that are not there."""
    image = np.indices((width + 80, 2 * width + 80)).sum(axis=0) % 2 * 255
    crop = rectify_tiles(image.astype(np.uint8)[..., None].repeat(3, axis=2), corners_of(width)[None])[0]
    assert np.abs(crop[4:-4, 4:-4].astype(int) - 127).max() < 25


def test_a_cut_out_is_the_same_way_up_as_the_picture_whichever_end_comes_first() -> None:
    ways = np.stack([corners_of(), np.roll(corners_of(), 2, axis=0)])
    assert (orient_upright(ways) == corners_of()).all()


def test_a_tile_seen_from_the_side_is_told_from_one_seen_in_full() -> None:
    full, low = corners_of(), corners_of() * (1, 0.5)
    assert slants(full[None])[0] == pytest.approx([2**0.5, 0, 0, 0.5**0.5], abs=1e-3)
    assert slants(low[None].astype(np.float32))[0] == pytest.approx([2, 0, 0, 0.5], abs=1e-3)


def test_no_tiles_give_no_readings() -> None:
    read = PipClassifier().read(drawn_tile(1, 1), np.zeros((0, 4, 2), np.float32))
    assert read.pips.shape == (0, 2, MOST_PIPS + 1)
    assert read.corners.shape == (0, 4, 2)


@pytest.mark.parametrize(("first", "second"), [(6, 5), (0, 4), (3, 3), (2, 1), (0, 0), (5, 6)])
def test_halves_are_named_in_the_order_of_the_corners(first: int, second: int) -> None:
    read = PipClassifier().read(drawn_tile(first, second), corners_of()[None])
    assert read.pips[0].argmax(axis=1).tolist() == [first, second]
    assert read.pips.sum(axis=2) == pytest.approx(1)
    assert read.is_faceup[0] > FACE_UP, "it is flat as a print, but for the reader it lies there"
    swapped = PipClassifier().read(drawn_tile(first, second), np.roll(corners_of(), 2, axis=0)[None])
    assert swapped.pips[0].argmax(axis=1).tolist() == [second, first]


@pytest.mark.parametrize("width", [45, 60, 90])
@pytest.mark.parametrize("pips", range(13))
def test_every_half_is_named(pips: int, width: int) -> None:
    read = PipClassifier().read(drawn_tile(pips, 5, width), corners_of(width)[None])
    assert read.pips[0].argmax(axis=1).tolist() == [pips, 5]


@pytest.mark.parametrize("width", [45, 60])
@pytest.mark.parametrize("pips", [10, 11, 12])
def test_ten_and_more_are_named_where_their_lines_run_across_the_tile(pips: int, width: int) -> None:
    read = PipClassifier().read(drawn_tile(pips, 5, width, crowds_turned=True), corners_of(width)[None])
    assert read.pips[0].argmax(axis=1).tolist() == [pips, 5]


def test_an_outline_that_is_a_little_off_is_moved_to_the_edges() -> None:
    wrong = corners_of() + np.array([(4, 3), (5, 3), (4, 4), (5, 3)], np.float32)
    mended = PipClassifier().read(drawn_tile(4, 2), wrong[None]).corners[0]
    assert np.abs(mended - corners_of()).mean() < 0.5 * np.abs(wrong - corners_of()).mean()


def test_bare_table_is_no_tile() -> None:
    cloth = np.full((200, 300, 3), (70, 110, 40), np.uint8)
    assert PipClassifier().read(cloth, corners_of()[None]).is_faceup[0] < 0.5


def test_outlines_that_were_a_little_off_are_cut_out_again_only_where_it_may_tell(monkeypatch) -> None:
    """A tile read clearly at the first look is left alone; one outlined badly is cut out again where its edges are."""
    reader, shown = PipClassifier(), []
    network = reader._network
    monkeypatch.setattr(reader, "_network", lambda crops, lie: shown.append(len(crops)) or network(crops, lie))
    image, exact = drawn_tile(6, 5, 120), corners_of(120)
    far = exact + np.float32((16, 12))
    read = reader.read(image, np.stack([exact, far]))
    assert shown == [2, 1]
    assert read.pips.argmax(axis=2).tolist() == [[6, 5], [6, 5]]
    assert np.abs(read.corners[1] - exact).max() < np.abs(far - exact).max() / 2


def test_an_outline_that_still_moves_is_cut_out_as_often_as_asked(monkeypatch) -> None:
    """As the tile model has small tiles: an outline half as large again as the tile."""
    reader, shown = PipClassifier(), []
    network = reader._network
    monkeypatch.setattr(reader, "_network", lambda crops, lie: shown.append(len(crops)) or network(crops, lie))
    image, exact = drawn_tile(6, 5, 120), corners_of(120)
    far = exact.mean(axis=0) + 1.5 * (exact - exact.mean(axis=0))
    read = reader.read(image, far[None].astype(np.float32), rounds=3)
    assert shown == [1, 1, 1]
    assert np.abs(read.corners[0] - exact).max() < np.abs(far - exact).max() / 3
