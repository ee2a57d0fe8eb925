"""JPEGs that come over a network, looked at before they are opened: a small one can unfold to a huge picture."""

from __future__ import annotations

from .pictures import Image, decode_picture

MOST_PIXELS = 16_000_000
"""Of a picture that is opened at all; sources.LARGEST_PIXELS is what it is then made smaller to."""


def open_jpeg(content: bytes, name: str) -> Image:
    """The picture in a JPEG; ValueError, a sentence that begins with `name`, where it is none or no whole one."""
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
    try:
        return decode_picture(content, name)
    except ValueError:
        raise ValueError(f"{name}: the picture is broken and cannot be opened.") from None


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
