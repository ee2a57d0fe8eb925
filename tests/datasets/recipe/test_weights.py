"""The way from nothing to the weights: what a change of the settings makes anew, and what it leaves."""

from dataclasses import replace
from pathlib import Path

import pytest

from muggins.datasets.recipe.settings import Recipe, load_recipe
from muggins.datasets.recipe.stages import RecipeStage, run_stages, unfinished
from muggins.datasets.recipe.weights import TILES_FILE, Kitchen, delete_sets, weights_stage

RECIPE = load_recipe().scaled(0.01)
FROM_CROPS_ON = ["cut out crops", "train the pip model", "fit the temperature"]
"""The stages after the training of the tile model."""


def digests(recipe: Recipe = RECIPE, **kitchen: object) -> dict[str, str]:
    """The digest of each stage, by its name."""
    stages = unfinished(weights_stage(recipe, Kitchen(Path("nowhere"), **kitchen)))  # type: ignore[arg-type]
    return {stage.name: stage.digest for stage in stages}


def made_anew(recipe: Recipe = RECIPE, **kitchen: object) -> list[str]:
    """The stages that other settings make anew."""
    before, after = digests(), digests(recipe, **kitchen)
    return [name for name, digest in after.items() if before[name] != digest]


def test_scenes_come_first_and_the_temperature_last():
    names = list(digests())
    assert names[0].startswith("render")
    assert names[-4:] == ["train the tile model", *FROM_CROPS_ON]


def test_another_rate_of_the_pip_model_leaves_scenes_and_the_tile_model():
    assert made_anew(replace(RECIPE, pips=replace(RECIPE.pips, rate=0.001))) == FROM_CROPS_ON[1:]


def with_more_of(name: str) -> Recipe:
    """The recipe with more scenes of one set."""
    scenes = (replace(one, count=one.count + 50) if one.name == name else one for one in RECIPE.scenes)
    return replace(RECIPE, scenes=tuple(scenes))


def test_other_scenes_of_one_set_leave_those_of_the_others():
    names = made_anew(with_more_of("rows"))
    assert [name for name in names if name.startswith("render")] == ["render rows"]
    assert names[1:] == ["train the tile model", *FROM_CROPS_ON]


def test_more_scenes_for_the_pip_model_alone_leave_the_tile_model():
    """A tile model that was shown more prints took real black tiles for printed ones."""
    assert made_anew(with_more_of("more printed")) == ["render more printed", *FROM_CROPS_ON]


def test_more_processes_and_pictures_moved_elsewhere_make_nothing_anew():
    assert made_anew(workers=8) == []
    here, there = ((Path(folder) / "oak.jpg",) for folder in ("here", "there"))
    assert digests(backgrounds=here) == digests(backgrounds=there)
    assert digests(backgrounds=here) != digests()


def test_a_family_left_out_renders_every_set_anew():
    names = made_anew(RECIPE.without(["pin"]))
    assert len([name for name in names if name.startswith("render")]) == len(RECIPE.scenes)


def test_deleted_sets_leave_the_weights_and_what_is_not_of_the_recipe(tmp_path):
    for folder in ("scenes/rows", "scenes/mine", "crops", "weights"):
        (tmp_path / folder).mkdir(parents=True)
    delete_sets(RECIPE, Kitchen(tmp_path))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["mine", "scenes", "weights"]


@pytest.mark.parametrize("scale", [0.01, 1.0])
def test_every_stage_says_about_how_long_it_takes(scale):
    goal = weights_stage(load_recipe().scaled(scale), Kitchen(Path("nowhere")))

    def seconds(stage: RecipeStage) -> float:
        return stage.seconds

    hours = sum(map(seconds, unfinished(goal))) / 3600
    assert 0.01 * scale < hours < 10 * max(scale, 0.05), "ten hours on two idle cores at most"


def test_a_given_tile_model_is_used_instead_of_training_one(tmp_path):
    given = tmp_path / "given.onnx"
    given.write_bytes(b"a tile model")
    kitchen = Kitchen(tmp_path / "run", tiles=given)
    stages = unfinished(weights_stage(RECIPE, kitchen))
    assert "train the tile model" not in [stage.name for stage in stages]
    copy = next(stage for stage in stages if stage.name == "copy the tile model")
    run_stages([copy], lambda stage: lambda share: None)
    assert (kitchen.workdir / "tiles" / TILES_FILE).read_bytes() == b"a tile model"


def test_another_given_tile_model_cuts_the_crops_anew(tmp_path):
    given = tmp_path / "given.onnx"
    given.write_bytes(b"a tile model")
    before = digests(tiles=given)
    given.write_bytes(b"another")
    after = digests(tiles=given)
    assert [name for name in after if before[name] != after[name]] == [
        "copy the tile model",
        *FROM_CROPS_ON,
    ]


def test_a_tile_model_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"--tiles: .* nowhere\.onnx is no file"):
        weights_stage(RECIPE, Kitchen(tmp_path, tiles=Path("nowhere.onnx")))
