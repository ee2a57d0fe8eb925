"""Where pictures come from: a webcam, an address on the network, a video file, a folder of photos, a phone."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from muggins.vision.pictures import PICTURE_SUFFIXES, Image, find_pictures, load_picture

PHONE = "phone"
WEBCAM_SIZE = (1920, 1080)
"""Asked of a webcam, which gives the nearest it has."""
STILL_SECONDS = 2.0
STILL_RATE = 5
"""A folder of photos is a film that rests on each for STILL_SECONDS at STILL_RATE frames a second."""
TIMEOUT_SECONDS = 5
LOST_SECONDS = 3.0
"""A camera that has shown nothing new for so long is lost."""
RETRY_SECONDS = 1.0
LATE_SECONDS = 0.2
MOST_PASSED_OVER = 10
"""A frame of a film that is due LATE_SECONDS ago is passed over, unless as many before it were."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table."""

    number: int
    """Counts up from 1; the numbers of frames that were passed over are left out."""
    time: float
    """Seconds since the source began; of a video its own time."""
    image: Image


Film = Generator[Frame, None, None]
IsLate = Callable[[float], bool]


class Newest:
    """A source whose newest frame wins: who shows frames is never held up, who reads slowly misses some.

    A phone's frames are shown by the dashboard, those of cameras and films by the thread that open_source starts.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked = threading.Event()
        """Set when somebody asks for the first frame: a film begins then, not while the reader is still loading."""
        self.closed = threading.Event()
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._began = time.monotonic()
        self._shown_at = self._began
        self._is_over = False
        self._feeder: threading.Thread | None = None

    def fed_by(self, feed: Callable[[], None]) -> Newest:
        """This source, with a thread begun that shows its frames until `closed` is set."""
        self._feeder = threading.Thread(target=feed, name=self.name, daemon=True)
        self._feeder.start()
        return self

    def show(self, image: Image, frame_time: float | None = None) -> None:
        """Makes `image` the newest frame, at `frame_time` or else at the seconds since the source began."""
        with self._changed:
            self._shown_at = time.monotonic()
            number = 1 if self._frame is None else self._frame.number + 1
            seconds = self._shown_at - self._began if frame_time is None else frame_time
            self._frame = Frame(number, seconds, image)
            self._changed.notify_all()

    def newest(self, after: int = 0, wait: float | None = None) -> Frame | None:
        """The newest frame if its number is above `after`, else the next to come within `wait` seconds (None: ever).

        None where no such frame came, or the source is over.
        """
        self.asked.set()
        with self._changed:
            self._changed.wait_for(lambda: self._is_over or self._is_newer(after), wait)
            return self._frame if self._is_newer(after) else None

    def _is_newer(self, after: int) -> bool:
        return self._frame is not None and self._frame.number > after

    @property
    def age(self) -> float:
        """Seconds since the last frame came, or since the source was opened."""
        return time.monotonic() - self._shown_at

    @property
    def is_over(self) -> bool:
        """True when no further frame will come."""
        return self._is_over

    @property
    def is_lost(self) -> bool:
        """True while frames fail to come although the source is not over."""
        return not self._is_over and self.age > LOST_SECONDS

    def finish(self) -> None:
        """Says that no further frame will come."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def close(self) -> None:
        """No further frame will come; returns once the camera is let go, or does not answer."""
        self.closed.set()
        self.asked.set()
        self.finish()
        # A program that ends while OpenCV still reads in another thread is aborted instead of ending.
        if self._feeder is not None and self._feeder is not threading.current_thread():
            self._feeder.join(TIMEOUT_SECONDS)


class InOrder:
    """A film that hands out every frame, as fast as it is asked."""

    is_lost = False

    def __init__(self, name: str, film: Film) -> None:
        self.name = name
        self._film = film
        self._read_at = time.monotonic()
        self._is_over = False

    def newest(self, after: int = 0, wait: float | None = None) -> Frame | None:
        """The next frame whose number is above `after`; None at the end. Never waits."""
        for frame in self._film:
            if frame.number > after:
                self._read_at = time.monotonic()
                return frame
        self._is_over = True
        return None

    @property
    def age(self) -> float:
        """Seconds since the last frame was read, or since the film was opened."""
        return time.monotonic() - self._read_at

    @property
    def is_over(self) -> bool:
        """True when no further frame will come."""
        return self._is_over

    def close(self) -> None:
        self._is_over = True
        self._film.close()


Source = Newest | InOrder


def open_source(source: str, realtime: bool = True) -> Source:
    """What a player names: a webcam's number, an address, a video file, a folder of photos, or `phone`.

    Films (files and folders) play in real time, frames that come too late passed over, or with `realtime=False` every
    frame in order. ValueError, saying what to do, where nothing is there.
    """
    if source == PHONE:
        return Newest(PHONE)
    if source.isdigit():
        return _live(f"camera {source}", lambda: _open_webcam(int(source)))
    if re.match(r"[a-z]+://", source, re.IGNORECASE):
        return _live(without_password(source), lambda: _open_address(source))
    make_film = _open_film(Path(source))
    if not realtime:
        return InOrder(source, make_film(lambda _: False))
    newest = Newest(source)
    return newest.fed_by(lambda: _play(newest, make_film))


def without_password(address: str) -> str:
    """The address as it may be shown and logged."""
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:***@", address)


def webcams() -> list[int]:
    """The numbers of the webcams that give pictures; where the system keeps no list of them, four are tried."""
    candidates = _video_devices() if sys.platform.startswith("linux") else list(range(4))
    found = []
    for number in candidates:
        capture = cv2.VideoCapture(number)
        if capture.isOpened():
            found.append(number)
        capture.release()
    return found


def _video_devices() -> list[int]:
    names = (re.fullmatch(r"video(\d+)", path.name) for path in Path("/dev").glob("video*"))
    return sorted(int(name.group(1)) for name in names if name)


def _live(name: str, open_capture: Callable[[], cv2.VideoCapture]) -> Newest:
    capture = open_capture()
    newest = Newest(name)
    return newest.fed_by(lambda: _follow(newest, capture, open_capture))


def _follow(newest: Newest, capture: cv2.VideoCapture, reopen: Callable[[], cv2.VideoCapture]) -> None:
    """Drains a camera so that no old frame waits in it; opens it again, however often, when it was unplugged."""
    while not newest.closed.is_set():
        was_read, image = capture.read()
        if was_read:
            newest.show(np.asarray(image, np.uint8))
            continue
        capture.release()
        while not newest.closed.wait(RETRY_SECONDS):
            try:
                capture = reopen()
                break
            except ValueError:
                continue
    capture.release()


def _play(newest: Newest, make_film: Callable[[IsLate], Film]) -> None:
    """Shows a film in real time, from the moment somebody looks."""
    newest.asked.wait()
    began = time.monotonic()
    film = make_film(lambda frame_time: time.monotonic() - began > frame_time + LATE_SECONDS)
    for frame in film:
        if newest.closed.wait(max(0.0, began + frame.time - time.monotonic())):
            break
        newest.show(frame.image, frame.time)
    film.close()
    newest.finish()


def _open_webcam(number: int) -> cv2.VideoCapture:
    on_linux = sys.platform.startswith("linux")
    if on_linux and number not in _video_devices():
        there = ", ".join(map(str, _video_devices()))
        raise ValueError(
            f"camera {number}: not there; "
            + (f"name one of these instead: {there}" if there else "no webcam was found on this machine: plug one in")
        )
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        capture.release()
        on_linux_why = "another program may be using it, or you may not be in the group `video`"
        raise ValueError(f"camera {number}: gives no picture; {on_linux_why if on_linux else 'is it plugged in?'}")
    # Uncompressed, most webcams manage 1080 lines only a few times a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WEBCAM_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WEBCAM_SIZE[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _open_address(address: str) -> cv2.VideoCapture:
    timeout = TIMEOUT_SECONDS * 1000
    patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, timeout, cv2.CAP_PROP_READ_TIMEOUT_MSEC, timeout]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience)
    if not capture.isOpened():
        raise ValueError(
            f"{without_password(address)}: no picture came; check the address, that the camera is on, "
            "and that it is on the same network"
        )
    return capture


def _open_film(path: Path) -> Callable[[IsLate], Film]:
    """How to play a file or folder that has been looked at and is fit to be played."""
    if path.is_dir():
        photos = find_pictures([path])
        return lambda is_late: _stills(photos)
    if not path.exists():
        raise ValueError(
            f"{path}: no such file; expected a webcam's number, an address, a video file, a folder of photos "
            f"or {PHONE}"
        )
    if path.suffix.lower() in PICTURE_SUFFIXES:
        raise ValueError(f"{path}: a photo, not a video; muggins read reads photos")
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    if not capture.isOpened() or not capture.grab():
        raise ValueError(f"{path}: not a video that can be read; expected MP4, MOV, MKV, AVI or WebM")
    capture.release()
    return lambda is_late: _video(path, is_late)


def _video(path: Path, is_late: IsLate) -> Film:
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        rate = capture.get(cv2.CAP_PROP_FPS) or 25.0
        number, shown, seconds = 0, 0, 0.0
        while capture.grab():
            # A phone's frames are not evenly spaced, so the file's own times are taken where it has them.
            own_time = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            seconds = own_time if own_time > seconds or number == 0 else seconds + 1 / rate
            number += 1
            if is_late(seconds) and number - shown <= MOST_PASSED_OVER:
                continue
            was_read, image = capture.retrieve()
            if was_read:
                shown = number
                yield Frame(number, seconds, np.asarray(image, np.uint8))
    finally:
        capture.release()


def _stills(photos: list[Path]) -> Film:
    number = 0
    for photo in photos:
        image = load_picture(photo)
        for _ in range(int(STILL_SECONDS * STILL_RATE)):
            number += 1
            yield Frame(number, (number - 1) / STILL_RATE, image)
