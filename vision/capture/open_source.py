"""Where pictures come from: a webcam, an address on the network, a video file, a folder of photos, a phone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from .frames import PHONE, Frame, LiveSource, SequentialSource, Source
from .images import Image
from .jpeg import Jpeg
from .network_camera import FlawedPictureError, check_address, open_address, without_password
from .video_file import open_film

__all__ = ["PHONE", "Frame", "LiveSource", "SequentialSource", "Source", "open_source", "webcam_name", "webcams"]

WEBCAM_SIZE = (1920, 1080)
"""Asked of a webcam, which gives the nearest it has."""
RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0)
"""After how long a camera is tried again, each time it fails; the last is kept to."""


class Feed(Protocol):
    """A camera that has been opened."""

    def read(self) -> Image | Jpeg:
        """The next picture. FlawedPictureError where it is none, ValueError where the camera must be opened again."""
        ...

    def close(self) -> None: ...


class Webcam:
    """A camera on this machine."""

    def __init__(self, number: int) -> None:
        on_linux = sys.platform.startswith("linux")
        if on_linux and number not in _video_devices():
            there = ", ".join(map(str, _video_devices()))
            raise ValueError(
                f"camera {number}: not there; "
                + (
                    f"name one of these instead: {there}"
                    if there
                    else "no webcam was found on this machine: plug one in"
                )
            )
        self._number = number
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            self._capture.release()
            on_linux_why = "another program may be using it, or you may not be in the group `video`"
            raise ValueError(f"camera {number}: gives no picture; {on_linux_why if on_linux else 'is it plugged in?'}")
        # Uncompressed, most webcams manage 1080 lines only a few times a second.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WEBCAM_SIZE[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WEBCAM_SIZE[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Image:
        """The next picture; ValueError where none comes any more."""
        was_read, image = self._capture.read()
        if not was_read:
            raise ValueError(f"camera {self._number}: gives no picture any more; look at its cable.")
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        self._capture.release()


def open_source(source: str, realtime: bool = True, patient: bool = False) -> Source:
    """What a player names: a webcam's number, an address, a video file, a folder of photos, or `phone`.

    Films (files and folders) play in real time, frames that come too late passed over, or with `realtime=False` every
    frame in order. ValueError, saying what to do, where nothing is there; with `patient` an address that does not
    answer is no error, but tried until it does.
    """
    if source == PHONE:
        return LiveSource(PHONE)
    if source.isdigit():
        return _live(f"camera {source}", lambda: Webcam(int(source)))
    if re.match(r"[a-z]+://", source, re.IGNORECASE):
        check_address(source)
        return _live(without_password(source), lambda: open_address(source), patient)
    return open_film(Path(source), realtime)


def webcams(in_use: Collection[int] = ()) -> list[int]:
    """The numbers of the webcams that give pictures; where the system keeps no list of them, four are tried.

    Those `in_use` here are not tried: they would not be given twice.
    """
    candidates = _video_devices() if sys.platform.startswith("linux") else list(range(4))
    found = list(in_use)
    for number in candidates:
        if number in in_use:
            continue
        capture = cv2.VideoCapture(number)
        if capture.isOpened():
            found.append(number)
        capture.release()
    return sorted(found)


def webcam_name(number: int, listed: Path = Path("/sys/class/video4linux")) -> str:
    """What the maker calls a webcam, as Linux lists it; "" where nobody knows."""
    try:
        name = (listed / f"video{number}" / "name").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    # Many makers say it twice: "HD Webcam: HD Webcam".
    first, _, second = " ".join(name.split()).partition(": ")
    return first if first.startswith(second) else f"{first}: {second}"


def _video_devices() -> list[int]:
    names = (re.fullmatch(r"video(\d+)", path.name) for path in Path("/dev").glob("video*"))
    return sorted(int(name.group(1)) for name in names if name)


def _live(name: str, open_feed: Callable[[], Feed], patient: bool = False) -> LiveSource:
    newest = LiveSource(name)
    first = None if patient else open_feed()
    return newest.fed_by(lambda: _follow(newest, first, open_feed))


def _follow(newest: LiveSource, feed: Feed | None, open_feed: Callable[[], Feed]) -> None:
    """Drains a camera so that no old frame waits in it; opens it again, however often, when it was unplugged."""
    failures = 0
    while not newest.closed.is_set():
        try:
            feed = feed or open_feed()
            newest.show(feed.read())
            failures = 0
        except FlawedPictureError as error:
            newest.fail(str(error))
        except ValueError as error:
            newest.fail(str(error))
            if feed is not None:
                feed.close()
            feed = None
            newest.closed.wait(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
            failures += 1
    if feed is not None:
        feed.close()
