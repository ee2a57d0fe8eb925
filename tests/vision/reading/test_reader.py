"""From a picture to what lies on the table, with stored readings in place of the two networks."""

import numpy as np
import pytest
from stored_models import PHOTO, StoredDetector, StoredPips, reader_of

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Detection


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
    """The pip model speaks of the outline as it was handed over; the reading has its own order of corners."""
    for degrees in range(0, 360, 30):
        seen = lay(f"6-1: 0 0 {degrees}")
        (reading,) = reader_of(seen).read(PHOTO).readings
        first = seen[0].ends[0]
        nearer = int(np.argmin(np.linalg.norm(reading.ends - first, axis=1)))
        assert reading.shows[nearer] == 6


def test_an_empty_table():
    state = Reader(detector=StoredDetector([]), pip_reader=StoredPips([])).read(PHOTO)
    assert (state.layout, state.readings, state.doubts) == (Layout(), (), ())


def test_hands_and_boneyard_are_told_apart_and_never_read(lay):
    others = lay("0-0: 6 0 0, 0-0: 6 3 0, 0-0: 6 6 0")
    more = [Detection(others[0].corners, "facedown"), *(Detection(one.corners, "standing") for one in others[1:])]
    state = reader_of(lay("6-4: 0 0 0"), more).read(PHOTO)
    assert (len(state.readings), len(state.facedown), len(state.standing)) == (1, 1, 2)
    assert state.layout == Layout.parse("6-4")


def test_a_faint_loose_tile_beside_standing_ones_is_of_the_hand(lay):
    """Seen in slanted photos: tiles that stand with their pips towards the camera, taken for tiles face up."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: -3 5 0, 3-2: 0 5 0")
    hand = Detection(seen[3].corners, "standing", 0.8)
    faint = reader_of(seen[:3], [hand], faceup={2: 0.3}, sure=0.8)
    clear = reader_of(seen[:3], [hand], faceup={2: 0.9}, sure=0.8)
    alone = reader_of(seen[:3], faceup={2: 0.3}, sure=0.8)
    five = Tile.parse("5-5")
    assert [five in reader.read(PHOTO).tiles for reader in (faint, clear, alone)] == [False, True, True]


@pytest.mark.parametrize(("faceup", "is_read"), [(0.99, True), (0.25, False)])
def test_something_faint_alone_on_a_table_is_no_set_but_its_grain(lay, faceup, is_read):
    grain = lay("5-2: 0 0 0")
    state = reader_of(grain, faceup={0: faceup}, sure=0.6).read(PHOTO)
    assert bool(state.layout.placements) is is_read


@pytest.mark.parametrize(("surest", "read"), [(0.25, 0), (0.9, 3)])
def test_where_no_tile_is_sure_what_seems_to_be_joined_is_no_set_but_asked_about(lay, surest, read):
    """Seen of playing cards, keys and dice: each a little like a tile. Tiles beside a sure one are believed."""
    state = reader_of(lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 4 0"), faceup={0: surest, 1: 0.25, 2: 0.25}).read(PHOTO)
    assert len(state.readings) == read
    assert {doubt.kind for doubt in state.doubts} == (set() if read else {"faint"})


def test_what_seems_to_lie_in_the_row_of_a_hand_stands_there_too(lay):
    """Seen in slanted photos: five of a hand are known to stand, the sixth looks at the camera."""
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


def test_a_loose_tile_that_hardly_shows_what_it_does_is_none(lay):
    """Whatever lies there: less likely still it must be where no tiles stand in hands."""
    kept = []
    for sure in (0.8, 0.6, 0.35):
        seen = [*lay("6-4: 0 0 0, 4-1: 2.05 0 0"), *lay("5-5: -3 5 0", sure=sure)]
        hand = Detection(lay("3-2: 3 5 0")[0].corners, "standing", 0.95)
        kept.append(
            [Tile.parse("5-5") in reader_of(seen, beside, sure=0.8).read(PHOTO).tiles for beside in ([hand], [])]
        )
    assert kept == [[True, True], [False, True], [False, False]]


def test_a_tile_boxed_twice_is_read_once(lay):
    """Seen with touching tiles: a second, fainter outline over halves of both."""
    seen = lay("6-4: 0 0 0, 4-1: 2.02 0 0")
    between = Detection((seen[0].corners + seen[1].corners) / 2, "faceup", 0.5)
    again = Detection(seen[0].corners + 4, "faceup", 0.6)
    assert sorted(map(str, reader_of(seen, [between, again]).read(PHOTO).tiles)) == ["4-1", "6-4"]


@pytest.mark.parametrize("missed", [{3}, {2}, {2, 3}, {1, 4}])
def test_tiles_that_were_not_found_are_looked_for_where_they_would_be_joined(lay, missed):
    """A chain of five that turns a corner: gaps in it and its end are looked at once more, along the chain."""
    seen = lay("6-4: 0 0 0, 4-4: 1.55 0 90, 4-1: 3.1 0 0, 1-5: 4.65 0.5 90, 5-0: 4.65 2.55 90")
    state = reader_of(seen, missed=missed).read(PHOTO)
    assert set(state.layout.tiles) == set(map(Tile.parse, ("6-4", "4-4", "4-1", "5-1", "5-0")))


def test_what_lies_there_but_does_not_match_is_left_to_the_detector(lay):
    """Without a half that matches, a glance at a likely place is too weak a ground to see a tile there."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 3-0: 4.1 0 0", sure=0.999)
    assert sorted(map(str, reader_of(seen, missed={2}, faceup={2: 0.9}).read(PHOTO).tiles)) == ["4-1", "6-4"]


def test_what_the_second_look_does_not_take_for_a_tile_is_dropped(lay):
    seen = lay("6-4: 0 0 0, 5-5: 4 4 0")
    assert [str(tile) for tile in reader_of(seen, faceup={1: 0.1}).read(PHOTO).tiles] == ["6-4"]


def test_something_much_larger_than_the_tiles_is_dropped(lay):
    """A phone beside six tiles."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: -6 7 40, 2-0: 3 5 0, 3-3: -4 0 0, 1-0: 3 -5 90")
    phone = seen[2].corners.mean(axis=0) + 2.6 * (seen[2].corners - seen[2].corners.mean(axis=0))
    seen[2] = type(seen[2])(phone, seen[2].ends, seen[2].pips)
    assert Tile.parse("5-5") not in reader_of(seen).read(PHOTO).tiles


@pytest.mark.parametrize(("share", "told"), [(0.8, "read"), (0.6, "asked"), (0.4, "passed over")])
def test_of_a_tile_cut_off_by_the_edge_the_more_is_told_the_more_is_seen(lay, share, told):
    seen = lay("6-4: 0 0 0, 5-5: 4 4 0")
    left, right = seen[1].corners[:, 0].min(), seen[1].corners[:, 0].max()
    state = reader_of(seen).read(PHOTO[:, : int(left + share * (right - left))])
    asked = [doubt.tile for doubt in state.doubts if doubt.kind == "faint"]
    five = Tile.parse("5-5")
    assert (five in state.tiles, five in asked) == (told == "read", told == "asked")


@pytest.mark.parametrize("image", [None, np.zeros((10, 10), np.uint8), np.zeros((10, 10, 3), np.float32)])
def test_what_is_no_picture_is_refused(image):
    with pytest.raises(ValueError, match="image: expected uint8 of shape \\(height, width, 3\\), got"):
        Reader(detector=StoredDetector([]), pip_reader=StoredPips([])).read(image)


def test_what_was_half_taken_for_a_standing_tile_is_read_where_it_clearly_lies(lay):
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0")
    taken = [Detection(seen[1].corners, "standing", 0.5)]
    state = reader_of(seen, more=taken, missed=(1,)).read(PHOTO)
    assert str(state.layout) == "6-4, 4-1>6-4"
    assert state.standing == ()


@pytest.mark.parametrize(("sure", "read"), [(0.97, ["1-0", "6-1"]), (0.6, ["6-1"])])
def test_a_tile_taken_for_one_face_down_is_read_where_it_clearly_shows_pips(lay, sure, read):
    """Seen with a dark set without bars: the only pip of its 1-0 is dim."""
    seen = lay("6-1: 0 0 0, 1-0: 2.05 0 0")
    taken = [Detection(seen[1].corners, "facedown", 0.8)]
    state = reader_of(seen, more=taken, missed=(1,), faceup={1: sure}).read(PHOTO)
    assert sorted(str(reading.tile) for reading in state.readings) == read
    assert len(state.facedown) == 2 - len(read)


@pytest.mark.parametrize(
    ("there", "read"), [("6-1: 0 0 0, 1-0: 2.05 0 0", True), ("6-1: 0 0 0, 1-0: 0 6 0", False), ("1-0: 0 6 0", True)]
)
def test_a_boneyard_apart_from_the_layout_is_not_looked_at_for_pips(lay, there, read):
    seen = lay(there)
    last = len(seen) - 1
    taken = [Detection(seen[last].corners, "facedown", 0.8)]
    state = reader_of(seen, more=taken, missed=(last,)).read(PHOTO)
    assert (Tile.parse("1-0") in state.tiles) is read


@pytest.mark.parametrize(("elevation", "standing"), [(85, 0), (63, 0), (55, 1), (45, 1)])
def test_what_may_stand_lies_where_the_camera_looks_straight_down(lay, elevation, standing):
    """From above no face of a standing tile is to be seen: less of a likeness will do there."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 4 0, 3-0: 3 3 40", elevation=elevation)
    taken = [Detection(seen[1].corners, "standing", 0.7)]
    state = reader_of(seen, more=taken, missed=(1,), faceup={1: 0.6}).read(PHOTO)
    assert len(state.standing) == standing
    assert (Tile.parse("4-1") in state.tiles) is not bool(standing)


@pytest.mark.parametrize(("elevation", "standing", "read"), [(85, 0.9, True), (85, 0.0, False), (45, 0.9, False)])
def test_from_above_what_may_stand_to_the_pip_model_lies(lay, elevation, standing, read):
    """Seen of a photo taken from straight above, where no side of a tile shows: it might stand, or lie."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 4 0, 3-0: 3 3 40", elevation=elevation)
    state = reader_of(seen, faceup={3: 0.09}, standing={3: standing}).read(PHOTO)
    assert (Tile.parse("3-0") in state.tiles) is read


def test_a_tile_that_surely_stands_in_a_hand_is_not_read(lay):
    seen = lay("6-4: 0 0 0, 5-1: 0 6 0")
    (hand,) = (Detection(seen[1].corners, "standing", 0.9),)
    state = reader_of(seen, more=[hand], missed=(1,)).read(PHOTO)
    assert [str(reading.tile) for reading in state.readings] == ["6-4"]
    assert state.standing == (hand,)


@pytest.mark.parametrize(("printed", "read", "asked"), [(0.02, 1, 0), (0.8, 0, 1), (0.99, 0, 0)])
def test_of_a_tile_that_may_only_be_printed_is_asked_and_of_one_that_surely_is_nothing_is_said(
    lay, printed, read, asked
):
    seen = lay("6-6: 0 0 0")
    found = [Detection(seen[0].corners, "faceup", 0.9, printed)]
    state = Reader(detector=StoredDetector(found), pip_reader=StoredPips(seen)).read(PHOTO)
    assert len(state.readings) == read
    assert [doubt.kind for doubt in state.doubts] == ["faint"] * asked
