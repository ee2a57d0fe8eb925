"""A hall's store in a real PostgreSQL or in SQLite."""

import pytest

from muggins.webapp.hall.records.migrate import upgrade
from muggins.webapp.session import store as session_store
from muggins.webapp.session.store import Store


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "hall.sqlite")
    return request.getfixturevalue("postgres_address")


@pytest.fixture
def open_store(address, monkeypatch):
    """Opens a store at the address; each is another process, as it were. All are closed after the test."""
    # On a slow machine writers that race wait longer for one another than people would.
    monkeypatch.setattr(session_store, "BUSY_TIMEOUT_MS", 600_000)
    stores = []

    def connect(**options):
        stores.append(Store(address, **options))
        return stores[-1]

    yield connect
    for store in stores:
        store.close()


@pytest.fixture
def hall(open_store):
    """A store whose database is up to date."""
    store = open_store()
    upgrade(store)
    return store
