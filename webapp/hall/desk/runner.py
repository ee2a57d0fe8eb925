"""The thread that lets the tables follow the tournament."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, Queue

from ...session.pubsub import Broker
from ..floor.messages import HallMessage, NoticeChanged, TableChanged, TournamentChanged
from .follower import KeptTable, TableFollower, place_of_game
from .service import place_at

POLL_SECONDS = 3.0
"""Seconds between two looks at the tables when nothing is heard of them."""


@dataclass
class DeskRunner:
    """Lets the tables follow the tournaments."""

    followers: Callable[[], Sequence[TableFollower]]
    """One for each tournament that is played, the newest first."""
    broker: Broker[HallMessage]
    tables: Callable[[], Mapping[int, KeptTable]]
    """The tables, by number."""
    _stopped: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Follows from now on."""
        queue = self.broker.subscribe()
        self._thread = threading.Thread(target=self._run, args=[queue], name="desk", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops, once what is being followed is done."""
        self._stopped.set()
        self.broker.publish(TournamentChanged(0))
        if self._thread is not None:
            self._thread.join()

    def _run(self, queue: Queue[HallMessage | None]) -> None:
        everything_at = time.monotonic()
        while not self._stopped.is_set():
            heard = [
                message
                for message in _heard(queue, everything_at - time.monotonic())
                if not isinstance(message, NoticeChanged)
            ]
            if None in heard and not self._stopped.wait(1.0):
                # Too far behind to be told more: all is read anew.
                queue = self.broker.subscribe()
            changed = {message.table for message in heard if isinstance(message, TableChanged)}
            try:
                if time.monotonic() >= everything_at or len(changed) < len(set(heard)):
                    due = self._follow(self.tables().values())
                    everything_at = time.monotonic() + min(POLL_SECONDS, POLL_SECONDS if due is None else due)
                else:
                    tables = self.tables()
                    self._follow(tables[number] for number in changed if number in tables)
            except Exception:
                logging.getLogger(__name__).exception("the tournament desk")
                everything_at = time.monotonic() + POLL_SECONDS

    def _follow(self, tables: Iterable[KeptTable]) -> float | None:
        """Follows each of the tables. Returns the seconds until something is due without a message; None for never."""
        due = [seconds for table in tables if (seconds := self._follower_of(table).follow(table)) is not None]
        return min(due, default=None)

    def _follower_of(self, table: KeptTable) -> TableFollower:
        """The follower of the newest tournament that has a match for a table, or whose game is on it."""
        followers, game = self.followers(), table.session.snapshot.game_id
        has_match = (each for each in followers if place_at(each.desk.tournament, table.number) is not None)
        has_game = (each for each in followers if place_of_game(each.desk.tournament, game) is not None)
        return next(has_match, None) or next(has_game, followers[0])


def _heard(queue: Queue[HallMessage | None], seconds: float) -> list[HallMessage | None]:
    """All messages that are there, once there is one; none after so many seconds."""
    heard: list[HallMessage | None] = []
    with suppress(Empty):
        heard.append(queue.get(timeout=max(0.01, seconds)))
        while True:
            heard.append(queue.get_nowait())
    return heard
