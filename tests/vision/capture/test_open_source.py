"""Cameras that are unplugged, and come back."""

import numpy as np
import pytest

from muggins.vision.capture import open_source as camera
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.network_camera import FlawedPictureError


def still(brightness):
    return np.full((48, 64, 3), brightness, np.uint8)


class Cable:
    """A camera that gives these pictures and is then unplugged."""

    def __init__(self, *gives):
        self.gives = list(gives)
        self.is_closed = False

    def read(self):
        given = self.gives.pop(0) if self.gives else ValueError("camera 0: gives no picture any more.")
        if isinstance(given, ValueError):
            raise given
        return still(given)

    def close(self):
        self.is_closed = True


@pytest.fixture
def waited(monkeypatch):
    """How long was waited before each new try; nobody really waits."""
    waits = []
    monkeypatch.setattr("threading.Event.wait", lambda self, seconds=None: waits.append(seconds) or self.is_set())
    return waits


def followed(first, tries):
    """A source that was fed by `first` and then by what each try to open the camera gave, until there were no more."""
    source, tries = LiveSource("camera 0"), iter(tries)

    def open_again():
        found = next(tries, None)
        if found is None:
            source.close()
        if found is None or isinstance(found, ValueError):
            raise found or ValueError("gone for good")
        return found

    camera._follow(source, first, open_again)
    return source


def test_an_unplugged_camera_is_opened_again_until_it_is_back(waited):
    """Whoever trips over the cable in the middle of a game plugs it in and plays on."""
    first, second = Cable(10, 11), Cable(20, 21)
    source = followed(first, [ValueError("not there"), ValueError("not there"), second])
    assert first.is_closed
    assert second.is_closed
    assert int(source.last.image[0, 0, 0]) == 21


def test_a_camera_that_stays_away_is_tried_less_and_less_often_until_it_is_back(waited):
    away = [ValueError("not there")] * 7
    followed(Cable(10), [*away, Cable(20), ValueError("not there")])
    assert waited[:8] == [1.0, 2.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0]
    assert waited[8:10] == [1.0, 2.0]


def test_one_broken_picture_does_not_close_the_camera(waited):
    cable = Cable(10, FlawedPictureError("camera 0: the picture breaks off before its end."), 12)
    source = followed(cable, [])
    assert [int(frame.image[0, 0, 0]) for frame in source.since()] == [10, 12]
