"""Checks the camera twice a second and tells the session how it is, so that every screen can show it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from muggins.texts import Text, lazy_gettext
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.status import WELL, Judge, SourceMonitor, SourceStatus, status_by
from muggins.vision.types import TableState

from ..session.session import GameSession
from .phone import Phone

CHECK_SECONDS = 0.5
STRANGE_SECONDS = 30.0
"""How long no domino is seen before that is reported: people may shuffle for a while."""
COUNTS_AS_SEEN = 0.5
"""The confidence from which an unread tile counts as a domino: lettering looks a little like tiles in a hand."""


class Health:
    """A thread that checks the camera of a session every CHECK_SECONDS, until the source is closed."""

    def __init__(
        self,
        source: LiveSource,
        session: GameSession,
        phone: Phone | None = None,
        last_state: Callable[[], TableState | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        on_status: Callable[[SourceStatus], None] = lambda _: None,
        unread: Callable[[], Text | str] = lambda: "",
        judge: Judge = status_by,
    ) -> None:
        """`last_state` gives what was read last; `unread` why pictures stay unread for now, "" while they are read.

        `on_status` is called with every new status, for commands that have no page to show it. `judge` judges the
        newest picture.
        """
        self._source = source
        self._session = session
        self._phone = phone
        self._last_state = last_state
        self._unread = unread
        self._on_status = on_status
        self._clock = clock
        self._monitor = SourceMonitor(source, clock, judge)
        self._domino_seen_at = clock()
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)

    def start(self) -> None:
        self._publish()
        self._thread.start()

    def stop(self) -> None:
        """Waits until the thread has ended; the source must be closed."""
        if self._thread.is_alive():
            self._thread.join()

    def check(self) -> SourceStatus:
        """How the camera is now."""
        status = self._monitor.check()
        of_phone = self._phone.status if self._phone is not None else None
        # What is wrong with the picture matters more than whose it is.
        if of_phone is not None and (of_phone.state != "taken-over" or status == WELL):
            return of_phone
        if status == WELL and (unread := self._unread()):
            self._domino_seen_at = self._clock()  # nobody has looked for dominoes
            return SourceStatus("unread", unread)
        return self._strange() or status if status == WELL else status

    def _strange(self) -> SourceStatus | None:
        """The status of a camera that shows no domino: it looks past the table, or somebody named another film."""
        state, snapshot, now = self._last_state(), self._session.snapshot, self._clock()
        is_watched = snapshot.game is not None and not snapshot.game.winner and not snapshot.is_paused
        if not is_watched or (state is not None and _shows_dominoes(state)):
            self._domino_seen_at = now
        if now - self._domino_seen_at < STRANGE_SECONDS:
            return None
        return SourceStatus(
            "strange", lazy_gettext("No domino is seen in the picture: does the camera look at the table?")
        )

    def _run(self) -> None:
        while not self._source.closed.wait(CHECK_SECONDS):
            self._publish()

    def _publish(self) -> None:
        status = self.check()
        if status != self._session.snapshot.camera:
            self._session.set_camera_status(status)
            self._on_status(status)


def _shows_dominoes(state: TableState) -> bool:
    unread = (*state.facedown, *state.standing)
    return bool(state.readings) or any(tile.confidence >= COUNTS_AS_SEEN for tile in unread)
