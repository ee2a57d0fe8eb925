"""Things that lie on tables and are taken for tiles."""

import cv2
import numpy as np
import pytest

from muggins.datasets.assets import clutter, printed_tiles
from muggins.datasets.assets.lookalikes import LOOKALIKES
from muggins.datasets.assets.tile_styles import random_style
from muggins.datasets.optics.pinhole import look_at


@pytest.mark.parametrize("kind", LOOKALIKES, ids=lambda kind: kind.name)
def test_each_thing_is_a_picture_with_what_it_covers(kind):
    for seed in range(4):
        made = kind.draw(np.random.default_rng(seed))
        thing = made.image if isinstance(made, printed_tiles.Page) else made
        assert thing.shape[2:] == (4,)
        assert thing.dtype == np.float32
        assert thing.min() >= 0.0
        assert thing.max() <= 1.0
        assert thing[..., 3].mean() > 0.15
        on = thing[thing[..., 3] > 0.5][:, :3]
        assert on.std(axis=0).max() > 0.003, "something must be seen on it"


def test_they_make_up_all_that_is_drawn():
    assert sum(kind.share for kind in LOOKALIKES) == pytest.approx(1.0)


def test_a_round_thing_leaves_the_table_bare_at_its_corners():
    view = look_at(np.zeros(2), np.pi / 2, 0.0, 0.0, 1000.0, 1000.0, (400, 300))
    table = np.full((300, 400, 3), 0.2, np.float32)
    chip = np.zeros((90, 90, 4), np.float32)
    chip[30:60, 30:60] = 1.0
    corners = clutter.paint_flat_thing(table, view, chip, 90.0, 0.0, 0.0, 0.0)
    x, y = corners.mean(axis=0).astype(int)
    assert table[y, x, 0] == pytest.approx(1.0, abs=0.02)
    left, top = corners.min(axis=0).astype(int) + 3
    assert table[top, left, 0] == pytest.approx(0.2, abs=0.02)


def test_what_has_height_darkens_the_table_beside_it():
    view = look_at(np.zeros(2), np.pi / 2, 0.0, 0.0, 1000.0, 1000.0, (400, 300))
    table = np.full((300, 400, 3), 0.5, np.float32)
    die = np.ones((60, 60, 4), np.float32)
    clutter.paint_flat_thing(table, view, die, 60.0, 0.0, 0.0, 0.0, shade=0.6)
    assert table.min() < 0.4
    assert table.max() == pytest.approx(1.0, abs=0.02)


def test_writing_that_lies_on_the_table_is_not_mirrored():
    """Looked at from above with the thing's top away from the camera, as its reader would hold it."""
    view = look_at(np.zeros(2), np.pi / 2, -np.pi / 2, 0.0, 1000.0, 1000.0, (400, 300))
    page = np.zeros((80, 80, 3), np.float32)
    page[:40, :40] = (1.0, 0.0, 0.0)
    page[:40, 40:] = (0.0, 1.0, 0.0)
    page[40:, :40] = (0.0, 0.0, 1.0)
    table = np.zeros((300, 400, 3), np.float32)
    clutter.paint_flat_thing(table, view, page, 80.0, 0.0, 0.0, 0.0)
    around = table[130, 180], table[130, 220], table[170, 180]
    assert [int(colour.argmax()) for colour in around] == [0, 1, 2]
    assert all(colour.max() > 0.9 for colour in around)


def test_a_thing_as_narrow_as_a_pixel_from_afar_is_laid_all_the_same():
    view = look_at(np.zeros(2), np.pi / 2, 0.0, 0.0, 9000.0, 1000.0, (400, 300))
    table = np.zeros((300, 400, 3), np.float32)
    clutter.paint_flat_thing(table, view, np.ones((4, 300, 4), np.float32), 90.0, 0.0, 0.0, 0.0)
    assert 0 < table.max() <= 1


def test_a_page_that_reaches_beside_the_camera_is_laid_in_no_time():
    """There it spans millions of pixels, as would the blur of its shadow: that took gigabytes and minutes."""
    view = look_at(np.zeros(2), np.radians(25), 0.0, 0.0, 1000.0, 1000.0, (400, 300))
    table = np.full((300, 400, 3), 0.5, np.float32)
    beside = view.position[0] + view.position[2] * np.tan(np.radians(25))
    page, width = np.ones((60, 60, 3), np.float32), 200.0
    x = beside - width / 2 - 0.01
    corners = clutter.paint_flat_thing(table, view, page, width, x, 0.0, 0.0, 0.5)
    assert np.ptp(corners[:, 1]) > 1e6
    assert np.isfinite(table).all()


@pytest.fixture
def pictures(tmp_path):
    """A red disc cut out along its edge, and a photo that fills its frame."""
    disc = np.zeros((300, 300, 4), np.uint8)
    cv2.circle(disc, (150, 150), 140, (0, 0, 255, 255), -1)
    photo = np.full((120, 200, 3), 90, np.uint8)
    for name, image in (("disc.png", disc), ("photo.jpg", photo)):
        assert cv2.imwrite(str(tmp_path / name), image)
    return [tmp_path / "disc.png", tmp_path / "photo.jpg"]


def test_a_picture_of_a_thing_keeps_its_edge_and_of_a_photo_a_part_is_taken(pictures):
    rng = np.random.default_rng(0)
    disc = clutter.cut_out_picture(rng, pictures[0])
    assert disc.shape == (256, 256, 4)
    assert disc[128, 128].tolist() == [0.0, 0.0, 1.0, 1.0]
    assert disc[0, 0, 3] == 0.0
    parts = {clutter.cut_out_picture(rng, pictures[1]).shape for _ in range(6)}
    assert len(parts) > 3
    assert all(h <= 120 and w <= 200 for h, w, _ in parts)


def test_a_file_that_is_no_picture_is_named(tmp_path):
    (tmp_path / "note.png").write_text("no picture")
    with pytest.raises(ValueError, match="expected a picture of a thing"):
        clutter.cut_out_picture(np.random.default_rng(0), tmp_path / "note.png")


def test_things_are_drawn_and_taken_from_pictures(pictures):
    rng = np.random.default_rng(4)
    things = [clutter.random_flat_thing(rng, clutter.ANYTHING, pictures[:1]) for _ in range(40)]
    discs = [one.width for one in things if one.image.shape == (256, 256, 4) and one.image[128, 128, 2] == 1.0]
    assert 12 < len(discs) < 36
    low, high = clutter.PICTURE_WIDTHS_MM
    assert all(low <= width <= high for width in discs)


def prints(first, second, across):
    """The same tile as every kind of print has it."""
    colours = np.array([(1, 1, 1), (0, 0, 0)], np.float32)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        style = random_style(rng, without=["no-bar"])
        yield printed_tiles._diagram_print(rng, first, second, across, colours)
        yield printed_tiles._screened_print(rng, style, first, second, across, colours[1])


def test_a_diagram_shows_the_spots_of_both_halves():
    colours = np.array([(1, 1, 1), (0, 0, 0)], np.float32)
    diagram = printed_tiles._diagram_print(np.random.default_rng(1), 5, 2, 60, colours)
    assert diagram.shape == (60, 120, 4)
    for half, spots in ((diagram[8:-8, 8:54], 5), (diagram[8:-8, 66:-8], 2)):
        dark = (half[..., 0] < 0.5).astype(np.uint8)
        assert cv2.connectedComponents(dark)[0] - 1 == spots


def test_a_printed_tile_is_outlined_and_crossed_by_a_bar():
    """A real flat tile without a bar, seen from above, has neither: as a print it would teach to reject real ones."""
    for piece in prints(0, 0, 60):
        rim = np.concatenate([piece[:2].reshape(-1, 4), piece[-2:].reshape(-1, 4), piece[:, :2].reshape(-1, 4)])
        assert (rim[:, :3] < 0.05).all()
        assert (rim[:, 3] == 1).all(), "square corners"
        middle = piece.shape[1] // 2
        bar = piece[25:35, middle - 1 : middle + 1, :3].mean(axis=(0, 1))
        body = piece[10:50, 12 : middle - 12, :3].mean(axis=(0, 1))
        assert np.abs(bar - body).max() > 0.01


def test_a_printed_tile_throws_no_shadow_on_its_page_and_other_print_stands_there(monkeypatch):
    for seed in range(6):
        monkeypatch.setattr(printed_tiles, "_paste", lambda *given: None)
        bare = printed_tiles.picture_of_tiles(np.random.default_rng(seed)).image
        monkeypatch.undo()
        page = printed_tiles.picture_of_tiles(np.random.default_rng(seed))
        beside = np.ones(bare.shape[:2], np.uint8)
        for tile in page.tiles:
            middle = tile.corners.mean(axis=0)
            cv2.fillConvexPoly(beside, np.round(middle + (tile.corners - middle) * 1.2).astype(np.int32), 0)
        assert np.array_equal(page.image[beside > 0], bare[beside > 0])
        edges = cv2.Canny((bare[..., :3] * 255).astype(np.uint8), 60, 120)
        assert (edges > 0).mean() > 0.003, "titles, lines and small print"


def test_a_printed_tile_is_turned_about_its_middle():
    page, piece = np.zeros((100, 100, 3), np.float32), np.ones((10, 20, 4), np.float32)
    printed_tiles._paste(page, piece, np.array([60.0, 40.0]), np.pi / 2)
    rows, columns = np.nonzero(page[..., 0] > 0.5)
    assert (rows.mean(), columns.mean()) == pytest.approx((40, 60), abs=0.6)
    assert np.ptp(rows) > np.ptp(columns)
    printed = page.copy()
    printed_tiles._paste(page, piece, np.array([-50.0, 400.0]), 0.3)
    assert np.array_equal(page, printed), "off the page nothing is printed"


@pytest.mark.parametrize("turn", [0.0, 0.4, np.pi / 2])
def test_a_page_tells_where_its_tiles_are_printed(turn):
    page = np.zeros((200, 200, 3), np.float32)
    printed_tiles._paste(page, np.ones((30, 60, 4), np.float32), np.array([90.0, 110.0]), turn)
    corners = printed_tiles._print_corners(30, np.array([90.0, 110.0]), turn)
    inside = np.zeros((200, 200), np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    shown = page[..., 0] > 0.5
    assert (shown & (inside > 0)).sum() > 0.88 * (shown | (inside > 0)).sum()
    first = corners[:2].mean(axis=0) - (90, 110)
    assert first == pytest.approx((-30 * np.cos(turn), -30 * np.sin(turn)), abs=1e-3)


def test_pictures_of_tiles_differ_from_one_another():
    pages = [printed_tiles.picture_of_tiles(np.random.default_rng(seed)).image for seed in range(6)]
    assert len({page.shape for page in pages}) > 1
    assert len({round(float(page.mean()), 3) for page in pages}) == 6


def test_a_block_has_no_line_where_a_tile_has_its_bar(monkeypatch):
    lines, real = [], cv2.line
    monkeypatch.setattr(
        cv2, "line", lambda image, start, *rest: lines.append(start[0] / image.shape[1]) or real(image, start, *rest)
    )
    for seed in range(60):
        clutter._block(np.random.default_rng(seed))
    assert len(lines) > 10
    assert max(lines) < 0.4
