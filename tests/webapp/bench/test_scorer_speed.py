"""The fold is quick enough for any table, and its measure works."""

from muggins.webapp.bench.scorer_speed import plays_per_second


def test_plays_a_second_are_measured():
    """Far below what any machine reaches; `muggins bench` prints the figure."""
    assert plays_per_second(0.05) > 1000
