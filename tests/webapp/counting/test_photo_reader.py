"""Photos that phones send: read, refused in a sentence, and forgotten."""

from io import BytesIO

import cv2
import numpy as np
import pillow_heif
import pytest
from jpegs import claiming, jpeg
from photographed import FixedReader
from PIL import Image as Pillow

from muggins.webapp.counting.photo_reader import READ_PIXELS, PhotoReader


def heic(wide=320, high=240):
    """A HEIC photo as iPhones save it."""
    picture = Pillow.fromarray(np.random.default_rng(4).integers(0, 255, (high, wide, 3), np.uint8))
    return pillow_heif.from_pillow(picture)


@pytest.fixture(scope="module")
def heic_bytes():
    photo = BytesIO()
    heic().save(photo, quality=80)
    return photo.getvalue()


@pytest.fixture(scope="module")
def reader():
    return PhotoReader(lambda: FixedReader("6-4"))


def test_a_photo_is_read_and_its_tiles_counted():
    count = PhotoReader(lambda: FixedReader("6-4 5-0 9-9")).read(jpeg()).count
    assert [tile["tile"] for tile in count.to_json()["tiles"]] == ["6-4", "5-0", "9-9"]
    assert count.total == 33
    assert count.to_json()["size"] == [320, 240]


def test_a_photo_of_an_iphone_is_read(reader, heic_bytes):
    assert reader.read(heic_bytes).count.total == 10


def test_a_large_photo_is_made_smaller_before_it_is_read(reader):
    large = np.full((3000, 4000, 3), 90, np.uint8)
    read = reader.read(cv2.imencode(".jpg", large)[1].tobytes())
    assert read.image.shape[0] * read.image.shape[1] <= READ_PIXELS
    assert read.count.size == (read.image.shape[1], read.image.shape[0])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The photo: the file is empty; copy the photo again"),
        (b"tiles", "The photo: not a picture that can be read; expected JPEG, HEIC, PNG, WebP or BMP"),
        (b"%PDF-1.7", "The photo: a PDF, not a photo; save it as JPEG, PNG or WebP first"),
        (
            claiming(60000, 60000),
            "The photo: it has 60000 x 60000 pixels, and at most 60 million are read; make it smaller first",
        ),
    ],
)
def test_what_is_no_photo_is_refused_in_a_sentence(reader, content, sentence):
    with pytest.raises(ValueError, match=r"\w") as refusal:
        reader.read(content)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9])
def test_a_broken_heic_is_refused_in_a_sentence(reader, heic_bytes, kept):
    with pytest.raises(ValueError, match="The photo: not a picture that can be read; the HEIC photo is broken"):
        reader.read(heic_bytes[: int(len(heic_bytes) * kept)])


def test_more_tiles_than_a_set_has_are_refused():
    crowd = " ".join(["6-4"] * 200)
    with pytest.raises(ValueError, match="200 tiles lie there, and the largest set has 91; take a picture of one hand"):
        PhotoReader(lambda: FixedReader(crowd)).read(jpeg())


def test_a_photo_is_kept_only_where_a_folder_is_named(tmp_path):
    PhotoReader(lambda: FixedReader("6-4")).read(jpeg())
    assert list(tmp_path.iterdir()) == []
    PhotoReader(lambda: FixedReader("6-4"), tmp_path / "kept").read(jpeg())
    [kept] = (tmp_path / "kept").iterdir()
    assert cv2.imread(str(kept)).shape == (240, 320, 3)


def test_a_photo_is_counted_even_where_it_cannot_be_kept(tmp_path):
    """Whoever sent a photo read that the host's folder cannot be written, and got no total."""
    reader = PhotoReader(lambda: FixedReader("6-4"), tmp_path / "kept")
    (tmp_path / "kept").rmdir()
    assert reader.read(jpeg()).count.total == 10
