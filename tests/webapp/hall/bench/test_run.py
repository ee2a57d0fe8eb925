"""`muggins bench hall`, with few tables and short films."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from muggins.webapp.cli.main import main
from muggins.webapp.hall.bench import run
from muggins.webapp.hall.bench.meter import PARTS, Meter
from muggins.webapp.hall.watching.messages import Spent

PATIENCE = 600.0
"""Seconds that a step may take on a machine that does other work as well."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="processor time is counted as Linux does")


@linux
def test_two_tables_play_and_every_play_is_told(capsys, monkeypatch):
    """One play each, which is seen as long as the film rests after it: on a slow machine it is told late."""
    monkeypatch.setattr(run, "READ_SECONDS", PATIENCE)
    monkeypatch.setattr(run, "AFTER_FILMS_SECONDS", PATIENCE)
    monkeypatch.setattr(run, "LAST_REST_SECONDS", 0.0)
    options = ["--tables", "2", "--plays", "1", "--pace", "2", "--reader-number", "1", "--json"]
    assert main(["bench", "hall", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["tables"], found["readers"]) == (2, "local")
    assert found["plays"] | {"late": 0} == {"told": 2, "late": 0, "lost": 0, "wrong": 0, "untrue": 0}
    spent = found["cpu_seconds_per_table_minute"]
    assert set(spent) == {*PARTS, "all"}
    assert spent["all"] > spent["Ray"] == 0


def test_spectators_of_all_tables_have_every_event():
    found = run.watch_spectators(tables=2, spectators=6, most_events=10)
    assert (found.spectators, len(found.delays), found.lost) == (6, 10, 0)
    assert min(found.delays) > 0
    assert found.to_text().startswith("6 spectators over 2 tables: from an event to the last page of its table ")


@linux
def test_what_a_watching_process_has_read_is_reading():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as watching:
        clocks = Meter()
        clocks.pool = SimpleNamespace(spent={watching.pid: Spent(reading=3.0, all=4.0)})
        seconds = clocks.spent(apart=0).seconds
        watching.communicate(b"\n")
    assert seconds["reading"] >= 3.0
    assert seconds["watching"] < 0.0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--tables 0", "--tables: expected 1 to 500, got 0"),
        ("--pace 1", "--pace: expected at least 2 seconds, got 1"),
        ("--plays 0", "--plays: expected at least 1, got 0"),
        ("--spectators 0", "--spectators: expected at least 1, got 0"),
        ("--films no-such-folder", "no-such-folder: expected films, each with a .json file"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_sentence(arguments, says, capsys):
    assert main(["bench", "hall", *arguments.split()]) == 1
    printed = capsys.readouterr().err
    assert says in printed
    assert len(printed.splitlines()) == 1
