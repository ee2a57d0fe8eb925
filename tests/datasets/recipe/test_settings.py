"""The file of the recipe: every scene has a seed of its own, and a scaled recipe keeps something of each set."""

from itertools import combinations

import pytest

from muggins.datasets.evaluation.rendered import FIRST_UNSEEN_SEED
from muggins.datasets.recipe.settings import load_recipe
from muggins.datasets.scenes.shards import PER_SHARD


def test_no_two_sets_share_a_scene_and_none_has_one_kept_aside():
    shards = [set(one.shards) for one in load_recipe().scenes]
    assert all(not one & other for one, other in combinations(shards, 2))
    assert max(map(max, shards)) * PER_SHARD + PER_SHARD <= FIRST_UNSEEN_SEED


def test_the_sets_show_what_the_file_says():
    sets = {one.name: one for one in load_recipe().scenes}
    assert sets["twelve"].show.highest == 12
    assert sets["unbarred"].show.no_bars
    assert not sets["things"].show.with_tiles
    assert sets["tables"].show == type(sets["tables"].show)()


def test_a_hundredth_of_the_recipe_still_has_every_set():
    whole, small = load_recipe(), load_recipe().scaled(0.01)
    assert [one.name for one in small.scenes] == [one.name for one in whole.scenes]
    assert all(len(one.shards) >= 1 for one in small.scenes)
    assert small.tiles.total == pytest.approx(whole.tiles.total / 100, abs=whole.tiles.batch)
    assert small.pips.rate == whole.pips.rate


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("seed = 1", "'scenes'"),
        ("seed = ", "Invalid value"),
        ('seed = 1\n[[scenes]]\nname = "rows"\nfirst = 0\ncount = 50\nlay = "rows"', "lay"),
        ('seed = 1\n[[scenes]]\nname = "rows"\nfirst = 20\ncount = 50', "multiple of 50 as `first`, got 20"),
    ],
)
def test_a_file_that_is_no_recipe_is_refused_in_a_sentence(tmp_path, text, wrong):
    path = tmp_path / "recipe.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=wrong):
        load_recipe(path)


def test_a_family_that_is_left_out_is_left_out_of_every_set():
    recipe = load_recipe().without(["dimples"])
    assert {one.show.without for one in recipe.scenes} == {("dimples",)}
    others = [one.first for one in load_recipe().scenes if one.show.family != "dimples"]
    assert [one.first for one in recipe.scenes] == others


def test_scenes_of_a_family_alone_are_left_out_with_it():
    """A set without bars has none even where its family is another."""
    names = {one.name for one in load_recipe().scenes}
    assert names - {one.name for one in load_recipe().without(["no-bar"]).scenes} == {"unbarred"}
