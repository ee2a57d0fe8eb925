"""How soon everybody who looks on hears what happens: a table whose record is on disk, and twenty who follow it."""

from __future__ import annotations

import random
import re
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from muggins.scorer.events import Event, GameStarted
from muggins.scorer.simulation.random_games import RandomTable

from .. import create_app
from ..hosting.server import DashboardServer
from ..session.session import GameSession
from ..session.store import Store

SPECTATORS = 20
EVENTS = 30
SEED = 3
PATIENCE_SECONDS = 30.0
HEARD = re.compile(rb"id: \d+-(\d+)\n")
LONGEST_HEAD = 32
"""Bytes of a number that may have come in part."""


@dataclass(frozen=True)
class CrowdFigures:
    """What it takes until all have heard of an event."""

    spectators: int
    events: int
    median_ms: float
    """From the event until the last of them has it, kept on disk before anybody hears of it."""
    worst_ms: float
    cpu_ms: float
    """Processor time for each event: the table's, the server's, and that of all who listen."""

    def as_json(self) -> dict[str, object]:
        return {
            "spectators": self.spectators,
            "events": self.events,
            "last_heard_ms": {"median": round(self.median_ms, 1), "worst": round(self.worst_ms, 1)},
            "cpu_ms_per_event": round(self.cpu_ms, 1),
        }


def as_text(found: Mapping[str, Any]) -> str:
    """CrowdFigures as JSON to a line that people read."""
    heard = found["last_heard_ms"]
    return (
        f"from an event to the last of {found['spectators']} spectators: {heard['median']} ms, {heard['worst']} ms at "
        f"most of {found['events']}; {found['cpu_ms_per_event']} ms of processor time each"
    )


def watch_crowd(spectators: int = SPECTATORS, events: int = EVENTS) -> CrowdFigures:
    """Tells a table the events of a game, one after the other, each once all have heard the one before."""
    started, *said = _said(events + 1)
    assert isinstance(started, GameStarted)
    waited = []
    with TemporaryDirectory(prefix="muggins-bench-") as folder:
        store = Store(str(Path(folder) / "games.sqlite"))
        live = GameSession(store)
        live.start_game(started)
        server = DashboardServer(create_app(live), port=0)
        server.start()
        crowd = _Crowd(server.port, spectators)
        try:
            live.tell(said[0])  # whatever is loaded but once is loaded now
            crowd.wait_for(2)
            burnt = time.process_time()
            for number, event in enumerate(said[1:], 3):
                began = time.perf_counter()
                live.tell(event)
                waited.append((crowd.wait_for(number) - began) * 1000)
            burnt = time.process_time() - burnt
        finally:
            server.stop()
            crowd.join()
            store.close()
    return CrowdFigures(spectators, len(waited), statistics.median(waited), max(waited), burnt * 1000 / len(waited))


def _said(most: int) -> list[Event]:
    *_, game = RandomTable(GameStarted(rules="five-up", players=("Ann", "Bob")), random.Random(SEED)).play()
    return list(game.record[:most])


class _Crowd(threading.Thread):
    """Follows the stream as often as is asked for, in one thread; ends when the program lets all of them go."""

    def __init__(self, port: int, size: int) -> None:
        super().__init__(name="crowd", daemon=True)
        self._heard = dict.fromkeys(range(size), 1)
        self._heard_at = time.perf_counter()
        self._more = threading.Condition()
        self._selector = selectors.DefaultSelector()
        for one in range(size):
            stream = socket.create_connection(("127.0.0.1", port))
            stream.sendall(b"GET /api/stream?after=1-1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self._selector.register(stream, selectors.EVENT_READ, (one, bytearray()))
        self.start()

    def run(self) -> None:
        while self._selector.get_map():
            for key, _ in self._selector.select():
                stream, (one, text) = key.fileobj, key.data
                assert isinstance(stream, socket.socket)
                came = stream.recv(1 << 16)
                if not came:
                    self._selector.unregister(stream)
                    stream.close()
                text += came
                for found in HEARD.finditer(text):
                    self._hear(one, int(found[1]))
                del text[:-LONGEST_HEAD]

    def wait_for(self, number: int) -> float:
        """When the last has heard event `number`, by the clock of time.perf_counter."""
        with self._more:
            if not self._more.wait_for(lambda: min(self._heard.values()) >= number, PATIENCE_SECONDS):
                raise RuntimeError(f"event {number} was not heard by everybody within {PATIENCE_SECONDS:.0f} s")
            return self._heard_at

    def _hear(self, one: int, number: int) -> None:
        with self._more:
            if number > self._heard[one]:
                self._heard[one], self._heard_at = number, time.perf_counter()
                self._more.notify_all()
