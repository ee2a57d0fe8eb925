"""Sources of frames: a live source gives the newest frame, a sequential one every frame in order."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass

from muggins.texts import Text

from . import tuning
from .images import Image, shrunk_to
from .jpeg import Jpeg

PHONE = "phone"
"""The name of the source whose frames a phone sends."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table."""

    number: int
    """Counts up from 1; the numbers of frames that were passed over are missing."""
    time: float
    """Seconds since the source began; for a video its own time."""
    picture: Image | Jpeg
    """The picture as it came. A JPEG is decoded only as far as it is looked at."""

    @property
    def image(self) -> Image:
        """The whole picture, decoded."""
        return self.picture.image if isinstance(self.picture, Jpeg) else self.picture

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.size if isinstance(self.picture, Jpeg) else (self.picture.shape[1], self.picture.shape[0])


def _is_wide(frame: Frame) -> bool:
    width, height = frame.size
    return width > height


Film = Generator[Frame, None, None]


class _FlawLog:
    """What has gone wrong lately in a source."""

    def __init__(self) -> None:
        self._why: Text | str = ""
        self._times: deque[float] = deque(maxlen=tuning.FLAWS_IN_A_ROW)

    def add(self, why: Text | str) -> None:
        self._why = why
        self._times.append(time.monotonic())

    def says(self, shown_at: float) -> Text | str:
        """The last flaw, unless frames have been shown for long since."""
        is_old = not self._times or self._times[-1] < shown_at - tuning.FLAW_SECONDS
        return "" if is_old else self._why

    @property
    def is_full(self) -> bool:
        """Whether flaws follow each other closely."""
        is_full = len(self._times) == self._times.maxlen
        return is_full and time.monotonic() - self._times[0] < tuning.FLAW_SECONDS


class LiveSource:
    """A source whose newest frame wins: whoever shows frames never waits, and a slow reader misses some.

    The dashboard shows the frames of a phone; the thread that open_source starts shows those of cameras and films.
    """

    def __init__(self, name: str, is_film: bool = False) -> None:
        self.name = name
        self.is_film = is_film
        """Whether it plays something recorded, which has an end."""
        self.read_on = threading.Event()
        """Set once the first frame has been read, which loads the networks: a film waits for that."""
        self.closed = threading.Event()
        """Set when the source is closed."""
        self._changed = threading.Condition()
        self._frames: deque[Frame] = deque(maxlen=tuning.MOST_KEPT)
        self._began = time.monotonic()
        self._shown_at = self._began
        self._flaws = _FlawLog()
        self._turns = 0
        self._is_over = False
        self._feeder: threading.Thread | None = None

    def fed_by(self, feed: Callable[[], None]) -> LiveSource:
        """Starts a thread that shows frames until `closed` is set; returns this source."""
        self._feeder = threading.Thread(target=feed, name=self.name, daemon=True)
        self._feeder.start()
        return self

    def show(self, picture: Image | Jpeg, frame_time: float | None = None) -> None:
        """Makes a picture the newest frame; its time is `frame_time`, or else the seconds since the source began."""
        picture = picture if isinstance(picture, Jpeg) else shrunk_to(picture)
        with self._changed:
            self._shown_at = time.monotonic()
            number = 1 + (self._frames[-1].number if self._frames else 0)
            seconds = self._shown_at - self._began if frame_time is None else frame_time
            frame = Frame(number, seconds, picture)
            self._turns += bool(self._frames) and _is_wide(frame) != _is_wide(self._frames[-1])
            self._frames.append(frame)
            self._changed.notify_all()

    def fail(self, why: Text | str) -> None:
        """Notes that no picture came, or one that cannot be used; `why` is a sentence."""
        with self._changed:
            self._flaws.add(why)

    def newest(self, after: int = 0, wait: float | None = None) -> Frame | None:
        """The newest frame above number `after`, waited for up to `wait` seconds (None: for ever).

        None if none came, or if the source is over.
        """
        frames = self._above(after, wait)
        return frames[-1] if frames else None

    def since(self, after: int = 0, wait: float | None = None) -> tuple[Frame, ...]:
        """The frames above number `after` that are still kept, the newest last. Waits as `newest` does.

        Whoever reads the frames asks for them here; to ask for more than the first sets `read_on`.
        """
        if after and not self.read_on.is_set():
            self._shown_at = time.monotonic()
            self.read_on.set()
        return self._above(after, wait)

    def _above(self, after: int, wait: float | None) -> tuple[Frame, ...]:
        with self._changed:
            self._changed.wait_for(lambda: self._is_over or self._is_newer(after), wait)
            return tuple(frame for frame in self._frames if frame.number > after)

    def _is_newer(self, after: int) -> bool:
        return bool(self._frames) and self._frames[-1].number > after

    @property
    def last(self) -> Frame | None:
        """The newest frame, without asking for another. None before the first."""
        with self._changed:
            return self._frames[-1] if self._frames else None

    @property
    def turns(self) -> int:
        """How often the picture was turned from wide to high or back, whether or not anybody looked."""
        with self._changed:
            return self._turns

    @property
    def age(self) -> float:
        """Seconds since the last frame came, or since the source was opened."""
        return time.monotonic() - self._shown_at

    @property
    def trouble(self) -> Text | str:
        """What went wrong since the last frame or shortly before it, as a sentence. "" if nothing has."""
        with self._changed:
            return self._flaws.says(self._shown_at)

    @property
    def is_flawed(self) -> bool:
        """True while one picture after the other cannot be used."""
        with self._changed:
            return self._flaws.is_full

    @property
    def is_over(self) -> bool:
        """True when no further frame will come."""
        return self._is_over

    @property
    def is_lost(self) -> bool:
        """True while frames fail to come although the source is not over. A film that waits is not lost."""
        waits = self.is_film and not self.read_on.is_set()
        return not (self._is_over or waits) and self.age > tuning.LOST_SECONDS

    def finish(self) -> None:
        """Marks the source as over: no further frame will come."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def close(self) -> None:
        """Ends the source, and waits until the camera is let go, but not for ever."""
        self.closed.set()
        self.read_on.set()
        self.finish()
        # A program that ends while OpenCV still reads in another thread is aborted.
        if self._feeder is not None and self._feeder is not threading.current_thread():
            self._feeder.join(tuning.TIMEOUT_SECONDS)


class SequentialSource:
    """A film that hands out every frame, as fast as it is asked."""

    is_lost = False

    def __init__(self, name: str, film: Film) -> None:
        self.name = name
        self._film = film
        self._read_at = time.monotonic()
        self._is_over = False

    def newest(self, after: int = 0, wait: float | None = None) -> Frame | None:
        """The next frame above number `after`; None at the end. Never waits."""
        for frame in self._film:
            if frame.number > after:
                self._read_at = time.monotonic()
                return frame
        self._is_over = True
        return None

    def since(self, after: int = 0, wait: float | None = None) -> tuple[Frame, ...]:
        """The next frame alone: a film that waits for its reader passes over nothing."""
        frame = self.newest(after, wait)
        return (frame,) if frame is not None else ()

    @property
    def age(self) -> float:
        """Seconds since the last frame was read, or since the film was opened."""
        return time.monotonic() - self._read_at

    @property
    def is_over(self) -> bool:
        """True when no further frame will come."""
        return self._is_over

    def close(self) -> None:
        """Ends the film."""
        self._is_over = True
        self._film.close()


Source = LiveSource | SequentialSource
