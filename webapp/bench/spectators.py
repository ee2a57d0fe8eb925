"""How soon spectators hear of an event: twenty follow a table whose record is on disk."""

from __future__ import annotations

import random
import statistics
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
from .listeners import Listeners

SPECTATORS = 20
EVENTS_TOLD = 30
SEED = 3
HEARD_SECONDS = 300.0
"""How long it may take until everybody has heard an event."""


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
    started, first, *others = events_of_game(events + 1)
    assert isinstance(started, GameStarted)
    taken_ms = []
    with TemporaryDirectory(prefix="muggins-bench-") as folder:
        store = Store(str(Path(folder) / "games.sqlite"))
        live = GameSession(store)
        live.start_game(started)
        server = DashboardServer(create_app(live), port=0)
        server.start()
        crowd = Listeners(server.port, ["/api/stream"] * spectators)
        try:
            live.tell(first)  # not timed: it loads what is loaded only once
            _wait_for(crowd, 2, spectators)
            cpu = time.process_time()
            for number, event in enumerate(others, 3):
                began = time.perf_counter()
                live.tell(event)
                _wait_for(crowd, number, spectators)
                taken_ms.append((crowd.told[-1].at - began) * 1000)
            cpu = time.process_time() - cpu
        finally:
            server.stop()
            crowd.close()
            store.close()
    count = len(taken_ms)
    return CrowdFigures(spectators, count, statistics.median(taken_ms), max(taken_ms), cpu * 1000 / count)


def _wait_for(crowd: Listeners, number: int, spectators: int) -> None:
    """Waits until everybody has heard an event. RuntimeError where somebody has not within HEARD_SECONDS."""
    if not crowd.wait_for([number] * spectators, HEARD_SECONDS):
        raise RuntimeError(f"event {number} was not heard by everybody within {HEARD_SECONDS:.0f} s")


def events_of_game(most: int, seed: int = SEED) -> list[Event]:
    """The first events of a random game of Five-Up."""
    *_, game = RandomTable(GameStarted(rules="five-up", players=("Ann", "Bob")), random.Random(seed)).play()
    return list(game.record[:most])
