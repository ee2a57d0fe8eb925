"""A page of sample scenes shows what a set made in the same way would hold."""

import cv2
import numpy as np
import pytest

from muggins.datasets.assets import printed_tiles, tile_faces
from muggins.datasets.assets.tile_styles import FAMILIES, family_of
from muggins.datasets.scenes import make_scenes, render, shards
from muggins.datasets.scenes.make_scenes import SceneRecipe


@pytest.mark.parametrize(
    ("recipe", "kinds"),
    [
        (make_scenes.DEFAULT_RECIPE, {"faceup", "facedown", "standing", "printed"}),
        (SceneRecipe(with_tiles=False, only="picture of tiles"), {"printed"}),
    ],
)
def test_a_set_holds_what_training_reads_and_a_page_of_samples_shows_it(tmp_path, recipe, kinds):
    path = make_scenes.render_shard(5, tmp_path, [], per_shard=2, recipe=recipe)
    with np.load(path) as shard:
        images, tiles = shard["images"], shard["tiles"]
    assert images.shape == (2, shards.SIDE_PX, shards.SIDE_PX, 3)
    assert tiles.shape[1] == 19
    assert set(tiles[:, 0]) <= {0, 1}
    assert {render.LABELS[int(kind)] for kind in tiles[:, 1]} <= kinds
    assert len(tiles) > 4
    assert 0 <= tiles[:, shards.HALF_PIPS].min() <= tiles[:, shards.HALF_PIPS].max() <= 12

    made = path.stat().st_mtime_ns
    again = make_scenes.render_shard(5, tmp_path, [], per_shard=2, recipe=recipe)
    assert again.stat().st_mtime_ns == made, "a shard that is there is kept"
    assert not list(tmp_path.glob("*.part"))

    page, stored = tmp_path / "samples.png", images[0]
    make_scenes.write_sheet(page, 1, 5 * 2, [], recipe)
    shown = cv2.imread(str(page))[:, :480]
    scale = min(480 / shards.SIDE_PX, 360 / np.ceil((stored != 114).any(axis=(1, 2)).nonzero()[0].max() + 1))
    same = cv2.resize(stored, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:360, :480]
    off = np.abs(same.astype(int) - shown[: same.shape[0], : same.shape[1]])
    assert np.median(off) <= 4


def setting_of(recipe, seed):
    """What is fixed in the scene of a seed before it is painted."""
    return render._draw_setting(np.random.default_rng([seed, 2026]), (320, 240), recipe.constraints(seed))


@pytest.mark.parametrize("seed", range(5))
def test_tiles_may_be_asked_to_lie_in_rows(seed):
    single = setting_of(SceneRecipe(laid="single"), seed).arrangement
    assert [body.kind for body in single.bodies].count("faceup") == 1
    rows = render.faceup_outlines(seed, (320, 240), SceneRecipe(plain=True, laid="rows").constraints(seed))
    ways = [np.angle(np.dot(corners[2] - corners[1], (1, 1j)) ** 2) for corners in rows]
    assert len(rows) > 1
    assert np.abs(np.exp(1j * np.array(ways)).mean()) > 0.9


def test_tiles_may_be_asked_to_be_far_away():
    lengths = []
    for seed in range(12):
        outlines = render.faceup_outlines(seed, (832, 624), SceneRecipe(far=True).constraints(seed))
        lengths += [np.linalg.norm(corners[2] - corners[1]) for corners in outlines]
    assert 8 < np.percentile(lengths, 10) < 20 < np.percentile(lengths, 90) < 36


def test_sets_may_be_asked_to_have_no_bars_but_keep_them_where_sets_without_are_left_out():
    """Otherwise scenes of sets without bars would show a training what it is to do without."""

    def bars(**asked):
        return [setting_of(SceneRecipe(**asked), seed).style.bar for seed in range(6)]

    assert max(bars()) > 0
    assert set(bars(no_bars=True)) == {0.0}
    assert min(bars(no_bars=True, without=("no-bar",))) > 0


@pytest.mark.parametrize(("asked", "drawn"), [([], 24), (["--count", "3"], 3)])
def test_a_page_of_samples_is_short_unless_more_scenes_are_asked_for(tmp_path, monkeypatch, asked, drawn):
    """A page once held as many scenes as a set: 2,000 of them, a PNG of 375 MB."""
    seeds = []
    blank = render.RenderedScene(np.zeros((36, 48, 3), np.uint8), ())
    monkeypatch.setattr(make_scenes, "render", lambda seed, *_, **__: seeds.append(seed) or blank)
    monkeypatch.setattr("sys.argv", ["scenes", "--sheet", str(tmp_path / "samples.png"), *asked])
    assert make_scenes.main() == 0
    assert seeds == list(range(drawn))


def test_a_set_of_scenes_may_show_one_family_or_all_but_some(monkeypatch):
    """Sets on printed pages count as well: a training without a family never sees it."""
    assert family_of(setting_of(SceneRecipe(family="marble"), 3).style) == "marble"
    drawn, real = [], tile_faces.face_map
    for module in (render, printed_tiles):
        monkeypatch.setattr(
            module, "face_map", lambda rng, style, *rest: drawn.append(style) or real(rng, style, *rest)
        )
    for seed in (8, 14):
        SceneRecipe(without=("no-bar", "coloured"), only="picture of tiles").render(seed, [])
    assert len(set(map(family_of, drawn))) > 2, "sets on the tables and on pages"
    assert not any(FAMILIES[name](style) for name in ("no-bar", "coloured") for style in drawn)


def test_each_family_gets_a_page_of_its_own(tmp_path, monkeypatch):
    pages = {}
    monkeypatch.setattr(
        make_scenes,
        "write_sheet",
        lambda path, count, first, _, recipe: pages.update({path.name: (count, recipe.family)}),
    )
    asked = ["--sheet", str(tmp_path / "page.png"), "--each-family", "--without", "pin", "--without", "wood"]
    monkeypatch.setattr("sys.argv", ["scenes", *asked])
    assert make_scenes.main() == 0
    assert len(pages) == len(FAMILIES) - 2
    assert pages["page-no-bar.png"] == (24, "no-bar")


@pytest.mark.parametrize(
    "asked",
    [
        ["--family", "wood", "--without", "wood"],
        ["--family", "wood", "--no-tiles"],
        ["--family", "wood", "--each-family"],
    ],
)
def test_families_that_contradict_each_other_are_refused(asked, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["scenes", "--sheet", str(tmp_path / "page.png"), *asked])
    with pytest.raises(SystemExit):
        make_scenes.main()
    assert "famil" in capsys.readouterr().err
