"""Which set is played with, and tiles that it does not hold, with stored readings in place of the two models."""

from dataclasses import replace

import numpy as np
import pytest
from stored_models import PHOTO, reader_of

from muggins.scorer.tiles import Tile
from muggins.vision.reading.reader import Reader


def test_a_larger_set_is_read_when_it_is_asked_for(lay):
    seen = lay("9-4: 0 0 0, 12-9: 2.05 0 0")
    state = reader_of(seen, set=12).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["12-9", "9-4"]


def test_a_tile_that_the_set_does_not_hold_is_asked_about_and_left_out(lay):
    """In a photo, a 10-9 of a larger set lies among the tiles of a double-six."""
    state = reader_of(lay("10-9: 0 0 0, 5-5: 5 0 0, 6-0: 5 4 0")).read(PHOTO)
    assert [(doubt.kind, doubt.tile) for doubt in state.doubts] == [("foreign", Tile.parse("10-9"))]
    assert str(state.doubts[0].text) == "A tile shows 10 and 9, more than the double-6 set holds."
    assert sorted(map(str, state.tiles)) == ["5-5", "6-0"]


def test_no_set_goes_beyond_12():
    with pytest.raises(ValueError, match="expected the highest pips of a half, 6, 9 or 12, got 15"):
        Reader(set=15)


def test_a_nine_makes_it_a_double_nine_set_where_no_set_is_given(lay):
    seen = lay("9-4: 0 0 0, 4-1: 2.05 0 0")
    (doubt,) = reader_of(seen).read(PHOTO).doubts
    assert str(doubt.text) == "A tile shows 9 and 4, more than the double-6 set holds."
    state = reader_of(seen, set=None).read(PHOTO)
    assert str(state.layout) == "9-4, 4-1>9-4"
    assert state.doubts == ()


def test_a_twelve_makes_it_a_double_twelve_set(lay):
    state = reader_of(lay("12-4: 0 0 0, 4-1: 2.05 0 0"), set=None).read(PHOTO)
    assert str(state.layout) == "12-4, 4-1>12-4"


def test_one_tile_with_many_pips_among_small_ones_is_rather_misread(lay):
    small = ("6-4", "4-1", "1-1", "1-3", "3-5", "5-5", "5-6", "6-6")
    row = ", ".join(f"{tile}: {2.05 * k - 10} -4 0" for k, tile in enumerate(small))
    state = reader_of(lay(f"{row}, 12-8: 0 4 0"), set=None).read(PHOTO)
    assert {one.pips.shape[1] - 1 for one in state.readings} == {6}
    assert [str(doubt.tile) for doubt in state.doubts] == ["12-8"]


def test_two_tiles_with_many_pips_are_not_both_misread(lay):
    row = ", ".join(f"{tile}: {2.05 * k - 8} -4 0" for k, tile in enumerate(("6-4", "4-1", "1-1", "1-3", "3-5")))
    state = reader_of(lay(f"{row}, 12-8: 0 4 0, 11-8: -5 4 0", sure=0.999), set=None).read(PHOTO)
    assert {"12-8", "11-8"} < set(map(str, state.tiles))


@pytest.mark.parametrize(("faceup", "highest"), [(0.95, 9), (0.6, 6)])
def test_only_a_sure_tile_makes_it_a_larger_set(lay, faceup, highest):
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 9-3: -3 5 0", sure=0.999)
    state = reader_of(seen, faceup={2: faceup}, set=None).read(PHOTO)
    assert {one.pips.shape[1] - 1 for one in state.readings} == {highest}


def test_a_faint_foreign_tile_is_ignored(lay):
    seen = lay("6-4: 0 0 0, 9-1: 0 4 0")
    for sure, said in ((0.9, 1), (0.45, 0)):
        doubts = reader_of(seen, faceup={1: sure}).read(PHOTO).doubts
        assert [(doubt.kind, str(doubt.tile)) for doubt in doubts] == [("foreign", "9-1")] * said


@pytest.mark.parametrize(("ten", "said"), [(0.6, ["10-0"]), (0.4, [])])
def test_a_tile_that_is_read_though_it_rather_shows_more_than_its_set_holds_is_asked_about(lay, ten, said):
    """Both models were only rather sure of a 10-8, so it was read as the 8-8 of a double-nine and not asked about."""
    seen = lay("9-4: 0 0 0, 8-0: 0 6 0, 7-5: 6 0 0")
    pips = np.zeros((2, 13))
    pips[0, 0], pips[1, 8], pips[1, 10] = 1.0, 1 - ten, ten
    seen[1] = replace(seen[1], pips=pips, halves=None)
    state = reader_of(seen, sure=0.7, set=9).read(PHOTO)
    assert sorted(map(str, state.tiles)) == ["7-5", "8-0", "9-4"]
    assert [str(doubt.tile) for doubt in state.doubts if doubt.kind == "foreign"] == said


def test_a_doubt_about_a_foreign_tile_names_pips_that_its_set_does_not_hold(lay):
    """The 1 was likelier than each of the 8 and the 9, which together were likelier: "a tile shows 1 and 0"."""
    seen = lay("6-4: 0 0 0, 1-0: 0 6 0")
    pips = np.zeros((2, 13))
    pips[0, 0], pips[1, [1, 8, 9]] = 1.0, (0.4, 0.32, 0.28)
    seen[1] = replace(seen[1], pips=pips, halves=None)
    (doubt,) = [doubt for doubt in reader_of(seen).read(PHOTO).doubts if doubt.kind == "foreign"]
    assert str(doubt.text) == "A tile shows 8 and 0, more than the double-6 set holds."


def test_a_tile_whose_value_is_asked_for_is_not_called_foreign_too(lay):
    """A smeared 6-2 was a question twice: "shows 10 and 2", and "is this 6-2, 2-0 or 2-1?"."""
    seen = lay("6-4: 0 0 0, 6-2: 0 6 0")
    pips = np.zeros((2, 13))
    pips[1, 2], pips[0, [0, 1, 6, 10]] = 1.0, (0.12, 0.12, 0.16, 0.6)
    seen[1] = replace(seen[1], pips=pips, halves=None)
    (doubt,) = reader_of(seen).read(PHOTO).doubts
    assert str(doubt.text) == "Is this 6-2, 2-0 or 2-1?"


def test_a_foreign_tile_of_another_size_is_asked_about_too(lay):
    """A sure 8-8 did not fit the size of the other tiles. So it was not read, and as it was foreign not asked about."""
    seen = lay("6-4: -6 -4 0, 4-1: 0 -4 0, 5-5: 6 -4 0, 2-0: -6 4 0, 3-3: 0 4 0, 8-8: 5 4 0")
    middle = seen[5].corners.mean(axis=0)
    seen[5] = replace(seen[5], corners=middle + 1.6 * (seen[5].corners - middle))
    state = reader_of(seen, faceup={5: 0.95}).read(PHOTO)
    assert len(state.tiles) == 5
    assert [(doubt.kind, str(doubt.tile)) for doubt in state.doubts] == [("foreign", "8-8")]


def test_the_larger_set_is_chosen_without_looking_at_the_picture_again(lay):
    """Each larger set that was tried once took a whole read more."""
    counted = []
    for table in ("6-4: 0 0 0, 4-1: 2.05 0 0", "12-4: 0 0 0, 4-1: 2.05 0 0"):
        reader, asked = reader_of(lay(table), set=None), []
        detect = reader._detector.detect
        reader._detector.detect = lambda image, detect=detect, asked=asked: asked.append(1) or detect(image)
        reader.read(PHOTO)
        counted.append(len(asked))
    assert counted[0] == counted[1]
