"""How muggins keeps up with a live camera here: a camera of 720 lines and 30 frames a second, the dashboard open."""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from muggins.scorer.events import GameStarted
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.images import Image, load_picture
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.vision.types import TableState

from .. import create_app
from ..camera.watch_thread import WatchThread
from ..hosting.server import DashboardServer
from ..session.session import GameSession

SIZE = (1280, 720)
RATE = 30
SECONDS = 12.0
MOVING_SECONDS, RESTING_SECONDS = 0.6, 1.4
"""An arm reaches in again and again, as at a table where play is quick; in between the table rests and is read."""
NOISE = 3.0
"""Grey levels by which a camera's pixels stray."""
TOGETHER_SECONDS = 0.5
"""Reads that follow each other so soon are of one rest; once nothing more is to be seen they become seldom."""
PAUSE_SECONDS = 0.08
"""A page asks for the next picture so long after the last (static/picture.js)."""


@dataclass(frozen=True)
class LiveFigures:
    """What was counted while a live camera was watched."""

    shown: int
    """Frames that the camera gave."""
    examined: int
    """Those that were looked at for movement."""
    reads_a_second: float
    """While the table rests and is being read."""
    pictures_a_second: float
    """That the dashboard was sent."""

    def as_json(self) -> dict[str, object]:
        return {
            "picture": list(SIZE),
            "frames_per_second": RATE,
            "frames": self.shown,
            "frames_examined": self.examined,
            "reads_per_second_at_rest": round(self.reads_a_second, 1),
            "dashboard_pictures_per_second": round(self.pictures_a_second, 1),
        }


def as_text(found: Mapping[str, Any]) -> str:
    """LiveFigures as JSON to a line that people read."""
    return (
        f"live camera, {SIZE[1]} lines at {RATE} frames a second, dashboard open: "
        f"{found['frames_examined']} of {found['frames']} frames examined, "
        f"{found['reads_per_second_at_rest']} reads a second at rest, "
        f"{found['dashboard_pictures_per_second']} pictures a second shown"
    )


def watch_live(picture: Path, seconds: float | None = None) -> LiveFigures:
    """Watches the table on `picture` as if a camera saw it, for so many seconds after the first read (SECONDS)."""
    live = GameSession()
    live.start_game(GameStarted(rules="five-up", players=("Ann", "Bob")))
    source, watcher = LiveSource("bench"), _Counting()
    watching = WatchThread(source, live, lambda _: watcher)
    server = DashboardServer(create_app(live, watching), port=0)
    page = _Page(server)
    server.start()
    watching.start()
    frames = _frames(load_picture(picture))
    camera = threading.Thread(target=_show, args=(source, frames), name="camera", daemon=True)
    camera.start()
    try:
        page.start()
        watcher.has_read.wait()
        began, first, pictures = time.monotonic(), source.last, page.pictures
        source.closed.wait(SECONDS if seconds is None else seconds)
        took, last, pictures = time.monotonic() - began, source.last, page.pictures - pictures
        assert first is not None
        assert last is not None
        watcher.catch_up(last.time)
        examined = sum(first.time < each <= last.time for each in watcher.examined)
    finally:
        source.close()
        page.stop()
        server.stop()
        camera.join()
    return LiveFigures(
        last.number - first.number, examined, _rate([at for at in watcher.read_at if at >= began]), pictures / took
    )


class _Counting:
    """A watcher whose frames and reads are counted."""

    def __init__(self) -> None:
        reader = Reader()

        def read(image: Image, time_of_frame: float = 0.0) -> TableState:
            state = reader.read(image, time_of_frame)
            self.read_at.append(time.monotonic())
            return state

        self.examined: set[float] = set()
        """The seconds of frames."""
        self.read_at: list[float] = []
        self.has_read = threading.Event()
        self._watcher = Watcher(read)
        self._more = threading.Condition()

    @property
    def state(self) -> TableState | None:
        return self._watcher.state

    @property
    def is_idle(self) -> bool:
        return self._watcher.is_idle

    def update(self, frame: Frame) -> list[TableEvent]:
        happened = self._watcher.update(frame)
        self._count(frame)
        if self.read_at:
            self.has_read.set()
        return happened

    def believe(self, was: Layout, now: Layout) -> None:
        self._watcher.believe(was, now)

    def confirm(self, tile: Tile) -> None:
        self._watcher.confirm(tile)

    def glance(self, frame: Frame) -> None:
        self._watcher.glance(frame)
        self._count(frame)

    def catch_up(self, seconds: float) -> None:
        """Waits until the frame of that moment or a later one has been examined."""
        with self._more:
            self._more.wait_for(lambda: max(self.examined) >= seconds)

    def _count(self, frame: Frame) -> None:
        with self._more:
            self.examined.add(frame.time)
            self._more.notify_all()


class _Page:
    """What an open page asks of the dashboard: the live picture again and again, and the stream of what is told."""

    def __init__(self, server: DashboardServer) -> None:
        self.pictures = 0
        self._address = server.address
        self._closed = threading.Event()
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._look, self._listen)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._closed.set()
        self._threads[0].join()

    def _look(self) -> None:
        number = "0"
        while not self._closed.wait(PAUSE_SECONDS):
            with urllib.request.urlopen(f"{self._address}live.jpg?after={number}", timeout=30) as answer:
                if answer.status == 200:
                    answer.read()
                    number = answer.headers["Frame"]
                    self.pictures += 1

    def _listen(self) -> None:
        with urllib.request.urlopen(f"{self._address}api/stream", timeout=30) as answer:
            for line in answer:
                if line.startswith(b"data: "):
                    json.loads(line.removeprefix(b"data: "))


def _frames(table: Image) -> tuple[list[Image], list[Image]]:
    """Frames with an arm that reaches over the table, and frames of the table at rest; each with a camera's noise."""
    table = np.asarray(cv2.resize(table, SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    generator = np.random.default_rng(1)
    moving, resting = [], []
    for number in range(round(MOVING_SECONDS * RATE)):
        reach = np.sin(np.pi * number / (MOVING_SECONDS * RATE))
        image = table.copy()
        cv2.rectangle(image, (540, SIZE[1] - round(reach * 0.6 * SIZE[1])), (700, SIZE[1]), (70, 90, 150), -1)
        moving.append(_noisy(image, generator))
    for _ in range(8):
        resting.append(_noisy(table, generator))
    return moving, resting


def _noisy(image: Image, generator: np.random.Generator) -> Image:
    noise = generator.normal(0, NOISE, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def _show(source: LiveSource, frames: tuple[list[Image], list[Image]]) -> None:
    """Shows them at RATE until the source is closed."""
    moving, resting = frames
    at_rest = [resting[number % len(resting)] for number in range(round(RESTING_SECONDS * RATE))]
    began = time.monotonic()
    for number, image in enumerate(itertools.cycle([*at_rest, *moving])):
        if source.closed.wait(max(0.0, began + number / RATE - time.monotonic())):
            return
        source.show(image)


def _rate(read_at: list[float]) -> float:
    """Reads a second within the rests."""
    gaps = [later - sooner for sooner, later in itertools.pairwise(read_at) if later - sooner < TOGETHER_SECONDS]
    return len(gaps) / sum(gaps) if gaps else 0.0
