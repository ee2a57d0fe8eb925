"""The phone that is the camera of the table: one at a time."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from muggins.texts import Text, lazy_gettext, text_of
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.status import SourceStatus
from muggins.vision.capture.tuning import LOST_SECONDS

from ..session.private_file import write_private

LARGEST_PICTURE = 4 * 1024 * 1024
"""Bytes of a picture that is taken. Those of a phone's page have about a tenth."""
PHONE_NAME = lazy_gettext("The phone")
RIVAL_SECONDS = 10.0
"""How long a second phone that sends pictures is reported."""
TAKEN_OVER_SECONDS = 60.0
"""How long people are told that another phone has become the camera."""
SINGLE_RATE = 5
"""How many times a second a single picture is shown, because several frames of the table at rest must agree."""
SINGLE_SHOWN_SECONDS = 6
"""How long a single picture is shown."""
KEY_FILE = "phone.key"
KEY_BYTES = 9
"""Random bytes of a key; as text it is longer."""


@dataclass(frozen=True)
class Addresses:
    """The addresses that a phone opens, with the key at their end; "" while this machine is on no network."""

    secure: str = ""
    """The page that watches, over TLS."""
    plain: str = ""
    """The page that takes single pictures, where plain HTTP was asked for."""


class RivalError(ValueError):
    """Another phone is the camera of this table."""


class Phone:
    """Shows the pictures that a phone sends through a source. Methods may be called from any thread."""

    def __init__(
        self, source: LiveSource, key: str = "", clock: Callable[[], float] = time.monotonic, opens: bool = True
    ) -> None:
        """`opens` says whether each picture is opened before it is shown, and refused where it is broken inside."""
        self.key = key or secrets.token_urlsafe(KEY_BYTES)
        """What a phone must know to send pictures; it is part of the QR code."""
        self.addresses = Addresses()
        self._source = source
        self._clock = clock
        self._opens = opens
        self._lock = threading.Lock()
        # One thread opens all pictures: each of the server's 128 threads would hold memory for pictures of its own.
        self._opener = ThreadPoolExecutor(1, "phone's pictures")
        self._phone: str | None = None
        """The name that the page on the phone has given itself."""
        self._received_at = self._rival_at = -LOST_SECONDS - RIVAL_SECONDS
        self._taken_over_at = -TAKEN_OVER_SECONDS
        self._is_away = False
        self._single: Jpeg | None = None
        self._repeater: threading.Thread | None = None

    def receive(self, jpeg: bytes, phone: str, takes_over: bool = False, is_single: bool = False) -> None:
        """Shows a picture until the next comes; a single one for SINGLE_SHOWN_SECONDS at most.

        RivalError while another phone sends pictures, unless this one `takes_over`. ValueError, with a sentence, where
        it is no picture. Both are shown on every screen.
        """
        with self._lock:
            self._refuse_rival(phone, takes_over)
        try:
            if len(jpeg) > LARGEST_PICTURE:
                raise ValueError(lazy_gettext("%(name)s: %(why)s", name=PHONE_NAME, why=too_large_message(len(jpeg))))
            picture = self._open(jpeg)
        except ValueError as error:
            self._source.fail(text_of(error))
            raise
        with self._lock:
            # Another phone may have taken over while the picture was opened, and must not lose the camera again.
            self._refuse_rival(phone, takes_over)
            if takes_over and self._phone not in (None, phone):
                self._taken_over_at = self._clock()
            self._phone, self._received_at, self._is_away = phone, self._clock(), False
            self._single = picture if is_single else None
            self._source.show(picture)
            if is_single and (self._repeater is None or not self._repeater.is_alive()):
                self._repeater = threading.Thread(target=self._repeat_single, name="single picture", daemon=True)
                self._repeater.start()

    def close(self) -> None:
        """Ends the thread that opens pictures. From then on `receive` raises ValueError."""
        self._opener.shutdown()

    def report_refusal(self, why: Text | str) -> None:
        """Shows on every screen why something that came was refused."""
        self._source.fail(lazy_gettext("%(name)s: %(why)s", name=PHONE_NAME, why=why))

    def on_page_left(self, phone: str) -> None:
        """Notes that the phone was locked, or shows another page."""
        with self._lock:
            self._is_away |= phone == self._phone

    @property
    def status(self) -> SourceStatus | None:
        """What people must know about the phone; None where its pictures say enough."""
        with self._lock:
            now = self._clock()
            if now - self._rival_at < RIVAL_SECONDS:
                says = lazy_gettext(
                    "Two phones send pictures for this table, and one alone is its camera. Close the page on the other."
                )
                return SourceStatus("rivals", says)
            if self._is_away:
                says = lazy_gettext("The phone is locked or shows another page: open the camera's page there again.")
                return SourceStatus("away", says)
            if now - self._taken_over_at < TAKEN_OVER_SECONDS:
                return SourceStatus("taken-over", lazy_gettext("Another phone has become this table's camera."))
            if self._single is not None:
                return SourceStatus(
                    "single", lazy_gettext("The phone takes single pictures: take one after each play.")
                )
        return None

    def _open(self, jpeg: bytes) -> Jpeg:
        if not self._opens and not self._source.closed.is_set():
            return Jpeg(jpeg, PHONE_NAME, is_opened=False)
        try:
            opening = self._opener.submit(Jpeg, jpeg, PHONE_NAME, self._opens)
        except RuntimeError:  # `close` came first
            raise ValueError(
                lazy_gettext("%(name)s: another camera watches this table now.", name=PHONE_NAME)
            ) from None
        return opening.result()

    def _refuse_rival(self, phone: str, takes_over: bool) -> None:
        is_there = not self._is_away and self._clock() - self._received_at < LOST_SECONDS
        if is_there and phone != self._phone and not takes_over:
            self._rival_at = self._clock()
            raise RivalError(
                lazy_gettext("Another phone is this table's camera. Close its page, or use this phone instead.")
            )

    def _repeat_single(self) -> None:
        """Shows the single picture again and again, like a camera at rest, until another kind of picture comes."""
        shown, left = self._single, SINGLE_RATE * SINGLE_SHOWN_SECONDS
        while left and not self._source.closed.wait(1 / SINGLE_RATE):
            with self._lock:
                if self._single is None:
                    return
                if self._single is not shown:
                    shown, left = self._single, SINGLE_RATE * SINGLE_SHOWN_SECONDS
                self._source.show(self._single)
                left -= 1


def too_large_message(size: int) -> Text:
    """What is wrong with a picture of `size` bytes."""
    most = LARGEST_PICTURE / 1e6
    return lazy_gettext(
        "the picture has %(megabytes)s megabytes, and %(most)s are the most that are taken; 1920 x 1080 is best.",
        megabytes=f"{size / 1e6:.0f}",
        most=f"{most:.0f}",
    )


def load_or_make_key(folder: Path) -> str:
    """The key in the file KEY_FILE, which is made where it is missing or damaged.

    With the same key after a restart, a phone need not scan the QR code again.
    """
    path = folder / KEY_FILE
    try:
        stored = path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        stored = ""
    if len(stored) >= KEY_BYTES and stored.isascii() and stored.replace("-", "").replace("_", "").isalnum():
        return stored
    key = secrets.token_urlsafe(KEY_BYTES)
    write_private(path, key)
    return key
