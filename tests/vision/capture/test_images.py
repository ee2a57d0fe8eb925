"""Photos as phones and programs write them: every format upright, and a sentence for each file that is not a photo."""

import io
import re
import struct
import zlib

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image

from muggins.vision.capture.images import decode_picture, find_pictures, load_picture


def photo():
    """60 wide, 40 high, with a red mark in its top left corner."""
    image = np.zeros((40, 60, 3), np.uint8)
    image[:10, :10] = (0, 0, 255)
    return image


def encoded(suffix, image=None):
    return cv2.imencode(suffix, photo() if image is None else image)[1].tobytes()


def exif(rotation):
    return b"II*\0\x08\0\0\0" + struct.pack("<HHHIHHI", 1, 0x112, 3, 1, rotation, 0, 0)


def jpeg_held(rotation):
    block = b"Exif\0\0" + exif(rotation)
    content = encoded(".jpg")
    return content[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + content[2:]


def png_held(rotation):
    content, block = encoded(".png"), b"eXIf" + exif(rotation)
    chunk = struct.pack(">I", len(block) - 4) + block + struct.pack(">I", zlib.crc32(block))
    return content[:33] + chunk + content[33:]


def webp_held(rotation):
    block = exif(rotation)
    size = (59).to_bytes(3, "little") + (39).to_bytes(3, "little")
    head = b"VP8X" + struct.pack("<I", 10) + bytes([8, 0, 0, 0]) + size
    body = head + encoded(".webp")[12:] + b"EXIF" + struct.pack("<I", len(block)) + block
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def heic_held(rotation):
    tags = Image.Exif()
    tags[0x112] = rotation
    content = io.BytesIO()
    upright = Image.fromarray(photo()[..., ::-1].copy())
    pillow_heif.from_pillow(upright).save(content, exif=tags.tobytes(), quality=90)
    return content.getvalue()


@pytest.mark.parametrize("held", [jpeg_held, png_held, webp_held, heic_held])
@pytest.mark.parametrize(
    ("rotation", "size", "corner"),
    [
        (1, (60, 40), "top left"),
        (3, (60, 40), "bottom right"),
        (6, (40, 60), "top right"),
        (8, (40, 60), "bottom left"),
    ],
)
def test_a_photo_lies_as_the_phone_was_held(held, rotation, size, corner):
    image = decode_picture(held(rotation), "photo")
    assert (image.shape[1], image.shape[0]) == size
    red = np.argwhere(image[..., 2] > 150).mean(axis=0) / image.shape[:2]
    assert corner == f"{'top' if red[0] < 0.5 else 'bottom'} {'left' if red[1] < 0.5 else 'right'}"


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_every_format_is_read(suffix, tmp_path):
    path = tmp_path / f"photo{suffix}"
    path.write_bytes(encoded(suffix))
    image = load_picture(path)
    assert image.shape == (40, 60, 3)
    assert image.dtype == np.uint8
    assert image[3, 3, 2] > 150


@pytest.mark.parametrize("suffix", [".heic", ".HEIF"])
def test_the_photos_of_an_iphone_are_read_and_found_in_their_folder(suffix, tmp_path):
    (tmp_path / f"IMG_0001{suffix}").write_bytes(heic_held(1))
    (path,) = find_pictures([tmp_path])
    assert load_picture(path).shape == (40, 60, 3)


def test_grey_deep_and_see_through_pictures_become_plain_ones():
    grey = np.full((4, 5), 77, np.uint8)
    assert decode_picture(encoded(".png", grey), "grey")[0, 0].tolist() == [77, 77, 77]
    deep = np.full((4, 5, 3), 77 * 256, np.uint16)
    assert decode_picture(encoded(".png", deep), "deep")[0, 0].tolist() == [77, 77, 77]
    see_through = np.full((4, 5, 4), 77, np.uint8)
    assert decode_picture(encoded(".png", see_through), "see-through").shape == (4, 5, 3)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "photo.jpg: the file is empty; copy the photo again"),
        (b"6-4 on 6-1", "photo.jpg: not a picture that can be read; expected JPEG, HEIC, PNG, WebP or BMP"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "photo.jpg: not a picture that can be read; the HEIC photo is broken"),
        (heic_held(1)[:-30], "photo.jpg: not a picture that can be read; the HEIC photo is broken, copy it again"),
        (b"\0\0\0\x18ftypisom\0\0\0\0", "photo.jpg: a video, not a photo"),
        (b"%PDF-1.7", "photo.jpg: a PDF, not a photo"),
        (encoded(".png")[:60], "photo.jpg: not a picture that can be read"),
    ],
)
def test_a_file_that_is_no_picture_is_called_what_it_is(content, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photo.jpg").write_bytes(content)
    with pytest.raises(ValueError, match="^" + re.escape(says)):
        load_picture("photo.jpg")


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(ValueError, match=r"no such file; check the name$"):
        load_picture(tmp_path / "photo.jpg")
    with pytest.raises(ValueError, match="expected a photo, found a folder"):
        load_picture(tmp_path)


def test_folders_and_patterns_are_looked_into(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b.JPG", "a.png", "notes.txt", "c.webp"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in find_pictures([tmp_path])] == ["a.png", "b.JPG", "c.webp"]
    assert [path.name for path in find_pictures(["*.png", "a.png", "no.jpg"])] == ["a.png", "no.jpg"]
    assert [path.name for path in find_pictures([str(tmp_path / "?.webp")])] == ["c.webp"]
    with pytest.raises(ValueError, match=r"^\*\.bmp: no file matches; check the folder and the ending"):
        find_pictures(["*.bmp"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=r"^empty: no photos in this folder"):
        find_pictures(["empty"])


def test_a_name_with_brackets_is_a_name_first(tmp_path, monkeypatch):
    """Phones and file managers number copies so: `photo [2].jpg`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photo [2].jpg").write_bytes(b"")
    assert [str(path) for path in find_pictures(["photo [2].jpg"])] == ["photo [2].jpg"]
