"""One program serves a hall; another stands by, and serves it when the first is gone."""

import threading

import psycopg
import pytest

from muggins.webapp.hall.records import hub_lock
from muggins.webapp.hall.records.hub_lock import HubLock
from muggins.webapp.session.store import Store, StoreError, UnreachableError


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(hub_lock, "STANDBY_SECONDS", 0.01)


@pytest.fixture
def lock(hall, open_store):
    """Makes the locks of one program after the other."""
    made = []

    def make():
        made.append(HubLock(open_store()))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_another_program_stands_by_until_the_first_is_gone(lock):
    """Two programs on one record would both begin each match and both store each play."""
    first, second = lock(), lock()
    first.wait(on_standby=pytest.fail)
    stands_by, serves = threading.Event(), threading.Event()
    threading.Thread(target=lambda: (second.wait(stands_by.set), serves.set()), daemon=True).start()
    assert stands_by.wait(600)
    assert first.keep()
    assert not serves.wait(0.1)
    first.close()
    assert serves.wait(600)
    assert second.keep()


@pytest.mark.parametrize("another_came", [False, True])
def test_a_program_whose_database_was_away_goes_on_unless_another_has_served_meanwhile(
    postgres, postgres_address, another_came
):
    first, second = (HubLock(Store(postgres_address)) for _ in range(2))
    first.wait(on_standby=pytest.fail)
    postgres.kill()
    with pytest.raises(UnreachableError, match="the record of games"):
        first.keep()
    postgres.start()
    if another_came:
        second.wait(on_standby=pytest.fail)
        second.close()
    assert first.keep() is not another_came
    first.close()


def test_each_schema_of_a_database_is_a_hall_of_its_own(postgres_address):
    """A hosted service has a hub for each venue, and one PostgreSQL."""
    halls = []
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        for venue in ("anchor", "crown"):
            connection.execute(f"create schema {venue}")
            joint = "&" if "?" in postgres_address else "?"
            halls.append(Store(f"{postgres_address}{joint}options=-csearch_path%3D{venue}"))
    locks = [HubLock(hall) for hall in halls]
    for lock in locks:
        lock.wait(on_standby=pytest.fail)
    for lock, hall in zip(locks, halls, strict=True):
        lock.close()
        hall.close()


def test_a_lock_that_cannot_be_had_is_no_other_program(tmp_path):
    """It would stand by for ever, and nobody would serve the hall."""
    (tmp_path / "hall.sqlite.hub").mkdir()
    hall = Store(str(tmp_path / "hall.sqlite"))
    with pytest.raises(StoreError, match=r"hall\.sqlite\.hub: unable to open database file"):
        HubLock(hall).wait(on_standby=pytest.fail)
    hall.close()
