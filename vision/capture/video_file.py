"""Films: video files, and folders of photos shown one after the other."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from muggins.texts import lazy_gettext, text_of

from . import tuning
from .frames import PHONE, Film, Frame, LiveSource, SequentialSource, Source
from .images import PICTURE_SUFFIXES, find_pictures, load_picture

IsLate = Callable[[float], bool]
"""Whether a frame of this time is too late to be shown."""
Fail = Callable[[ValueError], None]
"""Takes the error of a photo that cannot be read. The photo is passed over unless the error is raised again."""
MakeFilm = Callable[[IsLate, Fail], Film]
"""Begins a film."""


def open_film(path: Path, realtime: bool) -> Source:
    """A video file or a folder of photos as a source; ValueError, saying what to do, if there is none."""
    make_film = _film_at(path)
    if not realtime:
        return SequentialSource(str(path), make_film(lambda _: False, _raise))
    source = LiveSource(str(path), is_film=True)
    return source.fed_by(lambda: _play(source, make_film))


def _raise(error: ValueError) -> None:
    raise error


def _play(source: LiveSource, make_film: MakeFilm) -> None:
    """Shows a film in real time. It stands still at its first frame until that has been read."""
    began = math.inf
    film = make_film(
        lambda frame_time: time.monotonic() - began > frame_time + tuning.LATE_SECONDS,
        lambda error: source.fail(text_of(error)),
    )
    for frame in film:
        if source.read_on.is_set() and source.closed.wait(max(0.0, began + frame.time - time.monotonic())):
            break
        source.show(frame.image, frame.time)
        if not source.read_on.is_set():
            source.read_on.wait()
            began = time.monotonic() - frame.time
    film.close()
    source.finish()


def _film_at(path: Path) -> MakeFilm:
    """What plays a file or folder; ValueError if it cannot be played."""
    if path.is_dir():
        photos = find_pictures([path])
        return lambda is_late, fail: _stills(photos, fail)
    if not path.exists():
        raise ValueError(
            lazy_gettext(
                "%(path)s: no such file; expected a webcam's number, an address, a video file, a folder of "
                "photos or %(phone)s",
                path=path,
                phone=PHONE,
            )
        )
    if path.suffix.lower() in PICTURE_SUFFIXES:
        raise ValueError(lazy_gettext("%(path)s: a photo, not a video; muggins read reads photos", path=path))
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    if not capture.isOpened() or not capture.grab():
        raise ValueError(
            lazy_gettext("%(path)s: not a video that can be read; expected MP4, MOV, MKV, AVI or WebM", path=path)
        )
    capture.release()
    return lambda is_late, fail: _video(path, is_late)


def _video(path: Path, is_late: IsLate) -> Film:
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        rate = capture.get(cv2.CAP_PROP_FPS) or tuning.DEFAULT_FRAMES_PER_SECOND
        number, shown, seconds = 0, 0, 0.0
        while capture.grab():
            # A phone's frames are not evenly spaced, so the file's own times count if it has them.
            own_time = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            seconds = own_time if own_time > seconds or number == 0 else seconds + 1 / rate
            number += 1
            if is_late(seconds) and number - shown <= tuning.MOST_PASSED_OVER:
                continue
            was_read, image = capture.retrieve()
            if was_read:
                shown = number
                yield Frame(number, seconds, np.asarray(image, np.uint8))
    finally:
        capture.release()


def _stills(photos: list[Path], fail: Fail) -> Film:
    number = 0
    for photo in photos:
        try:
            image = load_picture(photo)
        except ValueError as error:
            fail(error)
            continue
        for _ in range(int(tuning.STILL_SECONDS * tuning.STILL_FRAMES_PER_SECOND)):
            number += 1
            yield Frame(number, (number - 1) / tuning.STILL_FRAMES_PER_SECOND, image)
