"""How one table is watched: by the hall's workers."""

from __future__ import annotations

from ...camera.table_watcher import watched_set
from ...session.session import GameSession
from ..watching.pool import PooledWatcher, WatchingPool


class TableReadings:
    """Makes the watchers of one table."""

    def __init__(self, pool: WatchingPool) -> None:
        self._pool = pool
        self._watcher: PooledWatcher | None = None

    def make_watcher(self, session: GameSession) -> PooledWatcher:
        """A watcher for the set of tiles and the seats of the game being played, in place of the one before."""
        game = session.snapshot.game
        assert game is not None
        self.close()
        self._watcher = self._pool.watch(watched_set(game.rules), tuple(game.seats.values()))
        return self._watcher

    def close(self) -> None:
        """Ends watching."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def lag(self, newest: float) -> float:
        """Seconds by which watching is behind a source whose newest frame is of the time `newest`."""
        seen_at = self._watcher.seen_at if self._watcher is not None else 0.0
        return max(0.0, newest - seen_at) if seen_at else 0.0

    @property
    def is_watched(self) -> bool:
        """Whether the game being played has been watched up to some picture."""
        return self._watcher is not None and self._watcher.seen_at > 0
