"""The phones and the pages of a bench, in a process of their own: what they cost is no cost of the hall."""

from __future__ import annotations

import json
import multiprocessing
import re
import selectors
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

import cv2
import numpy as np

from muggins.vision.capture.images import decode_picture
from muggins.vision.types import Image

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
RECEIVED_BYTES = 1 << 16
ANSWER_SECONDS = 120.0
"""How long a phone waits for the answer to a picture before it stops with an error."""
HEAR_SECONDS = 60.0
"""How long after the last event was told a page may have it. What comes later is lost."""
TOLD = re.compile(rb"event: told\nid: \d+-(\d+)\ndata: (.*)\n\n")


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
class Told:
    """An event that has reached a page."""

    table: int
    page: int
    number: int
    """The number of the event in its game."""
    at: float
    """When the page had it, by `time.monotonic`, which all processes of a machine share."""
    line: dict[str, object]
    """The event with its points, as JSON."""


@dataclass(frozen=True)
class Heard:
    """What came of it."""

    told: tuple[Told, ...]
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
        """Begins. Returns the moment at which the first film begins, by `time.monotonic`."""
        begins = time.monotonic() + LEAD_SECONDS
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

    def kill(self) -> None:
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
    listener = _Pages(port, [place.table for place in places for _ in range(pages)])
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
    listener.wait_for(last)
    listener.close()
    troubles = [sender.trouble for sender in senders if sender.trouble]
    heard = Heard(
        tuple(listener.told),
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
        self._begins = time.monotonic() + BEFORE_FILMS_SECONDS
        self._stopped = stopped
        self._connection = socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS)
        self._head = (
            f"POST /table/{place.table}/api/camera HTTP/1.1\r\nHost: localhost:{port}\r\n"
            f"Phone-Key: {place.key}\r\nPhone: bench\r\nContent-Type: image/jpeg\r\nContent-Length: "
        )

    def begin(self, begins: float) -> None:
        """Plays the film of the table a while after the first one begins."""
        self._begins = begins + self._delay

    def run(self) -> None:
        number = -int(BEFORE_FILMS_SECONDS * FPS)
        while not self._stopped.wait(max(0.0, self._begins + number / FPS - time.monotonic())):
            frame = self._frames[self._film.frame_at(number)]
            if self._pace is not None and not self._pace.is_due(frame.small, number / FPS):
                number += 1
                continue
            jpeg = frame.jpeg
            try:
                self._connection.sendall(f"{self._head}{len(jpeg)}\r\n\r\n".encode() + jpeg)
                answer = _answer(self._connection)
            except OSError as error:
                answer = str(error)
            if answer:
                self.trouble = answer
                return
            newest = max(number + 1, int((time.monotonic() - self._begins) * FPS))
            if number >= 0:
                self.sent += 1
                self.skipped += newest - number - 1
            number = newest


def _answer(connection: socket.socket) -> str:
    """Takes one answer. "" where the picture was taken, else what was said instead."""
    text = b""
    while b"\r\n\r\n" not in text:
        received = connection.recv(RECEIVED_BYTES)
        if not received:
            return "the hall hung up"
        text += received
    head, _, body = text.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += connection.recv(RECEIVED_BYTES)
    return "" if head.split(b" ", 2)[1] == b"200" else body.decode()


class _Pages(threading.Thread):
    """Follows the streams of many pages in one thread."""

    def __init__(self, port: int, tables: Sequence[int]) -> None:
        """One page for each of the `tables`, which may be named more than once."""
        super().__init__(daemon=True)
        self.told: list[Told] = []
        self._tables = tables
        self._heard = [0] * len(tables)
        """The number of the newest event that each page has."""
        self._news = threading.Condition()
        self._closed = threading.Event()
        self._selector = selectors.DefaultSelector()
        for page, table in enumerate(tables):
            stream = socket.create_connection(("127.0.0.1", port))
            stream.sendall(f"GET /table/{table}/api/stream HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            self._selector.register(stream, selectors.EVENT_READ, (table, page, bytearray()))
        self._silent = set(range(len(tables)))
        """Pages that have not heard anything so far."""
        self._all_there = threading.Event()
        self.start()
        if not self._all_there.wait(ANSWER_SECONDS):
            raise RuntimeError("not every page was answered")

    def run(self) -> None:
        while not self._closed.is_set():
            for key, _ in self._selector.select(timeout=0.2):
                stream, (table, page, text) = key.fileobj, key.data
                assert isinstance(stream, socket.socket)
                received = stream.recv(RECEIVED_BYTES)
                if not received:
                    self._selector.unregister(stream)
                    stream.close()
                text += received
                self._note(table, page, text)

    def wait_for(self, last: Mapping[int, int]) -> None:
        """Returns once each page has the last event of its table, or after HEAR_SECONDS."""

        def all_have_it() -> bool:
            return all(heard >= last.get(table, 0) for table, heard in zip(self._tables, self._heard, strict=True))

        with self._news:
            self._news.wait_for(all_have_it, HEAR_SECONDS)

    def close(self) -> None:
        self._closed.set()
        self.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _note(self, table: int, page: int, text: bytearray) -> None:
        """Notes what was told, and forgets what is whole. The parts of a chunked answer begin with their length."""
        now = time.monotonic()
        for found in TOLD.finditer(text):
            number = int(found[1])
            self.told.append(Told(table, page, number, now, json.loads(found[2])["line"]))
            with self._news:
                self._heard[page] = number
                self._news.notify_all()
        end = text.rfind(b"\n\n")
        if end >= 0:
            del text[: end + 2]
            self._silent.discard(page)
            if not self._silent:
                self._all_there.set()
