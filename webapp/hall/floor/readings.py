"""The readings of one table: asked of the hall's readers, counted, and timed."""

from __future__ import annotations

from dataclasses import dataclass

from muggins.scorer.events import GameStarted
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.vision.types import Image, TableState

from ...session.session import GameSession
from ..readers.pool import Readers, TableReading, Tally


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


class TimedWatcher(Watcher):
    """A watcher that notes how far it has come."""

    seen_at = 0.0
    """Seconds of the source: of the last frame that was dealt with."""

    def update(self, frame: Frame) -> list[TableEvent]:
        """See `Watcher.update`."""
        events = super().update(frame)
        self.seen_at = frame.time
        return events


class TableReadings:
    """Makes the watchers of one table. All of them ask the same readers."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._reading = TableReading(readers)
        self._before = Sums()
        self._watcher: TimedWatcher | None = None

    def make_watcher(self, session: GameSession) -> TimedWatcher:
        """A watcher for the set of tiles and the seats of the game being played."""
        game = session.snapshot.game
        assert game is not None
        started = game.record[0]
        assert isinstance(started, GameStarted)
        self._before = self._before.plus(self._reading.tally)
        self._reading = TableReading(self._readers, game.rules.set)
        seats = (tuple(started.seats.values()),) if started.seats else ()
        self._watcher = TimedWatcher(self._reading, *seats)
        return self._watcher

    def read(self, image: Image) -> TableState:
        """What lies on the table in a picture, while the camera is set up. Raises UnreadError."""
        return self._reading(image, 0.0)

    def lag(self, newest: float) -> float:
        """Seconds by which watching is behind a source whose newest frame is of the time `newest`."""
        seen_at = self._watcher.seen_at if self._watcher is not None else 0.0
        return max(0.0, newest - seen_at) if seen_at else 0.0

    @property
    def sums(self) -> Sums:
        """How the pictures fared so far."""
        return self._before.plus(self._reading.tally)
