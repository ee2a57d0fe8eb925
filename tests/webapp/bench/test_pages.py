"""How soon pages answer: a photo of 12 megapixels over HTTP, and what a browser of a checkout tells."""

import pytest

from muggins.scorer.layout import Layout
from muggins.vision.capture.heads import jpeg_size
from muggins.vision.types import TableState
from muggins.webapp.bench import pages
from muggins.webapp.bench.pages import PageFigures, as_phones_take_it, in_browser
from muggins.webapp.bench.report import PICTURE

TELLS = """import json, sys
import find_browser
print(json.dumps({"photo_ms": 900.5, "first_page_ms": dict.fromkeys(sys.argv[3:], 80.25)}))
"""


@pytest.fixture
def checkout(tmp_path):
    """Makes the folder of a checkout whose program for a browser has this text."""

    def write(program):
        (tmp_path / "support").mkdir()
        (tmp_path / "support" / "find_browser.py").write_text("")
        folder = tmp_path / "benchmarks"
        folder.mkdir()
        (folder / "in_browser.py").write_text(program)
        return folder

    return write


def test_the_photo_has_the_pixels_and_the_noise_of_a_phones_photo(monkeypatch):
    """A sixteenth of one, which has 12 million pixels and 5 MB."""
    monkeypatch.setattr(pages, "PHOTO_SIZE", (1008, 756))
    image = as_phones_take_it(PICTURE)
    assert image.shape == (756, 1008, 3)
    content = pages.encode_jpeg(image, pages.PHOTO_QUALITY)
    assert jpeg_size(content) == (1008, 756)
    assert 3e6 < 16 * len(content) < 8e6


def test_a_table_is_served_and_its_photos_and_first_pages_are_timed(checkout, monkeypatch):
    """The photo is sent as often as it is timed, and once more; the browser of a checkout tells its own figures."""
    read = []

    class EmptyTableReader:
        def __init__(self, set):
            assert set is None

        def read(self, image):
            read.append(image.shape)
            return TableState(0.0, (), Layout(), (), ())

    monkeypatch.setattr("muggins.vision.reading.reader.Reader", EmptyTableReader)
    monkeypatch.setattr(pages, "PHOTO_SIZE", (1008, 756))
    found = pages.time_pages(PICTURE, checkout(TELLS))
    assert read == [(756, 1008, 3)] * (1 + pages.PHOTOS)
    assert found.photo_answered_ms > 0
    assert found.photo_shown_ms == 900.5
    assert set(found.first_page_ms) == {"en", "de", "es", "fr", "nl", "pt-BR"}
    assert pages.time_pages(PICTURE, None).to_json()["photo_shown_ms"] is None


def test_without_a_browser_the_photo_alone_is_timed(checkout, tmp_path):
    assert in_browser(checkout("raise SystemExit('no browser')"), "http://localhost/", tmp_path) == (None, None)
    said = PageFigures(812.3).to_text()
    assert "on a phone's page: no browser here; sent as it is and answered: 812 ms" in said
    assert said.endswith("after the server's answer: no browser here")
