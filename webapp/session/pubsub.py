"""Everybody who follows the table, each with a queue of what they have not heard yet."""

from __future__ import annotations

import threading
from queue import Queue
from typing import Generic, TypeVar

Message = TypeVar("Message")

LONGEST_QUEUE = 500
"""Who has fallen this far behind is let go, and asks again from where they were."""


class Broker(Generic[Message]):
    """Publishes to any number of queues. None in a queue says that it is the last."""

    def __init__(self) -> None:
        self._queues: set[Queue[Message | None]] = set()
        self._lock = threading.Lock()
        self._is_closed = False

    def subscribe(self) -> Queue[Message | None]:
        queue: Queue[Message | None] = Queue(LONGEST_QUEUE + 1)
        with self._lock:
            if self._is_closed:
                queue.put_nowait(None)
            else:
                self._queues.add(queue)
        return queue

    def unsubscribe(self, queue: Queue[Message | None]) -> None:
        with self._lock:
            self._queues.discard(queue)

    def publish(self, message: Message) -> None:
        with self._lock:
            for queue in list(self._queues):
                if queue.qsize() < LONGEST_QUEUE:
                    queue.put_nowait(message)
                else:
                    self._let_go(queue)

    def close(self) -> None:
        """Lets everybody go, also those who come later."""
        with self._lock:
            self._is_closed = True
            for queue in list(self._queues):
                self._let_go(queue)

    def _let_go(self, queue: Queue[Message | None]) -> None:
        """The queue has room for one more than LONGEST_QUEUE: for this."""
        self._queues.discard(queue)
        queue.put_nowait(None)
