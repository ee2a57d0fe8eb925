"""What a receiver has still to be told. The record is the queue: an outbox remembers how far in it the receiver is."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from muggins.texts import Text, lazy_gettext, text_of

from ..session.archive import Archive
from ..session.session import GameSession
from ..web.streams import queued

log = logging.getLogger("muggins.receivers")

FIRST_PAUSE_SECONDS = 1.0
"""Seconds until a message that was not taken is sent again. Each further failure doubles the pause."""
LONGEST_PAUSE_SECONDS = 60.0
MOST_TRIES = 10
"""How often an event is sent that is refused: within four minutes. Then the next one is sent."""
MOST_REFUSED = 3
"""How many events in a row may be refused. Then the receiver is told nothing more: it is not they that are wrong."""
KEEP_SECONDS = 1.0
"""Seconds between two notes of how far a receiver is, while it catches up: the game writes to the same disk."""
LAST_SECONDS = 1.0
"""Seconds that a receiver has, when it is told no more, to take what is under way."""


class DeliveryError(ValueError):
    """The receiver has not taken a message. It carries a sentence."""


class NotWantedError(DeliveryError):
    """The receiver was there and did not want this message."""


class SwitchedOffError(DeliveryError):
    """The receiver is told nothing any more, until the host says so."""


@dataclass(frozen=True, order=True)
class Position:
    """How far in the record of all games a receiver is: it has been told everything up to an event of a game."""

    game: int = 0
    number: int = 0


@dataclass(frozen=True)
class Delivered:
    """How far a receiver is, as it is kept."""

    told: Position = Position()
    left_out: tuple[str, ...] = ()
    """The ids of events before that it refused."""


@dataclass(frozen=True)
class Telling:
    """An event of the record, as it is told."""

    position: Position
    line: dict[str, Any]
    """As in the record of the game."""
    table: int | None
    """The number of the table in a hall; None where there is one table."""

    @property
    def id(self) -> str:
        """As in the stream of the table. A message that is sent again has the same."""
        return f"{self.position.game}-{self.position.number}"

    @property
    def body(self) -> dict[str, Any]:
        where = {} if self.table is None else {"table": self.table}
        return {"id": self.id, **where, "game": self.position.game, **self.line}


class Receiver(Protocol):
    """Somebody elsewhere who takes messages."""

    def send(self, telling: Telling) -> None:
        """Returns once the message is taken. DeliveryError where it is not: then it is sent again."""

    def close(self) -> None: ...


class Outbox:
    """A thread that tells a receiver every event in order, and each one again until it is taken.

    The game never waits for it. Events that come meanwhile wait in the record. An event that is refused MOST_TRIES
    times is left out once a later one is taken; a receiver that refuses MOST_REFUSED events in a row is told nothing
    more, and none of them is left out.
    """

    def __init__(
        self,
        session: GameSession,
        receiver: Receiver,
        progress: Delivered,
        on_progress: Callable[[Delivered], None],
        table: int | None = None,
    ) -> None:
        """`on_progress` keeps how far the receiver is; it may raise StoreError."""
        self._session = session
        self._archive = Archive(session)
        self._receiver = receiver
        self._progress = self._kept = progress
        self._kept_at = 0.0
        self._on_progress = on_progress
        self._table = table
        self._sent = progress.told
        """Up to where events were told or refused."""
        self._refused: tuple[str, ...] = ()
        """The ids of the events that were refused since one was told."""
        self._tries = 0
        """How often the next event was refused."""
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._pause = FIRST_PAUSE_SECONDS
        self._lock = threading.Lock()
        self._trouble: Text | str = ""
        self._messages = session.subscribe(self._woken.set)
        self._is_abandoned = False
        self._is_off = False
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> Text | str:
        """Why the next event is not taken, a sentence; "" where none waits."""
        return self._trouble

    @property
    def waiting(self) -> int:
        """The number of events that the receiver has still to be told."""
        told = self._progress.told
        return self._archive.count_after(told.game, told.number)

    @property
    def progress(self) -> Delivered:
        """How far the receiver is."""
        return self._progress

    @property
    def is_off(self) -> bool:
        """Whether the receiver is told nothing any more; `trouble` says why."""
        return self._is_off

    def stop(self) -> None:
        """Ends the thread. What is being told is finished, unless the receiver hangs."""
        self._stopped.set()
        self._woken.set()
        self._thread.join(LAST_SECONDS)
        with self._lock:
            self._is_abandoned = True
        self._session.unsubscribe(self._messages)
        self._receiver.close()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._woken.clear()
            if None in queued(self._messages):
                # More had come than a queue holds. What was missed stands in the record.
                self._messages = self._session.subscribe(self._woken.set)
            try:
                self._tell_all()
            except SwitchedOffError as error:
                self._trouble, self._is_off = text_of(error), True
                return
            except Exception as error:
                if not isinstance(error, ValueError):
                    log.exception("an event could not be told")
                self._trouble = text_of(error) if isinstance(error, ValueError) else _sentence(error)
                self._stopped.wait(self._pause)
                self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)
            else:
                self._woken.wait()

    def _tell_all(self) -> None:
        try:
            while tellings := self._next():
                for telling in tellings:
                    self._tell(telling)
                    if time.monotonic() - self._kept_at >= KEEP_SECONDS:
                        self._keep()
                    if self._stopped.is_set():
                        return
        finally:
            self._keep()

    def _tell(self, telling: Telling) -> None:
        """Tells an event, or gives it up. DeliveryError where it is told again, SwitchedOffError where nothing is."""
        try:
            self._receiver.send(telling)
        except NotWantedError as error:
            self._tries += 1
            if self._tries < MOST_TRIES:
                raise
            self._refused = (*self._refused, telling.id)
            if len(self._refused) == MOST_REFUSED:
                raise SwitchedOffError(_why_off(error)) from None
            self._trouble = text_of(error)
        else:
            left_out = self._progress.left_out + self._refused
            self._progress, self._refused, self._trouble = Delivered(telling.position, left_out), (), ""
        self._sent, self._tries, self._pause = telling.position, 0, FIRST_PAUSE_SECONDS

    def _keep(self) -> None:
        """Keeps how far the receiver is, unless another has taken its place."""
        with self._lock:
            if self._kept != self._progress and not self._is_abandoned:
                self._on_progress(self._progress)
                self._kept, self._kept_at = self._progress, time.monotonic()

    def _next(self) -> list[Telling]:
        """The events of a game that come next; none where all are told."""
        game, number = self._sent.game, self._sent.number
        logged = self._session.events_since(game, number)
        if logged is not None:
            lines = [(each.game_id, each.line) for each in logged]
        else:
            lines = self._archive.lines_after(game, number)
        return [Telling(Position(game, line["number"]), line, self._table) for game, line in lines]


def _why_off(error: NotWantedError) -> Text:
    return lazy_gettext(
        "%(why)s; after %(number)s events in a row that it refused it is told nothing more",
        why=text_of(error),
        number=MOST_REFUSED,
    )


def _sentence(error: Exception) -> Text:
    return lazy_gettext("an error in the program (%(error)s); it is tried again", error=type(error).__name__)
