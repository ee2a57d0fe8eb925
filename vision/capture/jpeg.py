"""JPEGs from the network, checked before they are decoded: a small file can unfold to a huge picture."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.language import Text, lazy_gettext, lazy_pgettext

from .images import Image, decode_picture, shrunk_size, shrunk_to

MOST_PIXELS = 16_000_000
"""A larger picture is not decoded at all; one above images.LARGEST_PIXELS is made smaller afterwards."""


class Jpeg:
    """A whole JPEG, decoded only as far as it is looked at: most frames of a table at rest are only glimpsed at."""

    def __init__(self, content: bytes, name: Text | str) -> None:
        """Raises ValueError, a sentence that begins with `name`, if the content is no picture or breaks off."""
        width, height = jpeg_size(content)
        if not width * height:
            raise ValueError(
                lazy_gettext("%(name)s: expected a JPEG picture, got %(what)s.", name=name, what=_what_it_is(content))
            )
        if width * height > MOST_PIXELS:
            raise ValueError(
                lazy_gettext(
                    "%(name)s: the picture has %(width)s x %(height)s pixels, and at most %(millions)s million "
                    "are read; choose a smaller size in the camera's settings, 1920 x 1080 is best.",
                    name=name,
                    width=width,
                    height=height,
                    millions=MOST_PIXELS // 1_000_000,
                )
            )
        if not is_whole(content):
            raise ValueError(
                lazy_gettext(
                    "%(name)s: the picture breaks off before its end; is the network too slow or too far?", name=name
                )
            )
        self.content = content
        self._name = name
        self.eighth = self._decode_small(cv2.IMREAD_REDUCED_GRAYSCALE_8)
        """(h, w) uint8 grey, an eighth as wide and high: a third of the work of decoding the whole."""
        is_turned = self.eighth.shape[1] != -(-width // 8)  # by its EXIF rotation
        self.size = shrunk_size((height, width) if is_turned else (width, height))
        """Width and height of `image` in pixels."""

    def __getstate__(self) -> dict[str, Any]:
        """What travels to another process: not what was decoded of it, but for the small grey copy."""
        return {name: self.__dict__[name] for name in ("content", "eighth", "size", "_name")}

    @cached_property
    def image(self) -> Image:
        """The whole picture, made smaller if it is larger than is read."""
        return shrunk_to(self._decode())

    @cached_property
    def quarter(self) -> Image:
        """(h, w, 3) uint8 BGR, a quarter as wide and high: two fifths of the work of decoding the whole."""
        return self._decode_small(cv2.IMREAD_REDUCED_COLOR_4)

    def _decode_small(self, how: int) -> NDArray[np.uint8]:
        """The picture in the small size and the colours that a flag of OpenCV's `imdecode` names."""
        small = cv2.imdecode(np.frombuffer(self.content, np.uint8), how)
        if small is None:
            raise ValueError(lazy_gettext("%(name)s: the picture is broken and cannot be opened.", name=self._name))
        return np.asarray(small, np.uint8)

    def _decode(self) -> Image:
        try:
            return decode_picture(self.content, self._name)
        except ValueError:
            raise ValueError(
                lazy_gettext("%(name)s: the picture is broken and cannot be opened.", name=self._name)
            ) from None


def jpeg_size(jpeg: bytes) -> tuple[int, int]:
    """Returns width and height by the frame header, and (0, 0) if it is no JPEG."""
    at = 2
    while jpeg[:2] == b"\xff\xd8" and at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(jpeg[at + 7 : at + 9], "big"), int.from_bytes(jpeg[at + 5 : at + 7], "big")
        at += 2 + length
    return 0, 0


def is_whole(jpeg: bytes) -> bool:
    """Returns whether a JPEG has its end; decoders fill a missing part with grey and report nothing."""
    # The picture itself begins at its first scan. A thumbnail with an end of its own may stand before it.
    at = 2
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        if jpeg[at + 1] == 0xDA:
            return jpeg.find(b"\xff\xd9", at) > 0
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return False


def _what_it_is(content: bytes) -> Text:
    if not content:
        return lazy_pgettext("what came instead of a picture", "nothing")
    if content[:2] == b"\xff\xd8":
        return lazy_pgettext("what came instead of a picture", "one that breaks off at its head")
    head = content[:200]
    if all(byte >= 0x20 or byte in b"\t\r\n" for byte in head):
        return lazy_pgettext("what came instead of a picture", "text")
    return lazy_pgettext("what came instead of a picture", "something else")
