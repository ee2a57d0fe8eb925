"""How a camera is, by the age and the content of its last frame, in a sentence for everybody at the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from muggins.texts import Text, lazy_gettext, lazy_ngettext, text_of

from . import tuning
from .frames import PHONE, Frame, LiveSource
from .images import Image
from .jpeg import Jpeg

CameraState = Literal[
    "none",
    "waiting",  # the first frame has not come
    "live",  # all is well
    "over",  # the film has ended, or the camera was closed
    "lost",  # no frame comes
    # Frames come, but:
    "flawed",  # some come damaged
    "turned",  # the picture was turned a moment ago
    "dark",  # pips cannot be told
    "covered",  # one plain surface is seen
    "frozen",  # all frames are the same
    "unread",  # nothing reads them for now
    "strange",  # no domino is in them
    # The camera is a phone, and:
    "away",  # it is locked, or shows another page
    "rivals",  # a second phone sends pictures too
    "taken-over",  # it has just taken the place of another phone
    "single",  # it takes single pictures
]
"""How a camera is."""
NO_CAMERA = lazy_gettext("There is no camera.")


@dataclass(frozen=True)
class SourceStatus:
    """How a camera is."""

    state: CameraState = "none"
    says: Text | str = NO_CAMERA
    """A sentence or two, and "" if all is well."""


WELL = SourceStatus("live", "")
FILM_OVER = lazy_gettext("The film is over.")
CAMERA_CLOSED = lazy_gettext("The camera is closed.")


def status_by(picture: Image | Jpeg) -> SourceStatus:
    """How a camera is by one of its pictures."""
    try:
        shown = picture.eighth if isinstance(picture, Jpeg) else picture
    except ValueError as error:  # nobody had opened it yet
        return _flawed(text_of(error))
    small = cv2.resize(shown, tuning.SMALL_SIZE, interpolation=cv2.INTER_AREA)
    small = small.mean(axis=2) if small.ndim == 3 else small
    if float(np.quantile(small, tuning.LIGHTS_QUANTILE)) < tuning.DARK_LEVELS:
        return SourceStatus(
            "dark", lazy_gettext("It is too dark to tell pips: switch on a light, or uncover the camera.")
        )
    if float(small.std()) < tuning.PLAIN_LEVELS:
        return SourceStatus(
            "covered", lazy_gettext("The camera sees nothing but one plain surface: is something before its lens?")
        )
    return WELL


Judge = Callable[[Image | Jpeg], SourceStatus]
"""Says how a camera is by one of its pictures."""


class SourceMonitor:
    """Checks one source whenever it is asked."""

    def __init__(
        self,
        source: LiveSource,
        clock: Callable[[], float] = time.monotonic,
        judge: Judge = status_by,
    ) -> None:
        self._source = source
        self._judge = judge
        self._clock = clock
        self._last: Frame | None = None
        self._same_since = clock()
        """Seconds of the first of the last frames that were all the same."""
        self._same_until = self._same_since
        """Seconds of the last of them."""
        self._turns = source.turns
        self._turned_at = -np.inf

    def check(self) -> SourceStatus:
        """How the source is now."""
        source, last, now = self._source, self._source.last, self._clock()
        if source.is_over:
            return SourceStatus("over", FILM_OVER if source.is_film else CAMERA_CLOSED)
        # Nobody has scanned the code yet: nothing is lost.
        if source.is_lost and (last is not None or source.name != PHONE):
            return SourceStatus("lost", _why_lost(source))
        if last is None:
            return SourceStatus("waiting", source.trouble or _waiting(source))
        self._compare(last, now)
        if source.is_flawed:
            return _flawed(source.trouble)
        if now - self._turned_at < tuning.TURNED_SECONDS:
            return SourceStatus(
                "turned", lazy_gettext("The picture was turned: the tiles are looked for anew, then it goes on.")
            )
        status = self._judge(last.picture)
        return self._check_frozen() or WELL if status == WELL else status

    def _compare(self, last: Frame, now: float) -> None:
        """Notes whether the picture was turned, and whether it differs from the one before."""
        before, self._last = self._last, last
        if self._turns != self._source.turns:
            self._turns, self._turned_at = self._source.turns, now
        if before is None:
            self._same_since = self._same_until = now
        if before is None or before.number == last.number:
            return
        self._same_until = now
        if self._source.is_film or not _is_same(before, last):
            self._same_since = now

    def _check_frozen(self) -> SourceStatus | None:
        if self._same_until - self._same_since < tuning.FROZEN_SECONDS:
            return None
        return SourceStatus("frozen", _frozen(self._source))


def _flawed(trouble: Text | str) -> SourceStatus:
    return SourceStatus("flawed", lazy_gettext("%(trouble)s Such pictures are passed over.", trouble=trouble))


def _frozen(source: LiveSource) -> Text:
    seconds = int(tuning.FROZEN_SECONDS)
    if source.name == PHONE:
        return lazy_ngettext(
            "The phone shows the very same picture for %(number)s second: start it anew.",
            "The phone shows the very same picture for %(number)s seconds: start it anew.",
            seconds,
        )
    return lazy_ngettext(
        "The camera shows the very same picture for %(number)s second: start it anew.",
        "The camera shows the very same picture for %(number)s seconds: start it anew.",
        seconds,
    )


def _waiting(source: LiveSource) -> Text:
    if source.name == PHONE:
        return lazy_gettext("Waiting for the phone.")
    return lazy_gettext("Waiting for the film.") if source.is_film else lazy_gettext("Waiting for the camera.")


def _why_lost(source: LiveSource) -> Text:
    seconds = int(tuning.LOST_SECONDS)
    if source.name == PHONE:
        return lazy_ngettext(
            "The phone has sent no picture for %(number)s second: is it locked, or has it left the network?",
            "The phone has sent no picture for %(number)s seconds: is it locked, or has it left the network?",
            seconds,
        )
    why = source.trouble or lazy_ngettext(
        "%(name)s: nothing has come for %(number)s second; look at its cable or network.",
        "%(name)s: nothing has come for %(number)s seconds; look at its cable or network.",
        seconds,
        name=source.name,
    )
    return lazy_gettext("No picture comes. %(why)s It is tried again and again.", why=why)


def _is_same(one: Frame, other: Frame) -> bool:
    """Whether two frames show the very same picture. JPEGs of the same picture are the same file."""
    if isinstance(one.picture, Jpeg) and isinstance(other.picture, Jpeg):
        return one.picture.content == other.picture.content
    return np.array_equal(one.image, other.image)
