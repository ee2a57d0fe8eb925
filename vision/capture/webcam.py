"""Webcams: cameras on this machine, by number."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np

from muggins.texts import Text, lazy_gettext

from . import tuning
from .images import Image


class Webcam:
    """A camera on this machine."""

    def __init__(self, number: int) -> None:
        """Opens the webcam; ValueError, a sentence that says what to do, if it is not there or gives no picture."""
        on_linux = sys.platform.startswith("linux")
        if on_linux and number not in _video_devices():
            there = ", ".join(map(str, _video_devices()))
            if there:
                raise ValueError(
                    lazy_gettext(
                        "camera %(number)s: not there; name one of these instead: %(there)s", number=number, there=there
                    )
                )
            raise ValueError(
                lazy_gettext(
                    "camera %(number)s: not there; no webcam was found on this machine: plug one in", number=number
                )
            )
        self._number = number
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            self._capture.release()
            why = _why_silent([number])
            raise ValueError(lazy_gettext("camera %(number)s: gives no picture; %(why)s", number=number, why=why))
        # Uncompressed, most webcams manage 1080 lines only a few times a second.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, tuning.WEBCAM_SIZE[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, tuning.WEBCAM_SIZE[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Image:
        """The next picture; ValueError if no more come."""
        was_read, image = self._capture.read()
        if not was_read:
            raise ValueError(
                lazy_gettext("camera %(number)s: gives no picture any more; look at its cable.", number=self._number)
            )
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Lets go of the camera."""
        self._capture.release()


def webcams(in_use: Collection[int] = ()) -> list[int]:
    """The numbers of the webcams that give pictures.

    Webcams `in_use` by this program count without being tried, as they cannot be opened twice.
    """
    candidates = _video_devices() if sys.platform.startswith("linux") else list(range(tuning.MAX_PROBED))
    found = list(in_use)
    for number in candidates:
        if number in in_use:
            continue
        capture = cv2.VideoCapture(number)
        if capture.isOpened():
            found.append(number)
        capture.release()
    return sorted(found)


def why_none() -> Text:
    """Why no webcam of this machine gives a picture, and what to do."""
    devices = _video_devices()
    if sys.platform.startswith("linux") and not devices:
        return lazy_gettext("no webcam was found on this machine: plug one in, or choose another camera")
    return lazy_gettext("no webcam gives a picture; %(why)s", why=_why_silent(devices))


def _why_silent(devices: list[int]) -> Text:
    """What keeps webcams from giving a picture on this system, mostly, and what to do: it goes on from a semicolon."""
    if sys.platform == "darwin":
        return lazy_gettext(
            "plug it in, and allow the camera for the program that you started muggins with, mostly Terminal: "
            "System Settings, Privacy & Security, Camera. Then start that program anew."
        )
    if sys.platform == "win32":
        return lazy_gettext(
            "plug it in, close programs that use it (Teams, Zoom, Camera), and allow desktop apps to use the camera: "
            "Settings, Privacy & security, Camera."
        )
    paths = [Path(f"/dev/video{device}") for device in devices]
    if any(path.exists() and not os.access(path, os.R_OK | os.W_OK) for path in paths):
        return lazy_gettext(
            "you may not use it before you are in the group `video`: sudo usermod -aG video $USER, then sign in anew."
        )
    return lazy_gettext("another program uses it: close that program, or pull the plug of the camera once.")


def webcam_name(number: int, listed: Path = Path("/sys/class/video4linux")) -> str:
    """The maker's name of a webcam, as Linux lists it; "" if it is not known."""
    try:
        name = (listed / f"video{number}" / "name").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    # Many makers write it twice: "HD Webcam: HD Webcam".
    first, _, second = " ".join(name.split()).partition(": ")
    return first if first.startswith(second) else f"{first}: {second}"


def _video_devices() -> list[int]:
    names = (re.fullmatch(r"video(\d+)", path.name) for path in Path("/dev").glob("video*"))
    return sorted(int(name.group(1)) for name in names if name)
