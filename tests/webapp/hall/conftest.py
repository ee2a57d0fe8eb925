"""A real PostgreSQL, started for the tests and stopped after them."""

import pytest
from find_postgres import Server


@pytest.fixture(scope="session")
def postgres():
    """The server. It is the same for all tests; each has a database of its own."""
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def postgres_address(postgres):
    """The address of an empty database."""
    return postgres.new_database()
