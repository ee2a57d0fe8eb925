"""Crops that teach what a part of a tile is: each comes with how much of its tile can be seen."""

from pathlib import Path

import numpy as np
import pytest
from stored_models import StoredDetector

from muggins.datasets.batches import part_examples
from muggins.datasets.batches.part_crops import part_outlines, write_part_crops
from muggins.datasets.scenes import shards
from muggins.vision.pips.classifier import PipPredictions
from muggins.vision.pips.crops import CROP_SIZE
from muggins.vision.types import Detection

SIDE = 200


def row(left: float, top: float, visible: float, kind: int = 0) -> list[float]:
    """A tile of 80 x 40 px as in a shard, of which that share can be seen."""
    right, bottom = left + 80, top + 40
    return [0, kind, visible, left, top, right, bottom, left, bottom, left, top, right, top, right, bottom, 6, 1, 1, 1]


def outline(left: float, top: float) -> np.ndarray:
    return np.array(row(left, top, 1.0)[7:15], np.float32).reshape(4, 2)


class Pips:
    """A pip model that moves every outline five pixels to the right, and reads what lies above the picture's middle."""

    def read(self, image: np.ndarray, corners: np.ndarray, rounds: int | None = None) -> PipPredictions:
        faceup = np.where(corners.mean(axis=1)[:, 1] < SIDE / 2, 0.9, 0.01).reshape(-1)
        return PipPredictions(np.zeros((len(corners), 2, 13)), faceup, corners + np.float32((5, 0)))


def cut(*tiles: list[float], found: tuple[np.ndarray, ...] = ()) -> list[tuple[float, float]]:
    """The left edge of each outline cut out, and how much of its tile can be seen."""
    image, detector = np.zeros((SIDE, SIDE, 3), np.uint8), StoredDetector([Detection(quad) for quad in found])
    quads, visible = part_outlines(image, np.array(tiles, np.float32), detector, Pips())  # type: ignore[arg-type]
    return [(float(quad[0, 0]), float(share)) for quad, share in zip(quads, visible, strict=True)]


def test_a_tile_is_cut_out_as_it_was_found_and_as_the_pip_model_mends_it() -> None:
    assert cut(row(40, 40, 1.0), found=(outline(44, 40),)) == [(44, 1.0), (49, 1.0)]


def test_a_part_is_cut_out_as_it_lies_too() -> None:
    assert cut(row(40, 40, 0.5)) == [(40, 0.5)]


def test_what_the_pip_model_reads_as_nothing_is_left_out() -> None:
    assert cut(row(40, 140, 0.5)) == []


def test_what_shows_no_tile_face_up_is_left_out() -> None:
    assert cut(row(40, 40, 1.0, kind=1), found=(outline(40, 40),)) == []
    assert cut(row(40, 40, 1.0), found=(outline(110, 40),)) == []


@pytest.fixture
def a_file(tmp_path: Path) -> Path:
    """The crops of a shard with a white tile on black, all of which can be seen, and half a one."""
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    image[10:50, 40:120] = 255
    image[60:100, 40:80] = 255
    tiles = [tuple(row(40, 10, 1.0)), tuple(row(40, 60, 0.5))]
    shard = shards.shard_path(tmp_path, 3)
    shards.write_shard(shard, [image], tiles)
    found = [Detection(outline(40, 10)), Detection(outline(40, 60))]
    return write_part_crops(shard, StoredDetector(found), Pips())  # type: ignore[arg-type]


def test_crops_that_are_there_are_not_cut_anew(a_file: Path) -> None:
    before = a_file.stat().st_mtime_ns
    shard = a_file.with_name(a_file.name.replace("parts", "shard"))
    assert write_part_crops(shard, StoredDetector([]), Pips()).stat().st_mtime_ns == before  # type: ignore[arg-type]


def test_whole_tiles_are_shown_under_something_too_and_a_file_gives_the_same_examples_again(a_file: Path) -> None:
    one, again = part_examples.part_examples(a_file), part_examples.part_examples(a_file)
    assert one.crops.shape[1:] == (*CROP_SIZE, 3)
    assert (one.crops == again.crops).all()
    assert (one.visible == again.visible).all()
    assert set(one.visible[one.visible <= 0.5].tolist()) >= {0.5}
    # Two outlines of the whole tile, as they are and covered, and three of the half one, each three times.
    assert len(one.visible) == (2 * 2 + 3) * part_examples.TIMES
    assert (one.visible == 1).sum() >= 2 * part_examples.TIMES


def test_what_is_laid_over_a_tile_takes_as_much_of_it_as_it_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A white tile under a black one: what is still white, or grey in a shadow, can be seen."""
    monkeypatch.setattr(part_examples, "SQUARE_SHARE", 0.0)
    monkeypatch.setattr(part_examples, "ROUND_SHARE", 0.0)
    crop = np.full((88, 128, 3), 255, np.uint8)
    shares = []
    for seed in range(20):
        covered, share = part_examples._covered(np.random.default_rng(seed), crop, np.zeros_like(crop), 1.0)
        assert share == pytest.approx((covered[24:64, 24:104, 0] > 60).mean(), abs=0.05)
        shares.append(share)
    assert min(shares) < 0.5
    assert max(shares) > 0.8
