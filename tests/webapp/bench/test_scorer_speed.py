"""The scorer's speed is measured; `muggins bench` prints the figure."""

from muggins.webapp.bench.scorer_speed import plays_per_second


def test_plays_a_second_are_measured():
    assert plays_per_second(seconds=0) > 0
