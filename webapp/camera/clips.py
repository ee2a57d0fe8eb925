"""Clips: moving pictures of the seconds around a play, which show whose arm laid what."""

from __future__ import annotations

import logging
from collections import deque
from concurrent.futures import ThreadPoolExecutor

from muggins.vision.capture.frames import Frame
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.types import Image

from ..session.session import GameSession
from ..session.store import StoreError
from .table_watcher import PERIOD_SECONDS, ClipMaker, as_webp, small

SECONDS_BEFORE = 6.0
"""Seconds before a play is seen: an arm has reached out and gone, and the tile has come to rest."""
SECONDS_AFTER = 2.0


class ClipRecorder:
    """Remembers the newest seconds of a camera, where the host wants clips, and stores those around each play.

    `add` and `want` are called by one thread, which never waits for a clip.
    """

    def __init__(self, session: GameSession, make_clip: ClipMaker | None = None) -> None:
        """`make_clip` opens the JPEGs; without it this process does, as they come."""
        self._session = session
        self._make_clip = make_clip or as_webp
        self._opens = make_clip is None
        self._shown: deque[tuple[float, Image | Jpeg]] = deque()
        self._wanted: deque[tuple[int, int, float]] = deque()
        """Game, number of the event and time of each clip whose end has not been seen yet."""
        self._encoder = ThreadPoolExecutor(1, "clips")

    def add(self, frame: Frame) -> None:
        """Remembers a frame, and stores the clips that end with it."""
        if not self._session.keeps_clips:
            self._shown.clear()
            return
        if self._shown and 0 <= frame.time - self._shown[-1][0] < PERIOD_SECONDS:
            return
        is_kept_shut = isinstance(frame.picture, Jpeg) and not self._opens
        self._shown.append((frame.time, frame.picture if is_kept_shut else small(frame.picture)))
        while self._shown[0][0] < frame.time - SECONDS_BEFORE - SECONDS_AFTER:
            self._shown.popleft()
        while self._wanted and self._wanted[0][2] + SECONDS_AFTER <= frame.time:
            self._store_next()

    def want(self, game: int, number: int, time: float) -> None:
        """Asks for a clip of an event of a game that was seen at a time of the frames."""
        if self._session.keeps_clips:
            self._wanted.append((game, number, time))

    def close(self) -> None:
        """Stores the clips that are still wanted, as far as there are pictures, and waits until they are written."""
        while self._wanted:
            self._store_next()
        self._encoder.shutdown()

    def _store_next(self) -> None:
        game, number, time = self._wanted.popleft()
        pictures = [picture for at, picture in self._shown if time - SECONDS_BEFORE <= at <= time + SECONDS_AFTER]
        if pictures:
            self._encoder.submit(self._store, game, number, pictures)

    def _store(self, game: int, number: int, pictures: list[Image | Jpeg]) -> None:
        try:
            if clip := self._make_clip(pictures):
                self._session.keep_clip(game, number, clip)
        except StoreError as error:
            logging.getLogger("muggins.camera").warning("a clip is not kept: %s", error)
