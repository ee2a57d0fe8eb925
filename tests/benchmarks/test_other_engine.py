"""The other engine that the scorer is measured against."""

import json
import sys

import other_engine


def test_without_the_other_engine_there_is_nothing_to_compare_with(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "dominoes", None)
    assert other_engine.plays_per_second() is None
    assert other_engine.main() == 1
    assert "pip install dominoes" in capsys.readouterr().err


def test_the_other_engine_is_measured_where_it_is_installed(monkeypatch, capsys):
    assert other_engine.plays_per_second(seconds=0) > 0
    monkeypatch.setattr(other_engine, "plays_per_second", lambda: 200000.4)
    assert other_engine.main() == 0
    assert json.loads(capsys.readouterr().out) == {"plays_per_second": 200000}
