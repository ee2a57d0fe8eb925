"""Sets that training never drew: which are left out together, and what the table says of them."""

import numpy as np
import pytest

from muggins.datasets.assets.tile_styles import FAMILIES, VARIANTS
from muggins.datasets.recipe.leave_one_out import (
    FamilyFigures,
    as_table,
    given_figures_stage,
    groups_of,
    measure_family,
    read_figures,
)
from muggins.datasets.recipe.settings import load_recipe
from muggins.datasets.recipe.weights import Kitchen
from muggins.models import PIPS, TILES
from muggins.scorer.layout import Layout
from muggins.vision.types import TableState


def test_every_family_is_left_out_once():
    groups = groups_of(list(FAMILIES), 5)
    assert sorted(name for group in groups for name in group) == sorted(FAMILIES)
    assert {len(group) for group in groups} <= {4, 5}
    assert groups_of(["wood", "pin"], 1) == [("wood",), ("pin",)]


def test_families_that_are_alike_are_not_left_out_together():
    (with_wood,) = (group for group in groups_of(list(FAMILIES), 5) if "wood" in group)
    assert "printed-wood" not in with_wood


def test_makers_of_one_family_are_not_left_out_together():
    """Else nobody would have taught the network that family, and the table would show nothing of its makers."""
    for group in groups_of(list(VARIANTS), 4):
        assert len({VARIANTS[name] for name in group}) == len(group)


def test_a_training_without_one_maker_still_shows_the_others():
    (lacking,) = (one for one in load_recipe().without(["rings-eye"]).scenes if one.name == "rings")
    assert lacking.show.family == "rings"
    assert lacking.show.without == ("rings-eye",)


def test_the_worst_family_comes_first_and_the_median_last():
    left_out = [
        FamilyFigures("wood", 100, 99, 1, 0),
        FamilyFigures("dimples", 100, 93, 4, 2),
        FamilyFigures("pin", 100, 97, 0, 0),
    ]
    drawn = {one.family: FamilyFigures(one.family, 100, 100, 0, 0) for one in left_out}
    lines = as_table(left_out, drawn).splitlines()
    assert [line.split(" | ")[0] for line in lines[2:5]] == ["| dimples", "| pin", "| wood"]
    assert lines[2] == "| dimples | 100 | 0.930 (0.863 to 0.966) | 0.040 | 0.020 | 1.000 |"
    assert lines[5:] == ["| the worst | | 0.930 | | | 1.000 |", "| the median | | 0.970 | | | 1.000 |"]


class SeesNothing:
    """A reader that keeps the pictures it was shown."""

    def __init__(self) -> None:
        self.shown: list[np.ndarray] = []

    def read(self, image: np.ndarray) -> TableState:
        self.shown.append(image)
        return TableState(0.0, (), Layout(), (), ())


def test_a_family_is_measured_on_its_own_scenes(monkeypatch):
    monkeypatch.setattr("muggins.datasets.recipe.leave_one_out.SIZE", (320, 240))
    dimples, wood = SeesNothing(), SeesNothing()
    figures = measure_family(dimples, "dimples-deep", 1, [])  # type: ignore[arg-type]
    measure_family(wood, "wood", 1, [])  # type: ignore[arg-type]
    assert (figures.family, figures.named, figures.misnamed, figures.false) == ("dimples-deep", 0, 0, 0)
    assert figures.tiles > 0
    assert any((one != other).any() for one, other in zip(dimples.shown, wood.shown, strict=True))


@pytest.mark.networks
def test_weights_that_are_there_read_the_same_scenes_to_compare_with(tmp_path, monkeypatch):
    monkeypatch.setattr("muggins.datasets.recipe.leave_one_out.SIZE", (480, 360))
    stage = given_figures_stage(TILES.parent, Kitchen(tmp_path), ["plain", "wood"], 1)
    shares: list[float] = []
    stage.prepare()
    stage.run(shares.append)
    figures = read_figures(stage.folder)
    assert list(figures) == ["plain", "wood"]
    assert shares == [0.5, 1.0]
    assert all(0 < one.named <= one.tiles for one in figures.values())


def test_other_weights_are_read_anew(tmp_path):
    digests = set()
    for name, level in (("one", b"1"), ("other", b"2")):
        weights = tmp_path / name
        weights.mkdir()
        for path in (TILES, PIPS, PIPS.with_suffix(".toml")):
            (weights / path.name).write_bytes(level)
        digests.add(given_figures_stage(weights, Kitchen(tmp_path), ["wood"], 1).digest)
    assert len(digests) == 2


def test_a_folder_without_weights_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"--drawn: expected weights, but .*tiles\.onnx is no file"):
        given_figures_stage(tmp_path, Kitchen(tmp_path), ["wood"], 1)
