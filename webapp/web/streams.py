"""Event streams that stay open: the subscription, the slots, heartbeats, and the text of a server-sent event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, Queue

from ..session.event_log import Message
from ..session.session import GameSession
from .context import AppContext

EVENT_STREAM = "text/event-stream"
"""MIME type of server-sent events."""
NO_BUFFERING = {"X-Accel-Buffering": "no"}
"""Header that makes nginx pass each event on at once."""
HEARTBEAT_SECONDS = 10.0
"""Seconds of silence after which a stream sends a comment. A closed connection is noticed by it."""
RETRY_MILLISECONDS = 1000
"""Milliseconds after which a browser reconnects."""
RETRY = f"retry: {RETRY_MILLISECONDS}\n\n"
HEARTBEAT = ": still here\n\n"

Messages = Queue[Message | None]


@contextmanager
def subscription(session: GameSession) -> Iterator[Messages]:
    """A queue of the session's messages, open until the block ends."""
    queue = session.subscribe()
    try:
        yield queue
    finally:
        session.unsubscribe(queue)


def live_messages(context: AppContext, queue: Messages, is_allowed: Callable[[], bool]) -> Iterator[Message | None]:
    """Each message of a queue as it comes, and None after every HEARTBEAT_SECONDS of silence.

    Ends at once where all stream slots are taken, and later when the session closes or `is_allowed()` turns false.
    """
    with context.stream_slot() as has_slot:
        while has_slot:
            try:
                message = queue.get(timeout=HEARTBEAT_SECONDS)
                if message is None:
                    return
            except Empty:
                message = None
            if not is_allowed():
                return
            yield message


def sse(data: str, event: str = "", id: str = "") -> str:
    """The text of one server-sent event; `data` is one line."""
    fields = (("event", event), ("id", id), ("data", data))
    return "".join(f"{name}: {value}\n" for name, value in fields if value) + "\n"
