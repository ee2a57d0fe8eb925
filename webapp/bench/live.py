"""How muggins keeps up with a live camera of 720 lines and 30 frames a second while the dashboard is open."""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from muggins.scorer.events import GameStarted
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.images import Image, load_picture
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.vision.types import HoldsImage, TableState

from .. import create_app
from ..camera.watch_thread import WatchThread
from ..hosting.server import DashboardServer
from ..session.session import GameSession

CAMERA_SIZE = (1280, 720)
"""Width and height of the camera's frames."""
FRAMES_PER_SECOND = 30
FRAMES_SHOWN = 360
"""Frames of the camera for which a live table is watched: twelve seconds."""
MOVING_SECONDS = 0.6
"""How long an arm reaches in. It does so again and again, as when people play quickly."""
RESTING_SECONDS = 1.4
"""How long the table rests between two arms, and is read."""
RESTING_FRAMES = 8
"""Different frames of the table at rest, which are shown in turn."""
CAMERA_NOISE_LEVELS = 3.0
"""Standard deviation of a pixel of a camera, in grey levels."""
SAME_REST_SECONDS = 0.5
"""Seconds between two reads of one rest at most. When a rest shows nothing new, reads become rarer."""
PAUSE_SECONDS = 0.08
"""The pause of a page between one picture and the request for the next (static/components/live_image.js)."""


@dataclass(frozen=True)
class LiveFigures:
    """What was counted while a live camera was watched."""

    shown: int
    """Frames that the camera showed."""
    examined: int
    """Frames that were examined for movement."""
    reads_a_second: float
    """While the table rests and is being read."""
    pictures_a_second: float
    """Pictures that the dashboard sent to its page."""

    def to_json(self) -> dict[str, object]:
        return {
            "picture": list(CAMERA_SIZE),
            "frames_per_second": FRAMES_PER_SECOND,
            "frames": self.shown,
            "frames_examined": self.examined,
            "reads_per_second_at_rest": round(self.reads_a_second, 1),
            "dashboard_pictures_per_second": round(self.pictures_a_second, 1),
        }

    def to_text(self) -> str:
        """A line for people to read."""
        return (
            f"live camera, {CAMERA_SIZE[1]} lines at {FRAMES_PER_SECOND} frames a second, dashboard open: "
            f"{self.examined} of {self.shown} frames examined, "
            f"{self.reads_a_second:.1f} reads a second at rest, {self.pictures_a_second:.1f} pictures a second shown"
        )


def watch_live(picture: Path, frames: int = FRAMES_SHOWN) -> LiveFigures:
    """Watches the table on `picture` as if a camera saw it, for some frames after the first read."""
    live = GameSession()
    live.start_game(GameStarted(rules="five-up", players=("Ann", "Bob")))
    source, watcher = LiveSource("bench"), _CountingWatcher()
    watch_thread = WatchThread(source, live, lambda _: watcher)
    server = DashboardServer(create_app(live, watch_thread), port=0)
    page = _Page(server)
    server.start()
    watch_thread.start()
    shown = _frames(load_picture(picture))
    camera = threading.Thread(target=_show, args=(source, shown), name="camera", daemon=True)
    camera.start()
    try:
        watcher.has_read.wait()
        began, first = time.monotonic(), source.last
        assert first is not None
        page.start()
        last = source.newest(first.number + frames - 1)
        assert last is not None
        page.has_picture.wait()
        taken, pictures = time.monotonic() - began, page.pictures
        watcher.wait_until_examined(last.time)
        examined = sum(first.time < frame_time <= last.time for frame_time in watcher.examined)
    finally:
        source.close()
        page.stop()
        server.stop()
        camera.join()
    reads = [moment for moment in watcher.read_at if moment >= began]
    return LiveFigures(last.number - first.number, examined, _reads_a_second(reads), pictures / taken)


class _CountingWatcher(Watcher):
    """A watcher that notes which frames it has examined and when it has read."""

    def __init__(self) -> None:
        reader = Reader(remembers=True)

        def read(image: Image | HoldsImage, frame_time: float = 0.0) -> TableState:
            state = reader.read(image, frame_time)
            self.read_at.append(time.monotonic())
            self.has_read.set()
            return state

        super().__init__(read)
        self.examined: set[float] = set()
        """The times of the frames, in seconds of the source."""
        self.read_at: list[float] = []
        """The moments at which a read ended, in seconds of the monotonic clock."""
        self.has_read = threading.Event()
        self._new_frame = threading.Condition()

    def update(self, frame: Frame, expected: Expected | None = None) -> list[TableEvent]:
        table_events = super().update(frame, expected)
        self._note(frame)
        return table_events

    def glance(self, frame: Frame) -> None:
        super().glance(frame)
        self._note(frame)

    def wait_until_examined(self, frame_time: float) -> None:
        """Waits until the frame of that time or a later one has been examined."""
        with self._new_frame:
            self._new_frame.wait_for(lambda: max(self.examined) >= frame_time)

    def _note(self, frame: Frame) -> None:
        with self._new_frame:
            self.examined.add(frame.time)
            self._new_frame.notify_all()


class _Page:
    """What an open page asks of the dashboard: the live picture again and again, and the stream of events."""

    def __init__(self, server: DashboardServer) -> None:
        self.pictures = 0
        """Pictures that have arrived."""
        self.has_picture = threading.Event()
        self._address = server.address
        self._closed = threading.Event()
        self._look_thread = threading.Thread(target=self._look, daemon=True)
        self._listen_thread = threading.Thread(target=self._listen, daemon=True)

    def start(self) -> None:
        self._look_thread.start()
        self._listen_thread.start()

    def stop(self) -> None:
        """Ends the requests for pictures; the stream of events ends with the server."""
        self._closed.set()
        if self._look_thread.is_alive():
            self._look_thread.join()

    def _look(self) -> None:
        number = "0"
        while not self._closed.wait(PAUSE_SECONDS):
            with urllib.request.urlopen(f"{self._address}live.jpg?after={number}", timeout=30) as answer:
                if answer.status == 200:
                    answer.read()
                    number = answer.headers["Frame"]
                    self.pictures += 1
                    self.has_picture.set()

    def _listen(self) -> None:
        with urllib.request.urlopen(f"{self._address}api/stream", timeout=30) as answer:
            for line in answer:
                if line.startswith(b"data: "):
                    json.loads(line.removeprefix(b"data: "))


def _frames(table: Image) -> tuple[list[Image], list[Image]]:
    """Frames in which an arm reaches over the table, and frames of the table at rest, all with a camera's noise."""
    table = np.asarray(cv2.resize(table, CAMERA_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    generator = np.random.default_rng(1)
    moving = []
    count = round(MOVING_SECONDS * FRAMES_PER_SECOND)
    for number in range(count):
        reach = np.sin(np.pi * number / count)
        image = table.copy()
        cv2.rectangle(
            image, (540, CAMERA_SIZE[1] - round(reach * 0.6 * CAMERA_SIZE[1])), (700, CAMERA_SIZE[1]), (70, 90, 150), -1
        )
        moving.append(_noisy(image, generator))
    return moving, [_noisy(table, generator) for _ in range(RESTING_FRAMES)]


def _noisy(image: Image, generator: np.random.Generator) -> Image:
    noise = generator.normal(0, CAMERA_NOISE_LEVELS, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def _show(source: LiveSource, frames: tuple[list[Image], list[Image]]) -> None:
    """Shows the frames at FRAMES_PER_SECOND until the source is closed."""
    moving, resting = frames
    at_rest = [resting[number % len(resting)] for number in range(round(RESTING_SECONDS * FRAMES_PER_SECOND))]
    began = time.monotonic()
    for number, image in enumerate(itertools.cycle([*at_rest, *moving])):
        if source.closed.wait(max(0.0, began + number / FRAMES_PER_SECOND - time.monotonic())):
            return
        source.show(image)


def _reads_a_second(read_at: list[float]) -> float:
    """Reads a second within the rests; the gaps between rests do not count."""
    gaps = [later - sooner for sooner, later in itertools.pairwise(read_at) if later - sooner < SAME_REST_SECONDS]
    return len(gaps) / sum(gaps) if gaps else 0.0
