"""The recorded game that comes with the program: a hand on video, with what its players said and when."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from muggins.scorer.events import Event, GameStarted, RecordError
from muggins.scorer.record import parse_event
from muggins.texts import Text, lazy_gettext
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame
from muggins.vision.types import TableState

from ..camera.switch import FILM, CameraSwitch
from ..camera.table_watcher import TableWatcher
from ..camera.watch_thread import WatcherFactory
from ..session.session import GameSession

RECORDED = Path(__file__).parent / "recorded"
AGAIN_SECONDS = 15.0
"""Seconds between two looks at whether the film is over and nobody has done anything since."""
IS_RECORDED = lazy_gettext(
    "A recorded game, shown again and again. To play at your own table choose “%(button)s”.",
    button=lazy_gettext("New game"),
)


@dataclass(frozen=True)
class Recording:
    """A filmed hand of a game."""

    video: Path
    started: GameStarted
    statements: tuple[Event, ...]
    """Claims and calls in order. The `t` of each is in seconds of the video."""

    @staticmethod
    def load(video: Path = RECORDED / "game.mp4") -> Recording:
        """The recording in a video and its side file of JSON. ValueError where the side file is missing or broken."""
        side_file = video.with_suffix(".json")
        try:
            side = json.loads(side_file.read_text())
            options = {key: side[key] for key in ("rules", "players", "seats", "claims") if side.get(key) is not None}
            started = parse_event({"event": "game", **options})
            statements = tuple(parse_event(event) for event in side.get("said", ()))
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
        return Recording(video, started, statements)

    def watcher_for(self, session: GameSession) -> TableWatcher:
        """A watcher of the recording that also tells the session what the players say; for a WatchThread."""
        return SpeakingWatcher(WatcherFactory()(session), self.statements, session.tell)


def show_again(recording: Recording, session: GameSession, cameras: CameraSwitch, stopped: threading.Event) -> None:
    """Begins the recorded game anew after its film, for whoever comes later, until `stopped` is set.

    It waits while somebody tries a correction, and ends once another game or camera is chosen.
    """
    session.show_notice(IS_RECORDED)
    at_last_look = None
    while not stopped.wait(AGAIN_SECONDS):
        game, watching = session.snapshot.game, cameras.watch_thread
        if game is None or game.record[0] != recording.started or cameras.chosen != FILM:
            session.show_notice("")
            return
        is_over = watching is not None and watching.live_image.is_over
        now = (session.snapshot.game_id, len(game.record)) if is_over else None
        if now is not None and now == at_last_look:
            session.start_game(recording.started)
            cameras.choose(FILM)
        at_last_look = now


class SpeakingWatcher:
    """A watcher of a recording that also tells what the players said, each at its time, as if they tapped it."""

    def __init__(self, watcher: TableWatcher, statements: Sequence[Event], tell: Callable[[Event], object]) -> None:
        self._watcher = watcher
        self._left = list(statements)
        self._tell = tell

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
            # Where the play was not seen there is nothing to claim, as at a real table.
            with suppress(RecordError):
                self._tell(self._left.pop(0))
        return self._watcher.update(frame, expected)

    def glance(self, frame: Frame) -> None:
        self._watcher.glance(frame)
