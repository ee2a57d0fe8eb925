"""From a picture to what lies on the table, with stored readings in place of the two models."""

import numpy as np
import pytest
from stored_models import PHOTO, StoredDetector, StoredPips, reader_of

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.reading.reader import Reader
from muggins.vision.types import CloseUp, Detection


def test_a_photo_becomes_a_table(lay):
    seen = lay("6-4: 0 0 0, 4-4: 1.55 0 90, 4-1: 3.1 0 0, 5-5: -3 5 40")
    state = reader_of(seen).read(PHOTO, 12.5)
    assert state.time == 12.5
    assert set(state.layout.tiles) == set(map(Tile.parse, ("6-4", "4-4", "4-1")))
    assert state.layout.count() == 7
    assert len(state.links) == 2
    assert state.loose == (Tile.parse("5-5"),)
    assert state.doubts == ()
    assert state.settled


def test_each_half_stays_with_its_pips(lay):
    """The pip model keeps the order of corners it is given; the reading has the canonical order."""
    for degrees in range(0, 360, 30):
        seen = lay(f"6-1: 0 0 {degrees}")
        (reading,) = reader_of(seen).read(PHOTO).readings
        first = seen[0].ends[0]
        nearer = int(np.argmin(np.linalg.norm(reading.ends - first, axis=1)))
        assert reading.shows[nearer] == 6


def test_an_empty_table():
    state = Reader(detector=StoredDetector([]), pip_reader=StoredPips([])).read(PHOTO)
    assert (state.layout, state.readings, state.doubts) == (Layout(), (), ())


def test_a_part_seen_from_near_is_not_downscaled():
    """Each closer look at a bare place asked the tile model three times, twice about tiles smaller than before."""
    part, asked = PHOTO[:320, :320], []

    class Eyes(StoredDetector):
        def detect(self, image):
            asked.append(image.shape)
            return self.found

    Reader(detector=Eyes([]), pip_reader=StoredPips([])).read(CloseUp(part))
    assert asked == [part.shape]


def test_hands_and_boneyard_are_counted_and_never_read(lay):
    others = lay("0-0: 6 0 0, 0-0: 6 3 0, 0-0: 6 6 0")
    more = [Detection(others[0].corners, "facedown"), *(Detection(one.corners, "standing") for one in others[1:])]
    state = reader_of(lay("6-4: 0 0 0"), more).read(PHOTO)
    assert (len(state.readings), len(state.facedown), len(state.standing)) == (1, 1, 2)
    assert state.layout == Layout.parse("6-4")


def test_a_faint_loose_tile_beside_standing_ones_is_of_the_hand(lay):
    """In slanted photos, standing tiles with their pips towards the camera were taken for face-up tiles."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: -3 5 0, 3-2: 0 5 0")
    hand = Detection(seen[3].corners, "standing", 0.8)
    faint = reader_of(seen[:3], [hand], faceup={2: 0.3}, sure=0.8)
    clear = reader_of(seen[:3], [hand], faceup={2: 0.9}, sure=0.8)
    alone = reader_of(seen[:3], faceup={2: 0.3}, sure=0.8)
    five = Tile.parse("5-5")
    assert [five in reader.read(PHOTO).tiles for reader in (faint, clear, alone)] == [False, True, True]


@pytest.mark.parametrize(
    ("y", "stands", "is_read"), [(5, 0.29, True), (5, 0.9, False), (3, 0.29, True), (3, 0.9, False)]
)
def test_what_hardly_looks_like_a_standing_tile_takes_none_from_the_table(lay, y, stands, is_read):
    """On a dim table seen from 25 degrees the back of a tile in a heap was taken for a standing one, with 0.29. A far
    tile that was read right, and one beside that back, were taken for those of a hand."""
    seen = lay(f"6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: -3 5 0, 3-2: -1.5 {y} 0")
    hand = Detection(seen[3].corners, "standing", stands)
    assert (Tile.parse("5-5") in reader_of(seen[:3], [hand], faceup={2: 0.5}, sure=0.8).read(PHOTO).tiles) is is_read


@pytest.mark.parametrize(("faceup", "is_read"), [(0.99, True), (0.25, False)])
def test_something_faint_alone_on_a_table_is_its_grain(lay, faceup, is_read):
    grain = lay("5-2: 0 0 0")
    state = reader_of(grain, faceup={0: faceup}, sure=0.6).read(PHOTO)
    assert bool(state.layout.placements) is is_read


@pytest.mark.parametrize(("surest", "read"), [(0.25, 0), (0.9, 3)])
def test_where_no_tile_is_sure_nothing_is_read_and_nobody_is_asked(lay, surest, read):
    """Playing cards, keys and dice each look a little like a tile. Tiles beside a sure one are believed."""
    state = reader_of(lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 4 0"), faceup={0: surest, 1: 0.25, 2: 0.25}).read(PHOTO)
    assert len(state.readings) == read
    assert state.doubts == ()


@pytest.mark.parametrize(("second", "read"), [("4-1: 2.05 0 0", 2), ("4-1: 6 3 20", 0)])
def test_two_unsure_tiles_vouch_for_each_other_where_they_match_and_touch(lay, second, read):
    """The first two black tiles of a game were hardly seen on a grey desk; so were two things that lay apart."""
    state = reader_of(lay(f"6-4: 0 0 0, {second}"), sure=0.42).read(PHOTO)
    assert len(state.readings) == read


def test_an_unsure_tile_in_the_row_of_a_hand_is_of_the_hand(lay):
    """In slanted photos, five tiles of a hand are detected as standing and the sixth faces the camera."""
    laid = lay("6-4: 0 0 0, 4-1: 2.05 0 0")
    last, next_to_it, away = lay("5-5: -3 5 0, 3-2: -0.9 5 0, 3-2: 2 5 0")
    kept = []
    for neighbour in (next_to_it, away):
        hand = Detection(neighbour.corners, "standing", 0.95)
        seen = [*laid, last]
        kept.append(
            [
                Tile.parse("5-5") in reader_of(seen, [hand], {2: faceup}, sure=0.8).read(PHOTO).tiles
                for faceup in (0.6, 0.9)
            ]
        )
    assert kept == [[False, True], [True, True]]


def test_a_loose_tile_with_an_unlikely_value_is_dropped(lay):
    """Where no tiles stand in hands, a tile must be less likely still to be dropped."""
    kept = []
    for sure in (0.8, 0.6, 0.35):
        seen = [*lay("6-4: 0 0 0, 4-1: 2.05 0 0"), *lay("5-5: -3 5 0", sure=sure)]
        hand = Detection(lay("3-2: 3 5 0")[0].corners, "standing", 0.95)
        kept.append(
            [Tile.parse("5-5") in reader_of(seen, beside, sure=0.8).read(PHOTO).tiles for beside in ([hand], [])]
        )
    assert kept == [[True, True], [False, True], [False, False]]


def test_a_tile_boxed_twice_is_read_once(lay):
    """Touching tiles were detected with a third, fainter outline over halves of both."""
    seen = lay("6-4: 0 0 0, 4-1: 2.02 0 0")
    between = Detection((seen[0].corners + seen[1].corners) / 2, "faceup", 0.5)
    again = Detection(seen[0].corners + 4, "faceup", 0.6)
    assert sorted(map(str, reader_of(seen, [between, again]).read(PHOTO).tiles)) == ["4-1", "6-4"]


def test_something_much_larger_than_the_tiles_is_dropped(lay):
    """A phone beside six tiles."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: -6 7 40, 2-0: 3 5 0, 3-3: -4 0 0, 1-0: 3 -5 90")
    phone = seen[2].corners.mean(axis=0) + 2.6 * (seen[2].corners - seen[2].corners.mean(axis=0))
    seen[2] = type(seen[2])(phone, seen[2].ends, seen[2].pips)
    assert Tile.parse("5-5") not in reader_of(seen).read(PHOTO).tiles


@pytest.mark.parametrize(("share", "outcome"), [(0.8, "read"), (0.6, "asked"), (0.4, "asked")])
def test_a_tile_cut_off_by_the_edge_is_read_or_asked_about_by_how_much_shows(lay, share, outcome):
    seen = lay("6-4: 0 0 0, 5-5: 4 4 0")
    left, right = seen[1].corners[:, 0].min(), seen[1].corners[:, 0].max()
    state = reader_of(seen).read(PHOTO[:, : int(left + share * (right - left))])
    asked = [doubt.tile for doubt in state.doubts if doubt.kind == "edge"]
    five = Tile.parse("5-5")
    assert (five in state.tiles, five in asked) == (outcome == "read", outcome == "asked")


def test_each_tile_that_the_edge_cuts_off_is_asked_about(lay):
    """Two tiles of a hand reached out of the picture, and people were asked about one of them."""
    seen = lay("6-4: 0 0 0, 5-5: 4 4 90, 3-1: -2.2 2 90")
    left, right = seen[1].corners[:, 0].min(), seen[1].corners[:, 0].max()
    state = reader_of(seen).read(PHOTO[:, : int(left + 0.55 * (right - left))])
    assert state.tiles == (Tile.parse("6-4"),)
    assert {doubt.tile for doubt in state.doubts if doubt.kind == "edge"} == {Tile.parse("5-5"), Tile.parse("3-1")}


@pytest.mark.parametrize("image", [None, np.zeros((10, 10), np.uint8), np.zeros((10, 10, 3), np.float32)])
def test_anything_but_a_picture_is_refused(image):
    with pytest.raises(ValueError, match="image: expected uint8 of shape \\(height, width, 3\\), got"):
        Reader(detector=StoredDetector([]), pip_reader=StoredPips([])).read(image)


@pytest.mark.parametrize(("elevation", "standing", "read"), [(85, 0.9, True), (85, 0.0, False), (45, 0.9, False)])
def test_from_above_a_tile_that_may_stand_to_the_pip_model_lies(lay, elevation, standing, read):
    """From straight above no side of a tile shows, so the pip model cannot tell whether it stands or lies."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 4 0, 3-0: 3 3 40", elevation=elevation)
    state = reader_of(seen, faceup={3: 0.09}, standing={3: standing}).read(PHOTO)
    assert (Tile.parse("3-0") in state.tiles) is read
