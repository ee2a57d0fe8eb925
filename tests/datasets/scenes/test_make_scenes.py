"""A page of sample scenes shows what a set made in the same way would hold."""

import cv2
import numpy as np
import pytest

from muggins.datasets.assets import printed_tiles, tile_faces
from muggins.datasets.assets.tile_styles import FAMILIES, family_of
from muggins.datasets.scenes import make_scenes, render, shards
from muggins.datasets.scenes.make_scenes import SceneRecipe


@pytest.mark.parametrize(
    "subject",
    [
        make_scenes.DEFAULT_RECIPE,
        SceneRecipe(plain=True),
        SceneRecipe(with_tiles=False, only="playing card"),
    ],
)
def test_a_page_of_samples_shows_what_a_set_would(tmp_path, subject):
    seed, page = 6, tmp_path / "samples.png"
    make_scenes.write_sheet(page, 1, seed, [], subject)
    with np.load(make_scenes.render_shard(seed, tmp_path, [], per_shard=1, recipe=subject)) as shard:
        stored, tiles = shard["images"][0], shard["tiles"]
    shown = cv2.imread(str(page))[:, :480]
    scale = min(480 / shards.SIDE_PX, 360 / np.ceil((stored != 114).any(axis=(1, 2)).nonzero()[0].max() + 1))
    same = cv2.resize(stored, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:360, :480]
    off = np.abs(same.astype(int) - shown[: same.shape[0], : same.shape[1]])
    assert np.median(off) <= 4
    assert bool(len(tiles)) == subject.with_tiles


@pytest.mark.parametrize("seed", range(5))
def test_tiles_may_be_asked_to_lie_in_rows(seed):
    kinds = [one.kind for one in SceneRecipe(laid="single").render(seed, []).tiles]
    assert kinds.count("faceup") <= 1
    rows = [one for one in SceneRecipe(plain=True, laid="rows").render(seed, []).tiles if one.kind == "faceup"]
    ways = [np.angle(np.dot(one.corners[2] - one.corners[1], (1, 1j)) ** 2) for one in rows]
    assert len(rows) > 1
    assert np.abs(np.exp(1j * np.array(ways)).mean()) > 0.9


def test_sets_may_be_asked_to_have_no_bars(monkeypatch):
    """A set with a bar is drawn for the seed; the scene shows one without."""
    drawn, real = [], render.face_map
    monkeypatch.setattr(
        render, "face_map", lambda rng, style, *rest: drawn.append(style.bar) or real(rng, style, *rest)
    )
    seed = next(seed for seed in range(20) if make_scenes.DEFAULT_RECIPE.render(seed, []).tiles and drawn[-1] > 0)
    drawn.clear()
    SceneRecipe(no_bars=True).render(seed, [])
    assert set(drawn) == {0.0}


@pytest.mark.parametrize(("asked", "drawn"), [([], 24), (["--count", "3"], 3)])
def test_a_page_of_samples_is_short_unless_more_scenes_are_asked_for(tmp_path, monkeypatch, asked, drawn):
    """A page once held as many scenes as a set: 2,000 of them, a PNG of 375 MB."""
    seeds = []
    blank = render.Scene(np.zeros((36, 48, 3), np.uint8), ())
    monkeypatch.setattr(make_scenes, "render", lambda seed, *_, **__: seeds.append(seed) or blank)
    monkeypatch.setattr("sys.argv", ["scenes", "--sheet", str(tmp_path / "samples.png"), *asked])
    assert make_scenes.main() == 0
    assert seeds == list(range(drawn))


def test_a_set_of_scenes_may_show_one_family_or_all_but_some(monkeypatch):
    """Sets on printed pages count as well: a training without a family never sees it."""
    drawn, real = [], tile_faces.face_map
    for module in (render, printed_tiles):
        monkeypatch.setattr(
            module, "face_map", lambda rng, style, *rest: drawn.append(style) or real(rng, style, *rest)
        )
    SceneRecipe(family="marble").render(3, [])
    assert {family_of(style) for style in drawn} == {"marble"}
    drawn.clear()
    for seed in range(3):
        SceneRecipe(without=("no-bar", "coloured"), only="picture of tiles").render(seed, [])
    assert drawn
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


def test_sets_without_the_family_no_bar_keep_their_bars_where_others_lose_them(monkeypatch):
    """Otherwise scenes of sets without bars would show a training what it is to do without."""
    drawn, real = [], tile_faces.face_map
    monkeypatch.setattr(
        render, "face_map", lambda rng, style, *rest: drawn.append(style.bar) or real(rng, style, *rest)
    )
    for seed in (3, 4):
        SceneRecipe(no_bars=True, without=("no-bar",)).render(seed, [])
    assert drawn
    assert min(drawn) > 0
