"""Log odds of joins, and what changes them."""

import numpy as np

from muggins.vision.layout.joins import find_joins
from muggins.vision.layout.tuning import LAYOUT_TUNING
from muggins.vision.types import Detection


def only_join(readings, beside=()):
    (join,), _ = find_joins(readings, LAYOUT_TUNING, beside)
    return join


def test_a_join_names_both_tiles_and_the_halves_that_touch(lay):
    join = only_join(lay("5-5: -6 0 0, 6-4: 0 0 0, 4-1: 2.05 0 0"))
    assert (join.first, join.second) == (1, 2)
    assert join.halves == (4, 4)


def test_face_down_tiles_all_around_make_a_join_less_likely(lay):
    tiles = lay("6-4: 0 0 0, 4-1: 2.3 0.25 12")
    strewn = lay("0-0: 0 1.3 10, 0-0: 2.2 -1.2 30, 0-0: -1.9 0.4 80, 0-0: 4.4 0.8 60, 0-0: 0.3 -1.4 5")
    (alone,), _ = find_joins(tiles, LAYOUT_TUNING)
    (among,), _ = find_joins(tiles, LAYOUT_TUNING, [Detection(tile.corners, "facedown") for tile in strewn])
    assert among.odds < alone.odds - 1


def test_halves_that_are_hard_to_read_make_a_join_less_sure(lay):
    table = "6-4: 0 0 0, 4-1: 2.05 0 0"
    assert only_join(lay(table, sure=0.6)).odds < only_join(lay(table, sure=0.99)).odds


def test_a_table_full_of_joins_makes_another_join_likelier(lay):
    """A crooked corner at the end of a long chain is compared with the same corner of two tiles alone."""
    corner = "4-1: 1.62 0.6 84"
    chain = "3-6: -2.05 0 0, 3-3: -3.6 0 90, 2-3: -5.15 0 0, 2-2: -6.7 0 90, 1-2: -8.25 0 0"
    few, many = lay(f"6-4: 0 0 0, {corner}"), lay(f"6-4: 0 0 0, {corner}, {chain}")
    joins, _ = find_joins(many, LAYOUT_TUNING)
    among = next(join for join in joins if {join.first, join.second} == {0, 1})
    assert len(joins) == 6
    assert among.odds > only_join(few).odds + 0.5


def test_the_surest_joins_come_first(lay):
    joins, _ = find_joins(lay("6-4: 0 0 0, 4-1: 2.2 0.2 6, 1-1: 3.8 0.2 96"), LAYOUT_TUNING)
    assert [join.odds for join in joins] == sorted((join.odds for join in joins), reverse=True)
    assert np.isfinite([join.odds for join in joins]).all()


def test_tiles_that_touch_nothing_have_no_joins(lay):
    assert find_joins(lay("6-4: 0 0 0, 4-1: 6 0 0"), LAYOUT_TUNING) == ((), ())
