"""Cameras: what a player may name, webcams that are not there, and cameras that come back."""

import numpy as np
import pytest

from muggins.vision.capture import open_source as camera
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.network_camera import FlawedPictureError
from muggins.vision.capture.open_source import open_source, webcam_name, webcams


def still(brightness):
    return np.full((48, 64, 3), brightness, np.uint8)


class Cable:
    """A camera that gives what it is told to and is then unplugged."""

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
    assert waited[:8] == [1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0, 15.0]
    assert waited[8:10] == [1.0, 2.0]


def test_one_broken_picture_does_not_close_the_camera(waited):
    cable = Cable(10, FlawedPictureError("camera 0: the picture breaks off before its end."), 12)
    source = followed(cable, [])
    assert [int(frame.image[0, 0, 0]) for frame in source.since()] == [10, 12]


@pytest.mark.parametrize(
    ("devices", "says"),
    [([], "camera 91: not there; no webcam was found on this machine: plug one in"),
     ([0, 2], "camera 91: not there; name one of these instead: 0, 2")],
)  # fmt: skip
def test_a_webcam_that_is_not_there(devices, says, monkeypatch):
    monkeypatch.setattr(camera.sys, "platform", "linux")
    monkeypatch.setattr(camera, "_video_devices", lambda: devices)
    with pytest.raises(ValueError, match=f"^{says}$"):
        open_source("91")


def test_a_webcam_that_gives_no_picture(monkeypatch):
    monkeypatch.setattr(camera.sys, "platform", "linux")
    monkeypatch.setattr(camera, "_video_devices", lambda: [91])
    with pytest.raises(ValueError, match=r"^camera 91: gives no picture; another program may be using it"):
        open_source("91")
    assert webcams() == []


class Capture:
    """OpenCV's webcam: notes what it is asked for, and gives one picture."""

    def __init__(self, number):
        self.number, self.asked, self.pictures = number, {}, [still(77)]

    def isOpened(self):  # noqa: N802
        return True

    def set(self, key, value):
        self.asked[key] = value

    def read(self):
        return (True, self.pictures.pop()) if self.pictures else (False, None)

    def release(self):
        pass


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ("Integrated Camera\n", "Integrated Camera"),
        ("HD Pro Webcam C920: HD Pro Webcam\n", "HD Pro Webcam C920"),
        ("USB: Table\n", "USB: Table"),
        ("\n", ""),
    ],
)
def test_a_webcam_has_the_name_that_linux_lists(tmp_path, listed, name):
    (tmp_path / "video2").mkdir()
    (tmp_path / "video2" / "name").write_text(listed)
    assert webcam_name(2, tmp_path) == name
    assert webcam_name(3, tmp_path) == ""


def test_a_webcam_is_watched_by_its_number(monkeypatch):
    made = []
    monkeypatch.setattr(camera, "_video_devices", lambda: [0, 3])
    monkeypatch.setattr(camera.cv2, "VideoCapture", lambda number: made.append(Capture(number)) or made[-1])
    source = open_source("3")
    frame = source.newest(wait=10)
    source.close()
    assert (source.name, made[0].number, int(frame.image[0, 0, 0])) == ("camera 3", 3, 77)
    assert made[0].asked[camera.cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert source.trouble == "camera 3: gives no picture any more; look at its cable."
