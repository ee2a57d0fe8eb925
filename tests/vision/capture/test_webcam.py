"""Webcams: found by their number, named as Linux lists them, and missed with a sentence."""

import numpy as np
import pytest

from muggins.vision.capture import webcam
from muggins.vision.capture.open_source import open_source
from muggins.vision.capture.webcam import Webcam, webcam_name, webcams


def still(brightness):
    return np.full((48, 64, 3), brightness, np.uint8)


@pytest.mark.parametrize(
    ("devices", "says"),
    [([], "camera 91: not there; no webcam was found on this machine: plug one in"),
     ([0, 2], "camera 91: not there; name one of these instead: 0, 2")],
)  # fmt: skip
def test_a_webcam_that_is_not_there(devices, says, monkeypatch):
    monkeypatch.setattr(webcam.sys, "platform", "linux")
    monkeypatch.setattr(webcam, "_video_devices", lambda: devices)
    with pytest.raises(ValueError, match=f"^{says}$"):
        open_source("91")


@pytest.mark.parametrize(
    ("platform", "says"),
    [
        ("linux", "another program uses it: close that program"),
        ("darwin", "System Settings, Privacy & Security, Camera"),
        ("win32", r"close programs that use it \(Teams, Zoom, Camera\)"),
    ],
)
def test_a_webcam_that_gives_no_picture(platform, says, monkeypatch):
    """On a Mac it asked whether the camera was plugged in, when the terminal was not allowed to use it."""
    monkeypatch.setattr(webcam.sys, "platform", platform)
    monkeypatch.setattr(webcam, "_video_devices", lambda: [91])
    with pytest.raises(ValueError, match=f"^camera 91: gives no picture; .*{says}"):
        open_source("91")
    assert webcams() == []
    assert str(webcam.why_none()).startswith("no webcam gives a picture; ")


def test_whoever_may_not_use_a_webcam_is_told_of_the_group(monkeypatch):
    monkeypatch.setattr(webcam.sys, "platform", "linux")
    monkeypatch.setattr(webcam, "_video_devices", lambda: [0])
    monkeypatch.setattr(webcam.Path, "exists", lambda path: True)
    monkeypatch.setattr(webcam.os, "access", lambda path, mode: False)
    assert "sudo usermod -aG video $USER" in str(webcam.why_none())
    monkeypatch.setattr(webcam, "_video_devices", list)
    assert str(webcam.why_none()).startswith("no webcam was found on this machine: plug one in")


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
    monkeypatch.setattr(webcam, "_video_devices", lambda: [0, 3])
    monkeypatch.setattr(webcam.cv2, "VideoCapture", lambda number: made.append(Capture(number)) or made[-1])
    source = open_source("3")
    frame = source.newest(wait=60)
    source.close()
    assert (source.name, made[0].number, int(frame.image[0, 0, 0])) == ("camera 3", 3, 77)
    assert made[0].asked[webcam.cv2.CAP_PROP_FRAME_WIDTH] == 1920
    unplugged = Webcam(3)
    unplugged.read()
    with pytest.raises(ValueError, match=r"^camera 3: gives no picture any more; look at its cable\.$"):
        unplugged.read()
