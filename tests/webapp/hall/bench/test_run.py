"""`muggins bench hall`, with few tables and short films."""

import json
import sys

import pytest

from muggins.webapp.cli.main import main
from muggins.webapp.hall.bench.meter import PARTS, Meter
from muggins.webapp.hall.bench.run import watch_spectators

linux = pytest.mark.skipif(sys.platform != "linux", reason="processor time is counted as Linux does")


@linux
def test_two_tables_play_and_every_play_is_told(capsys):
    assert main(["bench", "hall", "--tables", "2", "--plays", "2", "--pace", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["tables"], found["readers"]) == (2, "local")
    assert found["plays"] | {"late": 0} == {"told": 4, "late": 0, "lost": 0, "wrong": 0, "untrue": 0}
    spent = found["cpu_seconds_per_table_minute"]
    assert set(spent) == {*PARTS, "all"}
    assert min(spent["reading"], spent["JPEG"], spent["server"]) > 0
    assert spent["Ray"] == 0


def test_spectators_of_all_tables_have_every_event():
    found = watch_spectators(tables=2, spectators=6, most_events=10)
    assert (found.spectators, len(found.delays), found.lost) == (6, 10, 0)
    assert min(found.delays) > 0
    assert found.to_text().startswith("6 spectators over 2 tables: from an event to the last page of its table ")


@linux
def test_a_part_is_clocked_without_what_it_calls_of_another():
    meter = Meter()

    def burn():
        sum(range(2_000_000))

    inner = meter.clocked("JPEG", burn)

    def read():
        inner()
        inner()

    meter.clocked("reading", read)()
    seconds = meter.spent(apart=0).seconds
    assert seconds["JPEG"] > 5 * seconds["database"] + 0.01
    assert seconds["JPEG"] > 5 * meter._clocked["reading"]


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
