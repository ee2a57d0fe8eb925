"""The part of the picture that a page shows: it holds the game with room to grow, and keeps still."""

import numpy as np
import pytest
from tile_readings import tiles_seen

from muggins.vision.geometry.points import apply_homography
from muggins.vision.geometry.quads import order_corners
from muggins.webapp.camera.framing import (
    MAX_ZOOM,
    SHRINK_SECONDS,
    Framing,
    crop_around,
    next_framing,
    straighten,
)

SIZE = np.array([1280.0, 1280.0])
ROW = "6-6: 0 0 0, 6-4: 0 2 90, 4-3: 0 4.05 90, 3-3: 0 6 0"
BEND = f"{ROW}, 3-1: -1.5 6 0, 1-1: -3 6 90"


def corners(text, **view):
    """(N, 4, 2) px corners of the tiles of a text, as a camera sees them."""
    return order_corners([reading.corners for reading in tiles_seen(text, **view)]).astype(np.float64)


NONE = np.zeros((0, 4, 2))


def straight(length=60.0, *places):
    """(N, 4, 2) px corners of upright tiles, seen from straight above, with their top left corners at the places."""
    tile = np.array([[0, 0], [0.5, 0], [0.5, 1], [0, 1]]) * length
    return np.array([tile + place for place in places])


def test_the_view_holds_the_layout_with_room_for_one_more_tile_on_each_side():
    crop = crop_around(straight(100.0, (500, 500), (550, 500), (900, 700)), SIZE)
    low, high = crop.corners[0], crop.corners[2]
    assert low == pytest.approx([350, 350])
    assert high == pytest.approx([1100, 950])
    assert crop.shape == pytest.approx(750 / 600)


def test_the_view_never_leaves_the_picture():
    crop = crop_around(straight(100.0, (0, 10), (600, 1150)), SIZE)
    assert crop.corners[0] == pytest.approx([0, 0])
    assert crop.corners[2, 1] == pytest.approx(1280)


def test_one_small_tile_is_not_blown_up_beyond_what_the_picture_shows():
    crop = crop_around(straight(20.0, (1250, 640)), SIZE)
    width, height = crop.corners[2] - crop.corners[0]
    assert (width, height) == pytest.approx(SIZE / MAX_ZOOM)
    assert crop.corners[2, 0] == pytest.approx(1280)


def test_an_empty_table_is_shown_whole():
    assert crop_around(NONE, SIZE) is None


@pytest.mark.parametrize("elevation", [30.0, 45.0, 70.0, 90.0])
@pytest.mark.parametrize("turn", [0.0, 20.0, 77.0])
def test_from_above_tiles_are_upright_rectangles_of_one_size(elevation, turn):
    tiles = corners(BEND, elevation=elevation, turn=turn)
    crop = crop_around(tiles, SIZE, straighten(tiles, NONE))
    shown = apply_homography(crop.to_rectangle(), tiles)
    edges = np.roll(shown, -1, axis=1) - shown
    # Every edge runs along one side of the view.
    assert np.abs(edges).min(axis=-1).max() < 0.03 * np.abs(edges).max()
    lengths = np.linalg.norm(edges, axis=-1).max(axis=1)
    assert lengths.max() < 1.05 * lengths.min()


def test_from_above_what_is_up_in_the_picture_stays_up():
    for turn in range(0, 360, 25):
        tiles = corners(BEND, elevation=50.0, turn=turn)
        middle = tiles.mean(axis=(0, 1))
        above, here, right = apply_homography(straighten(tiles, NONE), middle + np.array([[0, -40], [0, 0], [40, 0]]))
        assert above[1] < here[1]
        assert right[0] > here[0]


def test_a_boneyard_that_lies_any_way_does_not_turn_the_view():
    """Fourteen tiles face down beside seven of the layout turned it by four degrees."""
    facedown = corners(", ".join(f"0-0: {8 + 1.5 * (n % 3)} {2.4 * (n // 3)} {10 + 25 * (n % 4)}" for n in range(14)))
    tiles = corners(BEND)
    shown = apply_homography(straighten(tiles, facedown), tiles)
    along = shown[:, 3] - shown[:, 0]
    assert np.degrees(np.abs(np.arctan2(np.abs(along).min(axis=1), np.abs(along).max(axis=1)))).max() < 1


def test_face_down_tiles_tell_the_plane_where_few_lie_face_up():
    assert straighten(corners("6-6: 0 0 0"), corners("0-0: 5 0 0, 0-0: 5 3 30, 0-0: 8 1 60")) is not None
    assert straighten(NONE, corners("0-0: 5 0 0, 0-0: 5 3 30, 0-0: 8 1 60")) is None


def test_two_tiles_do_not_tell_how_the_table_lies():
    assert straighten(corners("6-6: 0 0 0, 6-4: 0 2 90"), NONE) is None


def test_a_camera_that_lies_on_the_table_cannot_look_from_above():
    assert straighten(corners(ROW, elevation=8.0, turn=80.0), NONE) is None


def test_a_straightened_view_may_reach_beyond_the_picture_but_not_behind_the_camera():
    """A table seen past its near edge: what lies below the picture has no place in any camera."""
    tiles = corners("6-6: 0 0 0, 6-4: 0 2 90, 4-3: 0 4.05 90, 3-3: 0 6 0", elevation=35.0)
    behind = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, -1 / 700, 1.0]])
    assert crop_around(tiles, SIZE, behind) is None


class Pages:
    """The framing of one camera, asked for by its pages at given seconds."""

    def __init__(self):
        self.framing = None

    def show(self, tiles, time, to_table=None):
        self.framing = next_framing(self.framing, tiles, SIZE, time, to_table)
        return self.framing.crop


def test_outlines_that_tremble_leave_the_view_still():
    rng = np.random.default_rng(3)
    pages, tiles = Pages(), corners(ROW)
    shown = {id(pages.show(tiles + rng.normal(0, 1.5, tiles.shape), second / 10)) for second in range(200)}
    assert len(shown) == 1


def test_straightened_outlines_that_tremble_leave_the_view_still_too():
    rng = np.random.default_rng(3)
    pages, tiles = Pages(), corners(BEND)
    views = []
    for tick in range(100):
        seen = tiles + rng.normal(0, 1.0, tiles.shape)
        views.append(pages.show(seen, tick / 10, straighten(seen, NONE)))
    assert len({id(view) for view in views}) == 1


def test_a_tile_laid_at_the_rim_widens_the_view_and_one_amid_does_not():
    pages = Pages()
    first = pages.show(straight(100.0, (500, 500), (600, 600)), 0.0)
    assert pages.show(straight(100.0, (500, 500), (600, 600), (700, 600)), 1.0) is first
    laid = straight(100.0, (500, 500), (600, 600), (790, 600))
    assert pages.show(laid, 2.0) is first
    wider = pages.show(laid, 3.0)
    assert wider.corners[2, 0] > first.corners[2, 0]


def test_a_tile_read_in_error_for_one_frame_moves_nothing():
    pages, tiles = Pages(), straight(100.0, (500, 500), (600, 600))
    first = pages.show(tiles, 0.0)
    assert pages.show(straight(100.0, (500, 500), (600, 600), (40, 40)), 0.1) is first
    assert pages.show(tiles, 0.2) is first
    assert pages.show(straight(100.0, (500, 500), (600, 600), (40, 40)), 9.0) is first


def test_a_cleared_table_is_shown_whole_after_a_while_not_at_once():
    """An arm across the table hides all tiles for a moment."""
    pages, nothing = Pages(), NONE
    first = pages.show(straight(100.0, (500, 500)), 0.0)
    assert pages.show(nothing, 1.0) is first
    assert pages.show(nothing, 1.0 + SHRINK_SECONDS) is None


def test_the_view_draws_near_again_once_far_too_much_is_shown():
    pages = Pages()
    wide = pages.show(straight(60.0, (100, 100), (1100, 1100)), 0.0)
    few = straight(60.0, (600, 600), (660, 600))
    assert pages.show(few, 1.0) is wide
    near = pages.show(few, 1.0 + SHRINK_SECONDS)
    assert np.ptp(near.corners[:, 0]) < np.ptp(wide.corners[:, 0]) / 2


def test_a_view_that_is_askew_is_straightened_anew():
    """The first three tiles lay at a slant; the rest of the layout does not."""
    pages, tiles = Pages(), corners(ROW, elevation=60.0)
    table = straighten(tiles, NONE)
    turn = np.radians(15.0)
    askew = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]) @ table
    first = pages.show(tiles, 0.0, askew)
    assert pages.show(tiles, 1.0, table) is first
    assert pages.show(tiles, 1.0 + SHRINK_SECONDS, table) is not first


def test_a_plane_that_was_wrong_is_found_anew():
    pages, tiles = Pages(), corners(ROW, elevation=40.0)
    first = pages.show(tiles, 0.0, np.eye(3))
    assert pages.show(tiles, 1.0, straighten(tiles, NONE)) is first
    assert pages.show(tiles, 1.0 + SHRINK_SECONDS, straighten(tiles, NONE)) is not first


def test_without_a_plane_the_view_from_above_ends():
    pages = Pages()
    pages.framing = Framing(crop_around(straight(100.0, (500, 500)), SIZE))
    pages.show(NONE, 0.0)
    assert pages.show(NONE, SHRINK_SECONDS) is None
