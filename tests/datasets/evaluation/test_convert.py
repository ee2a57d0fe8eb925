"""Labelled photos as YOLO-pose and COCO data sets, and as shards to train on."""

import json
import sys

import cv2
import numpy as np
import pytest

from muggins.datasets.batches import own_photos
from muggins.datasets.batches.own_photos import OWN_SHARE, with_own_crops, with_own_photos, write_photo_shards
from muggins.datasets.batches.tile_batches import tile_batches
from muggins.datasets.evaluation import convert
from muggins.datasets.scenes.shards import SIDE_PX, UNKNOWN
from muggins.vision.labels.loader import read_labelled
from muggins.vision.types import KINDS

CORNERS = [[10, 40], [10, 20], [50, 20], [50, 40]]
PER_SHARD = 8
"""Pictures in a shard. In a real one it is fifty, which takes 100 MB."""


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch):
    monkeypatch.setattr(own_photos, "PER_SHARD", PER_SHARD)


@pytest.fixture
def kept(tmp_path):
    """A folder of a photo with a 6-4, a tile face down and one standing, and of one with nothing."""
    folder = tmp_path / "kept"
    folder.mkdir()
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(folder / name), np.full((80, 100, 3), 90, np.uint8))
    tiles = [
        {"tile": "6-4", "corners": CORNERS},
        {"pose": "facedown", "corners": [[60, 40], [60, 20], [90, 20], [90, 40]]},
        {"pose": "standing", "box": [60, 50, 70, 70]},
    ]
    lines = [{"image": "a.png", "tiles": tiles}, {"image": "b.png", "tiles": []}]
    (folder / "truth.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder


def made(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["corrected", *map(str, arguments)])
    return convert.main()


@pytest.mark.parametrize("form", ["--yolo", "--coco"])
def test_what_is_exported_is_read_again_as_it_was(kept, tmp_path, monkeypatch, capsys, form):
    assert made(monkeypatch, kept, form, tmp_path / "out") == 0
    assert "2 photos with 3 tiles" in capsys.readouterr().out
    shown, empty = read_labelled(tmp_path / "out")
    assert [(tile.kind, str(tile.tile)) for tile in shown.tiles] == [
        ("faceup", "6-4"),
        ("facedown", "None"),
        ("standing", "None"),
    ]
    np.testing.assert_allclose(shown.tiles[0].corners, CORNERS, atol=0.1)
    np.testing.assert_allclose(shown.tiles[2].box, (60, 50, 70, 70), atol=0.1)
    assert shown.tiles[2].corners is None
    assert empty.tiles == ()
    assert shown.path.is_file()


def test_photos_of_the_same_name_do_not_share_a_file(kept, tmp_path, monkeypatch):
    assert made(monkeypatch, kept, kept, "--yolo", tmp_path / "out") == 0
    assert len(list((tmp_path / "out" / "images").iterdir())) == 4


def test_a_tile_without_a_place_cannot_be_exported(tmp_path, monkeypatch, capsys, kept):
    (kept / "truth.jsonl").write_text('{"image": "a.png", "tiles": [{"tile": "6-4"}]}')
    assert made(monkeypatch, kept, "--coco", tmp_path / "out") == 1
    assert "expected to know where its tiles lie" in capsys.readouterr().err


def test_photos_become_a_shard_of_the_usual_size(kept, tmp_path):
    write_photo_shards(read_labelled(kept), tmp_path / "added")
    (path,) = (tmp_path / "added").glob("shard-*.npz")
    with np.load(path) as shard:
        images, tiles = shard["images"], shard["tiles"]
    assert images.shape == (PER_SHARD, SIDE_PX, SIDE_PX, 3)
    first = tiles[tiles[:, 0] == 0]
    assert [KINDS[int(kind)] for kind in first[:, 1]] == ["faceup", "facedown", "standing"]
    np.testing.assert_allclose(first[0, 7:15].reshape(4, 2), np.array(CORNERS) * SIDE_PX / 100, rtol=1e-5)
    assert first[0, 15:].tolist() == [6, 4, 1, 1], "the pips, which the photo shows"
    assert {int(number) for number in tiles[:, 0]} == set(range(0, PER_SHARD, 2))


def test_one_picture_in_four_is_one_of_the_added(kept, tmp_path):
    scenes = tmp_path / "scenes"
    scenes.mkdir()
    for number in range(30):
        (scenes / f"shard-{number:05d}.npz").touch()
    folders = with_own_photos([scenes], [kept], tmp_path / "run")
    own = folders.count(tmp_path / "run" / "added")
    assert own / (30 + own) == pytest.approx(OWN_SHARE, abs=0.02)
    assert with_own_photos([scenes], [], tmp_path / "run") == [scenes]


def test_a_lying_tile_without_corners_cannot_be_trained_on(kept, tmp_path):
    (kept / "truth.jsonl").write_text('{"image": "a.png", "tiles": [{"tile": "6-4", "box": [1, 2, 30, 20]}]}')
    with pytest.raises(ValueError, match=r"a\.png: expected four corners of every lying tile, found 6-4 without"):
        write_photo_shards(read_labelled(kept), tmp_path / "added")


def test_training_takes_the_added_photos_as_it_takes_scenes(kept, tmp_path):
    write_photo_shards(read_labelled(kept), tmp_path / "added")
    batch = next(tile_batches(0, [tmp_path / "added"], 16, 160))
    assert batch.images.shape == (16, 160, 160, 3)
    assert {KINDS[kind] for kind in batch.kinds} == {"faceup", "facedown", "standing"}
    assert 4 < len(set(batch.image_of.tolist())) < 12, "half of the photos show tiles"


class SeesNothing:
    """A tile model that finds no tiles."""

    def __init__(self, tuning):
        pass

    def detect(self, image):
        return []


def test_tiles_are_cut_out_of_the_added_photos_for_the_pip_model(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(own_photos, "TileDetector", SeesNothing)
    scenes = tmp_path / "scenes"
    scenes.mkdir()
    (scenes / "shard-00000.npz").touch()
    folders = with_own_crops([scenes], [kept], tmp_path / "run")
    assert folders == [scenes, tmp_path / "run" / "added"]
    (path,) = (tmp_path / "run" / "added").glob("cutouts-*.npz")
    with np.load(path) as data:
        kinds, halves = data["values"][:, 0].astype(int), data["values"][:, 1:3].astype(int)
    faceup = halves[kinds == KINDS.index("faceup")]
    assert len(faceup) >= PER_SHARD // 2
    assert (faceup == (6, 4)).all()
    assert (halves[kinds == KINDS.index("facedown")] == UNKNOWN).all()


def test_photos_added_to_a_run_once_more_are_cut_out_anew(kept, tmp_path):
    write_photo_shards(read_labelled(kept), tmp_path / "added")
    (tmp_path / "added" / "cutouts-00000.npz").touch()
    write_photo_shards(read_labelled(kept), tmp_path / "added")
    assert [path.name for path in (tmp_path / "added").iterdir()] == ["shard-00000.npz"]
