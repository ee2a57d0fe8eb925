"""Floors that figures must keep to."""

import pytest
from places import ROOT

from muggins.vision.evaluation.thresholds import SPEED, WEIGHTS, load_thresholds, violations, weights


@pytest.fixture
def floors(tmp_path):
    def load(text):
        (tmp_path / "floors.toml").write_text(text)
        return load_thresholds(tmp_path / "floors.toml")

    return load


def test_a_figure_below_its_floor_or_above_its_ceiling_is_reported(floors):
    wanted = floors("[board]\nrecall = { floor = 0.98, goal = 0.99 }\nmisnamed = { ceiling = 0.01 }\n")["board"]
    assert list(violations("board", {"recall": 0.98, "misnamed": 0.01}, wanted)) == []
    assert list(violations("board", {"recall": 0.9, "misnamed": 0.02}, wanted)) == [
        "board: recall is 0.9000, under its floor of 0.98",
        "board: misnamed is 0.0200, over its ceiling of 0.01",
    ]


def test_a_floor_for_a_figure_that_the_photos_do_not_give_is_reported(floors):
    wanted = floors("[board]\nlinks_right = { floor = 0.9 }")["board"]
    assert list(violations("board", {}, wanted)) == ["board: links_right has a floor, but these photos do not tell it"]


@pytest.mark.parametrize(
    "text",
    [
        "[board]\nrecall = 0.9",
        "recall = 1",
        "[board]\nrecall = { goal = 1 }",
        "[board]\nrecall = { floor = 1, top = 2 }",
    ],
)
def test_anything_but_a_floor_is_refused(floors, text):
    with pytest.raises(ValueError, match="and under it lines such as"):
        floors(text)


def test_a_file_that_is_missing_or_not_toml_is_reported(floors, tmp_path):
    with pytest.raises(ValueError, match="expected TOML"):
        floors("[board")
    with pytest.raises(ValueError, match="cannot be opened"):
        load_thresholds(tmp_path / "gone.toml")


def test_the_floors_of_the_models_have_goals():
    """Each has a goal, and no ceiling lies below its goal: that would be a slip."""
    for folder, floors in load_thresholds(ROOT / "models" / "floors.toml").items():
        for name, floor in floors.items():
            assert floor.goal is not None, (folder, name)
            assert 0 <= floor.limit <= {SPEED: 2000, WEIGHTS: 100}.get(folder, 1), (folder, name)
            assert not floor.is_ceiling or floor.limit >= floor.goal, (folder, name)


def test_the_weights_are_as_small_as_promised():
    """These files are all that is needed to play; files that training leaves beside them do not count."""
    wanted = load_thresholds(ROOT / "models" / "floors.toml")[WEIGHTS]
    found = weights()
    assert found["megabytes"] > 1
    assert list(violations(WEIGHTS, found, wanted)) == []


def test_networks_that_have_grown_too_large_are_reported(floors):
    wanted = floors("[weights]\nmegabytes = { ceiling = 0.5 }")["weights"]
    (found,) = violations(WEIGHTS, weights(), wanted)
    assert found.startswith("weights: megabytes is ")
    assert found.endswith("over its ceiling of 0.5")
