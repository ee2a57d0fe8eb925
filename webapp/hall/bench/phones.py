"""The phones and the pages of a bench, in a process of their own: what they cost is no cost of the hall."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection

import cv2
import numpy as np

from muggins.vision.capture.images import decode_picture
from muggins.vision.types import Image

from ...bench.listeners import Listeners, Told
from .films import FPS, PacedFilm

COMPARED_SIZE = (96, 54)
"""Width and height of the small copies that are compared."""
CHANGED_LEVELS = 12
"""Grey levels by which a point differs that has changed."""
CHANGED_POINTS = 3
"""Points that differ where something has moved."""
LIVELY_SECONDS = 3.0
"""How long after the last change every picture is sent."""
UNCHANGED_SECONDS = 0.5
"""Seconds from one picture to the next while nothing changes."""
LEAD_SECONDS = 2.0
"""Seconds from the word to begin until the first film begins."""
BEFORE_FILMS_SECONDS = 3600.0
"""How far away the films seem before that word, while the phones show empty tables."""
ANSWER_SECONDS = 120.0
"""How long a phone waits for the answer to a picture before it stops with an error."""
HEAR_SECONDS = 60.0
"""How long after the last event was told a page may have it. What comes later is lost."""


class PicturePace:
    """When one phone sends a picture, by the rule of its page (`static/lib/picture_pace.js`)."""

    def __init__(self) -> None:
        self._sent: np.ndarray | None = None
        """The small copy of the picture that was sent last."""
        self._sent_at = self._changed_at = -np.inf

    def is_due(self, seen: np.ndarray, now: float) -> bool:
        """Whether a picture is to be sent, by its `small_copy`. `now` in seconds."""
        if self._sent is None or _differ(self._sent, seen):
            self._changed_at = now
        is_due = now - self._changed_at < LIVELY_SECONDS or now - self._sent_at >= UNCHANGED_SECONDS
        if is_due:
            self._sent, self._sent_at = seen, now
        return is_due


def small_copy(image: Image) -> np.ndarray:
    """The grey levels of a picture on a small copy (h, w) float32."""
    small = cv2.resize(image, COMPARED_SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _differ(before: np.ndarray, now: np.ndarray) -> bool:
    """Whether something has moved between two small copies. A change of the light alone is none."""
    gain = now.mean() / max(float(before.mean()), 1.0)
    return int((np.abs(now - gain * before) > CHANGED_LEVELS).sum()) >= CHANGED_POINTS


@dataclass(frozen=True)
class BenchTable:
    """One table, seen by whoever sends pictures to it or looks at its page."""

    table: int
    key: str = ""
    """The key of its phone."""
    film: int = 0
    """The place of its film among those that are played."""
    delay: float = 0.0
    """Seconds by which its film begins later than the first."""


@dataclass(frozen=True)
class Heard:
    """What came of it."""

    told: tuple[tuple[int, Told], ...]
    """What reached a page, with the table of the page."""
    sent: int
    """Pictures that were sent."""
    skipped: int
    """Pictures that were left out because the one before was not answered yet."""
    cpu_seconds: float
    """Processor seconds of the phones and the pages themselves."""


class Phones:
    """The process. It plays films to tables and follows their pages."""

    def __init__(
        self,
        port: int,
        places: Sequence[BenchTable],
        pages: int,
        films: Sequence[PacedFilm] = (),
        every_picture: bool = False,
    ) -> None:
        """`pages` are open at each table. Returns once all are there; the phones show empty tables from then on.

        Without films they send nothing. They send `every_picture`, or else few while nothing changes, as a phone's page
        does.
        """
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(theirs, port, tuple(places), pages, tuple(films), every_picture), daemon=True
        )
        self._process.start()
        theirs.close()
        self._pipe.recv()

    @property
    def pid(self) -> int:
        """The number of the process, whose work is not the hall's."""
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> float:
        """Begins. Returns the moment at which the first film begins, by `time.perf_counter`."""
        begins = time.perf_counter() + LEAD_SECONDS
        self._pipe.send(begins)
        return begins

    def stop(self, last: Mapping[int, int]) -> Heard:
        """Ends all phones, and all pages once they have the last event of their table.

        `last` is its number, by table. RuntimeError where one of them failed.
        """
        self._pipe.send(last)
        heard = self._pipe.recv()
        self._process.join()
        if isinstance(heard, str):
            raise RuntimeError(heard)
        assert isinstance(heard, Heard)
        return heard

    def close(self) -> None:
        """Ends the process if it still runs."""
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


@dataclass(frozen=True)
class _Frame:
    """A picture of a film."""

    jpeg: bytes
    small: np.ndarray
    """Its `small_copy`."""


def _work(
    pipe: Connection,
    port: int,
    places: tuple[BenchTable, ...],
    pages: int,
    films: tuple[PacedFilm, ...],
    every_picture: bool,
) -> None:
    frames = [_load(film) for film in films]
    tables = [place.table for place in places for _ in range(pages)]
    listeners = Listeners(port, [f"/table/{table}/api/stream" for table in tables])
    stopped = threading.Event()
    senders = [
        _Sender(port, place, films[place.film], frames[place.film], stopped, None if every_picture else PicturePace())
        for place in (places if films else ())
    ]
    for sender in senders:
        sender.start()
    pipe.send("ready")
    begins = pipe.recv()
    cpu = time.process_time()
    for sender in senders:
        sender.begin(begins)
    last = pipe.recv()
    stopped.set()
    for sender in senders:
        sender.join()
    listeners.wait_for([last.get(table, 0) for table in tables], HEAR_SECONDS)
    listeners.close()
    troubles = [sender.trouble for sender in senders if sender.trouble]
    heard = Heard(
        tuple((tables[told.page], told) for told in listeners.told),
        sum(sender.sent for sender in senders),
        sum(sender.skipped for sender in senders),
        time.process_time() - cpu,
    )
    pipe.send(troubles[0] if troubles else heard)


def _load(film: PacedFilm) -> dict[int, _Frame]:
    return {number: _Frame(jpeg, small_copy(decode_picture(jpeg, film.name))) for number, jpeg in film.load().items()}


class _Sender(threading.Thread):
    """A phone: sends the newest picture as soon as the one before was taken, at most FPS a second."""

    def __init__(
        self,
        port: int,
        place: BenchTable,
        film: PacedFilm,
        frames: dict[int, _Frame],
        stopped: threading.Event,
        pace: PicturePace | None,
    ) -> None:
        super().__init__(daemon=True)
        self.sent = self.skipped = 0
        """Pictures since the first film began."""
        self.trouble = ""
        """Why it has stopped; "" while it goes on."""
        self._film = film
        self._frames = frames
        self._pace = pace
        self._delay = place.delay
        self._begins = time.perf_counter() + BEFORE_FILMS_SECONDS
        self._stopped = stopped
        self._connection = HTTPConnection("localhost", port, timeout=ANSWER_SECONDS)
        self._path = f"/table/{place.table}/api/camera"
        self._headers = {"Phone-Key": place.key, "Phone": "bench", "Content-Type": "image/jpeg"}

    def begin(self, begins: float) -> None:
        """Plays the film of the table a while after the first one begins."""
        self._begins = begins + self._delay

    def run(self) -> None:
        number = -int(BEFORE_FILMS_SECONDS * FPS)
        while not self._stopped.wait(max(0.0, self._begins + number / FPS - time.perf_counter())):
            frame = self._frames[self._film.frame_at(number)]
            if self._pace is not None and not self._pace.is_due(frame.small, number / FPS):
                number += 1
                continue
            try:
                self._connection.request("POST", self._path, frame.jpeg, self._headers)
                answer = self._connection.getresponse()
                body = answer.read()
            except (OSError, HTTPException) as error:
                self.trouble = str(error)
                return
            if answer.status != HTTPStatus.OK:
                self.trouble = body.decode()
                return
            newest = max(number + 1, int((time.perf_counter() - self._begins) * FPS))
            if number >= 0:
                self.sent += 1
                self.skipped += newest - number - 1
            number = newest
