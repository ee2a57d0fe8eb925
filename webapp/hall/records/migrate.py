"""Brings a database up to date: an empty one, that of a single table, or that of an earlier version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from muggins.texts import gettext

from ...session.store import Store, StoreError

MIGRATIONS = Path(__file__).parent


def upgrade(store: Store) -> None:
    """Brings the database of a store up to date. Games and events stay as they are; a second time changes nothing.

    One program at a time may call it: the one with the HubLock. It takes all steps or, where it is stopped, none.
    StoreError where a later version of muggins made the database.
    """
    script = ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS / "versions")])
    with store.connected() as connection:
        if store.is_sqlite:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python begins no transaction for changes of tables
        try:
            _run(connection, script)
        except CommandError as error:
            raise StoreError(
                gettext("a later version of muggins made the database %(name)s: update muggins", name=store.name)
            ) from error


def _run(connection: Connection, script: ScriptDirectory) -> None:
    def steps(revision: Any, _: object) -> Any:
        return script._upgrade_revs("head", revision)  # what `alembic upgrade` runs in its own place

    with EnvironmentContext(Config(), script, fn=steps) as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        environment.run_migrations()
