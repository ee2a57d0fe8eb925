"""How a camera is, judged by the age and the content of its last frame, in a sentence for everybody at the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from .frames import LOST_SECONDS, PHONE, Frame, LiveSource
from .images import Image

SMALL = (160, 120)
BRIGHT_SHARE = 0.995
"""Share of a small copy that is darker than its lights."""
DARK = 50
"""Grey levels of 255: where the lights are no brighter, pips cannot be told. White tiles on a dark cloth have them."""
PLAIN = 4.0
"""Grey levels by which a picture of something spreads at least; a table on a photo spreads by 14 and more."""
FROZEN_SECONDS = 20.0
"""A live camera's noise changes every frame; one that shows the very same for so long has stopped looking."""
TURNED_SECONDS = 5.0


@dataclass(frozen=True)
class SourceStatus:
    """How a camera is."""

    state: str = "none"
    """none, waiting (for the first frame), live, over (a film), stopped; where no frame comes: lost; where frames come,
    but: flawed, turned, dark, covered, frozen, strange (no domino in them). Of a phone also: away, rivals, single."""
    says: str = "There is no camera: tell what is played by hand."
    """A sentence or two; "" where all is well."""


WELL = SourceStatus("live", "")


class SourceMonitor:
    """Judges one source, whenever it is asked."""

    def __init__(self, source: LiveSource, clock: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._clock = clock
        self._last: Frame | None = None
        self._same_since = self._same_until = clock()
        """Between which the frames that came were all the same."""
        self._turns, self._turned_at = source.turns, -np.inf

    def judge(self) -> SourceStatus:
        """How the source is now."""
        source, last, now = self._source, self._source.last, self._clock()
        if source.is_over:
            return SourceStatus("over", "The film is over." if source.is_film else "The camera is closed.")
        if source.is_lost:
            return SourceStatus("lost", f"{_why_lost(source)} Meanwhile tell what is played by hand.")
        if last is None:
            return SourceStatus("waiting", source.trouble or f"Waiting for the {_kind(source)}.")
        self._compare(last, now)
        if source.is_flawed:
            return SourceStatus("flawed", f"{source.trouble} Such pictures are passed over.")
        if now - self._turned_at < TURNED_SECONDS:
            return SourceStatus("turned", "The picture was turned: the tiles are looked for anew, then it goes on.")
        return _by_content(last.image) or self._if_frozen() or WELL

    def _compare(self, last: Frame, now: float) -> None:
        before, self._last = self._last, last
        if self._turns != self._source.turns:
            self._turns, self._turned_at = self._source.turns, now
        if before is None:
            self._same_since = self._same_until = now
        if before is None or before.number == last.number:
            return
        self._same_until = now
        if self._source.is_film or not np.array_equal(before.image, last.image):
            self._same_since = now

    def _if_frozen(self) -> SourceStatus | None:
        if self._same_until - self._same_since < FROZEN_SECONDS:
            return None
        seconds = f"{FROZEN_SECONDS:.0f} seconds"
        return SourceStatus(
            "frozen", f"The {_kind(self._source)} shows the very same picture for {seconds}: start it anew."
        )


def _why_lost(source: LiveSource) -> str:
    if source.name == PHONE:
        return (
            f"The phone has sent no picture for {LOST_SECONDS:.0f} seconds: is it locked, or has it left the network?"
        )
    why = (
        source.trouble
        or f"{source.name}: nothing has come for {LOST_SECONDS:.0f} seconds; look at its cable or network."
    )
    return f"No picture comes. {why} It is tried again and again."


def _by_content(image: Image) -> SourceStatus | None:
    small = cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA).mean(axis=2)
    if float(np.quantile(small, BRIGHT_SHARE)) < DARK:
        return SourceStatus("dark", "It is too dark to tell pips: switch on a light, or uncover the camera.")
    if float(small.std()) < PLAIN:
        return SourceStatus("covered", "The camera sees nothing but one plain surface: is something before its lens?")
    return None


def _kind(source: LiveSource) -> str:
    return PHONE if source.name == PHONE else "film" if source.is_film else "camera"
