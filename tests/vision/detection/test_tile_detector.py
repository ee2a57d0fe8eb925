"""What the tile detector does around its network: letterboxing, collapsed and shrunk outlines, printed tiles."""

from functools import partial

import numpy as np
import pytest

from muggins.vision.detection.tile_detector import (
    GREY,
    INPUT_SIZE,
    USUAL_SIZES,
    TileDetector,
    _grown_to_box,
    _uncollapsed,
    letterbox,
)
from muggins.vision.detection.tuning import DETECTION_TUNING

_grown_to_box = partial(_grown_to_box, tuning=DETECTION_TUNING)
_uncollapsed = partial(_uncollapsed, tuning=DETECTION_TUNING)
letterbox = partial(letterbox, tuning=DETECTION_TUNING)

UPRIGHT = np.array([(0, 0), (10, 0), (10, 20), (0, 20)], np.float32)


def test_a_wide_photo_fills_the_width_and_is_padded_to_whole_strides() -> None:
    picture, scale = letterbox(np.full((540, 960, 3), 200, np.uint8))
    assert picture.shape == (384, INPUT_SIZE, 3)
    assert scale == pytest.approx(INPUT_SIZE / 960)
    assert (picture[:359] == 200).all()
    assert (picture[361:] == GREY).all()


@pytest.mark.parametrize("size", [(1080, 1920), (480, 640), (3024, 4032), (2000, 3000)])
def test_what_cameras_and_phones_take_has_a_usual_size_lying_and_upright(size) -> None:
    for height, width in (size, size[::-1]):
        picture, _ = letterbox(np.zeros((height, width, 3), np.uint8))
        assert picture.shape[:2] in USUAL_SIZES


def test_a_thumbnail_is_enlarged_three_times_at_most() -> None:
    picture, scale = letterbox(np.full((100, 100, 3), 200, np.uint8))
    assert scale == 3.0
    assert (picture[310:, 310:] == GREY).all()


def test_a_shrunk_outline_fills_its_box_again() -> None:
    """In thumbnails of tiles that lie askew, the model put the corners halfway to the centre."""
    askew = np.array([(20, 0), (30, 10), (10, 30), (0, 20)], np.float32)
    box = np.array([15, 15, 30, 30], np.float32)
    shrunk = (askew - 15) * 0.5 + 15
    sound = (askew - 15) * 0.9 + 15
    grown = _grown_to_box(np.stack([shrunk, sound]), np.stack([box, box]))
    assert grown[0] == pytest.approx(askew)
    assert np.array_equal(grown[1], sound)


ASKEW = np.array([(20, 0), (30, 10), (10, 30), (0, 20)], np.float32)
BETWEEN = (ASKEW + np.roll(ASKEW, 1, axis=0)) / 2
"""The corners of ASKEW where the model hesitates between both orders."""
FACEUP, FACEDOWN = np.int64(0), np.int64(1)


def uncollapsed(*places):
    """The outlines of places, each given as its corners, its score and its kind; all of them have the box of ASKEW."""
    quads, scores, kinds = zip(*places, strict=True)
    boxes = np.tile(np.array([15, 15, 30, 30], np.float32), (len(places), 1))
    return _uncollapsed(np.stack(quads), boxes, np.array(scores, np.float32), np.array(kinds))


def test_collapsed_corners_are_taken_from_another_place_of_the_tile() -> None:
    """The surest place of a hand's 9-4 gave a sliver; its halves were cut from there, and no pip was seen on them."""
    mended = uncollapsed((BETWEEN, 0.9, FACEUP), (ASKEW, 0.6, FACEUP))
    assert np.array_equal(mended, [ASKEW, ASKEW])


def test_among_the_places_of_a_tile_the_corners_that_fit_the_box_best_are_taken() -> None:
    loose = (ASKEW - 15) * 0.9 + 15
    assert np.array_equal(uncollapsed((BETWEEN, 0.9, FACEUP), (loose, 0.8, FACEUP), (ASKEW, 0.6, FACEUP))[0], ASKEW)


@pytest.mark.parametrize(
    "other",
    [(ASKEW, 0.4, FACEUP), (ASKEW, 0.6, FACEDOWN), (BETWEEN, 0.6, FACEUP)],
    ids=["not half as sure", "of another kind", "collapsed itself"],
)
def test_collapsed_corners_stay_where_no_other_place_can_be_trusted(other) -> None:
    assert np.array_equal(uncollapsed((BETWEEN, 0.9, FACEUP), other)[0], BETWEEN)


def test_corners_are_never_taken_from_the_neighbouring_tile() -> None:
    quads, step = np.stack([BETWEEN, ASKEW + 12]), np.float32(12)
    boxes = np.array([(15, 15, 30, 30), (15 + step, 15 + step, 30, 30)], np.float32)
    mended = _uncollapsed(quads, boxes, np.array([0.9, 0.9], np.float32), np.array([FACEUP, FACEUP]))
    assert np.array_equal(mended, quads)


def output_of(faceup: float, facedown: float, standing: float, printed: float, x: float) -> list[float]:
    """The network's output for one place: a box, the score of each kind, four corners."""
    corners = [number for cx, cy in ((0, 20), (0, 0), (40, 0), (40, 20)) for number in (x + cx, 100 + cy, 1.0)]
    return [x + 20, 110, 40, 20, faceup, facedown, standing, printed, *corners]


def test_a_face_is_detected_whether_it_is_a_tile_or_printed(monkeypatch) -> None:
    places = [
        output_of(0.9, 0, 0, 0.01, 50),
        output_of(0.3, 0, 0, 0.5, 150),
        output_of(0.1, 0.7, 0, 0.2, 250),
        output_of(0, 0, 0, 0.6, 350),
    ]
    detector = TileDetector()
    monkeypatch.setattr(detector, "_network", lambda _: np.array(places, np.float32).T[None])
    found = detector.detect(np.zeros((640, 640, 3), np.uint8))
    seen = [(one.kind, round(one.confidence, 2), round(one.printed, 2)) for one in found]
    assert seen == [("faceup", 0.91, 0.01), ("faceup", 0.8, 0.62), ("facedown", 0.7, 0.0), ("faceup", 0.6, 1.0)]
    assert found[1].corners[:, 0].tolist() == [150, 150, 190, 190]


def test_weights_of_an_earlier_muggins_are_refused(monkeypatch) -> None:
    """That model has no output for printed tiles, so its corners would be taken for scores."""
    detector = TileDetector()
    monkeypatch.setattr(detector, "_network", lambda _: np.zeros((1, 19, 8400), np.float32))
    with pytest.raises(ValueError, match="expected a tile model with 20 numbers for each place, got 19"):
        detector.detect(np.zeros((640, 640, 3), np.uint8))
