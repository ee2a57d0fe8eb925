"""Processes that keep tables are killed; others take over, and no event is lost or doubled."""

import queue
import random

import pytest
from kill_table_process import end_leases, running

from muggins.webapp.hall.floor import floor
from muggins.webapp.hall.floor.floor import Floor
from muggins.webapp.hall.floor.glance import Keeper
from muggins.webapp.hall.records.leases import Heartbeat, TableKeeper
from muggins.webapp.session.pubsub import Broker

pytestmark = pytest.mark.slow
HOUR = 3600.0
"""No machine is so busy that a lease of a process that lives ends."""


def test_tables_go_on_when_a_process_is_killed(address, tmp_path):
    """`python tests/support/kill_table_process.py` does it 50 times, and prints how long the tables stood still."""
    with running(address, tmp_path, lease=HOUR, beat=0.1) as processes:
        processes.wait_until_shared()
        end_leases(processes.hall, processes.kill(random.Random(1)))
        processes.wait_for_all_tables(processes.counts())
        assert processes.faults() == []


def test_a_heart_beats_until_it_is_closed(hall):
    gained, lost = queue.Queue(), []
    heartbeat = Heartbeat(TableKeeper(hall, "ann", [1, 2], gained.put, lost.append), seconds=0.01)
    heartbeat.start()
    assert [gained.get(timeout=600), gained.get(timeout=600)] == [1, 2]
    heartbeat.close()
    assert lost == [1, 2]


def test_a_table_that_was_given_up_is_looked_for_where_it_is_now(hall, monkeypatch):
    """For a second nobody seemed to keep it, and whoever opened it was told to wait."""
    monkeypatch.setattr(floor, "KEEPERS_SECONDS", HOUR)
    one, two = (f"{address} 1" for address in ("http://one/", "http://two/"))
    leaving, coming = (TableKeeper(hall, name, [1], id, id) for name in (one, two))
    tables = Floor(hall, [1], Keeper(one), Broker(), open_table=None)
    leaving.beat()
    assert tables.keeper(1) is None
    leaving.close()
    coming.beat()
    assert tables.keeper(1) == Keeper(two)
