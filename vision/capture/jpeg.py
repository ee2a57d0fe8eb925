"""JPEGs that come over a network, looked at before they are opened: a small one can unfold to a huge picture."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from .images import Image, decode_picture, shrunk_size, shrunk_to

MOST_PIXELS = 16_000_000
"""Of a picture that is opened at all; pictures.LARGEST_PIXELS is what it is then made smaller to."""


class Jpeg:
    """A whole JPEG, opened only as far as it is looked at: most frames of a table at rest are merely glanced at."""

    def __init__(self, content: bytes, name: str) -> None:
        """ValueError, a sentence that begins with `name`, where it is no picture or no whole one."""
        wide, high = jpeg_size(content)
        if not wide * high:
            raise ValueError(f"{name}: expected a JPEG picture, got {_what_it_is(content)}.")
        if wide * high > MOST_PIXELS:
            raise ValueError(
                f"{name}: the picture has {wide} x {high} pixels, and {MOST_PIXELS // 1_000_000} million are the most "
                "that are read; choose a smaller size in the camera's settings, 1920 x 1080 is best."
            )
        if not is_whole(content):
            raise ValueError(f"{name}: the picture breaks off before its end; is the network too slow or too far?")
        self._content = content
        self._name = name
        self.eighth = self._opened_small()
        """(h, w) uint8 grey, an eighth as wide and high: a third of the work of opening the whole."""
        is_turned = self.eighth.shape[1] != -(-wide // 8)  # by its EXIF rotation
        self.size = shrunk_size((high, wide) if is_turned else (wide, high))
        """Width and height of `image`."""

    @cached_property
    def image(self) -> Image:
        """The whole picture, made smaller where it is larger than is read."""
        return shrunk_to(self._opened())

    def _opened_small(self) -> NDArray[np.uint8]:
        small = cv2.imdecode(np.frombuffer(self._content, np.uint8), cv2.IMREAD_REDUCED_GRAYSCALE_8)
        if small is None:
            raise ValueError(f"{self._name}: the picture is broken and cannot be opened.")
        return np.asarray(small, np.uint8)

    def _opened(self) -> Image:
        try:
            return decode_picture(self._content, self._name)
        except ValueError:
            raise ValueError(f"{self._name}: the picture is broken and cannot be opened.") from None


def jpeg_size(jpeg: bytes) -> tuple[int, int]:
    """Width and height by the frame header; (0, 0) where it is no JPEG."""
    at = 2
    while jpeg[:2] == b"\xff\xd8" and at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(jpeg[at + 7 : at + 9], "big"), int.from_bytes(jpeg[at + 5 : at + 7], "big")
        at += 2 + length
    return 0, 0


def is_whole(jpeg: bytes) -> bool:
    """Whether a JPEG has its end; what decodes one fills the rest with grey and says nothing."""
    # The picture itself begins at its first scan; a small copy of it, with an end of its own, may stand before.
    at = 2
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        if jpeg[at + 1] == 0xDA:
            return jpeg.find(b"\xff\xd9", at) > 0
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return False


def _what_it_is(content: bytes) -> str:
    if not content:
        return "nothing"
    if content[:2] == b"\xff\xd8":
        return "one that breaks off at its head"
    head = content[:200]
    return "text" if all(byte >= 0x20 or byte in b"\t\r\n" for byte in head) else "something else"
