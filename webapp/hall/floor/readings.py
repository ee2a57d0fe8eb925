"""The readings of one table: asked of the hall's readers, counted, and timed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from muggins.scorer.events import GameStarted
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.vision.types import Image, TableState

from ...camera.table_watcher import TableWatcher
from ...session.session import GameSession
from ..readers.pool import Readers, TableReading, Tally
from ..watching.pool import WatchingPool


@dataclass(frozen=True)
class Sums:
    """Counts over all games that were watched at a table."""

    read: int = 0
    lost: int = 0
    retried: int = 0
    seconds: float = 0.0

    def plus(self, tally: Tally | Sums) -> Sums:
        """These and further ones."""
        return Sums(
            self.read + tally.read, self.lost + tally.lost, self.retried + tally.retried, self.seconds + tally.seconds
        )


class CountedWatcher(TableWatcher, Protocol):
    """A watcher that notes how far it has come, and how its pictures fared."""

    @property
    def seen_at(self) -> float:
        """Seconds of the source: of the last frame that was dealt with."""

    @property
    def tally(self) -> Tally: ...
    def close(self) -> None:
        """Ends watching."""


class ThreadWatcher(Watcher):
    """A watcher in the table's own thread, whose pictures are read elsewhere."""

    def __init__(self, readers: Readers, set: int, sides: tuple[str, ...]) -> None:
        """`set` is the highest pips of a half, and `sides` those of the picture where players sit, or none."""
        self.seen_at = 0.0
        self._reading = TableReading(readers, set, is_urgent=lambda: self.is_urgent)
        super().__init__(self._reading, *([sides] if sides else []))

    @property
    def tally(self) -> Tally:
        """See `CountedWatcher.tally`."""
        return self._reading.tally

    def update(self, frame: Frame) -> list[TableEvent]:
        """See `Watcher.update`."""
        events = super().update(frame)
        self.seen_at = frame.time
        return events

    def close(self) -> None:
        """See `CountedWatcher.close`."""


class TableReadings:
    """Makes the watchers of one table: in a process of the pool, or in the table's thread where readers are given."""

    def __init__(self, readers: WatchingPool | Readers) -> None:
        self._readers = readers
        self._single = TableReading(readers)
        """Reads single pictures, while the camera is set up."""
        self._before = Sums()
        self._watcher: CountedWatcher | None = None

    def make_watcher(self, session: GameSession) -> CountedWatcher:
        """A watcher for the set of tiles and the seats of the game being played, in place of the one before."""
        game = session.snapshot.game
        assert game is not None
        started = game.record[0]
        assert isinstance(started, GameStarted)
        self.close()
        sides = tuple(started.seats.values()) if started.seats else ()
        if isinstance(self._readers, WatchingPool):
            self._watcher = self._readers.watch(game.rules.set, sides)
        else:
            self._watcher = ThreadWatcher(self._readers, game.rules.set, sides)
        return self._watcher

    def close(self) -> None:
        """Ends watching."""
        if self._watcher is not None:
            self._before = self._before.plus(self._watcher.tally)
            self._watcher.close()
            self._watcher = None

    def read(self, image: Image) -> TableState:
        """What lies on the table in a picture, while the camera is set up. Raises UnreadError."""
        return self._single(image, 0.0)

    def lag(self, newest: float) -> float:
        """Seconds by which watching is behind a source whose newest frame is of the time `newest`."""
        seen_at = self._watcher.seen_at if self._watcher is not None else 0.0
        return max(0.0, newest - seen_at) if seen_at else 0.0

    @property
    def sums(self) -> Sums:
        """How the pictures fared so far."""
        sums = self._before.plus(self._single.tally)
        return sums.plus(self._watcher.tally) if self._watcher is not None else sums
