"""JPEGs from the network, checked before they are decoded: a small file can unfold to a huge picture."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.texts import Text, lazy_gettext, lazy_pgettext

from . import tuning
from .heads import JPEG_START, is_shown_turned, is_whole, jpeg_size
from .images import Image, decode_picture, shrunk_size, shrunk_to


class Jpeg:
    """A whole JPEG, decoded only as far as it is looked at: most frames of a table at rest are only glimpsed at."""

    def __init__(self, content: bytes, name: Text | str, is_opened: bool = True) -> None:
        """Raises ValueError, a sentence that begins with `name`, if the content is no picture or breaks off.

        One that is broken inside is refused here if `is_opened`, else when it is looked at.
        """
        width, height = jpeg_size(content)
        if not width * height:
            raise ValueError(
                lazy_gettext("%(name)s: expected a JPEG picture, got %(what)s.", name=name, what=_what_it_is(content))
            )
        check_size(width, height, name)
        if not is_whole(content):
            raise ValueError(
                lazy_gettext(
                    "%(name)s: the picture breaks off before its end; is the network too slow or too far?", name=name
                )
            )
        self.content = content
        self._name = name
        is_turned = self.eighth.shape[1] != -(-width // 8) if is_opened else is_shown_turned(content)
        self.size = shrunk_size((height, width) if is_turned else (width, height))
        """Width and height of `image` in pixels."""

    def __getstate__(self) -> dict[str, Any]:
        """What travels to another process: nothing that was decoded but the small grey copy."""
        return {name: self.__dict__[name] for name in ("content", "eighth", "size", "_name") if name in self.__dict__}

    @cached_property
    def eighth(self) -> NDArray[np.uint8]:
        """(h, w) uint8 grey, an eighth as wide and high: a third of the work of decoding the whole."""
        return self._decode_small(cv2.IMREAD_REDUCED_GRAYSCALE_8)

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


def check_size(width: int, height: int, name: Text | str) -> None:
    """Raises ValueError, a sentence that begins with `name`, for a camera's picture that is not decoded at all."""
    if width * height > tuning.MOST_JPEG_PIXELS:
        raise ValueError(
            lazy_gettext(
                "%(name)s: the picture has %(width)s x %(height)s pixels, and at most %(millions)s million "
                "are read; choose a smaller size in the camera's settings, 1920 x 1080 is best.",
                name=name,
                width=width,
                height=height,
                millions=tuning.MOST_JPEG_PIXELS // 1_000_000,
            )
        )


def _what_it_is(content: bytes) -> Text:
    if not content:
        return lazy_pgettext("what came instead of a picture", "nothing")
    if content.startswith(JPEG_START) and is_whole(content):
        return lazy_pgettext("what came instead of a picture", "one of a kind that no camera makes")
    if content.startswith(JPEG_START):
        return lazy_pgettext("what came instead of a picture", "one that breaks off at its head")
    head = content[:200]
    if all(byte >= 0x20 or byte in b"\t\r\n" for byte in head):
        return lazy_pgettext("what came instead of a picture", "text")
    return lazy_pgettext("what came instead of a picture", "something else")
