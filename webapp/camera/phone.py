"""The phone that is the table's camera: one at a time, and what it sends is looked at before it is shown."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from muggins.vision.capture.frames import LOST_SECONDS, LiveSource
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.status import SourceStatus

from ..session.private_file import write_private

LARGEST_PICTURE = 4 * 1024 * 1024
"""Bytes; what a phone's page sends has about a tenth."""
NAME = "The phone"
RIVAL_SECONDS = 10.0
SINGLE_RATE = 5
SINGLE_SECONDS = 6
"""A single picture is shown so often and so long: the table at rest, as several frames must agree on it."""
KEY_LENGTH = 9


@dataclass(frozen=True)
class Addresses:
    """Where a phone finds this machine, the key at their end; "" where it is on no network."""

    secure: str = ""
    """The page that watches, over TLS."""
    plain: str = ""
    """The page that takes single pictures, over plain HTTP."""


class RivalError(ValueError):
    """Another phone is the camera of this table."""


class Phone:
    """Takes the pictures that a phone sends to a source. Its methods may be called from any thread."""

    def __init__(self, source: LiveSource, key: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self.key = key or secrets.token_urlsafe(KEY_LENGTH)
        """What a phone must know to send pictures: it stands in the code that is scanned."""
        self.addresses = Addresses()
        self._source = source
        self._clock = clock
        self._lock = threading.Lock()
        # One thread for all pictures: each of a server's many would keep memory for pictures of its own.
        self._opener = ThreadPoolExecutor(1, "phone's pictures")
        self._phone: str | None = None
        """The name that the page on the phone has given itself."""
        self._heard_at = self._rival_at = -LOST_SECONDS - RIVAL_SECONDS
        self._is_away = False
        self._single: Jpeg | None = None
        self._shower: threading.Thread | None = None

    def receive(self, jpeg: bytes, phone: str, takes_over: bool = False, is_single: bool = False) -> None:
        """A picture, the newest from now on; a single one is shown until the next comes, or for SINGLE_SECONDS.

        RivalError while another phone sends pictures, unless this one `takes_over`; ValueError, a sentence, where it
        is no picture. Both are told to the whole table.
        """
        with self._lock:
            self._refuse_rival(phone, takes_over)
        try:
            if len(jpeg) > LARGEST_PICTURE:
                raise ValueError(f"{NAME}: {too_large_message(len(jpeg))}")
            picture = self._opener.submit(Jpeg, jpeg, NAME).result()
        except ValueError as error:
            self._source.fail(str(error))
            raise
        with self._lock:
            # The other phone may have taken over while the picture was opened, and must not lose the camera again.
            self._refuse_rival(phone, takes_over)
            self._phone, self._heard_at, self._is_away = phone, self._clock(), False
            self._single = picture if is_single else None
            self._source.show(picture)
            if is_single and (self._shower is None or not self._shower.is_alive()):
                self._shower = threading.Thread(target=self._show_single, name="single picture", daemon=True)
                self._shower.start()

    def report_refusal(self, why: str) -> None:
        """Tells the table of something that came instead of a picture."""
        self._source.fail(f"{NAME}: {why}")

    def on_page_left(self, phone: str) -> None:
        """The page on the phone is not looked at any more: the phone was locked, or shows something else."""
        with self._lock:
            self._is_away |= phone == self._phone

    @property
    def status(self) -> SourceStatus | None:
        """What is to be told of the phone; None where its pictures say enough."""
        with self._lock:
            now = self._clock()
            if now - self._rival_at < RIVAL_SECONDS:
                says = (
                    "Two phones send pictures for this table, and one alone is its camera. Close the page on the other."
                )
                return SourceStatus("rivals", says)
            if self._is_away:
                says = "The phone is locked or shows another page: open the camera's page there again. "
                return SourceStatus("away", says + "Meanwhile tell what is played by hand.")
            if self._single is not None:
                return SourceStatus("single", "The phone takes single pictures: take one after each play.")
        return None

    def _refuse_rival(self, phone: str, takes_over: bool) -> None:
        is_there = not self._is_away and self._clock() - self._heard_at < LOST_SECONDS
        if is_there and phone != self._phone and not takes_over:
            self._rival_at = self._clock()
            raise RivalError("Another phone is this table's camera. Close its page, or use this phone instead.")

    def _show_single(self) -> None:
        """Shows the single picture again and again, as a camera at rest does, until another kind of picture comes."""
        shown, left = self._single, SINGLE_RATE * SINGLE_SECONDS
        while left and not self._source.closed.wait(1 / SINGLE_RATE):
            with self._lock:
                if self._single is None:
                    return
                if self._single is not shown:
                    shown, left = self._single, SINGLE_RATE * SINGLE_SECONDS
                self._source.show(self._single)
                left -= 1


def too_large_message(size: int) -> str:
    """What is wrong with a picture of so many bytes."""
    most = LARGEST_PICTURE / 1e6
    return (
        f"the picture has {size / 1e6:.0f} megabytes, and {most:.0f} are the most that are taken; 1920 x 1080 is best."
    )


def load_or_make_key(folder: Path) -> str:
    """A phone's key in a file that only its owner may read: who has scanned it need not again after a restart."""
    path = folder / "phone.key"
    try:
        kept = path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        kept = ""
    if len(kept) >= KEY_LENGTH and kept.isascii() and kept.replace("-", "").replace("_", "").isalnum():
        return kept
    key = secrets.token_urlsafe(KEY_LENGTH)
    write_private(path, key)
    return key
