"""Photos whose tiles are known: truth.jsonl, and which folder is labelled in which way."""

import json

import cv2
import numpy as np
import pytest

from muggins.scorer.tiles import Tile
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import TrueTile, as_truth, class_meant, corners_from, read_truth

SQUARE = [[10, 30], [10, 10], [50, 10], [50, 30]]


def tell(folder, *lines):
    (folder / "truth.jsonl").write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    )


def test_a_label_holds_poses_boxes_and_links(tmp_path):
    lies = {"tile": "4-6", "box": [10, 10, 50, 30]}
    beside = {"pose": "facedown", "box": [60, 10, 90, 30]}
    tell(tmp_path, {"image": "a.jpg", "tiles": [lies, beside, {"tile": None, "box": [0, 0, 5, 9]}], "links": []})
    (photo,) = read_truth(tmp_path)
    assert photo.path == tmp_path / "a.jpg"
    assert [(str(tile.tile), tile.box) for tile in photo.asked] == [("6-4", (10.0, 10.0, 50.0, 30.0))]
    assert [tile.kind for tile in photo.tiles] == ["faceup", "facedown", "faceup"]
    assert [tile.is_cut for tile in photo.tiles] == [False, False, True]
    assert photo.links == frozenset()
    assert photo.is_boxed
    assert photo.is_named


def test_a_photo_without_tiles_is_taken_to_be_like_the_others(tmp_path):
    tell(tmp_path, {"image": "a.jpg", "tiles": [{"tile": "6-4", "box": [1, 1, 5, 3]}]}, {"image": "b.jpg", "tiles": []})
    assert [photo.is_boxed for photo in read_truth(tmp_path)] == [True, True]
    tell(tmp_path, {"image": "a.jpg", "tiles": [{"tile": "6-4"}]}, {"image": "b.jpg", "tiles": []})
    assert [photo.is_boxed for photo in read_truth(tmp_path)] == [False, False]


def test_a_label_that_is_written_is_read_again_the_same(tmp_path):
    tiles = [
        TrueTile(Tile.parse("6-4"), "faceup", (10.0, 10.0, 50.0, 30.0), np.array(SQUARE, np.float32)),
        TrueTile(None, "standing", (1.0, 2.0, 3.0, 4.0)),
        TrueTile(None, box=(0.0, 0.0, 4.0, 4.0), is_cut=True),
    ]
    tell(tmp_path, as_truth("a.jpg", tiles, [(Tile.parse("6-4"), Tile.parse("6-1"))]))
    (photo,) = read_truth(tmp_path)
    assert [(one.tile, one.kind, one.box, one.is_cut) for one in photo.tiles] == [
        (one.tile, one.kind, one.box, one.is_cut) for one in tiles
    ]
    np.testing.assert_array_equal(photo.tiles[0].corners, tiles[0].corners)
    assert photo.links == {frozenset((Tile.parse("6-4"), Tile.parse("6-1")))}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{oops", "line 1: expected an image and its tiles"),
        ({"image": "a.jpg"}, "no 'tiles'"),
        ({"image": "a.jpg", "tiles": [{"tile": "six"}]}, "written like 6-4"),
        ({"image": "a.jpg", "tiles": [{"pose": "flying", "box": [1, 2, 3, 4]}]}, "expected one of faceup"),
        ({"image": "a.jpg", "tiles": [{"tile": "6-4", "box": [1, 2, 3]}]}, "left, top, right and bottom"),
        ({"image": "a.jpg", "tiles": [{"tile": "6-4", "corners": [[1, 2]]}]}, "expected 4 points"),
        ({"image": 7, "tiles": []}, "expected the name of a photo"),
        ("", "expected labelled photos, found none"),
    ],
)
def test_a_label_that_cannot_be_understood_is_reported(tmp_path, line, said):
    tell(tmp_path, line)
    with pytest.raises(ValueError, match=said) as error:
        read_labelled(tmp_path)
    assert str(tmp_path) in str(error.value)


def test_a_folder_without_labels_says_what_it_lacks(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((4, 4, 3), np.uint8))
    with pytest.raises(ValueError, match="expected labels beside the photos, found none"):
        read_labelled(tmp_path)
    with pytest.raises(ValueError, match="expected a folder of labelled photos, found a file"):
        read_labelled(tmp_path / "a.png")
    with pytest.raises(ValueError, match="found nothing of that name"):
        read_labelled(tmp_path / "b")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("6-4", ("faceup", "6-4")),
        ("4x6", ("faceup", "6-4")),
        ("domino 12_10", ("faceup", "12-10")),
        ("64", ("faceup", "6-4")),
        ("Face Down", ("facedown", None)),
        ("back", ("facedown", None)),
        ("standing", ("standing", None)),
        ("domino", ("faceup", None)),
    ],
)
def test_classes_are_named_in_many_ways(name, meant):
    kind, tile = class_meant(name)
    assert (kind, tile and str(tile)) == meant


@pytest.mark.parametrize("name", ["cat", "tile 7", "1-2-3", ""])
def test_a_class_that_names_no_tile_is_refused(name):
    with pytest.raises(ValueError, match="rename the class"):
        class_meant(name)


@pytest.mark.parametrize(
    "points",
    [
        [[50, 30], [50, 10], [10, 10], [10, 30]],  # against the clock
        [[50, 30], [10, 30], [10, 10], [50, 10]],  # a side first
    ],
)
def test_corners_of_other_tools_begin_with_an_end_and_run_clockwise(points):
    for tile in (None, Tile.parse("6-4")):
        found = corners_from(np.array(points, float), tile)
        one, other = found[2] - found[0], found[3] - found[1]
        assert one[0] * other[1] - one[1] * other[0] > 0
        assert np.linalg.norm(found[1] - found[0]) == 20
