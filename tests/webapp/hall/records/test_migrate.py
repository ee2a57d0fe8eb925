"""Databases are brought up to date: empty ones, those of a single table as they are today, and none twice."""

import sqlite3

import pytest
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from muggins.webapp.hall.records import schema
from muggins.webapp.hall.records.migrate import upgrade
from muggins.webapp.hall.records.table_store import TableStore
from muggins.webapp.session import store as session_store
from muggins.webapp.session.store import Store, StoreError

TODAY = """
CREATE TABLE games (id INTEGER NOT NULL, started FLOAT NOT NULL, PRIMARY KEY (id));
CREATE TABLE events (
    game INTEGER NOT NULL, number INTEGER NOT NULL, written FLOAT NOT NULL, event TEXT NOT NULL, picture BLOB,
    PRIMARY KEY (game, number), FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO games VALUES (1, 1700000000.0);
INSERT INTO events VALUES (1, 1, 1700000000.5, '{"event": "game", "rules": "five-up"}', NULL);
INSERT INTO events VALUES (1, 2, 1700000001.5, '{"event": "hand", "setter": "Ann"}', x'ffd8');
"""
"""A record as version 0.1.0 wrote it: this text stays as it is."""


def columns(connection):
    """Every column of every table, with its kind, whether it may be empty, and the tables it refers to."""
    seen = inspect(connection)
    return {
        (table, column["name"], str(column["type"]).split("(")[0], column["nullable"])
        for table in seen.get_table_names()
        for column in seen.get_columns(table)
    } | {
        (table, key["constrained_columns"][0], key["referred_table"], key["options"].get("ondelete"))
        for table in seen.get_table_names()
        for key in seen.get_foreign_keys(table)
    }


def revision(store):
    with store.connected() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def test_an_empty_database_gets_every_table(hall):
    with hall.connected() as connection:
        tables = set(inspect(connection).get_table_names())
    assert tables == {*session_store.metadata.tables, *schema.metadata.tables, "alembic_version"}


def test_the_steps_lead_to_what_the_code_uses(hall, tmp_path, request):
    """The same columns as SQLAlchemy would make from the tables that the code names."""
    kind = "postgres" if "postgres" in request.node.name else "sqlite"
    address = str(tmp_path / "other") if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    made = Store(address)
    with made.connected() as connection:
        schema.metadata.create_all(connection)
        wanted = columns(connection)
    with hall.connected() as connection:
        found = {column for column in columns(connection) if column[0] != "alembic_version"}
    made.close()
    assert found == wanted


def test_games_and_events_can_be_made_by_the_steps_alone(hall):
    """An administrator may begin with an empty database that no dashboard has opened."""
    with hall.connected() as connection:
        wanted = columns(connection)
        for table in ("table_games", "tournament_events", "clips", "events", "games", "settings"):
            connection.execute(text(f"drop table {table}"))
        connection.execute(text("drop table alembic_version"))
    upgrade(hall)
    with hall.connected() as connection:
        assert columns(connection) == wanted


def test_a_record_of_today_keeps_its_games(tmp_path):
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as file:
        file.executescript(TODAY)
    store = Store(str(path))
    upgrade(store)
    assert revision(store) == "0005"
    assert store.events(1) == [{"event": "game", "rules": "five-up"}, {"event": "hand", "setter": "Ann"}]
    assert store.picture(1, 2) == b"\xff\xd8"
    store.append(1, 3, {"event": "pass", "player": "Ann"})
    store.close()


def test_games_of_a_single_table_are_those_of_the_first_table(open_store):
    """They were kept, but no table of the hall listed them."""
    single = open_store()
    for rules in ("five-up", "muggins"):
        single.append(single.add_game(), 1, {"event": "game", "rules": rules})
    upgrade(open_store())
    first, second = (TableStore(single, table) for table in (1, 2))
    assert ([game.id for game in first.games()], first.newest()) == ([2, 1], 2)
    assert second.games() == []
    third = second.add_game()
    second.append(third, 1, {"event": "game"})
    upgrade(single)
    assert [game.id for game in second.games()] == [third]


def test_a_single_table_still_reads_the_database_of_a_hall(hall, open_store):
    hall.append(hall.add_game(), 1, {"event": "game"})
    assert [game.events for game in open_store().games()] == [1]


def test_the_leases_of_programs_that_shared_the_tables_are_dropped(hall):
    """A hall of then has them; one that begins now never gets them."""
    with hall.connected() as connection:
        wanted = columns(connection)
        for table in ("leases", "processes"):
            connection.execute(text(f"create table {table} (until float)"))
        connection.execute(text("drop table clips"))
        connection.execute(text("update alembic_version set version_num = '0003'"))
    hall.set_setting("table 1: report", "live")
    upgrade(hall)
    with hall.connected() as connection:
        assert columns(connection) == wanted
    assert hall.setting("table 1: report") == ""


def test_a_second_time_changes_nothing(hall):
    hall.append(hall.add_game(), 1, {"event": "game"})
    upgrade(hall)
    assert len(hall.games()) == 1
    assert revision(hall) == "0005"


def test_a_program_that_is_stopped_while_it_upgrades_leaves_the_database_as_it_was(open_store, monkeypatch):
    store = open_store()
    with store.connected() as connection:
        before = columns(connection)

    class StoppedError(Exception):
        pass

    def stop(*_):
        raise StoppedError

    monkeypatch.setattr("alembic.op.create_index", stop)
    with pytest.raises(StoppedError):
        upgrade(store)
    with store.connected() as connection:
        assert columns(connection) == before
    monkeypatch.undo()
    upgrade(store)
    assert revision(store) == "0005"


def test_the_database_of_a_later_version_is_left_alone(hall):
    with hall.connected() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(StoreError, match=r"a later version of muggins made the database .*: update muggins"):
        upgrade(hall)
    assert revision(hall) == "9999"
