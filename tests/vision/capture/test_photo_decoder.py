"""Photos from strangers: bombs are refused before they are decoded, and the large photos of phones are read.

A bomb is a small file that unfolds to a huge picture. All here are made by hand, of a few bytes each.
"""

import io
import re
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import psutil
import pytest
from jpegs import claiming, jpeg
from PIL import Image as Pillow

from muggins.vision.capture import images, tuning
from muggins.vision.capture.heads import size_by_head
from muggins.vision.capture.images import decode_picture
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.photo_decoder import PhotoDecoder

READ_PIXELS = 2_300_000
MOST_MORE_BYTES = 200 * 1024**2
HUGE = 30_000
"""Pixels on each side."""


def png(wide=HUGE, high=HUGE, bits=1, colours=0, interlaced=0, before=b""):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, bits, colours, 0, 0, interlaced))
    rows = zlib.compress(bytes(100_000))
    film = chunk(before, struct.pack(">II", 2, 0)) if before else b""
    return b"\x89PNG\r\n\x1a\n" + head + film + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def tiff(order="<", compression=4, rows=HUGE, wide=HUGE):
    tags = [
        (256, wide),
        (257, HUGE),
        (258, 1),
        (259, compression),
        (262, 0),
        (273, 200),
        (277, 1),
        (278, rows),
        (279, 9),
    ]
    entries = b"".join(struct.pack(order + "HHII", tag, 4, 1, value) for tag, value in tags)
    start = {"<": b"II", ">": b"MM"}[order] + struct.pack(order + "HI", 42, 8)
    return (start + struct.pack(order + "H", len(tags)) + entries + bytes(4)).ljust(200, b"\0") + bytes(9)


def big_tiff():
    tags = [(256, HUGE), (257, HUGE), (258, 1), (259, 4), (262, 0), (273, 300), (278, HUGE), (279, 9)]
    entries = b"".join(struct.pack("<HHQQ", tag, 4, 1, value) for tag, value in tags)
    return (struct.pack("<2sHHHQQ", b"II", 43, 8, 0, 16, len(tags)) + entries + bytes(8)).ljust(300, b"\0") + bytes(9)


def webp(kind, body):
    padded = kind + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)
    return b"RIFF" + struct.pack("<I", 4 + len(padded)) + b"WEBP" + padded


def webp_lossless(side):
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", side - 1 | (side - 1) << 14) + bytes(20))


def webp_extended(side, flags=0):
    return webp(b"VP8X", bytes([flags, 0, 0, 0]) + 2 * (side - 1).to_bytes(3, "little"))


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def frame(side, marker=0xC0):
    return segment(marker, struct.pack(">BHHB", 8, side, side, 1) + b"\1\x11\0")


def with_frame(before=b"", between=b"", after=b""):
    """An honest JPEG with something before its frame header, behind the header, or before its end."""
    content = jpeg()
    at = content.index(b"\xff\xc0")
    end = at + 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return content[:at] + before + content[at:end] + between + content[end:-2] + after + content[-2:]


def padded(fill):
    """A JPEG that claims to be huge, with bytes of filling before its frame header."""
    content = claiming(HUGE, HUGE)
    at = content.index(b"\xff\xc0")
    return content[:at] + fill + content[at:]


def of_kind(marker, side=320):
    content = bytearray(claiming(side, side))
    content[content.index(b"\xff\xc0") + 1] = marker
    return bytes(content)


def progressive(scans):
    scan = segment(0xDA, b"\1\1\0\0\0\0")
    return b"\xff\xd8" + frame(7000, 0xC2) + (scan + b"\x7f\x80") * scans + b"\xff\xd9"


def bmp(wide=32_000, high=32_000, bits=8, compression=0):
    return b"BM" + struct.pack("<IHHIIiiHHIIiiII", 100, 0, 0, 54, 40, wide, high, 1, bits, compression, 0, 0, 0, 0, 0)


def heic(kind="HEIF"):
    content = io.BytesIO()
    pillow_heif.register_heif_opener()
    Pillow.new("RGB", (64, 64)).save(content, kind)
    return content.getvalue()


def claiming_box(content, side, brand=None):
    """A HEIC or AVIF whose boxes say that the picture has this size."""
    at = content.index(b"ispe") + 8
    content = content[:at] + struct.pack(">II", side, side) + content[at + 8 :]
    return content if brand is None else content[:8] + brand + content[12:]


HEIC, AVIF = heic(), heic("AVIF")
BOMBS = {
    "PNG of one bit": png(),
    "PNG of 16 bits": png(bits=16),
    "PNG of colours": png(bits=8, colours=2),
    "PNG one can see through": png(bits=8, colours=6),
    "PNG with a palette": png(bits=8, colours=3),
    "PNG interlaced": png(interlaced=1),
    "PNG of one row": png(2**31 - 1, 1),
    "PNG of one column": png(1, 60_000_001),
    "PNG without a size": png()[:18],
    "APNG": png(100, 100, before=b"acTL"),
    "APNG huge": png(before=b"acTL"),
    "TIFF G4": tiff(),
    "TIFF G4, high byte first": tiff(">"),
    "TIFF with lying strips": tiff(rows=1),
    "TIFF with lying sizes": tiff(wide=2**32 - 1),
    "TIFF packed": tiff(compression=8),
    "BigTIFF": big_tiff(),
    "WebP lossless": webp_lossless(16_383),
    "WebP lossy": webp(b"VP8 ", b"\x10\0\0\x9d\x01\x2a\xff\x3f\xff\x3f" + bytes(20)),
    "WebP extended": webp_extended(16_383),
    "WebP as large as can be": webp_extended(2**24),
    "WebP film": webp_extended(100, flags=2),
    "WebP film, huge": webp_extended(16_383, flags=2),
    "WebP without a size": webp_lossless(16_383)[:20],
    "JPEG": claiming(65_535, 65_535),
    "JPEG filled": padded(b"\xff"),
    "JPEG filled up": padded(b"\xff" * 5000),
    "JPEG with rubbish": padded(b"\0\1\2"),
    "JPEG with marks that mean nothing": padded(b"\xff\xd0\xff\1"),
    "JPEG small, then huge": with_frame(between=frame(HUGE)),
    "JPEG huge, then small": with_frame(before=frame(HUGE)),
    "JPEG huge behind its picture": with_frame(after=frame(HUGE)),
    "JPEG progressive behind its picture": with_frame(after=frame(HUGE, 0xC2)),
    "JPEG of 5000 scans": progressive(5000),
    "JPEG of scans in one picture": with_frame(after=segment(0xDA, b"\1\1\0\0\0\0") * 500),
    "JPEG lossless": of_kind(0xC3),
    "JPEG coded arithmetically": of_kind(0xC9),
    "JPEG arithmetic and progressive": of_kind(0xCA),
    "JPEG without height": claiming(320, 0),
    "JPEG that breaks off": jpeg()[:-2],
    "JPEG that breaks off at its head": claiming(HUGE, HUGE)[:150],
    "GIF": b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + bytes(100),
    "GIF, old": b"GIF87a" + struct.pack("<HH", 65_535, 65_535) + bytes(100),
    "BMP": bmp(),
    "BMP from the top": bmp(high=-32_000),
    "BMP packed": bmp(compression=1),
    "BMP as large as can be": bmp(2**31 - 1, -(2**31)),
    "BMP of OS/2": b"BM" + struct.pack("<IHHIIHHHH", 100, 0, 0, 26, 12, 65_535, 65_535, 1, 24) + bytes(10),
    "BMP without a size": bmp()[:18],
    "HEIC": claiming_box(HEIC, HUGE),
    "HEIC of another brand": claiming_box(HEIC, HUGE, b"mif1"),
    "HEIC as large as can be": claiming_box(HEIC, 2**32 - 1),
    "HEIC with a box longer than all files": HEIC[:24] + struct.pack(">I4sQ", 1, b"meta", 2**64 - 1) + bytes(30),
    "HEIC without a size": HEIC.replace(b"ispe", b"free"),
    "HEIC that breaks off": HEIC[:100],
    "AVIF": claiming_box(AVIF, HUGE),
    "AVIF film": claiming_box(AVIF, HUGE, b"avis"),
    "JPEG 2000": b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(100),
    "JPEG 2000, bare": b"\xff\x4f\xff\x51\0\x29\0\0" + struct.pack(">II", HUGE, HUGE) + bytes(50),
    "PBM": b"P4 30000 30000\n" + bytes(10),
    "PGM": b"P5 32000 32000 255\n" + bytes(10),
    "PPM": b"P6 32000 32000 255\n" + bytes(10),
    "PAM": b"P7\nWIDTH 32000\nHEIGHT 32000\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n",
    "PFM": b"PF\n32000 32000\n-1.0\n",
    "Radiance": b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 32000 +X 32000\n",
    "Sun": struct.pack(">IIIIIIII", 0x59A66A95, HUGE, HUGE, 8, 0, 1, 0, 0),
    "SVG": b'<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>',
    "SVG of entities": b'<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_in_a_sentence_and_not_decoded(name, monkeypatch):
    """A PNG of 107 kB and a TIFF of 24 kB took 5.5 GB: only plain JPEGs told their size before they were decoded."""
    monkeypatch.setattr(images, "_decode", lambda content: pytest.fail("it was decoded"))
    with pytest.raises(ValueError, match=r"^Ann's photo: .*(million|expected|copy it again|a photo)") as refusal:
        decode_picture(BOMBS[name], "Ann's photo")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", BOMBS)
def test_a_camera_sends_no_bomb(name):
    """A camera's JPEG could have thousands of scans, and each went through the whole picture."""
    with pytest.raises(ValueError, match=r"^The phone: (expected a JPEG picture|the picture (has|breaks off))"):
        Jpeg(BOMBS[name], "The phone")


@pytest.fixture(scope="module")
def decoder():
    return PhotoDecoder(READ_PIXELS)


def process_of(decoder):
    decoder.start()
    return psutil.Process(decoder._process.pid)


def largest_size(process):
    """The bytes of memory that a process has had at most; where the system does not tell, those that it has."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return process.memory_info().rss
    return 1024 * int(re.search(r"VmHWM:\s+(\d+)", status.read_text())[1])


def test_the_process_that_decodes_stays_small():
    """Each of these took the program's own memory, up to 5.5 GB for 16 s."""
    decoder = PhotoDecoder(READ_PIXELS)
    decoder.decode(jpeg(), "Ann's photo")
    process = process_of(decoder)
    before = process.memory_info().rss
    for content in BOMBS.values():
        with pytest.raises(ValueError, match=r"^Ann's photo: "):
            decoder.decode(content, "Ann's photo")
        assert process.memory_info().rss < before + MOST_MORE_BYTES
    assert largest_size(process) < before + MOST_MORE_BYTES
    assert process.is_running()


class Fatal(bytes):
    """A photo that the process dies of as soon as it comes."""

    process = None

    def __reduce__(self):
        self.process.kill()
        return bytes, (bytes(self),)


@pytest.mark.parametrize("fate", ["dies", "hangs", "has no memory left", "has died before"])
def test_the_next_photo_is_read_whatever_becomes_of_the_process(fate, decoder, monkeypatch):
    """A photo that was too much for the machine ended the program, and the game with it."""
    process = process_of(decoder)
    decoder.decode(jpeg(), "Ann's photo")
    photo = jpeg()
    if fate == "dies":
        photo = Fatal(photo)
        photo.process = process
    elif fate == "hangs":
        monkeypatch.setattr(tuning, "DECODING_SECONDS", 0)
        process.suspend()
    elif fate == "has no memory left":
        if not hasattr(psutil, "RLIMIT_DATA"):
            pytest.skip("this system limits no memory")
        assert process.rlimit(psutil.RLIMIT_DATA)[0] == tuning.DECODING_BYTES
        process.rlimit(psutil.RLIMIT_DATA, (4096, 4096))
        photo = large_jpeg()
    if fate == "has died before":
        process.kill()
        decoder._process.join()
    else:
        with pytest.raises(ValueError, match=r"^Bob's photo: it takes more memory or time than a photo needs"):
            decoder.decode(photo, "Bob's photo")
    monkeypatch.undo()
    assert decoder.decode(jpeg(), "Ann's photo").shape == (240, 320, 3)
    assert process_of(decoder).pid != process.pid


def grid_of_tiles():
    """A HEIC of 48 megapixels as an iPhone takes it: 16 x 12 tiles of 512 pixels, here the same one everywhere."""

    def box(name, *parts):
        content = b"".join(parts)
        return struct.pack(">I", 8 + len(content)) + name + content

    def size(wide, high):
        return box(b"ispe", struct.pack(">III", 0, wide, high))

    one = io.BytesIO()
    pillow_heif.from_pillow(Pillow.new("RGB", (512, 512), (60, 140, 90))).save(one, quality=60)
    made, tiles = one.getvalue(), range(2, 2 + 16 * 12)
    at = made.index(b"hvcC") - 4
    coder = made[at : at + int.from_bytes(made[at : at + 4], "big")]
    tile = made[made.index(b"mdat") + 4 :]
    grid = struct.pack(">BBBBHH", 0, 0, 11, 15, 8064, 6048)
    kinds = [(1, b"grid"), *((number, b"hvc1") for number in tiles)]

    def head(start):
        places = [(1, start, len(grid)), *((number, start + len(grid), len(tile)) for number in tiles)]
        entries = [box(b"infe", struct.pack(">IHH4sx", 2 << 24, number, 0, kind)) for number, kind in kinds]
        located = [struct.pack(">HHHII", number, 0, 1, place, length) for number, place, length in places]
        owned = [struct.pack(">HBB", 1, 1, 3), *(struct.pack(">HBBB", number, 2, 0x81, 2) for number in tiles)]
        return box(b"ftyp", b"heic", bytes(4), b"mif1heic") + box(
            b"meta",
            bytes(4),
            box(b"hdlr", bytes(8), b"pict", bytes(13)),
            box(b"pitm", struct.pack(">IH", 0, 1)),
            box(b"iinf", struct.pack(">IH", 0, len(kinds)), *entries),
            box(b"iref", bytes(4), box(b"dimg", struct.pack(f">HH{len(tiles)}H", 1, len(tiles), *tiles))),
            box(
                b"iprp",
                box(b"ipco", coder, size(512, 512), size(8064, 6048)),
                box(b"ipma", struct.pack(">II", 0, len(owned)), *owned),
            ),
            box(b"iloc", struct.pack(">IBBH", 0, 0x44, 0, len(located)), *located),
        )

    return head(len(head(0)) + 8) + box(b"mdat", grid, tile)


def large_jpeg(*how):
    return cv2.imencode(".jpg", np.full((6048, 8064, 3), (90, 140, 60), np.uint8), how)[1].tobytes()


@pytest.mark.parametrize(
    "make",
    [grid_of_tiles, large_jpeg, lambda: large_jpeg(cv2.IMWRITE_JPEG_PROGRESSIVE, 1)],
    ids=["HEIC", "JPEG", "progressive JPEG"],
)
def test_a_photo_of_48_megapixels_is_read(make, decoder):
    content = make()
    assert size_by_head(content) == (8064, 6048)
    image = decoder.decode(content, "Ann's photo")
    assert image.shape == (1313, 1751, 3)
    assert abs(image[600, 800].astype(int) - (90, 140, 60)).max() < 8
