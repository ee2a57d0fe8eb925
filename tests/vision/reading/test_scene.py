"""What goes from stage to stage: faces, and the tiles that are left face down or standing."""

import numpy as np
import pytest

from muggins.vision.detection.tuning import DETECTION_TUNING
from muggins.vision.reading.scene import FaceReading, Scene
from muggins.vision.types import Detection

OUTLINE = np.array([[100, 140], [100, 100], [180, 100], [180, 140]], np.float32)
PHOTO = np.zeros((480, 640, 3), np.uint8)


def face(detection=None, lies=True):
    """A 9-4 that the pip model is nearly sure of."""
    pips = np.full((2, 13), 0.01)
    pips[[0, 1], [9, 4]] = 0.88
    return FaceReading(OUTLINE, np.zeros((2, 2), np.float32), pips, 0.9, 0.95, lies, detection)


def test_a_reading_knows_only_the_pips_of_its_set():
    six, nine = face().reading(6), face().reading(9)
    assert (six.pips.shape, nine.pips.shape) == ((2, 7), (2, 10))
    assert six.pips.sum(axis=1) == pytest.approx([1, 1])
    assert nine.shows == (9, 4)


def test_the_less_likely_half_decides_whether_a_tile_is_of_the_set():
    assert face().probability_in_set(6) == pytest.approx(0.07)
    assert face().probability_in_set(9) == pytest.approx(0.97)


def test_a_face_down_tile_that_turns_out_to_lie_face_up_is_not_face_down():
    down = Detection(OUTLINE, "facedown", 0.8)
    faint = Detection(OUTLINE + 200, "facedown", DETECTION_TUNING.min_confidence / 2)
    scene = Scene(PHOTO, 6, (down, faint))
    assert scene.facedown == (down,)
    assert scene.with_faces((face(down, lies=False),)).facedown == (down,)
    assert scene.with_faces((face(down),)).facedown == ()


def test_two_faces_with_the_same_outline_are_two():
    """They were once distinguished by the bytes of their corners."""
    assert len({face(), face()}) == 2
