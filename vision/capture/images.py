"""Photos from files, turned upright."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.texts import Text, lazy_gettext

from . import tuning
from .heads import HEIC_BRANDS, JPEG_START, is_heic, is_whole, size_by_head

Image = NDArray[np.uint8]
"""(height, width, 3): blue, green, red."""

HEIC_SUFFIXES = (".heic", ".heif")
"""What iPhones call their photos."""
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", *HEIC_SUFFIXES)
AVIF_BRANDS = (b"avif", b"avis")
"""The brands of AVIF files, which begin like videos."""


def load_picture(path: Path | str) -> Image:
    """The photo in a file, upright; ValueError, a sentence that begins with the path, if it cannot be read."""
    path = Path(path)
    if path.is_dir():
        raise ValueError(lazy_gettext("%(path)s: expected a photo, found a folder", path=path))
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise ValueError(lazy_gettext("%(path)s: no such file; check the name", path=path)) from None
    except OSError as error:
        raise ValueError(
            lazy_gettext(
                "%(path)s: cannot be opened (%(reason)s); check that you may read it",
                path=path,
                reason=error.strerror,
            )
        ) from None
    return decode_picture(content, str(path))


def encode_jpeg(image: Image, quality: int) -> bytes:
    """The image as a JPEG file of a quality from 0 to 100."""
    is_encoded, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert is_encoded
    return jpeg.tobytes()


def decode_picture(content: bytes, name: Text | str) -> Image:
    """The photo that `content` encodes, upright; ValueError, beginning with `name`, if it is none.

    Nothing is decoded before its size is known.
    """
    if not content:
        raise ValueError(lazy_gettext("%(name)s: the file is empty; copy the photo again", name=name))
    if (kind := _unreadable_kind(content)) is not None:
        raise ValueError(lazy_gettext("%(name)s: %(kind)s; save it as JPEG, PNG or WebP first", name=name, kind=kind))
    width, height = size_by_head(content)
    if width * height > tuning.MOST_PHOTO_PIXELS:
        raise ValueError(
            lazy_gettext(
                "%(name)s: it has %(width)s x %(height)s pixels, and at most %(most)s million are read; "
                "make it smaller first",
                name=name,
                width=width,
                height=height,
                most=tuning.MOST_PHOTO_PIXELS // 1_000_000,
            )
        )
    if content.startswith(JPEG_START) and width * height and not is_whole(content):
        raise ValueError(lazy_gettext("%(name)s: the photo breaks off before its end; copy it again", name=name))
    image = _decode(content) if width * height else None
    if image is None and is_heic(content):
        raise ValueError(
            lazy_gettext("%(name)s: not a picture that can be read; the HEIC photo is broken, copy it again", name=name)
        )
    if image is None:
        raise ValueError(
            lazy_gettext("%(name)s: not a picture that can be read; expected JPEG, HEIC, PNG, WebP or BMP", name=name)
        )
    return image


def _decode(content: bytes) -> Image | None:
    """A photo whose head is understood; None if it is broken."""
    if is_heic(content):
        return _decode_heic(content)
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _decode_heic(content: bytes) -> Image | None:
    """A HEIC photo. Its rotation is a property of the picture that libheif applies, not an EXIF tag."""
    import pi_heif  # loading it takes 0.1 s, and most photos are of other kinds

    try:
        photo = pi_heif.open_heif(content).to_pillow().convert("RGB")
    except (ValueError, OSError, SyntaxError, RuntimeError, EOFError):
        return None
    return np.ascontiguousarray(np.asarray(photo, np.uint8)[..., ::-1])


def find_pictures(names: Iterable[Path | str]) -> list[Path]:
    """The photos that files, folders and patterns (`games/*.jpg`) name, each once, a folder's sorted by name.

    ValueError for a folder or a pattern without photos. A file is not opened here: load_picture says what is wrong.
    """
    found: dict[Path, None] = {}
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
            if not inside:
                raise ValueError(
                    lazy_gettext(
                        "%(path)s: no photos in this folder; expected %(endings)s",
                        path=path,
                        endings=", ".join(PICTURE_SUFFIXES),
                    )
                )
            found.update(dict.fromkeys(inside))
        elif not path.exists() and any(sign in str(name) for sign in "*?["):
            # A shell that finds nothing hands the pattern on, and some shells never look.
            root = Path(path.anchor) if path.anchor else Path()
            matching = sorted(root.glob(str(path.relative_to(root) if path.anchor else path)))
            if not matching:
                raise ValueError(lazy_gettext("%(name)s: no file matches; check the folder and the ending", name=name))
            found.update(dict.fromkeys(matching))
        else:
            found[path] = None
    return list(found)


def _unreadable_kind(content: bytes) -> Text | None:
    """What a file is by its first bytes if people often take it for a photo; None if it may be one."""
    if content[4:8] == b"ftyp" and content[8:12] not in (*HEIC_BRANDS, *AVIF_BRANDS):
        return lazy_gettext("a video, not a photo (muggins watch reads videos)")
    if content.startswith(b"%PDF"):
        return lazy_gettext("a PDF, not a photo")
    return None


def shrunk_size(size: tuple[int, int], most_pixels: int = tuning.LARGEST_PIXELS) -> tuple[int, int]:
    """Width and height of a picture once it has at most `most_pixels`."""
    width, height = size
    if width * height <= most_pixels:
        return size
    scale = (most_pixels / (width * height)) ** 0.5
    return max(1, int(width * scale)), max(1, int(height * scale))


def shrunk_to(image: Image, most_pixels: int = tuning.LARGEST_PIXELS) -> Image:
    """The picture, made smaller if it has more than `most_pixels`."""
    size = (image.shape[1], image.shape[0])
    smaller = shrunk_size(size, most_pixels)
    return image if smaller == size else np.asarray(cv2.resize(image, smaller, interpolation=cv2.INTER_AREA), np.uint8)
