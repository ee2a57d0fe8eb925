"""The readings of one table: made in the hall's watching processes, counted, and timed."""

from __future__ import annotations

from dataclasses import dataclass

from muggins.vision.types import Image, TableState

from ...session.session import GameSession
from ..readers.pool import PictureTally, TableReading
from ..watching.pool import PooledWatcher, WatchingPool


@dataclass(frozen=True)
class Sums:
    """Counts over all games that were watched at a table."""

    read: int = 0
    lost: int = 0
    retried: int = 0
    seconds: float = 0.0

    def plus(self, tally: PictureTally | Sums) -> Sums:
        """Both together."""
        return Sums(
            self.read + tally.read, self.lost + tally.lost, self.retried + tally.retried, self.seconds + tally.seconds
        )


class TableReadings:
    """Makes the watchers of one table, and reads single pictures for it."""

    def __init__(self, pool: WatchingPool) -> None:
        self._pool = pool
        self._single = TableReading(pool)
        """Reads single pictures, while the camera is set up."""
        self._before = Sums()
        self._watcher: PooledWatcher | None = None

    def make_watcher(self, session: GameSession) -> PooledWatcher:
        """A watcher for the set of tiles and the seats of the game being played, in place of the one before."""
        game = session.snapshot.game
        assert game is not None
        self.close()
        self._watcher = self._pool.watch(game.rules.set, tuple(game.seats.values()))
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
    def is_watched(self) -> bool:
        """Whether the game being played has been watched up to some picture."""
        return self._watcher is not None and self._watcher.seen_at > 0

    @property
    def sums(self) -> Sums:
        """How the pictures fared so far."""
        sums = self._before.plus(self._single.tally)
        return sums.plus(self._watcher.tally) if self._watcher is not None else sums
