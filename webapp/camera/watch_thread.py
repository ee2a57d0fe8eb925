"""Watches a source and scores what happens: line by line for `muggins watch`, in a thread for the dashboard."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from muggins.scorer.events import GameStarted
from muggins.scorer.language import Text, lazy_gettext, text_of
from muggins.vision.capture.open_source import PHONE, LiveSource, Source, open_source
from muggins.vision.capture.status import SourceStatus
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.events import Played, Reread, TakenBack
from muggins.vision.tracking.watcher import Watcher

from ..session.event_log import LoggedEvent
from ..session.questions import Question
from ..session.session import GameSession
from .belief_sync import BeliefSync
from .fault_marks import FaultMarks
from .health import Health
from .live_image import LiveImage, ReadPicture, encode_still
from .phone import Phone
from .table_watcher import TableWatcher, WatcherLostError

MakeWatcher = Callable[[GameSession], TableWatcher]


def watch(
    source: str,
    started: GameStarted,
    realtime: bool = False,
    on_question: Callable[[Question], None] = lambda _: None,
    on_status: Callable[[SourceStatus], None] = lambda _: None,
) -> Iterator[dict[str, Any]]:
    """The scored events of a game at a source as JSON, each as it happens, from the start of the game on.

    `on_question` is called with what is in doubt and not scored, `on_status` with every new status of a camera.
    ValueError where the source cannot be opened or the game cannot begin.
    """
    session = GameSession(on_question=on_question)
    session.start_game(started)
    opened = open_source(source, realtime=realtime)
    live_image = None
    if isinstance(opened, LiveSource):
        live_image = LiveImage(opened)
        Health(opened, session, last_state=lambda: live_image.state, on_status=on_status).start()
    try:
        yield from (logged.line for logged in session.events_since(1, 0) or ())
        yield from (logged.line for logged in follow(opened, session, live_image=live_image))
    finally:
        opened.close()
        if live_image is not None:
            live_image.close()


class WatcherFactory:
    """Makes watchers for the games of one camera. They share a reader, so that the models are loaded once."""

    def __init__(self) -> None:
        self._reader: Reader | None = None

    def __call__(self, session: GameSession) -> Watcher:
        """A watcher for the set of tiles and the seats of the game being played."""
        game = session.snapshot.game
        assert game is not None
        started = game.record[0]
        assert isinstance(started, GameStarted)
        if self._reader is None or self._reader.set != game.rules.set:
            self._reader = Reader(set=game.rules.set)
        read = self._reader.read
        return Watcher(read, sides=tuple(started.seats.values())) if started.seats else Watcher(read)


def watcher_for(session: GameSession) -> Watcher:
    """A watcher for the game being played, with models of its own."""
    return WatcherFactory()(session)


def follow(
    source: Source,
    session: GameSession,
    make_watcher: MakeWatcher | None = None,
    live_image: LiveImage | None = None,
    on_unread: Callable[[Text | str], None] = lambda _: None,
) -> Iterator[LoggedEvent]:
    """The events that are recorded because of what is seen, until the source is over.

    A new game gets a new watcher. `on_unread` is called after every frame with `Watcher.unread`.
    """
    make_watcher = make_watcher or WatcherFactory()
    number, game_id, watcher, belief_sync = 0, 0, None, None
    marks = FaultMarks(session)
    while frames := source.since(number):
        *skipped, frame = frames
        number = frame.number
        current_id = session.snapshot.game_id
        if watcher is None or game_id != current_id:
            game_id, watcher = current_id, make_watcher(session) if current_id else None
            belief_sync = BeliefSync(session, watcher) if watcher is not None else None
        if watcher is None or belief_sync is None:
            continue
        try:
            # An arm may have come and gone meanwhile: every frame is examined, and the newest is read.
            for each in skipped:
                watcher.glance(each)
            belief_sync.update_watcher()
            events = belief_sync.relabel(watcher.update(frame))
        except WatcherLostError:
            watcher = None
            continue
        on_unread(watcher.unread)
        if live_image is not None:
            live_image.show(marks.add_to(watcher.state), watcher.is_idle and not events)
        for event in events:
            picture = encode_still(frame) if isinstance(event, Played | TakenBack | Reread) else None
            yield from session.on_table_event(event, picture)


class WatchThread:
    """A thread that watches a source for a session, until the source is over or `stop` is called."""

    def __init__(
        self,
        source: LiveSource,
        session: GameSession,
        make_watcher: MakeWatcher | None = None,
        phone_key: str = "",
        number: int = 0,
        read: ReadPicture | None = None,
    ) -> None:
        """The frames of the live image are numbered from `number` + 1 on, so that pages go on counting.

        `read` reads single pictures, as LiveImage says.
        """
        self.name = source.name
        self.live_image = LiveImage(source, number, read=read)
        self.trouble: Text | str = ""
        """Why it has stopped watching before the source was over, a sentence; "" otherwise."""
        self.unread: Text | str = ""
        """Why pictures stay unread for now, a sentence; "" while they are read."""
        self.phone = Phone(source, phone_key) if source.name == PHONE else None
        """Receives the pictures where a phone is the camera."""
        self._health = Health(
            source,
            session,
            self.phone,
            last_state=lambda: self.live_image.state,
            trouble=lambda: self.trouble,
            unread=lambda: self.unread,
        )
        self._source = source
        self._session = session
        self._make_watcher = make_watcher
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._health.start()

    def stop(self) -> None:
        self._source.close()
        self._health.stop()
        if self._thread.is_alive():
            self._thread.join()
        self.live_image.close()
        if self.phone is not None:
            self.phone.close()

    def _set_unread(self, unread: Text | str) -> None:
        self.unread = unread

    def _run(self) -> None:
        try:
            for _ in follow(self._source, self._session, self._make_watcher, self.live_image, self._set_unread):
                pass
        except ValueError as error:
            self.trouble = text_of(error)
        except Exception:
            self.trouble = lazy_gettext("an error in the program; start it again, and the game goes on where it was.")
            raise
