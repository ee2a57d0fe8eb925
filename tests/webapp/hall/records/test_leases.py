"""Tables are spread over processes by leases; when a process dies, others take its tables over."""

from random import Random

import pytest

from muggins.webapp.hall.records import leases
from muggins.webapp.hall.records.leases import BEAT_SECONDS, LEASE_SECONDS, TableKeeper
from muggins.webapp.session.store import StoreError, UnreachableError

TABLES = range(1, 9)


class Hall:
    """Processes that share a database and a clock which only the test moves on."""

    def __init__(self, open_store, monkeypatch):
        self.now = 1_000_000.0
        self.open_store = open_store
        self.kept = {}
        monkeypatch.setattr(leases, "_now", lambda connection: self.now)

    def process(self, name):
        kept = self.kept[name] = set()

        def gain(table):
            assert all(table not in others for others in self.kept.values()), f"two keep table {table}"
            kept.add(table)

        return TableKeeper(self.open_store(), name, TABLES, gain, kept.remove, clock=lambda: self.now)

    def beats(self, *keepers, times=1):
        for _ in range(times):
            self.now += BEAT_SECONDS
            for keeper in keepers:
                keeper.beat()


@pytest.fixture
def processes(hall, open_store, monkeypatch):
    return Hall(open_store, monkeypatch)


def test_one_process_keeps_all_tables(processes):
    ann = processes.process("ann")
    processes.beats(ann)
    assert ann.held == processes.kept["ann"] == set(TABLES)


def test_a_second_process_takes_its_share(processes):
    ann, bob = processes.process("ann"), processes.process("bob")
    processes.beats(ann)
    processes.beats(ann, bob, times=3)
    assert len(ann.held) == len(bob.held) == 4
    assert ann.held | bob.held == set(TABLES)


def test_the_tables_of_a_process_that_died_are_taken_within_eight_seconds(processes):
    ann, bob = processes.process("ann"), processes.process("bob")
    processes.beats(ann, bob, times=4)
    processes.kept["ann"].clear()  # kill -9: nothing is given up, and no heart beats
    died = processes.now
    while bob.held != set(TABLES):
        processes.beats(bob)
    assert processes.now - died <= LEASE_SECONDS + BEAT_SECONDS <= 8


def test_a_process_that_ends_leaves_its_tables_to_the_next_beat(processes):
    ann, bob = processes.process("ann"), processes.process("bob")
    processes.beats(ann, bob, times=4)
    ann.close()
    assert processes.kept["ann"] == set()
    processes.beats(bob)
    assert bob.held == set(TABLES)


def test_a_process_that_was_away_does_not_keep_what_others_have_taken(processes):
    """Its machine slept: it gives all tables up at its next beat, and gets its share again later."""
    ann, bob = processes.process("ann"), processes.process("bob")
    processes.beats(ann)
    asleep = processes.kept.pop("ann")
    processes.beats(bob, times=5)
    assert (bob.held, asleep) == (set(TABLES), set(TABLES))
    ann.beat()
    assert (ann.held, asleep) == (set(), set())
    processes.kept["ann"] = asleep
    processes.beats(bob, ann)
    assert len(ann.held) == len(bob.held) == 4


def test_without_a_database_tables_are_kept_until_the_lease_ends(processes, monkeypatch):
    ann = processes.process("ann")
    processes.beats(ann)

    def away():
        raise UnreachableError("no database answers")

    monkeypatch.setattr(ann._hall, "connected", away)
    for expected in (8, 8, 0):
        processes.now += BEAT_SECONDS
        with pytest.raises(StoreError):
            ann.beat()
        assert len(ann.held) == expected
    monkeypatch.undo()


@pytest.mark.parametrize("seed", [1, 2])
def test_no_two_processes_ever_keep_one_table(processes, seed):
    """Processes come, beat, and die at random; `gain` fails where a living process keeps the table already."""
    lot = Random(seed)
    living = {}
    for step in range(15):
        if len(living) < 2 or (len(living) < 4 and lot.random() < 0.2):
            living[f"process {step}"] = processes.process(f"process {step}")
        elif lot.random() < 0.25:
            name = lot.choice(sorted(living))
            del living[name]
            processes.kept[name].clear()
        processes.beats(*living.values())
    processes.beats(*living.values(), times=6)
    held = [table for keeper in living.values() for table in keeper.held]
    assert sorted(held) == list(TABLES)
