"""COCO data sets as labelling tools export them."""

import json

import cv2
import numpy as np
import pytest

from muggins.vision.labels.loader import read_labelled


def annotations_with(**more):
    annotation = {"id": 1, "image_id": 7, "category_id": 3, "bbox": [30, 20, 40, 10]} | more
    return {
        "images": [{"id": 7, "file_name": "a.png"}, {"id": 8, "file_name": "b.png"}],
        "categories": [{"id": 0, "name": "set"}, {"id": 3, "name": "6-4"}],
        "annotations": [annotation],
    }


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images").mkdir()
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / "images" / name), np.zeros((50, 100, 3), np.uint8))
    return tmp_path


def tell(folder, text, name="annotations.json"):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text if isinstance(text, str) else json.dumps(text))


@pytest.mark.parametrize("name", ["annotations.json", "_annotations.coco.json", "annotations/instances_train.json"])
def test_boxes_are_read_and_unused_categories_need_no_name(folder, name):
    tell(folder, annotations_with(), name)
    shown, empty = read_labelled(folder)
    assert [(str(tile.tile), tile.box) for tile in shown.tiles] == [("6-4", (30.0, 20.0, 70.0, 30.0))]
    assert (empty.tiles, empty.is_boxed) == ((), True)


@pytest.mark.parametrize(
    "more",
    [
        {"keypoints": [30, 30, 2, 30, 20, 2, 70, 20, 2, 70, 30, 2]},
        {"segmentation": [[30, 30, 30, 20, 70, 20, 70, 30]]},
        {"segmentation": [[30, 30, 30, 20, 70, 20, 70, 30]], "bbox": None},
    ],
)
def test_four_corners_are_read(folder, more):
    tell(folder, annotations_with(**more))
    tile = read_labelled(folder)[0].tiles[0]
    np.testing.assert_allclose(tile.corners, [[30, 30], [30, 20], [70, 20], [70, 30]])
    assert tile.box == (30.0, 20.0, 70.0, 30.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"annotations": ', "expected JSON"),
        ({"annotations": [{"id": 1}]}, "expected images, categories and annotations"),
        (annotations_with(category_id=0), "rename the class"),
        (annotations_with(bbox=None), "expected a bbox"),
        (annotations_with() | {"images": [{"id": 7, "file_name": "gone.png"}]}, r"expected the photo gone\.png"),
    ],
)
def test_annotations_that_cannot_be_understood_are_reported(folder, text, said):
    tell(folder, text)
    with pytest.raises(ValueError, match=said):
        read_labelled(folder)
