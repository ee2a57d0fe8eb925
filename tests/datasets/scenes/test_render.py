"""Rendered scenes: labels lie where the tiles are painted."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from muggins.datasets.assets import clutter, printed_tiles, tile_faces
from muggins.datasets.assets.tile_styles import random_style
from muggins.datasets.optics import lights, pinhole
from muggins.datasets.scenes import id_mask, make_scenes, render, solids
from muggins.datasets.scenes.make_scenes import SceneRecipe
from muggins.vision.pips.crops import CROP_LENGTH, CROP_WIDTH, rectify_tiles

SMALL = (320, 240)
"""Width and height in pixels."""
SEED = 14
"""A scene of seven tiles, one of them face down."""


@pytest.fixture(scope="module")
def scene() -> render.RenderedScene:
    return render.render(SEED, size=SMALL)


def test_the_same_seed_gives_the_same_scene(scene) -> None:
    again = render.render(SEED, size=SMALL, constraints=render.SceneConstraints())
    assert np.array_equal(again.image, scene.image)
    assert [t.box for t in again.tiles] == [t.box for t in scene.tiles]


@pytest.mark.parametrize("elevation", [90, 60, 40])
def test_a_white_tile_on_a_black_table_is_painted_within_its_corners(elevation: int) -> None:
    rng = np.random.default_rng(3)
    style = replace(random_style(rng), bevel=0.06)
    view = pinhole.look_at(np.zeros(2), np.radians(elevation), 0.7, 0.0, 300.0, 500.0, (400, 300))
    light = lights.Light(np.array([0.0, 0.0, 1.0]), 0.7, 0.3, 1.0)
    pose = solids.lying_pose(style, 0.0, 0.0, 0.4)
    plain = tile_faces.FaceMap(
        np.ones((40, 80, 3), np.float32), np.zeros((40, 80, 2), np.float32), np.zeros((40, 80), np.float32)
    )
    canvas = np.zeros((300, 400, 3), np.float32)
    solids.draw_body(canvas, style, pose, plain, plain, view, light)
    corners = solids.face_corners(style, pose, view)
    inside = np.zeros((300, 400), np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    bright = canvas.min(axis=2) > 0.9
    assert (bright & (inside > 0)).sum() > 0.7 * inside.sum()  # the rest is the rounded edge
    outline = np.zeros((300, 400), np.uint8)
    cv2.fillConvexPoly(outline, np.round(solids.silhouette(style, pose, view)).astype(np.int32), 1)
    painted = canvas.max(axis=2) > 0.02
    assert (painted & (cv2.dilate(outline, np.ones((3, 3))) == 0)).sum() == 0


def test_corners_are_clockwise_and_the_box_goes_around_the_sides_too(scene) -> None:
    from_a_seat = (
        render.render(seed, size=SMALL, constraints=render.SceneConstraints(elevation=35)) for seed in (8, 21)
    )
    lying = [one for shown in (scene, *from_a_seat) for one in shown.tiles if one.kind != "standing"]
    for one in lying:
        a, b, c, d = one.corners.astype(float)
        assert (c - a)[0] * (d - b)[1] - (c - a)[1] * (d - b)[0] > 0
    deepest = []
    for one in (one for one in lying if one.kind == "faceup"):
        low, high = one.corners.min(axis=0), one.corners.max(axis=0)
        # A corner is rounded: the box may end a little before where its edges would meet.
        room = 0.15 * (high - low)
        assert (one.box[:2] < low + room).all()
        assert (one.box[2:] > high - room).all()
        deepest.append((one.box[3] - high[1]) / (high[1] - low[1]))
    assert np.median(deepest) > 0.08


def test_a_cut_out_shows_the_first_half_on_the_left() -> None:
    """A tile with six black pips on its first half and none on the other is dark on the left."""
    rng = np.random.default_rng(8)
    style = next(s for s in (random_style(rng) for _ in range(99)) if min(s.face) > 0.7 and max(s.pip_colours[6]) < 0.3)
    view = pinhole.look_at(np.zeros(2), np.radians(70), 2.0, 0.1, 250.0, 500.0, (400, 300))
    light = lights.Light(np.array([0.0, 0.0, 1.0]), 0.7, 0.3, 1.0)
    pose = solids.lying_pose(style, 5.0, -4.0, 2.2)
    canvas = np.full((300, 400, 3), 0.4, np.float32)
    solids.draw_body(
        canvas, style, pose, tile_faces.face_map(rng, style, 6, 0, 80), tile_faces.back_map(rng, style, 40), view, light
    )
    picture = (np.clip(canvas, 0, 1) * 255).astype(np.uint8)
    crop = rectify_tiles(picture, solids.face_corners(style, pose, view)[None], margin=0)[0].mean(axis=2)
    assert crop.shape == (CROP_WIDTH, CROP_LENGTH)
    assert crop[:, : CROP_LENGTH // 2 - 6].mean() < crop[:, CROP_LENGTH // 2 + 6 :].mean() - 15


def test_without_tiles_given_pictures_lie_all_over_the_table(tmp_path) -> None:
    """An even seed shows one sort of thing, an odd one all sorts, red discs among them."""
    disc = np.zeros((64, 64, 4), np.uint8)
    cv2.circle(disc, (32, 32), 30, (0, 0, 255, 255), -1)
    assert cv2.imwrite(str(tmp_path / "disc.png"), disc)
    recipe = SceneRecipe(with_tiles=False, things=make_scenes.find_things(tmp_path))
    red = []
    for seed in (20, 21):
        scene = recipe.render(seed, [])
        image = scene.image.astype(int)
        assert scene.tiles == ()
        red.append(((image[..., 2] > 60) & (image[..., 2] > 2.5 * image[..., :2].max(axis=-1))).mean())
    assert red[1] > red[0] + 0.0005


def settings_of(seeds, **constraints):
    """What is fixed in the scenes of some seeds before they are painted."""
    held = render.SceneConstraints(**constraints)
    return [render._draw_setting(np.random.default_rng([seed, 2026]), SMALL, held) for seed in seeds]


@pytest.mark.parametrize("highest", [6, 9, 12])
def test_sets_may_all_be_of_one_size(highest) -> None:
    bodies = (body for setting in settings_of(range(4), highest=highest) for body in setting.arrangement.bodies)
    assert max(max(body.first, body.second) for body in bodies) == highest


@pytest.fixture
def looks(monkeypatch):
    """What every camera looks from, as it is given to pinhole.look_at."""
    given, real = [], pinhole.look_at
    monkeypatch.setattr(pinhole, "look_at", lambda *asked: given.append(asked) or real(*asked))
    return given


@pytest.mark.parametrize(("elevation", "may_lie"), [(88, True), (35, False)])
def test_only_cameras_that_look_straight_down_lie_on_their_sides(elevation, may_lie, looks) -> None:
    settings_of(range(12), elevation=elevation)
    assert (max(abs(roll) for _, _, _, roll, *_ in looks) > np.pi / 4) == may_lie


def test_on_a_bare_table_tiles_are_seen_from_above_and_throw_no_shadow(looks) -> None:
    for setting in settings_of(range(3), plain=True):
        assert setting.arrangement.bodies
        assert setting.light.shadow > 0.9
        assert setting.light.contact < 0.15
    assert len(looks) == 3
    assert min(np.degrees(elevation) for _, elevation, *_ in looks) >= 75


def test_some_tables_are_lit_by_the_flash_of_the_camera(scene, monkeypatch) -> None:
    monkeypatch.setattr(render, "FLASH_SHARE", 1.0)
    flashed = render.render(SEED, size=SMALL)
    assert [tile.box for tile in flashed.tiles] == [tile.box for tile in scene.tiles], "light moves no tile"
    assert not np.array_equal(flashed.image, scene.image)


@pytest.mark.parametrize("with_tiles", [True, False])
def test_one_thing_alone_may_lie_beside_tiles_or_in_their_place(with_tiles, monkeypatch) -> None:
    shown, real = [], clutter.random_flat_thing
    monkeypatch.setattr(
        clutter, "random_flat_thing", lambda rng, name, *rest: shown.append(name) or real(rng, name, *rest)
    )
    scene = SceneRecipe(with_tiles=with_tiles, only="playing card").render(SEED, [])
    assert bool(scene.tiles) == with_tiles
    assert set(shown) == {"playing card"}


@pytest.mark.parametrize("elevation", [90, 40])
def test_a_printed_tile_is_labelled_where_it_is_seen(elevation: int) -> None:
    view = pinhole.look_at(np.zeros(2), np.radians(elevation), 0.7, 0.1, 400.0, 600.0, (400, 300))
    canvas, marks = np.zeros((300, 400, 3), np.float32), np.zeros((300, 400), np.int32)
    page = np.full((200, 300, 4), (0.1, 0.1, 0.1, 1.0), np.float32)
    page[80:120, 110:190, :3] = 1.0
    corners = np.array([(109.5, 119.5), (109.5, 79.5), (189.5, 79.5), (189.5, 119.5)], np.float32)
    thing = clutter.FlatThing(page, 150.0, (printed_tiles.PrintedTile(corners, 5, 2),))
    edge = clutter.paint_flat_thing(canvas, view, thing.image, 150.0, 5.0, 0.0, 0.3)
    ((number, one),) = id_mask.mark_printed(thing, edge, marks, 1000)
    assert (number, one.first, one.second) == (1000, 5, 2)
    bright, told = canvas[..., 0] > 0.5, marks == 1000
    assert bright.sum() > 500
    assert (bright & told).sum() > 0.93 * (bright | told).sum()
    assert id_mask.visible_fraction(marks, 1000, one.corners, view.size) > 0.9
    bare = clutter.FlatThing(page, 150.0)
    assert not id_mask.mark_printed(bare, edge + 2, marks, 1001)
    assert id_mask.visible_fraction(marks, 1000, one.corners, view.size) < 0.05, "another page lies over it"


def test_a_pixel_is_found_again_on_the_table() -> None:
    view = pinhole.look_at(np.array([30.0, -12.0]), np.radians(40), 0.7, 0.1, 500.0, 600.0, (400, 300))
    for pixel in ((200.0, 150.0), (10.0, 280.0), (390.0, 20.0)):
        spot = np.array([*view.table_point(np.array(pixel)), 0.0])
        assert view.project(spot[None])[0] == pytest.approx(pixel)


def test_a_folder_without_pictures_of_things_is_told_in_one_sentence(tmp_path) -> None:
    with pytest.raises(ValueError, match="expected a folder of pictures of things that are no tiles"):
        make_scenes.find_things(tmp_path)


def test_a_thing_that_is_no_picture_ends_the_making_with_one_sentence(tmp_path, monkeypatch, capsys) -> None:
    (tmp_path / "note.png").write_text("no picture")
    asked = ["--out", str(tmp_path / "set"), "--count", "50", "--no-tiles", "--workers", "1", "--things", str(tmp_path)]
    monkeypatch.setattr("sys.argv", ["scenes", *asked])
    assert make_scenes.main() == 1
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'note.png'}: expected a picture of a thing")


def test_a_folder_without_table_pictures_is_told_in_one_sentence(tmp_path) -> None:
    with pytest.raises(ValueError, match="expected a folder of pictures of table tops, found none"):
        make_scenes.find_backgrounds(tmp_path)


def test_a_shadow_falls_over_the_tiles_and_the_table_alike(monkeypatch) -> None:
    monkeypatch.setattr(render, "GLARE_SHARE", 0.0)
    monkeypatch.setattr(
        render, "photograph", lambda rng, canvas, brightness, camera: (np.clip(canvas, 0, 1) * 255).astype(np.uint8)
    )
    pictures = []
    for share in (0.0, 1.0):
        monkeypatch.setattr(render, "CAST_SHADOW_SHARES", (share, share))
        monkeypatch.setattr(lights, "add_glare", lambda rng, canvas: None)
        # Half of the picture lies in shadow; nothing is drawn at random, so both pictures show one scene.
        half = np.where(np.arange(320) < 160, 1, 0.4).astype(np.float32)[None, :, None]
        monkeypatch.setattr(lights, "cast_shadow", lambda rng, size, is_hard, half=half: half)
        pictures.append(render.render(SEED, size=SMALL).image.astype(float))
    lit, shaded = pictures
    usual = lit[:, 165:] > 40
    assert np.abs(shaded - lit)[:, :155].max() <= 1
    assert np.median((shaded[:, 165:] / lit[:, 165:].clip(1))[usual]) == pytest.approx(0.4, abs=0.03)


def test_tiles_mirror_a_lamp_more_than_the_table_does(monkeypatch) -> None:
    monkeypatch.setattr(render, "GLARE_SHARE", 1.0)
    monkeypatch.setattr(lights, "reflection", lambda rng, size, centre, reach: np.ones((*size[::-1], 1), np.float32))
    rng = np.random.default_rng(2)
    setting = render._draw_setting(rng, (320, 240), render.SceneConstraints(laid="loose"))
    painting = render._Painting(np.full((240, 320, 3), 0.2, np.float32), np.zeros((240, 320), np.int32))
    tiles = render._paint_tiles(rng, painting, setting, rng)
    before, on_tiles = painting.canvas.copy(), painting.ids != 0
    monkeypatch.setattr(render, "CAST_SHADOW_SHARES", (0.0, 0.0))
    render._throw_light(rng, painting, setting, tiles)
    gained = (painting.canvas - before)[..., 0]
    assert gained[on_tiles].min() > 0.24
    assert gained[~on_tiles].max() < 0.4 * gained[on_tiles].min()


@pytest.mark.parametrize("is_hard", [True, False])
def test_a_cast_shadow_darkens_a_part_and_its_edge_is_sharp_in_hard_light(is_hard) -> None:
    slopes = []
    for seed in range(12):
        gain = lights.cast_shadow(np.random.default_rng(seed), (320, 240), is_hard)[..., 0]
        assert gain.shape == (240, 320)
        assert 0.2 < gain.min() <= gain.max() <= 1
        slopes.append(np.abs(np.diff(gain, axis=1)).max() / max(np.ptp(gain), 1e-6))
    assert (np.median(slopes) > 0.35) == is_hard


def test_a_straight_table_edge_is_straight_in_the_picture(monkeypatch) -> None:
    """The edge of a table once came out in steps of eight pixels."""
    view = pinhole.look_at(np.zeros(2), np.radians(50), 0.7, 0.1, 400.0, 400.0, (320, 240))
    monkeypatch.setattr(render.tabletops, "procedural_tabletop", lambda rng, size: np.ones((size, size, 3), np.float32))
    canvas = np.zeros((240, 320, 3), np.float32)
    render._paint_room(np.random.default_rng(3), canvas, view, 500.0)
    is_room = canvas[..., 0] > 0.5 * canvas.max()
    edge, _ = cv2.findContours(is_room.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    inner = np.array([(x, y) for x, y in edge[0][:, 0] if 2 < x < 317 and 2 < y < 237], float)
    assert len(inner) > 40
    away = (inner - inner.mean(axis=0)) @ np.linalg.svd(inner - inner.mean(axis=0))[2][1]
    assert np.abs(away).max() < 1.5


def test_tiles_that_are_counted_lie_where_they_were_laid_with_nothing_under_or_over_them():
    """Their outlines are known before the scene is painted; none of them stands in a hand."""
    constraints = render.SceneConstraints(
        elevation=70.0, tile_length=20.0, laid="loose", counted=True, beside="picture of tiles"
    )
    pages = []
    for seed in (8, 14):
        scene = render.render(seed, size=SMALL, constraints=constraints)
        pages += scene.printed
        assert {tile.kind for tile in scene.tiles} <= {"faceup", "facedown"}
        middles = [tile.corners.mean(axis=0).tolist() for tile in scene.tiles]
        for page in scene.printed:
            assert all(cv2.pointPolygonTest(page.corners, middle, False) < 0 for middle in middles)
        painted = [tile.corners.mean(axis=0).tolist() for tile in scene.tiles if tile.kind == "faceup"]
        outlines = render.faceup_outlines(seed, SMALL, constraints)
        assert len(painted) > 1
        assert np.allclose(sorted(painted), sorted(outline.mean(axis=0).tolist() for outline in outlines))
    assert pages
