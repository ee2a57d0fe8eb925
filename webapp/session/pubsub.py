"""Publishing to subscribers, each with a queue of the messages that it has not received yet."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Queue
from typing import Generic, TypeVar

Message = TypeVar("Message")

MAX_QUEUED = 500
"""Messages that may wait for a subscriber. With more it is disconnected, comes back, and asks for what it missed."""


class Broker(Generic[Message]):
    """Publishes messages to any number of queues. None in a queue is the last message."""

    def __init__(self, on_message: Callable[[Message], None] = lambda _: None) -> None:
        """`on_message` is called with each message by whoever publishes it, and must not wait."""
        self._on_message = on_message
        self._queues: dict[Queue[Message | None], Callable[[], object]] = {}
        self._lock = threading.Lock()
        self._is_closed = False

    def subscribe(self, wake: Callable[[], object] = lambda: None) -> Queue[Message | None]:
        """A queue. `wake` is called after each message, by whoever publishes it, and must not wait."""
        queue: Queue[Message | None] = Queue(MAX_QUEUED + 1)
        with self._lock:
            if self._is_closed:
                queue.put_nowait(None)
            else:
                self._queues[queue] = wake
        return queue

    def unsubscribe(self, queue: Queue[Message | None]) -> None:
        with self._lock:
            self._queues.pop(queue, None)

    def publish(self, message: Message) -> None:
        self._on_message(message)
        with self._lock:
            for queue, wake in list(self._queues.items()):
                if queue.qsize() < MAX_QUEUED:
                    queue.put_nowait(message)
                    wake()
                else:
                    self._disconnect(queue)

    def close(self) -> None:
        """Disconnects all subscribers, and any that subscribe later."""
        with self._lock:
            self._is_closed = True
            for queue in list(self._queues):
                self._disconnect(queue)

    def _disconnect(self, queue: Queue[Message | None]) -> None:
        """Ends a queue. It holds one message more than MAX_QUEUED, so there is room for the end."""
        wake = self._queues.pop(queue, lambda: None)
        queue.put_nowait(None)
        wake()
