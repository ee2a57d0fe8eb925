"""Detecting tiles again at another scale, where they are too small, too near or too far."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from detected import tile

from muggins.vision.detection.multiscale import detect_multiscale
from muggins.vision.detection.tuning import DETECTION_TUNING
from muggins.vision.detection.windows import quadrants
from muggins.vision.geometry.overlap import nms_by_confidence
from muggins.vision.types import Detection

detect_multiscale = partial(detect_multiscale, tuning=DETECTION_TUNING)


class Eyes:
    """A tile model that sees every tile that is at least 20 pixels long in its input of 640.

    Every pixel of the picture encodes its own position, so the model knows which window it is shown. In a downscaled
    picture, whose margins repeat pixels, it sees nothing.
    """

    def __init__(self, tiles):
        self.tiles = tiles
        self.shown = []

    def detect(self, image):
        if (image[0, 0] == image[0, 1]).all():
            self.shown.append("from farther off")
            return []
        row, column, rest = map(int, image[0, 0])
        top, left = row * 8 + rest // 8, column * 8 + rest % 8
        height, width = image.shape[:2]
        self.shown.append((left, top, left + width, top + height))
        scale = 640 / max(width, height)
        found = []
        for one in self.tiles:
            corners = one.corners - np.array([left, top], np.float32)
            middle = corners.mean(axis=0)
            length = np.linalg.norm(corners[2] - corners[1])
            if (middle >= 0).all() and (middle < [width, height]).all() and length * scale >= 20:
                found.append(Detection(corners, one.kind, one.confidence))
        return found


def picture(width, height):
    """A picture whose pixels hold their row and column, both divided by 8, and the two remainders."""
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 0] = (np.arange(height) // 8)[:, None]
    image[..., 1] = (np.arange(width) // 8)[None]
    image[..., 2] = (np.arange(height) % 8)[:, None] * 8 + (np.arange(width) % 8)[None]
    return image


def test_large_tiles_need_one_detection():
    eyes = Eyes([tile(300, 200, 120), tile(500, 200, 120)])
    assert len(detect_multiscale(eyes, picture(1280, 720))) == 2
    assert len(eyes.shown) == 1


def test_small_tiles_in_a_part_of_the_picture_are_detected_again_in_a_window():
    """A table that fills a quarter of the photo; the window shows it twice as large."""
    eyes = Eyes([tile(800, 400, 66), tile(1000, 420, 66), tile(900, 500, 50)])
    found = detect_multiscale(eyes, picture(1920, 1080))
    assert len(eyes.shown) == 2
    left, _, right, _ = eyes.shown[1]
    assert right - left < 1920 / 1.35
    assert sorted(round(float(one.corners[:, 0].mean())) for one in found) == [800, 900, 1000]


def slanted():
    """Six near tiles at the bottom, and far ones at the top that are a third as long."""
    near = [tile(x, y, 300) for x in (400, 900, 1500) for y in (600, 900)]
    return near, [tile(x, 150, 100) for x in (800, 950, 1100, 1250)]


def test_the_far_tiles_of_a_slanted_view_get_a_window_of_their_own():
    near, far = slanted()
    eyes = Eyes([*near, *far])
    assert len(detect_multiscale(eyes, picture(1920, 1080))) == len(near) + len(far)
    _, (left, top, right, bottom) = eyes.shown
    assert left < 750
    assert right > 1300
    assert bottom - top < 500


def test_two_far_tiles_are_not_worth_a_window():
    near, far = slanted()
    eyes = Eyes([*near, *far[:2]])
    detect_multiscale(eyes, picture(1920, 1080))
    assert len(eyes.shown) == 1


@pytest.mark.parametrize(("confidence", "kept"), [(0.9, True), (0.4, False)])
def test_a_sure_tile_that_the_window_does_not_confirm_is_kept(confidence, kept):
    class Forgetful(Eyes):
        """Sees tiles of one confidence only the first time."""

        def detect(self, image):
            found = super().detect(image)
            return found if len(self.shown) == 1 else [one for one in found if one.confidence != confidence]

    near, far = slanted()
    known = [replace(one, confidence=0.85) for one in (*near, *far)]
    found = detect_multiscale(Forgetful([*known, tile(1025, 230, 100, confidence)]), picture(1920, 1080))
    assert any(one.confidence == confidence for one in found) is kept
    assert len(found) == len(known) + kept


@pytest.mark.parametrize(("kind", "found"), [("faceup", {0.9, 0.5, 0.45}), ("facedown", {0.9})])
def test_a_tile_that_seems_to_lie_across_two_neighbours_does_not_hide_them(kind, found):
    """Two neighbours without a bar were seen too, and only the one across them went on to the pip model."""
    near, far = slanted()
    one, across, other = (tile(x, 150, 100, sure) for x, sure in ((400, 0.5), (450, 0.9), (500, 0.45)))
    eyes = Eyes([*near, *far, one, replace(across, kind=kind), other])
    places = {450.0, 400.0, 500.0}
    seen = detect_multiscale(eyes, picture(1920, 1080))
    assert len(eyes.shown) == 2
    assert {each.confidence for each in seen if each.corners[:, 0].mean() in places} == found


def test_tiny_tiles_all_over_the_picture_get_several_windows():
    places = [(x, y) for x in range(100, 1900, 180) for y in range(100, 1000, 160)]
    eyes = Eyes([tile(x, y, 62) for x, y in places])
    found = detect_multiscale(eyes, picture(1920, 1080))
    assert len(eyes.shown) > 2
    assert sorted((round(float(x)), round(float(y))) for x, y in (one.corners.mean(axis=0) for one in found)) == places


def test_an_empty_picture_is_downscaled_twice_and_its_quadrants_are_searched_once():
    eyes = Eyes([])
    assert detect_multiscale(eyes, picture(1280, 720)) == []
    assert eyes.shown == [(0, 0, 1280, 720), *["from farther off"] * 2, *quadrants(1280, 720, DETECTION_TUNING)]


def test_of_overlapping_outlines_the_surest_is_kept():
    sure, faint, beside = tile(100, 100), tile(110, 102, confidence=0.5), tile(141, 100, confidence=0.4)
    assert nms_by_confidence([faint, beside, sure], DETECTION_TUNING.overlap) == [sure, beside]


class FarSighted:
    """A tile model that sees a white tile on black, or its bar where the tile is too long for its input."""

    def __init__(self, most, bar=0.0, printed=0.0):
        self.most, self.bar, self.printed, self.largest = most, bar, printed, 0

    def detect(self, image):
        self.largest = max(self.largest, *image.shape[:2])
        rows, columns = np.nonzero(image[..., 0] > 128)
        (left, right), (top, bottom) = (columns.min(), columns.max() + 1), (rows.min(), rows.max() + 1)
        if right - left <= max(image.shape[:2]) * self.most:
            tile = [[left, bottom], [left, top], [right, top], [right, bottom]]
            return [Detection(tile, "faceup", 0.7, self.printed)]
        middle = (left + right) / 2
        bar = [[middle - 10, bottom], [middle - 10, top], [middle + 10, top], [middle + 10, bottom]]
        return [Detection(bar, "standing", self.bar)] if self.bar else []


@pytest.mark.parametrize("most", [0.5, 0.25])
@pytest.mark.parametrize("bar", [0.0, 0.3, 0.8])
@pytest.mark.parametrize("size", [1, 5], ids=["webcam", "phone"])
def test_a_tile_that_fills_the_picture_is_found_downscaled_and_its_bar_is_no_tile(most, bar, size):
    image = np.zeros((400 * size, 600 * size, 3), np.uint8)
    image[100 * size : 290 * size, 110 * size : 490 * size] = 255
    eyes = FarSighted(most, bar)
    (found,) = detect_multiscale(eyes, image)
    assert found.kind == "faceup"
    pixel = 600 * size * 4 / 640  # of what it was shown from four times as far
    assert found.corners.min(axis=0) / size == pytest.approx([110, 100], abs=pixel / size)
    assert found.corners.max(axis=0) / size == pytest.approx([490, 290], abs=pixel / size)
    assert eyes.largest <= max(600 * size, 642), "margins around a large picture take memory"


def test_a_tile_found_downscaled_that_looks_printed_is_passed_on():
    """It was dropped, and the players were not asked."""
    image = np.zeros((400, 600, 3), np.uint8)
    image[100:290, 110:490] = 255
    found = detect_multiscale(FarSighted(0.5, printed=0.9), image)
    assert [one.printed for one in found] == [0.9]


@pytest.mark.parametrize(
    ("part", "confidence", "kept"), [(60, 0.7, 2), (60, 0.9, 1), (90, 0.7, 1)], ids=["part", "surer", "whole"]
)
def test_a_part_of_a_tile_that_looks_printed_does_not_hide_it(part, confidence, kept):
    """A tile in hard light looked printed in the whole picture; downscaled, its pips passed for a tile."""
    whole = replace(tile(300, 200, 100, confidence=0.8), printed=0.7)
    seen_downscaled = tile(300, 200, part, confidence=confidence)

    class InHardLight:
        def detect(self, image):
            return [whole] if image.shape[0] == 400 else [downscaled(seen_downscaled)]

    found = detect_multiscale(InHardLight(), np.zeros((400, 600, 3), np.uint8))
    assert len(found) == kept
    assert sum(one.printed == 0.7 for one in found) == kept - 1


def downscaled(one):
    """A tile of a picture of 600 by 400 pixels, as it lies in the downscaled picture with margins around it."""
    corners = (one.corners - [300, 200]) * 640 / (2 * 600) + [320, 214]
    return replace(one, corners=corners.astype(np.float32))


@pytest.mark.parametrize(("confidence", "looks"), [(0.2, 2), (0.11, 1)])
def test_faint_small_tiles_call_for_a_window_and_hardly_visible_ones_do_not(confidence, looks):
    sure = tile(300, 300, length=200.0)
    eyes = Eyes([sure, *(tile(1500 + 80 * k, 900, length=70.0, confidence=confidence) for k in range(4))])
    detect_multiscale(eyes, picture(1920, 1080))
    assert len(eyes.shown) == looks


def far_tiles(count):
    """Tiles that are too small except in a quadrant."""
    return [tile(200 + 60 * number, 300, 36) for number in range(count)]


def test_where_nothing_is_found_the_quadrants_are_searched():
    eyes = Eyes(far_tiles(4))
    assert len(detect_multiscale(eyes, picture(1920, 1080))) == 4


class Dim(Eyes):
    """A tile model that is sure only of tiles longer than 30 pixels in its input."""

    def detect(self, image):
        scale = 640 / max(image.shape[:2])
        found = super().detect(image)
        lengths = [np.linalg.norm(one.corners[2] - one.corners[1]) * scale for one in found]
        sure = [0.9 if length > 30 else 0.3 for length in lengths]
        return [replace(one, confidence=share) for one, share in zip(found, sure, strict=True)]


def test_where_the_quadrants_show_faint_tiles_smaller_windows_are_searched():
    eyes = Dim(far_tiles(4))
    assert [one.confidence for one in detect_multiscale(eyes, picture(1920, 1080))] == [0.9] * 4


@pytest.mark.parametrize("count", [4, 1])
def test_far_tiles_that_look_printed_are_passed_on_but_one_alone_is_the_grain_of_the_table(count):
    class Printed(Eyes):
        def detect(self, image):
            return [replace(one, printed=0.9) for one in super().detect(image)]

    found = detect_multiscale(Printed(far_tiles(count)), picture(1920, 1080))
    assert [one.printed for one in found] == ([0.9] * 4 if count == 4 else [])


def test_one_far_tile_on_an_empty_table_is_its_grain():
    assert detect_multiscale(Eyes(far_tiles(1)), picture(1920, 1080)) == []


def test_pips_of_a_large_tile_are_not_face_down_tiles():
    """This happened with light pips on a tile that fills half the picture."""
    pips = [tile(x, y, 100, confidence=0.7, kind="facedown") for x in (700, 1100) for y in (440, 540, 640)]
    large = tile(900, 540, 1000, confidence=0.4)

    class Near(Eyes):
        def detect(self, image):
            found = super().detect(image)
            return [one for one in found if one.kind == "faceup" or image.shape[1] < 1920]

    assert [one.kind for one in detect_multiscale(Near([large, *pips]), picture(1920, 1080))] == ["faceup"]
    without = detect_multiscale(Near(pips), picture(1920, 1080))
    assert len(without) == len(pips)


def centres(tiles):
    return [one.corners.mean(axis=0).round().tolist() for one in tiles]


class DeceivedFromNear(Eyes):
    """A tile model that takes printed tiles for real ones in a window, where it does not see the page around them."""

    def detect(self, image):
        found = super().detect(image)
        is_near = len(self.shown) > 1
        return [replace(one, printed=0.0 if is_near or k < 3 else 0.97) for k, one in enumerate(found)]


def test_a_tile_that_is_printed_in_the_whole_picture_is_printed_in_a_window_too():
    table, page = [tile(700 + 90 * k, 400, 80) for k in range(3)], [tile(700 + 90 * k, 560, 80) for k in range(3)]
    eyes = DeceivedFromNear([*table, *page])
    found = detect_multiscale(eyes, picture(1920, 1080))
    assert len(eyes.shown) == 2
    assert [one.looks_printed for one in found] == [False] * 3 + [True] * 3
    assert sorted(centres(found[:3])) == [[700, 400], [790, 400], [880, 400]]
    assert sorted(centres(found[3:])) == [[700, 560], [790, 560], [880, 560]]


def test_tiny_tiles_that_look_printed_are_believed_in_a_window():
    """In the whole picture, a set laid out in rows looks like a page."""
    rows = [tile(700 + 70 * i, 400 + 40 * j, 60) for i in range(4) for j in range(4)]
    eyes = DeceivedFromNear(rows)
    assert len(detect_multiscale(eyes, picture(1920, 1080))) == len(rows)
    assert len(eyes.shown) == 2


@pytest.mark.parametrize("length", [62, 80])
def test_printed_tiles_beside_tiles_do_not_call_for_a_window(length):
    page = [tile(1200 + 90 * k, 900, length) for k in range(4)]
    eyes = DeceivedFromNear([*(tile(300 + 250 * k, 300, 200) for k in range(3)), *page])
    found = detect_multiscale(eyes, picture(1920, 1080))
    assert [one.looks_printed for one in found] == [False] * 3 + [True] * 4
    assert len(eyes.shown) == 1
