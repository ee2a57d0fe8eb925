"""The other engine that the scorer is measured against."""

import sys

from muggins.webapp.bench import other_engine


def test_without_the_other_engine_there_is_nothing_to_compare_with(monkeypatch):
    monkeypatch.setitem(sys.modules, "dominoes", None)
    assert other_engine.plays_per_second() is None


def test_the_other_engine_is_measured_where_it_is_installed():
    assert other_engine.plays_per_second(seconds=0) > 0
