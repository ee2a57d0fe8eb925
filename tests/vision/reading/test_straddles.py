"""Straddles: the inner halves of two neighbours taken for one tile."""

import numpy as np
import pytest
from stored_models import PHOTO, StoredDetector, StoredPips, reader_of

from muggins.scorer.tiles import Tile
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Detection


def read(lay, table, faceup):
    """The table as read where only its last tile is detected, a whole tile with that probability."""
    seen = lay(table)
    last = len(seen) - 1
    state = reader_of(seen, faceup={last: faceup}, missed=set(range(last))).read(PHOTO)
    return {str(tile) for tile in state.tiles}, state


@pytest.mark.parametrize("faceup", [0.05, 0.3, 0.8])
def test_a_straddle_becomes_the_two_tiles_it_straddles(lay, faceup):
    tiles, state = read(lay, "4-1: 0 0 30, 1-6: 1.78 1.03 30, 1-1: 0.89 0.51 30", faceup)
    assert tiles == {"4-1", "6-1"}
    assert state.links == ((Tile.parse("4-1"), Tile.parse("6-1")),)
    assert state.doubts == ()


def test_in_a_row_each_tile_is_read_once(lay):
    """Of four tiles in a row three straddles were detected."""
    seen = lay("4-1: 0 0 0, 1-6: 2.05 0 0, 6-3: 4.1 0 0, 3-0: 6.15 0 0, 1-1: 1.02 0 0, 6-6: 3.07 0 0, 3-3: 5.12 0 0")
    state = reader_of(seen, faceup=dict.fromkeys((4, 5, 6), 0.6), missed={0, 1, 2, 3}).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["3-0", "4-1", "6-1", "6-3"]
    assert len(state.links) == 3
    assert state.doubts == ()


def test_where_a_layout_turns_a_corner_a_straddle_becomes_the_tiles_around_the_corner(lay):
    """The straddle lies across the 1 of the 2-1 and the 1 of the 4-1, which goes on to the side."""
    tiles, state = read(lay, "2-1: 0 0 30, 1-4: 1.075 1.198 120, 1-1: 0.883 0.51 30", 0.7)
    assert tiles == {"2-1", "4-1"}
    assert state.doubts == ()


@pytest.mark.parametrize(
    ("straddle", "faceup", "are_read"),
    [("1-1", 0.92, {"4-1", "6-1"}), ("1-1", 0.999, {"1-1"}), ("5-1", 0.92, {"5-1"}), ("5-1", 0.85, {"4-1", "6-1"})],
)
def test_a_double_between_two_tiles_must_be_surer_to_stay(lay, straddle, faceup, are_read):
    """Halves that are joined are equal, so a straddle of joined tiles shows a double."""
    tiles, _ = read(lay, f"4-1: 0 0 0, 1-6: 2.05 0 0, {straddle}: 1.02 0 0", faceup)
    assert tiles == are_read


def test_a_surer_straddle_gives_way_to_the_two_tiles_that_are_seen_as_well(lay):
    """The black tiles of a real game: 4-2 and 2-0 were detected with 0.5, the straddle 2-2 with 0.7."""
    seen = lay("4-2: 0 0 0, 2-0: 2.02 0 0, 2-2: 1.01 0 0")
    found = [Detection(seen[index].corners, "faceup", sure) for index, sure in ((2, 0.7), (0, 0.5), (1, 0.45))]
    state = reader_of(seen, found, faceup={0: 0.98, 1: 0.96, 2: 0.79}, missed={0, 1, 2}).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["2-0", "4-2"]
    assert state.links == ((Tile.parse("4-2"), Tile.parse("2-0")),)
    assert state.doubts == ()


def test_a_double_of_which_the_pip_model_is_sure_gives_way_to_joined_tiles_that_explain_more(lay):
    """A chain in a film of 640 x 360: of 4-3, 3-2 and 2-0 the first was detected, and a 2-2 across the others."""
    seen = lay("4-3: 0 0 0, 3-2: 2.02 0 0, 2-0: 4.04 0 0, 2-2: 3.03 0 0")
    found = [Detection(seen[index].corners, "faceup", sure) for index, sure in ((3, 0.82), (0, 0.73))]
    state = reader_of(seen, found, faceup={0: 0.997, 1: 0.97, 2: 0.97, 3: 0.997}, missed={0, 1, 2, 3}).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["2-0", "3-2", "4-3"]
    assert len(state.links) == 2


def test_a_real_double_stays_where_its_neighbours_are_no_whole_tiles(lay):
    state = reader_of(lay("4-1: 0 0 0, 1-1: 1.53 0 90, 1-6: 3.06 0 0"), faceup={1: 0.6}).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["1-1", "4-1", "6-1"]


def test_the_joins_decide_between_rows_that_are_one_half_apart(lay):
    """4-1, 1-6 and 6-2 are a chain. The straddles 1-1 and 6-6 leave a 4 and a 2 unexplained and do not match."""
    seen = lay("4-1: 0 0 0, 1-6: 2.02 0 0, 6-2: 4.04 0 0, 1-1: 1.01 0 0, 6-6: 3.03 0 0")
    state = reader_of(seen, faceup=dict.fromkeys(range(5), 0.85), sure=0.6).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["4-1", "6-1", "6-2"]
    assert len(state.links) == 2


def test_a_value_that_lies_elsewhere_speaks_against_a_straddle(lay):
    """With one tile to the side of it, the 3-3 would be as likely; but the 3-3 lies at the other end of the table."""
    seen = lay("3-5: 0 0 0, 3-3: 1.01 0 0, 3-3: 5 4 0")
    kept = []
    for among in (seen[:2], seen):
        state = reader_of(among, faceup={0: 0.8, 1: 0.75}, missed={0}).read(PHOTO)
        kept.append("5-3" in map(str, state.tiles))
    assert kept == [False, True]


def test_people_are_asked_where_two_explanations_are_nearly_as_likely(lay):
    """One candidate alone leaves a half of the outline unexplained."""
    tiles, state = read(lay, "4-1: 0 0 0, 5-1: 1.02 0 0", 0.6)
    assert tiles == {"4-1"}
    assert [(doubt.kind, str(doubt.tile)) for doubt in state.doubts] == [("faint", "5-1")]
    assert str(state.doubts[0].text) == "Does 5-1 lie there, and not 4-1?"
    tiles, state = read(lay, "4-1: 0 0 0, 5-1: 1.02 0 0", 0.3)
    assert (tiles, state.doubts) == ({"4-1"}, ())


def test_bare_table_beside_a_tile_is_no_blank_half(lay):
    """The half-shifted outline shows the 6 of a 6-6 and a stretch of table that looks blank."""
    seen = lay("6-6: 0 0 0, 6-0: 1.01 0 0, 6-6: 0 1.2 0, 6-6: 0 2.4 0, 5-4: 0 4 0")
    state = reader_of(seen, faceup={0: 0.96, 1: 0.97, 2: 0.96, 3: 0.96}, missed={1}).read(PHOTO)
    assert Tile.parse("6-0") not in state.tiles
    assert list(map(str, state.tiles)).count("6-6") == 3


def test_what_is_surely_no_tile_hides_none(lay):
    """Where something that is no tile was detected, its halves are not made into tiles that hardly show."""
    seen = lay("6-4: 0 0 0, 5-2: 4 4 0, 5-5: 5.01 4 0")
    state = reader_of(seen, faceup={1: 0.6, 2: 0.01}, missed={1}).read(PHOTO)
    assert list(map(str, state.tiles)) == ["6-4"]


class CountingPips(StoredPips):
    """A pip model that notes how many outlines it is asked about each time."""

    def read(self, image, corners, rounds=3):
        self.asked = [*getattr(self, "asked", []), len(corners)]
        return super().read(image, corners, rounds)


def outlines_asked(seen, faceup):
    """How many outlines were asked about each time, where only the last of the tiles seen was detected."""
    pips = CountingPips(seen, {len(seen) - 1: faceup})
    Reader(detector=StoredDetector([Detection(seen[-1].corners, "faceup", 0.9)]), pip_reader=pips).read(PHOTO)
    return pips.asked


def test_bare_table_around_a_tile_is_looked_at_once(lay):
    """Around a straddle six tiles may lie, of which four would lie on bare table: two alone are outlined closely."""
    assert outlines_asked(lay("4-1: 0 0 0, 1-6: 2.05 0 0, 1-1: 1.02 0 0"), 0.7)[:3] == [1, 6, 2]


def test_no_tiles_are_looked_for_where_both_models_are_sure_of_one(lay):
    """A double that is 0.98 likely to be whole, and was detected with 0.9."""
    seen = lay("1-1: 0 0 0")
    assert 6 not in outlines_asked(seen, 0.98)
    assert 6 in outlines_asked(seen, 0.9)


def test_an_outline_that_lies_half_on_its_neighbour_is_moved_off_it(lay):
    """In a game of black tiles without bars, the 4-4 between a 4-3 and a 6-4 was outlined a quarter of its length too
    near to the 4-3. It was joined to nothing there, and the chain was counted in two pieces."""
    seen = lay("3-4: 0 0 0, 4-4: 2.02 0 0, 4-6: 4.04 0 0, 4-4: 1.52 0 0")
    state = reader_of(seen, faceup={1: 0.98, 3: 0.95}, missed={1}).read(PHOTO)
    assert {frozenset(map(str, link)) for link in state.links} == {frozenset(("4-3", "4-4")), frozenset(("4-4", "6-4"))}
    assert state.doubts == ()


def test_an_outline_half_on_its_neighbour_stays_where_nothing_better_is_seen(lay):
    seen = lay("3-4: 0 0 0, 4-6: 4.04 0 0, 4-4: 1.52 0 0")
    state = reader_of(seen, faceup={2: 0.95}).read(PHOTO)
    assert np.allclose(state.reading(Tile.parse("4-4")).corners, seen[2].corners)
