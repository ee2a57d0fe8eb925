"""Photos from files, turned upright as their EXIF rotation says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(height, width, 3), blue green red."""

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")

LARGEST_PIXELS = 4_000_000
"""A larger picture from a camera is made smaller: 1080 lines are enough to read the tiles."""


def load_picture(path: Path | str) -> Image:
    """The photo in a file, upright; ValueError where there is none that can be read."""
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{path}: expected a photo, found a folder")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file; check the name") from None
    except OSError as error:
        raise ValueError(f"{path}: cannot be opened ({error.strerror}); check that you may read it") from None
    return decode_picture(content, str(path))


def decode_picture(content: bytes, name: str) -> Image:
    """The photo that `content` encodes, upright; ValueError, beginning with `name`, where it is none."""
    if not content:
        raise ValueError(f"{name}: the file is empty; copy the photo again")
    if (kind := _unreadable_kind(content)) is not None:
        raise ValueError(f"{name}: {kind}; save it as JPEG, PNG or WebP first")
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise ValueError(f"{name}: not a picture that can be read; expected JPEG, PNG, WebP or BMP")
    return np.asarray(image, np.uint8)


def find_pictures(names: Iterable[Path | str]) -> list[Path]:
    """The photos that files, folders and patterns (`games/*.jpg`) name, each once, those of a folder in order of name.

    ValueError for a folder or a pattern without photos. A file is taken at its word: load_picture says what is wrong.
    """
    found: dict[Path, None] = {}
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
            if not inside:
                raise ValueError(f"{path}: no photos in this folder; expected {', '.join(PICTURE_SUFFIXES)}")
            found.update(dict.fromkeys(inside))
        elif not path.exists() and any(sign in str(name) for sign in "*?["):
            # A shell that finds nothing hands the pattern on; some shells never look.
            root = Path(path.anchor) if path.anchor else Path()
            matching = sorted(root.glob(str(path.relative_to(root) if path.anchor else path)))
            if not matching:
                raise ValueError(f"{name}: no file matches; check the folder and the ending")
            found.update(dict.fromkeys(matching))
        else:
            found[path] = None
    return list(found)


def _unreadable_kind(content: bytes) -> str | None:
    """What a file is that people take for a photo muggins reads, by its first bytes; None where it may be one."""
    if content[4:8] == b"ftyp":
        brand = content[8:12]
        if brand in (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"):
            return "a HEIC photo, which muggins does not read"
        if brand not in (b"avif", b"avis"):
            return "a video, not a photo (muggins watch reads videos)"
    if content.startswith(b"%PDF"):
        return "a PDF, not a photo"
    return None


def shrunk_size(size: tuple[int, int], most_pixels: int = LARGEST_PIXELS) -> tuple[int, int]:
    """Width and height that a picture has once it has no more than so many pixels."""
    wide, high = size
    if wide * high <= most_pixels:
        return size
    scale = (most_pixels / (wide * high)) ** 0.5
    return max(1, int(wide * scale)), max(1, int(high * scale))


def shrunk_to(image: Image, most_pixels: int = LARGEST_PIXELS) -> Image:
    """The picture, made smaller where it has more than so many pixels."""
    size = (image.shape[1], image.shape[0])
    smaller = shrunk_size(size, most_pixels)
    return image if smaller == size else np.asarray(cv2.resize(image, smaller, interpolation=cv2.INTER_AREA), np.uint8)
