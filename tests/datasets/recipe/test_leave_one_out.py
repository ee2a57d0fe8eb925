"""Sets that training never drew: which are left out together, and what the table says of them."""

import numpy as np

from muggins.datasets.assets.tile_styles import FAMILIES
from muggins.datasets.recipe.leave_one_out import FamilyFigures, as_table, groups_of, measure_family
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
    figures = measure_family(dimples, "dimples", 2, [])  # type: ignore[arg-type]
    measure_family(wood, "wood", 2, [])  # type: ignore[arg-type]
    assert (figures.family, figures.named, figures.misnamed, figures.false) == ("dimples", 0, 0, 0)
    assert figures.tiles > 0
    assert any((one != other).any() for one, other in zip(dimples.shown, wood.shown, strict=True))
