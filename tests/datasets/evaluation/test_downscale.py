"""Labelled photos made smaller, until their tiles are as small as those of a table far off."""

import json
import sys

import cv2
import numpy as np
import pytest

from muggins.datasets.evaluation import downscale
from muggins.scorer.layout import Layout
from muggins.vision.geometry.quads import half_centres
from muggins.vision.labels.loader import read_labelled
from muggins.vision.types import TableState, TileReading

CORNERS = [[10, 50], [10, 10], [90, 10], [90, 50]]
TOLD = {"tile": "6-4", "box": [10, 10, 90, 50]}


class SeesOneTile:
    """A reader that finds a tile where CORNERS are, whatever it is shown."""

    def read(self, image):
        corners = np.array(CORNERS, np.float32)
        reading = TileReading(corners, half_centres(corners), np.full((2, 7), 1 / 7))
        return TableState(0.0, (reading,), Layout.parse("6-4"), (), ())


@pytest.fixture
def photos(tmp_path, monkeypatch):
    """A folder for photos of 200 by 120 pixels with a white tile 80 pixels long; how to label it and shrink it."""
    monkeypatch.setattr(downscale, "Reader", SeesOneTile)
    folder = tmp_path / "photos"
    folder.mkdir()
    image = cv2.fillConvexPoly(np.zeros((120, 200, 3), np.uint8), np.array(CORNERS), (255, 255, 255))
    cv2.imwrite(str(folder / "one.png"), image)

    def shrink(tile, *asked, links=None):
        told = {"image": "one.png", "tiles": [tile]} | ({} if links is None else {"links": links})
        (folder / "truth.jsonl").write_text(json.dumps(told))
        monkeypatch.setattr(sys, "argv", ["shrunk", str(folder), "--out", str(tmp_path / "far"), *asked])
        return downscale.main()

    return shrink


@pytest.mark.parametrize("labels", [TOLD, TOLD | {"corners": CORNERS}, {"tile": "6-4", "corners": CORNERS}])
def test_tiles_are_as_long_as_asked_and_their_labels_lie_on_them(photos, tmp_path, labels):
    assert photos(labels, "--length", "20") == 0
    (photo,) = read_labelled(tmp_path / "far")
    image = cv2.imread(str(photo.path))
    assert image.shape == (30, 50, 3)
    rows, columns = np.nonzero(image[..., 0] > 128)
    (tile,) = photo.tiles
    seen = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert tile.box == pytest.approx(seen, abs=0.75)
    assert (tile.corners is None) == ("corners" not in labels)


def test_the_joins_are_told_on(photos, tmp_path):
    assert photos(TOLD, links=[["6-4", "6-1"], ["4-1", "6-4"]]) == 0
    assert read_labelled(tmp_path / "far")[0].links == read_labelled(tmp_path / "photos")[0].links != frozenset()


def test_a_photo_of_tiles_that_are_short_already_stays_as_it_is(photos, tmp_path):
    assert photos(TOLD, "--length", "300") == 0
    (photo,) = read_labelled(tmp_path / "far")
    np.testing.assert_array_equal(cv2.imread(str(photo.path)), cv2.imread(str(tmp_path / "photos" / "one.png")))
    assert photo.tiles[0].box == (10, 10, 90, 50)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--length", "0.01"], "--length: expected 1 pixel or more"),
        (["--length", "nan"], "--length: expected 1 pixel"),
        (["--out", "photos"], "--out: expected another folder"),
    ],
)
def test_what_cannot_be_done_is_said(photos, tmp_path, monkeypatch, capsys, asked, said):
    monkeypatch.chdir(tmp_path)
    assert photos(TOLD, *asked) == 1
    assert capsys.readouterr().err.startswith(said)
