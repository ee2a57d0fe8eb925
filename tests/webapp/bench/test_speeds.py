"""Naming and joining whole sets: not much more work for a set three times as large."""

import sys
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from muggins.vision.layout.reconstruct import reconstruct
from muggins.vision.layout.tuning import LAYOUT_TUNING
from muggins.vision.layout.value_assignment import assign_values
from muggins.webapp.bench.speeds import plays_per_second, whole_set_laid

assign_values = partial(assign_values, tuning=LAYOUT_TUNING)
reconstruct = partial(reconstruct, tuning=LAYOUT_TUNING)


@pytest.mark.parametrize(("highest", "tiles"), [(6, 28), (12, 91)])
def test_a_whole_set_in_one_line_is_named_and_joined_along_it(highest, tiles):
    readings = whole_set_laid(highest)
    named, doubts = assign_values(readings)
    assert len({reading.tile for reading in named}) == tiles
    assert doubts == ()
    _, links, _, _ = reconstruct(named)
    in_line = {frozenset((one.tile, other.tile)) for one, other in pairwise(named)}
    turns = (tiles - 1) // 8
    # Where the line turns, the next row lies beside the one before, not against it: their tiles are not joined.
    assert len(in_line & {frozenset(link) for link in links}) >= tiles - 1 - turns


def test_the_work_grows_no_faster_than_n_log_n():
    """Calls are counted, not seconds: they are the same on every machine, whatever else it does."""

    def calls(highest):
        readings = whole_set_laid(highest)
        made = 0

        def count(frame, event, argument):
            nonlocal made
            made += event.endswith("call")

        sys.setprofile(count)
        try:
            named, _ = assign_values(readings)
            reconstruct(named)
        finally:
            sys.setprofile(None)
        return made

    assert calls(12) / calls(6) < 1.5 * (91 * np.log(91)) / (28 * np.log(28))


def test_plays_a_second_are_measured():
    assert plays_per_second(seconds=0) > 0
