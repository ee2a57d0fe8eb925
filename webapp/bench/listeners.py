"""Open pages of tables, as far as they hear of events: their streams, all followed in one thread."""

from __future__ import annotations

import json
import re
import selectors
import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

TOLD = re.compile(rb"event: told\nid: \d+-(\d+)\ndata: (.*)\n\n")
RECEIVED_BYTES = 1 << 16
ANSWER_SECONDS = 120.0
"""How long it may take until every page has been answered."""


@dataclass(frozen=True)
class Told:
    """An event that has reached a page."""

    page: int
    """The place of the page among all, from 0."""
    number: int
    """The number of the event in its game."""
    at: float
    """When the page had it, by `time.perf_counter`, which all processes of a machine share."""
    line: dict[str, object]
    """The event with its points, as JSON."""


class Listeners(threading.Thread):
    """Follows the streams of many pages, until it is closed or the server closes them all."""

    def __init__(self, port: int, streams: Sequence[str]) -> None:
        """One page for each path of a stream. RuntimeError where one of them is not answered."""
        super().__init__(name="listeners", daemon=True)
        self.told: list[Told] = []
        self._heard = [0] * len(streams)
        """The number of the newest event that each page has."""
        self._silent = set(range(len(streams)))
        """Pages that have not heard anything so far."""
        self._news = threading.Condition()
        self._closed = threading.Event()
        self._selector = selectors.DefaultSelector()
        for page, path in enumerate(streams):
            stream = socket.create_connection(("127.0.0.1", port))
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            self._selector.register(stream, selectors.EVENT_READ, (page, bytearray()))
        self.start()
        with self._news:
            if not self._news.wait_for(lambda: not self._silent, ANSWER_SECONDS):
                raise RuntimeError("not every page was answered")

    def run(self) -> None:
        while self._selector.get_map() and not self._closed.is_set():
            for key, _ in self._selector.select(timeout=0.2):
                stream, (page, text) = key.fileobj, key.data
                assert isinstance(stream, socket.socket)
                received = stream.recv(RECEIVED_BYTES)
                if not received:
                    self._selector.unregister(stream)
                    stream.close()
                text += received
                self._note(page, text)

    def wait_for(self, numbers: Sequence[int], seconds: float) -> bool:
        """Whether each page has the event of its number, or a later one, within so many seconds."""
        with self._news:
            return self._news.wait_for(
                lambda: all(heard >= number for heard, number in zip(self._heard, numbers, strict=True)), seconds
            )

    def close(self) -> None:
        """Closes all pages."""
        self._closed.set()
        self.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _note(self, page: int, text: bytearray) -> None:
        """Notes what was told, and forgets what is whole. The parts of a chunked answer begin with their length."""
        now = time.perf_counter()
        found = [Told(page, int(each[1]), now, json.loads(each[2])["line"]) for each in TOLD.finditer(text)]
        end = text.rfind(b"\n\n")
        if end < 0:
            return
        del text[: end + 2]
        with self._news:
            self.told += found
            self._heard[page] = max([self._heard[page], *(each.number for each in found)])
            self._silent.discard(page)
            self._news.notify_all()
