"""JPEGs that come over a network: other data, pictures that break off, and pictures that would be huge when opened."""

import struct

import cv2
import numpy as np
import pytest
from jpegs import claiming, jpeg

from muggins.vision.capture import jpeg as jpegs
from muggins.vision.capture.heads import is_shown_turned, is_whole, jpeg_size
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.tuning import LARGEST_PIXELS


def test_a_whole_picture_is_opened():
    assert jpeg_size(jpeg(320, 240)) == (320, 240)
    assert Jpeg(jpeg(320, 240), "the phone").image.shape == (240, 320, 3)


def test_a_picture_is_opened_small_at_first_and_whole_when_it_is_read(monkeypatch):
    """A camera that sends JPEGs took a quarter of a core while nothing happened: each was opened whole."""
    opened = []
    decode = jpegs.decode_picture
    monkeypatch.setattr(jpegs, "decode_picture", lambda *given: opened.append(1) or decode(*given))
    picture = Jpeg(jpeg(320, 240), "the phone")
    assert (picture.eighth.shape, picture.size, opened) == ((30, 40), (320, 240), [])
    assert picture.image is picture.image
    assert opened == [1]


def turned(turn, order="<"):
    """A picture, 320 x 240, whose EXIF says how it is shown."""
    tags = struct.pack(f"{order}HHHIHHHHIHHI", 2, 0x10F, 2, 4, 0, 0, 0x112, 3, 1, turn, 0, 0)
    exif = b"Exif\0\0" + (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HI", 42, 8) + tags
    return b"\xff\xd8\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg(320, 240)[2:]


@pytest.mark.parametrize("is_opened", [False, True])
@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("turn", range(1, 10))
def test_a_picture_that_its_camera_says_is_turned_is_as_wide_as_it_is_shown(turn, order, is_opened):
    picture = Jpeg(turned(turn, order), "it", is_opened)
    assert ("eighth" in picture.__dict__) is is_opened
    assert picture.size == picture.image.shape[1::-1]
    assert picture.size == ((240, 320) if turn in (5, 6, 7, 8) else (320, 240))


def test_an_exif_that_breaks_off_turns_nothing():
    whole = turned(6)
    assert is_shown_turned(whole)
    assert not any(is_shown_turned(whole[:end]) for end in range(44))


def test_a_picture_larger_than_is_read_is_made_smaller():
    picture = Jpeg(cv2.imencode(".jpg", np.zeros((2000, 3000, 3), np.uint8))[1].tobytes(), "the camera")
    assert picture.image.shape[1::-1] == picture.size
    assert picture.size[0] * picture.size[1] <= LARGEST_PIXELS


def test_a_small_copy_before_the_picture_is_not_taken_for_its_end():
    """Photos of phones carry one of themselves, with an end of its own."""
    content = jpeg()
    copy = b"Exif\0\0" + jpeg(16, 16)
    held = content[:2] + b"\xff\xe1" + (len(copy) + 2).to_bytes(2, "big") + copy + content[2:]
    assert is_whole(held)
    assert not is_whole(held[:-40])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "^the phone: expected a JPEG picture, got nothing"),
        (b"hello, this is Ann", "^the phone: expected a JPEG picture, got text"),
        (b"GIF89a\0\0", "^the phone: expected a JPEG picture, got something else"),
        (b"\xff\xd8", "^the phone: expected a JPEG picture, got one that breaks off at its head"),
        (jpeg()[:900], "^the phone: the picture breaks off before its end"),
        (claiming(8688, 5792), "^the phone: the picture has 8688 x 5792 pixels, and at most 16 million are read"),
        (jpeg()[:2] + b"\xff\xc0\x00\x0b\x08\x00\x10\x00\x10" + b"\x00" * 9, "breaks off"),
    ],
)
def test_what_is_no_picture_is_called_what_it_is_in_one_sentence(content, says):
    with pytest.raises(ValueError, match=says) as raised:
        Jpeg(content, "the phone")
    assert str(raised.value).endswith((".", "?"))
