"""Watching a source and scoring what happens there: for `muggins watch` line by line, for the dashboard in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from muggins.scorer.events import GameStarted
from muggins.vision.capture.open_source import PHONE, LiveSource, Source, open_source
from muggins.vision.capture.status import SourceStatus
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.events import Played, Reread, TableEvent, TakenBack
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.vision.types import TableState

from ..session.event_log import LoggedEvent
from ..session.questions import Question
from ..session.session import GameSession
from .belief_sync import BeliefSync, BelievingWatcher
from .fault_marks import FaultMarks
from .health import Health
from .live_image import LiveImage, encode_still
from .phone import Phone


class TableWatcher(BelievingWatcher, Protocol):
    """A Watcher."""

    @property
    def state(self) -> TableState | None: ...
    @property
    def is_idle(self) -> bool: ...
    def update(self, frame: Frame) -> list[TableEvent]: ...
    def glance(self, frame: Frame) -> None: ...


MakeWatcher = Callable[[GameSession], TableWatcher]


def watch(
    source: str,
    started: GameStarted,
    realtime: bool = False,
    on_question: Callable[[Question], None] = lambda _: None,
    camera: Callable[[SourceStatus], None] = lambda _: None,
) -> Iterator[dict[str, Any]]:
    """The scored events of a game at a source, each as it happens, beginning with the start of the game.

    `on_question` is called with what is in doubt and not scored, `camera` with every new status of a camera. ValueError
    where the source or the game cannot be.
    """
    live = GameSession(on_question=on_question)
    live.start_game(started)
    opened = open_source(source, realtime=realtime)
    picture = None
    if isinstance(opened, LiveSource):
        picture = LiveImage(opened)
        Health(opened, live, seen=lambda: picture.state, told=camera).start()
    try:
        yield from (told.line for told in live.events_since(1, 0) or ())
        yield from (told.line for told in follow(opened, live, picture=picture))
    finally:
        opened.close()


class WatcherFactory:
    """Makes the watchers of the games that one camera sees; all read with the same networks, which are loaded once."""

    def __init__(self) -> None:
        self._reader: Reader | None = None

    def __call__(self, live: GameSession) -> Watcher:
        """A watcher for the set of tiles and the seats of the game at the live table."""
        game = live.snapshot.game
        assert game is not None
        started = game.record[0]
        assert isinstance(started, GameStarted)
        if self._reader is None or self._reader.set != game.rules.set:
            self._reader = Reader(set=game.rules.set)
        read = self._reader.read
        return Watcher(read, sides=tuple(started.seats.values())) if started.seats else Watcher(read)


def watcher_for(live: GameSession) -> Watcher:
    """A watcher for the game at the live table, with networks of its own."""
    return WatcherFactory()(live)


def follow(
    source: Source, live: GameSession, make_watcher: MakeWatcher | None = None, picture: LiveImage | None = None
) -> Iterator[LoggedEvent]:
    """What is told because of what is seen, until the source is over; another game is watched with another watcher."""
    make_watcher = make_watcher or WatcherFactory()
    number, game_id, watcher, agreement = 0, 0, None, None
    marking = FaultMarks(live)
    while frames := source.since(number):
        *passed_over, frame = frames
        number = frame.number
        playing = live.snapshot.game_id
        if watcher is None or game_id != playing:
            game_id, watcher = playing, make_watcher(live) if playing else None
            agreement = BeliefSync(live, watcher) if watcher is not None else None
        if watcher is None or agreement is None:
            continue
        # An arm may have come and gone while the frame before was read: all are looked at, and the newest is read.
        for each in passed_over:
            watcher.glance(each)
        agreement.keep()
        happened = agreement.heed(watcher.update(frame))
        if picture is not None:
            picture.show(marking.marked(watcher.state), watcher.is_idle and not happened)
        for happening in happened:
            moment = encode_still(frame) if isinstance(happening, Played | TakenBack | Reread) else None
            yield from live.on_table_event(happening, moment)


class WatchThread:
    """A thread that watches a source for a live table, until the source is over or `stop` is called."""

    def __init__(
        self,
        source: LiveSource,
        live: GameSession,
        make_watcher: MakeWatcher | None = None,
        phone_key: str = "",
        number: int = 0,
    ) -> None:
        """`number`: of the last picture that another source has shown to the pages, which go on counting."""
        self.name = source.name
        self.live_image = LiveImage(source, number)
        self.trouble = ""
        """Why it has stopped watching, where it had to."""
        self.phone = Phone(source, phone_key) if source.name == PHONE else None
        """Takes the pictures where a phone is the camera."""
        self._health = Health(source, live, self.phone, lambda: self.live_image.state, lambda: self.trouble)
        self._source = source
        self._live = live
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

    def _run(self) -> None:
        try:
            for _ in follow(self._source, self._live, self._make_watcher, self.live_image):
                pass
        except ValueError as error:
            self.trouble = str(error)
        except Exception:
            self.trouble = "an error in the program; start it again, and the game goes on where it was."
            raise
