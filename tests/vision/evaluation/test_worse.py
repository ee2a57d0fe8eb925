"""`muggins eval --worse`: photos rotated, in perspective, dark, noisy and badly compressed."""

import json
import re

import cv2
import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.vision.evaluation.conditions import AS_TAKEN, WORSE
from muggins.vision.geometry.quads import canonical_corners, half_centres
from muggins.vision.types import TableState, TileReading
from muggins.webapp.cli.main import main

BOX = (60, 30, 140, 70)
"""A white tile on a dark table."""
NAMES = [condition.name for condition in (AS_TAKEN, *WORSE)]


class ReaderOfWhite:
    """A reader that takes the brightest thing for the 6-4, where it stands out by so many levels."""

    least_contrast = 20

    def __init__(self, set, **_):
        self.pips = np.full((2, 7), 0.01)
        self.pips[[0, 1], [6, 4]] = 0.94

    def read(self, image):
        grey = cv2.GaussianBlur(image.max(axis=2), (9, 9), 0)
        if int(grey.max()) - int(grey.min()) < self.least_contrast:
            return TableState(0.0, (), Layout(), (), ())
        bright = np.argwhere(grey > (int(grey.max()) + int(grey.min())) / 2)[:, ::-1]
        corners = canonical_corners(cv2.boxPoints(cv2.minAreaRect(bright.astype(np.float32))))
        reading = TileReading(corners, half_centres(corners), self.pips)
        return TableState(0.0, (reading,), Layout.parse("6-4"), (), ())


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """A folder with a photo of one tile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("muggins.webapp.cli.eval.Reader", ReaderOfWhite)
    (tmp_path / "tables").mkdir()
    photo = np.full((120, 240, 3), 30, np.uint8)
    photo[BOX[1] : BOX[3], BOX[0] : BOX[2]] = 230
    cv2.imwrite("tables/one.png", photo)
    truth = {"image": "one.png", "tiles": [{"tile": "6-4", "box": BOX}], "links": []}
    (tmp_path / "tables" / "truth.jsonl").write_text(json.dumps(truth))
    return tmp_path


def lines_of(capsys, *arguments):
    assert main(["eval", "tables", "--worse", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_tile_that_is_found_however_the_photo_is_made_worse_lies_where_it_lay(tables, capsys):
    """Its box on the photo as it was taken is compared, so the reading must be moved back exactly."""
    *lines, worst = map(json.loads, lines_of(capsys, "--json"))
    assert [line["condition"] for line in lines] == NAMES
    assert [(line["recall"], line["value_right"]) for line in lines] == [(1.0, 1.0)] * len(NAMES)
    assert worst["value_right"] == 1.0


def test_the_worst_is_the_condition_under_which_tiles_are_missed(tables, capsys, monkeypatch):
    monkeypatch.setattr(ReaderOfWhite, "least_contrast", 100)
    table = lines_of(capsys)
    assert table[0] == "tables: 1 photos, 1 tiles"
    assert table[1].split()[:1] == ["recall"]
    assert [re.split("  +", line.strip())[0] for line in table[2:-1]] == NAMES
    assert table[-1] == "  the worst: darkened to 0.3, value right 0.0000"


def test_the_table_for_the_model_card(tables, capsys):
    table = lines_of(capsys, "--markdown")
    assert table[0].startswith("| `tables` | recall | precision | value_right |")
    assert table[2].startswith("| as taken | 1.000 |")
    assert len(table[0].split("|")) == len(table[1].split("|")) == len(table[2].split("|"))
    assert table[-2].startswith("The worst: ")


@pytest.mark.parametrize("condition", WORSE, ids=[condition.name for condition in WORSE])
def test_nothing_of_a_photo_is_lost(condition):
    """The corners of the photo stay in the picture, and a photo is made worse in the same way each time."""
    photo = np.random.default_rng(1).integers(0, 256, (90, 160, 3), np.uint8)
    worse, back = condition.applied(photo)
    again, _ = condition.applied(photo)
    np.testing.assert_array_equal(worse, again)
    corners = np.array([[0, 0], [159, 0], [159, 89], [0, 89]], np.float32)[None]
    there = cv2.perspectiveTransform(corners, np.linalg.inv(back))[0]
    assert (there > -1).all()
    assert (there < [worse.shape[1], worse.shape[0]]).all()


def test_in_perspective_the_far_edge_is_half_as_long():
    (condition,) = (condition for condition in WORSE if condition.name == "in perspective")
    _, back = condition.applied(np.zeros((90, 160, 3), np.uint8))
    edges = np.array([[0, 0], [160, 0], [160, 90], [0, 90]], np.float32)[None]
    there = cv2.perspectiveTransform(edges, np.linalg.inv(back))[0]
    far, near = there[1] - there[0], there[2] - there[3]
    assert np.linalg.norm(far) == pytest.approx(np.linalg.norm(near) / 2)
