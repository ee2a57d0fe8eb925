"""Whether a machine keeps up: what the samples of its tables say."""

from muggins.webapp.hall.floor.load import Sample, judge
from muggins.webapp.hall.floor.readings import Sums


def samples(*lags, lost=(0, 0)):
    """One for each moment, of two tables; pictures were lost between the first and the last."""
    found = [Sample({1: first, 2: second}, Sums(read=100)) for first, second in lags]
    found[0] = Sample(found[0].lags, Sums(lost=lost[0]))
    found[-1] = Sample(found[-1].lags, Sums(lost=lost[1]))
    return found


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


def test_pictures_that_nobody_read_make_a_machine_full():
    says = str(judge(samples((0.1, 0.1), (0.1, 0.1), lost=(3, 5))))
    assert says.startswith("This machine is full: it passed over 2 pictures in the last 10 s.")
    says = str(judge(samples((0.1, 0.1), (0.1, 0.1), lost=(3, 4))))
    assert says.startswith("This machine is full: it passed over 1 picture in the last 10 s.")


def test_a_table_that_went_elsewhere_takes_its_counts_with_it():
    assert judge(samples((0.1, 0.1), (0.1, 0.1), lost=(9, 2))) == ""
