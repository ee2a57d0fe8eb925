"""Tiles and printed tiles; neighbours are judged together."""

from functools import partial

import pytest
from detected import tile

from muggins.vision.detection.printed import split_printed, with_earlier
from muggins.vision.detection.tuning import DETECTION_TUNING

split_printed = partial(split_printed, tuning=DETECTION_TUNING)
with_earlier = partial(with_earlier, tuning=DETECTION_TUNING)


def row(chances, x=100.0, step=42.0, **how):
    return [tile(x + step * k, 100.0, printed=chance, **how) for k, chance in enumerate(chances)]


def tiles_of(found):
    return split_printed(found)[0]


def test_printed_tiles_are_left_out():
    table, page = row([0.02, 0.1, 0.01]), row([0.9, 0.97, 0.9], x=600.0)
    assert tiles_of([*table, *page]) == table


def test_a_tile_that_looks_printed_is_real_like_the_tiles_it_is_joined_to():
    table = row([0.05, 0.7, 0.04])
    assert tiles_of(table) == table


def test_a_printed_tile_that_looks_real_is_printed_like_the_ones_beside_it():
    assert tiles_of(row([0.98, 0.6, 0.98])) == []


def test_probably_printed_tiles_are_set_apart_with_all_that_was_seen_of_them():
    page = row([0.6, 0.7])
    kept, printed = split_printed(page)
    assert (kept, printed) == ([], page)


def test_a_page_with_tiles_of_another_size_is_judged_by_itself():
    table, page = row([0.05] * 4, length=60.0, step=62.0), row([0.95] * 3, x=340.0, length=30.0, step=32.0)
    assert tiles_of([*table, *page]) == table


def test_a_printed_tile_under_a_row_of_tiles_is_printed_all_the_same():
    """A layout may lie on a page, so a detection counts for more than its neighbours."""
    table, on_the_page = row([0.03] * 4), tile(142, 124, printed=0.99)
    assert split_printed([*table, on_the_page]) == (table, [on_the_page])


@pytest.mark.parametrize("kind", ["facedown", "standing"])
def test_other_kinds_stay(kind):
    hand = row([0.0, 0.0], kind=kind)
    assert tiles_of([*hand, *row([0.95], x=400.0)]) == hand


def test_nothing_found_stays_nothing():
    assert tiles_of([]) == []


def test_each_tile_of_a_whole_set_is_judged_with_its_neighbours_alone():
    """The set lies in columns beside a column of printed tiles."""
    columns = [[tile(80.0 * i, 60.0 * j, printed=0.7 if j == 3 else 0.05) for j in range(7)] for i in range(12)]
    page = [tile(80.0 * 12, 60.0 * j, printed=0.6 if j == 3 else 0.97) for j in range(7)]
    table = [one for column in columns for one in column]
    assert tiles_of([*table, *page]) == table


def test_the_detection_in_the_whole_picture_counts_in_a_window():
    page, near = row([0.97, 0.95]), row([0.3, 0.3])
    assert tiles_of(near) == near
    assert tiles_of(with_earlier(near, page)) == []


@pytest.mark.parametrize("earlier", [[], row([0.97, 0.97], x=500.0), row([0.97, 0.97], kind="facedown")])
def test_earlier_detections_elsewhere_do_not_count(earlier):
    near = row([0.3, 0.3])
    assert with_earlier(near, earlier) == near
