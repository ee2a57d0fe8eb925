"""Opens whatever a player names: a webcam, an address on the network, a video file, a folder of photos, or a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from muggins.texts import text_of

from . import tuning
from .frames import PHONE, Frame, LiveSource, SequentialSource, Source
from .images import Image
from .jpeg import Jpeg
from .network_camera import FlawedPictureError, check_address, open_address, without_password
from .video_file import open_film
from .webcam import Webcam

__all__ = ["PHONE", "Frame", "LiveSource", "SequentialSource", "Source", "open_source"]


class Feed(Protocol):
    """A camera that has been opened."""

    def read(self) -> Image | Jpeg:
        """The next picture.

        FlawedPictureError if this one cannot be used, ValueError if the camera must be opened again.
        """
        ...

    def close(self) -> None:
        """Lets go of the camera."""
        ...


def open_source(source: str, realtime: bool = True, patient: bool = False) -> Source:
    """The source that a player names: a webcam's number, an address, a video file, a folder or `phone`.

    Files and folders play in real time and pass over late frames; with `realtime=False` they hand out every frame in
    order. ValueError, a sentence that says what to do, if nothing is there. With `patient` an address that does not
    answer is no error: it is tried until it does.
    """
    if source == PHONE:
        return LiveSource(PHONE)
    if source.isdigit():
        return _live(f"camera {source}", lambda: Webcam(int(source)))
    if re.match(r"[a-z]+://", source, re.IGNORECASE):
        check_address(source)
        return _live(without_password(source), lambda: open_address(source), patient)
    return open_film(Path(source), realtime)


def _live(name: str, open_feed: Callable[[], Feed], patient: bool = False) -> LiveSource:
    source = LiveSource(name)
    first = None if patient else open_feed()
    return source.fed_by(lambda: _follow(source, first, open_feed))


def _follow(source: LiveSource, feed: Feed | None, open_feed: Callable[[], Feed]) -> None:
    """Shows every picture of a camera, so that no old one waits in it, and opens it again whenever it fails."""
    failures = 0
    while not source.closed.is_set():
        try:
            feed = feed or open_feed()
            source.show(feed.read())
            failures = 0
        except FlawedPictureError as error:
            source.fail(text_of(error))
        except ValueError as error:
            source.fail(text_of(error))
            if feed is not None:
                feed.close()
            feed = None
            source.closed.wait(tuning.RETRY_SECONDS[min(failures, len(tuning.RETRY_SECONDS) - 1)])
            failures += 1
    if feed is not None:
        feed.close()
