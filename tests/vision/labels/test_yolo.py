"""YOLO data sets as labelling tools export them."""

import cv2
import numpy as np
import pytest

from muggins.vision.labels.loader import read_labelled

BOX = "0 0.5 0.5 0.4 0.2"
POSE = BOX + " 0.3 0.6 0.3 0.4 0.7 0.4 0.7 0.6"


@pytest.fixture
def data_set(tmp_path):
    """A data set of photos of 100 x 50 pixels: its classes as YAML, and the labels of photo a."""

    def made(names, labels, images="images/train"):
        (tmp_path / images).mkdir(parents=True)
        beside = tmp_path / images.replace("images", "labels")
        beside.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(tmp_path / images / "a.png"), np.zeros((50, 100, 3), np.uint8))
        cv2.imwrite(str(tmp_path / images / "b.png"), np.zeros((50, 100, 3), np.uint8))
        (beside / "a.txt").write_text(labels)
        (tmp_path / "data.yaml").write_text(names)
        return tmp_path

    return made


@pytest.mark.parametrize(
    "names",
    [
        "path: .\ntrain: images\nnames: ['6-4', back]\n",
        "names:\n  0: 6-4  # a tile\n  1: facedown\nnc: 2\n",
        "names:\n- 6-4\n- facedown\n",
        "nc: 2\nnames: {0: '6-4', 1: 'facedown'}\n",
        'names:\n  1: &down\n    facedown\n  0: "64"\n',
    ],
)
@pytest.mark.parametrize("images", ["images/train", "train/images"])
def test_boxes_are_read_with_their_classes(data_set, names, images):
    shown, empty = read_labelled(data_set(names, BOX + "\n1 0.1 0.1 0.2 0.2\n", images))
    assert [(tile.kind, str(tile.tile)) for tile in shown.tiles] == [("faceup", "6-4"), ("facedown", "None")]
    np.testing.assert_allclose(shown.tiles[0].box, (30, 20, 70, 30))
    assert (empty.path.name, empty.tiles, empty.is_boxed) == ("b.png", (), True)


def test_four_corners_are_read(data_set):
    (shown, _) = read_labelled(data_set("names: [6-4]", POSE))
    np.testing.assert_allclose(shown.tiles[0].corners, [[30, 30], [30, 20], [70, 20], [70, 30]], atol=1e-4)


def test_corners_marked_as_not_seen_are_unknown(data_set):
    seen = "0 0.5 0.5 0.4 0.2 0.3 0.6 2 0.3 0.4 2 0.7 0.4 2 0.7 0.6 "
    shown, _ = read_labelled(data_set("names: [6-4]", f"{seen}2\n{seen}0\n"))
    assert [tile.corners is None for tile in shown.tiles] == [False, True]


def test_an_oriented_box_is_read(data_set):
    shown, _ = read_labelled(data_set("names: [domino]", "0 0.3 0.6 0.3 0.4 0.7 0.4 0.7 0.6"))
    np.testing.assert_allclose(shown.tiles[0].box, (30, 20, 70, 30), atol=1e-4)
    assert shown.tiles[0].corners.shape == (4, 2)
    assert not shown.is_named


def test_labels_beside_the_photos_with_a_list_of_classes(tmp_path):
    cv2.imwrite(str(tmp_path / "a.jpg"), np.zeros((50, 100, 3), np.uint8))
    (tmp_path / "a.txt").write_text(BOX)
    (tmp_path / "classes.txt").write_text("6-4\n")
    (photo,) = read_labelled(tmp_path)
    assert str(photo.tiles[0].tile) == "6-4"


@pytest.mark.parametrize(
    ("names", "labels", "said"),
    [
        ("names: [6-4]", "0 0.5 0.5", "a.txt, line 1: expected 5 numbers"),
        ("names: [6-4]", "0 a b c d", "line 1: expected 5 numbers"),
        ("names: [6-4]", "3 0.5 0.5 0.4 0.2", "class 3, but there are 1 names"),
        ("names: [cat]", BOX, "rename the class"),
        ("train: images", BOX, "expected the classes"),
        ("names: 6-4", BOX, "expected the classes"),
        ("names: [6-4", BOX, "data.yaml: expected YAML: while parsing"),
    ],
)
def test_labels_that_cannot_be_understood_are_reported(data_set, names, labels, said):
    with pytest.raises(ValueError, match=said):
        read_labelled(data_set(names, labels))


def test_classes_without_labels_are_reported(data_set):
    folder = data_set("names: [6-4]", BOX)
    (folder / "labels/train/a.txt").unlink()
    with pytest.raises(ValueError, match=r"expected labels \(NAME.txt\) for its photos, found none"):
        read_labelled(folder)


def test_a_double_blank_is_no_number_to_yaml(data_set):
    """Written 00, it would be an octal number, and 0 is not a tile."""
    shown, _ = read_labelled(data_set("names: [00, 06]", "0 0.5 0.5 0.4 0.2\n1 0.1 0.1 0.2 0.2"))
    assert [str(tile.tile) for tile in shown.tiles] == ["0-0", "6-0"]
