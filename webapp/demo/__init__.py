"""The recorded game that comes with the program: a game on video, with what its players said and when."""

from __future__ import annotations

import gc
import json
import threading
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path

from muggins.scorer.events import Correct, Event, GameStarted, HandEnd, RecordError
from muggins.scorer.record import parse_event
from muggins.scorer.tiles import Tile
from muggins.texts import Text, lazy_gettext
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame
from muggins.vision.types import TableState

from ..camera.switch import FILM, CameraSwitch
from ..camera.table_watcher import TableWatcher
from ..camera.watch_thread import WatcherFactory
from ..session.questions import Question
from ..session.session import GameSession

RECORDED = Path(__file__).parent / "recorded"
AGAIN_SECONDS = 15.0
"""Seconds between two looks at whether the film is over and nobody has done anything since."""
ANSWER_SECONDS = 5.0
"""Seconds after which the players in the film answer a question that no visitor has answered."""


@dataclass(frozen=True)
class Recording:
    """A filmed game."""

    video: Path
    started: GameStarted
    statements: tuple[Event, ...]
    """Claims and calls in order. The `t` of each is in seconds of the video."""
    played: tuple[tuple[float, Tile], ...] = ()
    """The tiles in the order of play, each with the second at which it is seen."""
    ends: tuple[HandEnd, ...] = ()
    """The ends of hands, with the tiles that are turned up."""
    make_watcher: WatcherFactory = field(default_factory=WatcherFactory, compare=False)
    """Makes all watchers of the recording, so that the models are loaded once however often it is shown."""

    @staticmethod
    def load(video: Path = RECORDED / "game.mp4") -> Recording:
        """The recording in a video and its side file of JSON. ValueError where the side file is missing or broken."""
        side_file = video.with_suffix(".json")
        names = {each.name for each in fields(GameStarted)}
        try:
            side = json.loads(side_file.read_text())
            options = {key: value for key, value in side.items() if key in names and value is not None}
            started = parse_event({"event": "game", **options})
            statements = tuple(parse_event(event) for event in side.get("said", ()))
            played = tuple((play["second_clear"], Tile.parse(play["tile"])) for play in side.get("plays", ()))
            events = map(parse_event, side.get("events", ()))
            ends = tuple(event for event in events if isinstance(event, HandEnd))
        except FileNotFoundError:
            raise ValueError(
                lazy_gettext(
                    "%(file)s: not there; a recording is a video and a .json file of the same name",
                    file=side_file,
                )
            ) from None
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError):
            raise ValueError(
                lazy_gettext("%(file)s: expected an object with rules, players, seats and said", file=side_file)
            ) from None
        assert isinstance(started, GameStarted)
        return Recording(video, started, statements, played, ends)

    def is_played(self, session: GameSession) -> bool:
        """Whether the game of a session is the recorded one."""
        game = session.snapshot.game
        return game is not None and game.record[0] == self.started

    def watcher_for(self, session: GameSession) -> TableWatcher:
        """A watcher of the recording that also tells the session what the players say; for a WatchThread.

        In any other game the players of the recording say nothing.
        """
        watcher = self.make_watcher(session)
        return SpeakingWatcher(watcher, self, session) if self.is_played(session) else watcher

    def plays_around(self, second: float) -> tuple[Tile | None, Tile | None]:
        """The tiles played last before and first after a second; None where there is none."""
        before = [tile for when, tile in self.played if when <= second]
        after = [tile for when, tile in self.played if when > second]
        return (before[-1] if before else None, after[0] if after else None)

    def true_answer(self, question: Question, second: float) -> int | None:
        """The index of the answer that the recording shows to be true by a second; None where it shows none."""
        lain = {tile for when, tile in self.played if when <= second}
        true = [
            number
            for number, choice in enumerate(question.choices)
            if choice.tile in lain or any(_hands_in(event) in [end.hands for end in self.ends] for event in choice.then)
        ]
        return true[0] if len(true) == 1 else None


def _hands_in(event: Event) -> object:
    """The tiles left in the hands, where an event says so."""
    said = event.said if isinstance(event, Correct) else event
    return said.hands if isinstance(said, HandEnd) else None


class Demo:
    """The recorded game, shown again and again until a visitor chooses another game or camera."""

    def __init__(self, recording: Recording, session: GameSession, cameras: CameraSwitch) -> None:
        self._recording = recording
        self._session = session
        self._cameras = cameras
        self._lock = threading.Lock()
        self._before = 0
        """The game that was shown before the present one; 0 where there is none."""

    @property
    def is_shown(self) -> bool:
        """Whether the recorded game is on the table, and its film before the camera."""
        return self._recording.is_played(self._session) and self._cameras.chosen == FILM

    def show_again(self) -> None:
        """Begins the recorded game and its film anew. Only the game that it was shown in before is kept."""
        with self._lock:
            shown = self._session.snapshot.game_id if self._recording.is_played(self._session) else 0
            self._cameras.begin_film()
            self._session.start_game(self._recording.started)
            if self._before and self._session.store is not None:
                self._session.store.delete(self._before)
            self._before = shown
            # What watched the film before holds itself in circles: Python let fifty megabytes a showing lie about.
            gc.collect()

    def keep_showing(self, stopped: threading.Event) -> None:
        """Begins anew after the film, for whoever comes later, until `stopped` is set.

        It waits while somebody tries a correction, and while another game or camera is chosen.
        """
        at_last_look = None
        while not stopped.wait(AGAIN_SECONDS):
            game, watching = self._session.snapshot.game, self._cameras.watch_thread
            is_over = self.is_shown and watching is not None and watching.live_image.is_over
            now = (self._session.snapshot.game_id, len(game.record)) if is_over and game is not None else None
            if now is not None and now == at_last_look:
                self.show_again()
            at_last_look = now


class SpeakingWatcher:
    """A watcher of a recording that also tells what its players say, each at its time, as if they tapped it.

    They answer what they are asked, unless a visitor does it before.
    """

    def __init__(self, watcher: TableWatcher, recording: Recording, session: GameSession) -> None:
        self._watcher = watcher
        self._recording = recording
        self._session = session
        self._left = list(recording.statements)

    @property
    def state(self) -> TableState | None:
        return self._watcher.state

    @property
    def is_idle(self) -> bool:
        return self._watcher.is_idle

    @property
    def unread(self) -> Text | str:
        return self._watcher.unread

    def update(self, frame: Frame, expected: Expected | None) -> list[TableEvent]:
        while self._left and (self._left[0].t or 0.0) <= frame.time:
            about, after = self._recording.plays_around(self._left[0].t or 0.0)
            game = self._session.snapshot.game
            lying = game.layout.tiles if game is not None else ()
            if after not in lying and about not in lying:
                break  # the play that they speak of is not read yet: this machine is busy
            statement = self._left.pop(0)
            # Where the next play was read meanwhile there is nothing left to claim, as at a real table.
            if after not in lying:
                with suppress(RecordError):
                    self._session.tell(statement)
        self._answer(frame.time)
        return self._watcher.update(frame, expected)

    def _answer(self, second: float) -> None:
        for question in self._session.snapshot.questions:
            if question.time > second - ANSWER_SECONDS:
                continue
            choice = self._recording.true_answer(question, second)
            # A visitor may have answered in this moment.
            with suppress(RecordError):
                if choice is not None:
                    self._session.answer(question.id, choice)
                elif question.kind == "hand-end":
                    self._enter_end()

    def _enter_end(self) -> None:
        """Ends the hand with the tiles that are left in the film, where the camera has not read them."""
        game = self._session.snapshot.game
        ended = sum(isinstance(event, HandEnd) for event in game.record) if game is not None else 0
        for end in self._recording.ends[ended : ended + 1]:
            self._session.tell(end)

    def glance(self, frame: Frame) -> None:
        self._watcher.glance(frame)
