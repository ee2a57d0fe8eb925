"""Whether a machine keeps up: what the samples of its tables say."""

from muggins.webapp.hall.floor.load import judge


def samples(*lags):
    """One for each moment, of two tables."""
    return [{1: first, 2: second} for first, second in lags]


def test_a_machine_that_keeps_up_says_nothing():
    assert judge(samples((0.1, 0.2), (0.3, 0.1), (0.2, 0.1))) == ""


def test_one_slow_picture_does_not_make_a_machine_full():
    assert judge(samples((0.1, 0.2), *[(0.3, 0.1)] * 9, (2.4, 0.1))) == ""


def test_tables_that_are_watched_late_make_a_machine_full():
    says = str(judge(samples((1.0, 0.2), (2.4, 0.1), (2.6, 0.1))))
    assert says.startswith("This machine is full: it watches 1 of its 2 tables late, by up to 2.6 s.")


def test_a_table_that_is_late_right_after_each_play_makes_a_machine_full():
    """Twelve busy tables were told 1.6 s after each play, and the desk said nothing: between plays they kept up."""
    says = str(judge(samples(*[(0.1, 0.3), (1.7, 0.2), (0.2, 1.2)] * 3)))
    assert says.startswith("This machine is full: it watches 2 of its 2 tables late, by up to 1.7 s.")
