"""What frames are taken from: the newest frame of something live, or every frame of a film in order."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass

from .images import Image, shrunk_to
from .jpeg import Jpeg

PHONE = "phone"
LOST_SECONDS = 5.0
"""A camera that has shown nothing new for so long is lost."""
TIMEOUT_SECONDS = 5
"""How long a camera is waited for, to open it, to read from it, and to let go of it."""
MOST_KEPT = 10
"""Frames that are kept for who must have seen them all: at 30 a second, a third of a second of reading."""
FLAW_SECONDS = 5.0


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table."""

    number: int
    """Counts up from 1; the numbers of frames that were passed over are left out."""
    time: float
    """Seconds since the source began; of a video its own time."""
    picture: Image | Jpeg
    """As it came: a JPEG is opened only as far as it is looked at."""

    @property
    def image(self) -> Image:
        """The whole picture."""
        return self.picture.image if isinstance(self.picture, Jpeg) else self.picture

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.picture.size if isinstance(self.picture, Jpeg) else (self.picture.shape[1], self.picture.shape[0])


def _is_wide(frame: Frame) -> bool:
    wide, high = frame.size
    return wide > high


Film = Generator[Frame, None, None]


class LiveSource:
    """A source whose newest frame wins: who shows frames is never held up, who reads slowly misses some.

    A phone's frames are shown by the dashboard, those of cameras and films by the thread that open_source starts.
    """

    def __init__(self, name: str, is_film: bool = False) -> None:
        self.name = name
        self.is_film = is_film
        """Whether it plays something recorded, which has an end."""
        self.asked = threading.Event()
        """Set when somebody asks for the first frame: a film begins then, not while the reader is still loading."""
        self.closed = threading.Event()
        self._changed = threading.Condition()
        self._frames: deque[Frame] = deque(maxlen=MOST_KEPT)
        self._began = time.monotonic()
        self._shown_at = self._began
        self._flaws: deque[float] = deque(maxlen=3)
        """When something last came that was no picture."""
        self._trouble = ""
        self._turns = 0
        self._is_over = False
        self._feeder: threading.Thread | None = None

    def fed_by(self, feed: Callable[[], None]) -> LiveSource:
        """This source, with a thread begun that shows its frames until `closed` is set."""
        self._feeder = threading.Thread(target=feed, name=self.name, daemon=True)
        self._feeder.start()
        return self

    def show(self, picture: Image | Jpeg, frame_time: float | None = None) -> None:
        """Makes a picture the newest frame, at `frame_time` or else at the seconds since the source began."""
        picture = picture if isinstance(picture, Jpeg) else shrunk_to(picture)
        with self._changed:
            self._shown_at = time.monotonic()
            number = 1 + (self._frames[-1].number if self._frames else 0)
            seconds = self._shown_at - self._began if frame_time is None else frame_time
            frame = Frame(number, seconds, picture)
            self._turns += bool(self._frames) and _is_wide(frame) != _is_wide(self._frames[-1])
            self._frames.append(frame)
            self._changed.notify_all()

    def fail(self, why: str) -> None:
        """Notes that instead of a picture something came that is none, or nothing did; `why` is a sentence."""
        with self._changed:
            self._trouble = why
            self._flaws.append(time.monotonic())

    def newest(self, after: int = 0, wait: float | None = None) -> Frame | None:
        """The newest frame if its number is above `after`, else the next to come within `wait` seconds (None: ever).

        None where no such frame came, or the source is over.
        """
        frames = self.since(after, wait)
        return frames[-1] if frames else None

    def since(self, after: int = 0, wait: float | None = None) -> tuple[Frame, ...]:
        """The frames above number `after`, MOST_KEPT at most, the newest last; waits for one as `newest` does."""
        self.asked.set()
        with self._changed:
            self._changed.wait_for(lambda: self._is_over or self._is_newer(after), wait)
            return tuple(frame for frame in self._frames if frame.number > after)

    def _is_newer(self, after: int) -> bool:
        return bool(self._frames) and self._frames[-1].number > after

    @property
    def last(self) -> Frame | None:
        """The newest frame, without asking for another; None before the first."""
        with self._changed:
            return self._frames[-1] if self._frames else None

    @property
    def turns(self) -> int:
        """How often the picture was turned from wide to high or back, whoever looked meanwhile."""
        with self._changed:
            return self._turns

    @property
    def age(self) -> float:
        """Seconds since the last frame came, or since the source was opened."""
        return time.monotonic() - self._shown_at

    @property
    def trouble(self) -> str:
        """What went wrong since the last frame or shortly before it, as a sentence; "" where nothing has."""
        with self._changed:
            is_old = not self._flaws or self._flaws[-1] < self._shown_at - FLAW_SECONDS
            return "" if is_old else self._trouble

    @property
    def is_flawed(self) -> bool:
        """True while again and again something comes that is no picture."""
        with self._changed:
            is_full = len(self._flaws) == self._flaws.maxlen
            return is_full and time.monotonic() - self._flaws[0] < FLAW_SECONDS

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


class SequentialSource:
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

    def since(self, after: int = 0, wait: float | None = None) -> tuple[Frame, ...]:
        """The next frame alone, as `newest` gives it: a film that waits for its reader passes over nothing."""
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
        self._is_over = True
        self._film.close()


Source = LiveSource | SequentialSource
