"""Watches a source and scores what happens: line by line for `muggins watch`, in a thread for the dashboard."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game, Step
from muggins.scorer.layout import Layout
from muggins.texts import Text, lazy_gettext, text_of
from muggins.vision.capture.open_source import PHONE, Frame, LiveSource, Source, open_source
from muggins.vision.capture.status import SourceStatus
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Watcher

from ..session.current_hand import expected_of
from ..session.event_log import LoggedEvent
from ..session.questions import Question
from ..session.session import GameSession
from ..session.store import StoreError
from .clips import ClipRecorder
from .fault_marks import FaultMarks
from .health import Health
from .live_image import LiveImage
from .phone import Phone
from .table_watcher import HERE, PictureWork, TableWatcher, WatcherLostError, encode_stored, is_pictured, watched_set

log = logging.getLogger("muggins.camera")

MakeWatcher = Callable[[GameSession], TableWatcher]


def watch(
    source: str,
    started: GameStarted,
    realtime: bool = False,
    on_question: Callable[[Question], None] = lambda _: None,
    on_status: Callable[[SourceStatus], None] = lambda _: None,
) -> Iterator[Step]:
    """The scored events of a game at a source, each as it happens, from the start of the game on.

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
        yield from (logged.step for logged in session.events_since(1, 0) or ())
        yield from (logged.step for logged in follow(opened, session, live_image=live_image))
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
        highest = watched_set(game.rules)
        if self._reader is None or self._reader.set != highest:
            self._reader = Reader(set=highest, remembers=True)
        read = self._reader.read
        return Watcher(read, sides=tuple(game.seats.values())) if game.seats else Watcher(read)


def follow(
    source: Source,
    session: GameSession,
    make_watcher: MakeWatcher | None = None,
    live_image: LiveImage | None = None,
) -> Iterator[LoggedEvent]:
    """The events that are recorded because of what is seen, until the source is over."""
    follower, number = Follower(session, make_watcher, live_image), 0
    while frames := source.since(number):
        number = frames[-1].number
        yield from follower.take(frames)


class Follower:
    """Watches the frames of a source, and has a session record what it sees. A new game gets a new watcher."""

    def __init__(
        self,
        session: GameSession,
        make_watcher: MakeWatcher | None = None,
        live_image: LiveImage | None = None,
        clips: ClipRecorder | None = None,
        encode: Callable[[Frame], bytes] = encode_stored,
    ) -> None:
        """`encode` makes the JPEG that is stored with what was seen in the frame that was watched last."""
        self._clips = clips
        self._encode = encode
        self._session = session
        self._make_watcher = make_watcher or WatcherFactory()
        self._live_image = live_image
        self._marks = FaultMarks(session)
        self._game_id = 0
        self._watcher: TableWatcher | None = None
        self._is_paused = False
        self._game: Game | None = None
        self._expected = Expected()
        """What the record of that game says of the table."""
        self._untold: deque[tuple[TableEvent, bytes | None]] = deque()
        """What was seen and is not recorded yet, each with its JPEG."""

    @property
    def unread(self) -> Text | str:
        """See `Watcher.unread`."""
        return self._watcher.unread if self._watcher is not None else ""

    def take(self, frames: Sequence[Frame]) -> list[LoggedEvent]:
        """The events that are recorded because of the next frames, the newest of which is read.

        StoreError where the record cannot be written: then they are recorded with the frames that follow. After any
        other error the next frames get a new watcher, which finds the layout again.
        """
        try:
            self._follow_game()
            if self._watcher is not None:
                self._watch(frames)
            return self._tell()
        except StoreError:
            raise
        except WatcherLostError:
            self._watcher = None
            return []
        except Exception:
            self._watcher = None
            raise

    def _tell(self) -> list[LoggedEvent]:
        """Records all that was seen. After a StoreError the rest waits."""
        recorded: list[LoggedEvent] = []
        while self._untold:
            event, picture = self._untold.popleft()
            try:
                told = self._session.on_table_event(event, picture)
            except StoreError:
                self._untold.appendleft((event, picture))
                raise
            recorded += told
            if self._clips is not None and picture is not None and told:
                self._clips.want(told[-1].game_id, told[-1].number, event.time)
        return recorded

    def _follow_game(self) -> None:
        """Makes a watcher where there is none for the game being played."""
        snapshot = self._session.snapshot
        game = snapshot.game
        current_id = snapshot.game_id
        self._is_paused = snapshot.is_paused or (game is not None and game.rules.is_kept_by_hand)
        if game is not None and game is not self._game:
            self._game, self._expected = game, expected_of(game)
        if current_id != self._game_id:
            self._game_id, self._watcher = current_id, None
            self._untold.clear()
        if self._watcher is None and current_id:
            self._watcher = self._make_watcher(self._session)

    def _watch(self, frames: Sequence[Frame]) -> None:
        assert self._watcher is not None
        *skipped, frame = frames
        if self._clips is not None:
            for each in frames:
                self._clips.add(each)
        # An arm may have come and gone meanwhile: every frame is examined, and the newest is read.
        for each in skipped:
            self._watcher.glance(each)
        # What the record is not told it can neither take nor refuse.
        is_told = not self._untold and not self._is_paused
        events = self._watcher.update(frame, self._expected if is_told else None)
        if self._live_image is not None:
            state, game = self._marks.add_to(self._watcher.state), self._session.snapshot.game
            is_idle = self._watcher.is_idle and not events
            if state is not None and game is not None and game.rules.is_kept_by_hand:
                state = replace(state, layout=Layout(), links=(), doubts=())  # its tiles can still be tapped
            self._live_image.show(state, is_idle, game.rules if game is not None else None)
        picture = self._encode(frame) if any(map(is_pictured, events)) else None
        self._untold.extend((event, picture if is_pictured(event) else None) for event in events)


class WatchThread:
    """A thread that watches a source for a session, until the source is over or `stop` is called.

    No error of a record, a reader or a picture ends it: `unread` says what is wrong, and it goes on.
    """

    def __init__(
        self,
        source: LiveSource,
        session: GameSession,
        make_watcher: MakeWatcher | None = None,
        phone_key: str = "",
        number: int = 0,
        work: PictureWork = HERE,
    ) -> None:
        """The frames of the live image are numbered from `number` + 1 on, so that pages go on counting."""
        self.name = source.name
        self.live_image = LiveImage(source, number, read=work.read)
        self.unread: Text | str = ""
        """What keeps pictures from being read, or events from being recorded, for now: a sentence; "" for nothing."""
        # Where others read the pictures they open them too.
        self.phone = Phone(source, phone_key, opens=work is HERE) if source.name == PHONE else None
        """Receives the pictures where a phone is the camera."""
        self._health = Health(
            source,
            session,
            self.phone,
            last_state=lambda: self.live_image.state,
            unread=lambda: self.unread,
            judge=work.judge,
        )
        self._encode = work.encode
        self._source = source
        self._session = session
        self._make_watcher = make_watcher
        self._clips = ClipRecorder(session, work.make_clip)
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._health.start()

    def stop(self) -> None:
        self._source.close()
        self._health.stop()
        if self._thread.is_alive():
            self._thread.join()
        self._clips.close()
        self.live_image.close()
        if self.phone is not None:
            self.phone.close()

    def _run(self) -> None:
        follower = Follower(self._session, self._make_watcher, self.live_image, self._clips, self._encode)
        number, logged = 0, ""
        while frames := self._source.since(number):
            number = frames[-1].number
            try:
                follower.take(frames)
                self.unread = follower.unread
            except Exception as error:
                self.unread = text_of(error) if isinstance(error, ValueError) else _sentence(error)
                # The next frame mostly fails alike: thirty lines a second would fill the disk.
                if repr(error) != logged:
                    log.exception("a frame could not be watched")
                    logged = repr(error)


def _sentence(error: Exception) -> Text:
    """What an error of the program means to the players, and what to do."""
    return lazy_gettext(
        "An error in the program (%(error)s): it goes on with the next picture.",
        error=type(error).__name__,
    )
