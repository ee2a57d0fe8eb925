"""How soon spectators hear of an event: twenty follow a table whose record is on disk."""

from __future__ import annotations

import random
import re
import selectors
import socket
import statistics
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from muggins.scorer.events import Event, GameStarted
from muggins.scorer.random_games import RandomTable

from .. import create_app
from ..hosting.server import DashboardServer
from ..session.session import GameSession
from ..session.store import Store

SPECTATORS = 20
EVENTS_TOLD = 30
SEED = 3
HEARD_SECONDS = 300.0
"""How long it may take until everybody has heard an event."""
HEARD = re.compile(rb"id: \d+-(\d+)\n")
LONGEST_ID_BYTES = 32
"""Bytes at the end of what has arrived that are kept, because an id may have arrived in part."""
RECEIVED_BYTES = 1 << 16


@dataclass(frozen=True)
class CrowdFigures:
    """How long it takes until all spectators have heard of an event."""

    spectators: int
    events: int
    median_ms: float
    """From telling the event until the last spectator has it; it is on disk before anybody hears of it."""
    worst_ms: float
    cpu_ms: float
    """Processor time for each event, of the session, the server and all spectators together."""

    def to_json(self) -> dict[str, object]:
        return {
            "spectators": self.spectators,
            "events": self.events,
            "last_heard_ms": {"median": round(self.median_ms, 1), "worst": round(self.worst_ms, 1)},
            "cpu_ms_per_event": round(self.cpu_ms, 1),
        }

    def to_text(self) -> str:
        """A line for people to read."""
        return (
            f"from an event to the last of {self.spectators} spectators: {self.median_ms:.1f} ms, "
            f"{self.worst_ms:.1f} ms at most of {self.events}; {self.cpu_ms:.1f} ms of processor time each"
        )


def watch_crowd(spectators: int = SPECTATORS, events: int = EVENTS_TOLD) -> CrowdFigures:
    """Tells a table the events of a game, each after all spectators have heard the one before."""
    started, first, *others = _events_of_game(events + 1)
    assert isinstance(started, GameStarted)
    taken_ms = []
    with TemporaryDirectory(prefix="muggins-bench-") as folder:
        store = Store(str(Path(folder) / "games.sqlite"))
        live = GameSession(store)
        live.start_game(started)
        server = DashboardServer(create_app(live), port=0)
        server.start()
        crowd = _Crowd(server.port, spectators)
        try:
            live.tell(first)  # not timed: it loads what is loaded only once
            crowd.wait_for(2)
            cpu = time.process_time()
            for number, event in enumerate(others, 3):
                began = time.perf_counter()
                live.tell(event)
                taken_ms.append((crowd.wait_for(number) - began) * 1000)
            cpu = time.process_time() - cpu
        finally:
            server.stop()
            crowd.join()
            store.close()
    count = len(taken_ms)
    return CrowdFigures(spectators, count, statistics.median(taken_ms), max(taken_ms), cpu * 1000 / count)


def _events_of_game(most: int) -> list[Event]:
    """The first events of a random game of Five-Up."""
    *_, game = RandomTable(GameStarted(rules="five-up", players=("Ann", "Bob")), random.Random(SEED)).play()
    return list(game.record[:most])


class _Crowd(threading.Thread):
    """Follows the stream of events with many connections in one thread; ends when the server closes them all."""

    def __init__(self, port: int, size: int) -> None:
        super().__init__(name="crowd", daemon=True)
        self._heard = dict.fromkeys(range(size), 1)
        """The number of the event that each spectator heard last."""
        self._heard_at = time.perf_counter()
        self._news = threading.Condition()
        self._selector = selectors.DefaultSelector()
        for spectator in range(size):
            stream = socket.create_connection(("127.0.0.1", port))
            stream.sendall(b"GET /api/stream?after=1-1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self._selector.register(stream, selectors.EVENT_READ, (spectator, bytearray()))
        self.start()

    def run(self) -> None:
        while self._selector.get_map():
            for key, _ in self._selector.select():
                stream, (spectator, text) = key.fileobj, key.data
                assert isinstance(stream, socket.socket)
                received = stream.recv(RECEIVED_BYTES)
                if not received:
                    self._selector.unregister(stream)
                    stream.close()
                text += received
                for found in HEARD.finditer(text):
                    self._note(spectator, int(found[1]))
                del text[:-LONGEST_ID_BYTES]

    def wait_for(self, number: int) -> float:
        """The moment at which the last spectator has heard event `number`, by the clock of time.perf_counter."""
        with self._news:
            if not self._news.wait_for(lambda: min(self._heard.values()) >= number, HEARD_SECONDS):
                raise RuntimeError(f"event {number} was not heard by everybody within {HEARD_SECONDS:.0f} s")
            return self._heard_at

    def _note(self, spectator: int, number: int) -> None:
        with self._news:
            if number > self._heard[spectator]:
                self._heard[spectator], self._heard_at = number, time.perf_counter()
                self._news.notify_all()
