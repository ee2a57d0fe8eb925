"""What the pip model is shown: tiles as they lie, and all that the tile model may take for one."""

import math
from pathlib import Path

import numpy as np
import pytest

from muggins.datasets.batches import crops
from muggins.datasets.scenes import shards
from muggins.datasets.scenes.render import LABELS
from muggins.datasets.scenes.shards import UNKNOWN
from muggins.vision.types import KINDS, Detection

SIDE = 200


def row(
    kind: str, left: float, top: float, width: float, height: float, pips: tuple[int, int] = (6, 1), visible: float = 1
) -> list[float]:
    """A tile as in a shard, its first half on the left; the light hides the pips of that half."""
    right, bottom = left + width, top + height
    corners = (left, bottom, left, top, right, top, right, bottom)
    return [0, KINDS.index(kind), visible, left, top, right, bottom, *corners, *pips, 0.0, 1.0]


def corners(left: float, top: float, width: float, height: float) -> np.ndarray:
    return np.array(row("faceup", left, top, width, height)[7:15], np.float32).reshape(4, 2)


class SeesAt:
    """A tile model that finds tiles at the given outlines."""

    def __init__(self, *quads: np.ndarray) -> None:
        self.quads = quads

    def detect(self, image: np.ndarray) -> list[Detection]:
        return [Detection(quad, "faceup", 0.4) for quad in self.quads]


def kinds_cut(detector: SeesAt, *tiles: list[float]) -> list[crops.CropTarget]:
    """What is cut out where the tile model finds something, beside the tiles themselves and the bare table."""
    table = np.array(tiles, np.float32)
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    every = crops.crop_targets(np.random.default_rng(0), image, table, detector)  # type: ignore[arg-type]
    return [one for one in every if any((one.quad == quad).all() for quad in detector.quads)]


def test_a_tile_found_a_little_beside_its_place_is_named_and_mended() -> None:
    (found,) = kinds_cut(SeesAt(corners(44, 60, 80, 40)), row("faceup", 40, 60, 80, 40))
    assert (found.kind, found.first, found.second) == (KINDS.index("faceup"), 6, 1)
    assert found.shown == (0, 1)
    assert crops._corner_offsets(found) == pytest.approx([-0.1, 0] * 4, abs=1e-5)


def test_a_tile_found_from_its_other_end_has_its_halves_in_that_order() -> None:
    (found,) = kinds_cut(SeesAt(np.roll(corners(40, 60, 80, 40), 2, axis=0)), row("faceup", 40, 60, 80, 40))
    assert (found.first, found.second) == (1, 6)
    assert found.shown == (1, 0)
    assert crops._corner_offsets(found) == pytest.approx(np.zeros(8), abs=1e-5)


def test_what_is_found_on_a_standing_tile_is_standing() -> None:
    (found,) = kinds_cut(SeesAt(corners(50, 70, 50, 25)), row("standing", 40, 60, 80, 50))
    assert found.kind == KINDS.index("standing")


def test_what_is_found_on_bare_table_is_nothing() -> None:
    (found,) = kinds_cut(SeesAt(corners(40, 150, 60, 30)), row("faceup", 40, 40, 80, 40))
    assert found.kind == crops.NO_TILE


def test_half_of_one_tile_with_half_of_its_neighbour_is_left_out_unless_it_is_clear_what_it_is() -> None:
    assert not kinds_cut(SeesAt(corners(76, 60, 80, 40)), row("faceup", 40, 60, 80, 40))


def test_every_face_up_tile_comes_with_how_much_of_it_can_be_seen() -> None:
    (found,) = kinds_cut(SeesAt(corners(44, 60, 80, 40)), row("faceup", 40, 60, 80, 40))
    assert found.visible == 1
    (found,) = kinds_cut(SeesAt(corners(44, 60, 80, 40)), row("facedown", 40, 60, 80, 40))
    assert math.isnan(found.visible)


@pytest.mark.parametrize(("visible", "kind"), [(0.7, UNKNOWN), (0.55, crops.NO_TILE)])
def test_a_part_of_a_tile_is_cut_out_as_it_was_found_and_as_it_lies(visible: float, kind: int) -> None:
    at = row("faceup", 40, 60, 80, 40, visible=visible)
    found, lying = (kinds_cut(SeesAt(corners(left, 60, 80, 40)), at) for left in (44, 40))
    assert {(one.kind, round(one.visible, 3)) for one in found} == {(kind, visible)}
    assert len(found) == 1
    assert len(lying) == 2, "as it was found, and as it lies"


def test_what_the_edge_of_the_picture_cuts_off_is_no_part() -> None:
    at = row("faceup", -20, 60, 80, 40, visible=0.75)
    assert not kinds_cut(SeesAt(corners(-20, 60, 80, 40)), at)


def test_a_tile_right_under_another_is_no_part_of_its_own() -> None:
    upper, lower = row("faceup", 40, 60, 80, 40), row("faceup", 44, 60, 80, 40, visible=0.3)
    every = crops.crop_targets(
        np.random.default_rng(0), np.zeros((SIDE, SIDE, 3), np.uint8), np.array([upper, lower], np.float32), SeesAt()
    )  # type: ignore[arg-type]
    assert [one.visible for one in every if not math.isnan(one.visible)] == [1.0]


def a_shard(folder: Path) -> Path:
    """A shard of two pictures, each with a tile."""
    path = shards.shard_path(folder, 3)
    tile = row("faceup", 40, 60, 80, 40)
    shards.write_shard(path, [np.zeros((SIDE, SIDE, 3), np.uint8)] * 2, [tuple(tile), (1, *tile[1:])])
    return path


def test_a_shard_is_cut_once_and_an_old_one_is_refused(tmp_path) -> None:
    shard = a_shard(tmp_path)
    path = crops.write_crops(shard, SeesAt())  # type: ignore[arg-type]
    with np.load(path) as data:
        assert len(data["crops"]) == len(data["values"]) == len(data["quads"]) >= 2
        assert data["values"].shape[1] == 14
    made = path.stat().st_mtime_ns
    assert crops.write_crops(shard, SeesAt()).stat().st_mtime_ns == made  # type: ignore[arg-type]
    old = tmp_path / "shard-00009.npz"
    np.savez(old, images=np.zeros((1, 8, 8, 3), np.uint8), tiles=np.zeros((1, 15), np.float32))
    with pytest.raises(ValueError, match="expected 19 numbers for each tile, got 15; render this set again"):
        crops.write_crops(old, SeesAt())  # type: ignore[arg-type]


def kinds_kept(*targets: crops.CropTarget) -> list[list[list[float]]]:
    """The outlines that are cut out on a table with a printed tile on its right."""
    printed = row("faceup", 110, 20, 60, 30)
    printed[1] = LABELS.index("printed")
    kept = crops._without_prints_from_above(list(targets), np.array([printed], np.float32))
    return [target.quad.tolist() for target in kept]


def test_a_printed_tile_seen_from_above_is_left_out_and_a_real_one_is_not() -> None:
    """A pip model that refuses such a print refuses real tiles on plain tables too."""
    printed = crops.CropTarget(corners(112, 21, 60, 30), crops.NO_TILE)
    beside = crops.CropTarget(corners(20, 120, 60, 30), crops.NO_TILE)
    upon_it = crops.CropTarget(corners(112, 21, 60, 30), KINDS.index("faceup"))
    assert kinds_kept(printed, beside, upon_it) == [beside.quad.tolist(), upon_it.quad.tolist()]


def test_half_a_printed_tile_seen_from_above_is_left_out_too() -> None:
    """Half of it looks like half of a real one, which straddles its neighbour."""
    assert kinds_kept(crops.CropTarget(corners(82, 20, 60, 30), crops.NO_TILE)) == []


def test_a_printed_tile_seen_from_a_seat_stays() -> None:
    """There a real tile shows its sides, so a crop tells a printed one."""
    seated = crops.CropTarget(corners(110, 22, 60, 18), crops.NO_TILE)
    assert kinds_kept(seated) == [seated.quad.tolist()]


def test_a_picture_of_which_nothing_is_cut_is_no_trouble(tmp_path, monkeypatch) -> None:
    tile = crops.CropTarget(corners(20, 20, 80, 40), KINDS.index("faceup"))
    shown = iter([[], [tile]])
    monkeypatch.setattr(crops, "crop_targets", lambda *_: next(shown))
    with np.load(crops.write_crops(a_shard(tmp_path), SeesAt())) as data:  # type: ignore[arg-type]
        assert data["quads"].tolist() == [tile.quad.tolist()]


@pytest.mark.parametrize("elevation", [90, 60, 35])
@pytest.mark.parametrize("turn", [0.0, 0.7, 1.6])
def test_how_a_tile_lies_tells_from_where_it_is_looked_at(elevation: float, turn: float) -> None:
    c, s = np.cos(turn), np.sin(turn)
    flat = corners(-40, -20, 80, 40) @ np.array([[c, s], [-s, c]])
    seen = flat * (1, np.sin(np.radians(elevation)))
    assert crops.elevation_sines(seen[None].astype(np.float32))[0] == pytest.approx(
        np.sin(np.radians(elevation)), abs=1e-3
    )


@pytest.mark.parametrize(("cut_off", "whole"), [(9, True), (11, False)])
def test_at_the_edge_a_tile_is_whole_as_long_as_its_pips_are_in_the_picture(cut_off: float, whole: bool) -> None:
    tile = row("faceup", 40, -cut_off, 80, 40)
    tile[2] = 1 - cut_off / 40
    assert crops._is_readable(np.array(tile), (SIDE, SIDE)) is whole


def test_the_same_share_covered_by_an_arm_is_not_whole() -> None:
    tile = row("faceup", 40, 60, 80, 40)
    tile[2] = 0.78
    assert not crops._is_readable(np.array(tile), (SIDE, SIDE))


def test_a_picture_is_cut_without_the_grey_that_fills_it_up() -> None:
    picture, _ = shards.letterbox_square(np.zeros((30, 40, 3), np.uint8), 80)
    assert crops.without_padding(picture).shape == (60, 80, 3)
    assert crops.without_padding(np.zeros((50, 50, 3), np.uint8)).shape == (50, 50, 3)


@pytest.mark.parametrize("seed", range(20))
def test_a_part_of_a_tile_lies_within_it_and_has_the_shape_of_a_tile(seed) -> None:
    part = crops._part_of(np.random.default_rng(seed), corners(40, 60, 80, 40))
    assert (part.min(axis=0) >= (40, 60)).all()
    assert (part.max(axis=0) <= (120, 100)).all()
    length, width = np.linalg.norm(part[2] - part[1]), np.linalg.norm(part[1] - part[0])
    assert length == pytest.approx(2 * width)
    assert length <= 0.6 * 80
    (ax, ay), (bx, by) = part[2] - part[0], part[3] - part[1]
    assert ax * by - ay * bx > 0, "the corners go clockwise in the picture"
