"""The thread that lets the tables follow the tournament."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from queue import Empty, Queue

from ...session.pubsub import Broker
from ..floor.messages import HallMessage, NoticeChanged, TableChanged, TournamentChanged
from ..pairing.field import prepare
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
        self.broker.publish(TournamentChanged())
        if self._thread is not None:
            self._thread.join()

    def _run(self, queue: Queue[HallMessage | None]) -> None:
        prepare()
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
        followers = self.followers()
        tables_of: list[list[KeptTable]] = [[] for _ in followers]
        for table in tables:
            tables_of[_index_of_follower(table, followers)].append(table)
        due = (follower.follow(*own) for follower, own in zip(followers, tables_of, strict=True))
        return min((seconds for seconds in due if seconds is not None), default=None)


def _index_of_follower(table: KeptTable, followers: Sequence[TableFollower]) -> int:
    """The place of the newest tournament that has a match for a table, or whose game is on it; 0 where none has."""
    game = table.session.snapshot.game_id
    tournaments = [each.desk.tournament for each in followers]
    has_match = (index for index, each in enumerate(tournaments) if place_at(each, table.number) is not None)
    has_game = (index for index, each in enumerate(tournaments) if place_of_game(each, game) is not None)
    return next(chain(has_match, has_game), 0)


def _heard(queue: Queue[HallMessage | None], seconds: float) -> list[HallMessage | None]:
    """All messages that are there, once there is one; none after so many seconds."""
    heard: list[HallMessage | None] = []
    with suppress(Empty):
        heard.append(queue.get(timeout=max(0.01, seconds)))
        while True:
            heard.append(queue.get_nowait())
    return heard
