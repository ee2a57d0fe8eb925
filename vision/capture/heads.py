"""The size of a picture by its first bytes, before anything is decoded: a small file can unfold to a huge picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from struct import error as struct_error
from struct import unpack_from

from . import tuning

JPEG_START = b"\xff\xd8"
HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
"""The brands that HEIC files carry in their first box."""
FRAMES = range(0xC0, 0xD0)
"""Markers of frame headers, but for those of NO_FRAMES."""
NO_FRAMES = (0xC4, 0xC8, 0xCC)
PHOTO_FRAMES = (0xC0, 0xC1, 0xC2)
"""Baseline and progressive. No camera writes the other kinds, lossless and arithmetically coded."""
SCAN, END, APP1 = 0xDA, 0xD9, 0xE1
EXIF = b"Exif\0\0"
"""How the segment APP1 begins that says how a picture is turned."""
ORIENTATION = 0x112
QUARTER_TURNS = range(5, 9)
"""The values of that EXIF tag with which width and height swap."""
MOST_ENTRIES = 200
MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")
"""The next marker as libjpeg finds it, within a scan and after it. Bytes between two segments are passed over."""
SIZE_BOX = re.compile(rb"ispe....(.{8})", re.DOTALL)
"""The box of a HEIC with the size of one of the pictures that the photo is made of, or of the whole."""


def is_heic(content: bytes) -> bool:
    """Whether a file is a HEIC photo, by its first box."""
    return content[4:8] == b"ftyp" and content[8:12] in HEIC_BRANDS


def size_by_head(content: bytes) -> tuple[int, int]:
    """Width and height of a JPEG, HEIC, PNG, WebP or BMP before it is turned upright.

    (0, 0) for all others, for a head that breaks off, and for what no camera makes, such as animations.
    """
    if content.startswith(JPEG_START):
        return jpeg_size(content)
    if is_heic(content):
        return _heic_size(content)
    head = content[:34].ljust(34, b"\0")
    if head.startswith(b"\x89PNG\r\n\x1a\n") and head[12:16] == b"IHDR":
        is_film = b"acTL" in content[: content.find(b"IDAT")]
        return (0, 0) if is_film else unpack_from(">II", head, 16)
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return _webp_size(head)
    if head.startswith(b"BM"):
        width, height = unpack_from("<HH", head, 18) if head[14] == 12 else unpack_from("<ii", head, 18)
        return abs(width), abs(height)  # a height below zero: the rows begin at the top
    return 0, 0


def jpeg_size(jpeg: bytes) -> tuple[int, int]:
    """Width and height by the frame header; (0, 0) if it is no JPEG, or of a kind that no camera makes."""
    segments = list(_segments(jpeg))
    frames = [(marker, at) for marker, at in segments if marker in FRAMES and marker not in NO_FRAMES]
    scans = sum(marker == SCAN for marker, _ in segments)
    if len(frames) != 1 or frames[0][0] not in PHOTO_FRAMES or scans > tuning.MOST_SCANS:
        return 0, 0
    at = frames[0][1]
    height, width = unpack_from(">HH", jpeg[at : at + 7].ljust(7, b"\0"), 3)
    return width, height


def is_shown_turned(jpeg: bytes) -> bool:
    """Whether a JPEG says by its EXIF rotation that it is shown a quarter turned, so that width and height swap."""
    exif = next((at + 2 for marker, at in _segments(jpeg) if marker == APP1 and jpeg.startswith(EXIF, at + 2)), None)
    if exif is None:
        return False
    start = exif + len(EXIF)
    order = ">" if jpeg.startswith(b"MM", start) else "<"
    try:
        at = start + unpack_from(f"{order}I", jpeg, start + 4)[0]
        (count,) = unpack_from(f"{order}H", jpeg, at)
        entries = [unpack_from(f"{order}HHIH", jpeg, at + 2 + 12 * entry) for entry in range(min(count, MOST_ENTRIES))]
    except struct_error:  # it breaks off
        return False
    return any(tag == ORIENTATION and value in QUARTER_TURNS for tag, _, _, value in entries)


def is_whole(jpeg: bytes) -> bool:
    """Whether a JPEG has its end; decoders fill a missing part with grey and report nothing."""
    return any(marker == END for marker, _ in _segments(jpeg))


def _segments(jpeg: bytes) -> Iterator[tuple[int, int]]:
    """Yields the marker of each segment up to the end, and where its length stands."""
    at = 2 if jpeg.startswith(JPEG_START) else len(jpeg)
    for _ in range(tuning.MOST_SEGMENTS):
        found = MARKER.search(jpeg, at)
        if found is None:
            return
        at = found.end()
        yield jpeg[at - 1], at
        if jpeg[at - 1] == END:
            return
        at += max(2, int.from_bytes(jpeg[at : at + 2], "big"))


def _heic_size(content: bytes) -> tuple[int, int]:
    """The size of the largest picture in the boxes `meta`: the whole, a tile of it, or a map of depths."""
    largest, at = (0, 0), 0
    while at + 8 <= len(content):
        length, name = unpack_from(">I4s", content, at)
        if length == 1 and at + 16 <= len(content):
            (length,) = unpack_from(">Q", content, at + 8)
        length = min(length or len(content), len(content) - at)  # 0: it is the last
        if name == b"meta":
            for box in SIZE_BOX.finditer(content, at, at + length):
                largest = max(largest, unpack_from(">II", box[1]), key=lambda size: size[0] * size[1])
        at += max(8, length)
    return largest


def _webp_size(head: bytes) -> tuple[int, int]:
    kind = head[12:16]
    if kind == b"VP8 " and head[23:26] == b"\x9d\x01\x2a":
        width, height = unpack_from("<HH", head, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and head[20] == 0x2F:
        (bits,) = unpack_from("<I", head, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and not head[20] & 2:  # not a film
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    return 0, 0
