"""Event streams that stay open: their text as it comes, what wakes them, and the form of a server-sent event."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from queue import Empty, Queue
from typing import Protocol, TypeVar

from flask import Response

EVENT_STREAM = "text/event-stream"
"""MIME type of server-sent events."""
NO_BUFFERING = {"X-Accel-Buffering": "no"}
"""Header that makes nginx pass each event on at once."""
HEARTBEAT_SECONDS = 10.0
"""Seconds of silence after which a stream sends a comment, by which a closed connection is noticed."""
RETRY_MILLISECONDS = 1000
"""Milliseconds after which a browser reconnects."""
RETRY = f"retry: {RETRY_MILLISECONDS}\n\n"
HEARTBEAT = ": still here\n\n"
PAUSE = ""
"""What the generator of a stream yields where it has nothing to say until it is woken."""

Wake = Callable[[], object]
"""Wakes a stream, from any thread, and does not wait."""
Tell = Callable[[Wake], Generator[str, None, None]]
"""Given what wakes its stream, returns the generator of its text."""
Queued = TypeVar("Queued")
"""A message, or None for the last one."""


class Publisher(Protocol[Queued]):
    """A `Broker`, or a session that has one."""

    def subscribe(self, wake: Wake) -> Queue[Queued]: ...

    def unsubscribe(self, queue: Queue[Queued]) -> None: ...


class EventStream:
    """The text of a stream as it comes. A server that knows it holds no thread for it; others iterate over it.

    Methods may be called from any thread.
    """

    def __init__(self, tell: Tell, heartbeat: str) -> None:
        """`heartbeat` is sent after each HEARTBEAT_SECONDS of silence."""
        self._on_wake: Wake = lambda: None
        self._heartbeat = heartbeat
        self._texts = tell(lambda: self._on_wake())
        self._lock = threading.Lock()

    def on_wake(self, wake: Wake) -> None:
        """Names what is called, by any thread, when there may be news."""
        self._on_wake = wake

    def read(self, is_heartbeat_due: bool = False) -> tuple[bytes, bool]:
        """What there is to send now, and whether it was the last."""
        said = []
        with self._lock:
            for text in self._texts:
                if text == PAUSE:
                    break
                said.append(text)
            else:
                return "".join(said).encode(), True
        return ("".join(said) or (self._heartbeat if is_heartbeat_due else "")).encode(), False

    def close(self) -> None:
        """Ends the generator: it gives up what it has subscribed to."""
        with self._lock:
            self._texts.close()

    def __iter__(self) -> Iterator[bytes]:
        woken = threading.Event()
        self.on_wake(woken.set)
        is_over, is_woken = False, True
        while not is_over:
            text, is_over = self.read(not is_woken)
            if text:
                yield text
            is_woken = is_over or woken.wait(HEARTBEAT_SECONDS)
            woken.clear()


def stream_response(tell: Tell, mimetype: str = EVENT_STREAM, heartbeat: str = HEARTBEAT) -> Response:
    """The answer that is a stream."""
    # Passed on as it is, so that the server knows it for a stream.
    return Response(EventStream(tell, heartbeat), mimetype=mimetype, headers=NO_BUFFERING, direct_passthrough=True)


@contextmanager
def subscription(publisher: Publisher[Queued], wake: Wake) -> Iterator[Queue[Queued]]:
    """A queue of the messages of a session, or of a hall, open until the block ends."""
    queue = publisher.subscribe(wake)
    try:
        yield queue
    finally:
        publisher.unsubscribe(queue)


def live_messages(queue: Queue[Queued], is_allowed: Callable[[], bool]) -> Iterator[Queued | None]:
    """Each message of a queue, and None where it is empty: the stream pauses until it is woken.

    Ends when the publisher closes or `is_allowed()` turns false.
    """
    while is_allowed():
        for message in queued(queue):
            if message is None:
                return
            yield message
        yield None


def queued(queue: Queue[Queued]) -> list[Queued]:
    """The messages that a queue holds now, taken out of it."""
    messages: list[Queued] = []
    try:
        while True:
            messages.append(queue.get_nowait())
    except Empty:
        return messages


def sse(data: str, event: str = "", id: str = "") -> str:
    """The text of one server-sent event; `data` is one line."""
    fields = (("event", event), ("id", id), ("data", data))
    return "".join(f"{name}: {value}\n" for name, value in fields if value) + "\n"
