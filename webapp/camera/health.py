"""Keeps an eye on the camera and tells the live table how it is, so that every screen can say so."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.status import WELL, SourceMonitor, SourceStatus
from muggins.vision.types import TableState

from ..session.session import GameSession
from .phone import Phone

JUDGE_SECONDS = 0.5
STRANGE_SECONDS = 30.0
"""Without one domino in the picture before that is told: hands may shuffle for a while."""
SURELY = 0.5
"""A tile that is not read counts as seen from this confidence on: lettering looks a little like tiles in a hand."""


class Health:
    """Judges the camera of a live table every JUDGE_SECONDS, until the source is closed."""

    def __init__(
        self,
        source: LiveSource,
        live: GameSession,
        phone: Phone | None = None,
        seen: Callable[[], TableState | None] = lambda: None,
        trouble: Callable[[], str] = lambda: "",
        clock: Callable[[], float] = time.monotonic,
        told: Callable[[SourceStatus], None] = lambda _: None,
    ) -> None:
        """`seen` gives what was read last; `trouble` why the watching has stopped, "" while it goes on.

        `told` hears of every change too, for tables without a page to show it.
        """
        self._source = source
        self._live = live
        self._phone = phone
        self._seen = seen
        self._trouble = trouble
        self._told = told
        self._clock = clock
        self._monitor = SourceMonitor(source, clock)
        self._domino_at = clock()
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)

    def start(self) -> None:
        self._tell()
        self._thread.start()

    def stop(self) -> None:
        """Returns once it has ended; the source must be closed."""
        if self._thread.is_alive():
            self._thread.join()

    def judge(self) -> SourceStatus:
        """How the camera is now."""
        if trouble := self._trouble():
            return SourceStatus("stopped", f"Nothing is watched any more: {trouble}")
        found = self._monitor.check()
        if self._phone is not None and (told := self._phone.status) is not None:
            return told
        return self._if_strange() or found if found == WELL else found

    def _if_strange(self) -> SourceStatus | None:
        """Where no domino is seen: somebody's film of something else, or a camera that looks past the table."""
        state, snapshot, now = self._seen(), self._live.snapshot, self._clock()
        is_watched = snapshot.game is not None and not snapshot.game.winner and not snapshot.is_paused
        if not is_watched or (state is not None and _shows_dominoes(state)):
            self._domino_at = now
        if now - self._domino_at < STRANGE_SECONDS:
            return None
        return SourceStatus("strange", "No domino is seen in the picture: does the camera look at the table?")

    def _run(self) -> None:
        while not self._source.closed.wait(JUDGE_SECONDS):
            self._tell()

    def _tell(self) -> None:
        condition = self.judge()
        if condition != self._live.snapshot.camera:
            self._live.set_camera_status(condition)
            self._told(condition)


def _shows_dominoes(state: TableState) -> bool:
    return bool(state.readings) or any(tile.confidence >= SURELY for tile in (*state.facedown, *state.standing))
