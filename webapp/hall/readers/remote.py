"""A reader in another process: what it is asked and what it answers, whatever carries both."""

from __future__ import annotations

import json
from collections.abc import Callable

import cv2

from muggins.texts import lazy_gettext, text_of
from muggins.vision.capture.images import decode_picture, encode_jpeg, shrunk_to
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState, image_of

from . import wire
from .pooled import PooledReader, ReadsSets

SENT_QUALITY = 95
"""JPEG quality, of 100, of pictures that did not come as JPEG."""


class VersionError(UnreadError):
    """A reader is of another version: what it reads cannot be compared with what is read here."""

    needs_help = True


class RemoteReader:
    """Reads JPEGs of any table, and holds nothing between two of them."""

    def __init__(self, make: Callable[[], ReadsSets] = PooledReader) -> None:
        cv2.setNumThreads(1)  # the process reads for one core
        self._reader = make()

    def read(self, jpeg: bytes, set: int) -> bytes:
        """A line of JSON with the version of this reader and, where something is wrong, an error, whose language
        is chosen by whoever reads it; then the state."""
        try:
            # Whoever sends it has checked it as a Jpeg, which also decodes a small copy to see motion in.
            image = shrunk_to(decode_picture(jpeg, lazy_gettext("The picture")))
            state = wire.encode(self._reader.read(image, set))
        except ValueError as error:
            return _head(error=wire.text_to_json(text_of(error)))
        return _head() + state


def jpeg_of(picture: Image | HoldsImage) -> bytes:
    """The picture as JPEG: as it came, where it came as JPEG."""
    if isinstance(picture, Jpeg):
        return picture.content
    return encode_jpeg(image_of(picture), SENT_QUALITY)


def state_in(answer: bytes) -> TableState:
    """The state in the answer of a RemoteReader.

    Raises VersionError where the reader is of another version, and UnreadError where it could not read the picture.
    """
    line, _, state = answer.partition(b"\n")
    try:
        head = json.loads(line)
        theirs, error = head["version"], head["error"]
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError):
        theirs, error = "unknown", ""
    if theirs != wire.version():
        raise VersionError(
            lazy_gettext(
                "A reader of version %(theirs)s was refused, as this program is of version %(ours)s: "
                "install the same muggins on every machine.",
                theirs=theirs,
                ours=wire.version(),
            )
        )
    if error:
        raise UnreadError(wire.text_from_json(error))
    return wire.decode(state)


def _head(error: object = "") -> bytes:
    return json.dumps({"version": wire.version(), "error": error}).encode() + b"\n"
