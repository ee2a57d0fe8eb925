"""Pictures that the host has asked to keep, in a folder that stops growing before it fills the disk."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from muggins.texts import Text, Whole, current, lazy_gettext, use

MOST_PICTURES = 2000
"""Pictures that a folder takes: more corrections than a club makes in a year."""
FOLDER_BYTES = 1_000_000_000
"""Bytes that all pictures in a folder may take together."""


class KeptPictures:
    """A folder that takes pictures until it is full, and again once they are moved elsewhere. Thread-safe.

    No picture is deleted. Why none is taken is said once, on the terminal where the host has asked for them.
    """

    def __init__(self, folder: Path, labels: str | None = None) -> None:
        """`labels` names a file for a line about each picture. ValueError where the folder cannot be written."""
        self._folder = folder
        self._labels = labels
        self._catalogue = current()
        self._lock = threading.Lock()
        self._trouble: Text | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if labels is not None:
                (folder / labels).touch()
        except OSError as error:
            raise ValueError(
                lazy_gettext(
                    "%(folder)s: cannot be written (%(reason)s); name a folder you may write to",
                    folder=folder,
                    reason=error.strerror,
                )
            ) from None

    def store(self, name: str, jpeg: bytes, label: str = "") -> None:
        """Keeps a picture under that name, and what is known about it; neither where the folder takes no more."""
        with self._lock:
            trouble = self._write(name, jpeg, label)
            if trouble is not None and self._trouble is None:
                with use(self._catalogue):
                    print(f"muggins: {trouble}", file=sys.stderr, flush=True)
            self._trouble = trouble

    def _write(self, name: str, jpeg: bytes, label: str) -> Text | None:
        """Writes a picture, and returns why it is not kept; None if it is."""
        try:
            sizes = [path.stat().st_size for path in self._folder.glob("*.jpg")]
            if len(sizes) >= MOST_PICTURES or sum(sizes) + len(jpeg) > FOLDER_BYTES:
                return lazy_gettext(
                    "%(folder)s: no more pictures are kept, since it holds %(pictures)s already, %(size)s MB in all; "
                    "move them elsewhere",
                    folder=self._folder,
                    pictures=Whole(len(sizes)),
                    size=Whole(sum(sizes) // 1_000_000),
                )
            (self._folder / name).write_bytes(jpeg)
            if self._labels is not None:
                with (self._folder / self._labels).open("a", encoding="utf-8") as labels:
                    labels.write(label + "\n")
        except OSError as error:
            return lazy_gettext(
                "%(folder)s: cannot be written (%(reason)s)", folder=self._folder, reason=error.strerror
            )
        return None
