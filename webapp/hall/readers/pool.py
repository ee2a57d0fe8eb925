"""What reads the pictures of many tables, and how one table asks it."""

from __future__ import annotations

import time as clocks
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from muggins.texts import lazy_gettext
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState

ReaderKind = Literal["local", "ray", "simulated"]
"""Where pictures are read: on this machine, by Ray, or as if by other machines, which only the bench has."""
READING_SECONDS = 2.0
"""How long a picture may wait to be read. After that the table goes on with a newer one."""
IDLE_READING_SECONDS = 0.5
"""The same for a table where nothing has happened. It can do without the picture while others wait for readers."""
CLOSED = lazy_gettext("The readers were closed.")
BUSY = lazy_gettext("All readers are busy with other tables; a newer picture is read in a moment.")


class ReaderLostError(Exception):
    """The reader died while it read. Another may read the same picture."""


class Readers(Protocol):
    """Reads pictures of any table. Any number of threads may call it at the same time."""

    def read(self, picture: Image | HoldsImage, deadline: float, set: int = 6) -> TableState:
        """What lies on a table in a picture, for tiles up to `set` pips a half; its time is 0.

        `deadline` is a time of `time.monotonic`. Raises UnreadError where nobody has read the picture by then, and
        ReaderLostError where the reader died.
        """

    def close(self) -> None:
        """Ends the readers. From then on `read` raises UnreadError."""


@dataclass(frozen=True)
class PictureTally:
    """How the pictures of a table fared."""

    read: int = 0
    retried: int = 0
    """Pictures that were sent a second time because the first reader died."""
    lost: int = 0
    """Pictures that were passed over although something may have happened in them."""
    seconds: float = 0.0
    """The time from asking to the answer, of all pictures together."""


class TableReading:
    """A Watcher's `read` that asks a pool. The watcher waits for each answer, so one picture is under way at most."""

    def __init__(
        self,
        readers: Readers,
        set: int = 6,
        patience: float = READING_SECONDS,
        clock: Callable[[], float] = clocks.monotonic,
        is_urgent: Callable[[], bool] = lambda: True,
    ) -> None:
        """`patience` is in seconds. A picture that is not urgent is asked for with IDLE_READING_SECONDS only."""
        self.tally = PictureTally()
        self._readers = readers
        self._set = set
        self._patience = patience
        self._clock = clock
        self._is_urgent = is_urgent

    def __call__(self, picture: Image | HoldsImage, time: float) -> TableState:
        """What lies on the table in a picture taken at `time` seconds; a second reader is asked where the first dies.

        Raises UnreadError where no answer comes in time.
        """
        began, is_urgent = self._clock(), self._is_urgent()
        deadline = began + (self._patience if is_urgent else min(self._patience, IDLE_READING_SECONDS))
        try:
            state = self._ask(picture, deadline)
        except UnreadError:
            self.tally = replace(self.tally, lost=self.tally.lost + is_urgent)
            raise
        tally = self.tally
        self.tally = replace(tally, read=tally.read + 1, seconds=tally.seconds + self._clock() - began)
        return replace(state, time=time)

    def _ask(self, picture: Image | HoldsImage, deadline: float) -> TableState:
        try:
            return self._readers.read(picture, deadline, self._set)
        except ReaderLostError:
            self.tally = replace(self.tally, retried=self.tally.retried + 1)
        try:
            return self._readers.read(picture, deadline, self._set)
        except ReaderLostError as error:
            raise UnreadError(lazy_gettext("Two readers died over the same picture; a newer one is read.")) from error
